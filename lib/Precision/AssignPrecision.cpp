// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %a, %b   ==>   dot %a, %b {amp.precision =
//                      #amp.precision<[bf16, f32], <allow, "contraction">>}
// add %a, %b   ==>   add %a, %b {amp.precision =
//                      #amp.precision<[], <unlisted>>}
#include "amp/Passes.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/DenseMap.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ASSIGNPRECISION
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

namespace {
/// The lists of a policy, ready to be asked about one op at a time.
class Lists {
public:
  explicit Lists(PolicyAttr policy) {
    add(policy.getAllow(), ReasonKind::allow);
    add(policy.getDeny(), ReasonKind::deny);
  }

  /// The entry for an op: by its name, else by its class, else none.
  ReasonAttr find(Operation *op, const OpRow *row) const {
    StringAttr name = op->getName().getIdentifier();
    auto entry = entries.find(name);
    if (entry == entries.end() && row)
      entry = entries.find(StringAttr::get(op->getContext(),
                                           stringifyOpClass(classOf(op, row))));
    return entry == entries.end() ? nullptr : entry->second;
  }

private:
  void add(ArrayAttr list, ReasonKind kind) {
    for (StringAttr entry : list.getAsRange<StringAttr>())
      entries[entry] = ReasonAttr::get(list.getContext(), kind, entry);
  }

  llvm::DenseMap<StringAttr, ReasonAttr> entries;
};

struct AssignPrecision : amp::impl::AssignPrecisionBase<AssignPrecision> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static bool isF32(Type type) { return getElementTypeOrSelf(type).isF32(); }

static bool handlesF32(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isF32) ||
         llvm::any_of(op->getResultTypes(), isF32);
}

/// What in the program itself fixes the types of `op`, if anything: a named
/// attribute, or a value of a slot that is not f32.
static StringRef findGiven(Operation *op, const OpRow &row) {
  if (!row.fixedBy.empty() && op->getAttr(row.fixedBy))
    return row.fixedBy;
  for (OpOperand &operand : op->getOpOperands())
    if (slotOf(operand, row) && !isF32(operand.get().getType()))
      return "operands";
  for (OpResult result : op->getResults())
    if (slotOf(result, row) && !isF32(result.getType()))
      return "results";
  return {};
}

static FailureOr<PrecisionAttr> decide(Operation *op, const OpRow *row,
                                       PolicyAttr policy, const Lists &lists) {
  MLIRContext *context = op->getContext();
  ReasonAttr reason = lists.find(op, row);
  if (!reason)
    reason = ReasonAttr::get(context, ReasonKind::unlisted, {});
  if (reason.getKind() != ReasonKind::allow)
    return PrecisionAttr::get(context, {}, reason);
  if (classOf(op, row) != OpClass::contraction)
    return op->emitOpError()
           << "is allowed by " << reason.getEntry()
           << ", but the solver for contractions lowers nothing else";
  if (StringRef given = findGiven(op, *row); !given.empty())
    return PrecisionAttr::get(context, {},
                              ReasonAttr::get(context, ReasonKind::given,
                                              StringAttr::get(context, given)));
  SmallVector<Type> slots(numSlots(op, *row), policy.getAccumulate());
  slots.front() = policy.getCompute();
  return PrecisionAttr::get(context, slots, reason);
}

void AssignPrecision::runOnOperation() {
  ModuleOp module = getOperation();
  if (module->hasAttr(AmpDialect::appliedAttrName))
    return;
  auto policy = module->getAttrOfType<PolicyAttr>(AmpDialect::policyAttrName);
  if (!policy) {
    emitError(module.getLoc())
        << "expects '" << AmpDialect::policyAttrName
        << "' on the module; run amp-attach-policy first";
    return signalPassFailure();
  }
  if (!policy.getInfer().empty() || !policy.getClear().empty()) {
    emitError(module.getLoc(), "infer and clear lists are not supported by "
                               "the solver for contractions");
    return signalPassFailure();
  }
  Lists lists(policy);
  auto assigned = module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    const OpRow *row = lookupRow(op);
    if (handlesF32(op)) {
      FailureOr<PrecisionAttr> decision = decide(op, row, policy, lists);
      if (failed(decision))
        return WalkResult::interrupt();
      op->setDiscardableAttr(AmpDialect::precisionAttrName, *decision);
    }
    return row && row->regions == RegionRule::body ? WalkResult::skip()
                                                   : WalkResult::advance();
  });
  if (assigned.wasInterrupted())
    signalPassFailure();
}
