// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Short forms of operand and result types: custom<X> of a .td file is parseX
// and printX here.
#ifndef DIALECTS_STABLEHLO_IR_SYNTAX_TYPESYNTAX_H
#define DIALECTS_STABLEHLO_IR_SYNTAX_TYPESYNTAX_H

#include "dialects/stablehlo/IR/StablehloAttributes.h"

namespace mlir::amp::stablehlo {

using Operands = SmallVectorImpl<OpAsmParser::UnresolvedOperand>;

// `tensor<2xf32>` if all types are equal, else `(operands) -> result`.
ParseResult parseOneType(OpAsmParser &parser, ArrayRef<Type *> operands,
                         Type &result);
void printOneType(OpAsmPrinter &printer, Operation *op);

template <typename... Types>
ParseResult parseSameOperandsAndResultType(OpAsmParser &parser, Type &first,
                                           Types &...rest) {
  SmallVector<Type *> types = {&first, &rest...};
  Type *result = types.pop_back_val();
  return parseOneType(parser, types, *result);
}
template <typename... Types>
void printSameOperandsAndResultType(OpAsmPrinter &printer, Operation *op,
                                    Types...) {
  printOneType(printer, op);
}

ParseResult parseVariadicSameOperandsAndResultType(OpAsmParser &parser,
                                                   Operands &operands,
                                                   SmallVectorImpl<Type> &types,
                                                   Type &result);
void printVariadicSameOperandsAndResultType(OpAsmPrinter &printer,
                                            Operation *op, OperandRange,
                                            TypeRange, Type);

// `pred, value`
ParseResult parseSelectOpType(OpAsmParser &parser, Type &pred, Type &onTrue,
                              Type &onFalse, Type &result);
void printSelectOpType(OpAsmPrinter &printer, Operation *op, Type pred,
                       Type onTrue, Type onFalse, Type result);

// The complex type; the operands have its element type as real tensors.
ParseResult parseComplexOpType(OpAsmParser &parser, Type &lhs, Type &rhs,
                               Type &result);
void printComplexOpType(OpAsmPrinter &printer, Operation *op, Type lhs,
                        Type rhs, Type result);

// The tuple type; the operands have its element types.
ParseResult parseTupleOpType(OpAsmParser &parser, SmallVectorImpl<Type> &types,
                             Type &result);
void printTupleOpType(OpAsmPrinter &printer, Operation *op, TypeRange types,
                      Type result);

// One list of types, for both operands and results.
ParseResult parsePairwiseOpType(OpAsmParser &parser,
                                SmallVectorImpl<Type> &operands,
                                SmallVectorImpl<Type> &results);
void printPairwiseOpType(OpAsmPrinter &printer, Operation *op,
                         TypeRange operands, TypeRange results);

} // namespace mlir::amp::stablehlo

#endif // DIALECTS_STABLEHLO_IR_SYNTAX_TYPESYNTAX_H
