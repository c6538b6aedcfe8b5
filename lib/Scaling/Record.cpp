// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/Record.h"
#include "mlir/IR/Remarks.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static StringRef kindOf(StateOp mark, unsigned number) {
  ArrayAttr kinds = mark.getKindsAttr();
  return kinds ? cast<StringAttr>(kinds[number]).getValue() : "other";
}

static StringAttr nameOf(Builder &builder, ArrayAttr names, unsigned number) {
  return names ? cast<StringAttr>(names[number])
               : builder.getStringAttr(std::to_string(number));
}

static DictionaryAttr describeGradient(Builder &builder, GradientsOp mark,
                                       unsigned number) {
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("name",
                            nameOf(builder, mark.getNamesAttr(), number)),
       builder.getNamedAttr("type", builder.getStringAttr(debugString(
                                        mark.getResult(number).getType()))),
       builder.getNamedAttr("location", mark.getLoc())});
}

static DictionaryAttr describeState(Builder &builder, StateOp mark,
                                    unsigned number) {
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("name",
                            nameOf(builder, mark.getNamesAttr(), number)),
       builder.getNamedAttr("kind",
                            builder.getStringAttr(kindOf(mark, number))),
       builder.getNamedAttr(
           "guarded", builder.getBoolAttr(!mark.alwaysAdvances(number)))});
}

static DictionaryAttr describeGroup(Builder &builder, const Step &step,
                                    const Group &group) {
  SmallVector<Attribute> seeds, gradients, states;
  for (SeedOp seed : group.seeds)
    seeds.push_back(seed.getLoc());
  for (GradientsOp mark : group.gradients)
    for (unsigned i = 0; i < mark->getNumResults(); ++i)
      gradients.push_back(describeGradient(builder, mark, i));
  for (StateOp mark : group.states)
    for (unsigned i = 0; i < mark->getNumResults(); ++i)
      states.push_back(describeState(builder, mark, i));
  FunctionOpInterface function = step.function;
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("name", group.name),
       builder.getNamedAttr("function",
                            builder.getStringAttr(function.getName())),
       builder.getNamedAttr("seeds", builder.getArrayAttr(seeds)),
       builder.getNamedAttr("gradients", builder.getArrayAttr(gradients)),
       builder.getNamedAttr("states", builder.getArrayAttr(states))});
}

DictionaryAttr amp::scaling::describeStep(const Step &step,
                                          const DegreeAnalysis &degrees) {
  Builder builder(step.groups.front().name.getContext());
  SmallVector<Attribute> groups, elsewhere;
  for (const Group &group : step.groups)
    groups.push_back(describeGroup(builder, step, group));
  for (const Leak &leak : degrees.leaks)
    elsewhere.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr(
             "op", builder.getStringAttr(leak.op->getName().getStringRef())),
         builder.getNamedAttr("location", leak.op->getLoc())}));
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("groups", builder.getArrayAttr(groups)),
       builder.getNamedAttr("unscaled_elsewhere",
                            builder.getArrayAttr(elsewhere))});
}

void amp::scaling::emitRemarks(const Step &step,
                               const DegreeAnalysis &degrees) {
  FunctionOpInterface function = step.function;
  if (!function.getContext()->getRemarkEngine())
    return;
  Builder builder(function.getContext());
  auto options = [&](Operation *op) {
    return remark::RemarkOpts::name(op->getName().getStringRef())
        .category("amp")
        .subCategory("scaling")
        .function(function.getName());
  };
  using remark::detail::Remark;
  for (const Group &group : step.groups) {
    for (SeedOp seed : group.seeds)
      remark::passed(seed.getLoc(), options(seed))
          << Remark::Arg("Reason", "the seed is multiplied by the loss scale");
    for (GradientsOp mark : group.gradients)
      for (unsigned i = 0; i < mark->getNumResults(); ++i)
        remark::passed(mark.getLoc(), options(mark))
            << Remark::Arg("Gradient",
                           nameOf(builder, mark.getNamesAttr(), i).getValue())
            << Remark::Arg("Reason",
                           "the gradient is divided by the loss scale");
    for (StateOp mark : group.states)
      for (unsigned i = 0; i < mark->getNumResults(); ++i) {
        bool isGuarded = !mark.alwaysAdvances(i);
        (isGuarded ? remark::passed(mark.getLoc(), options(mark))
                   : remark::analysis(mark.getLoc(), options(mark)))
            << Remark::Arg("State",
                           nameOf(builder, mark.getNamesAttr(), i).getValue())
            << Remark::Arg("Kind", kindOf(mark, i))
            << Remark::Arg("Reason", isGuarded
                                         ? "keeps its value when a gradient is "
                                           "not finite"
                                         : "advances in every step");
      }
  }
  for (const Leak &leak : degrees.leaks)
    remark::missed(leak.op->getLoc(), options(leak.op))
        << Remark::Arg("Reason", "an operand is divided by the loss scale in "
                                 "front of this op");
}

std::string amp::scaling::countKinds(const Step &step) {
  llvm::MapVector<StringRef, unsigned> counts;
  for (const Group &group : step.groups)
    for (StateOp mark : group.states)
      for (unsigned i = 0; i < mark->getNumResults(); ++i)
        ++counts[kindOf(mark, i)];
  std::string text;
  llvm::raw_string_ostream os(text);
  llvm::ListSeparator separator;
  for (auto [kind, count] : counts)
    os << separator << count << ' ' << kind
       << (count == 1 || kind == "other" ? "" : "s");
  return text;
}
