// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// all runs: each f32 value ==> min, max, least nonzero magnitude
#include "RecordRanges.h"
#include "Check/Probes.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Support/AtomicOutput.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

static RangeRecorder *current = nullptr;

static bool isShown(Value value) {
  auto tensor = dyn_cast<RankedTensorType>(value.getType());
  return tensor && tensor.hasStaticShape() && tensor.getElementType().isF32();
}

/// Returns arguments of the entry, and results of all ops except constants.
/// Bodies of reductions are part of their op.
static SmallVector<Value> collectValues(ModuleOp module,
                                        llvm::StringRef entry) {
  SmallVector<Value> values;
  for (auto function : module.getOps<func::FuncOp>()) {
    if (function.getName() == entry)
      llvm::copy_if(function.getArguments(), std::back_inserter(values),
                    isShown);
    walkOps(function, [&](Operation *op) {
      if (!op->hasTrait<OpTrait::ConstantLike>())
        llvm::copy_if(op->getResults(), std::back_inserter(values), isShown);
      return WalkResult::advance();
    });
  }
  return values;
}

RangeRecorder::RangeRecorder(ModuleOp module, llvm::StringRef entry)
    : source(module.clone()), values(collectValues(*source, entry)) {
  Probes shown(module);
  for (auto [index, value] : llvm::enumerate(collectValues(module, entry))) {
    shown.add(value, index);
    seen.emplace_back();
    seen.back().elements =
        cast<RankedTensorType>(value.getType()).getNumElements();
  }
  probes = shown.functions(reinterpret_cast<void *>(show));
  current = this;
}

RangeRecorder::~RangeRecorder() { current = nullptr; }

void RangeRecorder::show(int64_t index, void *descriptor) {
  // Memref descriptor: allocated and aligned pointer, offset, sizes, strides.
  auto *from = static_cast<float *>(static_cast<void **>(descriptor)[1]);
  Seen &range = current->seen[index];
  for (float element : ArrayRef(from, range.elements)) {
    if (!std::isfinite(element))
      continue;
    range.lo = std::min<double>(range.lo, element);
    range.hi = std::max<double>(range.hi, element);
    if (element != 0)
      range.nonzero = std::min<double>(range.nonzero, std::fabs(element));
  }
}

llvm::Error RangeRecorder::write(llvm::StringRef path) const {
  SmallVector<RecordedRange> ranges;
  for (auto [value, range] : llvm::zip_equal(values, seen))
    if (range.lo <= range.hi) // executed, with finite numbers
      ranges.push_back({value, range.lo, range.hi,
                        std::isinf(range.nonzero) ? 0 : range.nonzero});
  auto output = AtomicOutput::open(path);
  if (!output)
    return output.takeError();
  writeRecordedRanges((*output)->os(), ranges);
  return (*output)->keep();
}
