// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Elementwise ops, conversions.
#include "Generate/MakeElementwise.h"
#include "Generate/Bodies.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static const Function unaries[] = {
    {"stablehlo.abs", Domain::any},
    {"stablehlo.negate", Domain::any},
    {"stablehlo.sign", Domain::any},
    {"stablehlo.ceil", Domain::any},
    {"stablehlo.floor", Domain::any},
    {"stablehlo.round_nearest_afz", Domain::any},
    {"stablehlo.round_nearest_even", Domain::any},
    {"stablehlo.cbrt", Domain::any},
    {"stablehlo.sqrt", Domain::positive},
    {"stablehlo.rsqrt", Domain::positive},
    {"stablehlo.exponential", Domain::moderate},
    {"stablehlo.exponential_minus_one", Domain::moderate},
    {"stablehlo.log", Domain::positive},
    {"stablehlo.log_plus_one", Domain::positive},
    {"stablehlo.logistic", Domain::any},
    {"stablehlo.sine", Domain::any},
    {"stablehlo.cosine", Domain::any},
    {"stablehlo.tan", Domain::unit},
    {"stablehlo.tanh", Domain::any},
    {"chlo.acos", Domain::unit},
    {"chlo.acosh", Domain::aboveOne},
    {"chlo.asin", Domain::unit},
    {"chlo.asinh", Domain::any},
    {"chlo.atan", Domain::any},
    {"chlo.atanh", Domain::unit},
    {"chlo.bessel_i1e", Domain::any},
    {"chlo.cosh", Domain::moderate},
    {"chlo.digamma", Domain::positive},
    {"chlo.erf", Domain::any},
    {"chlo.erf_inv", Domain::unit},
    {"chlo.erfc", Domain::any},
    {"chlo.lgamma", Domain::positive},
    {"chlo.sinh", Domain::moderate},
    {"chlo.square", Domain::any},
    {"chlo.tan", Domain::unit},
};

static const StringLiteral directions[] = {"EQ", "NE", "GE", "GT", "LE", "LT"};

const Function &fuzz::drawFunction(Random &random) {
  return unaries[random.below(std::size(unaries))];
}

StringRef fuzz::drawDirection(Random &random) {
  return directions[random.below(6)];
}

Value fuzz::compareValues(Generator &g, Value a, Value b, StringRef name) {
  StringRef dialect = name.split('.').first;
  StringRef direction = drawDirection(g.random);
  SmallVector<NamedAttribute> attributes{
      g.parsed("comparison_direction",
               "#" + dialect + "<comparison_direction " + direction + ">")};
  if (isa<FloatType>(getElementTypeOrSelf(a.getType())) && g.random.chance(30))
    attributes.push_back(
        g.parsed("compare_type",
                 "#" + dialect + "<comparison_type " +
                     (g.random.chance(50) ? "FLOAT" : "TOTALORDER") + ">"));
  return g.make1(name, {a, b},
                 cast<RankedTensorType>(a.getType()).clone(g.i1()), attributes);
}

static const StringLiteral floatBinaries[] = {
    "stablehlo.add",      "stablehlo.add",      "stablehlo.subtract",
    "stablehlo.multiply", "stablehlo.multiply", "stablehlo.maximum",
    "stablehlo.minimum",  "stablehlo.atan2",    "chlo.next_after"};
static const StringLiteral integerBinaries[] = {
    "stablehlo.add",
    "stablehlo.subtract",
    "stablehlo.multiply",
    "stablehlo.divide",
    "stablehlo.remainder",
    "stablehlo.maximum",
    "stablehlo.minimum",
    "stablehlo.and",
    "stablehlo.or",
    "stablehlo.xor",
    "stablehlo.shift_left",
    "stablehlo.shift_right_logical",
    "stablehlo.shift_right_arithmetic",
    "chlo.mulhi"};
static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

static bool floatUnary(Generator &g) {
  const Function &function = drawFunction(g.random);
  Value x = g.inDomain(g.floatValue(), function.domain);
  g.keep(g.make1(function.name, x, x.getType()));
  return true;
}

static bool floatBinary(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.drawFloat());
  Value a = g.value(type), b = g.value(type);
  int dice = g.random.below(10);
  if (dice == 0)
    g.keep(
        g.make1("stablehlo.divide", {a, g.inDomain(b, Domain::nonzero)}, type));
  else if (dice == 1)
    g.keep(g.make1("stablehlo.remainder", {a, g.inDomain(b, Domain::nonzero)},
                   type));
  else if (dice == 2)
    g.keep(g.make1(
        "stablehlo.power",
        {g.inDomain(g.inDomain(a, Domain::moderate), Domain::positive),
         g.random.chance(60) ? g.constant(type) : g.inDomain(b, Domain::unit)},
        type));
  else
    g.keep(g.make1(pickName(g, floatBinaries), {a, b}, type));
  return true;
}

