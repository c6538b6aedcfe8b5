// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Data movement and constants, static and dynamic.
#include "Generate/Generator.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static Value ranked(Generator &g) {
  for (int i = 0; i < 4; ++i) {
    Value x = g.random.chance(80) ? g.floatValue() : g.anyValue();
    if (typeOf(x).getRank() > 0 &&
        !isa<ComplexType>(typeOf(x).getElementType()))
      return x;
  }
  return {};
}

static bool broadcast(Generator &g) {
  Value x = g.floatValue();
  RankedTensorType type = typeOf(x);
  if (type.getNumElements() > 100)
    return false;
  SmallVector<int64_t> shape, dims;
  for (auto [d, size] : llvm::enumerate(type.getShape())) {
    if (g.random.chance(30))
      shape.push_back(g.random.between(1, 3));
    dims.push_back(shape.size());
    shape.push_back(size == 1 && g.random.chance(50) ? g.random.between(1, 4)
                                                     : size);
  }
  if (g.random.chance(30) || shape.empty())
    shape.push_back(g.random.between(1, 4));
  RankedTensorType result = g.tensor(shape, type.getElementType());
  switch (g.random.below(5)) {
  case 0: {
    SmallVector<int64_t> sizes{g.random.between(1, 3)}, whole(sizes);
    whole.append(type.getShape().begin(), type.getShape().end());
    g.keep(g.make1("stablehlo.broadcast", x,
                   g.tensor(whole, type.getElementType()),
                   g.list("broadcast_sizes", sizes)));
    return true;
  }
  case 1:
    g.keep(g.make1("stablehlo.dynamic_broadcast_in_dim",
                   {x, g.integers(shape, g.builder.getI64Type())}, result,
                   g.list("broadcast_dimensions", dims)));
    return true;
  default:
    g.keep(g.make1("stablehlo.broadcast_in_dim", x, result,
                   g.list("broadcast_dimensions", dims)));
    return true;
  }
}

static bool reshape(Generator &g) {
  Value x = g.anyValue();
  RankedTensorType type = typeOf(x);
  SmallVector<int64_t> shape{type.getNumElements()};
  if (g.random.chance(40))
    shape.insert(shape.begin() + g.random.below(2), 1);
  if (g.random.chance(40) && type.getNumElements() % 2 == 0)
    shape = {2, type.getNumElements() / 2};
  RankedTensorType result = g.tensor(shape, type.getElementType());
  if (g.random.chance(20))
    g.keep(g.make1("stablehlo.dynamic_reshape",
                   {x, g.integers(shape, g.builder.getI64Type())}, result));
  else
    g.keep(g.make1("stablehlo.reshape", x, result));
  return true;
}

static bool transpose(Generator &g) {
  Value x = g.anyValue();
  RankedTensorType type = typeOf(x);
  SmallVector<int64_t> dims =
                           llvm::to_vector(llvm::seq<int64_t>(type.getRank())),
                       shape;
  for (size_t i = dims.size(); i > 1; --i)
    std::swap(dims[i - 1], dims[g.random.below(i)]);
  for (int64_t dim : dims)
    shape.push_back(type.getDimSize(dim));
  g.keep(g.make1("stablehlo.transpose", x,
                 g.tensor(shape, type.getElementType()),
                 g.list("permutation", dims)));
  return true;
}

static bool reverse(Generator &g) {
  Value x = ranked(g);
  if (!x)
    return false;
  g.keep(g.make1("stablehlo.reverse", x, x.getType(),
                 g.list("dimensions", {g.random.below(typeOf(x).getRank())})));
  return true;
}

static bool slice(Generator &g) {
  Value x = ranked(g);
  if (!x)
    return false;
  RankedTensorType type = typeOf(x);
  SmallVector<int64_t> starts, limits, strides, shape;
  for (int64_t size : type.getShape()) {
    int64_t start = g.random.below(size),
            limit = g.random.between(start + 1, size),
            stride = g.random.between(1, 2);
    starts.push_back(start);
    limits.push_back(limit);
    strides.push_back(stride);
    shape.push_back((limit - start + stride - 1) / stride);
  }
  RankedTensorType result = g.tensor(shape, type.getElementType());
  if (g.random.chance(12)) {
    Type i64 = g.builder.getI64Type();
    g.keep(g.make1("stablehlo.real_dynamic_slice",
                   {x, g.integers(starts, i64), g.integers(limits, i64),
                    g.integers(strides, i64)},
                   result));
  } else
    g.keep(
        g.make1("stablehlo.slice", x, result,
                {g.list("start_indices", starts),
                 g.list("limit_indices", limits), g.list("strides", strides)}));
  return true;
}

