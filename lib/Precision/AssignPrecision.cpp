// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %a, %b   ==>   dot %a, %b {amp.precision =
//                      #amp.precision<[bf16, f32], <allow, "contraction">>}
// add %a, %b   ==>   add %a, %b {amp.precision =
//                      #amp.precision<[], <unlisted>>}
#include "amp/Passes.h"
#include "lib/Precision/CallSites.h"
#include "lib/Precision/PolicyMatcher.h"
#include "lib/Precision/Range.h"
#include "lib/Precision/Structure.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/CallInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_ASSIGNPRECISION
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static bool callsFunction(Operation *op) {
  return op->walk([](CallOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// What in the program itself fixes the types of `op`, if anything: a named
/// attribute, or a float of another type among values that share one.
static StringRef findGiven(const SlotNode &node) {
  const OpRow *row = node.row;
  if (!row)
    return {};
  if (!row->fixedBy.empty() && node.op->getAttr(row->fixedBy))
    return row->fixedBy;
  // The types of a function that a body calls are not the body's to change.
  if (row->regions == RegionRule::body && callsFunction(node.op))
    return "body";
  auto isOther = [](Type type) {
    Type element = getElementTypeOrSelf(type);
    return isa<FloatType, ComplexType>(element) && !element.isF32();
  };
  for (OpOperand &operand : node.op->getOpOperands())
    if (slotOf(operand, *row) == node.slot && isOther(operand.get().getType()))
      return "operands";
  for (OpResult result : node.op->getResults())
    if (slotOf(result, *row) == node.slot && isOther(result.getType()))
      return "results";
  return {};
}

static bool isContractionResult(const SlotNode &node) {
  return node.row && node.row->opClass == OpClass::contraction &&
         !node.isContraction;
}

/// The op that multiplies what this result of a contraction sums; its node
/// stands right before it. None for other nodes.
static const SlotNode *findProduct(const SlotGraph &graph, unsigned number) {
  return isContractionResult(graph.nodes[number]) && number > 0 &&
                 graph.nodes[number - 1].op == graph.nodes[number].op
             ? &graph.nodes[number - 1]
             : nullptr;
}

static bool isGiven(const SlotNode &node) {
  return node.reason && node.reason.getKind() == ReasonKind::given;
}

static void colour(SlotGraph &graph, PolicyAttr policy) {
  PolicyMatcher matcher(policy);
  for (auto [number, node] : llvm::enumerate(graph.nodes)) {
    PolicyMatcher::Verdict verdict = matcher.find(node);
    node.colour = verdict.colour;
    node.reason = verdict.reason;
    node.isForced = verdict.isForced;
    const SlotNode *product = findProduct(graph, number);
    StringRef given = findGiven(node);
    if (isContractionResult(node) && (!product || isGiven(*product)))
      given = "operands";
    if (node.slot == SlotNode::fixed || !given.empty()) {
      node.colour = node.colour == Colour::deny ? Colour::deny : Colour::none;
      node.isForced = false;
      if (!given.empty())
        node.reason =
            ReasonAttr::get(policy.getContext(), ReasonKind::given,
                            StringAttr::get(policy.getContext(), given));
    }
    // A clear result belongs to its product.
    if (product && node.colour == Colour::clear &&
        product->colour == Colour::allow)
      node.colour = Colour::allow;
  }
}

namespace {
/// Writes what painting found as `amp.precision`.
class Writer {
public:
  Writer(const SlotGraph &graph, PolicyAttr policy)
      : graph(graph), policy(policy),
        unlisted(
            ReasonAttr::get(policy.getContext(), ReasonKind::unlisted, {})) {}

  /// One type per slot, or none at all where every slot stays as it is. Ops
  /// come in the order of the nodes.
  void write(Operation *op, ArrayRef<Type> current) {
    SmallVector<Type> slots(current);
    ReasonAttr reason;
    bool isLow = false;
    for (; next < graph.nodes.size() && graph.nodes[next].op == op; ++next) {
      const SlotNode &node = graph.nodes[next];
      bool low = node.slot != SlotNode::fixed && isLowSlot(next);
      if (!reason || (low && !isLow))
        reason = node.reason;
      isLow |= low;
      if (node.slot != SlotNode::fixed)
        slots[node.slot] = low ? policy.getCompute() : policy.getAccumulate();
    }
    if (!isLow)
      slots.clear();
    op->setDiscardableAttr(AmpDialect::precisionAttrName,
                           PrecisionAttr::get(op->getContext(), slots,
                                              reason ? reason : unlisted));
  }

private:
  /// The result of a contraction is low only where it multiplies low values and
  /// somebody reads it low.
  bool isLowSlot(unsigned number) const {
    const SlotNode &node = graph.nodes[number];
    if (node.colour != Colour::allow)
      return false;
    const SlotNode *product = findProduct(graph, number);
    if (!product || product->colour != Colour::allow)
      return !product;
    if (node.isForced)
      return true;
    return llvm::any_of(graph.readersOf(number), [&](unsigned reader) {
      return graph.nodes[reader].colour == Colour::allow;
    });
  }

  const SlotGraph &graph;
  PolicyAttr policy;
  ReasonAttr unlisted;
  unsigned next = 0;
};

struct AssignPrecision : amp::impl::AssignPrecisionBase<AssignPrecision> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static bool handlesF32(Operation *op) {
  return llvm::any_of(op->getOperandTypes(), isF32) ||
         llvm::any_of(op->getResultTypes(), isF32);
}

static SmallVector<Type> typesOf(ArrayRef<Joint> joints) {
  return llvm::map_to_vector(joints, [](const Joint &joint) {
    Value value = joint.values.empty() ? joint.inputs.front()->get()
                                       : joint.values.front();
    return getElementTypeOrSelf(value.getType());
  });
}

static void writeDecisions(ModuleOp module, const SlotGraph &graph,
                           PolicyAttr policy, const SlotGraph::CallMap &calls) {
  Writer writer(graph, policy);
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    const OpRow *row = lookupRow(op);
    if (auto known = calls.find(op); known != calls.end())
      writer.write(op, typesOf(findJoints(cast<FunctionOpInterface>(op),
                                          known->second)));
    else if (handsOn(row))
      writer.write(op, typesOf(findJoints(op, row)));
    else if (handlesF32(op))
      writer.write(op, SmallVector<Type>(row ? numSlots(op, *row) : 0,
                                         policy.getAccumulate()));
    return row && row->regions == RegionRule::body ? WalkResult::skip()
                                                   : WalkResult::advance();
  });
}

/// What rules and conditions came to is in the reasons now.
static void consumeListed(ModuleOp module, PolicyAttr policy) {
  if (!policy.hasConditions())
    return;
  auto listed =
      StringAttr::get(module.getContext(), AmpDialect::listedAttrName);
  auto listedResult =
      StringAttr::get(module.getContext(), AmpDialect::listedResultAttrName);
  module.walk([&](Operation *op) {
    op->removeDiscardableAttr(listed);
    op->removeDiscardableAttr(listedResult);
  });
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
  FailureOr<CallSites> sites = CallSites::find(module);
  if (failed(sites))
    return signalPassFailure();
  sites->split(module);
  SlotGraph graph(module, sites->calls());
  colour(graph, policy);
  pinRandom(graph);
  pinStructure(graph);
  pinOutOfRange(graph, cast<FloatType>(policy.getCompute()));
  if (failed(paint(graph, findExactGroups(graph))))
    return signalPassFailure();
  writeDecisions(module, graph, policy, sites->calls());
  consumeListed(module, policy);
  sites->merge(module);
  // Attributes only, each verified where it was made.
  if (!sites->changed())
    markAllAnalysesPreserved();
}
