// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_CASE_H
#define AMP_MUTATE_CASE_H

#include "Recipes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::amp::mutate {

/// A pass pipeline that runs many times; collects what it complains about.
class Pipeline {
public:
  /// Fails, with a message on stderr, if `text` is no pipeline.
  static std::unique_ptr<Pipeline> parse(MLIRContext &context, StringRef text);

  /// False if a pass fails or crashes; `message` is the first error.
  bool run(ModuleOp module, std::string &message);

  /// The message of a pass that crashed.
  static constexpr llvm::StringLiteral crash = "crash";

private:
  explicit Pipeline(MLIRContext &context)
      : passes(&context, ModuleOp::getOperationName()) {}
  PassManager passes;
};

/// One graph with one recipe: the output of a pass, and its checker.
class Case {
public:
  /// Null where the passes refuse the graph or do nothing to it. `problem` says
  /// so where the checker rejects the output as it is, or a pass crashes.
  static std::unique_ptr<Case> make(MLIRContext &context, StringRef graph,
                                    const Recipe &recipe, StringRef folder,
                                    std::string &problem);

  /// Returns true if the checker rejects a program, with its message.
  bool rejects(ModuleOp mutant, std::string &message);

  /// Brings a mutant to the form that is checked, and on to one that runs.
  bool finish(ModuleOp mutant) { return runPart(behind, mutant); }
  bool lower(ModuleOp checked) { return runPart(run, checked); }

  std::string describe() const {
    return graph + " (" + recipe->name.str() + ")";
  }

  std::string path, graph, inputFile;
  const Recipe *recipe = nullptr;
  OwningOpRef<ModuleOp> output;
  Facts facts;

private:
  LogicalResult build(MLIRContext &context, StringRef path,
                      std::string &problem);
  static bool runPart(const std::unique_ptr<Pipeline> &part, ModuleOp module);

  std::unique_ptr<Pipeline> check, behind, run;
};

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_CASE_H
