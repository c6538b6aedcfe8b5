// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions, batch norms, linear algebra.
#include "Generate/Generator.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static std::string dims(ArrayRef<int64_t> list) {
  std::string text = "[";
  for (auto [i, dim] : llvm::enumerate(list))
    text += (i ? ", " : "") + std::to_string(dim);
  return text + "]";
}

/// Draws operand and result types: mostly f32, sometimes 16-bit operands.
static std::pair<Type, Type> drawTypes(Generator &g) {
  int dice = g.random.below(20);
  if (dice == 0)
    return {g.builder.getBF16Type(), g.f32()};
  if (dice == 1)
    return {g.builder.getF16Type(), g.builder.getF16Type()};
  return {g.f32(), g.f32()};
}

static bool dotGeneral(Generator &g) {
  auto [element, out] = drawTypes(g);
  int64_t m = g.random.between(1, 5), n = g.random.between(1, 5),
          k = g.random.chance(10) ? g.random.between(50, 200)
                                  : g.random.between(1, 6);
  bool isBatched = g.random.chance(25), isTransposed = g.random.chance(40);
  SmallVector<int64_t> a{m, k}, b{k, n}, c{m, n};
  if (isTransposed)
    b = {n, k};
  int64_t first = isBatched;
  if (isBatched) {
    int64_t batch = g.random.between(1, 3);
    for (auto *shape : {&a, &b, &c})
      shape->insert(shape->begin(), batch);
  }
  // Shapes of values in scope are more likely.
  for (Value candidate : g.pool)
    if (!isBatched && typeOf(candidate).getRank() == 2 &&
        typeOf(candidate).getElementType() == element && g.random.chance(40)) {
      a.assign(typeOf(candidate).getShape().begin(),
               typeOf(candidate).getShape().end());
      (isTransposed ? b[1] : b[0]) = a[1];
      c[0] = a[0];
    }
  int64_t sumB = first + (isTransposed ? 1 : 0);
  std::string text = "#stablehlo.dot<";
  if (isBatched)
    text += "lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], ";
  text += "lhs_contracting_dimensions = " + dims({first + 1}) +
          ", rhs_contracting_dimensions = " + dims({sumB}) + ">";
  g.keep(g.make1("stablehlo.dot_general",
                 {g.value(g.tensor(a, element)), g.value(g.tensor(b, element))},
                 g.tensor(c, out), g.parsed("dot_dimension_numbers", text)));
  return true;
}

static bool dot(Generator &g) {
  int64_t m = g.random.between(1, 4), n = g.random.between(1, 4),
          k = g.random.between(1, 5);
  Value a = g.value(g.tensor({m, k}, g.f32())),
        b = g.value(g.tensor({k, n}, g.f32()));
  RankedTensorType type = g.tensor({m, n}, g.f32());
  if (g.random.chance(50))
    g.keep(g.make1("stablehlo.dot", {a, b}, type));
  else
    g.keep(g.make1(
        "stablehlo.einsum", {a, b}, type,
        g.named("einsum_config", g.builder.getStringAttr("ab,bc->ac"))));
  return true;
}

static bool unaryEinsum(Generator &g) {
  int64_t m = g.random.between(1, 4), n = g.random.between(1, 4);
  Value a = g.value(g.tensor({m, n}, g.f32()));
  bool sums = g.random.chance(50);
  g.keep(g.make1("stablehlo.unary_einsum", a,
                 sums ? g.tensor({m}, g.f32()) : g.tensor({n, m}, g.f32()),
                 g.named("einsum_config",
                         g.builder.getStringAttr(sums ? "ab->a" : "ab->ba"))));
  return true;
}

static bool convolution(Generator &g) {
  int64_t batch = g.random.between(1, 2), size = g.random.between(2, 5),
          window = g.random.between(1, 3);
  int64_t groups = g.random.chance(20) ? 2 : 1,
          batchGroups = groups == 1 && g.random.chance(10) ? 2 : 1;
  int64_t perGroup = g.random.between(1, 2), features = groups * perGroup,
          out = groups * batchGroups * g.random.between(1, 2);
  int64_t stride = g.random.between(1, 2), low = g.random.below(2),
          high = g.random.below(2);
  int64_t inputDilation = g.random.chance(20) ? 2 : 1,
          kernelDilation = g.random.chance(20) ? 2 : 1;
  int64_t dilated = (size - 1) * inputDilation + 1 + low + high,
          reach = (window - 1) * kernelDilation + 1;
  if (dilated < reach)
    return false;
  int64_t result = (dilated - reach) / stride + 1;
  Value x = g.value(g.tensor({batch * batchGroups, size, features}, g.f32()));
  Value k = g.value(g.tensor({window, perGroup, out}, g.f32()));
  RankedTensorType type = g.tensor({batch, result, out}, g.f32());
  SmallVector<NamedAttribute> attributes{
      g.list("window_strides", {stride}),
      g.list("lhs_dilation", {inputDilation}),
      g.list("rhs_dilation", {kernelDilation}),
      g.named("window_reversal",
              g.builder.getDenseBoolArrayAttr({g.random.chance(20)})),
      g.parsed("dimension_numbers",
               "#stablehlo.conv<[b, 0, f]x[0, i, o]->[b, 0, f]>"),
      g.number("feature_group_count", groups),
      g.number("batch_group_count", batchGroups)};
  std::string padding = "dense<[[" + std::to_string(low) + ", " +
                        std::to_string(high) + "]]> : tensor<1x2xi64>";
  if (g.random.chance(15)) {
    Value amounts = g.make1("stablehlo.constant", {},
                            g.tensor({1, 2}, g.builder.getI64Type()),
                            g.parsed("value", padding));
    g.keep(
        g.make1("stablehlo.dynamic_conv", {x, k, amounts}, type, attributes));
  } else {
    attributes.push_back(g.parsed("padding", padding));
    g.keep(g.make1("stablehlo.convolution", {x, k}, type, attributes));
  }
  return true;
}

