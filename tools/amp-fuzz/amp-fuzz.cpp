// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// seed ==> random programs ==> --amp ==> properties ==> reduced findings
#include "Worker.h"
#include "amp/Register.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/WithColor.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;
namespace cl = llvm::cl;

static const char overview[] =
    R"(random StableHLO programs through --amp, and what must hold of them

  Fuzz for a minute, in two processes:
    amp-fuzz --minutes=1 --seed=7 --jobs=2
  Check all properties of one program:
    amp-fuzz program.mlir --amp="compute=f16"
)";

namespace {
struct Options {
  cl::OptionCategory category{"fuzzing"};
  cl::opt<std::string> input{cl::Positional, cl::desc("<program to check>"),
                             cl::cat(category)};
  cl::opt<uint64_t> seed{"seed", cl::desc("seed of the stream of programs"),
                         cl::init(1), cl::cat(category)};
  cl::opt<int64_t> programs{"programs", cl::desc("number of programs"),
                            cl::init(0), cl::cat(category)};
  cl::opt<double> minutes{"minutes", cl::desc("time to fuzz"), cl::init(0),
                          cl::cat(category)};
  cl::opt<int> compile{
      "compile",
      cl::desc("compile one in this many programs for this CPU; 0: none"),
      cl::init(200), cl::cat(category)};
  cl::opt<int> jobs{"jobs", cl::desc("processes"), cl::init(1),
                    cl::cat(category)};
  cl::opt<bool> reduces{"reduce-findings",
                        cl::desc("reduce the first finding of each kind"),
                        cl::init(true), cl::cat(category)};
  cl::opt<std::string> findings{"findings", cl::desc("folder for findings"),
                                cl::init("fuzz-findings"), cl::cat(category)};
  cl::opt<int64_t> print{"print", cl::desc("print the program of this number"),
                         cl::init(-1), cl::cat(category)};
  cl::opt<std::string> amp{
      "amp", cl::desc("options of --amp for the program to check"),
      cl::init("compute=f16"), cl::cat(category)};
  cl::opt<uint64_t> inputSeed{"input-seed",
                              cl::desc("seed of the program's inputs"),
                              cl::init(1), cl::cat(category)};
  cl::opt<std::string> property{
      "property", cl::desc("the one property to check"), cl::cat(category)};
  cl::opt<std::string> rewritten{
      "rewritten",
      cl::desc("what to check as the output of --amp, instead of its own"),
      cl::cat(category)};
  cl::opt<std::string> known{
      "known",
      cl::desc("findings that do not count: a key per line, and why after '#'"),
      cl::cat(category)};
  cl::opt<bool> reduce{"reduce",
                       cl::desc("reduce a file that a finding was written to"),
                       cl::cat(category)};
  cl::opt<std::string> conformance{
      "conformance",
      cl::desc("run the StableHLO programs of this folder by the interpreter"),
      cl::cat(category)};
  cl::opt<int64_t> atLeast{
      "at-least", cl::desc("with --conformance: programs that must pass"),
      cl::init(0), cl::cat(category)};
};
} // namespace

static int checkProgram(const Options &options, MLIRContext *context) {
  OwningOpRef<ModuleOp> module =
      parseSourceFile<ModuleOp>(options.input, context);
  if (!module)
    return 2;
  OwningOpRef<ModuleOp> rewritten;
  if (!options.rewritten.empty() &&
      !(rewritten = parseSourceFile<ModuleOp>(options.rewritten, context)))
    return 2;
  Tally tally;
  auto found = checkAll(
      *module, options.amp, options.inputSeed, tally,
      {StringRef(options.property), /*drawsSome=*/false, options.compile},
      std::move(rewritten));
  for (const Finding &finding : found)
    llvm::outs() << finding.property << ": " << finding.what << "\n";
  return found.empty() ? 0 : 1;
}

/// Reads options, seed, property and message from the file of a finding.
static int reduceFile(const Options &options, MLIRContext *context) {
  auto text = llvm::MemoryBuffer::getFile(options.input);
  if (!text)
    return 2;
  StringRef all = (*text)->getBuffer();
  StringRef amp = all.split("--amp=\"").second.split('"').first;
  uint64_t seed = 0;
  all.split("--input-seed=").second.split('\n').first.getAsInteger(10, seed);
  auto [property, what] =
      all.split("\n/// ").second.split('\n').first.split(": ");
  std::string reduced = reduceFinding(options.input, amp, seed,
                                      {property.str(), what.str()}, context);
  if (reduced.empty())
    return 1;
  std::error_code error;
  llvm::raw_fd_ostream(options.input, error) << reduced;
  return 0;
}

int main(int argc, char **argv) {
  llvm::InitLLVM init(argc, argv);
  Options options;
  cl::HideUnrelatedOptions(options.category);
  cl::ParseCommandLineOptions(argc, argv, overview);
  DialectRegistry registry;
  registerAllDialects(registry); // codegen needs upstream's models
  registerAllExtensions(registry);
  registerAmpDialects(registry);
  std::string self = llvm::sys::fs::getMainExecutable(argv[0], nullptr);
  if (!options.conformance.empty())
    return conformance(options.conformance, registry, options.atLeast);
  MLIRContext context(registry, MLIRContext::Threading::DISABLED);
  context.loadAllAvailableDialects();
  if (options.print >= 0) {
    Drawn drawn = drawProgram(&context, options.seed, options.print);
    llvm::outs() << litTest(
        textOf(*drawn.module), drawn.options, drawn.inputSeed,
        {"drawn", "program " + std::to_string(options.print)});
    return 0;
  }
  if (options.reduce)
    return reduceFile(options, &context);
  if (!options.input.empty())
    return checkProgram(options, &context);
  FuzzOptions fuzzing;
  fuzzing.seed = options.seed;
  fuzzing.programs = options.programs;
  fuzzing.minutes = options.minutes;
  fuzzing.jobs = options.jobs;
  fuzzing.compileEveryNth = options.compile;
  fuzzing.reduces = options.reduces;
  fuzzing.findings = options.findings;
  fuzzing.self = self;
  fuzzing.known = options.known;
  if (fuzzing.programs == 0 && fuzzing.minutes == 0) {
    llvm::WithColor::error()
        << "expects a program, --programs or --minutes, but got none\n";
    return 2;
  }
  return fuzz::fuzz(fuzzing, registry) == 0 ? 0 : 1;
}
