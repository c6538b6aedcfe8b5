// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Indexing, random numbers, loops, branches, calls, tuples.
#include "Generate/Bodies.h"
#include "Generate/Generator.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

/// Gathers rows of a matrix by index.
static bool gather(Generator &g) {
  int64_t rows = g.random.between(1, 5), columns = g.random.between(1, 4),
          count = g.random.between(1, 4);
  RankedTensorType type = g.tensor({rows, columns}, g.drawFloat());
  Value x = g.value(type), indices = g.value(g.tensor({count, 1}, g.i32()));
  RankedTensorType result = g.tensor({count, columns}, type.getElementType());
  NamedAttribute dims =
      g.parsed("dimension_numbers",
               "#stablehlo.gather<offset_dims = [1], collapsed_slice_dims = "
               "[0], start_index_map = [0], index_vector_dim = 1>");
  switch (g.random.below(4)) {
  case 0:
    g.keep(
        g.make1("stablehlo.dynamic_gather",
                {x, indices, g.integers({1, columns}, g.builder.getI64Type())},
                result, dims));
    return true;
  case 1: {
    Value flat = g.value(g.tensor({count}, g.i32()));
    g.keep(g.make1("stablehlo.torch_index_select", {x, flat}, result,
                   {g.number("dim", 0), g.number("batch_dims", 0)}));
    return true;
  }
  default:
    g.keep(g.make1("stablehlo.gather", {x, indices}, result,
                   {dims, g.list("slice_sizes", {1, columns})}));
    return true;
  }
}

static bool scatter(Generator &g) {
  int64_t rows = g.random.between(1, 5), columns = g.random.between(1, 4),
          count = g.random.between(1, 4);
  Type element = g.drawFloat();
  RankedTensorType type = g.tensor({rows, columns}, element),
                   update = g.tensor({count, columns}, element);
  bool isPair = g.random.chance(20);
  SmallVector<Value> operands{g.value(type)};
  if (isPair)
    operands.push_back(g.value(type.clone(g.i32())));
  operands.push_back(g.value(g.tensor({count, 1}, g.i32())));
  operands.push_back(g.value(update));
  if (isPair)
    operands.push_back(g.value(update.clone(g.i32())));
  Operation *op = g.make(
      "stablehlo.scatter", operands,
      ValueRange(operands).take_front(1 + isPair).getTypes(),
      g.parsed(
          "scatter_dimension_numbers",
          "#stablehlo.scatter<update_window_dims = [1], inserted_window_dims = "
          "[0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>"),
      1);
  Type scalar = g.scalar(element), second = g.scalar(g.i32());
  SmallVector<Type> arguments =
      isPair ? SmallVector<Type>{scalar, second, scalar, second}
             : SmallVector<Type>{scalar, scalar};
  g.fill(op->getRegion(0), arguments, [&](ValueRange a) -> SmallVector<Value> {
    if (isPair)
      return {g.make1("stablehlo.add", {a[0], a[2]}, scalar),
              g.random.chance(50) ? Value(a[3]) : Value(a[1])};
    if (g.random.chance(25))
      return {a[1]};
    return reductionBody(g, a, element);
  });
  g.keep(op->getResults());
  return true;
}

/// Draws bits from a key, as integers or as uniform floats in [0, 1).
static bool randomBits(Generator &g) {
  Type word = IntegerType::get(g.context, g.random.chance(50) ? 64 : 32,
                               IntegerType::Unsigned);
  Value state = g.value(g.tensor(
      {2}, word.getIntOrFloatBitWidth() == 64
               ? word
               : IntegerType::get(g.context, 64, IntegerType::Unsigned)));
  Type drawn = IntegerType::get(g.context, 32, IntegerType::Unsigned);
  RankedTensorType bitsType = g.tensor(g.drawShape(), drawn);
  Operation *op = g.make(
      "stablehlo.rng_bit_generator", state, {state.getType(), bitsType},
      g.parsed("rng_algorithm", g.random.chance(50)
                                    ? "#stablehlo<rng_algorithm THREE_FRY>"
                                    : "#stablehlo<rng_algorithm DEFAULT>"));
  Value bits = op->getResult(1);
  g.keep(op->getResults());
  if (g.random.chance(70)) {
    Value mantissa = g.make1("stablehlo.shift_right_logical",
                             {bits, g.splat(bitsType, 9)}, bitsType);
    Value ones = g.make1("stablehlo.or",
                         {mantissa, g.splat(bitsType, 0x3f800000)}, bitsType);
    RankedTensorType floats = bitsType.clone(g.f32());
    Value number = g.make1("stablehlo.bitcast_convert", ones, floats);
    g.keep(g.make1("stablehlo.subtract", {number, g.splat(floats, 1)}, floats));
  }
  return true;
}

