// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/memory/Measure.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Report/Totals.h"
#include "lib/Report/memory/Batch.h"
#include "lib/Report/memory/Peak.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/IR/Builders.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

FailureOr<MemoryQuestion>
MemoryQuestion::parse(ModuleOp module, StringRef memory, int64_t batch) {
  MemoryQuestion question;
  if (batch < 0)
    return emitOptionError(module)
           << "expects a batch of 1 or more, but got " << batch;
  question.batch = batch;
  if (memory.empty())
    return question;
  std::optional<double> limit = parseBytes(memory);
  if (!limit)
    return emitOptionError(module)
           << "expects memory as a number and a unit, such as 80GiB, but got '"
           << memory << "'";
  question.limit = *limit;
  return question;
}

/// Tolerates rounding errors of a tiny part of an example.
static int64_t wholeExamples(double ratio, int64_t batch) {
  return static_cast<int64_t>(std::floor(ratio * batch + 1e-6));
}

static DictionaryAttr measureMemory(const ProgramGraph &graph,
                                    const MemoryQuestion &question) {
  Batch batch(graph, question.batch);
  Frontier peaks =
      findPeaks(graph, [&](Value value) { return batch.bytesOf(value); });
  Bytes peak = peaks.peak();
  Builder builder(graph.getModule().getContext());
  Attribute unknown = builder.getUnitAttr();
  Attribute largest = unknown;
  if (question.limit && batch.size())
    if (std::optional<double> ratio = peaks.largestRatio(question.limit))
      largest = builder.getI64IntegerAttr(wholeExamples(*ratio, batch.size()));
  auto bytes = [&](double count) { return builder.getF64FloatAttr(count); };
  SmallVector<Attribute> moments;
  for (Bytes moment : peaks.moments())
    moments.push_back(builder.getDictionaryAttr(
        {builder.getNamedAttr("fixed_bytes", bytes(moment.fixed)),
         builder.getNamedAttr("batch_bytes", bytes(moment.scaled))}));
  return builder.getDictionaryAttr(
      {builder.getNamedAttr("peak_bytes", bytes(peak.total())),
       builder.getNamedAttr(
           "moments", batch.size() ? builder.getArrayAttr(moments) : unknown),
       builder.getNamedAttr(
           "batch",
           batch.size() ? builder.getI64IntegerAttr(batch.size()) : unknown),
       builder.getNamedAttr("doubt", batch.size()
                                         ? unknown
                                         : builder.getStringAttr(batch.why())),
       builder.getNamedAttr("limit_bytes",
                            question.limit ? bytes(question.limit) : unknown),
       builder.getNamedAttr("largest_batch", largest)});
}

DictionaryAttr amp::report::measure(const ProgramGraph &graph,
                                    const MemoryQuestion &question) {
  MLIRContext *context = graph.getModule().getContext();
  NamedAttrList all(Totals::of(graph.getOps()).toAttr(context));
  all.set("memory", measureMemory(graph, question));
  return all.getDictionary(context);
}
