// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Device/Buffers.h"
#include "Device/KernelTimes.h"
#include "Device/Lowered.h"
#include "lib/Run/Device.h"
#include "tools/amp-run/Compile/Code.h"
#include "tools/amp-run/Compile/Constants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"
#include <chrono>
#include <csignal>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

namespace {
/// Arrays in device memory. State feedback swaps buffers on the device.
class DeviceBuffers : public Buffers {
public:
  DeviceBuffers(OwningOpRef<ModuleOp> module, Code code,
                std::vector<Argument> given, const Signature &signature,
                const States &states);
  ~DeviceBuffers() override { amprt_close(); }

  double run(uint64_t step) override;
  double measure() override;
  void printCallTimes(llvm::raw_ostream &os) override;
  void feedBack(const States &states) override;
  llvm::ArrayRef<Array> fetch(llvm::ArrayRef<unsigned> wanted) override;

private:
  void upload(unsigned argument, uint64_t step);

  OwningOpRef<ModuleOp> module; // owns large constants
  Code code;
  std::vector<void *> addresses;       // of arguments, then of results
  llvm::SmallDenseSet<unsigned> spent; // arguments that a run overwrites
};
} // namespace

DeviceBuffers::DeviceBuffers(OwningOpRef<ModuleOp> module, Code code,
                             std::vector<Argument> given,
                             const Signature &signature, const States &states)
    : Buffers(std::move(given), signature), module(std::move(module)),
      code(std::move(code)) {
  auto allocate = [&](const char *what,
                      llvm::ArrayRef<RankedTensorType> types) {
    for (auto [i, type] : llvm::enumerate(types))
      addresses.push_back(amprt_device_alloc(
          bytesOf(type), (what + std::to_string(i)).c_str()));
  };
  allocate("arg ", signature.arguments);
  auto shared = findShared(findLoweredEntry(*this->module, signature.name));
  for (auto [i, type] : llvm::enumerate(signature.results))
    addresses.push_back(
        shared.count(i)
            ? addresses[shared.lookup(i)]
            : amprt_device_alloc(bytesOf(type),
                                 ("result " + std::to_string(i)).c_str()));
  for (auto [result, argument] : shared)
    spent.insert(argument);
  for (States::Pair pair : states.pairs)
    spent.erase(pair.argument);
  for (unsigned i = 0; i < arguments.size(); ++i)
    upload(i, 0);
}

void DeviceBuffers::upload(unsigned argument, uint64_t step) {
  const Argument &from = arguments[argument];
  uint64_t bytes = from.array.bytes();
  amprt_upload(addresses[argument], from.atStep(step),
               from.slices ? bytes / from.slices : bytes);
}

static double secondsSince(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
      .count();
}

double DeviceBuffers::run(uint64_t step) {
  for (auto [i, argument] : llvm::enumerate(arguments))
    if (step > 0 && (argument.slices || spent.contains(i)))
      upload(i, step);
  auto start = std::chrono::steady_clock::now();
  amprt_run(code.entry, addresses.data(), addresses.size());
  amprt_wait();
  return secondsSince(start);
}

/// Averages several runs, so that the final wait has little effect.
double DeviceBuffers::measure() {
  constexpr int runs = 10;
  auto start = std::chrono::steady_clock::now();
  for (int i = 0; i < runs; ++i)
    amprt_run(code.entry, addresses.data(), addresses.size());
  amprt_wait();
  return secondsSince(start) / runs;
}

namespace {
/// Output for the table if a signal ends the process during timing.
struct Interrupted {
  llvm::raw_ostream *os = nullptr;
  DictionaryAttr launches;
  volatile std::sig_atomic_t request = 0;
};
} // namespace

static Interrupted interrupted;

static void printTimes(llvm::raw_ostream &os, llvm::ArrayRef<amprt_call> calls,
                       DictionaryAttr launches) {
  amprt_peaks peaks;
  amprt_device_peaks(&peaks);
  printKernelTimes(os, calls, launches, peaks);
}

/// Prints the times measured so far and ends the process as SIGTERM would.
static void printInterrupted(const amprt_call *calls, uint32_t count) {
  *interrupted.os << "stopped before all samples were taken; so far:\n";
  printTimes(*interrupted.os, {calls, count}, interrupted.launches);
  interrupted.os->flush();
  std::_Exit(128 + SIGTERM);
}

