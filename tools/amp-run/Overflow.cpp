// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Overflow.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/WithColor.h"
#include <numeric>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

namespace {
/// Row of overflow_counts.
struct Counts {
  int32_t infinite, nan, flushed;
};
} // namespace

static std::vector<std::string> textsOf(ArrayAttr all) {
  std::vector<std::string> texts;
  for (Attribute one : all)
    texts.push_back(isa<StringAttr>(one) ? cast<StringAttr>(one).str()
                                         : "an op");
  return texts;
}

std::optional<OverflowReport> OverflowReport::find(func::FuncOp entry) {
  Builder builder(entry.getContext());
  Type i32 = builder.getI32Type();
  for (unsigned i = 0; i + 1 < entry.getNumResults(); ++i) {
    auto ops = entry.getResultAttrOfType<ArrayAttr>(i, "amp.ops");
    auto classes = entry.getResultAttrOfType<ArrayAttr>(i + 1, "amp.classes");
    ArrayAttr rows = classes ? classes : ops;
    if (!ops || entry.getResultTypes()[i] != RankedTensorType::get({}, i32) ||
        entry.getResultTypes()[i + 1] !=
            RankedTensorType::get({int64_t(rows.size()), 3}, i32))
      continue;
    OverflowReport report;
    report.ops = textsOf(ops);
    report.rows = textsOf(rows);
    report.isPerClass = classes != nullptr;
    report.first = i;
    report.counts = i + 1;
    report.flushed.resize(rows.size());
    return report;
  }
  return std::nullopt;
}

/// Prints `contraction made 2 infinite, 0 NaN; convert …`.
static void showClasses(llvm::raw_ostream &os, llvm::ArrayRef<Counts> counts,
                        llvm::ArrayRef<std::string> classes) {
  llvm::ListSeparator separator("; ");
  for (auto [row, name] : llvm::zip_equal(counts, classes))
    if (row.infinite || row.nan)
      os << separator << name << " made " << row.infinite << " infinite, "
         << row.nan << " NaN";
}

void OverflowReport::show(uint64_t step, llvm::ArrayRef<Array> results) {
  int32_t id = *reinterpret_cast<const int32_t *>(results[first].data.get());
  llvm::ArrayRef<Counts> found(
      reinterpret_cast<const Counts *>(results[counts].data.get()),
      rows.size());
  for (auto [total, row] : llvm::zip_equal(flushed, found))
    total += row.flushed;
  if (id < 0 || id >= int64_t(ops.size()))
    return;
  llvm::raw_ostream &os = llvm::WithColor::warning();
  os << "step " << step << ": the first to overflow is " << ops[id] << ": ";
  if (isPerClass) {
    showClasses(os, found, rows);
  } else {
    unsigned broken = llvm::count_if(
        found, [](const Counts &row) { return row.infinite || row.nan; });
    os << found[id].infinite << " infinite, " << found[id].nan << " NaN; "
       << broken << " of " << ops.size() << " ops made such";
  }
  os << '\n';
}

void OverflowReport::finish() const {
  uint64_t sum = std::accumulate(flushed.begin(), flushed.end(), uint64_t(0));
  if (sum == 0)
    return;
  auto most = std::max_element(flushed.begin(), flushed.end());
  llvm::WithColor::warning()
      << sum << " numbers became zero, in "
      << rows.size() - llvm::count(flushed, 0u) << " of " << rows.size()
      << (isPerClass ? " classes" : " ops") << ", most in "
      << rows[most - flushed.begin()] << ": " << *most << "\n";
}
