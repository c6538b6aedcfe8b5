// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Comparison of the marked and the scaled program, backwards from results.
#ifndef LIB_VERIFY_SCALING_CORRESPONDENCE_H
#define LIB_VERIFY_SCALING_CORRESPONDENCE_H

#include "lib/Verify/scaling/Effects.h"
#include "lib/Verify/scaling/Keys.h"
#include "lib/Verify/scaling/Verdict.h"

namespace mlir::amp::verify {

/// A selection between the new and the old value of a state.
struct Guard {
  Operation *op = nullptr;
  Value flag, updated, previous;
};

/// State of the marked program: operand `number` of an amp.state mark, or
/// result `number` of the function, which attributes pair with an argument.
struct State {
  StateOp mark; ///< null for a state by attributes
  const CallFrame *frame;
  unsigned number;

  std::string describe() const;
  bool isSame(const State &other) const {
    return mark == other.mark && frame == other.frame && number == other.number;
  }
};

/// Returned state, and the guard that selects its value.
struct GuardedState {
  State state;
  Guard guard;
};

/// Pairs values of the scaled program with their counterparts in the marked
/// program, backwards from the original results and from ops with side effects.
/// Looks through scalings, guards and marks, and records them; everything else
/// must be equal.
class Correspondence {
public:
  Correspondence(Program &marked, Program &scaled, Scales &scales,
                 Verdicts &verdicts, Keys &keys)
      : marked(marked), scaled(scaled), scales(scales), verdicts(verdicts),
        keys(keys) {}

  /// 16-bit copy of a master weight, which the step carries.
  struct Shadow {
    Value argument;
    unsigned parameter; ///< argument number of the master weight
  };
  SmallVector<Shadow> shadows;

  /// Maps results to arguments: states paired by attributes of the function.
  llvm::DenseMap<unsigned, unsigned> statesByName;

  LogicalResult compare(FunctionOpInterface in, FunctionOpInterface out);
  /// Pairs a gradient that no result depends on.
  LogicalResult pairGradient(unsigned mark, unsigned number, Value value);

  llvm::DenseMap<Operation *, Scaling> scalings;
  llvm::DenseMap<Operation *, Guard> guards; ///< ops recognized as guards
  SmallVector<GuardedState> guarded;
  SmallVector<std::pair<SeedOp, Value>> seeds; ///< with the scaled counterpart
  /// Maps a value to the gradients that it represents: mark and number.
  llvm::DenseMap<Value, SmallVector<std::pair<unsigned, unsigned>, 1>>
      gradients;
  /// Maps a gradient to the values that represent it.
  llvm::DenseMap<std::pair<unsigned, unsigned>, SmallVector<Value, 1>>
      representatives;

  /// Returns true if a compared value depends on `value`, a value of the scaled
  /// program. Functions that are equal in both programs are compared as a
  /// whole.
  bool isPaired(Value value) const;

private:
  struct Pair {
    Point in, out;
    bool leaves;     ///< is returned by the function without change
    Operation *user; ///< user of `out`
    /// The scaled seed and its operand, if `out` is this operand. A seed of a
    /// seed is scaled only once.
    Value scaledSeed = {}, seedOperand = {};
  };

  /// State of the marked program, and its old value.
  struct NewState {
    State state;
    Point old;
  };

  void push(Point in, Point out, bool leaves = false,
            Operation *user = nullptr);
  LogicalResult run();
  LogicalResult compareOne(Pair pair);
  LogicalResult lookThrough(Pair &pair, bool &changed);
  LogicalResult seeState(Pair &pair, State state, Point old);
  KeyRule ruleOf(const State &state, Point old, Point updated);
  LogicalResult refuseUnguarded(Value value, const State &state);
  bool isInverted(const Guard &guard, Point old, const CallFrame *frame);
  LogicalResult seeMark(Pair &pair, Operation *mark);
  bool lookThroughScaling(Pair &pair, bool isMarked);
  bool lookThroughGuard(Pair &pair);
  std::optional<NewState> findState(Point value);
  void enterGuard(Pair &pair, const Guard &guard, const NewState &of);
  bool seeShadow(const Pair &pair);
  LogicalResult seeCalls(Pair &pair, bool &changed);
  std::optional<Guard> matchGuard(Value value);
  bool isOwnProduct(const Pair &pair, const Scaling &found);
  bool areSame(Operation *in, Operation *out);
  bool isInlined(Operation *call, Value value);
  void note(const Scaling &found);

  LogicalResult compareArguments(const Pair &pair);
  LogicalResult compareOps(const Pair &pair);
  LogicalResult compareControl(const Pair &pair, Control control);
  LogicalResult differ(Point in, Point out);
  LogicalResult compareEffects(FunctionOpInterface in, FunctionOpInterface out);
  bool pairConditions(const Effect &a, const Effect &b);
  LogicalResult checkUnguarded();

  Program &marked, &scaled;
  Scales &scales;
  Verdicts &verdicts;
  Keys &keys;
  SmallVector<Pair> work;
  /// Pairs that were pushed: `out`, then `in`.
  using Key = std::pair<Value, const CallFrame *>;
  llvm::DenseSet<std::pair<Key, Key>> done;
  /// Values of `out` compared as returned values.
  llvm::DenseSet<Value> leaving;
  llvm::DenseSet<Value> paired; ///< values of `out` with a counterpart
  /// Functions of `scaled` compared op by op.
  llvm::SmallPtrSet<Operation *, 8> entered;
  llvm::DenseMap<StringAttr, bool> sameFunctions;
  llvm::DenseMap<Value, NewState> namedStates; ///< by new value
  /// Users of a guarded state that bypass its guard.
  struct Unguarded {
    State state;
    Operation *user;
    Value read;
  };
  SmallVector<Unguarded> unguarded;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_CORRESPONDENCE_H
