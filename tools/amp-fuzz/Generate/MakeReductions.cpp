// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Reductions, windows, sorts, scans: ops with scalar bodies.
#include "Generate/Bodies.h"
#include "Generate/Generator.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Value ranked(Generator &g) {
  for (int i = 0; i < 4; ++i) {
    Value x = g.floatValue();
    if (typeOf(x).getRank() > 0)
      return x;
  }
  return {};
}

static Value initialValue(Generator &g, Type element) {
  RankedTensorType type = g.scalar(element);
  if (g.random.chance(50))
    return g.splat(type, 0);
  if (g.random.chance(30) && isa<FloatType>(element))
    return g.splat(type, g.random.chance(50) ? -INFINITY : INFINITY);
  return g.random.chance(50) ? g.constant(type) : g.value(type);
}

static bool reduce(Generator &g) {
  Value x = g.random.chance(80)
                ? ranked(g)
                : g.value(g.tensor(g.drawShape(), g.drawInteger()));
  if (!x || typeOf(x).getRank() == 0)
    return false;
  RankedTensorType type = typeOf(x);
  SmallVector<int64_t> dims, shape;
  for (auto [d, size] : llvm::enumerate(type.getShape()))
    if (g.random.chance(55))
      dims.push_back(d);
    else
      shape.push_back(size);
  Type element = type.getElementType();
  RankedTensorType result = g.tensor(shape, element),
                   scalar = g.scalar(element);
  bool isPair = g.random.chance(15);
  SmallVector<Value> operands{x}, inits{initialValue(g, element)};
  SmallVector<Type> results{result}, arguments{scalar, scalar};
  if (isPair) { // e.g. an argmax: floats with positions
    Type second = g.random.chance(60) ? g.i32() : g.f32();
    operands.push_back(g.value(type.clone(second)));
    inits.push_back(initialValue(g, second));
    results.push_back(g.tensor(shape, second));
    arguments = {scalar, g.scalar(second), scalar, g.scalar(second)};
  }
  llvm::append_range(operands, inits);
  Operation *op = g.make("stablehlo.reduce", operands, results,
                         g.list("dimensions", dims), 1);
  g.fill(op->getRegion(0), arguments, [&](ValueRange a) -> SmallVector<Value> {
    if (!isPair)
      return reductionBody(g, a, element);
    Value better = g.make1(
        "stablehlo.compare", {a[0], a[2]}, g.scalar(g.i1()),
        g.parsed("comparison_direction",
                 g.random.chance(50) ? "#stablehlo<comparison_direction GT>"
                                     : "#stablehlo<comparison_direction LT>"));
    return {g.make1("stablehlo.select", {better, a[0], a[2]}, a[0].getType()),
            g.make1("stablehlo.select", {better, a[1], a[3]}, a[1].getType())};
  });
  g.keep(op->getResults());
  return true;
}

namespace {
struct Window {
  SmallVector<int64_t> size, strides, base, dilation, low, high, result;
};
} // namespace

static std::optional<Window> drawWindow(Generator &g, ArrayRef<int64_t> shape,
                                        bool isDilated) {
  Window w;
  for (int64_t extent : shape) {
    w.size.push_back(g.random.between(1, 3));
    w.strides.push_back(g.random.between(1, 2));
    w.base.push_back(isDilated && g.random.chance(25) ? 2 : 1);
    w.dilation.push_back(
        isDilated && g.random.chance(25) ? g.random.between(2, 3) : 1);
    w.low.push_back(g.random.chance(40) ? g.random.below(3) : 0);
    w.high.push_back(g.random.chance(40) ? g.random.below(3) : 0);
    int64_t padded =
        (extent - 1) * w.base.back() + 1 + w.low.back() + w.high.back();
    int64_t reach = (w.size.back() - 1) * w.dilation.back() + 1;
    if (padded < reach)
      return std::nullopt;
    w.result.push_back((padded - reach) / w.strides.back() + 1);
  }
  return w;
}

static NamedAttribute paddingOf(Generator &g, const Window &w) {
  std::string text = "dense<[";
  for (size_t d = 0; d < w.low.size(); ++d)
    text += (d ? ", [" : "[") + std::to_string(w.low[d]) + ", " +
            std::to_string(w.high[d]) + "]";
  return g.parsed("padding", text + "]> : tensor<" +
                                 std::to_string(w.low.size()) + "x2xi64>");
}

static bool reduceWindow(Generator &g) {
  Value x = ranked(g);
  if (!x || typeOf(x).getNumElements() > 100)
    return false;
  RankedTensorType type = typeOf(x);
  auto window = drawWindow(g, type.getShape(), true);
  if (!window)
    return false;
  Type element = type.getElementType(), scalar = g.scalar(element);
  Operation *op = g.make(
      "stablehlo.reduce_window", {x, initialValue(g, element)},
      g.tensor(window->result, element),
      {g.list("window_dimensions", window->size),
       g.list("window_strides", window->strides),
       g.list("base_dilations", window->base),
       g.list("window_dilations", window->dilation), paddingOf(g, *window)},
      1);
  g.fill(op->getRegion(0), {scalar, scalar},
         [&](ValueRange a) { return reductionBody(g, a, element); });
  g.keep(op->getResults());
  return true;
}

