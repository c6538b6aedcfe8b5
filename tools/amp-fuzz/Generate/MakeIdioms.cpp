// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Softmaxes and norms in the form of frameworks, with random variations.
#include "Generate/Generator.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

namespace {
/// Reductions of one matrix along one dimension, broadcast back.
struct Rows {
  Generator &g;
  RankedTensorType type;
  int64_t dim; ///< reduced dimension

  Value reduce(Value x, StringRef combiner, double init) {
    SmallVector<int64_t> shape(type.getShape());
    int64_t along =
        distorts() && type.getDimSize(0) == type.getDimSize(1) ? 1 - dim : dim;
    shape.erase(shape.begin() + along);
    Type scalar = g.scalar(g.f32());
    if (distorts())
      init = g.random.chance(50) ? 1 : -4;
    Operation *op =
        g.make("stablehlo.reduce", {x, g.splat(g.scalar(g.f32()), init)},
               g.tensor(shape, g.f32()), g.list("dimensions", {along}), 1);
    g.fill(op->getRegion(0), {scalar, scalar},
           [&](ValueRange a) -> SmallVector<Value> {
             return {g.make1(combiner, a, scalar)};
           });
    return op->getResult(0);
  }
  Value spread(Value row) {
    return g.make1("stablehlo.broadcast_in_dim", row, type,
                   g.list("broadcast_dimensions", {1 - dim}));
  }
  Value apply(StringRef name, Value a) { return g.make1(name, a, a.getType()); }
  Value apply(StringRef name, Value a, Value b) {
    return g.make1(name, {a, b}, a.getType());
  }
  bool distorts() { return g.random.chance(7); }
};
} // namespace

static Rows drawRows(Generator &g) {
  int64_t n = g.random.between(1, 5),
          m = g.random.chance(40) ? n : g.random.between(1, 5);
  if (g.random.chance(8))
    m = g.random.between(100, 200);
  return {g, g.tensor({n, m}, g.f32()),
          g.random.chance(80) ? 1 : g.random.below(2)};
}

/// exp(x - max) / sum(exp(x - max)), where each part may vary.
static bool softmax(Generator &g) {
  Rows rows = drawRows(g);
  Value x = g.value(rows.type);
  Value shift = rows.spread(rows.reduce(x, "stablehlo.maximum", -INFINITY));
  Value shifted =
      rows.distorts() ? x : rows.apply("stablehlo.subtract", x, shift);
  Value above = rows.apply("stablehlo.exponential", shifted);
  Value below = above;
  if (rows.distorts()) // different shift in the denominator
    below = rows.apply("stablehlo.exponential",
                       g.random.chance(50) ? x
                                           : rows.apply("stablehlo.subtract", x,
                                                        g.value(rows.type)));
  Value sum = rows.spread(rows.reduce(below, "stablehlo.add", 0));
  if (g.random.chance(30)) { // log-softmax
    g.keep(rows.apply("stablehlo.subtract", shifted,
                      rows.apply("stablehlo.log", sum)));
    return true;
  }
  Value result = rows.apply("stablehlo.divide", above, sum);
  g.keep({above, result});
  if (g.random.chance(30)) // users that require a sum of at most 1
    g.keep(rows.apply("stablehlo.multiply", result, g.splat(rows.type, 32768)));
  return true;
}

static bool norm(Generator &g) {
  Rows rows = drawRows(g);
  Value x = g.value(rows.type);
  int64_t count = rows.type.getDimSize(rows.dim);
  auto mean = [&](Value v) {
    Value sum = rows.reduce(v, "stablehlo.add", 0);
    double by = rows.distorts() ? 3.0 : double(count);
    return rows.spread(
        rows.apply("stablehlo.divide", sum, g.splat(typeOf(sum), by)));
  };
  bool isRms = g.random.chance(40);
  Value centred = isRms ? x : rows.apply("stablehlo.subtract", x, mean(x));
  Value squares =
      rows.apply("stablehlo.multiply", centred, rows.distorts() ? x : centred);
  Value spread =
      rows.apply("stablehlo.add", mean(squares),
                 g.splat(rows.type, g.random.chance(60) ? 1e-5 : 0.125));
  Value result = g.random.chance(70)
                     ? rows.apply("stablehlo.multiply", centred,
                                  rows.apply("stablehlo.rsqrt", spread))
                     : rows.apply("stablehlo.divide", centred,
                                  rows.apply("stablehlo.sqrt", spread));
  g.keep(result);
  return true;
}

/// Mixes words by add, rotate and xor, as Threefry does.
static bool mixing(Generator &g) {
  RankedTensorType type =
      g.tensor({2}, IntegerType::get(g.context, 32, IntegerType::Unsigned));
  Value a = g.value(type), b = g.value(type);
  for (int64_t i = g.random.between(1, 3); i > 0; --i) {
    int64_t by = g.random.between(1, 31);
    a = g.make1("stablehlo.add", {a, b}, type);
    Value left = g.make1("stablehlo.shift_left", {b, g.splat(type, by)}, type);
    Value right = g.make1("stablehlo.shift_right_logical",
                          {b, g.splat(type, 32 - by)}, type);
    b = g.make1("stablehlo.xor",
                {g.make1("stablehlo.or", {left, right}, type), a}, type);
  }
  g.keep({a, b});
  return true;
}

/// Multiplies or adds iotas: values exceed a format's range although their
/// range is known.
static bool positions(Generator &g) {
  int64_t n =
      g.random.chance(30) ? g.random.between(200, 300) : g.random.between(2, 6);
  RankedTensorType type = g.tensor({n}, g.f32());
  Value x = g.make1("stablehlo.iota", {}, type, g.number("iota_dimension", 0));
  if (g.random.chance(50))
    x = g.convertTo(g.make1("stablehlo.iota", {}, type.clone(g.i32()),
                            g.number("iota_dimension", 0)),
                    g.f32());
  static const StringLiteral names[] = {"stablehlo.multiply", "stablehlo.add"};
  for (int64_t i = g.random.below(3); i > 0; --i)
    x = g.make1(names[g.random.below(2)], {x, x}, type);
  if (g.random.chance(30))
    x = g.make1("stablehlo.divide",
                {g.splat(type, 1),
                 g.make1("stablehlo.add", {x, g.splat(type, 1)}, type)},
                type);
  g.keep(x);
  return true;
}

ArrayRef<MakerRow> fuzz::idiomMakers() {
  static const MakerRow rows[] = {{"softmax", 3, softmax},
                                  {"norm", 3, norm},
                                  {"mixing", 1, mixing},
                                  {"positions", 2, positions}};
  return rows;
}
