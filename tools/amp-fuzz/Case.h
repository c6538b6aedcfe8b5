// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Test case: one program with one set of options, rewritten, run and compared.
#ifndef TOOLS_AMP_FUZZ_CASE_H
#define TOOLS_AMP_FUZZ_CASE_H

#include "Generate/Random.h"
#include "Interpret/Interpreter.h"
#include "mlir/IR/OwningOpRef.h"

namespace mlir::amp::fuzz {

struct Diagnosed {
  Location location;
  std::string message;
};

/// Result of `--amp`: a module, or errors if `module` is null.
struct Rewritten {
  OwningOpRef<ModuleOp> module;
  SmallVector<Diagnosed> errors, warnings;
  bool succeeded() const { return bool(module); }
};

/// Runs `--amp` with `options` on a copy of `input`.
Rewritten rewrite(ModuleOp input, StringRef options);

/// Draws options of `--amp` for a program with or without marks.
std::string drawOptions(Random &random, bool isTraining);

/// Returns the value of KEY in "KEY=VALUE ...", or "" if absent.
StringRef optionOf(StringRef options, StringRef key);
/// Returns `options` with KEY=VALUE set or replaced.
std::string withOption(StringRef options, StringRef key, StringRef value);

std::string textOf(ModuleOp module);
bool hasMarks(ModuleOp module);
func::FuncOp mainOf(ModuleOp module);

/// Results of one execution of @main.
struct Run {
  Interpreter::Values results;
  std::string error;
  bool wasUnsupported = false;
  bool failed() const { return !error.empty(); }
};

using Observer = std::function<void(Value, const Tensor &)>;
Run execute(ModuleOp module, ArrayRef<Tensor> arguments,
            InterpreterOptions options = {}, Observer observer = {});

/// Draws arguments of @main for their types and declared ranges.
SmallVector<Tensor> drawArguments(func::FuncOp main, uint64_t seed);
/// Returns the arguments of a rewritten @main: the original arguments, then
/// initial values of the scaler states and low-precision copies of weights.
std::optional<SmallVector<Tensor>>
extendArguments(ModuleOp module, ArrayRef<Tensor> arguments,
                InterpreterOptions options = {});

} // namespace mlir::amp::fuzz

#endif // TOOLS_AMP_FUZZ_CASE_H
