// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "CommandLine.h"
#include "tools/common/OptionParser.h"

#include "mlir/Support/LLVM.h"
#include "llvm/ADT/SmallVectorExtras.h"
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
    amp-run train step.mlir --inputs=in.npz --steps=1000 --history=loss.npz

  Only measure:
    amp-run step.mlir --generate --time

  Record the range of each value, for amp-opt --amp="... ranges=ranges.json":
    amp-run train step.mlir --inputs=in.npz --steps=100 --record-ranges=ranges.json

  Find the first op whose 16-bit result exceeds its error bound:
    amp-run check step.mlir mixed.mlir --inputs=in.npz

  Print the launches and memory of a GPU, without one:
    amp-run trace step.mlir

Inputs are named in_0, in_1, ... (or arg0, arg1, ...) in the order of the
arguments, results out_0, out_1, ... Types that NumPy does not have, bf16 among
them, are read and written by the names of ml_dtypes: import it before
numpy.load. Files are replaced only if all went well.

amp-run train makes results the arguments of the next step: by the marks
amp.state, else by attributes amp.state on arguments and results, else by
tf.aliasing_output. An input with one more dimension in front holds one slice
per step, and restarts after its last slice.

All cores are used; the environment variable AMP_THREADS sets another number.
amp-run COMMAND --help lists the options of a command; the default is run.
)";

namespace {
enum class Target { Cpu, Cuda };
enum class TimeOf { Nothing, Run, Kernels };

struct Options {
  cl::SubCommand run{"run", "Run once (the default)"};
  cl::SubCommand train{"train", "Run many steps, feeding states back"};
  cl::SubCommand check{
      "check", "Compare a module with another one, computed in f64; with "
               "--target=cuda, the GPU with this processor"};
  cl::SubCommand emit{
      "emit",
      "Write an object file for NVIDIA's GPUs and a C header beside it"};
  cl::SubCommand trace{"trace",
                       "Print launches and memory of a GPU, without one"};
  cl::SubCommandGroup all{&run, &train, &check, &emit, &trace};
  SmallVector<StringRef> names() const {
    return llvm::map_to_vector(
        all.getSubCommands(),
        [](const cl::SubCommand *command) { return command->getName(); });
  }
  cl::SubCommandGroup executing{&run, &train, &check};
  cl::SubCommandGroup computing{&run, &train};
  cl::SubCommandGroup reading{&run, &train, &check, &trace};