static bool dynamicSlice(Generator &g) {
  Value x = ranked(g);
  if (!x)
    return false;
  RankedTensorType type = typeOf(x);
  SmallVector<int64_t> sizes;
  SmallVector<Value> operands{x}, starts;
  for (int64_t size : type.getShape()) {
    sizes.push_back(g.random.between(1, size));
    starts.push_back(g.value(g.scalar(g.i32())));
  }
  RankedTensorType part = g.tensor(sizes, type.getElementType());
  if (g.random.chance(50)) {
    llvm::append_range(operands, starts);
    g.keep(g.make1("stablehlo.dynamic_slice", operands, part,
                   g.list("slice_sizes", sizes)));
    return true;
  }
  operands.push_back(g.value(part));
  llvm::append_range(operands, starts);
  g.keep(g.make1("stablehlo.dynamic_update_slice", operands, type));
  return true;
}

static bool concatenate(Generator &g) {
  Value x = ranked(g);
  if (!x)
    return false;
  RankedTensorType type = typeOf(x);
  int64_t dim = g.random.below(type.getRank());
  SmallVector<Value> inputs{x, g.value(type)};
  if (g.random.chance(30))
    inputs.push_back(x);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] *= inputs.size();
  g.keep(g.make1("stablehlo.concatenate", inputs,
                 g.tensor(shape, type.getElementType()),
                 g.number("dimension", dim)));
  return true;
}

static bool pad(Generator &g) {
  Value x = ranked(g);
  if (!x)
    return false;
  RankedTensorType type = typeOf(x);
  SmallVector<int64_t> low, high, interior, shape;
  for (int64_t size : type.getShape()) {
    low.push_back(g.random.between(size > 1 ? -1 : 0, 2));
    high.push_back(g.random.between(0, 2));
    interior.push_back(g.random.below(2));
    shape.push_back(low.back() + high.back() + size +
                    (size - 1) * interior.back());
  }
  Value filling = g.value(g.scalar(type.getElementType()));
  RankedTensorType result = g.tensor(shape, type.getElementType());
  if (g.random.chance(15)) {
    Type i64 = g.builder.getI64Type();
    g.keep(g.make1("stablehlo.dynamic_pad",
                   {x, filling, g.integers(low, i64), g.integers(high, i64),
                    g.integers(interior, i64)},
                   result));
  } else
    g.keep(g.make1("stablehlo.pad", {x, filling}, result,
                   {g.list("edge_padding_low", low),
                    g.list("edge_padding_high", high),
                    g.list("interior_padding", interior)}));
  return true;
}

static bool iota(Generator &g) {
  SmallVector<int64_t> shape(g.drawShape());
  if (shape.empty())
    return false;
  RankedTensorType type =
      g.tensor(shape, g.random.chance(60) ? g.drawFloat() : g.drawInteger());
  if (g.random.chance(15))
    g.keep(g.make1("stablehlo.dynamic_iota",
                   g.integers(shape, g.builder.getI64Type()), type,
                   g.number("iota_dimension", 0)));
  else
    g.keep(g.make1("stablehlo.iota", {}, type,
                   g.number("iota_dimension", g.random.below(shape.size()))));
  return true;
}

static bool constant(Generator &g) {
  RankedTensorType type = g.tensor(
      g.drawShape(), g.random.chance(80) ? g.drawFloat() : g.drawInteger());
  g.keep(g.constant(type));
  return true;
}

static bool dimensionSize(Generator &g) {
  Value x = ranked(g);
  if (!x)
    return false;
  Value size = g.make1("stablehlo.get_dimension_size", x, g.scalar(g.i32()),
                       g.number("dimension", 0));
  g.keep(size);
  g.keep(g.convertTo(size, g.f32()));
  return true;
}

static bool barrier(Generator &g) {
  SmallVector<Value> values{g.floatValue(), g.anyValue()};
  g.keep(g.make("stablehlo.optimization_barrier", values,
                ValueRange(values).getTypes())
             ->getResults());
  return true;
}

ArrayRef<MakerRow> fuzz::shapeMakers() {
  static const MakerRow rows[] = {{"broadcast", 5, broadcast},
                                  {"reshape", 4, reshape},
                                  {"transpose", 4, transpose},
                                  {"reverse", 2, reverse},
                                  {"slice", 3, slice},
                                  {"dynamic_slice", 3, dynamicSlice},
                                  {"concatenate", 3, concatenate},
                                  {"pad", 3, pad},
                                  {"iota", 2, iota},
                                  {"constant", 3, constant},
                                  {"dimension_size", 1, dimensionSize},
                                  {"barrier", 1, barrier}};
  return rows;
}
