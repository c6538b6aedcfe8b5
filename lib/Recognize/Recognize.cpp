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

/// Returns true if the program returns the result of `op`, or marks it as
/// training state.
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
    ProgramDataflow dataflow(graph);
    gradients.clear();
    SmallVector<Operation *> ends = findEnds(graph, dataflow);
    RoleWriter writer(dataflow);
    Matcher matcher(dataflow);
    for (Operation *end : ends)
      recognize(end, matcher, dataflow, writer);
    numGroups = writer.finish();
    if (!gradients.empty())
      recognizeGradientSums(graph, gradients);
  }

  /// Returns the ops that a composite may end with; collects gradient marks,
  /// too.
  SmallVector<Operation *> findEnds(const ProgramGraph &graph,
                                    ProgramDataflow &dataflow) {
    const Grammar &grammar = Grammar::get();
    SmallVector<Operation *> ends;
    for (const PlacedOp &placed : graph.getOps()) {
      Operation *op = placed.op;
      Kind kind = dataflow.kindOf(op);
      if (findMark(op) == "amp.gradients")
        gradients.push_back(op);
      if (op->getNumResults() == 1 && !grammar.endingWith(kind).empty() &&
          isFloat(op->getResult(0).getType()))
        ends.push_back(op);
    }
    return ends;
  }

  /// Adds scale and shift, and the backward pass, of a norm.
  void addAroundNorm(Operation *end, unsigned number, const Matcher &norm,
                     ProgramDataflow &dataflow, RoleWriter &writer) {
    for (Operation *op : findScaleAndShift(end, dataflow))
      writer.extend({op, nullptr, Role::output});
    StringRef pattern = Grammar::get().getPatterns()[number].group;
    StringRef group = nameGroup(pattern, norm);
    NormGradient gradient(dataflow, norm, /*hasMean=*/pattern != "rms_norm");
    if (SmallVector<Member> members = gradient.find(); !members.empty())
      writer.add(number, group, members);
  }

  /// Matches in each call context: producers may be operands of the calls.
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

  void recognize(Operation *end, Matcher &matcher, ProgramDataflow &dataflow,
                 RoleWriter &writer) {
    const Grammar &grammar = Grammar::get();
    ArrayRef<unsigned> numbers = grammar.endingWith(dataflow.kindOf(end));
    if (numbers.empty())
      return;
    SmallVector<const Frame *> runs = dataflow.runsOf(end);
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
        addAroundNorm(end, number, matcher, dataflow, writer);
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
