// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Executes StableHLO, chlo and amp ops by their specification, on one process.
#ifndef TOOLS_FUZZ_INTERPRET_INTERPRETER_H
#define TOOLS_FUZZ_INTERPRET_INTERPRETER_H

#include "Interpret/Tensor.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/StringSet.h"
#include <functional>

namespace mlir::amp::fuzz {

/// Rounding of numbers.
enum class Rounding {
  each, ///< each op in f64 from its operands, then once to the result's type
  none  ///< all floats are held as f64: only what the ops mean counts
};

struct InterpreterOptions {
  Rounding rounding = Rounding::each;
  /// Elements computed before a run is given up.
  int64_t budget = 4000000;
  /// Relative error added to each real result, to measure conditioning.
  double noise = 0;
};

/// One execution of functions of a module. An error ends it: `error` is then
/// not empty, and results are meaningless.
class Interpreter {
public:
  using Values = SmallVector<Tensor, 2>;
  using Operands = ArrayRef<const Tensor *>;
  /// Sees each value when it is computed.
  using Observer = llvm::function_ref<void(Value, const Tensor &)>;
  using Environment = llvm::DenseMap<Value, Tensor>;

  Interpreter(ModuleOp module, InterpreterOptions options = {});

  void setObserver(std::function<void(Value, const Tensor &)> seen) {
    observer = std::move(seen);
  }
  /// Judges custom calls of @check.expect_*; without it they are not known.
  using Expectation = bool (*)(StringRef check, const Tensor &found,
                               const Tensor &wanted);
  void setExpectation(Expectation judge) { expectation = judge; }
  Values run(func::FuncOp function, ArrayRef<Tensor> arguments);

  /// Runs a block whose arguments are `arguments`; `environment` has what it
  /// captures.
  Values runRegion(Region &region, ArrayRef<Tensor> arguments);

  /// Executes one op with operands, and what its regions capture, from
  /// `values`.
  Values evaluate(Operation *op, Environment values);

  bool rounds() const { return options.rounding == Rounding::each; }
  /// Rounds to the format, if this run rounds to such a format.
  double round(const Format &format, double value);
  void fail(Operation *op, const Twine &why);
  bool failed() const { return !error.empty(); }
  bool spend(Operation *op, int64_t elements);

  std::string error;
  bool wasUnsupported = false; ///< the error says that an op is not known
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

// One function per group of ops: each adds its handlers.
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

/// Result i of `op` as an array of zeros; fails on dynamic shapes.
Tensor emptyResult(Interpreter &interpreter, Operation *op, unsigned i = 0);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_INTERPRET_INTERPRETER_H