static bool rng(Generator &g) {
  SmallVector<int64_t> shape(g.drawShape());
  if (shape.empty())
    return false;
  bool isUniform = g.random.chance(60);
  RankedTensorType scalar = g.scalar(g.f32());
  Value low = g.random.chance(50) ? g.splat(scalar, 0) : g.value(scalar),
        high = g.random.chance(50) ? g.splat(scalar, 1) : g.value(scalar);
  if (!isUniform)
    high = g.inDomain(high, Domain::positive);
  g.keep(g.make1("stablehlo.rng",
                 {low, high, g.integers(shape, g.builder.getI64Type())},
                 g.tensor(shape, g.f32()),
                 g.parsed("rng_distribution",
                          isUniform ? "#stablehlo<rng_distribution UNIFORM>"
                                    : "#stablehlo<rng_distribution NORMAL>")));
  return true;
}

static SmallVector<Value> branchBody(Generator &g, ArrayRef<Type> results,
                                     int ops) {
  g.emitMany(ops);
  SmallVector<Value> values;
  for (Type type : results)
    values.push_back(g.value(cast<RankedTensorType>(type)));
  return values;
}

static SmallVector<Type> drawResultTypes(Generator &g, int most) {
  SmallVector<Type> types;
  int count = g.random.between(1, most);
  for (int i = 0; i < count; ++i)
    types.push_back(i == 0 ? g.tensor(g.drawShape(), g.f32())
                           : g.tensor(g.drawShape(), g.random.chance(70)
                                                         ? g.f32()
                                                         : g.drawInteger()));
  return types;
}

static bool branches(Generator &g) {
  if (g.regionDepth > 1)
    return false;
  SmallVector<Type> results = drawResultTypes(g, 2);
  bool isIf = g.random.chance(60);
  int count = isIf ? 2 : g.random.between(1, 3);
  Value choice = g.value(g.scalar(isIf ? g.i1() : g.i32()));
  Operation *op = g.make(isIf ? "stablehlo.if" : "stablehlo.case", choice,
                         results, {}, count);
  for (Region &region : op->getRegions())
    g.fill(region, {}, [&](ValueRange) {
      return branchBody(g, results, g.random.below(3));
    });
  g.keep(op->getResults());
  return true;
}

/// for (i = 0; i < n; ++i), as a while loop with a loop-carried counter.
static bool loop(Generator &g) {
  if (g.regionDepth > 1)
    return false;
  SmallVector<Type> carried = drawResultTypes(g, 2);
  bool isLong = g.random.chance(12), hasFloatCounter = g.random.chance(25);
  int64_t trips = isLong ? g.random.between(50, 300) : g.random.between(1, 5);
  RankedTensorType counter = g.scalar(hasFloatCounter ? g.f32() : g.i32());
  SmallVector<Value> inits{g.splat(counter, g.random.chance(70) ? 0 : 1)};
  for (Type type : carried)
    inits.push_back(g.value(cast<RankedTensorType>(type)));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  Operation *op = g.make("stablehlo.while", inits, types, {}, 2);
  g.fill(op->getRegion(0), types, [&](ValueRange a) -> SmallVector<Value> {
    return {g.make1("stablehlo.compare", {a[0], g.splat(counter, trips)},
                    g.scalar(g.i1()),
                    g.parsed("comparison_direction",
                             "#stablehlo<comparison_direction LT>"))};
  });
  g.fill(op->getRegion(1), types, [&](ValueRange a) -> SmallVector<Value> {
    g.keep(a);
    Value next = g.make1("stablehlo.add", {a[0], g.splat(counter, 1)}, counter);
    SmallVector<Value> results{next};
    g.emitMany(isLong ? 1 : g.random.between(1, 3));
    for (auto [i, type] : llvm::enumerate(carried)) {
      // Most values accumulate, some rotate, some are new.
      Value old = a[1 + i];
      Value made = g.value(cast<RankedTensorType>(type));
      bool isFloat =
          isa<FloatType>(cast<RankedTensorType>(type).getElementType());
      results.push_back(g.random.chance(50)
                            ? g.make1(isFloat && g.random.chance(30)
                                          ? "stablehlo.multiply"
                                          : "stablehlo.add",
                                      {old, made}, type)
                            : made);
    }
    return results;
  });
  g.keep(op->getResults());
  return true;
}

