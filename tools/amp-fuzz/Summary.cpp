// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Worker.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {
struct AbsentRow {
  StringLiteral name, reason;
};
} // namespace

/// Rows of the op table that programs of one process without dynamic shapes
/// cannot have.
// clang-format off
static const AbsentRow absentRows[] = {
    {"stablehlo.partition_id", "x"},
};
// clang-format on

/// Prints the rows of StableHLO and chlo that no program had, with the reason.
static void printAbsentRows(const std::map<std::string, int64_t> &tally,
                            MLIRContext *context) {
  int64_t total = 0, seen = 0;
  std::string absent;
  llvm::raw_string_ostream os(absent);
  for (const OpRow *row : allRows(*context)) {
    StringRef name = row->name;
    if (!name.starts_with("stablehlo.") && !name.starts_with("chlo."))
      continue;
    ++total;
    if (tally.count(("row: " + name).str())) {
      ++seen;
      continue;
    }
    const AbsentRow *known = llvm::find_if(
        absentRows, [&](const AbsentRow &one) { return one.name == name; });
    os << "  " << name << " did not occur: "
       << (known == std::end(absentRows) ? "not drawn" : known->reason) << "\n";
  }
  llvm::outs() << seen << " of " << total << " rows of the op table occurred\n"
               << absent;
}

void fuzz::printSummary(const std::map<std::string, int64_t> &tally,
                        const FindingCounts &findings, double seconds,
                        MLIRContext *context) {
  auto &os = llvm::outs();
  auto counted = tally.find("programs");
  int64_t programs = counted == tally.end() ? 0 : counted->second;
  os << "\n"
     << programs << " programs in " << llvm::format("%.0f", seconds)
     << " s: " << llvm::format("%.1f", programs / seconds) << " per second\n";
  printAbsentRows(tally, context);
  for (const auto &[name, count] : tally)
    if (!StringRef(name).starts_with("row: ") && name != "programs")
      os << "  " << name << ": " << count << "\n";
  os << "  programs per row:";
  for (const auto &[name, count] : tally)
    if (StringRef(name).starts_with("row: "))
      os << " " << StringRef(name).drop_front(5) << " " << count << ",";
  os << "\n" << findings.size() << " findings\n";
  for (const auto &[key, value] : findings)
    os << "  " << value.first << " times: " << key << " (" << value.second
       << ")\n";
  os.flush();
}
