// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Overflow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/WithColor.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;

namespace {
/// A row of overflow_counts.
struct Counts {
  int32_t infinite, nan, flushed;
};
} // namespace

std::optional<OverflowReport> OverflowReport::find(func::FuncOp entry) {
  Builder builder(entry.getContext());
  Type i32 = builder.getI32Type();
  for (unsigned i = 0; i + 1 < entry.getNumResults(); ++i) {
    auto ops = entry.getResultAttrOfType<ArrayAttr>(i, "amp.ops");
    if (!ops || entry.getResultTypes()[i] != RankedTensorType::get({}, i32) ||
        entry.getResultTypes()[i + 1] !=
            RankedTensorType::get({int64_t(ops.size()), 3}, i32))
      continue;
    OverflowReport report;
    for (Attribute op : ops)
      report.ops.push_back(isa<StringAttr>(op) ? cast<StringAttr>(op).str()
                                               : "an op");
    report.first = i;
    report.counts = i + 1;
    report.flushed.resize(ops.size());
    return report;
  }
  return std::nullopt;
}

void OverflowReport::show(uint64_t step, llvm::ArrayRef<Array> results) {
  int32_t id = *reinterpret_cast<const int32_t *>(results[first].data.get());
  llvm::ArrayRef<Counts> rows(
      reinterpret_cast<const Counts *>(results[counts].data.get()), ops.size());
  for (auto [total, row] : llvm::zip_equal(flushed, rows))
    total += row.flushed;
  if (id < 0 || id >= int64_t(ops.size()))
    return;
  unsigned broken = llvm::count_if(
      rows, [](const Counts &row) { return row.infinite || row.nan; });
  llvm::WithColor::warning()
      << "step " << step << ": the first to overflow is " << ops[id] << ": "
      << rows[id].infinite << " infinite, " << rows[id].nan << " NaN; "
      << broken << " of " << ops.size() << " ops made such\n";
}

void OverflowReport::finish() const {
  uint64_t sum = std::accumulate(flushed.begin(), flushed.end(), uint64_t(0));
  if (sum == 0)
    return;
  auto most = std::max_element(flushed.begin(), flushed.end());
  llvm::WithColor::warning()
      << sum << " numbers became zero, in "
      << ops.size() - llvm::count(flushed, 0u) << " of " << ops.size()
      << " ops, most in " << ops[most - flushed.begin()] << ": " << *most
      << "\n";
}
