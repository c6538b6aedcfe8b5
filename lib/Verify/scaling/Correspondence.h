// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The marked and the scaled program, compared from their results backwards.
#ifndef LIB_VERIFY_SCALING_CORRESPONDENCE_H
#define LIB_VERIFY_SCALING_CORRESPONDENCE_H

#include "lib/Verify/scaling/Keys.h"
#include "lib/Verify/scaling/Verdict.h"

namespace mlir::amp::verify {

/// A selection between the new and the old value of a state.
struct Guard {
  Operation *op = nullptr;
  Value flag, updated, previous;
};

/// A state of the marked program: operand `number` of a mark, or, where an
/// attribute pairs an argument with a result, that result of the function.
struct State {
  StateOp mark; ///< null for a state by attributes
  const CallFrame *frame;
  unsigned number;

  std::string describe() const;
};

/// A returned state with the guard that decides about it.
struct GuardedState {
  State state;
  Guard guard;
};

/// Pairs each value of the scaled program that an original result or an op with
/// effects depends on with its counterpart in the marked program. Scalings,
/// guards and marks are seen through and recorded; everything else has to be
/// equal.
class Correspondence {
public:
  Correspondence(Program &marked, Program &scaled, Scales &scales,
                 Verdicts &verdicts, Keys &keys)
      : marked(marked), scaled(scaled), scales(scales), verdicts(verdicts),
        keys(keys) {}

  /// A 16-bit copy of a parameter that the step carries.
  struct Shadow {
    Value argument;
    unsigned parameter; ///< the argument that it is a copy of
  };
  SmallVector<Shadow> shadows;

  /// States that attributes of the marked function pair: result, argument.
  llvm::DenseMap<unsigned, unsigned> statesByName;

  LogicalResult compare(FunctionOpInterface in, FunctionOpInterface out);
  /// Pairs a gradient that no result depends on.
  LogicalResult pairGradient(unsigned mark, unsigned number, Value value);

  llvm::DenseMap<Operation *, Scaling> scalings;
  llvm::DenseMap<Operation *, Guard> guards; ///< selections that were guards
  SmallVector<GuardedState> guarded;
  SmallVector<std::pair<SeedOp, Value>> seeds; ///< and the scaled counterpart
  /// Gradients by the values that stand for them: mark and number.
  llvm::DenseMap<Value, SmallVector<std::pair<unsigned, unsigned>, 1>>
      gradients;
  /// Values that stand for each gradient.
  llvm::DenseMap<std::pair<unsigned, unsigned>, SmallVector<Value, 1>> standIns;

  /// Returns whether something that was compared depends on `value`, a value of
  /// the scaled program. Functions that are the same in both programs are
  /// compared as a whole.
  bool isPaired(Value value) const;

private:
  struct Pair {
    Point in, out;
    bool leaves;     ///< reaches a result of the function as it is
    Operation *user; ///< of `out`
    /// The scaled seed and its operand, if `out` is the operand of a scaled
    /// seed: the seed of a seed is scaled once.
    Value scaledSeed = {}, seedOperand = {};
  };

  void push(Point in, Point out, bool leaves = false,
            Operation *user = nullptr);
  LogicalResult run();
  LogicalResult compareOne(Pair pair);
  LogicalResult seeThrough(Pair &pair, bool &changed);
  LogicalResult seeState(Pair &pair, State state, Point old);
  KeyRule ruleOf(const State &state, Point old, Point updated);
  LogicalResult refuseUnguarded(const Pair &pair, const State &state);
  bool isInverted(const Guard &guard, Point old, const CallFrame *frame);
  LogicalResult seeMark(Pair &pair, Operation *mark);
  bool seeScaling(Pair &pair);
  bool seeGuard(Pair &pair);
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
  LogicalResult checkUnguarded();

  Program &marked, &scaled;
  Scales &scales;
  Verdicts &verdicts;
  Keys &keys;
  SmallVector<Pair> work;
  /// Pairs that were pushed: `out`, then `in`.
  using Key = std::pair<Value, const CallFrame *>;
  llvm::DenseSet<std::pair<Key, Key>> done;
  llvm::DenseSet<Value> leaving; ///< values of `out` compared as leaving
  llvm::DenseSet<Value> paired;  ///< values of `out` with a counterpart
  llvm::SmallPtrSet<Operation *, 8> entered; ///< functions of `scaled`
  llvm::DenseMap<StringAttr, bool> sameFunctions;
  /// Users that read a held state without its guard.
  struct Unguarded {
    State state;
    Operation *user;
    Value read;
  };
  SmallVector<Unguarded> unguarded;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_CORRESPONDENCE_H
