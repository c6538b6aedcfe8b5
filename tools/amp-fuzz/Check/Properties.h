// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Properties of a program and its rewritten form: one function per property.
#ifndef TOOLS_FUZZ_CHECK_PROPERTIES_H
#define TOOLS_FUZZ_CHECK_PROPERTIES_H

#include "Case.h"

namespace mlir::amp::fuzz {

struct Finding {
  std::string property, what;
};

/// Counters of one process, by name; merged by the supervisor.
using Tally = llvm::StringMap<int64_t>;

/// Program with options, and results that several properties share.
class Evaluation {
public:
  Evaluation(ModuleOp input, std::string options, uint64_t seed, Tally &tally);

  /// Uses `module` as the output of the pipeline.
  void setOutput(OwningOpRef<ModuleOp> module) {
    output.module = std::move(module);
    didRewrite = true;
  }
  /// Runs the pipeline. Returns false if the pipeline fails.
  bool rewrites();
  /// Runs the original in f32. Returns false if the interpreter fails.
  bool runs();
  /// Reports that `property` does not hold.
  void report(StringRef property, const Twine &what);

  ModuleOp input;
  std::string options;
  uint64_t seed;
  Tally &tally;
  bool isTraining;
  Rewritten output;
  SmallVector<Diagnosed> refusal; ///< errors; a rejected program has no output
  bool isRejected = false;        ///< by a checker; `output` is then unchecked
  SmallVector<Tensor> arguments;
  Run original;         ///< run with each op rounded to its type
  double largest = 0;   ///< magnitude of all finite real values
  bool isFinite = true; ///< true if all real values are finite
  std::vector<Finding> findings;

private:
  std::optional<bool> didRewrite, didRun;
};

struct PropertyRow {
  StringLiteral name, promise;
  int everyNth; ///< checked for one in N programs
  void (*check)(Evaluation &);
};

ArrayRef<PropertyRow> properties();

/// Checks the properties of the pipeline's output, or of `output` if given.
struct CheckOptions {
  StringRef only;          ///< name of the only property to check; "": all
  bool drawsSome = false;  ///< checks a row for one in `everyNth` programs
  int compileEveryNth = 1; ///< of "compiled"; 0: never
};
std::vector<Finding> checkAll(ModuleOp input, StringRef options, uint64_t seed,
                              Tally &tally, CheckOptions check = {},
                              OwningOpRef<ModuleOp> output = {});

/// Returns the finding without the parts that differ between programs.
std::string keyOf(const Finding &finding);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_CHECK_PROPERTIES_H
