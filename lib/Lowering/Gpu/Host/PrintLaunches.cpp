// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//   kernel              launches    bytes read  bytes written   flops
//   cast_512x4096_bf16         1       8388608        4194304       0
#include "lib/Lowering/Gpu/Host/Launches.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Report/Formats.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::amp {
#define GEN_PASS_DEF_NOTELAUNCHES
#define GEN_PASS_DEF_PRINTLAUNCHES
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static void print(const LaunchTable &table, raw_ostream &os) {
  size_t width = 6;
  LaunchRow total;
  for (const auto &[name, row] : table.rows)
    width = std::max(width, name.size());
  auto line = [&](StringRef name, auto launches, auto read, auto written,
                  auto flops) {
    os << llvm::left_justify(name, width)
       << llvm::formatv("{0,10}{1,16}{2,16}{3,18}\n", launches, read, written,
                        flops);
  };
  auto rows = llvm::to_vector(table.rows);
  llvm::stable_sort(rows, [](const auto &a, const auto &b) {
    return a.second.read + a.second.written > b.second.read + b.second.written;
  });
  line("kernel", "launches", "bytes read", "bytes written", "flops");
  for (const auto &[name, row] : rows) {
    line(name, row.launches, row.read, row.written, row.flops);
    total.launches += row.launches;
    total.read += row.read;
    total.written += row.written;
    total.flops += row.flops;
  }
  line("total", total.launches, total.read, total.written, total.flops);
  if (table.hasUnknownTrips)
    os << "loops whose trips only the run knows count once\n";
}

namespace {
struct PrintLaunches : amp::impl::PrintLaunchesBase<PrintLaunches> {
  using Base::Base;

  void runOnOperation() override {
    std::string text;
    llvm::raw_string_ostream os(text);
    print(readLaunches(getOperation()), os);
    report::printOnStderr(text);
  }
};

struct NoteLaunches : amp::impl::NoteLaunchesBase<NoteLaunches> {
  using Base::Base;

  void runOnOperation() override {
    Builder builder(&getContext());
    SmallVector<NamedAttribute> rows;
    for (const auto &[name, row] : readLaunches(getOperation()).rows)
      rows.push_back(builder.getNamedAttr(
          name, builder.getDenseI64ArrayAttr(
                    {row.launches, row.read, row.written, row.flops})));
    getOperation()->setAttr(launchesAttrName, builder.getDictionaryAttr(rows));
    if (sizes)
      noteLaunchSizes(getOperation());
  }
};
} // namespace
