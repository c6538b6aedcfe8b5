// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Kernels/Steps.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Address of an element: a memref and indices. `step` is the distance to the
/// next point in elements, if known.
struct KernelCode::Address {
  Value memref;
  SmallVector<Value> indices;
  std::optional<int64_t> step;

  /// Returns the indices of the `k`th point from this address.
  SmallVector<Value> beside(int64_t k, KernelCode &code) const {
    SmallVector<Value> place(indices);
    if (k)
      place.back() = code.add(place.back(), code.constant(k * *step));
    return place;
  }
};

KernelCode::KernelCode(func::FuncOp unit, gpu::GPUFuncOp kernel)
    : unit(unit), kernel(kernel),
      b(unit.getLoc(), OpBuilder::atBlockBegin(&kernel.getBody().front())) {
  for (auto [from, to] : llvm::zip(unit.getArguments(), kernel.getArguments()))
    map.map(from, to);
}

Value KernelCode::constant(int64_t value) {
  return arith::ConstantIndexOp::create(b, value);
}

Value KernelCode::add(Value left, Value right) {
  return arith::AddIOp::create(b, left, right,
                               arith::IntegerOverflowFlags::nsw);
}

Value KernelCode::times(Value left, int64_t right) {
  if (right == 1)
    return left;
  return arith::MulIOp::create(b, left, constant(right),
                               arith::IntegerOverflowFlags::nsw);
}

Value KernelCode::threadId() {
  return gpu::ThreadIdOp::create(b, gpu::Dimension::x);
}

Value KernelCode::blockId() {
  return gpu::BlockIdOp::create(b, gpu::Dimension::x);
}

Value KernelCode::isBelow(Value value, int64_t end) {
  return arith::CmpIOp::create(b, arith::CmpIPredicate::ult, value,
                               constant(end));
}

void KernelCode::clonePrelude(ArrayRef<Operation *> ops) {
  for (Operation &op : unit.front().without_terminator())
    if (!llvm::is_contained(ops, &op) && !isa<memref::AllocOp>(op))
      b.clone(op, map);
}

bool KernelCode::isLocal(Value memref) {
  return memref.getDefiningOp<memref::AllocOp>() != nullptr;
}

ArrayRef<Value> KernelCode::indicesOf(Point &point) {
  if (!point.indices.empty() || point.sizes.empty())
    return point.indices;
  Value rest = point.linear;
  for (int64_t size : llvm::reverse(ArrayRef(point.sizes).drop_front())) {
    Value end = constant(size);
    point.indices.push_back(arith::RemUIOp::create(b, rest, end));
    rest = arith::DivUIOp::create(b, rest, end);
  }
  point.indices.push_back(rest);
  std::reverse(point.indices.begin(), point.indices.end());
  return point.indices;
}

