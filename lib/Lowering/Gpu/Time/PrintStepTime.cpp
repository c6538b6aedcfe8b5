// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//   kernel              launches    bytes read  ...      us  bound
//   cast_512x4096_bf16         1       8388608  ...     4.8  bytes
#include "lib/Lowering/Gpu/Host/Launches.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/StepReport.h"
#include "lib/Lowering/Gpu/Time/StepTime.h"
#include "lib/Report/Formats.h"
#include "lib/Report/JsonFile.h"
#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::amp {
#define GEN_PASS_DEF_PRINTSTEPTIME
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
/// Kernel or library call. The work of a library call is not counted: its time
/// is the lower bound by its bytes and operations.
struct Row {
  StringRef name;
  double launches, read, written, flops;
  bool isCounted = false;
  Work work;
  LaunchTime time;   // of one launch
  double atPeak = 0; // microseconds of all launches at peak rate

  double total() const { return time.total * launches; }
};

struct Step {
  SmallVector<Row, 0> rows;
  bool hasUnknownTrips = false;
  double sumOf(llvm::function_ref<double(const Row &)> member) const {
    double sum = 0;
    for (const Row &row : rows)
      sum += member(row);
    return sum;
  }
};
} // namespace

static LaunchTime modelCall(const Row &row, const Chip &chip) {
  LaunchTime time;
  time.bytes = (row.read + row.written) / row.launches /
               (chip.memory * multiprocessor::memory * 1e3);
  time.tensor = row.flops / row.launches / (chip.matrix.bf16 * 1e6);
  time.launch = multiprocessor::launchGap;
  time.total = time.launch + std::max(time.bytes, time.tensor);
  return time;
}

/// Returns the peak rate of a row's operations, in operations per microsecond.
static double peakOf(const Row &row, const Chip &chip) {
  double teraflops = chip.vector.f32;
  if (!row.isCounted || row.work.flops16 + row.work.flopsWgmma > 0)
    teraflops = chip.matrix.bf16;
  else if (row.work.flopsTf32 > 0)
    teraflops = chip.tf32;
  return teraflops * 1e6;
}

static Row readRow(NamedAttribute launches, DictionaryAttr counted,
                   const Chip &chip) {
  auto sums = cast<DenseI64ArrayAttr>(launches.getValue());
  Row row{launches.getName().getValue(), double(sums[0]), double(sums[1]),
          double(sums[2]), double(sums[3])};
  auto work =
      counted ? counted.getAs<DictionaryAttr>(launches.getName()) : nullptr;
  if (!work) {
    row.time = modelCall(row, chip);
  } else {
    row.isCounted = true;
    row.work = Work::of(work);
    LaunchSize size =
        LaunchSize::of(work.getAs<DenseI64ArrayAttr>(launchAttrName));
    row.read = std::min(row.read, row.work.read * row.launches);
    row.written = std::min(row.written, row.work.written * row.launches);
    if (row.work.read > 0)
      row.work.copied *= row.read / row.launches / row.work.read;
    row.work.read = row.read / row.launches;
    row.work.written = row.written / row.launches;
    row.time = modelLaunch(row.work, size, chip);
  }
  row.atPeak = row.flops / peakOf(row, chip);
  return row;
}

static DictionaryAttr countedWork(ModuleOp module) {
  for (auto kernels : module.getOps<gpu::BinaryOp>())
    if (auto work = kernels->getAttrOfType<DictionaryAttr>(workAttrName))
      return work;
  return nullptr;
}

static Step readStep(ModuleOp module, const Chip &chip) {
  Step step;
  DictionaryAttr counted = countedWork(module);
  if (auto all = module->getAttrOfType<DictionaryAttr>(launchesAttrName))
    for (NamedAttribute launches : all) {
      step.rows.push_back(readRow(launches, counted, chip));
      step.hasUnknownTrips |= step.rows.back().work.hasUnknownTrips;
    }
  llvm::stable_sort(step.rows, [](const Row &a, const Row &b) {
    return a.total() > b.total();
  });
  return step;
}