  cl::OptionCategory category{"AMP options"};
  cl::opt<std::string> module{cl::Positional, cl::desc("<module>"),
                              cl::init("-"), cl::cat(category), cl::sub(all)};
  cl::opt<std::string> other{cl::Positional,
                             cl::desc("[<module to compare with>]"),
                             cl::cat(category), cl::sub(check)};
  cl::opt<double> bound{
      "bound",
      cl::desc(
          "Largest relative error of an op (default: 32 units in the last "
          "place of the narrowest float; TF32 for contractions of f32 on a "
          "GPU that do not forbid it)"),
      cl::value_desc("error"),
      cl::init(0),
      cl::cat(category),
      cl::sub(check)};
  cl::opt<std::string> entry{"entry",
                             cl::desc("Entry function (default main)"),
                             cl::value_desc("function"),
                             cl::init("main"),
                             cl::cat(category),
                             cl::sub(all)};
  cl::opt<std::string> inputs{"inputs", cl::desc("Read the arguments"),
                              cl::value_desc("file"), cl::cat(category),
                              cl::sub(reading)};
  cl::opt<std::string> outputs{"outputs", cl::desc("Write the results"),
                               cl::value_desc("file"), cl::cat(category),
                               cl::sub(computing)};
  cl::opt<Target> target{
      "target",
      cl::desc("Device"),
      cl::values(clEnumValN(Target::Cpu, "cpu", "this processor (default)"),
                 clEnumValN(Target::Cuda, "cuda", "NVIDIA's GPU")),
      cl::init(Target::Cpu),
      cl::cat(category),
      cl::sub(executing)};
  cl::opt<std::string> chip{
      "chip",
      cl::desc("With a GPU: chip of the kernels: sm_80, sm_90a, ... (default: "
               "that of the GPU, or sm_90a without one)"),
      cl::value_desc("chip"), cl::cat(category), cl::sub(all)};
  cl::opt<std::string> products{
      "products",
      cl::desc(
          "With a GPU: matmuls by generated kernels (own, the default), or "
          "by NVIDIA's library (cublaslt)"),
      cl::value_desc("own|cublaslt"),
      cl::init("own"),
      cl::cat(category),
      cl::sub(all)};
  cl::opt<std::string> convolutions{
      "convolutions",
      cl::desc("With a GPU: convolutions by generated kernels (own, the "
               "default), or by NVIDIA's library (cudnn)"),
      cl::value_desc("own|cudnn"),
      cl::init("own"),
      cl::cat(category),
      cl::sub(all)};
  cl::opt<std::string> attention{
      "attention",
      cl::desc("With a GPU: attention and its gradient as few kernels (fused, "
               "the default), or as contractions and softmax (separate)"),
      cl::value_desc("fused|separate"),
      cl::init("fused"),
      cl::cat(category),
      cl::sub(all)};
  cl::opt<bool> statesInPlace{
      "states-in-place",
      cl::desc("With a GPU: new states overwrite the old ones"),
      cl::cat(category), cl::sub(all)};
  cl::opt<std::string> object{
      "o",
      cl::desc("Object file to write; the C header is beside it"),
      cl::value_desc("step.o"),
      cl::Required,
      cl::cat(category),
      cl::sub(emit)};
  cl::opt<std::string> reads{
      "trace-reads",
      cl::desc("Integers that reads from the device return, in order; further "
               "reads return 0"),
      cl::value_desc("file"), cl::cat(category), cl::sub(trace)};
  cl::opt<uint64_t> steps{"steps",
                          cl::desc("Number of steps; states are fed back"),
                          cl::value_desc("n"),
                          cl::cat(category),
                          cl::sub(train),
                          cl::sub(trace)};
  cl::opt<std::string> history{
      "history", cl::desc("Write the scalar results of each step"),
      cl::value_desc("file"), cl::cat(category), cl::sub(train)};
  cl::list<std::string> kept{
      "keep",
      cl::desc("Results that --history writes, of any shape"),
      cl::value_desc("out_0,out_1,..."),
      cl::CommaSeparated,
      cl::cat(category),
      cl::sub(train)};
  cl::opt<std::string> ranges{
      "record-ranges",
      cl::desc("Write the range of each f32 value over all steps"),
      cl::value_desc("file"), cl::cat(category), cl::sub(computing)};
  cl::opt<bool> generates{
      "generate",
      cl::desc("Generate the arguments: small random numbers, by their role in "
               "the program"),
      cl::cat(category), cl::sub(reading)};
  cl::opt<std::string> savedInputs{
      "save-inputs",
      cl::desc("With --generate: write the arguments, for --inputs of other "
               "runs"),
      cl::value_desc("file"), cl::cat(category), cl::sub(reading)};
  cl::opt<uint64_t> seed{"seed",
                         cl::desc("With --generate: seed (default 0)"),
                         cl::value_desc("n"),
                         cl::init(0),
                         cl::cat(category),
                         cl::sub(reading)};
  cl::opt<TimeOf> times{
      "time",
      cl::desc("Print times"),
      cl::ValueOptional,
      cl::values(
          clEnumValN(TimeOf::Run, "", "compiling and runs"),
          clEnumValN(TimeOf::Run, "run", "compiling and runs (default)"),
          clEnumValN(TimeOf::Kernels, "kernels",
                     "with a GPU: each call of one step, too, with the peak "
                     "rate of the chip")),
      cl::init(TimeOf::Nothing),
      cl::cat(category),
      cl::sub(computing)};
  cl::opt<std::string> cache{
      "cache", cl::desc("With a GPU: cache of lowered steps"),
      cl::value_desc("folder"), cl::cat(category), cl::sub(executing)};
  cl::opt<uint64_t> repeats{
      "repeat",
      cl::desc("Runs to measure after the first (default 10)"),
      cl::value_desc("n"),
      cl::init(10),
      cl::cat(category),
      cl::sub(run)};
  cl::opt<bool> prints{"print", cl::desc("Print the results, shortened"),
                       cl::cat(category), cl::sub(computing)};
  cl::opt<unsigned> maxNesting{
      "max-nesting",
      cl::desc("Refuse a module that nests deeper (default 512)"),
      cl::value_desc("levels"),
      cl::init(amp::opt::defaultNesting),
      cl::cat(category),
      cl::sub(all)};
};

/// Returns an error for invalid combinations of options within a command.
const char *findContradiction(const Options &options) {
  bool isCuda = options.target == Target::Cuda;
  bool hasGpu = isCuda || options.emit || options.trace;
  bool hasCalls = options.times == TimeOf::Kernels;
  const std::pair<bool, const char *> contradictions[] = {
      {options.check && isCuda != options.other.empty(),
       "amp-run check expects two modules, or one with --target=cuda"},
      {isCuda && !options.ranges.empty(),
       "--record-ranges watches a program on this processor: expects no other "
       "--target"},
      {options.emit && !StringRef(options.object).ends_with(".o"),
       "amp-run emit expects the name of an object file, step.o for example"},
      {!hasGpu && !options.chip.empty(),
       "--chip is that of a GPU: expects --target=cuda"},
      {!hasGpu && options.products != "own",
       "--products is that of a GPU: expects --target=cuda"},
      {!hasGpu && options.convolutions != "own",
       "--convolutions is that of a GPU: expects --target=cuda"},
      {!hasGpu && options.attention != "fused",
       "--attention is that of a GPU: expects --target=cuda"},
      {!hasGpu && options.statesInPlace,
       "--states-in-place is that of a GPU: expects --target=cuda"},
      {!isCuda && hasCalls,
       "--time=kernels is that of a GPU: expects --target=cuda"},
      {options.train && hasCalls,
       "--time=kernels repeats one step: expects amp-run run"},
      {!isCuda && !options.cache.empty(),
       "--cache keeps what is lowered for a GPU: expects --target=cuda"},
      {!options.kept.empty() && options.history.empty(),
       "--keep names what --history writes: say where"},
      {(options.train || options.steps.getNumOccurrences()) &&
           options.steps == 0,
       "--steps expects at least 1"},
      {options.generates && !options.inputs.empty(),
       "--generate makes up what --inputs reads: expects one of them"},
      {!options.savedInputs.empty() && !options.generates,
       "--save-inputs writes what is made up: expects --generate"},
  };
  for (auto [holds, message] : contradictions)
    if (holds)
      return message;
  return nullptr;
}

/// Returns the name of an option without its value, or "" for other arguments.
StringRef nameOf(StringRef argument) {
  return argument.starts_with("-") ? argument.ltrim('-').split('=').first
                                   : StringRef();
}

/// Adds the command to arguments without one: the command of a legacy option,
/// with a note, else run.
///   step.mlir --check mixed.mlir   ==>   check step.mlir mixed.mlir
void addCommand(std::vector<std::string> &arguments) {
  StringRef command = "run";
  auto isReplaced = [&](const std::string &argument) {
    StringRef text = StringRef(argument).ltrim('-');
    bool isOption = StringRef(argument).starts_with("-");
    if (isOption && (text == "check" || text == "target=trace"))
      command = text == "check" ? "check" : "trace";
    return isOption && (text == "check" || text == "target=trace");
  };
  llvm::erase_if(arguments, isReplaced);
  for (std::string &argument : arguments)
    if (nameOf(argument) == "emit") {
      command = "emit";
      argument = "-o" + StringRef(argument).ltrim('-').drop_front(4).str();
    } else if (command == "run" &&
               llvm::is_contained({"steps", "history", "keep"},
                                  nameOf(argument))) {
      command = "train";
    }
  if (command == "emit")
    llvm::erase_if(arguments, [](const std::string &argument) {
      return StringRef(argument).ltrim('-') == "target=cuda";
    });
  if (command != "run")
    llvm::WithColor::note() << "this is the command amp-run " << command
                            << "; amp-run --help lists all of them\n";
  arguments.insert(arguments.begin(), command.str());
}

/// Reports options that belong to another command.
bool checkCommand(const Options &options, ArrayRef<std::string> arguments) {
  auto *chosen = llvm::find_if(options.all.getSubCommands(),
                               [&](const cl::SubCommand *command) {
                                 return command->getName() == arguments.front();
                               });
  if (chosen == options.all.getSubCommands().end())
    return true;
  for (StringRef argument : arguments.drop_front()) {
    StringRef name = nameOf(argument);
    if (name.empty() || (*chosen)->OptionsMap.contains(name))
      continue;
    for (const cl::SubCommand *other : options.all.getSubCommands())
      if (other->OptionsMap.contains(name)) {
        llvm::WithColor::error()
            << "amp-run " << arguments.front() << " expects no --" << name
            << ": it is an option of amp-run " << other->getName() << '\n';
        return false;
      }
  }
  return true;
}
} // namespace

