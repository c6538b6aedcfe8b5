// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// (%in, %out) -> select(cmpf(%out, %in), %out, %in)
//   ==>   (%right, %left) -> select(cmpf(%left, %right), %left, %right)
#include "lib/Lowering/Gpu/Kernels/Selection.h"
#include "lib/Lowering/Gpu/Kernels/RowLanes.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

static constexpr int64_t warp = 32;

/// Returns true for ops whose results are unchanged operands or truth values.
/// Floating-point conversions belong to them, as the elements came from the
/// narrow type.
static bool isSelecting(Operation &op) {
  if (op.hasTrait<OpTrait::ConstantLike>())
    return true;
  return isa<arith::CmpFOp, arith::CmpIOp, arith::SelectOp, arith::AndIOp,
             arith::OrIOp, arith::XOrIOp, arith::MaximumFOp, arith::MinimumFOp,
             arith::MaxNumFOp, arith::MinNumFOp, arith::MaxSIOp, arith::MinSIOp,
             arith::MaxUIOp, arith::MinUIOp, arith::ExtFOp, arith::TruncFOp>(
             op) &&
         (!isa<arith::AndIOp, arith::OrIOp, arith::XOrIOp>(op) ||
          op.getResult(0).getType().isInteger(1));
}

/// Returns the element that result `number` is compared with: the only
/// candidate of its type, or the other branch of the select that yields the
/// result.
static Value elementOf(GenericOp op, unsigned number,
                       ArrayRef<Value> candidates) {
  Value own = op.getRegionOutputArgs()[number];
  auto isLike = [&](Value value) { return value.getType() == own.getType(); };
  if (llvm::count_if(op.getRegionOutputArgs(), isLike) == 1 &&
      llvm::count_if(candidates, isLike) == 1)
    return *llvm::find_if(candidates, isLike);
  auto choice = op.getBody()
                    ->getTerminator()
                    ->getOperand(number)
                    .getDefiningOp<arith::SelectOp>();
  if (!choice)
    return nullptr;
  Value yes = choice.getTrueValue(), no = choice.getFalseValue();
  Value other = yes == own ? no : no == own ? yes : Value();
  return llvm::is_contained(candidates, other) ? other : Value();
}

std::optional<Selection> Selection::of(GenericOp op) {
  Selection selection(op);
  Block *body = op.getBody();
  llvm::SetVector<Operation *> merged;
  llvm::SetVector<Value> taken;
  for (Value result : op.getRegionOutputArgs())
    if (result.use_empty() || !result.getType().isIntOrFloat())
      return std::nullopt;
  for (Operation &each : body->without_terminator())
    if (each.getNumRegions() || !isMemoryEffectFree(&each))
      return std::nullopt;
  auto isOfBody = [&](Value value) { return value.getParentBlock() == body; };
  for (Operation &each : body->without_terminator())
    if (llvm::any_of(each.getOperands(), [&](Value operand) {
          return llvm::is_contained(op.getRegionOutputArgs(), operand) ||
                 merged.contains(operand.getDefiningOp());
        }))
      merged.insert(&each);
  auto take = [&](Value value) {
    if (isOfBody(value) && !merged.contains(value.getDefiningOp()) &&
        !llvm::is_contained(op.getRegionOutputArgs(), value))
      taken.insert(value);
  };
  for (Operation *each : merged)
    llvm::for_each(each->getOperands(), take);
  llvm::for_each(body->getTerminator()->getOperands(), take);
  // values computed from elements alone, such as a test for NaN, are computed
  // from merged elements, too
  for (unsigned i = 0; i < taken.size(); ++i) {
    Value value = taken[i];
    Operation *by = value.getDefiningOp();
    if (!by || !isSelecting(*by))
      continue;
    bool isElement =
        llvm::is_contained(ValueRange(op.getRegionOutputArgs()).getTypes(),
                           value.getType()) &&
        by->getNumOperands() > 0 &&
        llvm::none_of(by->getOperands(), [&](Value operand) {
          return operand.getType() == value.getType() &&
                 taken.contains(operand);
        });
    if (isElement)
      continue;
    merged.insert(by);
    llvm::for_each(by->getOperands(), take);
  }
  taken.remove_if([&](Value value) {
    return value.getDefiningOp() && merged.contains(value.getDefiningOp());
  });
  for (Operation &each : body->without_terminator()) {
    if (!merged.contains(&each))
      continue;
    if (!isSelecting(each))
      return std::nullopt;
    selection.ops.push_back(&each);
  }
  llvm::SetVector<Value> elements;
  for (unsigned i = 0; i < op.getNumDpsInits(); ++i) {
    Value element = elementOf(op, i, taken.getArrayRef());
    if (!element || !elements.insert(element))
      return std::nullopt;
  }
  if (elements.size() != taken.size())
    return std::nullopt;
  selection.elements = llvm::to_vector(elements);
  return selection;
}

SmallVector<Value> Selection::merge(ArrayRef<Value> left, ArrayRef<Value> right,
                                    KernelCode &code) const {
  GenericOp op = this->op;
  IRMapping map = code.map;
  map.map(op.getRegionOutputArgs(), left);
  map.map(elements, right);
  for (Operation *each : ops)
    code.b.clone(*each, map);
  return llvm::map_to_vector(
      op.getBody()->getTerminator()->getOperands(),
      [&](Value value) { return map.lookupOrDefault(value); });
}

/// Merges the parts of threads whose numbers differ by 1, 2, 4, ...; the part
/// of the lower thread comes first.
void Selection::mergeLanes(SmallVector<Value> &parts, int64_t lanes,
                           KernelCode &code) const {
  auto &b = code.b;
  for (int64_t distance = 1; distance < lanes; distance *= 2) {
    Value bit =
        arith::AndIOp::create(b, code.threadId(), code.constant(distance));
    Value isUpper = arith::CmpIOp::create(b, arith::CmpIPredicate::ne, bit,
                                          code.constant(0));
    SmallVector<Value> left, right;
    for (Value part : parts) {
      Value other = exchange(part, distance, b);
      left.push_back(arith::SelectOp::create(b, isUpper, other, part));
      right.push_back(arith::SelectOp::create(b, isUpper, part, other));
    }
    parts = merge(left, right, code);
  }
}

SmallVector<Value> Selection::totalOf(ArrayRef<Value> values, int64_t lanes,
                                      KernelCode &code) const {
  auto &b = code.b;
  SmallVector<Value> parts(values);
  mergeLanes(parts, std::min(lanes, warp), code);
  if (lanes <= warp)
    return parts;
  Value inWarp =
      arith::RemUIOp::create(b, code.threadId(), code.constant(warp));
  SmallVector<Value> shared;
  for (Value part : parts)
    shared.push_back(share(part, inWarp, 1, lanes / warp, code));
  gpu::BarrierOp::create(b);
  Value place =
      arith::RemUIOp::create(b, code.threadId(), code.constant(lanes / warp));
  for (auto [part, memory] : llvm::zip(parts, shared))
    part = memref::LoadOp::create(b, memory, place);
  mergeLanes(parts, lanes / warp, code);
  return parts;
}