static void printTable(const Step &step, raw_ostream &os) {
  size_t width = 6;
  for (const Row &row : step.rows)
    width = std::max(width, row.name.size());
  os << llvm::left_justify("kernel", width)
     << "  launches      bytes read   bytes written             flops"
        "         us  bound     us of one: bytes    tensor    shared"
        "     issue      MUFU   latency  blocks/SM\n";
  auto sums = [&](StringRef name, double launches, double read, double written,
                  double flops, double us) {
    os << llvm::left_justify(name, width)
       << llvm::formatv("{0,10}{1,16}{2,16}{3,18}", int64_t(launches),
                        int64_t(read), int64_t(written), int64_t(flops))
       << llvm::formatv("{0,11:F1}", us);
  };
  for (const Row &row : step.rows) {
    const LaunchTime &time = row.time;
    sums(row.name, row.launches, row.read, row.written, row.flops, row.total());
    os << "  "
       << llvm::left_justify(row.isCounted ? time.bound() : "library", 7);
    os << llvm::formatv("{0,19:F1}{1,10:F1}{2,10:F1}{3,10:F1}{4,10:F1}"
                        "{5,10:F1}{6,11}\n",
                        time.bytes, time.tensor, time.shared, time.issue,
                        time.functions, time.latency, time.resident);
  }
  auto sum = [&](auto member) {
    return step.sumOf([&](const Row &row) { return member(row); });
  };
  sums("total", sum([](const Row &row) { return row.launches; }),
       sum([](const Row &row) { return row.read; }),
       sum([](const Row &row) { return row.written; }),
       sum([](const Row &row) { return row.flops; }),
       sum([](const Row &row) { return row.total(); }));
  os << '\n';
}

/// Prints the step's time and the roofline times of its bytes and operations.
static void printRoofline(const Step &step, const Chip &chip, raw_ostream &os) {
  double bytes =
      step.sumOf([](const Row &row) { return row.read + row.written; });
  double total = step.sumOf([](const Row &row) { return row.total(); });
  double atPeak = step.sumOf([](const Row &row) { return row.atPeak; });
  os << llvm::formatv(
      "modelled on {0}: {1:F1} us; roofline: {2:F1} us for "
      "bytes at {3:F0} GB/s, {4:F1} us for flops at peak rates\n",
      chip.name, total, bytes / (chip.memory * 1e3), chip.memory, atPeak);
  if (step.hasUnknownTrips)
    os << "loops whose trips only the run knows count once\n";
}

/// Returns the table as entries of a report, in us and bytes.
static ArrayAttr entriesOf(const Step &step, MLIRContext *context) {
  SmallVector<Attribute> entries;
  for (const Row &row : step.rows) {
    const LaunchTime &time = row.time;
    ReportEntry parts(context);
    for (auto [name, us] : {std::pair("bytes", time.bytes),
                            {"tensor", time.tensor},
                            {"shared", time.shared},
                            {"issue", time.issue},
                            {"MUFU", time.functions},
                            {"latency", time.latency},
                            {"launch", time.launch}})
      parts.add(name, us);
    entries.push_back(
        ReportEntry(context)
            .add("kernel", row.name)
            .add("launches", row.launches)
            .add("bytes_read", row.read)
            .add("bytes_written", row.written)
            .add("flops", row.flops)
            .add("us", row.total())
            .add("bound", row.isCounted ? time.bound() : StringRef("library"))
            .add("us_of_one", parts.get())
            .add("blocks_per_multiprocessor", double(time.resident))
            .get());
  }
  return ArrayAttr::get(context, entries);
}

namespace {
struct PrintStepTime : amp::impl::PrintStepTimeBase<PrintStepTime> {
  using Base::Base;

  void runOnOperation() override {
    const Chip *model = parseGpuTarget(chip, getOperation());
    if (!model)
      return signalPassFailure();
    Step step = readStep(getOperation(), *model);
    if (print) {
      std::string text;
      llvm::raw_string_ostream os(text);
      printTable(step, os);
      printRoofline(step, *model, os);
      report::printOnStderr(text);
    }
    if (!report.empty() && failed(writeReport(step, *model)))
      return signalPassFailure();
    for (auto kernels : getOperation().getOps<gpu::BinaryOp>())
      kernels->removeAttr(workAttrName);
    if (!keep)
      getOperation()->removeAttr(launchesAttrName);
  }

  LogicalResult writeReport(const Step &step, const Chip &model) {
    ModuleOp module = getOperation();
    addToReport(module, "chip", StringAttr::get(&getContext(), model.name));
    addToReport(module, "kernels", entriesOf(step, &getContext()));
    addToReport(
        module, "us",
        Builder(&getContext()).getF64FloatAttr(step.sumOf([](const Row &row) {
          return row.total();
        })));
    ReportEntry functions(&getContext());
    for (auto function : module.getOps<FunctionOpInterface>())
      if (Attribute memory = function->getAttr("amp.memory"))
        functions.add(function.getName(), memory);
    addToReport(module, "memory", functions.get());
    Attribute all = module->removeAttr(stepReportAttrName);
    std::error_code error = report::writeFile(report, [&](raw_ostream &os) {
      llvm::json::OStream json(os, 2);
      report::writeJson(json, all);
      os << '\n';
    });
    if (error)
      return emitError(module.getLoc(), "cannot write '")
             << report << "': " << error.message();
    return success();
  }
};
} // namespace
