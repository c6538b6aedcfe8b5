// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Interpreter of StableHLO, CHLO and amp ops per specification, on one process.
#ifndef TOOLS_FUZZ_INTERPRET_INTERPRETER_H
#define TOOLS_FUZZ_INTERPRET_INTERPRETER_H

#include "Interpret/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"
#include <functional>

namespace mlir::amp::fuzz {

/// Rounding mode of the interpreter.
enum class Rounding {
  each, ///< each op computes in f64 and rounds once to the result type
  none  ///< all floats are f64, to compare semantics only
};

struct InterpreterOptions {
  Rounding rounding = Rounding::each;
  /// Number of computed elements after which the run is aborted.
  int64_t budget = 4000000;
  /// Relative error added to each real result, to measure condition numbers.
  double noise = 0;
};

/// Execution of functions of a module. After an error, `error` is not empty and
/// results are undefined.
class Interpreter {
public:
  using Values = SmallVector<Tensor, 2>;
  using Operands = ArrayRef<const Tensor *>;
  /// Callback for each computed value.
  using Observer = llvm::function_ref<void(Value, const Tensor &)>;
  using Environment = llvm::DenseMap<Value, Tensor>;

  Interpreter(ModuleOp module, InterpreterOptions options = {});

  void setObserver(std::function<void(Value, const Tensor &)> seen) {
    observer = std::move(seen);
  }
  /// Checks custom calls of @check.expect_*; unset, they are unsupported.
  using Expectation = bool (*)(StringRef check, const Tensor &found,
                               const Tensor &wanted);
  void setExpectation(Expectation judge) { expectation = judge; }
  Values run(func::FuncOp function, ArrayRef<Tensor> arguments);

  /// Runs a block with `arguments`; captured values come from `environment`.
  Values runRegion(Region &region, ArrayRef<Tensor> arguments);

  /// Executes one op; operands and captured values come from `values`.
  Values evaluate(Operation *op, Environment values);

  bool rounds() const { return options.rounding == Rounding::each; }
  /// Rounds to the format unless `Rounding::none`.
  double round(const Format &format, double value);
  void fail(Operation *op, const Twine &why);
  bool failed() const { return !error.empty(); }
  bool spend(Operation *op, int64_t elements);

  std::string error;
  bool wasUnsupported = false; ///< the error is an unsupported op
  int64_t remaining;

private:
  void execute(Operation *op);
  void set(Value value, Tensor tensor);
  const Tensor *get(Value value);
  Values call(Operation *op, StringRef callee, ArrayRef<Tensor> arguments);
  bool executeControl(Operation *op, Operands operands, Values &results);

  ModuleOp module;
  SymbolTable symbols;
  InterpreterOptions options;
  std::function<void(Value, const Tensor &)> observer;
  Expectation expectation = nullptr;
  Environment *environment = nullptr;
  unsigned depth = 0;
  uint64_t noiseState = 88172645463325252ull;
};

/// Computes the results of an op from its operands.
using Handler = void (*)(Interpreter &, Operation *, Interpreter::Operands,
                         Interpreter::Values &);
using Handlers = llvm::StringMap<Handler>;

// Each function registers the handlers of one group of ops.
void addElementwiseHandlers(Handlers &handlers);
void addChoiceHandlers(Handlers &handlers);
void addShapeHandlers(Handlers &handlers);
void addContractionHandlers(Handlers &handlers);
void addStatisticsHandlers(Handlers &handlers);
void addReductionHandlers(Handlers &handlers);
void addScanHandlers(Handlers &handlers);
void addIndexingHandlers(Handlers &handlers);
void addCollectiveHandlers(Handlers &handlers);
void addTrainingHandlers(Handlers &handlers);

/// Returns result i of `op`, filled with zeros. Fails for dynamic shapes.
Tensor emptyResult(Interpreter &interpreter, Operation *op, unsigned i = 0);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_INTERPRET_INTERPRETER_H
