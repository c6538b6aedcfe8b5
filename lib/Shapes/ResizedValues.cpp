// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %x : 77x8   ==>   pad %x with 0 : 80x8      operand of a contraction
//                   slice %long : 77x8        result of the step
#include "lib/Shapes/ResizedValues.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/GatherScatter.h"
#include "lib/Shapes/LinalgFlow.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

void amp::shapes::note(Operation *op, ArrayRef<int64_t> sizes) {
  op->setAttr(unpaddedName, DenseI64ArrayAttr::get(op->getContext(), sizes));
}

NamedAttribute amp::shapes::numbers(OpBuilder &builder, StringRef name,
                                    ArrayRef<int64_t> value) {
  return builder.getNamedAttr(name, builder.getDenseI64ArrayAttr(value));
}

RankedTensorType ResizedValues::typeFor(Type like, ArrayRef<int64_t> shape) {
  RankedTensorType &last = lastTypes[like];
  if (!last || last.getShape() != shape)
    last = cast<RankedTensorType>(like).clone(shape);
  return last;
}

/// Inserts after the definition; for arguments, after the shared values.
OpBuilder ResizedValues::builderBehind(Value value) {
  OpBuilder builder(value.getContext());
  if (value.getDefiningOp())
    builder.setInsertionPointAfterValue(value);
  else
    builder.setInsertionPoint(frontOf(value.getParentBlock()));
  return builder;
}

Operation *ResizedValues::frontOf(Block *block) {
  return fronts.try_emplace(block, &block->front()).first->second;
}

