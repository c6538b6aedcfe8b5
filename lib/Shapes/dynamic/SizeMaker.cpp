// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// s rounded up to 8   ==>   %0 = get_dimension_size %arg0, dim = 1
//                           multiply (divide (add %0, 7), 8), 8
#include "lib/Shapes/dynamic/SizeMaker.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/Shapes/ResizedValues.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

/// Integer arguments come first: a padded argument has the padded size.
std::optional<SizeMaker::Source> SizeMaker::findSource(SizeId id) {
  for (BlockArgument argument : function.getArguments())
    if (isSizeList(argument) &&
        cast<ShapedType>(argument.getType()).getRank() == 0 &&
        flow.elementsOf(argument) == SizeIds{id})
      return Source{argument, -1};
  if (!function.isPublic())
    return std::nullopt;
  for (BlockArgument argument : function.getArguments())
    for (auto [dim, size] : llvm::enumerate(flow.dimsOf(argument)))
      if (size == id)
        return Source{argument, static_cast<int64_t>(dim)};
  return std::nullopt;
}

bool SizeMaker::canMake(SizeId id) {
  auto known = makeable.find(id);
  if (known != makeable.end())
    return known->second;
  const SizeTable::Size &size = flow.table[id];
  bool isMakeable =
      size.isNumber() || findSource(id) ||
      (!size.isGiven() &&
       llvm::all_of(size.parts, [&](SizeId part) { return canMake(part); }));
  return makeable[id] = isMakeable;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

Value SizeMaker::add(StringRef name, RankedTensorType type, ValueRange operands,
                     ArrayRef<NamedAttribute> attributes) {
  OpBuilder builder = OpBuilder::atBlockBegin(&function.front());
  if (last)
    builder.setInsertionPointAfter(last);
  last = GraphBuilder(builder, function.getLoc(), /*keepsOrder=*/false)
             .create(name, type, operands, attributes);
  note(last, {});
  return last->getResult(0);
}

static RankedTensorType integers(MLIRContext *context,
                                 ArrayRef<int64_t> shape) {
  return RankedTensorType::get(shape, IntegerType::get(context, 32));
}

Value SizeMaker::addConstant(RankedTensorType type, int64_t number) {
  Builder builder(type.getContext());
  auto value = DenseElementsAttr::get(
      type, builder.getI32IntegerAttr(static_cast<int32_t>(number)).getValue());
  return add("constant", type, {}, builder.getNamedAttr("value", value));
}

Value SizeMaker::make(SizeId id) {
  Value &known = made[{id, 1}];
  if (known)
    return known;
  MLIRContext *context = function.getContext();
  Builder builder(context);
  RankedTensorType type = integers(context, {});
  const SizeTable::Size size = flow.table[id];
  auto remember = [&](Value value) { return made[{id, 1}] = value; };
  if (size.isNumber())
    return remember(addConstant(type, size.number));
  if (std::optional<Source> source = findSource(id)) {
    if (source->dim >= 0)
      return remember(
          add("get_dimension_size", type, source->argument,
              builder.getNamedAttr("dimension",
                                   builder.getI64IntegerAttr(source->dim))));
    return remember(source->argument.getType() == type
                        ? Value(source->argument)
                        : add("convert", type, source->argument));
  }
  Value value = make(size.parts.front());
  for (SizeId part : ArrayRef(size.parts).drop_front())
    value = add(size.op, type, {value, make(part)});
  bool isKnown = size.op == "add" ? size.number == 0 : size.number == 1;
  if ((size.op == "add" || size.op == "multiply") && !isKnown)
    value = add(size.op, type, {value, make(flow.table.number(size.number))});
  return remember(value);
}

Value SizeMaker::makeRounded(SizeId id, int64_t multiple) {
  Value known = made.lookup({id, multiple});
  if (known)
    return known;
  RankedTensorType type = integers(function.getContext(), {});
  Value more = make(flow.table.number(multiple - 1)),
        step = make(flow.table.number(multiple)), size = make(id);
  Value sum = add("add", type, {size, more});
  Value count = add("divide", type, {sum, step});
  return made[{id, multiple}] = add("multiply", type, {count, step});
}

Value SizeMaker::makeDifference(Value from, Value to) {
  Value &known = differences[{from, to}];
  if (!known)
    known = add("subtract", integers(function.getContext(), {}), {to, from});
  return known;
}

Value SizeMaker::makeList(ArrayRef<Value> sizes) {
  MLIRContext *context = function.getContext();
  Builder builder(context);
  auto type = integers(context, static_cast<int64_t>(sizes.size()));
  SmallVector<void *> key;
  SmallVector<int32_t> numbers;
  for (Value size : sizes) {
    key.push_back(size.getAsOpaquePointer());
    Operation *maker = size.getDefiningOp();
    if (auto value = maker ? maker->getAttrOfType<DenseIntElementsAttr>("value")
                           : nullptr)
      numbers.push_back(value.getSplatValue<APInt>().getSExtValue());
  }
  Value &known = lists[key];
  if (known)
    return known;
  if (numbers.size() == sizes.size())
    return known = add("constant", type, {},
                       builder.getNamedAttr(
                           "value", DenseElementsAttr::get(
                                        type, ArrayRef<int32_t>(numbers))));
  SmallVector<Value> parts;
  for (Value size : sizes) {
    Value &one = lists[{size.getAsOpaquePointer()}];
    if (!one)
      one = add("reshape", integers(context, 1), size);
    parts.push_back(one);
  }
  if (parts.size() == 1)
    return parts.front();
  return lists[key] = add(
             "concatenate", type, parts,
             builder.getNamedAttr("dimension", builder.getI64IntegerAttr(0)));
}
