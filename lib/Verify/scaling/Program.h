// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One of the two programs that amp-check-scaling compares.
#ifndef LIB_VERIFY_SCALING_PROGRAM_H
#define LIB_VERIFY_SCALING_PROGRAM_H

#include "lib/Graph/Calls.h"

namespace mlir::amp::verify {

/// A value in one call context.
struct Point {
  Value value;
  const CallFrame *frame = nullptr;

  std::pair<Value, const CallFrame *> key() const { return {value, frame}; }
  bool operator==(const Point &other) const { return key() == other.key(); }
};

/// Control flow that a scale or a flag can be carried through.
enum class Control {
  none,
  loop,   ///< stablehlo.while: operands, arguments and results correspond
  branch, ///< result i is yielded by each region
  inlined ///< sdy.manual_computation: argument i is operand i
};

Control controlOf(Operation *op);
/// Returns the block of a loop that yields the next values.
Block &bodyOf(Operation *loop);

/// Follows a value through arguments of manual computations and loop-carried
/// values that no iteration changes.
Value canonical(Value value);

/// Returns the value of a scalar or splat constant; null for others.
Attribute constantOf(Value value);
/// Returns true if a value is the f32 (or wider) constant `number`.
bool isConstant(Value value, double number);

class Program {
public:
  explicit Program(ModuleOp module) : module(module), symbols(module) {}

  /// Returns the function with one block that `call` runs; null if none.
  FunctionOpInterface calleeOf(Operation *call);
  /// Returns the context of a call's callee; null if the callee is recursive.
  const CallFrame *frameOf(Operation *call, const CallFrame *outer);
  /// Steps from the result of a call to the value that its callee returns.
  bool enter(Point &point);
  /// Steps from an argument of a callee to the operand of its call.
  bool leave(Point &point);
  /// Like `canonical`, but also through arguments of callees.
  Point canonicalPoint(Point point);

  ModuleOp module;
  SymbolTable symbols;

private:
  CallFrames frames;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_PROGRAM_H