static bool integerOp(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.drawInteger());
  Value a = g.value(type);
  if (g.random.chance(25)) {
    static const StringLiteral names[] = {"stablehlo.not", "stablehlo.popcnt",
                                          "stablehlo.count_leading_zeros",
                                          "stablehlo.negate"};
    g.keep(g.make1(pickName(g, names), a, type));
  } else
    g.keep(g.make1(pickName(g, integerBinaries), {a, g.value(type)}, type));
  return true;
}

static bool predicateOp(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.i1());
  static const StringLiteral names[] = {"stablehlo.and", "stablehlo.or",
                                        "stablehlo.xor"};
  Value a = g.value(type);
  g.keep(g.random.chance(30)
             ? g.make1("stablehlo.not", a, type)
             : g.make1(pickName(g, names), {a, g.value(type)}, type));
  return true;
}

static bool compare(Generator &g) {
  Value a = g.random.chance(80)
                ? g.floatValue()
                : g.value(g.tensor(g.drawShape(), g.drawInteger()));
  g.keep(compareValues(g, a, g.value(typeOf(a))));
  return true;
}

static bool select(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.drawFloat());
  Value pred =
      g.value(g.random.chance(30) ? g.scalar(g.i1()) : type.clone(g.i1()));
  g.keep(
      g.make1("stablehlo.select", {pred, g.value(type), g.value(type)}, type));
  return true;
}

static bool clamp(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.drawFloat());
  RankedTensorType bound =
      g.random.chance(60) ? g.scalar(type.getElementType()) : type;
  g.keep(g.make1("stablehlo.clamp",
                 {g.value(bound), g.value(type), g.value(bound)}, type));
  return true;
}

/// Draws conversions among floats, integers and predicates, in both directions.
static bool convert(Generator &g) {
  Value x = g.anyValue();
  Type from = typeOf(x).getElementType();
  if (isa<ComplexType>(from))
    return false;
  int dice = g.random.below(10);
  Type to = dice < 5 ? g.drawFloat() : dice < 8 ? g.drawInteger() : g.i1();
  if (dice == 4)
    to = g.random.chance(50) ? Type(Float8E5M2Type::get(g.context))
                             : Type(Float8E4M3FNType::get(g.context));
  Value made = g.make1("stablehlo.convert", x, typeOf(x).clone(to));
  g.keep(made);
  // Integers and predicates are converted back to floats.
  if (!isa<FloatType>(to) && g.random.chance(70))
    g.keep(g.make1("stablehlo.convert", made, typeOf(x).clone(g.f32())));
  return true;
}

static bool bitcast(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.f32());
  Value x = g.value(type);
  Type word =
      g.random.chance(50)
          ? g.i32()
          : Type(IntegerType::get(g.context, 32, IntegerType::Unsigned));
  Value bits = g.make1("stablehlo.bitcast_convert", x, type.clone(word));
  if (g.random.chance(60)) {
    static const StringLiteral names[] = {"stablehlo.and", "stablehlo.or",
                                          "stablehlo.xor"};
    Value mask =
        g.splat(type.clone(word), g.random.chance(50) ? 0x7fffffff : 0xff);
    bits = g.make1(pickName(g, names), {bits, mask}, bits.getType());
  }
  g.keep(bits);
  if (g.random.chance(60))
    g.keep(g.make1("stablehlo.bitcast_convert", bits, type));
  return true;
}

static bool reducePrecision(Generator &g) {
  Value x = g.floatValue();
  int formats[][2] = {{5, 10}, {8, 7}, {4, 3}, {8, 23}, {5, 2}, {3, 4}, {8, 1}};
  auto &format = formats[g.random.below(std::size(formats))];
  g.keep(g.make1(
      "stablehlo.reduce_precision", x, x.getType(),
      {g.named("exponent_bits", g.builder.getI32IntegerAttr(format[0])),
       g.named("mantissa_bits", g.builder.getI32IntegerAttr(format[1]))}));
  return true;
}

static bool classify(Generator &g) {
  static const StringLiteral names[] = {"stablehlo.is_finite", "chlo.is_inf",
                                        "chlo.is_pos_inf", "chlo.is_neg_inf"};
  Value x = g.floatValue();
  g.keep(g.make1(pickName(g, names), x, typeOf(x).clone(g.i1())));
  return true;
}

static bool specialBinary(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.f32());
  Value x =
      g.inDomain(g.inDomain(g.value(type), Domain::moderate), Domain::positive);
  bool isZeta = g.random.chance(50);
  bool broadcasts = g.random.chance(30);
  Value first = g.splat(type, g.random.between(isZeta ? 2 : 0, 4));
  g.keep(g.make1(
      broadcasts ? (isZeta ? "chlo.broadcast_zeta" : "chlo.broadcast_polygamma")
                 : (isZeta ? "chlo.zeta" : "chlo.polygamma"),
      {first, x}, type));
  return true;
}