static Value flatten(Value memref, OpBuilder &b, Location loc) {
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  if (rank < 2)
    return memref;
  ReassociationIndices all(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  return memref::CollapseShapeOp::create(b, loc, memref,
                                         ArrayRef<ReassociationIndices>(all));
}

KernelCode::Address KernelCode::addressOf(Value memref, AffineMap indexing,
                                          Point &point) {
  auto type = cast<MemRefType>(memref.getType());
  Value inside = mapped(memref);
  if (type.getRank() == 0)
    return {inside, {}, 0};
  std::optional<SmallVector<int64_t>> steps;
  if (!point.sizes.empty())
    steps = stepsOf(type, indexing, point.inner);
  if (!steps || !isPlain(type)) {
    Address address{inside, {}, std::nullopt};
    if (steps)
      address.step = (*steps)[point.inner];
    for (AffineExpr result : indexing.getResults())
      address.indices.push_back(affine::expandAffineExpr(b, b.getLoc(), result,
                                                         indicesOf(point), {}));
    return address;
  }
  Address address{flatten(inside, b, b.getLoc()), {}, (*steps)[point.inner]};
  if (point.linear && followsPoints(*steps, point.sizes)) {
    address.indices = {point.linear};
    return address;
  }
  int64_t first = steps->pop_back_val();
  Value index = first ? constant(first) : Value();
  for (auto [loop, step] : llvm::enumerate(*steps)) {
    if (!step || point.sizes[loop] == 1)
      continue;
    Value term = times(indicesOf(point)[loop], step);
    index = index ? add(index, term) : term;
  }
  address.indices = {index ? index : constant(0)};
  return address;
}

SmallVector<Value> KernelCode::load(Value memref, AffineMap indexing,
                                    Point &point, int64_t width) {
  return loadFrom(addressOf(memref, indexing, point), width);
}

SmallVector<Value> KernelCode::loadFrom(const Address &at, int64_t width) {
  Type type = cast<MemRefType>(at.memref.getType()).getElementType();
  if (width == 1 || at.step == 0)
    return SmallVector<Value>(width,
                              memref::LoadOp::create(b, at.memref, at.indices));
  int64_t chunk = at.step == 1 ? elementsAtOnce(type, width) : 1;
  SmallVector<Value> values;
  for (int64_t k = 0; k < width; k += chunk) {
    SmallVector<Value> place = at.beside(k, *this);
    if (chunk == 1) {
      values.push_back(memref::LoadOp::create(b, at.memref, place));
      continue;
    }
    Value vector = vector::LoadOp::create(
        b, VectorType::get({chunk}, type), at.memref, place,
        /*nontemporal=*/false,
        llvm::MaybeAlign(chunk * type.getIntOrFloatBitWidth() / 8));
    for (int64_t i = 0; i < chunk; ++i)
      values.push_back(vector::ExtractOp::create(b, vector, i));
  }
  return values;
}

void KernelCode::store(ArrayRef<Value> values, Value memref, AffineMap indexing,
                       Point &point) {
  Address at = addressOf(memref, indexing, point);
  Type type = values.front().getType();
  int64_t width = values.size();
  if (width == 1) {
    memref::StoreOp::create(b, values[0], at.memref, at.indices);
    return;
  }
  int64_t chunk = at.step == 1 ? elementsAtOnce(type, width) : 1;
  for (int64_t k = 0; k < width; k += chunk) {
    SmallVector<Value> place = at.beside(k, *this);
    if (chunk == 1) {
      memref::StoreOp::create(b, values[k], at.memref, place);
      continue;
    }
    Value vector = vector::FromElementsOp::create(
        b, VectorType::get({chunk}, type), values.slice(k, chunk));
    vector::StoreOp::create(
        b, vector, at.memref, place, /*nontemporal=*/false,
        llvm::MaybeAlign(chunk * type.getIntOrFloatBitWidth() / 8));
  }
}

SmallVector<SmallVector<Value>>
KernelCode::arguments(linalg::GenericOp op, Point &point, int64_t width) {
  SmallVector<SmallVector<Value>> arguments;
  for (OpOperand &operand : op->getOpOperands()) {
    Value value = operand.get();
    if (op.getMatchingBlockArgument(&operand).use_empty())
      arguments.emplace_back(width, Value());
    else if (!isa<MemRefType>(value.getType()))
      arguments.emplace_back(width, mapped(value));
    else if (auto found = known.find(value); found != known.end())
      arguments.push_back(found->second);
    else
      arguments.push_back(
          load(value, op.getMatchingIndexingMap(&operand), point, width));
  }
  return arguments;
}

SmallVector<Value> KernelCode::compute(linalg::GenericOp op, Point &point,
                                       int64_t k, ArrayRef<Value> arguments,
                                       int64_t width) {
  return compute(op, op.getBody()->getTerminator()->getOperands(), point, k,
                 arguments, width);
}

SmallVector<Value> KernelCode::compute(linalg::GenericOp op, ValueRange values,
                                       Point &point, int64_t k,
                                       ArrayRef<Value> arguments,
                                       int64_t width) {
  IRMapping inside(map);
  for (auto [argument, value] :
       llvm::zip(op.getBody()->getArguments(), arguments))
    if (value)
      inside.map(argument, value);
  for (Operation &inner : op.getBody()->without_terminator()) {
    if (auto index = dyn_cast<linalg::IndexOp>(inner)) {
      Value place = indicesOf(point)[index.getDim()];
      if (k && index.getDim() == point.inner)
        place = add(place, constant(k));
      inside.map(index.getResult(), place);
      continue;
    }
    auto load = dyn_cast<memref::LoadOp>(inner);
    if (!load || width == 1 || !readsNeighbours(load, op, point.inner, width)) {
      b.clone(inner, inside);
      continue;
    }
    if (k == 0) {
      Address at{inside.lookupOrDefault(load.getMemRef()), {}, 1};
      for (Value index : load.getIndices())
        at.indices.push_back(inside.lookupOrDefault(index));
      gathered[load] = loadFrom(at, width);
    }
    inside.map(load.getResult(), gathered[load][k]);
  }
  SmallVector<Value> results;
  for (Value value : values)
    results.push_back(inside.lookupOrDefault(value));
  return results;
}