std::optional<amp::runner::CommandLine>
amp::runner::parseCommandLine(int argc, char **argv) {
  amp::opt::hideLibraryOptions();
  static Options options;
  std::vector<std::string> arguments(argv + 1, argv + argc);
  bool isNamed = !arguments.empty() &&
                 (llvm::is_contained(options.names(), arguments.front()) ||
                  amp::opt::asksForHelp(arguments.front()));
  if (!isNamed)
    addCommand(arguments);
  if (!checkCommand(options, arguments))
    return std::nullopt;
  std::vector<char *> all = {argv[0]};
  for (std::string &argument : arguments)
    all.push_back(argument.data());
  if (!amp::opt::parseOptions(all.size(), all.data(), "amp-run", overview) ||
      !amp::opt::checkNesting(options.maxNesting))
    return std::nullopt;
  if (const char *contradiction = findContradiction(options)) {
    llvm::WithColor::error() << contradiction << '\n';
    return std::nullopt;
  }
  CommandLine line;
  line.module = options.module;
  line.other = options.other;
  line.checks = options.check && options.other.empty();
  line.bound = options.bound;
  line.entry = options.entry;
  line.inputs = options.inputs;
  line.outputs = options.outputs;
  line.history = options.history;
  line.ranges = options.ranges;
  line.device = options.trace                                    ? "trace"
                : options.emit || options.target == Target::Cuda ? "cuda"
                                                                 : "";
  line.chip = options.chip;
  line.products = options.products;
  line.convolutions = options.convolutions;
  line.attention = options.attention;
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
