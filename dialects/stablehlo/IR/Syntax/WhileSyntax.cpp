// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// stablehlo.while(%i = %zero, %x = %start) : tensor<i32>, tensor<4xf32>
// cond { … } do { … }
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Syntax/Syntax.h"

using namespace mlir;
using namespace mlir::amp;

void stablehlo::WhileOp::getAsmBlockArgumentNames(
    Region &, function_ref<void(Value, StringRef)> setName) {
  // Both regions use the same argument names, so that one list suffices.
  if (getCond().empty())
    return;
  for (BlockArgument argument : getCond().getArguments())
    setName(argument, "iterArg");
}

void stablehlo::WhileOp::print(OpAsmPrinter &printer) {
  printer << '(';
  if (!getCond().empty() && !getBody().empty())
    printer.shadowRegionArgs(getBody(), getCond().getArguments());
  llvm::interleaveComma(llvm::zip(getCond().getArguments(), getOperands()),
                        printer, [&](auto pair) {
                          printer << std::get<0>(pair) << " = "
                                  << std::get<1>(pair);
                        });
  printer << ')';
  if (getNumOperands())
    printer << " : " << getOperandTypes();
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer.printNewline();
  printer << "cond ";
  printer.printRegion(getCond(), /*printEntryBlockArgs=*/false);
  printer << " do ";
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

SmallVector<Region *> stablehlo::WhileOp::getLoopRegions() {
  return {&getCond(), &getBody()};
}

ParseResult stablehlo::WhileOp::parse(OpAsmParser &parser,
                                      OperationState &result) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<OpAsmParser::UnresolvedOperand> operands;
  if (parser.parseAssignmentList(arguments, operands))
    return failure();
  if (!operands.empty() && parser.parseColonTypeList(result.types))
    return failure();
  if (parser.resolveOperands(operands, result.types, loc, result.operands) ||
      parser.parseOptionalAttrDictWithKeyword(result.attributes))
    return failure();
  for (auto [argument, type] : llvm::zip_equal(arguments, result.types))
    argument.type = type;
  return failure(parser.parseKeyword("cond") ||
                 parser.parseRegion(*result.addRegion(), arguments) ||
                 parser.parseKeyword("do") ||
                 parser.parseRegion(*result.addRegion(), arguments));
}
