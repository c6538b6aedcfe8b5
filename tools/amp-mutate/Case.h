// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_CASE_H
#define AMP_MUTATE_CASE_H

#include "Recipes.h"
#include "mlir/Pass/PassManager.h"

namespace mlir::amp::mutate {

/// Pass pipeline that runs many times and collects errors.
class Pipeline {
public:
  /// Fails, with a message on stderr, if `text` is not a valid pipeline.
  static std::unique_ptr<Pipeline> parse(MLIRContext &context, StringRef text);

  /// Returns false if a pass fails or crashes; `message` is the first error.
  bool run(ModuleOp module, std::string &message);

  /// Message for a pass that crashes.
  static constexpr llvm::StringLiteral crash = "crash";

private:
  explicit Pipeline(MLIRContext &context)
      : passes(&context, ModuleOp::getOperationName()) {}
  PassManager passes;
};

/// One graph with one recipe: the output of a pass, and the output's checker.
class Case {
public:
  /// Returns null if the passes reject the graph or do not change it. Sets
  /// `problem` if the checker rejects the unmutated output, or if a pass
  /// crashes.
  static std::unique_ptr<Case> make(MLIRContext &context, StringRef graph,
                                    const Recipe &recipe, StringRef folder,
                                    std::string &problem);

  /// Returns true, with the checker's message, if the checker rejects `mutant`.
  bool rejects(ModuleOp mutant, std::string &message);

  /// Run the passes that lead from a mutant to the checked program, and from
  /// there to an executable program.
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
