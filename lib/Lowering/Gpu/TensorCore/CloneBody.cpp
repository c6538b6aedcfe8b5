// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arith.addf %a, %b : bf16   ==>   truncf(arith.addf (extf %a), (extf %b) :
// f32)
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static bool isSmall(Type type) { return type.isF16() || type.isBF16(); }

/// Moves bits, or converts with one rounding.
static bool isExact(Operation *op) {
  return isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp,
             arith::ExtFOp, arith::TruncFOp>(op);
}

static Value widened(Code &code, Value value) {
  if (!isSmall(value.getType()))
    return value;
  return arith::ExtFOp::create(code, code.getF32Type(), value);
}

/// bf16 <-> f16 and the like go by f32.
static Value convert(Code &code, Value value, Type type) {
  value = widened(code, value);
  if (value.getType() == type)
    return value;
  if (value.getType().getIntOrFloatBitWidth() < type.getIntOrFloatBitWidth())
    return arith::ExtFOp::create(code, type, value);
  return arith::TruncFOp::create(code, type, value);
}

static Value computeWide(Code &code, Operation &op, IRMapping &values) {
  OperationState state(op.getLoc(), op.getName());
  for (Value operand : op.getOperands())
    state.addOperands(widened(code, values.lookupOrDefault(operand)));
  Type type = op.getResult(0).getType();
  state.addTypes(isSmall(type) ? code.getF32Type() : type);
  state.addAttributes(op.getAttrs());
  Value result = code.create(state)->getResult(0);
  if (!isSmall(type))
    return result;
  return arith::TruncFOp::create(code, type, result);
}

SmallVector<Value> mlir::amp::lowering::cloneBody(Code &code, Block &body,
                                                  ArrayRef<Value> arguments,
                                                  IRMapping values) {
  for (auto [argument, value] : llvm::zip(body.getArguments(), arguments))
    if (value)
      values.map(argument, value);
  for (Operation &op : body.without_terminator()) {
    if (op.getNumResults() == 1 && values.contains(op.getResult(0)))
      continue;
    if (isa<arith::ExtFOp, arith::TruncFOp>(op)) {
      values.map(op.getResult(0), convert(code, values.lookup(op.getOperand(0)),
                                          op.getResult(0).getType()));
      continue;
    }
    bool isWide = op.getNumResults() != 1 || isExact(&op) ||
                  !(isSmall(op.getResult(0).getType()) ||
                    llvm::any_of(op.getOperandTypes(), isSmall));
    if (isWide)
      code.clone(op, values);
    else
      values.map(op.getResult(0), computeWide(code, op, values));
  }
  SmallVector<Value> results;
  for (Value yielded : body.getTerminator()->getOperands())
    results.push_back(values.lookup(yielded));
  return results;
}
