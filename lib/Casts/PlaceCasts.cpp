// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %a, %b {amp.precision = #amp.precision<[bf16, f32], R>}
//   ==>   %0 = amp.cast %a R : f32 to bf16   // one per value and type
//         %1 = amp.cast %b R : f32 to bf16
//         dot %0, %1
#include "amp/Passes.h"
#include "lib/Casts/CastPoints.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/MapVector.h"

namespace mlir::amp {
#define GEN_PASS_DEF_PLACECASTS
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static Type withElementType(Type type, Type element) {
  if (auto shaped = dyn_cast<ShapedType>(type))
    return shaped.clone(element);
  return element;
}

namespace {
/// Collects who needs which value in which type, then writes one cast for all.
class CastRequests {
public:
  void add(OpOperand &use, Type element, ReasonAttr reason) {
    if (getElementTypeOrSelf(use.get().getType()) == element)
      return;
    Request &request = requests[{use.get(), element}];
    request.uses.push_back(&use);
    request.reason = request.reason ? request.reason : reason;
  }

  unsigned write() {
    CastPoints points;
    for (auto &[key, request] : requests) {
      auto [value, element] = key;
      OpBuilder builder = points.find(value, request.uses);
      auto cast = CastOp::create(builder, value.getLoc(),
                                 withElementType(value.getType(), element),
                                 value, request.reason);
      points.placed(cast);
      for (OpOperand *use : request.uses)
        use->set(cast);
    }
    return requests.size();
  }

private:
  struct Request {
    SmallVector<OpOperand *, 2> uses;
    ReasonAttr reason;
  };
  llvm::MapVector<std::pair<Value, Type>, Request> requests;
};

/// An op that has its decided types, and a result that lost its own.
struct RetypedOp {
  Operation *op;
  const OpRow *row;
  PrecisionAttr precision;
};
struct RetypedResult {
  OpResult result;
  Type element;
  ReasonAttr reason;
};

struct PlaceCasts : amp::impl::PlaceCastsBase<PlaceCasts> {
  using Base::Base;
  void runOnOperation() override;

  LogicalResult takeDecision(Operation *op, const OpRow *row);
  void retypeResults(const RetypedOp &retyped);
  void requestCasts(CastRequests &requests);

  SmallVector<RetypedOp> ops;
  SmallVector<RetypedResult> results;
};
} // namespace

static bool isF32(Type type) { return getElementTypeOrSelf(type).isF32(); }

/// Consumes the decision of `op`; those that change types go on to `ops`.
LogicalResult PlaceCasts::takeDecision(Operation *op, const OpRow *row) {
  auto precision = dyn_cast_if_present<PrecisionAttr>(
      op->removeDiscardableAttr(AmpDialect::precisionAttrName));
  if (!precision) {
    if (llvm::none_of(op->getOperandTypes(), isF32) &&
        llvm::none_of(op->getResultTypes(), isF32))
      return success();
    return op->emitOpError("handles f32 and has no '")
           << AmpDialect::precisionAttrName
           << "'; run amp-assign-precision first";
  }
  if (precision.getSlots().empty())
    return success();
  unsigned wanted = row ? numSlots(op, *row) : 0;
  if (precision.getSlots().size() != wanted)
    return op->emitOpError() << "expects a type for each of its " << wanted
                             << " slots, but got " << precision;
  ops.push_back({op, row, precision});
  return success();
}

void PlaceCasts::retypeResults(const RetypedOp &retyped) {
  for (OpResult result : retyped.op->getResults()) {
    std::optional<unsigned> slot = slotOf(result, *retyped.row);
    if (!slot)
      continue;
    Type old = getElementTypeOrSelf(result.getType());
    Type element = retyped.precision.getSlots()[*slot];
    if (old == element)
      continue;
    result.setType(withElementType(result.getType(), element));
    results.push_back({result, old, retyped.precision.getReason()});
  }
}

void PlaceCasts::requestCasts(CastRequests &requests) {
  DenseSet<OpOperand *> decided;
  for (const RetypedOp &retyped : ops)
    for (OpOperand &operand : retyped.op->getOpOperands())
      if (std::optional<unsigned> slot = slotOf(operand, *retyped.row)) {
        decided.insert(&operand);
        requests.add(operand, retyped.precision.getSlots()[*slot],
                     retyped.precision.getReason());
      }
  // Whoever has no say of its own goes on reading the type it read before.
  for (const RetypedResult &retyped : results)
    for (OpOperand &use : retyped.result.getUses())
      if (!decided.contains(&use))
        requests.add(use, retyped.element, retyped.reason);
}

void PlaceCasts::runOnOperation() {
  ModuleOp module = getOperation();
  if (module->hasAttr(AmpDialect::appliedAttrName))
    return;
  auto taken = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    const OpRow *row = lookupRow(op);
    if (failed(takeDecision(op, row)))
      return WalkResult::interrupt();
    return row && row->regions == RegionRule::body ? WalkResult::skip()
                                                   : WalkResult::advance();
  });
  if (taken.wasInterrupted())
    return signalPassFailure();

  CastRequests requests;
  for (const RetypedOp &retyped : ops)
    retypeResults(retyped);
  requestCasts(requests);
  numCasts += requests.write();
  for (const RetypedOp &retyped : ops)
    if (auto model = dyn_cast<ModelOp>(retyped.op))
      model.adoptTypes();
  ops.clear();
  results.clear();
}
