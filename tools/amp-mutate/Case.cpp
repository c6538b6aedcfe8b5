// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// graph ==> [before] checker's input (a file) ==> [after] output
#include "Case.h"
#include "Tags.h"

#include "lib/OpModel/Elements.h"
#include "mlir/Parser/Parser.h"
#include "mlir/Pass/PassRegistry.h"
#include "tools/common/InputScan.h"
#include "tools/common/OptionParser.h"
#include "tools/common/ReadInput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CrashRecoveryContext.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using namespace mlir::amp::mutate;

std::unique_ptr<Pipeline> Pipeline::parse(MLIRContext &context,
                                          StringRef text) {
  auto pipeline = std::unique_ptr<Pipeline>(new Pipeline(context));
  if (failed(parsePassPipeline(text, pipeline->passes)))
    return nullptr;
  pipeline->passes.enableVerifier(true);
  return pipeline;
}

bool Pipeline::run(ModuleOp module, std::string &message) {
  message.clear();
  ScopedDiagnosticHandler collect(
      module.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() == DiagnosticSeverity::Error &&
            message.empty())
          message = diagnostic.str();
        return success();
      });
  bool succeeds = false;
  llvm::CrashRecoveryContext guard;
  if (!guard.RunSafely(
          [&] { succeeds = mlir::succeeded(passes.run(module)); })) {
    message = crash.str();
    return false;
  }
  return succeeds;
}

bool Case::runPart(const std::unique_ptr<Pipeline> &part, ModuleOp module) {
  std::string message;
  return !part || part->run(module, message);
}

static OwningOpRef<ModuleOp> readGraph(MLIRContext &context, StringRef path) {
  auto text = readInput(path, {defaultNesting, ""});
  if (!text)
    return nullptr;
  llvm::SourceMgr sources;
  sources.AddNewSourceBuffer(std::move(text), llvm::SMLoc());
  return parseSourceFile<ModuleOp>(sources, &context);
}

/// Collects the solver's reasons for ops that stay f32.
static void findReasons(ModuleOp decided, Facts &facts) {
  decided.walk([&](Operation *op) {
    auto precision = op->getDiscardableAttr(AmpDialect::precisionAttrName);
    auto decision = dyn_cast_if_present<PrecisionAttr>(precision);
    auto tag = findTag(op->getLoc());
    if (!decision || !tag || !decision.getSlots().empty())
      return;
    ReasonAttr reason = decision.getReason();
    facts.f32Reasons[*tag] = reason.getKind();
    StringAttr entry = reason.getEntry();
    if (entry && (entry.getValue().starts_with("reaches ") ||
                  entry.getValue().starts_with("integers up to ") ||
                  entry.getValue() == "constant becomes zero"))
      facts.isBeyondRange.insert(*tag);
  });
}

static bool contains(ModuleOp module, StringRef name) {
  return module
      .walk([&](Operation *op) {
        return op->getName().getStringRef() == name ? WalkResult::interrupt()
                                                    : WalkResult::advance();
      })
      .wasInterrupted();
}

static bool writeModule(ModuleOp module, StringRef path) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code);
  if (code)
    return false;
  module.print(os);
  return !os.has_error();
}

/// Builds the input and output. Passes may reject a graph, for example a step
/// without marks. This is not a problem of the checker, but a crash is.
LogicalResult Case::build(MLIRContext &context, StringRef path,
                          std::string &problem) {
  output = readGraph(context, path);
  if (!output) {
    problem = "cannot be read";
    return failure();
  }
  auto runNow = [&](StringRef text, ModuleOp module) {
    auto pipeline = Pipeline::parse(context, text);
    std::string message;
    if (pipeline && (text.empty() || pipeline->run(module, message)))
      return true;
    if (!pipeline || message == Pipeline::crash)
      problem = "the passes cannot run: " + message;
    return false;
  };
  if (!runNow(recipe->before, *output))
    return failure();
  tagOps(*output);
  if (!writeModule(*output, inputFile)) {
    problem = "cannot write " + inputFile;
    return failure();
  }
  StringRef decide = recipe->after.split(",amp-place-casts").first;
  if (decide != recipe->after) {
    OwningOpRef<ModuleOp> decided = output->clone();
    if (!runNow(decide, *decided))
      return failure();
    findReasons(*decided, facts);
  }
  return success(runNow(recipe->after, *output));
}

std::unique_ptr<Case> Case::make(MLIRContext &context, StringRef path,
                                 const Recipe &recipe, StringRef folder,
                                 std::string &problem) {
  auto made = std::make_unique<Case>();
  made->recipe = &recipe;
  made->path = path.str();
  made->graph = llvm::sys::path::stem(path).str();
  std::string file = made->describe();
  std::replace_if(
      file.begin(), file.end(), [](char c) { return !llvm::isAlnum(c); }, '-');
  llvm::SmallString<256> input(folder);
  llvm::sys::path::append(input, file + ".mlir");
  made->inputFile = input.str().str();
  if (failed(made->build(context, path, problem)))
    return nullptr;
  bool isF16 = recipe.compute == "f16";
  Type f16 = Float16Type::get(&context), bf16 = BFloat16Type::get(&context);
  made->facts.low = cast<FloatType>(isF16 ? f16 : bf16);
  made->facts.otherLow = cast<FloatType>(isF16 ? bf16 : f16);
  made->facts.isPlaced = contains(*made->output, "amp.cast");
  if (!contains(*made->output, recipe.needs))
    return nullptr;
  const CheckerName *checker =
      llvm::find_if(allCheckers(), [&](const CheckerName &c) {
        return c.checker == recipe.checker;
      });
  std::string pass = checker->pass.str();
  if (checker->readsInput)
    pass += "{input=" + made->inputFile + "}";
  made->check = Pipeline::parse(context, pass);
  if (!recipe.behind.empty())
    made->behind = Pipeline::parse(context, recipe.behind);
  if (!recipe.run.empty())
    made->run = Pipeline::parse(context, recipe.run);
  OwningOpRef<ModuleOp> unchanged = made->output->clone();
  if (!made->check || !made->finish(*unchanged))
    problem = "the output cannot be brought to the form that is checked";
  else if (std::string message; made->rejects(*unchanged, message))
    problem = "the checker rejects the output as it is: " + message;
  return made;
}

bool Case::rejects(ModuleOp mutant, std::string &message) {
  return !check->run(mutant, message);
}
