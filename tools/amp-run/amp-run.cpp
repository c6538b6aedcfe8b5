// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// read and check the module ==> find its entry, arguments and states
//   ==> compile ==> run, feeding states back ==> print, write files
#include "Check/Check.h"
#include "Device/Buffers.h"
#include "Device/Cache.h"
#include "Device/CheckResults.h"
#include "Device/Emit.h"
#include "Device/Lowered.h"
#include "Progress.h"
#include "RecordRanges.h"
#include "Setup.h"
#include "amp/Register.h"
#include "mlir/IR/Diagnostics.h"
#include "mlir/Parser/Parser.h"
#include "tools/amp-run/Arrays/Print.h"
#include "tools/common/BigStack.h"
#include "tools/common/Diagnostics.h"
#include "tools/common/InputScan.h"
#include "tools/common/ReadInput.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/PrettyStackTrace.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/WithColor.h"
#include <csignal>
#ifdef AMP_MIMALLOC
#include <mimalloc.h>
#endif

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using namespace mlir::amp::runner;

/// Returns the marked loss, or the first float scalar.
static const Array *findLoss(const Setup &setup, Buffers &buffers) {
  auto loss = setup.states.loss;
  for (auto [i, type] : llvm::enumerate(setup.signature.results))
    if (!loss && type.getRank() == 0 && isa<FloatType>(type.getElementType()))
      loss = i;
  return loss ? &buffers.fetch(*loss)[*loss] : nullptr;
}

static std::vector<double> runSteps(const CommandLine &options, Setup &setup,
                                    Buffers &buffers) {
  uint64_t steps = options.steps.value_or(1);
  std::vector<double> times;
  Progress progress(steps);
  for (uint64_t step = 0; step < steps; ++step) {
    if (step > 0)
      buffers.feedBack(setup.states);
    times.push_back(buffers.run(step));
    if (setup.history)
      setup.history->record(step, buffers.fetch(setup.history->results));
    if (progress.isDue(step))
      progress.show(step, findLoss(setup, buffers));
    if (setup.overflow)
      setup.overflow->show(step, buffers.fetchAll());
  }
  if (setup.overflow)
    setup.overflow->finish();
  for (uint64_t i = 0;
       !options.steps && options.measuresTime && i < options.repeats; ++i)
    times.push_back(buffers.measure());
  return times;
}

static LogicalResult write(const std::string &path,
                           llvm::ArrayRef<NamedArray> named) {
  if (llvm::Error error = writeArrays(path, named)) {
    llvm::WithColor::error() << llvm::toString(std::move(error)) << '\n';
    return failure();
  }
  return success();
}

static LogicalResult write(const std::string &path,
                           llvm::ArrayRef<unsigned> results,
                           llvm::ArrayRef<Array> arrays) {
  if (path.empty())
    return success();
  std::vector<NamedArray> named;
  for (auto [number, array] : llvm::zip_equal(results, arrays))
    named.push_back({"out_" + std::to_string(number), &array});
  return write(path, named);
}

static LogicalResult saveInputs(const std::string &path,
                                llvm::ArrayRef<Argument> arguments) {
  if (path.empty())
    return success();
  std::vector<NamedArray> named;
  for (auto [number, argument] : llvm::enumerate(arguments))
    named.push_back({"in_" + std::to_string(number), &argument.array});
  return write(path, named);
}

/// Compiles for the target. Returns null, with an error, on failure.
static std::unique_ptr<Buffers>
makeBuffers(OwningOpRef<ModuleOp> module, const CommandLine &options,
            Setup &setup, const std::optional<RangeRecorder> &recorder) {
  if (!options.device.empty())
    return makeDeviceBuffers(std::move(module), options, setup);
  auto program = Program::compile(std::move(module), options.entry,
                                  recorder ? recorder->functions()
                                           : llvm::StringMap<void *>());
  if (failed(program))
    return nullptr;
  return std::make_unique<CpuBuffers>(
      std::move(*program), std::move(setup.arguments), setup.signature);
}

static llvm::SmallVector<const void *>
addressesOf(llvm::ArrayRef<Argument> arguments) {
  return llvm::map_to_vector(arguments, [](const Argument &argument) {
    return static_cast<const void *>(argument.array.data.get());
  });
}

/// Opens the device if the module is to run on it. Lowers the module for the
/// device, or loads the lowered module from the cache.
static LogicalResult prepareDevice(OwningOpRef<ModuleOp> &module,
                                   const CommandLine &options,
                                   bool &isFromCache) {
  std::string chip;
  bool runs = options.object.empty();
  if (runs && failed(openDevice(options, chip)))
    return failure();
  if (options.cache.empty() || findLoweredEntry(*module, options.entry))
    return lowerForDevice(*module, options, chip, runs);
  StepCache cache(*module, options, chip);
  if (OwningOpRef<ModuleOp> lowered = cache.load(module->getContext())) {
    module = std::move(lowered);
    isFromCache = true;
    return success();
  }
  if (failed(lowerForDevice(*module, options, chip, runs)))
    return failure();
  cache.store(*module);
  return success();
}

