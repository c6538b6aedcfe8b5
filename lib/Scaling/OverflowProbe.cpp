// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/OverflowProbe.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::canOverflow(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(
                     type.getElementType());
}

static Value number(GraphBuilder &b, int32_t value) {
  return b.scalar(b.builder.getI32IntegerAttr(value));
}

/// How many elements are true.
static Value count(GraphBuilder &b, Value truths) {
  Value ones = b.convert(truths, b.builder.getI32Type());
  return b.reduce("add", ones, number(b, 0));
}

static Value isFinite(GraphBuilder &b, Value x) {
  auto type = cast<RankedTensorType>(x.getType());
  return b.create("is_finite", type.clone(b.builder.getI1Type()), x)
      ->getResult(0);
}

/// Constants are looked at here.
bool OverflowProbe::isKnownFinite(Value value) {
  Operation *op = value.getDefiningOp();
  auto elements =
      op ? dyn_cast_if_present<DenseFPElementsAttr>(findConstantValue(op))
         : DenseFPElementsAttr();
  return elements && llvm::all_of(elements, [](const APFloat &element) {
           return element.isFinite();
         });
}

OverflowProbe::Seen OverflowProbe::look(GraphBuilder &b, Value value) {
  Value nan = b.compare("NE", value, value);
  Value infinite = b.apply("not", b.apply("or", {isFinite(b, value), nan}));
  Seen now{count(b, infinite), count(b, nan), {}};
  now.any =
      b.compare("GT", b.apply("add", {now.infinite, now.nan}), number(b, 0));
  return seen[value] = now;
}

/// Whether a value that an op reads is broken; looks at those that no watched
/// op makes.
Value OverflowProbe::isBroken(Value value) {
  auto known = seen.find(value);
  if (known != seen.end())
    return known->second.any;
  OpBuilder builder(value.getContext());
  builder.setInsertionPointAfterValue(value);
  GraphBuilder b(builder, value.getLoc());
  return look(b, value).any;
}

namespace {
/// An op that may give zero although no operand of it is.
struct Flushing {
  StringLiteral name;
  unsigned factors; ///< leading operands that must not be zero
};
} // namespace

static constexpr Flushing flushing[] = {
    {"stablehlo.convert", 1},
    {"stablehlo.divide", 1},
    {"stablehlo.multiply", 2},
};

/// How many zeros `op` makes of numbers that are none; null if it cannot.
Value OverflowProbe::countFlushed(GraphBuilder &b, Operation *op) {
  const Flushing *kind = llvm::find_if(flushing, [&](const Flushing &f) {
    return f.name == op->getName().getStringRef();
  });
  if (kind == std::end(flushing) || !canOverflow(op->getOperand(0)))
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

void OverflowProbe::watch(Operation *op) {
  int32_t id = counts.size() / 3;
  OpBuilder builder(op->getNextNode());
  GraphBuilder b(builder, op->getLoc());
  Value infinite, nan, any;
  auto join = [&](StringRef how, Value &all, Value one) {
    all = all ? b.apply(how, {all, one}) : one;
  };
  for (Value result : op->getResults()) {
    if (!canOverflow(result))
      continue;
    Seen now = look(b, result);
    join("add", infinite, now.infinite);
    join("add", nan, now.nan);
    join("or", any, now.any);
  }
  for (Value operand :
       llvm::SetVector<Value>(op->operand_begin(), op->operand_end()))
    if (canOverflow(operand) && !isKnownFinite(operand))
      any = b.apply("and", {any, b.apply("not", isBroken(operand))});
  Value flushed = countFlushed(b, op);
  llvm::append_values(counts, infinite, nan, flushed ? flushed : number(b, 0));
  join("minimum", first, b.select(any, number(b, id), number(b, none)));
}

/// All behind one another, a few at a time: a chain of thousands of insertions
/// takes consumers minutes.
static Value join(GraphBuilder &b, ArrayRef<Value> parts) {
  static constexpr size_t most = 16;
  if (parts.size() == 1)
    return parts.front();
  SmallVector<Value> longer;
  for (; !parts.empty();
       parts = parts.drop_front(std::min(most, parts.size()))) {
    ArrayRef<Value> some = parts.take_front(most);
    int64_t size = 0;
    for (Value part : some)
      size += cast<RankedTensorType>(part.getType()).getDimSize(0);
    auto type = RankedTensorType::get({size}, b.builder.getI32Type());
    longer.push_back(b.create("concatenate", type, some,
                              b.builder.getNamedAttr(
                                  "dimension", b.builder.getI64IntegerAttr(0)))
                         ->getResult(0));
  }
  return join(b, longer);
}

OverflowProbe::Results OverflowProbe::finish(OpBuilder &builder, Location loc) {
  GraphBuilder b(builder, loc);
  Type i32 = builder.getI32Type();
  SmallVector<Value> rows;
  for (Value value : counts)
    rows.push_back(b.create("reshape", RankedTensorType::get({1}, i32), value)
                       ->getResult(0));
  Value table =
      b.create("reshape", RankedTensorType::get({none, 3}, i32), join(b, rows))
          ->getResult(0);
  Value isNone = b.compare("EQ", first, number(b, none));
  return {b.select(isNone, number(b, -1), first), table};
}
