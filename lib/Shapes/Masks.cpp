// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %x : 77 -> 80   ==>   select(iota < 77, %x, neutral)    what a reduction
// reads
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/LinalgFlow.h"
#include "lib/Shapes/LongValue.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

Value LongValues::splat(Block *block, TypedAttr element) {
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

Value LongValues::splat(Block *block, TypedAttr element, RankedTensorType type,
                        ArrayRef<int64_t> sizes) {
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

/// Emits a predicate: an element is in front of the end of a dimension.
Value LongValues::inside(Block *block, RankedTensorType type,
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

const LongValues::MaskParts &
LongValues::partsOf(Block *block, RankedTensorType type,
                    ArrayRef<int64_t> sizes, int64_t dim, TypedAttr neutral) {
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

Value LongValues::mask(Value value, ArrayRef<int64_t> sizes, int64_t dim,
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