static bool selectAndScatter(Generator &g) {
  Value x = ranked(g);
  if (!x || typeOf(x).getNumElements() > 100)
    return false;
  RankedTensorType type = typeOf(x);
  auto window = drawWindow(g, type.getShape(), false);
  if (!window)
    return false;
  Type element = type.getElementType(), scalar = g.scalar(element);
  Value source = g.value(g.tensor(window->result, element));
  Operation *op =
      g.make("stablehlo.select_and_scatter",
             {x, source, initialValue(g, element)}, type,
             {g.list("window_dimensions", window->size),
              g.list("window_strides", window->strides), paddingOf(g, *window)},
             2);
  g.fill(op->getRegion(0), {scalar, scalar},
         [&](ValueRange a) -> SmallVector<Value> {
           Value left = g.random.chance(70) ? Value(a[0])
                                            : bodyValue(g, {a[0]}, element, 2);
           return {g.make1("stablehlo.compare", {left, a[1]}, g.scalar(g.i1()),
                           g.parsed("comparison_direction",
                                    "#stablehlo<comparison_direction GE>"))};
         });
  g.fill(op->getRegion(1), {scalar, scalar},
         [&](ValueRange a) -> SmallVector<Value> {
           return g.random.chance(70)
                      ? SmallVector<Value>{g.make1("stablehlo.add", a, scalar)}
                      : reductionBody(g, a, element);
         });
  g.keep(op->getResults());
  return true;
}

static bool sort(Generator &g) {
  Value x = ranked(g);
  if (!x || typeOf(x).getNumElements() > 120)
    return false;
  RankedTensorType type = typeOf(x);
  SmallVector<Value> operands{x};
  if (g.random.chance(40))
    operands.push_back(
        g.value(type.clone(g.random.chance(50) ? g.i32() : g.f32())));
  SmallVector<Type> arguments;
  for (Value operand : operands)
    arguments.append(2, g.scalar(typeOf(operand).getElementType()));
  Operation *op =
      g.make("stablehlo.sort", operands, ValueRange(operands).getTypes(),
             {g.number("dimension", g.random.below(type.getRank())),
              g.named("is_stable", g.builder.getBoolAttr(true))},
             1);
  g.fill(op->getRegion(0), arguments, [&](ValueRange a) -> SmallVector<Value> {
    Value left = a[0], right = a[1];
    if (g.random.chance(25) &&
        type.getElementType().isF32()) { // comparator of bit patterns
      Type word = g.scalar(g.i32());
      left = g.make1("stablehlo.bitcast_convert", left, word);
      right = g.make1("stablehlo.bitcast_convert", right, word);
    } else if (g.random.chance(25)) {
      StringRef name =
          g.random.chance(50) ? "stablehlo.abs" : "stablehlo.negate";
      left = g.make1(name, left, left.getType());
      right = g.make1(name, right, right.getType());
    }
    return {g.make1("stablehlo.compare", {left, right}, g.scalar(g.i1()),
                    g.parsed("comparison_direction",
                             g.random.chance(50)
                                 ? "#stablehlo<comparison_direction LT>"
                                 : "#stablehlo<comparison_direction GT>"))};
  });
  g.keep(op->getResults());
  return true;
}

static bool topK(Generator &g) {
  Value x = ranked(g);
  if (!x)
    return false;
  RankedTensorType type = typeOf(x);
  SmallVector<int64_t> shape(type.getShape());
  shape.back() = g.random.between(1, shape.back());
  g.keep(
      g.make("chlo.top_k", x,
             {g.tensor(shape, type.getElementType()), g.tensor(shape, g.i32())},
             g.number("k", shape.back()))
          ->getResults());
  return true;
}

/// Draws a scan over the first dimension: one input, one carry, one output.
static bool scan(Generator &g) {
  Value x = ranked(g);
  if (!x || !g.mayAddArguments || typeOf(x).getNumElements() > 100)
    return false;
  RankedTensorType type = typeOf(x);
  RankedTensorType row =
      g.tensor(type.getShape().drop_front(), type.getElementType());
  Value init = g.value(row);
  SmallVector<NamedAttribute> attributes{
      g.number("dimension", 0),
      g.named("operandSegmentSizes", g.builder.getDenseI32ArrayAttr({1, 1})),
      g.named("resultSegmentSizes", g.builder.getDenseI32ArrayAttr({1, 1}))};
  if (g.random.chance(30))
    attributes.push_back(g.named("is_reverse", g.builder.getBoolAttr(true)));
  Operation *op = g.make("chlo.scan", {x, init}, {type, row}, attributes, 1);
  SmallVector<Value> outer;
  std::swap(outer, g.pool); // the body is IsolatedFromAbove
  bool mayAdd = std::exchange(g.mayAddArguments, false);
  g.fill(op->getRegion(0), {row, row}, [&](ValueRange a) -> SmallVector<Value> {
    g.keep(a);
    Value next =
        g.make1(g.random.chance(60) ? "stablehlo.add" : "stablehlo.maximum",
                {a[0], a[1]}, row);
    if (g.random.chance(40))
      next = g.make1("stablehlo.tanh", next, row);
    return {next, next};
  });
  g.mayAddArguments = mayAdd;
  std::swap(outer, g.pool);
  g.keep(op->getResults());
  return true;
}

ArrayRef<MakerRow> fuzz::reductionMakers() {
  static const MakerRow rows[] = {{"reduce", 10, reduce},
                                  {"reduce_window", 3, reduceWindow},
                                  {"select_and_scatter", 2, selectAndScatter},
                                  {"sort", 2, sort},
                                  {"top_k", 1, topK},
                                  {"scan", 1, scan},
                                  {"collective", 2, makeCollective}};
  return rows;
}
