// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %a, %b {amp.precision = #amp.precision<[bf16, f32], R>}
//   ==>   %0 = amp.cast %a R : f32 to bf16   // one per value and type
//         %1 = amp.cast %b R : f32 to bf16
//         dot %0, %1
#include "amp/Passes.h"
#include "lib/Casts/CastRequests.h"
#include "lib/Casts/DecidedOp.h"
#include "lib/Casts/RetypeBody.h"
#include "lib/Graph/Calls.h"
#include "mlir/IR/TypeUtilities.h"
#include <deque>

namespace mlir::amp {
#define GEN_PASS_DEF_PLACECASTS
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::casts;

namespace {
/// Value whose type a decision changed, with its old element type.
struct RetypedValue {
  Value value;
  Type element;
  ReasonAttr reason;
};

/// A deque, because its elements are large and growth does not move them.
using DecidedOps = std::deque<DecidedOp>;

struct PlaceCasts : amp::impl::PlaceCastsBase<PlaceCasts> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static bool changesTypes(FunctionOpInterface function) {
  auto precision = dyn_cast_if_present<PrecisionAttr>(
      function->getDiscardableAttr(AmpDialect::precisionAttrName));
  return precision && !precision.getSlots().empty();
}

/// Appends the decision of `op` to `decided`, if it changes types.
static LogicalResult takeDecision(Operation *op, PrecisionAttr precision,
                                  const CallMap &calls, bool keepReasons,
                                  DecidedOps &decided) {
  if (!precision) {
    if (!handlesF32(op))
      return success();
    return op->emitOpError("handles f32 and has no '")
           << AmpDialect::precisionAttrName
           << "'; run amp-assign-precision first";
  }
  if (keepReasons)
    op->setDiscardableAttr(AmpDialect::reasonAttrName, precision.getReason());
  if (keepReasons && precision.getSafety() != Safety::assumed)
    op->setDiscardableAttr(
        AmpDialect::safetyAttrName,
        SafetyAttr::get(op->getContext(), precision.getSafety()));
  if (precision.getSlots().empty())
    return success();
  FailureOr<DecidedOp> matched = matchDecision(op, precision, calls.lookup(op));
  if (failed(matched))
    return failure();
  decided.push_back(std::move(*matched));
  return success();
}

static void retypeValues(const DecidedOp &decided,
                         SmallVector<RetypedValue> &retyped) {
  for (const DecidedSlot &slot : decided.slots)
    for (Value value : slot.values) {
      Type old = getElementTypeOrSelf(value.getType());
      if (old == slot.element)
        continue;
      value.setType(withElementType(value.getType(), slot.element));
      retyped.push_back({value, old, decided.reason});
    }
}

static void requestCasts(const DecidedOps &decided,
                         ArrayRef<RetypedValue> retyped,
                         CastRequests &requests) {
  DenseSet<OpOperand *> hasSay;
  auto request = [&](ArrayRef<OpOperand *> inputs, Type element,
                     ReasonAttr reason) {
    for (OpOperand *input : inputs) {
      hasSay.insert(input);
      requests.add(*input, element, reason);
    }
  };
  for (const DecidedOp &op : decided) {
    for (const DecidedSlot &slot : op.slots)
      request(slot.inputs, slot.element, op.reason);
    if (SmallVector<OpOperand *> captures = findCaptures(op); !captures.empty())
      request(captures, op.slots.front().element, op.reason);
  }
  // Uses without a decision keep the old type of their operand.
  for (const RetypedValue &value : retyped)
    for (OpOperand &use : value.value.getUses())
      if (!hasSay.contains(&use))
        requests.add(use, value.element, value.reason);
}

/// Adapts the function type, or regions and attributes of an op, to new types.
static void adoptTypes(const DecidedOp &decided) {
  if (auto function = dyn_cast<FunctionOpInterface>(decided.op)) {
    SmallVector<Type> results(function.getResultTypes());
    auto slots = ArrayRef(decided.slots).drop_front(function.getNumArguments());
    for (auto [type, slot] : llvm::zip_equal(results, slots))
      if (isF32(type))
        type = withElementType(type, slot.element);
    function.setType(function.cloneTypeWith(
        function.getFunctionBody().getArgumentTypes(), results));
  } else if (auto model = dyn_cast<ModelOp>(decided.op)) {
    model.adoptTypes();
  }
}

void PlaceCasts::runOnOperation() {
  ModuleOp module = getOperation();
  if (module->hasAttr(AmpDialect::appliedAttrName))
    return;
  CallMap calls;
  if (llvm::any_of(module.getOps<FunctionOpInterface>(), changesTypes))
    calls = findCalls(module);
  DecidedOps decided;
  auto name = StringAttr::get(&getContext(), AmpDialect::precisionAttrName);
  WalkResult taken = walkOps(module, [&](Operation *op) {
    auto precision =
        dyn_cast_if_present<PrecisionAttr>(op->removeDiscardableAttr(name));
    return takeDecision(op, precision, calls, keepReasons, decided);
  });
  if (taken.wasInterrupted())
    return signalPassFailure();

  SmallVector<RetypedValue> retyped;
  CastRequests requests;
  for (const DecidedOp &op : decided)
    retypeValues(op, retyped);
  requestCasts(decided, retyped, requests);
  for (const DecidedOp &op : decided)
    retypeBody(op);
  numCasts += requests.write();
  for (const DecidedOp &op : decided)
    adoptTypes(op);
}
