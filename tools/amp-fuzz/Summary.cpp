// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Worker.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/Support/Format.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {
struct UnexecutedRow {
  StringLiteral name, reason;
};
} // namespace

/// Rows that occur in programs but that the interpreter does not support.
/// Functions with them are only rewritten and checked.
// clang-format off
static const UnexecutedRow unexecutedRows[] = {
    {"chlo._asin_acos_kernel", "a part of complex asin, for expansions alone"},
    {"chlo.constant", "exporters write stablehlo.constant"},
    {"chlo.ragged_dot", "no reference: the interpreter has no groups"},
    {"stablehlo.after_all", "orders transfers, which one process has not"},
    {"stablehlo.async_done", "a future is no array"},
    {"stablehlo.async_start", "a future is no array"},
    {"stablehlo.create_token", "orders transfers, which one process has not"},
    {"stablehlo.custom_call", "its meaning is the backend's"},
    {"stablehlo.fft", "no reference: StableHLO leaves the accuracy open"},
    {"stablehlo.infeed", "one process has no peer"},
    {"stablehlo.outfeed", "one process has no peer"},
    {"stablehlo.recv", "one process has no peer"},
    {"stablehlo.send", "one process has no peer"},
    {"stablehlo.set_dimension_size", "its result has a dynamic shape"},
    {"stablehlo.uniform_dequantize", "arrays of quantized types have no floats"},
    {"stablehlo.uniform_quantize", "arrays of quantized types have no floats"},
};
// clang-format on

/// Prints the rows of StableHLO and CHLO that did not occur in a program, or
/// that were not executed.
static void printRows(const std::map<std::string, int64_t> &tally,
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
    os << "  " << name << " was not drawn\n";
  }
  llvm::outs() << seen << " of " << total << " rows of the op table occurred\n"
               << absent;
  for (const UnexecutedRow &row : unexecutedRows)
    if (tally.count(("row: " + row.name).str()))
      llvm::outs() << "  " << row.name
                   << " is rewritten, not executed: " << row.reason << "\n";
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
  printRows(tally, context);
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