/// chlo.broadcast_*: the right operand is a scalar or has the same shape.
static bool broadcasting(Generator &g) {
  static const StringLiteral floats[] = {
      "add",     "subtract", "multiply",  "divide", "maximum",
      "minimum", "power",    "remainder", "atan2",  "next_after"};
  static const StringLiteral integers[] = {"and",
                                           "or",
                                           "xor",
                                           "shift_left",
                                           "shift_right_arithmetic",
                                           "shift_right_logical"};
  bool isFloat = g.random.chance(75);
  RankedTensorType type =
      g.tensor(g.drawShape(), isFloat ? g.f32() : g.drawInteger());
  Value a = g.value(type),
        b = g.value(g.random.chance(60) ? g.scalar(type.getElementType())
                                        : type);
  int dice = g.random.below(12);
  if (dice == 0) {
    StringRef direction = drawDirection(g.random);
    g.keep(g.make1("chlo.broadcast_compare", {a, b}, type.clone(g.i1()),
                   g.parsed("comparison_direction",
                            "#chlo<comparison_direction " + direction + ">")));
    return true;
  }
  if (dice == 1) {
    Value pred =
        g.value(g.random.chance(50) ? g.scalar(g.i1()) : type.clone(g.i1()));
    g.keep(g.make1("chlo.broadcast_select", {pred, a, b}, type));
    return true;
  }
  StringRef name = isFloat ? pickName(g, floats) : pickName(g, integers);
  if (name == "divide" || name == "remainder")
    b = g.inDomain(b, Domain::nonzero);
  if (name == "power")
    a = g.inDomain(g.inDomain(a, Domain::moderate), Domain::positive),
    b = g.inDomain(b, Domain::unit);
  SmallVector<NamedAttribute> attributes;
  if (typeOf(b).getRank() == 0 && type.getRank() > 0 && g.random.chance(50))
    attributes.push_back(g.list("broadcast_dimensions", {}));
  g.keep(g.make1(("chlo.broadcast_" + name).str(), {a, b}, type, attributes));
  return true;
}

static bool complexNumbers(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.f32());
  auto complexType = type.clone(ComplexType::get(g.f32()));
  Value z = g.make1(g.random.chance(30) ? "chlo.broadcast_complex"
                                        : "stablehlo.complex",
                    {g.value(type), g.value(type)}, complexType);
  static const StringLiteral names[] = {
      "stablehlo.negate", "stablehlo.multiply", "stablehlo.add",
      "chlo.conj",        "stablehlo.sign",     "stablehlo.exponential"};
  StringRef name = pickName(g, names);
  bool isBinary = name == "stablehlo.multiply" || name == "stablehlo.add";
  z = isBinary ? g.make1(name, {z, z}, complexType)
               : g.make1(name, z, complexType);
  static const StringLiteral parts[] = {"stablehlo.real", "stablehlo.imag",
                                        "stablehlo.abs"};
  g.keep(g.make1(pickName(g, parts), z, type));
  return true;
}

static bool map(Generator &g) {
  RankedTensorType type = g.tensor(g.drawShape(), g.f32());
  SmallVector<Value> inputs{g.value(type)};
  if (g.random.chance(40))
    inputs.push_back(g.value(type));
  SmallVector<int64_t> dims =
      llvm::to_vector(llvm::seq<int64_t>(type.getRank()));
  Operation *map =
      g.make("stablehlo.map", inputs, type, g.list("dimensions", dims), 1);
  SmallVector<Type> arguments(inputs.size(), g.scalar(g.f32()));
  g.fill(map->getRegion(0), arguments, [&](ValueRange a) -> SmallVector<Value> {
    return {bodyValue(g, a, g.f32(), 3)};
  });
  g.keep(map->getResults());
  return true;
}

static bool constantLike(Generator &g) {
  Value x = g.floatValue();
  Type element = typeOf(x).getElementType();
  g.keep(g.make1("chlo.constant_like", x, x.getType(),
                 g.named("value", g.builder.getFloatAttr(
                                      element, g.random.between(-3, 8)))));
  return true;
}

ArrayRef<MakerRow> fuzz::elementwiseMakers() {
  static const MakerRow rows[] = {{"unary", 14, floatUnary},
                                  {"binary", 22, floatBinary},
                                  {"integer", 4, integerOp},
                                  {"predicate", 2, predicateOp},
                                  {"compare", 4, compare},
                                  {"select", 4, select},
                                  {"clamp", 3, clamp},
                                  {"convert", 7, convert},
                                  {"bitcast", 2, bitcast},
                                  {"reduce_precision", 2, reducePrecision},
                                  {"classify", 1, classify},
                                  {"special", 1, specialBinary},
                                  {"broadcasting", 4, broadcasting},
                                  {"complex", 1, complexNumbers},
                                  {"map", 2, map},
                                  {"constant_like", 1, constantLike}};
  return rows;
}
