// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One program with one set of options: what is rewritten, run and compared.
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

/// A module after `--amp`, or why there is none.
struct Rewritten {
  OwningOpRef<ModuleOp> module;
  SmallVector<Diagnosed> errors, warnings;
  bool succeeded() const { return bool(module); }
};

/// Runs `--amp` with `options` on a copy of `input`.
Rewritten rewrite(ModuleOp input, StringRef options);

/// Options of `--amp` for a program with or without marks.
std::string drawOptions(Random &random, bool isTraining);

/// Value of KEY in "KEY=VALUE ..."; empty if absent.
StringRef optionOf(StringRef options, StringRef key);
/// The options with KEY=VALUE instead of what they say about KEY.
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

/// Arguments of @main, drawn for its types within their declared ranges.
SmallVector<Tensor> drawArguments(func::FuncOp main, uint64_t seed);
/// Arguments for a rewritten @main: those of its original, then what scaling
/// and carried weights added, from their first values.
std::optional<SmallVector<Tensor>>
extendArguments(ModuleOp module, ArrayRef<Tensor> arguments,
                InterpreterOptions options = {});

} // namespace mlir::amp::fuzz

#endif // TOOLS_AMP_FUZZ_CASE_H
