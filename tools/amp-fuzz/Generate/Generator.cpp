// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Generate/Generator.h"
#include "Generate/MakeElementwise.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

static SmallVector<SmallVector<int64_t>> drawShapes(Random &random) {
  SmallVector<SmallVector<int64_t>> shapes{{}};
  int count = random.between(2, 4);
  for (int i = 0; i < count; ++i) {
    SmallVector<int64_t> shape;
    int rank = random.between(1, 3);
    for (int d = 0; d < rank; ++d)
      shape.push_back(random.between(1, 5));
    if (random.chance(8))
      shape = {random.between(100, 300)};
    shapes.push_back(shape);
  }
  return shapes;
}

Generator::Generator(MLIRContext *context, uint64_t seed)
    : random(seed), context(context), builder(context),
      shapes(drawShapes(random)) {
  programStyle.isTraining = random.chance(35);
  programStyle.isBounded = random.chance(45);
  programStyle.hasExactConstants = random.chance(75);
  programStyle.ops = random.between(4, 22);
}

Location Generator::nextLocation() {
  return FileLineColLoc::get(context, "program", ++location, 1);
}

Type Generator::drawFloat() {
  int dice = random.below(100);
  return dice < 88   ? f32()
         : dice < 92 ? Type(builder.getF16Type())
         : dice < 96 ? Type(builder.getBF16Type())
                     : Type(builder.getF64Type());
}

Type Generator::drawInteger() {
  Type types[] = {i32(),
                  i32(),
                  builder.getI64Type(),
                  builder.getIntegerType(8),
                  IntegerType::get(context, 32, IntegerType::Unsigned),
                  IntegerType::get(context, 8, IntegerType::Unsigned)};
  return random.pick<Type>(types);
}

NamedAttribute Generator::parsed(StringRef name, const Twine &text) {
  return named(name, parseAttribute(text.str(), context));
}

Operation *Generator::make(StringRef name, ValueRange operands,
                           TypeRange results, Attributes attributes,
                           unsigned regions) {
  OperationState state(nextLocation(), name);
  state.addOperands(operands);
  state.addTypes(results);
  state.addAttributes(attributes);
  for (unsigned i = 0; i < regions; ++i)
    state.addRegion();
  return builder.create(state);
}

Value Generator::make1(StringRef name, ValueRange operands, Type result,
                       Attributes attributes) {
  return make(name, operands, result, attributes)->getResult(0);
}

void Generator::fill(Region &region, TypeRange arguments, RegionBody body) {
  OpBuilder::InsertionGuard guard(builder);
  size_t scope = pool.size();
  Block *block = builder.createBlock(&region);
  for (Type type : arguments)
    block->addArgument(type, nextLocation());
  builder.setInsertionPointToEnd(block);
  ++regionDepth;
  SmallVector<Value> results = body(block->getArguments());
  make("stablehlo.return", results, {});
  --regionDepth;
  pool.resize(scope);
}

void Generator::keep(ValueRange results) {
  for (Value result : results)
    if (isa<RankedTensorType>(result.getType()))
      pool.push_back(result);
}

bool Generator::emit() {
  static const SmallVector<MakerRow> rows = [] {
    SmallVector<MakerRow> all;
    for (ArrayRef<MakerRow> group :
         {elementwiseMakers(), shapeMakers(), contractionMakers(),
          reductionMakers(), indexingMakers(), controlMakers(), idiomMakers()})
      llvm::append_range(all, group);
    return all;
  }();
  static const int total = [] {
    int sum = 0;
    for (const MakerRow &row : rows)
      sum += row.weight;
    return sum;
  }();
  int64_t dice = random.below(total);
  for (const MakerRow &row : rows)
    if ((dice -= row.weight) < 0)
      return row.make(*this);
  return false;
}

void Generator::emitMany(int count) {
  for (int i = 0; i < count; ++i)
    emit();
}

func::FuncOp Generator::startFunction(StringRef name, bool isPrivate) {
  builder.setInsertionPointToEnd(module.getBody());
  function = func::FuncOp::create(builder, nextLocation(), name,
                                  builder.getFunctionType({}, {}));
  if (isPrivate)
    function.setPrivate();
  builder.setInsertionPointToStart(function.addEntryBlock());
  pool.clear();
  return function;
}

void Generator::finishFunction(ValueRange results) {
  builder.setInsertionPointToEnd(&function.front());
  func::ReturnOp::create(builder, nextLocation(), results);
  function.setType(builder.getFunctionType(function.front().getArgumentTypes(),
                                           results.getTypes()));
}

func::FuncOp Generator::privateFunction() {
  func::FuncOp made =
      startFunction("f" + std::to_string(functions.size()), /*isPrivate=*/true);
  bool wasBounded = std::exchange(programStyle.isBounded, false);
  int arguments = random.between(1, 3);
  for (int i = 0; i < arguments; ++i)
    keep(argument(
        tensor(drawShape(), random.chance(85) ? f32() : drawInteger())));
  emitMany(random.between(1, 4));
  SmallVector<Value> results;
  int count = random.between(1, 2);
  for (int i = 0; i < count; ++i)
    results.push_back(i == 0 ? floatValue() : anyValue());
  programStyle.isBounded = wasBounded;
  finishFunction(results);
  return made;
}

void Generator::buildPlainProgram() {
  emitMany(programStyle.ops);
  SmallVector<Value> results;
  int count = random.between(1, 4);
  for (int i = 0; i < count && !pool.empty(); ++i)
    results.push_back(
        i < 2 ? pool[pool.size() - 1 - std::min<size_t>(i, pool.size() - 1)]
              : random.pick<Value>(pool));
  if (results.empty())
    results.push_back(floatValue());
  finishFunction(results);
}

OwningOpRef<ModuleOp> Generator::generate() {
  module = ModuleOp::create(nextLocation());
  OwningOpRef<ModuleOp> owner(module);
  int privates = random.chance(25) ? random.between(1, 2) : 0;
  for (int i = 0; i < privates; ++i)
    functions.push_back(privateFunction());
  startFunction("main", /*isPrivate=*/false);
  if (programStyle.isTraining)
    buildTrainingStep();
  else
    buildPlainProgram();
  return owner;
}

//===----------------------------------------------------------------------===//
// Constants, arguments and values in scope of a given type.
//===----------------------------------------------------------------------===//

static RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

/// Draws numbers that all 16-bit formats represent, and numbers that few do.
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
    // Sum all elements, or slice the first one: both give a scalar.
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
  // Recent values are more likely, so that programs become deep.
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
  // The op that squashes an argument is inserted at the argument's definition,
  // outside regions.
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
  // Some programs leave the domain and have NaN in f32 too.
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
