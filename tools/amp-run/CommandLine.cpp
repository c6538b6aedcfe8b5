// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CommandLine.h"
#include "tools/common/OptionParser.h"

#include "llvm/Support/CommandLine.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
namespace cl = llvm::cl;

static const char overview[] =
    R"(runs model graphs on this machine's processor or GPU

Compiles a model graph (StableHLO text, as JAX exports it or as amp-opt --amp
writes it) and runs it on NumPy files. Every op rounds to the type that the graph
gives it, so amp-run is the numerical reference of the graph.

  Run once:
    amp-run step.mlir --inputs=in.npz --outputs=out.npz

  Train, and keep the loss of each step:
    amp-run step.mlir --inputs=in.npz --steps=1000 --history=loss.npz

  Only measure:
    amp-run step.mlir --generate --time

  Record the range of each value, for amp-opt --amp="... ranges=ranges.json":
    amp-run step.mlir --inputs=in.npz --steps=100 --record-ranges=ranges.json

  Find the first op whose 16-bit result exceeds its error bound:
    amp-run --check step.mlir mixed.mlir --inputs=in.npz

  Print the launches and memory of a GPU, without one:
    amp-run step.mlir --target=trace

Inputs are named in_0, in_1, ... (or arg0, arg1, ...) in the order of the
arguments, results out_0, out_1, ... Types that NumPy does not have, bf16 among
them, are read and written by the names of ml_dtypes: import it before
numpy.load. Files are replaced only if all went well.

With --steps, results become the arguments of the next step: by the marks
amp.state, else by attributes amp.state on arguments and results, else by
tf.aliasing_output. An input with one more dimension in front holds one slice
per step, and restarts after its last slice.

All cores are used; the environment variable AMP_THREADS sets another number.
)";