void DeviceBuffers::printCallTimes(llvm::raw_ostream &os) {
  constexpr uint32_t samples = 5;
  auto launches = (*module)->getAttrOfType<DictionaryAttr>("amp.launches");
  interrupted.os = &os;
  interrupted.launches = launches;
  amprt_stop_timing(&interrupted.request, printInterrupted);
  std::signal(SIGTERM, [](int) { interrupted.request = 1; });
  const amprt_call *calls = nullptr;
  uint32_t count = amprt_time_calls(code.entry, addresses.data(),
                                    addresses.size(), samples, &calls);
  std::signal(SIGTERM, SIG_DFL);
  amprt_stop_timing(nullptr, nullptr);
  if (!count)
    os << "no times of kernels: the calls differ from run to run\n";
  else
    printTimes(os, {calls, count}, launches);
}

void DeviceBuffers::feedBack(const States &states) {
  for (States::Pair pair : states.pairs)
    std::swap(addresses[pair.argument],
              addresses[arguments.size() + pair.result]);
}

llvm::ArrayRef<Array> DeviceBuffers::fetch(llvm::ArrayRef<unsigned> wanted) {
  for (unsigned result : wanted) {
    if (!results[result].data)
      results[result].allocate();
    amprt_download(results[result].data.get(),
                   addresses[arguments.size() + result],
                   results[result].bytes());
  }
  return results;
}

static uint64_t sumBytes(llvm::ArrayRef<RankedTensorType> types) {
  uint64_t sum = 0;
  for (RankedTensorType type : types)
    sum += bytesOf(type);
  return sum;
}

/// Prints the memory of a step. Fails if the device has less.
static LogicalResult checkMemory(ModuleOp module, const Signature &signature) {
  struct Row {
    const char *name;
    uint64_t bytes;
  };
  MemoryPlan plan = planMemory(module);
  uint64_t sum = 0, shared = 0;
  for (auto [result, argument] :
       findShared(findLoweredEntry(module, signature.name)))
    shared += bytesOf(signature.results[result]);
  llvm::outs() << "memory:";
  const char *separator = " ";
  for (Row row : {Row{"arguments", sumBytes(signature.arguments)},
                  Row{"results", sumBytes(signature.results)},
                  Row{"temporaries", plan.temporaries},
                  Row{"constants", plan.constants}}) {
    llvm::outs() << separator << row.name << " " << row.bytes;
    separator = ", ";
    sum += row.bytes;
  }
  sum += plan.workspaces - shared;
  if (plan.workspaces)
    llvm::outs() << ", libraries' workspaces " << plan.workspaces;
  if (shared)
    llvm::outs() << ", of the results " << shared << " in arguments' places";
  llvm::outs() << ", together " << sum << " bytes\n";
  llvm::outs().flush();
  if (sum <= amprt_memory_free())
    return success();
  LLVM::LLVMFuncOp entry = findLoweredEntry(module, signature.name);
  return entry.emitError() << "a step takes " << sum << " bytes, but "
                           << StringRef(amprt_device_name()) << " has "
                           << amprt_memory_free() << " free";
}

static LogicalResult fail(const llvm::Twine &message) {
  llvm::WithColor::error() << message << '\n';
  return failure();
}

/// Reads integers, one per line.
static llvm::Error readTrace(const std::string &path) {
  auto file = llvm::MemoryBuffer::getFile(path);
  if (!file)
    return llvm::createStringError("cannot read '" + path +
                                   "': " + file.getError().message());
  std::vector<int64_t> reads;
  for (llvm::StringRef word : llvm::split((*file)->getBuffer().trim(), '\n')) {
    int64_t number;
    if (word.trim().getAsInteger(10, number))
      return llvm::createStringError("--trace-reads expects an integer on each "
                                     "line, but got '" +
                                     word + "'");
    reads.push_back(number);
  }
  amprt_trace_reads(reads.data(), reads.size());
  return llvm::Error::success();
}

LogicalResult amp::runner::openDevice(const CommandLine &options,
                                      std::string &chip) {
  if (const char *error = amprt_open(options.device.c_str()))
    return fail("cannot run on '" + options.device + "': " + error);
  chip = amprt_device_chip();
  if (options.reads.empty())
    return success();
  if (llvm::Error error = readTrace(options.reads))
    return fail(llvm::toString(std::move(error)));
  return success();
}

std::unique_ptr<Buffers>
amp::runner::makeDeviceBuffers(OwningOpRef<ModuleOp> module,
                               const CommandLine &options, Setup &setup) {
  if (failed(checkMemory(*module, setup.signature)))
    return nullptr;
  embedKernels(*module);
  auto code = makeCode(*module, options.entry, shareLargeConstants(*module));
  if (!code) {
    module->emitError() << "cannot make native code: "
                        << llvm::toString(code.takeError());
    return nullptr;
  }
  return std::make_unique<DeviceBuffers>(std::move(module), std::move(*code),
                                         std::move(setup.arguments),
                                         setup.signature, setup.states);
}
