// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Cost/OpCost.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;

double amp::guessElements(Type type) {
  double count = 1;
  auto multiply = [&](ArrayRef<int64_t> shape) {
    for (int64_t size : shape)
      count *= ShapedType::isDynamic(size) ? 128 : static_cast<double>(size);
  };
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    multiply(tensor.getShape()); // needs no search for an interface
  else if (auto shaped = dyn_cast<ShapedType>(type); shaped && shaped.hasRank())
    multiply(shaped.getShape());
  return count;
}

//===----------------------------------------------------------------------===//
// Traffic
//===----------------------------------------------------------------------===//

/// Ops whose result has another shape or name, but the memory of the operand.
static constexpr KindSet views = {
    OpKind::cast,    OpKind::collapse_shape, OpKind::expand_shape,
    OpKind::reshape, OpKind::reshape_to,     OpKind::optimization_barrier,
};

static bool isView(Operation *op, const OpRow *row) {
  return !findMark(op).empty() ||
         (row->opClass == OpClass::layout && views.contains(row->kind));
}

Traffic amp::readsBy(Operation *op, const OpRow *row) {
  if (!row)
    return Traffic::memory;
  if (isView(op, row))
    return Traffic::view;
  switch (row->opClass) {
  case OpClass::elementwise:
  case OpClass::transcendental:
  case OpClass::reduction:
  case OpClass::layout:
  case OpClass::select:
  case OpClass::bits:
  case OpClass::convert:
    return Traffic::fused;
  default:
    return Traffic::memory;
  }
}

Traffic amp::makesBy(Operation *op, const OpRow *row) {
  if (row && row->opClass == OpClass::constant)
    return Traffic::free;
  return row && row->opClass == OpClass::reduction ? Traffic::memory
                                                   : readsBy(op, row);
}

//===----------------------------------------------------------------------===//
// Time
//===----------------------------------------------------------------------===//

OpCost OpCost::operator*(double times) const {
  return {static_cast<int64_t>(high * times),
          static_cast<int64_t>(low * times)};
}

void OpCost::operator+=(OpCost other) {
  high += other.high;
  low += other.low;
}

CostModel::CostModel(const Chip &chip, FloatType compute, const OpSet &strict)
    : chip(chip), compute(compute), strict(strict),
      lowBytes(compute.getWidth() / 8) {}

/// Converts seconds to femtoseconds: at least 1, so that the solution with
/// fewer casts is cheaper; at most 10^15, so that sums do not overflow.
int64_t CostModel::toTime(double seconds) const {
  return static_cast<int64_t>(std::clamp(seconds * 1e15, 1.0, 1e15));
}

OpCost CostModel::move(double elements) const {
  double seconds = elements / (chip.memory * 1e9);
  return {toTime(seconds * sizeof(float)), toTime(seconds * lowBytes)};
}

int64_t CostModel::convert(double elements) const {
  return toTime(elements / (chip.vector.f32 * 1e12));
}

int64_t CostModel::cast(double elements) const {
  OpCost moved = move(elements);
  return moved.high + moved.low;
}

OpCost CostModel::arithmetic(double flops) const {
  return {toTime(flops / 1e12 / chip.vector.f32),
          toTime(flops / 1e12 / chip.vector.of(compute))};
}

ProductCost CostModel::product(Operation *op) const {
  OpCost operands, result;
  for (Type type : op->getOperandTypes())
    if (isFloat(type))
      operands += move(guessElements(type));
  for (Type type : op->getResultTypes())
    result += move(guessElements(type));
  double flops = 0;
  auto isRanked = [](Type type) {
    auto shaped = dyn_cast<ShapedType>(type);
    return !shaped || shaped.hasRank();
  };
  auto model = dyn_cast<ModelOp>(op);
  if (model && llvm::all_of(op->getOperandTypes(), isRanked)) {
    ContractionShape shape = model.getContractionShape();
    for (int64_t *size :
         {&shape.batch, &shape.rows, &shape.columns, &shape.depth})
      *size = ShapedType::isDynamic(*size) ? 128 : *size;
    flops = shape.flops().value_or(0) / 1e12;
  }
  bool isCut = model && model.getTf32() != Tf32::never && !strict.contains(op);
  auto f32 = Float32Type::get(op->getContext());
  int64_t high = toTime(flops / chip.rateOfProducts(f32, isCut));
  int64_t low = toTime(flops / chip.rateOfProducts(compute, false));
  return {std::max(high, operands.high + result.high),
          std::max(low, operands.low + result.high),
          std::max(low, operands.low + result.low),
          std::max(high, operands.high + result.low)};
}
