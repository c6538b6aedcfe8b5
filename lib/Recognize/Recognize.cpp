// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   %e = exponential %shifted   ==>   … {amp.role = "softmax.interior"}
//   %s = reduce(%e) add         ==>   … {amp.role = "softmax.statistic"}
//   %y = divide %e, %s          ==>   … {amp.role = "softmax.output"}
#include "amp/Passes.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Recognize/GradientSums.h"
#include "lib/Recognize/Match.h"
#include "lib/Recognize/NormGradient.h"
#include "lib/Recognize/Norms.h"
#include "lib/Recognize/RoleWriter.h"

namespace mlir::amp {
#define GEN_PASS_DEF_RECOGNIZE
#include "amp/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

static bool isUpdate(StringRef group) {
  return group == "sgd" || group == "momentum" || group.starts_with("adam");
}

static bool isNorm(StringRef group) {
  return group == "norm" || group == "rms_norm" || group == "batch_norm";
}

/// Returns true if the program returns the result of `op`, or carries it as a
/// state.
static bool leaves(Operation *op) {
  return llvm::any_of(op->getUsers(), [](Operation *user) {
    return user->hasTrait<OpTrait::IsTerminator>() || !findMark(user).empty();
  });
}

namespace {
struct Recognize : amp::impl::RecognizeBase<Recognize> {
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (getOperation()->hasAttr(AmpDialect::appliedAttrName))
      return;
    const auto &graph = getAnalysis<ProgramGraph>();
    Scene scene(graph);
    gradients.clear();
    SmallVector<Operation *> ends = findEnds(graph, scene);
    RoleWriter writer(scene);
    Matcher matcher(scene);
    for (Operation *end : ends)
      recognize(end, matcher, scene, writer);
    numGroups = writer.finish();
    if (!gradients.empty())
      recognizeGradientSums(graph, gradients);
  }

  /// The ops that a composite may end with; marks of gradients are noted by the
  /// way.
  SmallVector<Operation *> findEnds(const ProgramGraph &graph, Scene &scene) {
    const Grammar &grammar = Grammar::get();
    SmallVector<Operation *> ends;
    for (const PlacedOp &placed : graph.getOps()) {
      Operation *op = placed.op;
      Kind kind = scene.kindOf(op);
      if (kind == Kind::call && findMark(op) == "amp.gradients")
        gradients.push_back(op);
      if (op->getNumResults() == 1 && !grammar.endingWith(kind).empty() &&
          isFloat(op->getResult(0).getType()))
        ends.push_back(op);
    }
    return ends;
  }

  /// Its scale and shift, and its backward pass.
  void addAroundNorm(Operation *end, unsigned number, const Matcher &norm,
                     Scene &scene, RoleWriter &writer) {
    for (Operation *op : findScaleAndShift(end, scene))
      writer.extend({op, nullptr, Role::output});
    StringRef pattern = Grammar::get().getPatterns()[number].group;
    StringRef group = nameGroup(pattern, norm);
    NormGradient gradient(scene, norm, /*hasMean=*/pattern != "rms_norm");
    if (SmallVector<Member> members = gradient.find(); !members.empty())
      writer.add(number, group, members);
  }

  /// In a function of several calls it may be one with what each call passes.
  bool matchInRuns(Operation *end, ArrayRef<const Frame *> runs,
                   const GroupPattern &pattern, unsigned number,
                   Matcher &matcher, RoleWriter &writer) {
    if (runs.empty() || !runs.front())
      return false;
    for (const Frame *run : runs) {
      if (!matcher.match(pattern, {end->getResult(0), run}))
        return false;
      writer.add(number, nameGroup(pattern.group, matcher),
                 matcher.getMembers());
    }
    return true;
  }

  void recognize(Operation *end, Matcher &matcher, Scene &scene,
                 RoleWriter &writer) {
    const Grammar &grammar = Grammar::get();
    ArrayRef<unsigned> numbers = grammar.endingWith(scene.kindOf(end));
    if (numbers.empty())
      return;
    SmallVector<const Frame *> runs = scene.runsOf(end);
    for (unsigned number : numbers) {
      const GroupPattern &pattern = grammar.getPatterns()[number];
      if (isUpdate(pattern.group) && !leaves(end))
        continue;
      if (!matcher.match(pattern, {end->getResult(0)})) {
        if (matchInRuns(end, runs, pattern, number, matcher, writer))
          return;
        continue;
      }
      writer.add(number, nameGroup(pattern.group, matcher),
                 matcher.getMembers());
      if (isNorm(pattern.group))
        addAroundNorm(end, number, matcher, scene, writer);
      if (const GroupPattern *before = grammar.findBefore(pattern.group))
        if (matcher.match(*before, matcher.getData()) &&
            !matcher.getMembers().empty())
          writer.add(number, before->group, matcher.getMembers());
      return;
    }
  }

  SmallVector<Operation *> gradients; ///< marks
};
} // namespace
