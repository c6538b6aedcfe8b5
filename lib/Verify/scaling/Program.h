// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One of the two programs that amp-check-scaling compares.
#ifndef LIB_VERIFY_SCALING_PROGRAM_H
#define LIB_VERIFY_SCALING_PROGRAM_H

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include <memory>

namespace mlir::amp::verify {

/// A call on the way from the step to a value, and the call around it.
struct CallFrame {
  Operation *call;
  const CallFrame *outer;
  Operation *callee;
};

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
/// The region of a loop that yields the next values.
Block &bodyOf(Operation *loop);

/// Follows a value through arguments of manual computations and loop-carried
/// values that no iteration changes.
Value canonical(Value value);

/// The constant that a value is: a splat or a scalar; null for others.
Attribute constantOf(Value value);
/// Returns true if a value is the f32 (or wider) constant `number`.
bool isConstant(Value value, double number);

class Program {
public:
  explicit Program(ModuleOp module) : module(module), symbols(module) {}

  /// The function with one block that `call` runs; null for others.
  FunctionOpInterface calleeOf(Operation *call);
  /// The context of a call's callee; null where the callee calls itself.
  const CallFrame *frameOf(Operation *call, const CallFrame *outer);
  /// Steps from the result of a call to the value that its callee returns.
  bool enter(Point &point);
  /// Steps from an argument of a callee to the operand of its call.
  bool leave(Point &point);
  /// As `canonical`, also through arguments of callees.
  Point canonicalPoint(Point point);

  ModuleOp module;
  SymbolTable symbols;

private:
  llvm::SmallDenseMap<OperationName, bool, 32> calls; ///< whether ops may call
  llvm::DenseMap<std::pair<Operation *, const CallFrame *>,
                 std::unique_ptr<CallFrame>>
      frames;
};

} // namespace mlir::amp::verify

#endif // LIB_VERIFY_SCALING_PROGRAM_H
