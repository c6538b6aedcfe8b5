// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Generate/Generator.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/AsmParser/AsmParser.h"
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
