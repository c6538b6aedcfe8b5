// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two programs are walked side by side, from their results to their arguments.
// What only one of them has, because it scales or is marked, is seen through;
// so are calls that only one of them has. All else has to be the same.
#include "lib/Scaling/CheckScaling.h"
#include "amp/ScalingPasses.h"
#include "lib/Scaling/Comparison.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Parser/Parser.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKSCALING
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

LogicalResult Comparison::differ(Value marked, Value scaled) {
  Operation *op = scaled.getDefiningOp();
  if (!op)
    op = scaled.getParentBlock()->getParentOp();
  InFlightDiagnostic error = op->emitError();
  error << "breaks \"without its scaling a step is what it was\": '"
        << op->getName() << "' has another counterpart";
  error.attachNote(marked.getLoc()) << "this one";
  return error;
}

void Comparison::push(Value marked, const CallFrame *markedFrame, Value scaled,
                      const CallFrame *scaledFrame, bool leaves) {
  auto [found, isNew] = known.try_emplace(std::make_pair(marked, markedFrame),
                                          std::make_pair(scaled, scaledFrame));
  bool isSame = found->second == std::make_pair(scaled, scaledFrame);
  if (isNew || !isSame || leaves)
    work.push_back({{marked, markedFrame}, {scaled, scaledFrame}, leaves});
  found->second = {scaled, scaledFrame};
}

//===----------------------------------------------------------------------===//
// What has to be the same
//===----------------------------------------------------------------------===//

static bool yieldsPerResult(Operation *op) {
  Operation *end = op->getNumRegions() && op->getRegion(0).hasOneBlock()
                       ? &op->getRegion(op->getNumRegions() - 1).front().back()
                       : nullptr;
  return end && end->getNumOperands() == op->getNumResults() &&
         (op->getNumOperands() == op->getRegion(0).getNumArguments() ||
          op->getRegion(0).getNumArguments() == 0);
}

/// Attributes but those that list what is threaded through.
static bool haveSameAttributes(Operation *a, Operation *b) {
  auto strip = [](Operation *op) {
    NamedAttrList attributes(op->getAttrDictionary());
    if (yieldsPerResult(op)) {
      attributes.erase("in_shardings");
      attributes.erase("out_shardings");
    }
    return attributes.getDictionary(op->getContext());
  };
  if (a->getAttrDictionary() == b->getAttrDictionary())
    return true;
  return strip(a) == strip(b);
}

/// Control flow: the same result of each region; all that decides, too.
LogicalResult Comparison::compareResults(OpResult marked,
                                         const CallFrame *markedFrame,
                                         OpResult scaled,
                                         const CallFrame *scaledFrame,
                                         bool leaves) {
  Operation *a = marked.getOwner(), *b = scaled.getOwner();
  unsigned number = marked.getResultNumber();
  if (a->getName() != b->getName() || number != scaled.getResultNumber() ||
      a->getNumRegions() != b->getNumRegions() || !haveSameAttributes(a, b))
    return differ(marked, scaled);
  if (!yieldsPerResult(a) || !yieldsPerResult(b)) {
    if (a->getNumOperands() != b->getNumOperands())
      return differ(marked, scaled);
    for (auto [left, right] : llvm::zip(a->getRegions(), b->getRegions()))
      if (!OperationEquivalence::isRegionEquivalentTo(
              &left, &right, OperationEquivalence::IgnoreLocations))
        return differ(marked, scaled);
    for (auto [left, right] : llvm::zip(a->getOperands(), b->getOperands()))
      push(left, markedFrame, right, scaledFrame);
    return success();
  }
  bool takesAll = a->getRegion(0).getNumArguments() != 0;
  if (!takesAll) // a condition
    for (auto [left, right] : llvm::zip(a->getOperands(), b->getOperands()))
      push(left, markedFrame, right, scaledFrame);
  bool isLoop = takesAll && a->getNumRegions() == 2;
  for (auto [left, right] : llvm::zip(a->getRegions(), b->getRegions())) {
    Operation *leftEnd = &left.front().back();
    Operation *rightEnd = &right.front().back();
    bool isCondition = isLoop && left.getRegionNumber() == 0;
    unsigned yielded = isCondition ? 0 : number;
    push(leftEnd->getOperand(yielded), markedFrame,
         rightEnd->getOperand(yielded), scaledFrame, leaves && !isCondition);
  }
  if (isLoop)
    push(a->getOperand(number), markedFrame, b->getOperand(number),
         scaledFrame);
  return success();
}

LogicalResult Comparison::compareArguments(ComparedPair pair) {
  auto marked = cast<BlockArgument>(pair.marked.value);
  auto scaled = dyn_cast<BlockArgument>(pair.scaled.value);
  if (!scaled || marked.getArgNumber() != scaled.getArgNumber())
    return differ(pair.marked.value, pair.scaled.value);
  Operation *a = marked.getOwner()->getParentOp();
  Operation *b = scaled.getOwner()->getParentOp();
  if (a->getName() != b->getName())
    return differ(pair.marked.value, pair.scaled.value);
  if (isa<FunctionOpInterface>(a))
    return success();
  unsigned number = marked.getArgNumber();
  if (a->getNumRegions() == 2) // a loop: the value that it carries
    push(a->getResult(number), pair.marked.frame, b->getResult(number),
         pair.scaled.frame);
  else
    push(a->getOperand(number), pair.marked.frame, b->getOperand(number),
         pair.scaled.frame);
  return success();
}

LogicalResult Comparison::step(ComparedPair pair) {
  if (failed(seeBoth(pair)))
    return failure();
  auto marked = dyn_cast<OpResult>(pair.marked.value);
  auto scaled = dyn_cast<OpResult>(pair.scaled.value);
  if (!marked)
    return compareArguments(pair);
  if (!scaled)
    return differ(pair.marked.value, pair.scaled.value);
  return compareResults(marked, pair.marked.frame, scaled, pair.scaled.frame,
                        pair.leaves);
}

LogicalResult Comparison::compare(FunctionOpInterface marked,
                                  FunctionOpInterface scaled) {
  Operation *a = marked.getFunctionBody().front().getTerminator();
  Operation *b = scaled.getFunctionBody().front().getTerminator();
  if (b->getNumOperands() < a->getNumOperands())
    return scaled.emitError()
           << "breaks \"results are only appended\": expects "
           << a->getNumOperands() << " results at least, but got "
           << b->getNumOperands();
  for (unsigned i = 0; i < a->getNumOperands(); ++i)
    push(a->getOperand(i), nullptr, b->getOperand(i), nullptr,
         /*leaves=*/true);
  while (!work.empty())
    if (failed(step(work.pop_back_val())))
      return failure();
  return success();
}

LogicalResult amp::checkScaling(ModuleOp marked, ModuleOp scaled) {
  for (auto function : marked.getOps<FunctionOpInterface>()) {
    if (!function.isPublic() || !function.getFunctionBody().hasOneBlock())
      continue;
    auto now = SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(
        scaled, function.getNameAttr());
    if (!now || !now.getFunctionBody().hasOneBlock())
      return scaled.emitError() << "breaks \"symbols stay\": '"
                                << function.getName() << "' is gone";
    if (failed(Comparison(marked, scaled).compare(function, now)))
      return failure();
  }
  return success();
}

namespace {
struct CheckScaling : amp::impl::CheckScalingBase<CheckScaling> {
  using Base::Base;

  void runOnOperation() override {
    OwningOpRef<ModuleOp> marked =
        parseSourceFile<ModuleOp>(input, &getContext());
    if (!marked || failed(checkScaling(*marked, getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