static bool call(Generator &g) {
  if (g.functions.empty())
    return false;
  func::FuncOp callee = g.random.pick<func::FuncOp>(g.functions);
  if (callee == g.function)
    return false;
  SmallVector<Value> operands;
  for (Type type : callee.getFunctionType().getInputs())
    operands.push_back(g.value(cast<RankedTensorType>(type)));
  auto symbol = FlatSymbolRefAttr::get(callee);
  Operation *op;
  if (g.random.chance(75))
    op = g.make("func.call", operands, callee.getFunctionType().getResults(),
                g.named("callee", symbol));
  else
    op = g.make(
        "stablehlo.composite", operands, callee.getFunctionType().getResults(),
        {g.named("name", g.builder.getStringAttr(
                             g.random.chance(30) ? "amp.off" : "my.op")),
         g.named("decomposition", symbol)});
  g.keep(op->getResults());
  return true;
}

static bool tuple(Generator &g) {
  SmallVector<Value> parts{g.floatValue(), g.anyValue()};
  Type type = TupleType::get(g.context, ValueRange(parts).getTypes());
  Value whole = g.make1("stablehlo.tuple", parts, type);
  int64_t index = g.random.below(2);
  g.keep(g.make1("stablehlo.get_tuple_element", whole, parts[index].getType(),
                 g.named("index", g.builder.getI32IntegerAttr(index))));
  return true;
}

/// Draws an outfeed and an infeed.
static bool tokens(Generator &g) {
  Type token = parseType("!stablehlo.token", g.context);
  Value first = g.make1("stablehlo.create_token", {}, token);
  Value all = g.make1("stablehlo.after_all", {first, first}, token);
  Value x = g.floatValue();
  Value sent = g.make1("stablehlo.outfeed", {x, all}, token);
  if (g.random.chance(50))
    g.keep(
        g.make("stablehlo.infeed", sent, {x.getType(), token})->getResult(0));
  return true;
}

static bool transform(Generator &g) {
  RankedTensorType type = g.tensor({g.random.between(2, 4)}, g.f32());
  auto complexType = type.clone(ComplexType::get(g.f32()));
  Value z =
      g.make1("stablehlo.complex", {g.value(type), g.value(type)}, complexType);
  z = g.make1("stablehlo.fft", z, complexType,
              {g.parsed("fft_type", "#stablehlo<fft_type FFT>"),
               g.list("fft_length", {type.getDimSize(0)})});
  g.keep(g.make1("stablehlo.abs", z, type));
  return true;
}

/// Draws ops that the interpreter does not support. Programs with them only
/// compile.
static bool opaque(Generator &g) {
  int64_t dice = g.random.below(3);
  if (dice == 0)
    return tokens(g);
  if (dice == 1)
    return transform(g);
  Value x = g.floatValue();
  g.keep(
      g.make1("stablehlo.custom_call", x, x.getType(),
              g.named("call_target_name", g.builder.getStringAttr("mystery"))));
  return true;
}

ArrayRef<MakerRow> fuzz::indexingMakers() {
  static const MakerRow rows[] = {{"gather", 3, gather},
                                  {"scatter", 3, scatter},
                                  {"random_bits", 2, randomBits},
                                  {"rng", 1, rng}};
  return rows;
}

ArrayRef<MakerRow> fuzz::controlMakers() {
  static const MakerRow rows[] = {
      {"branches", 3, branches}, {"loop", 5, loop},
      {"call", 6, call},         {"tuple", 1, tuple},
      {"opaque", 1, opaque},     {"process_id", 1, makeProcessId}};
  return rows;
}
