// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Constants, arguments and values in scope, of a wanted type.
#include "Generate/Generator.h"
#include "mlir/AsmParser/AsmParser.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Numbers that every 16-bit format holds, and numbers that hardly any does.
static double drawConstant(Random &random, bool isExact) {
  static const double exact[] = {0,    1,  -1,  0.5,    2,     3,
                                 0.25, -2, 1.5, 4,      0.125, 8,
                                 -0.5, 10, 16,  0.0625, 100,   1.0 / 1024};
  static const double others[] = {
      0.1,   0.9,  0.999, 1e-3,  1e-5,      1e-6, 1e-8,   1e-12, 1e-30, 1e-40,
      3e-39, 1e3,  65504, 65519, 65520,     7e4,  1e5,    1e6,   1e9,   1e30,
      3e38,  2049, 257,   255.5, 0.3333333, 6e-8, 5.9e-8, 6e-5};
  if (isExact || random.chance(60))
    return exact[random.below(std::size(exact))];
  double number = others[random.below(std::size(others))];
  return random.chance(30) ? -number : number;
}

Value Generator::splat(RankedTensorType type, double number) {
  Attribute element;
  Type elementType = type.getElementType();
  if (isa<FloatType>(elementType))
    element = builder.getFloatAttr(elementType, number);
  else
    element = builder.getIntegerAttr(elementType,
                                     APInt(elementType.getIntOrFloatBitWidth(),
                                           int64_t(number), true, true));
  Attribute value = DenseElementsAttr::get(type, element);
  return make1("stablehlo.constant", {}, type, named("value", value));
}

Value Generator::constant(RankedTensorType type) {
  Type element = type.getElementType();
  auto draw = [&]() -> double {
    if (isa<FloatType>(element))
      return drawConstant(random, programStyle.hasExactConstants);
    if (element.isInteger(1))
      return random.below(2);
    return random.chance(5) ? random.between(-100, 100) : random.between(0, 6);
  };
  if (type.getNumElements() > 8 || random.chance(60))
    return splat(type, draw());
  SmallVector<Attribute> elements;
  for (int64_t i = 0; i < type.getNumElements(); ++i) {
    double number = draw();
    if (isa<FloatType>(element))
      elements.push_back(builder.getFloatAttr(element, number));
    else
      elements.push_back(
          builder.getIntegerAttr(element, APInt(element.getIntOrFloatBitWidth(),
                                                int64_t(number), true, true)));
  }
  return make1("stablehlo.constant", {}, type,
               named("value", DenseElementsAttr::get(type, elements)));
}

Value Generator::integers(ArrayRef<int64_t> numbers, Type element) {
  SmallVector<Attribute> elements;
  for (int64_t number : numbers)
    elements.push_back(builder.getIntegerAttr(element, number));
  auto type = tensor({int64_t(numbers.size())}, element);
  return make1("stablehlo.constant", {}, type,
               named("value", DenseElementsAttr::get(type, elements)));
}

Value Generator::argument(RankedTensorType type) {
  Block &entry = function.front();
  Value added = entry.addArgument(type, nextLocation());
  function.setType(builder.getFunctionType(entry.getArgumentTypes(), {}));
  if (!programStyle.isBounded || !isa<FloatType>(type.getElementType()))
    return added;
  unsigned index = entry.getNumArguments() - 1;
  if (random.chance(35)) {
    static const char *ranges[] = {
        "#amp.range<-1.0, 1.0>", "#amp.range<0.0, 3.0>",
        "#amp.range<-8.0, 2.0>", "#amp.range<0.5, 2.0>",
        "#amp.range<-100.0, 100.0>"};
    function.setArgAttr(
        index, "amp.range",
        parseAttribute(ranges[random.below(std::size(ranges))], context));
    return added;
  }
  static const char *squashes[] = {"stablehlo.tanh", "stablehlo.logistic",
                                   "stablehlo.sine", "stablehlo.cosine",
                                   "chlo.erf"};
  if (random.chance(60))
    return make1(squashes[random.below(std::size(squashes))], added, type);
  double bound = random.chance(50) ? 4 : 100;
  return make1("stablehlo.clamp",
               {splat(scalar(type.getElementType()), -bound), added,
                splat(scalar(type.getElementType()), bound)},
               type);
}

Value Generator::convertTo(Value value, Type element) {
  if (typeOf(value).getElementType() == element)
    return value;
  return make1("stablehlo.convert", value, typeOf(value).clone(element));
}

Value Generator::broadcastScalar(Value scalarValue, ArrayRef<int64_t> shape) {
  return make1("stablehlo.broadcast_in_dim", scalarValue,
               tensor(shape, typeOf(scalarValue).getElementType()),
               list("broadcast_dimensions", {}));
}

