// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// arith.addf %a, %b : bf16
//   ==>   truncf(arith.addf (extf %a), (extf %b) : f32)
// two elements
//   ==>   the same on vector<2xbf16> and vector<2xf32>
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static bool isSmall(Type type) {
  Type element = getElementTypeOrSelf(type);
  return element.isF16() || element.isBF16();
}

/// Returns `element`, or a vector of `element` with the length of `type`.
static Type shapedAs(Type type, Type element) {
  auto vector = dyn_cast<VectorType>(type);
  return vector ? Type(vector.clone(element)) : element;
}

/// Returns true if `op` moves bits, or converts with one rounding.
static bool isExact(Operation *op) {
  return isa<arith::ConstantOp, arith::SelectOp, arith::BitcastOp,
             arith::ExtFOp, arith::TruncFOp>(op);
}

static Value widened(Code &code, Value value) {
  if (!isSmall(value.getType()))
    return value;
  return arith::ExtFOp::create(
      code, shapedAs(value.getType(), code.getF32Type()), value);
}

/// Converts by way of f32, also bf16 <-> f16.
static Value convert(Code &code, Value value, Type type) {
  value = widened(code, value);
  Type from = getElementTypeOrSelf(value.getType());
  if (from == type)
    return value;
  unsigned bits = type.getIntOrFloatBitWidth();
  type = shapedAs(value.getType(), type);
  if (from.getIntOrFloatBitWidth() < bits)
    return arith::ExtFOp::create(code, type, value);
  return arith::TruncFOp::create(code, type, value);
}

namespace {
/// Clones the ops of a body for one or two elements.
class BodyCloner {
public:
  BodyCloner(Code &code, ArrayRef<IRMapping> known)
      : code(code), elements(known.begin(), known.end()) {}

  void map(Block &body, ArrayRef<SmallVector<Value>> arguments);
  void clone(Operation &op);
  Value valueOf(Value value, size_t element);

private:
  Value pairOf(Value value);
  bool clonePair(Operation &op);
  void cloneEach(Operation &op);
  Value compute(Operation &op, ArrayRef<Value> operands);

  Code &code;
  SmallVector<IRMapping> elements;
  llvm::DenseMap<Value, Value> pairs; // vectors of both elements
};
} // namespace

void BodyCloner::map(Block &body, ArrayRef<SmallVector<Value>> arguments) {
  for (auto [values, mapping] : llvm::zip(arguments, elements))
    for (auto [argument, value] : llvm::zip(body.getArguments(), values))
      if (value)
        mapping.map(argument, value);
}

Value BodyCloner::valueOf(Value value, size_t element) {
  if (!elements[element].contains(value))
    if (Value pair = pairs.lookup(value))
      elements[element].map(value, LLVM::ExtractElementOp::create(
                                       code, pair, code.i32(int64_t(element)))
                                       .getResult());
  return elements[element].lookupOrDefault(value);
}

Value BodyCloner::pairOf(Value value) {
  Value &pair = pairs[value];
  if (!pair)
    pair = code.pack({valueOf(value, 0), valueOf(value, 1)});
  return pair;
}

/// Emits `op` in f32 and rounds the result to its type.
Value BodyCloner::compute(Operation &op, ArrayRef<Value> operands) {
  OperationState state(op.getLoc(), op.getName());
  for (Value operand : operands)
    state.addOperands(widened(code, operand));
  Type shape = operands.front().getType();
  Type type = shapedAs(shape, op.getResult(0).getType());
  state.addTypes(isSmall(type) ? shapedAs(shape, code.getF32Type()) : type);
  state.addAttributes(op.getAttrs());
  Value result = code.create(state)->getResult(0);
  if (!isSmall(type))
    return result;
  return arith::TruncFOp::create(code, type, result);
}

/// Returns true for add, sub, mul and division by a power of two, which is a
/// mul: a pair of 16-bit elements takes one instruction.
static bool isOneInstruction(Operation &op) {
  FloatAttr divisor;
  if (isa<arith::DivFOp>(op) &&
      matchPattern(op.getOperand(1), m_Constant(&divisor)))
    return divisor.getValue().getExactLog2() != INT_MIN;
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op);
}

/// Emits `op` once for both elements, on vectors, and returns true; returns
/// false if each element needs a clone. A truncation of another op's result
/// stays scalar, next to that op: it tells how exact that op must be.
bool BodyCloner::clonePair(Operation &op) {
  if (elements.size() != 2 || op.getNumResults() != 1 ||
      !isSmall(op.getResult(0).getType()))
    return false;
  Value result = op.getResult(0);
  if (isOneInstruction(op)) {
    pairs[result] =
        compute(op, {pairOf(op.getOperand(0)), pairOf(op.getOperand(1))});
    return true;
  }
  if (isa<arith::TruncFOp>(op) && isa<BlockArgument>(op.getOperand(0))) {
    pairs[result] = convert(code, pairOf(op.getOperand(0)), result.getType());
    return true;
  }
  return false;
}

void BodyCloner::cloneEach(Operation &op) {
  bool isWide = op.getNumResults() != 1 || isExact(&op) ||
                !(isSmall(op.getResult(0).getType()) ||
                  llvm::any_of(op.getOperandTypes(), isSmall));
  for (auto [i, values] : llvm::enumerate(elements)) {
    SmallVector<Value> operands;
    for (Value operand : op.getOperands())
      operands.push_back(valueOf(operand, i));
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      values.map(op.getResult(0),
                 convert(code, operands.front(), op.getResult(0).getType()));
    else if (isWide)
      code.clone(op, values);
    else
      values.map(op.getResult(0), compute(op, operands));
  }
}

void BodyCloner::clone(Operation &op) {
  bool isKnown =
      op.getNumResults() == 1 && elements.front().contains(op.getResult(0));
  if (!isKnown && !clonePair(op))
    cloneEach(op);
}

SmallVector<SmallVector<Value>>
mlir::amp::lowering::cloneBodies(Code &code, Block &body,
                                 ArrayRef<SmallVector<Value>> arguments,
                                 ArrayRef<IRMapping> known) {
  BodyCloner cloner(code, known);
  cloner.map(body, arguments);
  for (Operation &op : body.without_terminator())
    cloner.clone(op);
  SmallVector<SmallVector<Value>> results(arguments.size());
  for (auto [i, values] : llvm::enumerate(results))
    for (Value yielded : body.getTerminator()->getOperands())
      values.push_back(cloner.valueOf(yielded, i));
  return results;
}

SmallVector<Value> mlir::amp::lowering::cloneBody(Code &code, Block &body,
                                                  ArrayRef<Value> arguments,
                                                  IRMapping known) {
  return cloneBodies(code, body, SmallVector<Value>(arguments), known).front();
}
