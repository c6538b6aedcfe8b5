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

/// Counts of one process, by name; merged by the supervisor.
using Tally = llvm::StringMap<int64_t>;

/// A program with its options, and what several properties need of it.
class Evaluation {
public:
  Evaluation(ModuleOp input, std::string options, uint64_t seed, Tally &tally);

  /// Takes this module as what the pipeline makes.
  void setOutput(OwningOpRef<ModuleOp> module) {
    output.module = std::move(module);
    didRewrite = true;
  }
  /// Runs the pipeline; false if it refused the program.
  bool rewrites();
  /// Runs the original in f32; false if it cannot be interpreted.
  bool runs();
  /// Reports that `property` does not hold.
  void report(StringRef property, const Twine &what);

  ModuleOp input;
  std::string options;
  uint64_t seed;
  Tally &tally;
  bool isTraining;
  Rewritten output;
  SmallVector<Diagnosed> refusal; ///< errors; a refused program has no output
  bool isRejected = false; ///< by a checker; then `output` was not checked
  SmallVector<Tensor> arguments;
  Run original;         ///< each op rounded as written
  double largest = 0;   ///< magnitude of all its finite real values
  bool isFinite = true; ///< all its real values are
  std::vector<Finding> findings;

private:
  std::optional<bool> didRewrite, didRun;
};

struct PropertyRow {
  StringLiteral name, promise;
  int everyNth; ///< checked for one in so many programs
  void (*check)(Evaluation &);
};

ArrayRef<PropertyRow> properties();

/// Checks the properties; of `output` instead of what the pipeline makes, if
/// there is one.
struct CheckOptions {
  StringRef only;          ///< the one property to check; empty: all
  bool drawsSome = false;  ///< a row is checked for one in `everyNth` programs
  int compileEveryNth = 1; ///< of "compiled"; 0: never
};
std::vector<Finding> checkAll(ModuleOp input, StringRef options, uint64_t seed,
                              Tally &tally, CheckOptions check = {},
                              OwningOpRef<ModuleOp> output = {});

/// The finding without what differs from program to program.
std::string keyOf(const Finding &finding);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_CHECK_PROPERTIES_H