static LogicalResult run(OwningOpRef<ModuleOp> module,
                         const CommandLine &options) {
  auto setup = Setup::make(*module, options);
  if (failed(setup) ||
      failed(saveInputs(options.savedInputs, setup->arguments)))
    return failure();
  Times times;
  auto start = std::chrono::steady_clock::now();
  CheckedStep checked{options.checks ? module->clone() : nullptr, options.entry,
                      addressesOf(setup->arguments), options.generates};
  BufferNames names = findNames(*module, setup->signature);
  if (!options.device.empty() &&
      failed(prepareDevice(module, options, times.isFromCache)))
    return failure();
  if (!options.object.empty())
    return emitObject(*module, options.entry,
                      {setup->signature, setup->states, names,
                       planMemory(*module),
                       findShared(findLoweredEntry(*module, options.entry))},
                      options.object);
  std::optional<RangeRecorder> recorder;
  if (!options.ranges.empty())
    recorder.emplace(*module, options.entry);
  auto buffers = makeBuffers(std::move(module), options, *setup, recorder);
  if (!buffers)
    return failure();
  times.compile =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();

  times.runs = runSteps(options, *setup, *buffers);
  llvm::ArrayRef<Array> results;
  if (options.checks || options.prints || !options.outputs.empty())
    results = buffers->fetchAll();
  if (options.checks)
    return checkResults(std::move(checked), results, options.bound,
                        llvm::outs());
  if (options.prints)
    for (auto [i, result] : llvm::enumerate(results))
      printArray(llvm::outs(), "out_" + std::to_string(i), result);
  if (options.measuresTime)
    times.print();
  if (options.timesKernels)
    buffers->printCallTimes(llvm::outs());
  if (recorder)
    if (llvm::Error error = recorder->write(options.ranges)) {
      llvm::WithColor::error() << llvm::toString(std::move(error)) << '\n';
      return failure();
    }
  if (setup->history && failed(write(options.history, setup->history->results,
                                     setup->history->stacks)))
    return failure();
  return write(options.outputs,
               llvm::to_vector(llvm::seq<unsigned>(results.size())), results);
}

namespace {
/// Module, and the source text to which its diagnostics refer.
struct ParsedModule {
  std::shared_ptr<llvm::SourceMgr> sources;
  std::unique_ptr<SourceMgrDiagnosticHandler> diagnostics;
  OwningOpRef<ModuleOp> module;
};
} // namespace

static ParsedModule parse(const std::string &path, unsigned maxNesting,
                          MLIRContext &context) {
  ParsedModule parsed;
  auto text = readInput(path, {maxNesting, ""});
  if (!text)
    return parsed;
  parsed.sources = std::make_shared<llvm::SourceMgr>();
  parsed.sources->AddNewSourceBuffer(std::move(text), llvm::SMLoc());
  parsed.diagnostics =
      std::make_unique<SourceMgrDiagnosticHandler>(*parsed.sources, &context);
  parsed.module = parseSourceFile<ModuleOp>(parsed.sources, &context);
  return parsed;
}

static LogicalResult runCheck(OwningOpRef<ModuleOp> a, OwningOpRef<ModuleOp> b,
                              const CommandLine &options) {
  auto setup = Setup::make(*a, options);
  if (failed(setup) ||
      failed(saveInputs(options.savedInputs, setup->arguments)))
    return failure();
  return check({std::move(a), std::move(b), options.entry,
                addressesOf(setup->arguments), options.generates},
               options.bound, llvm::outs());
}

static LogicalResult readAndRun(const CommandLine &options) {
  DialectRegistry registry;
  registerProgramDialects(registry);
  registerBriefDiagnostics(registry, /*ownsUnlocated=*/true);
  MLIRContext context(registry);
  context.printOpOnDiagnostic(false);
  ParsedModule first = parse(options.module, options.maxNesting, context);
  if (!first.module)
    return failure();
  if (options.other.empty())
    return run(std::move(first.module), options);
  ParsedModule second = parse(options.other, options.maxNesting, context);
  if (!second.module)
    return failure();
  return runCheck(std::move(first.module), std::move(second.module), options);
}

extern "C" int ampRunMain(int argc, char **argv) {
#ifdef AMP_MIMALLOC
  // Page faults of large arrays are expensive: 2 MB pages reduce them.
  mi_option_enable(mi_option_large_os_pages);
#endif
  llvm::InitLLVM init(argc, argv);
  llvm::setBugReportMsg(
      "error: amp-run stopped at a fault of its own; files named by --outputs, "
      "--history and --record-ranges are as they were. Please report it with "
      "the inputs and "
      "the command below.\n");
#ifdef SIGXFSZ
  std::signal(SIGXFSZ, SIG_IGN); // too large a file is then an ordinary error
#endif
  auto options = parseCommandLine(argc, argv);
  if (!options)
    return EXIT_FAILURE;
  LogicalResult result = failure();
  runOnBigStack(options->maxNesting, [&] { result = readAndRun(*options); });
  return succeeded(result) ? EXIT_SUCCESS : EXIT_FAILURE;
}