Value Generator::fit(Value value, RankedTensorType type) {
  value = convertTo(value, type.getElementType());
  RankedTensorType from = typeOf(value);
  if (from == type)
    return value;
  if (from.getNumElements() == type.getNumElements())
    return make1("stablehlo.reshape", value, type);
  if (from.getRank() != 0) {
    // Sum all elements, or take the first: a scalar in any case.
    SmallVector<int64_t> ones(from.getRank(), 1), zeros(from.getRank(), 0);
    bool sums = isa<FloatType>(type.getElementType()) && random.chance(60);
    if (sums) {
      SmallVector<int64_t> dims =
          llvm::to_vector(llvm::seq<int64_t>(from.getRank()));
      Operation *reduce = make(
          "stablehlo.reduce", {value, splat(scalar(type.getElementType()), 0)},
          scalar(type.getElementType()), list("dimensions", dims), 1);
      Type element = scalar(type.getElementType());
      fill(reduce->getRegion(0), {element, element},
           [&](ValueRange a) -> SmallVector<Value> {
             return {make1("stablehlo.add", a, element)};
           });
      value = reduce->getResult(0);
    } else {
      value =
          make1("stablehlo.slice", value, tensor(ones, type.getElementType()),
                {list("start_indices", zeros), list("limit_indices", ones),
                 list("strides", ones)});
      value = make1("stablehlo.reshape", value, scalar(type.getElementType()));
    }
  }
  return type.getRank() == 0 ? value : broadcastScalar(value, type.getShape());
}

Value Generator::value(RankedTensorType type) {
  SmallVector<Value> same, near;
  for (Value candidate : pool) {
    RankedTensorType has = typeOf(candidate);
    if (has == type)
      same.push_back(candidate);
    else if (isa<ComplexType>(has.getElementType()) ||
             isa<ComplexType>(type.getElementType()))
      continue;
    else if (has.getShape() == type.getShape() || has.getRank() == 0 ||
             has.getNumElements() == type.getNumElements())
      near.push_back(candidate);
  }
  // Recent values are likelier, so that programs get deep.
  if (!same.empty() && random.chance(85))
    return random.chance(50) ? same.back() : random.pick<Value>(same);
  if (!near.empty() && random.chance(55)) {
    Value made = fit(random.pick<Value>(near), type);
    if (random.chance(30))
      keep(made);
    return made;
  }
  if (isa<ComplexType>(type.getElementType())) {
    Type part = cast<ComplexType>(type.getElementType()).getElementType();
    return make1("stablehlo.complex",
                 {value(type.clone(part)), value(type.clone(part))}, type);
  }
  if (random.chance(mayAddArguments ? 45 : 100)) {
    Value made =
        random.chance(15) && type.getRank() > 0 &&
                !type.getElementType().isInteger(1)
            ? make1("stablehlo.iota", {}, type,
                    number("iota_dimension", random.below(type.getRank())))
            : constant(type);
    return made;
  }
  OpBuilder::InsertionGuard guard(builder);
  // The op that squashes an argument is inserted at its definition, outside of
  // regions.
  builder.setInsertionPointToStart(&function.front());
  Value added = argument(type);
  pool.insert(pool.begin(), added);
  return added;
}

Value Generator::floatValue() {
  return value(tensor(drawShape(), drawFloat()));
}

Value Generator::anyValue() {
  if (pool.empty() || random.chance(20))
    return floatValue();
  return random.chance(40) ? pool.back() : random.pick<Value>(pool);
}

Value Generator::inDomain(Value x, Domain domain) {
  RankedTensorType type = typeOf(x);
  auto at = [&](double number) { return splat(type, number); };
  // Some programs leave the domain: then f32 has NaN too.
  if (domain == Domain::any || (!programStyle.isBounded && random.chance(25)))
    return x;
  switch (domain) {
  case Domain::positive:
  case Domain::nonzero: {
    Value square = random.chance(50)
                       ? make1("stablehlo.abs", x, type)
                       : make1("stablehlo.multiply", {x, x}, type);
    double least[] = {1, 0.5, 0.0625, 2};
    return make1(random.chance(80) ? "stablehlo.add" : "stablehlo.maximum",
                 {square, at(least[random.below(4)])}, type);
  }
  case Domain::unit:
    return make1("stablehlo.clamp",
                 {splat(scalar(type.getElementType()), -0.5), x,
                  splat(scalar(type.getElementType()), 0.75)},
                 type);
  case Domain::aboveOne:
    return make1("stablehlo.maximum", {x, at(1)}, type);
  default: {
    double bound = random.chance(70) ? 4 : random.chance(50) ? 8 : 16;
    return make1("stablehlo.clamp",
                 {splat(scalar(type.getElementType()), -bound), x,
                  splat(scalar(type.getElementType()), bound)},
                 type);
  }
  }
}
