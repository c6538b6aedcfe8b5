// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short forms of operand and result types.
#include "dialects/stablehlo/IR/Syntax/TypeSyntax.h"

using namespace mlir;
using namespace mlir::amp;

/// Assigns the types of `(operands) -> result` to the values of one op.
static ParseResult assignFunctionType(OpAsmParser &parser, SMLoc loc,
                                      FunctionType function,
                                      ArrayRef<Type *> operands, Type &result) {
  if (function.getNumInputs() != operands.size())
    return parser.emitError(loc, "expects ")
           << operands.size() << " operand types, but got "
           << function.getNumInputs();
  if (function.getNumResults() != 1)
    return parser.emitError(loc, "expects one result type, but got ")
           << function.getNumResults();
  for (auto [operand, type] : llvm::zip_equal(operands, function.getInputs()))
    *operand = type;
  result = function.getResult(0);
  return success();
}

ParseResult stablehlo::parseOneType(OpAsmParser &parser,
                                    ArrayRef<Type *> operands, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return assignFunctionType(parser, loc, function, operands, result);
  for (Type *operand : operands)
    *operand = result;
  return success();
}

void stablehlo::printOneType(OpAsmPrinter &printer, Operation *op) {
  Type result = op->getResult(0).getType();
  if (llvm::all_of(op->getOperandTypes(),
                   [&](Type type) { return type == result; }))
    printer << result;
  else
    printer.printFunctionalType(op);
}

ParseResult stablehlo::parseVariadicSameOperandsAndResultType(
    OpAsmParser &parser, Operands &operands, SmallVectorImpl<Type> &types,
    Type &result) {
  types.resize(operands.size());
  SmallVector<Type *> pointers;
  for (Type &type : types)
    pointers.push_back(&type);
  return parseOneType(parser, pointers, result);
}

void stablehlo::printVariadicSameOperandsAndResultType(OpAsmPrinter &printer,
                                                       Operation *op,
                                                       OperandRange, TypeRange,
                                                       Type) {
  printOneType(printer, op);
}

ParseResult stablehlo::parseSelectOpType(OpAsmParser &parser, Type &pred,
                                         Type &onTrue, Type &onFalse,
                                         Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(pred))
    return failure();
  if (auto function = dyn_cast<FunctionType>(pred))
    return assignFunctionType(parser, loc, function, {&pred, &onTrue, &onFalse},
                              result);
  if (parser.parseComma() || parser.parseType(result))
    return failure();
  onTrue = onFalse = result;
  return success();
}

void stablehlo::printSelectOpType(OpAsmPrinter &printer, Operation *op,
                                  Type pred, Type onTrue, Type onFalse,
                                  Type result) {
  if (onTrue == result && onFalse == result)
    printer << pred << ", " << result;
  else
    printer.printFunctionalType(op);
}

/// Returns the tensor type of the real parts of a complex tensor, else null.
static Type realTensor(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor)
    return {};
  auto complex = dyn_cast<ComplexType>(tensor.getElementType());
  return complex ? tensor.clone(complex.getElementType()) : Type();
}

ParseResult stablehlo::parseComplexOpType(OpAsmParser &parser, Type &lhs,
                                          Type &rhs, Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  if (auto function = dyn_cast<FunctionType>(result))
    return assignFunctionType(parser, loc, function, {&lhs, &rhs}, result);
  lhs = rhs = realTensor(result);
  if (!lhs)
    return parser.emitError(loc,
                            "expects a tensor of complex numbers, but got ")
           << result;
  return success();
}

void stablehlo::printComplexOpType(OpAsmPrinter &printer, Operation *op,
                                   Type lhs, Type rhs, Type result) {
  Type real = realTensor(result);
  if (lhs == real && rhs == real)
    printer << result;
  else
    printer.printFunctionalType(op);
}

ParseResult stablehlo::parseTupleOpType(OpAsmParser &parser,
                                        SmallVectorImpl<Type> &types,
                                        Type &result) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseType(result))
    return failure();
  auto tuple = dyn_cast<TupleType>(result);
  if (!tuple)
    return parser.emitError(loc, "expects a tuple type, but got ") << result;
  llvm::append_range(types, tuple.getTypes());
  return success();
}

void stablehlo::printTupleOpType(OpAsmPrinter &printer, Operation *, TypeRange,
                                 Type result) {
  printer << result;
}

ParseResult stablehlo::parsePairwiseOpType(OpAsmParser &parser,
                                           SmallVectorImpl<Type> &operands,
                                           SmallVectorImpl<Type> &results) {
  if (parser.parseTypeList(operands))
    return failure();
  llvm::append_range(results, operands);
  return success();
}

void stablehlo::printPairwiseOpType(OpAsmPrinter &printer, Operation *,
                                    TypeRange operands, TypeRange) {
  llvm::interleaveComma(operands, printer);
}
