// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot %a, %b   ==>   dot %a, %b {amp.precision =
//                      #amp.precision<[bf16, f32], <allow, "contraction">>}
// add %a, %b   ==>   add %a, %b {amp.precision =
//                      #amp.precision<[], <unlisted>>}
#include "amp/Passes.h"
#include "lib/Precision/CallSites.h"
#include "lib/Precision/Colours.h"
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

namespace {
/// Writes what painting found as `amp.precision`.
class Writer {
public:
  Writer(const SlotGraph &graph, PolicyAttr policy)
      : graph(graph), policy(policy),
        unlisted(
            ReasonAttr::get(policy.getContext(), ReasonKind::unlisted, {})),
        name(StringAttr::get(policy.getContext(),
                             AmpDialect::precisionAttrName)) {}

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
    if (!isLow) {
      slots.clear();
      warnIfForced(op, reason ? reason : unlisted);
    }
    auto precision =
        PrecisionAttr::get(op->getContext(), slots, reason ? reason : unlisted);
    if (!op->getRawDictionaryAttrs().empty())
      return op->setDiscardableAttr(name, precision);
    DictionaryAttr &alone = dictionaries[precision];
    if (!alone)
      alone = DictionaryAttr::get(op->getContext(),
                                  NamedAttribute(name, precision));
    op->setDiscardableAttrs(alone);
  }

private:
  static void warnIfForced(Operation *op, ReasonAttr reason) {
    auto wish = op->getAttrOfType<RequireAttr>(AmpDialect::requireAttrName);
    if (wish && wish.getList() == ListKind::force)
      op->emitWarning() << "keeps its types, although '"
                        << AmpDialect::requireAttrName
                        << "' forces it low, for the reason " << reason;
  }

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
  StringAttr name;
  unsigned next = 0;
  /// The attributes of ops that had none, by what they come to.
  llvm::DenseMap<PrecisionAttr, DictionaryAttr> dictionaries;
};

struct AssignPrecision : amp::impl::AssignPrecisionBase<AssignPrecision> {
  using Base::Base;
  void runOnOperation() override;
};
} // namespace

static SmallVector<Type> typesOf(ArrayRef<Joint> joints) {
  return llvm::map_to_vector(joints, [](const Joint &joint) {
    Value value = joint.values.empty() ? joint.inputs.front()->get()
                                       : joint.values.front();
    return getElementTypeOrSelf(value.getType());
  });
}

static void writeDecisions(const SlotGraph &graph, PolicyAttr policy,
                           const CallMap &calls) {
  Writer writer(graph, policy);
  for (auto [op, row] : graph.ops) {
    if (auto known = calls.find(op); known != calls.end())
      writer.write(op, typesOf(findJoints(cast<FunctionOpInterface>(op),
                                          known->second)));
    else if (handsOn(row))
      writer.write(op, typesOf(findJoints(op, row)));
    else
      writer.write(op, SmallVector<Type>(row ? numSlots(op, *row) : 0,
                                         policy.getAccumulate()));
  }
}

/// What rules and conditions came to is in the reasons now.
static void consumeListed(ModuleOp module) {
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
  FailureOr<CallSites> sites = CallSites::find(module, policy);
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
  writeDecisions(graph, policy, sites->calls());
  if (policy.hasConditions() || sites->hasPassedOn())
    consumeListed(module);
  sites->merge(module);
  // Attributes only, each verified where it was made.
  if (!sites->changed())
    markAllAnalysesPreserved();
}