/// Inserts before the original first op, for values shared in the block.
OpBuilder ResizedValues::builderAtStart(Block *block) {
  frontOf(block);
  return OpBuilder::atBlockBegin(block);
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

Value ResizedValues::resize(Value value, ArrayRef<int64_t> sizes,
                            ArrayRef<int64_t> shape) {
  if (staticShape(value) == shape)
    return value;
  Type type = typeFor(value.getType(), shape);
  Value &known = resized[{value, type}];
  if (!known) {
    Value made = make(value, sizes, shape);
    resized[{value, type}] = made;
    return made;
  }
  return known;
}

Value ResizedValues::make(Value value, ArrayRef<int64_t> sizes,
                          ArrayRef<int64_t> shape) {
  if (Operation *maker = value.getDefiningOp())
    if (Value made = remake(maker, sizes, shape))
      return made;
  SmallVector<int64_t> common;
  for (auto [is, wanted] : llvm::zip_equal(staticShape(value), shape))
    common.push_back(std::min(is, wanted));
  if (ArrayRef(common) != staticShape(value))
    value = cut(value, common);
  return ArrayRef(common) == shape ? value : pad(value, sizes, shape);
}

Value ResizedValues::cut(Value value, ArrayRef<int64_t> shape) {
  OpBuilder builder = builderBehind(value);
  ++counts.slices;
  if (onLinalg) {
    Value made = cutTensor(builder, value, typeFor(value.getType(), shape));
    note(made.getDefiningOp(), shape);
    return made;
  }
  SmallVector<int64_t> zeros(shape.size(), 0), ones(shape.size(), 1);
  Operation *op = GraphBuilder(builder, value.getLoc(), /*keepsOrder=*/false)
                      .create("slice", typeFor(value.getType(), shape), value,
                              {numbers(builder, unpaddedName, shape),
                               numbers(builder, "limit_indices", shape),
                               numbers(builder, "start_indices", zeros),
                               numbers(builder, "strides", ones)});
  return op->getResult(0);
}

Value ResizedValues::pad(Value value, ArrayRef<int64_t> sizes,
                         ArrayRef<int64_t> shape) {
  OpBuilder builder = builderBehind(value);
  Type element = getElementTypeOrSelf(value);
  ++counts.pads;
  if (onLinalg)
    return padWith(value, sizes, shape, builder.getZeroAttr(element));
  Value nothing = splat(value.getParentBlock(), builder.getZeroAttr(element));
  SmallVector<int64_t> none(shape.size(), 0), high;
  for (auto [from, to] : llvm::zip_equal(staticShape(value), shape))
    high.push_back(to - from);
  Operation *op =
      GraphBuilder(builder, value.getLoc(), /*keepsOrder=*/false)
          .create("pad", typeFor(value.getType(), shape), {value, nothing},
                  {numbers(builder, unpaddedName, sizes),
                   numbers(builder, "edge_padding_high", high),
                   numbers(builder, "edge_padding_low", none),
                   numbers(builder, "interior_padding", none)});
  return op->getResult(0);
}

Value ResizedValues::padWith(Value value, ArrayRef<int64_t> sizes,
                             ArrayRef<int64_t> shape, TypedAttr number) {
  OpBuilder builder = builderBehind(value);
  Value made =
      padTensor(builder, value, typeFor(value.getType(), shape), number);
  auto padding = cast<tensor::PadOp>(made.getDefiningOp());
  note(padding, sizes);
  note(padding.getConstantPaddingValue().getDefiningOp(), {});
  return made;
}

//===----------------------------------------------------------------------===//
// Constants, counters, broadcasts
//===----------------------------------------------------------------------===//

/// Folds the pad of a constant: pads with zeros, or resizes a splat.
static DenseElementsAttr lengthen(DenseElementsAttr value,
                                  RankedTensorType type) {
  if (value.isSplat())
    return value.resizeSplat(type);
  ArrayRef<int64_t> from = value.getType().getShape(), to = type.getShape();
  Attribute zero =
      Builder(type.getContext()).getZeroAttr(type.getElementType());
  SmallVector<Attribute> elements(type.getNumElements(), zero);
  SmallVector<int64_t> index(from.size(), 0);
  for (Attribute element : value.getValues<Attribute>()) {
    int64_t flat = 0;
    for (auto [at, size] : llvm::zip_equal(index, to))
      flat = flat * size + at;
    elements[flat] = element;
    for (size_t dim = from.size(); dim-- > 0;) {
      if (++index[dim] < from[dim])
        break;
      index[dim] = 0;
    }
  }
  return DenseElementsAttr::get(type, elements);
}

Value ResizedValues::remake(Operation *maker, ArrayRef<int64_t> sizes,
                            ArrayRef<int64_t> shape) {
  if (maker->getNumResults() != 1)
    return {};
  ArrayRef<int64_t> is = staticShape(maker->getResult(0));
  bool makesSome = isBroadcast(maker);
  for (size_t dim = 0; dim < shape.size(); ++dim)
    makesSome |= shape[dim] != is[dim] && makesDim(maker, dim);
  if (!makesSome)
    return {};
  if (namedKindOf(maker) == OpKind::fill) {
    Value outs = resize(maker->getOperand(1), sizes, shape);
    OpBuilder builder(maker->getContext());
    builder.setInsertionPointAfter(maker);
    Value made = fillTensor(builder, maker, outs);
    note(made.getDefiningOp(), sizes);
    remade.insert(maker);
    return made;
  }
  SmallVector<Value, 1> operands(maker->getOperands());
  auto type = typeFor(maker->getResult(0).getType(), shape);
  if (!operands.empty()) {
    ArrayRef<int64_t> mapped = numbersOf(maker, "broadcast_dimensions");
    ArrayRef<int64_t> given = staticShape(operands[0]);
    SmallVector<int64_t> wanted(given), without(given);
    for (auto [from, to] : llvm::enumerate(mapped))
      if (given[from] != 1) {
        wanted[from] = shape[to];
        without[from] = sizes[to];
      }
    operands[0] = resize(operands[0], without, wanted);
  }
  OpBuilder builder = builderBehind(maker->getResult(0));
  OperationState state(maker->getLoc(), maker->getName(), operands, type);
  state.addAttributes(maker->getAttrDictionary().getValue());
  Operation *made = builder.create(state);
  if (auto value = maker->getAttrOfType<DenseElementsAttr>("value"))
    made->setAttr("value", lengthen(value, type));
  note(made, sizes);
  remade.insert(maker);
  return made->getResult(0);
}

void ResizedValues::eraseUnused() {
  for (Operation *maker : llvm::reverse(remade))
    if (maker->use_empty())
      maker->erase();
  remade.clear();
}

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Value ResizedValues::clamp(Operation *gather, ArrayRef<int64_t> sizes) {
  Value indices = gather->getOperand(1);
  auto type = cast<RankedTensorType>(indices.getType());
  SmallVector<APInt> last;
  for (int64_t index : lastIndices(gather, sizes))
    last.emplace_back(type.getElementTypeBitWidth(), index);
  int64_t dim = indexDim(gather), rank = type.getRank();
  auto listType = RankedTensorType::get(
      dim == rank ? ArrayRef<int64_t>() : type.getShape().slice(dim, 1),
      type.getElementType());
  OpBuilder builder(gather);
  GraphBuilder graph(builder, gather->getLoc(), /*keepsOrder=*/false);
  Value list = graph.constant(DenseElementsAttr::get(listType, last));
  SmallVector<int64_t, 1> along;
  if (dim != rank)
    along.push_back(dim);
  Operation *everywhere =
      graph.create("broadcast_in_dim", type, list,
                   numbers(builder, "broadcast_dimensions", along));
  Value clamped = graph.apply("minimum", {indices, everywhere->getResult(0)});
  for (Operation *op : {list.getDefiningOp(), everywhere})
    note(op, {});
  note(clamped.getDefiningOp(), type.getShape());
  return clamped;
}

//===----------------------------------------------------------------------===//
// %x : 77 -> 80   ==>   select(iota < 77, %x, neutral)   for a reduction
//===----------------------------------------------------------------------===//

Value ResizedValues::splat(Block *block, TypedAttr element) {
  Value &known = shared[{block, Type(), element, Attribute()}];
  if (known)
    return known;
  OpBuilder builder = builderAtStart(block);
  known = GraphBuilder(builder, block->getParentOp()->getLoc(),
                       /*keepsOrder=*/false)
              .scalar(element);
  note(known.getDefiningOp(), {});
  return known;
}

Value ResizedValues::splat(Block *block, TypedAttr element,
                           RankedTensorType type, ArrayRef<int64_t> sizes) {
  Value scalar = splat(block, element);
  OpBuilder builder = builderBehind(scalar);
  Value &known =
      shared[{block, type, element, builder.getDenseI64ArrayAttr(sizes)}];
  if (!known)
    known = GraphBuilder(builder, scalar.getLoc(), /*keepsOrder=*/false)
                .create("broadcast_in_dim", type, scalar,
                        {numbers(builder, unpaddedName, sizes),
                         numbers(builder, "broadcast_dimensions", {})})
                ->getResult(0);
  return known;
}

/// Emits a predicate: the index along `dim` is below its unpadded size.
Value ResizedValues::inside(Block *block, RankedTensorType type,
                            ArrayRef<int64_t> sizes, int64_t dim) {
  OpBuilder builder = builderAtStart(block);
  Type i1 = builder.getI1Type(), i32 = builder.getI32Type();
  Value &known = shared[{block, type.clone(i1), builder.getIndexAttr(dim),
                         builder.getDenseI64ArrayAttr(sizes)}];
  if (known)
    return known;
  GraphBuilder graph(builder, block->getParentOp()->getLoc(),
                     /*keepsOrder=*/false);
  auto count = RankedTensorType::get(type.getDimSize(dim), i32);
  Operation *iota = graph.create(
      "iota", count, {},
      builder.getNamedAttr("iota_dimension", builder.getI64IntegerAttr(0)));
  Value end = graph.constant(DenseElementsAttr::get(
      count, builder.getI32IntegerAttr(static_cast<int32_t>(sizes[dim]))));
  Value isInside = graph.compare("LT", iota->getResult(0), end);
  Operation *everywhere =
      graph.create("broadcast_in_dim", type.clone(i1), isInside,
                   {numbers(builder, unpaddedName, sizes),
                    numbers(builder, "broadcast_dimensions", dim)});
  for (Operation *op : {iota, end.getDefiningOp(), isInside.getDefiningOp()})
    note(op, sizes[dim]);
  return known = everywhere->getResult(0);
}

const ResizedValues::MaskParts &ResizedValues::partsOf(Block *block,
                                                       RankedTensorType type,
                                                       ArrayRef<int64_t> sizes,
                                                       int64_t dim,
                                                       TypedAttr neutral) {
  SmallVector<MaskParts, 0> &alike = parts[type];
  for (const MaskParts &known : alike)
    if (known.block == block && known.dim == dim && known.neutral == neutral &&
        ArrayRef(known.sizes) == sizes)
      return known;
  Builder builder(type.getContext());
  NamedAttribute note =
      builder.getNamedAttr(unpaddedName, builder.getDenseI64ArrayAttr(sizes));
  alike.push_back({block, dim, neutral, SmallVector<int64_t, 4>(sizes),
                   inside(block, type, sizes, dim),
                   splat(block, neutral, type, sizes),
                   builder.getDictionaryAttr(note)});
  return alike.back();
}

Value ResizedValues::mask(Value value, ArrayRef<int64_t> sizes, int64_t dim,
                          TypedAttr neutral) {
  Value &known = masked[{value, {neutral, dim}}];
  if (known)
    return known;
  ++counts.masks;
  if (onLinalg) {
    OpBuilder builder = builderBehind(value);
    Value made = maskTensor(builder, value, dim, sizes[dim], neutral);
    note(made.getDefiningOp(), sizes);
    note(made.getDefiningOp()->getOperand(1).getDefiningOp(), sizes);
    return known = made;
  }
  OpBuilder builder = builderBehind(value);
  auto type = cast<RankedTensorType>(value.getType());
  const MaskParts &parts =
      partsOf(value.getParentBlock(), type, sizes, dim, neutral);
  if (!select)
    select.emplace(hloName(OpKind::select), value.getContext());
  Operation *op = Operation::create(
      value.getLoc(), *select, TypeRange(type),
      ValueRange({parts.inside, value, parts.outside}), parts.attributes,
      /*properties=*/nullptr, /*successors=*/{}, /*numRegions=*/0);
  builder.insert(op);
  return known = op->getResult(0);
}
