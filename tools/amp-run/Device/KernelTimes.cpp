// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//   kernel              calls      us   TF/s    GB/s  of peak  where
//   matmul_64x64x64_bf16    2    12.3  0.085     4.0     0.1%  step.mlir:7:10
#include "Device/KernelTimes.h"
#include "lib/Run/Device.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;

namespace {
/// Sum over the calls of one name.
struct Row {
  unsigned calls = 0;
  double microseconds = 0, flops = 0, bytes = 0;
  double least = 0; ///< microseconds at the chip's peaks
  StringRef where;
  unsigned otherPlaces = 0;
  bool isKernel = false;
};
} // namespace

/// Returns the FLOPs and bytes of one launch of `name`.
static std::pair<double, double> workOf(const amprt_call &call,
                                        DictionaryAttr launches) {
  auto noted =
      launches && call.is_kernel
          ? dyn_cast_or_null<DenseI64ArrayAttr>(launches.get(call.name))
          : nullptr;
  if (!noted || noted.size() != 4 || !noted[0])
    return {call.flops, call.bytes};
  double times = noted[0];
  return {noted[3] / times, (noted[1] + noted[2]) / times};
}

/// Returns the peak for a kernel name. Tensor cores execute matmul, convolution
/// and attention kernels; the name ends in the type.
static double peakOf(StringRef name, const amprt_peaks &peaks) {
  if (!name.contains("matmul") && !name.contains("convolution") &&
      !name.contains("attention"))
    return peaks.f32_flops;
  if (name.contains("f16"))
    return peaks.low_flops;
  return name.contains("tf32") ? peaks.tf32_flops : peaks.f32_flops;
}

static llvm::MapVector<StringRef, Row> rowsOf(ArrayRef<amprt_call> calls,
                                              DictionaryAttr launches,
                                              const amprt_peaks &peaks) {
  llvm::MapVector<StringRef, Row> rows;
  for (const amprt_call &call : calls) {
    Row &row = rows[call.name];
    auto [flops, bytes] = workOf(call, launches);
    if (!row.calls++)
      row.where = call.where;
    else
      row.otherPlaces += row.where != call.where;
    row.isKernel = call.is_kernel || call.flops > 0;
    row.microseconds += call.microseconds;
    row.flops += flops;
    row.bytes += bytes;
    row.least +=
        1e6 * std::max(flops / peakOf(call.name, peaks), bytes / peaks.bytes);
  }
  return rows;
}

void amp::runner::printKernelTimes(llvm::raw_ostream &os,
                                   ArrayRef<amprt_call> calls,
                                   DictionaryAttr launches,
                                   const amprt_peaks &peaks) {
  auto rows = llvm::to_vector(rowsOf(calls, launches, peaks));
  llvm::stable_sort(rows, [](const auto &a, const auto &b) {
    return a.second.microseconds - a.second.least >
           b.second.microseconds - b.second.least;
  });
  size_t width = 6;
  double total = 0, inKernels = 0, least = 0;
  for (const auto &[name, row] : rows) {
    width = std::max(width, name.size());
    total += row.microseconds;
    least += row.least;
    inKernels += row.isKernel ? row.microseconds : 0;
  }
  auto line = [&](StringRef name, StringRef numbers, StringRef where) {
    os << llvm::left_justify(name, width) << "  " << numbers << "  " << where
       << '\n';
  };
  auto share = [](double part, double whole) {
    return whole > 0 ? 100 * part / whole : 0;
  };
  line("kernel", " calls          us    TF/s     GB/s  of peak", "where");
  for (const auto &[name, row] : rows) {
    double seconds = 1e-6 * row.microseconds;
    double rate = seconds > 0 ? 1 / seconds : 0;
    std::string numbers;
    llvm::raw_string_ostream(numbers) << llvm::format(
        "%6u %11.2f %7.2f %8.1f %7.1f%%", row.calls, row.microseconds,
        1e-12 * row.flops * rate, 1e-9 * row.bytes * rate,
        share(row.least, row.microseconds));
    line(name, numbers,
         row.otherPlaces
             ? (row.where +
                llvm::formatv(" and {0} more", row.otherPlaces).str())
                   .str()
             : row.where.str());
  }
  os << llvm::format("step: %.2f us in %zu calls, %.1f%% of it in kernels, "
                     "%.2f us at the chip's peaks\n",
                     total, calls.size(), share(inKernels, total), least);
}
