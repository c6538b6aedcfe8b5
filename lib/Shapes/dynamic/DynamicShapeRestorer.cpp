// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// pad %x : 1021 -> 1024   ==>   dynamic_pad %x : s -> (s + 7) / 8 * 8
#include "lib/Shapes/dynamic/DynamicShapeRestorer.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/ResizedValues.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static constexpr StringLiteral replacedOpName = StaticExample::replacedOpName;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

llvm::DenseSet<int64_t> DynamicShapeRestorer::listSizes() const {
  llvm::DenseSet<int64_t> list;
  for (auto [size, id] : fixed.sizeOf)
    list.insert(size);
  return list;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SizeMaker &DynamicShapeRestorer::makerFor(SizeFlow &flow, Operation *op) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    function = op->getParentOfType<FunctionOpInterface>();
  return makers.insert({function, SizeMaker(flow, function)}).first->second;
}

/// Returns true if the shape can be computed from the function's arguments.
bool DynamicShapeRestorer::canMake(SizeFlow &flow, Value value) {
  SizeMaker &maker = makerFor(flow, value.getParentBlock()->getParentOp());
  return llvm::all_of(flow.dimsOf(value),
                      [&](SizeId id) { return maker.canMake(id); });
}

bool DynamicShapeRestorer::isUnknown(Value value) const {
  return llvm::any_of(shapeOf(value),
                      [&](int64_t size) { return isUnknown(size); });
}

Value DynamicShapeRestorer::sizeAt(SizeMaker &maker, int64_t size) {
  auto whole = rounded.find(size);
  if (whole != rounded.end())
    return maker.makeRounded(whole->second.first, whole->second.second);
  auto known = fixed.sizeOf.find(size);
  return maker.make(known == fixed.sizeOf.end() ? fixed.flow.table.number(size)
                                                : known->second);
}