namespace {
enum class Target { Cpu, Cuda, Trace };
enum class TimeOf { Nothing, Run, Kernels };

struct Options {
  cl::OptionCategory category{"AMP options"};
  cl::opt<std::string> module{cl::Positional, cl::desc("<module>"),
                              cl::init("-"), cl::cat(category)};
  cl::opt<std::string> other{cl::Positional, cl::desc("[<module to check>]"),
                             cl::cat(category)};
  cl::opt<bool> checks{
      "check",
      cl::desc("Compare the second module with the first, computed in f64; "
               "with --target=cuda, the GPU with this processor"),
      cl::cat(category)};
  cl::opt<double> bound{
      "bound",
      cl::desc(
          "With --check: largest relative error of an op (default: 32 units in "
          "the last place of the narrowest float; TF32 for contractions of f32 "
          "on a GPU that do not forbid it)"),
      cl::value_desc("error"), cl::init(0), cl::cat(category)};
  cl::opt<std::string> entry{"entry", cl::desc("Entry function (default main)"),
                             cl::value_desc("function"), cl::init("main"),
                             cl::cat(category)};
  cl::opt<std::string> inputs{"inputs", cl::desc("Read the arguments"),
                              cl::value_desc("file"), cl::cat(category)};
  cl::opt<std::string> outputs{"outputs", cl::desc("Write the results"),
                               cl::value_desc("file"), cl::cat(category)};
  cl::opt<Target> target{
      "target", cl::desc("Device"),
      cl::values(clEnumValN(Target::Cpu, "cpu", "this processor (default)"),
                 clEnumValN(Target::Cuda, "cuda", "NVIDIA's GPU"),
                 clEnumValN(Target::Trace, "trace",
                            "none: print launches and memory of a GPU")),
      cl::init(Target::Cpu), cl::cat(category)};
  cl::opt<std::string> chip{
      "chip",
      cl::desc("Chip of the kernels: sm_80, sm_90a, ... (default: that of the "
               "GPU, or sm_90a without one)"),
      cl::value_desc("chip"), cl::cat(category)};
  cl::opt<std::string> products{
      "products",
      cl::desc(
          "With a GPU: matmuls by generated kernels (own, the default), or "
          "by NVIDIA's library (cublaslt)"),
      cl::value_desc("own|cublaslt"), cl::init("own"), cl::cat(category)};
  cl::opt<std::string> convolutions{
      "convolutions",
      cl::desc("With a GPU: convolutions by generated kernels (own, the "
               "default), or by NVIDIA's library (cudnn)"),
      cl::value_desc("own|cudnn"), cl::init("own"), cl::cat(category)};
  cl::opt<bool> statesInPlace{
      "states-in-place",
      cl::desc("With a GPU: new states overwrite the old ones"),
      cl::cat(category)};
  cl::opt<std::string> object{
      "emit",
      cl::desc("Write an object file for --target=cuda and a C header beside "
               "it, instead of running"),
      cl::value_desc("step.o"), cl::cat(category)};
  cl::opt<std::string> reads{
      "trace-reads",
      cl::desc(
          "With --target=trace: integers that reads from the device return, "
          "in order; further reads return 0"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<uint64_t> steps{"steps",
                          cl::desc("Number of steps; states are fed back"),
                          cl::value_desc("n"), cl::cat(category)};
  cl::opt<std::string> history{
      "history", cl::desc("Write the scalar results of each step"),
      cl::value_desc("file"), cl::cat(category)};
  cl::list<std::string> kept{
      "keep", cl::desc("Results that --history writes, of any shape"),
      cl::value_desc("out_0,out_1,..."), cl::CommaSeparated, cl::cat(category)};
  cl::opt<std::string> ranges{
      "record-ranges",
      cl::desc("Write the range of each f32 value over all steps"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<bool> generates{
      "generate",
      cl::desc("Generate the arguments: small random numbers, by their role in "
               "the program"),
      cl::cat(category)};
  cl::opt<std::string> savedInputs{
      "save-inputs",
      cl::desc("With --generate: write the arguments, for --inputs of other "
               "runs"),
      cl::value_desc("file"), cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::desc("With --generate: seed (default 0)"),
                         cl::value_desc("n"), cl::init(0), cl::cat(category)};
  cl::opt<TimeOf> times{
      "time",
      cl::desc("Print times"),
      cl::ValueOptional,
      cl::values(
          clEnumValN(TimeOf::Run, "", "compiling and runs"),
          clEnumValN(TimeOf::Run, "run", "compiling and runs (default)"),
          clEnumValN(TimeOf::Kernels, "kernels",
                     "with a GPU: each call of a step, too, with the peak "
                     "rate of the chip")),
      cl::init(TimeOf::Nothing),
      cl::cat(category)};
  cl::opt<std::string> cache{"cache",
                             cl::desc("With a GPU: cache of lowered steps"),
                             cl::value_desc("folder"), cl::cat(category)};
  cl::opt<uint64_t> repeats{
      "repeat", cl::desc("Runs to measure after the first (default 10)"),
      cl::value_desc("n"), cl::init(10), cl::cat(category)};
  cl::opt<bool> prints{"print", cl::desc("Print the results, shortened"),
                       cl::cat(category)};
  cl::opt<unsigned> maxNesting{
      "max-nesting",
      cl::desc("Refuse a module that nests deeper (default 512)"),
      cl::value_desc("levels"), cl::init(amp::opt::defaultNesting),
      cl::cat(category)};
};

/// Options that make no sense alone or together.
const char *findContradiction(const Options &options) {
  bool hasSteps = options.steps.getNumOccurrences() > 0;
  if (options.target == Target::Cuda && !options.other.empty())
    return "--target=cuda --check compares a GPU with this processor: expects "
           "one module";
  if (options.target != Target::Cuda && options.checks == options.other.empty())
    return "--check compares two modules: expects both, or none of the two";
  if (options.checks && (hasSteps || options.times != TimeOf::Nothing ||
                         options.prints || !options.outputs.empty()))
    return "--check runs once and prints errors: expects no "
           "--steps, --time, --print or --outputs";
  if (options.checks && !options.ranges.empty())
    return "--record-ranges watches one program: expects no --check";
  if (options.bound != 0 && !options.checks)
    return "--bound is that of --check";
  if (options.target != Target::Cpu && !options.ranges.empty())
    return "--record-ranges watches a program on this processor: expects no "
           "other --target";
  if (options.target == Target::Trace &&
      (options.times != TimeOf::Nothing || options.prints ||
       !options.outputs.empty() || !options.history.empty()))
    return "--target=trace computes nothing: expects no --time, --print, "
           "--outputs or --history";
  if (!options.object.empty() &&
      (options.target != Target::Cuda || options.checks || hasSteps ||
       options.generates || !options.inputs.empty() || options.prints ||
       options.times != TimeOf::Nothing || !options.outputs.empty()))
    return "--emit runs nothing: expects --target=cuda, and no --inputs, "
           "--generate, --check, --steps, --time, --print or --outputs";
  if (!options.object.empty() &&
      !llvm::StringRef(options.object).ends_with(".o"))
    return "--emit expects the name of an object file, step.o for example";
  if (options.target == Target::Cpu && !options.chip.empty())
    return "--chip is that of a GPU: expects --target=cuda or --target=trace";
  if (options.target == Target::Cpu && options.products != "own")
    return "--products is that of a GPU: expects --target=cuda or "
           "--target=trace";
  if (options.target == Target::Cpu && options.convolutions != "own")
    return "--convolutions is that of a GPU: expects --target=cuda or "
           "--target=trace";
  if (options.target == Target::Cpu && options.statesInPlace)
    return "--states-in-place is that of a GPU: expects --target=cuda or "
           "--target=trace";
  if (options.target != Target::Cuda && options.times == TimeOf::Kernels)
    return "--time=kernels is that of a GPU: expects --target=cuda";
  if (hasSteps && options.times == TimeOf::Kernels)
    return "--time=kernels repeats one step: expects no --steps";
  if (options.target != Target::Cuda && !options.cache.empty())
    return "--cache keeps what is lowered for a GPU: expects --target=cuda";
  if (options.target != Target::Trace && !options.reads.empty())
    return "--trace-reads is that of --target=trace";
  if (hasSteps && options.steps == 0)
    return "--steps expects at least 1";
  if (!options.history.empty() && !hasSteps)
    return "--history keeps results of each step: say how many with --steps";
  if (!options.kept.empty() && options.history.empty())
    return "--keep names what --history writes: say where";
  if (options.generates && !options.inputs.empty())
    return "--generate makes up what --inputs reads: expects one of them";
  if (!options.savedInputs.empty() && !options.generates)
    return "--save-inputs writes what is made up: expects --generate";
  if (hasSteps && options.repeats.getNumOccurrences())
    return "--repeat runs on the same arguments, --steps on new ones: expects "
           "one of them";
  return nullptr;
}
} // namespace

std::optional<amp::runner::CommandLine>
amp::runner::parseCommandLine(int argc, char **argv) {
  amp::opt::hideLibraryOptions();
  static Options options;
  if (!amp::opt::parseOptions(argc, argv, "amp-run", overview) ||
      !amp::opt::checkNesting(options.maxNesting))
    return std::nullopt;
  if (const char *contradiction = findContradiction(options)) {
    llvm::WithColor::error() << contradiction << '\n';
    return std::nullopt;
  }
  CommandLine line;
  line.module = options.module;
  line.other = options.other;
  line.checks = options.checks && options.other.empty();
  line.bound = options.bound;
  line.entry = options.entry;
  line.inputs = options.inputs;
  line.outputs = options.outputs;
  line.history = options.history;
  line.ranges = options.ranges;
  static const char *const devices[] = {"", "cuda", "trace"};
  line.device = devices[int(options.target.getValue())];
  line.chip = options.chip;
  line.products = options.products;
  line.convolutions = options.convolutions;
  line.statesInPlace = options.statesInPlace;
  line.object = options.object;
  line.reads = options.reads;
  line.kept = options.kept;
  if (options.steps.getNumOccurrences())
    line.steps = options.steps;
  line.repeats = options.repeats;
  line.seed = options.seed;
  line.generates = options.generates;
  line.savedInputs = options.savedInputs;
  line.measuresTime = options.times != TimeOf::Nothing;
  line.timesKernels = options.times == TimeOf::Kernels;
  line.cache = options.cache;
  line.prints = options.prints;
  line.maxNesting = options.maxNesting;
  return line;
}
