// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Verifier of marks in composite form, which exporters emit:
//
//   stablehlo.composite "amp.state" %new, %old {composite_attributes =
//       {group = "main", names = ["w"], kinds = ["parameter"]}, …}
#include "dialects/amp/IR/AmpMarks.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
/// Signature of a mark. The composite has `operandsPerResult` operands for each
/// result: the new value and, for states, the old value.
struct MarkForm {
  StringLiteral name;
  unsigned operandsPerResult;
  bool hasOneResult;
};
} // namespace

static constexpr MarkForm forms[] = {
    {GradientsOp::markName, 1, false},
    {LossOp::markName, 1, true},
    {SeedOp::markName, 1, true},
    {StateOp::markName, 2, false},
};

static LogicalResult verifyShape(Operation *op, const MarkForm &mark) {
  unsigned results = op->getNumResults(), operands = op->getNumOperands();
  if (mark.hasOneResult && results != 1)
    return op->emitError() << "expects \"" << mark.name
                           << "\" to have one result, but got " << results;
  if (operands != results * mark.operandsPerResult)
    return op->emitError() << "expects \"" << mark.name << "\" to have "
                           << results * mark.operandsPerResult
                           << " operands for its " << results
                           << " results, but got " << operands;
  for (OpOperand &operand : op->getOpOperands()) {
    unsigned result = operand.getOperandNumber() % results;
    if (operand.get().getType() != op->getResult(result).getType())
      return op->emitError()
             << "expects \"" << mark.name << "\" to have operands like result "
             << result << ", " << op->getResult(result).getType()
             << ", but operand " << operand.getOperandNumber() << " is "
             << operand.get().getType();
  }
  return success();
}

/// Verifies that attribute `name` is absent or an array of strings.
static LogicalResult verifyStrings(Operation *op, DictionaryAttr said,
                                   StringRef name) {
  Attribute attr = said.get(name);
  auto all = dyn_cast_if_present<ArrayAttr>(attr);
  if (!attr || (all && llvm::all_of(all, llvm::IsaPred<StringAttr>)))
    return success();
  return op->emitError() << "expects '" << name
                         << "' of a mark to be an array of strings, but got "
                         << attr;
}

static LogicalResult verifyWords(Operation *op) {
  auto said = op->getAttrOfType<DictionaryAttr>("composite_attributes");
  if (!said)
    return success();
  if (Attribute group = said.get("group"); group && !isa<StringAttr>(group))
    return op->emitError()
           << "expects 'group' of a mark to be a string, but got " << group;
  if (failed(verifyStrings(op, said, "names")))
    return failure();
  return verifyStrings(op, said, "kinds");
}

LogicalResult amp::verifyMark(Operation *op, StringRef name) {
  const MarkForm *mark =
      llvm::find_if(forms, [&](const MarkForm &m) { return m.name == name; });
  if (mark == std::end(forms))
    return op->emitError() << "expects a mark among amp.loss, amp.seed, "
                              "amp.gradients and amp.state, but got \""
                           << name << "\"";
  if (failed(verifyWords(op)) || failed(verifyShape(op, *mark)))
    return failure();
  return verifyMarkValues(op, name);
}