Value DynamicShapeRestorer::shapeFor(Operation *op, ArrayRef<int64_t> sizes) {
  SizeMaker &maker = makerFor(fixed.flow, op);
  SmallVector<Value> list;
  for (int64_t size : sizes)
    list.push_back(sizeAt(maker, size));
  return maker.makeList(list);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

RankedTensorType DynamicShapeRestorer::typeFor(Value value) const {
  auto type = cast<RankedTensorType>(value.getType());
  SmallVector<int64_t> shape;
  for (int64_t size : type.getShape())
    shape.push_back(isUnknown(size) ? ShapedType::kDynamic : size);
  return type.clone(shape);
}

/// Returns the original type, with the padded sizes of `now`.
static RankedTensorType takeBack(RankedTensorType was, Value now) {
  SmallVector<int64_t> shape(shapeOf(now));
  for (auto [size, before] : llvm::zip_equal(shape, was.getShape()))
    if (ShapedType::isDynamic(before))
      size = before;
  return was.clone(shape);
}

void DynamicShapeRestorer::rebuild(Operation *op, OperationName name,
                                   ValueRange operands,
                                   ArrayRef<NamedAttribute> attributes,
                                   RankedTensorType type) {
  OpBuilder builder(op);
  OperationState state(op->getLoc(), name, operands, op->getResultTypes());
  state.addAttributes(attributes);
  if (auto sizes = op->getAttrOfType<DenseI64ArrayAttr>(unpaddedName)) {
    SmallVector<int64_t> list;
    for (int64_t size : sizes.asArrayRef())
      list.push_back(isUnknown(size) ? -1 : size);
    state.attributes.set(unpaddedName, builder.getDenseI64ArrayAttr(list));
  }
  Operation *restored = builder.create(state);
  op->getResult(0).replaceAllUsesWith(restored->getResult(0));
  made.push_back({restored->getResult(0), type});
  op->remove();
  replaced.push_back(op);
}

void DynamicShapeRestorer::restoreShaped(Operation *op) {
  const ShapedOp &was =
      fixed.shaped[op->getAttrOfType<IntegerAttr>(replacedOpName).getInt()];
  SmallVector<Value> operands(op->getOperands());
  ArrayRef<int64_t> sizes = shapeOf(op->getResult(0));
  operands.push_back(sizes == was.fixed.getShape() ? was.shape
                                                   : shapeFor(op, sizes));
  rebuild(op, was.name, operands, was.attributes.getValue(),
          takeBack(was.type, op->getResult(0)));
}

/// Returns the operands of the dynamic counterpart of kind `kind`.
SmallVector<Value> DynamicShapeRestorer::findOperands(Operation *op,
                                                      OpKind kind) {
  SizeMaker &maker = makerFor(fixed.flow, op);
  Value result = op->getResult(0);
  SmallVector<Value> operands(op->getOperands());
  auto addList = [&](function_ref<Value(size_t)> find) {
    SmallVector<Value> list;
    for (size_t dim = 0; dim < shapeOf(result).size(); ++dim)
      list.push_back(find(dim));
    operands.push_back(maker.makeList(list));
  };
  auto numberAt = [&](int64_t number) {
    return [&, number](size_t) { return sizeAt(maker, number); };
  };
  auto sizeOfResult = [&](size_t dim) {
    return sizeAt(maker, shapeOf(result)[dim]);
  };
  if (kind == OpKind::dynamic_pad) {
    addList(numberAt(0));
    addList([&](size_t dim) {
      int64_t from = shapeOf(operands[0])[dim], to = shapeOf(result)[dim];
      return from == to
                 ? sizeAt(maker, 0)
                 : maker.makeDifference(sizeAt(maker, from), sizeAt(maker, to));
    });
    addList(numberAt(0));
  } else if (kind == OpKind::real_dynamic_slice) {
    addList(numberAt(0));
    addList(sizeOfResult);
    addList(numberAt(1));
  } else {
    if (operands.empty() && op->hasAttr("value")) // upper bound of a mask
      operands.push_back(
          sizeAt(maker, op->getAttrOfType<DenseIntElementsAttr>("value")
                            .getSplatValue<APInt>()
                            .getSExtValue()));
    addList(sizeOfResult);
  }
  return operands;
}

void DynamicShapeRestorer::restoreAdded(Operation *op) {
  constexpr std::tuple<OpKind, OpKind, StringLiteral> kinds[] = {
      {OpKind::broadcast_in_dim, OpKind::dynamic_broadcast_in_dim,
       "broadcast_dimensions"},
      {OpKind::constant, OpKind::dynamic_broadcast_in_dim, ""},
      {OpKind::iota, OpKind::dynamic_iota, "iota_dimension"},
      {OpKind::pad, OpKind::dynamic_pad, ""},
      {OpKind::slice, OpKind::real_dynamic_slice, ""}};
  if (op->getNumResults() != 1 || !isUnknown(op->getResult(0)))
    return;
  const auto *known = llvm::find_if(
      kinds, [&](const auto &entry) { return isHlo(op, std::get<0>(entry)); });
  NamedAttrList attributes;
  OperationName name = op->getName();
  SmallVector<Value> operands(op->getOperands());
  if (known == std::end(kinds)) {
    attributes = op->getAttrDictionary();
  } else {
    auto [before, after, kept] = *known;
    name = OperationName(hloName(after), op->getContext());
    operands = findOperands(op, after);
    if (Attribute attribute = kept.empty() ? Attribute() : op->getAttr(kept))
      attributes.set(kept, attribute);
    if (before == OpKind::constant)
      attributes.set("broadcast_dimensions",
                     DenseI64ArrayAttr::get(op->getContext(), {}));
  }
  rebuild(op, name, operands, attributes, typeFor(op->getResult(0)));
}

void DynamicShapeRestorer::restore(ArrayRef<PaddedDim> padded) {
  for (const PaddedDim &dim : padded)
    if (dim.isDynamic && dim.target != dim.size)
      rounded[dim.target] = {fixed.sizeOf.lookup(dim.size), dim.multiple};
  SmallVector<Operation *> ops;
  fixed.module.walk([&](Operation *op) { ops.push_back(op); });
  for (Operation *op : ops) {
    if (op->hasAttr(replacedOpName))
      restoreShaped(op);
    else if (op->hasAttr(unpaddedName))
      restoreAdded(op);
  }
  for (auto [value, type] : made)
    value.setType(type);
  for (auto [value, type] : fixed.types)
    Value(value).setType(takeBack(type, value));
  for (auto function : fixed.module.getOps<FunctionOpInterface>())
    adoptTypes(function);
}