static bool batchNorm(Generator &g) {
  int64_t batch = g.random.between(2, 4), features = g.random.between(1, 3);
  RankedTensorType type = g.tensor({batch, features}, g.f32()),
                   vector = g.tensor({features}, g.f32());
  NamedAttribute attributes[] = {
      g.named("epsilon",
              g.builder.getF32FloatAttr(g.random.chance(70) ? 0.125f : 1e-5f)),
      g.number("feature_index", 1)};
  Value x = g.value(type), scale = g.value(vector);
  switch (g.random.below(3)) {
  case 0:
    g.keep(g.make("stablehlo.batch_norm_training", {x, scale, g.value(vector)},
                  {type, vector, vector}, attributes)
               ->getResults());
    return true;
  case 1:
    g.keep(g.make1("stablehlo.batch_norm_inference",
                   {x, scale, g.value(vector), g.value(vector),
                    g.inDomain(g.value(vector), Domain::positive)},
                   type, attributes));
    return true;
  default:
    g.keep(
        g.make("stablehlo.batch_norm_grad",
               {x, scale, g.value(vector),
                g.inDomain(g.value(vector), Domain::positive), g.value(type)},
               {type, vector, vector}, attributes)
            ->getResults());
    return true;
  }
}

/// Draws cholesky or triangular_solve: x xᵀ + n I is positive definite.
static bool linearAlgebra(Generator &g) {
  int64_t n = g.random.between(1, 3);
  RankedTensorType type = g.tensor({n, n}, g.f32());
  Value x = g.inDomain(g.value(type), Domain::moderate);
  Value square = g.make1("stablehlo.dot_general", {x, x}, type,
                         g.parsed("dot_dimension_numbers",
                                  "#stablehlo.dot<lhs_contracting_dimensions = "
                                  "[1], rhs_contracting_dimensions = [1]>"));
  Value row = g.make1("stablehlo.iota", {}, g.tensor({n, n}, g.i32()),
                      g.number("iota_dimension", 0));
  Value column = g.make1("stablehlo.iota", {}, g.tensor({n, n}, g.i32()),
                         g.number("iota_dimension", 1));
  Value same = g.make1(
      "stablehlo.compare", {row, column}, type.clone(g.i1()),
      g.parsed("comparison_direction", "#stablehlo<comparison_direction EQ>"));
  Value definite = g.make1(
      "stablehlo.add",
      {square, g.make1("stablehlo.select",
                       {same, g.splat(type, 2), g.splat(type, 0)}, type)},
      type);
  Value factor = g.make1("stablehlo.cholesky", definite, type,
                         g.named("lower", g.builder.getBoolAttr(true)));
  g.keep(factor);
  if (g.random.chance(60))
    g.keep(g.make1(
        "stablehlo.triangular_solve", {factor, g.value(type)}, type,
        {g.named("left_side", g.builder.getBoolAttr(g.random.chance(50))),
         g.named("lower", g.builder.getBoolAttr(true)),
         g.named("unit_diagonal", g.builder.getBoolAttr(g.random.chance(20))),
         g.parsed("transpose_a", g.random.chance(50)
                                     ? "#stablehlo<transpose NO_TRANSPOSE>"
                                     : "#stablehlo<transpose TRANSPOSE>")}));
  return true;
}

ArrayRef<MakerRow> fuzz::contractionMakers() {
  static const MakerRow rows[] = {
      {"dot_general", 12, dotGeneral},  {"dot", 1, dot},
      {"unary_einsum", 1, unaryEinsum}, {"convolution", 3, convolution},
      {"batch_norm", 2, batchNorm},     {"linear_algebra", 1, linearAlgebra}};
  return rows;
}
