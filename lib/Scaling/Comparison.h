// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A marked step and a scaled one, walked side by side.
#ifndef LIB_SCALING_COMPARISON_H
#define LIB_SCALING_COMPARISON_H

#include "dialects/amp/IR/AmpMarks.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {

/// A call that was entered, and the one around it.
struct CallFrame {
  Operation *call;
  const CallFrame *outer;
};

/// A value in a program, as seen from the calls that lead there.
struct SeenValue {
  Value value;
  const CallFrame *frame = nullptr;
};

struct ComparedPair {
  SeenValue marked, scaled;
  bool leaves; ///< the step, so that a state has to be guarded
};

class Comparison {
public:
  Comparison(ModuleOp marked, ModuleOp scaled)
      : markedSymbols(marked), scaledSymbols(scaled) {}

  LogicalResult compare(FunctionOpInterface marked, FunctionOpInterface scaled);

private:
  void push(Value marked, const CallFrame *markedFrame, Value scaled,
            const CallFrame *scaledFrame, bool leaves = false);
  LogicalResult step(ComparedPair pair);
  LogicalResult compareResults(OpResult marked, const CallFrame *markedFrame,
                               OpResult scaled, const CallFrame *scaledFrame,
                               bool leaves);
  LogicalResult compareArguments(ComparedPair pair);
  LogicalResult seeState(ComparedPair &pair, StateOp state);
  LogicalResult seeBoth(ComparedPair &pair);
  bool seeThrough(SeenValue &seen);
  bool enter(SeenValue &seen, SymbolTable &symbols);
  bool areSame(Operation *markedCall, Operation *scaledCall);
  LogicalResult differ(Value marked, Value scaled);

  SymbolTable markedSymbols, scaledSymbols;
  SmallVector<ComparedPair> work;
  llvm::DenseMap<std::pair<Value, const CallFrame *>,
                 std::pair<Value, const CallFrame *>>
      known;
  llvm::DenseMap<std::pair<Operation *, const CallFrame *>, const CallFrame *>
      frames;
  std::vector<std::unique_ptr<CallFrame>> storage;
  llvm::DenseMap<StringAttr, bool> sameFunctions;
};

} // namespace mlir::amp

#endif // LIB_SCALING_COMPARISON_H
