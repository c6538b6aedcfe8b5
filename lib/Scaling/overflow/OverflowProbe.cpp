// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/overflow/OverflowProbe.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

bool amp::scaling::canOverflow(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
                     type.getElementType());
}

Value amp::scaling::countOf(GraphBuilder &b, int32_t value) {
  return b.scalar(b.builder.getI32IntegerAttr(value));
}

/// Counts the elements that are true.
static Value count(GraphBuilder &b, Value truths) {
  Value ones = b.convert(truths, b.builder.getI32Type());
  return b.reduce("add", ones, countOf(b, 0));
}

static Value isFinite(GraphBuilder &b, Value x) {
  auto type = cast<RankedTensorType>(x.getType());
  return b.create("is_finite", type.clone(b.builder.getI1Type()), x)
      ->getResult(0);
}

/// Returns true for constants whose elements are all finite.
static bool isKnownFinite(Value value) {
  Operation *op = value.getDefiningOp();
  auto elements =
      op ? dyn_cast_if_present<DenseFPElementsAttr>(findConstantValue(op))
         : DenseFPElementsAttr();
  if (elements && elements.isSplat())
    return elements.getSplatValue<APFloat>().isFinite();
  return elements && llvm::all_of(elements, [](const APFloat &element) {
           return element.isFinite();
         });
}

OverflowProbe::Seen OverflowProbe::look(GraphBuilder &b, Value value) {
  Value nan = b.compare("NE", value, value);
  Value infinite = b.apply("not", b.apply("or", {isFinite(b, value), nan}));
  Seen now{count(b, infinite), count(b, nan), {}};
  now.any =
      b.compare("GT", b.apply("add", {now.infinite, now.nan}), countOf(b, 0));
  return seen[value] = now;
}

/// Returns a predicate: `value` has an infinite or NaN element. Emits the test
/// if no watched op defines `value`.
Value OverflowProbe::isBroken(Value value) {
  auto known = seen.find(value);
  if (known != seen.end())
    return known->second.any;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  GraphBuilder b(builder, value.getLoc(), /*keepsOrder=*/false);
  return look(b, value).any;
}

namespace {
/// Op that may compute zero from nonzero operands.
struct Flushing {
  OpKind kind;
  unsigned factors; ///< leading operands that must not be zero
};
} // namespace

static constexpr Flushing flushing[] = {
    {OpKind::convert, 1},
    {OpKind::divide, 1},
    {OpKind::multiply, 2},
};

/// Counts the zeros that `op` computes from nonzero numbers; null if `op`
/// computes none.
Value OverflowProbe::countFlushed(GraphBuilder &b, Operation *op) {
  static const KindMap<Flushing> byKind(flushing);
  const Flushing *kind = byKind.lookup(hloKindOf(op));
  if (!kind || !canOverflow(op->getOperand(0)))
    return {};
  auto compareZero = [&](StringRef how, Value x) {
    auto type = cast<FloatType>(getElementTypeOrSelf(x));
    Value zero = b.scalar(b.builder.getFloatAttr(type, 0.0));
    return b.compare(how, x, b.broadcast(zero, x));
  };
  Value flushed = compareZero("EQ", op->getResult(0));
  for (Value factor : op->getOperands().take_front(kind->factors))
    flushed = b.apply("and", {flushed, compareZero("NE", factor)});
  for (Value divisor : op->getOperands().drop_front(kind->factors))
    flushed = b.apply("and", {flushed, isFinite(b, divisor)});
  return count(b, flushed);
}

OverflowProbe::Found OverflowProbe::watch(Operation *op) {
  OpBuilder builder(op->getNextNode());
  GraphBuilder b(builder, op->getLoc(), /*keepsOrder=*/false);
  Found found;
  auto join = [&](StringRef how, Value &all, Value one) {
    all = all ? b.apply(how, {all, one}) : one;
  };
  for (Value result : op->getResults()) {
    if (!canOverflow(result))
      continue;
    Seen now = look(b, result);
    join("add", found.infinite, now.infinite);
    join("add", found.nan, now.nan);
    join("or", found.overflowed, now.any);
  }
  for (Value operand :
       llvm::SetVector<Value>(op->operand_begin(), op->operand_end()))
    if (canOverflow(operand) && !isKnownFinite(operand))
      found.overflowed =
          b.apply("and", {found.overflowed, b.apply("not", isBroken(operand))});
  Value flushed = countFlushed(b, op);
  found.flushed = flushed ? flushed : countOf(b, 0);
  return found;
}
