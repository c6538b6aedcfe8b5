// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// transpose %0, dims = [1, 0]   ==>   result dim 0 = operand dim 1
#include "amp/ModelOp.h"
#include "lib/Dims/sizes/SizeFlow.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;

using Rule = SizeIds (*)(SizeFlow &, OpResult);

static ArrayRef<int64_t> listOf(Operation *op, StringRef name) {
  auto list = op->getAttrOfType<DenseI64ArrayAttr>(name);
  return list ? list.asArrayRef() : ArrayRef<int64_t>();
}

/// Result i has the shape of operand i (sort).
static SizeIds sameNumber(SizeFlow &flow, OpResult result) {
  return flow.dimsOf(result.getOwner()->getOperand(result.getResultNumber()));
}

/// All non-scalar operands have one shape; constant sizes take precedence.
static SizeIds elementwise(SizeFlow &flow, OpResult result) {
  SizeIds ids;
  size_t rank = cast<ShapedType>(result.getType()).getRank();
  for (Value operand : result.getOwner()->getOperands()) {
    SizeIds dims = flow.dimsOf(operand);
    if (dims.size() != rank)
      continue;
    if (ids.empty())
      ids = dims;
    for (auto [known, id] : llvm::zip_equal(ids, dims))
      if (flow.table[id].isNumber())
        known = id;
  }
  return ids;
}

static SizeIds transpose(SizeFlow &flow, OpResult result) {
  SizeIds dims = flow.dimsOf(result.getOwner()->getOperand(0)), ids;
  for (int64_t from : listOf(result.getOwner(), "permutation"))
    ids.push_back(dims[from]);
  return ids;
}

static SizeIds reduce(SizeFlow &flow, OpResult result) {
  SizeIds ids;
  for (auto [dim, id] :
       llvm::enumerate(flow.dimsOf(result.getOwner()->getOperand(0))))
    if (!llvm::is_contained(listOf(result.getOwner(), "dimensions"),
                            int64_t(dim)))
      ids.push_back(id);
  return ids;
}

static SizeIds concatenate(SizeFlow &flow, OpResult result) {
  Operation *op = result.getOwner();
  int64_t joined = op->getAttrOfType<IntegerAttr>("dimension").getInt();
  SizeIds ids = flow.dimsOf(op->getOperand(0));
  for (Value operand : op->getOperands().drop_front())
    ids[joined] =
        *flow.table.apply("add", ids[joined], flow.dimsOf(operand)[joined]);
  return ids;
}

/// Adds edge padding; none if interior padding may be nonzero.
static SizeIds addEdges(SizeFlow &flow, SizeIds ids, ArrayRef<SizeId> low,
                        ArrayRef<SizeId> high, ArrayRef<SizeId> inner) {
  if (low.size() != ids.size() || high.size() != ids.size() ||
      llvm::any_of(inner,
                   [&](SizeId id) { return id != flow.table.number(0); }))
    return {};
  for (size_t dim = 0; dim < ids.size(); ++dim) {
    SizeId before = *flow.table.apply("add", ids[dim], low[dim]);
    ids[dim] = *flow.table.apply("add", before, high[dim]);
  }
  return ids;
}

static SizeIds pad(SizeFlow &flow, OpResult result) {
  Operation *op = result.getOwner();
  auto idsOf = [&](StringRef name) {
    SizeIds ids;
    for (int64_t number : listOf(op, name))
      ids.push_back(flow.table.number(number));
    return ids;
  };
  return addEdges(flow, flow.dimsOf(op->getOperand(0)),
                  idsOf("edge_padding_low"), idsOf("edge_padding_high"),
                  idsOf("interior_padding"));
}

static SizeIds dynamicPad(SizeFlow &flow, OpResult result) {
  Operation *op = result.getOwner();
  return addEdges(
      flow, flow.dimsOf(op->getOperand(0)), flow.elementsOf(op->getOperand(2)),
      flow.elementsOf(op->getOperand(3)), flow.elementsOf(op->getOperand(4)));
}

static SizeIds realDynamicSlice(SizeFlow &flow, OpResult result) {
  Operation *op = result.getOwner();
  SizeIds start = flow.elementsOf(op->getOperand(1)),
          limit = flow.elementsOf(op->getOperand(2)),
          stride = flow.elementsOf(op->getOperand(3)), ids;
  for (auto [from, to, step] : llvm::zip(start, limit, stride)) {
    if (step != flow.table.number(1))
      return {};
    ids.push_back(*flow.table.apply("subtract", to, from));
  }
  return ids;
}

/// The last operand is the shape of the result.
static SizeIds asShaped(SizeFlow &flow, OpResult result) {
  return flow.elementsOf(result.getOwner()->getOperands().back());
}

/// Sizes of a gather, from its indices and slice sizes.
static SizeIds gather(SizeFlow &flow, OpResult result) {
  Operation *op = result.getOwner();
  SizeIds whole;
  for (int64_t size : listOf(op, "slice_sizes"))
    whole.push_back(flow.table.number(size));
  if (op->getNumOperands() == 3)
    whole = flow.elementsOf(op->getOperand(2));
  SizeIds batch = flow.dimsOf(op->getOperand(1)), window, ids;
  IndexDims dims = getIndexDims(op);
  if (static_cast<size_t>(dims.indexVector) < batch.size())
    batch.erase(batch.begin() + dims.indexVector);
  llvm::append_range(dims.collapsed, dims.operandBatch);
  for (auto [dim, id] : llvm::enumerate(whole))
    if (!llvm::is_contained(dims.collapsed, int64_t(dim)))
      window.push_back(id);
  size_t rank = cast<ShapedType>(result.getType()).getRank();
  if (window.size() != dims.offset.size() ||
      batch.size() + window.size() != rank)
    return {};
  for (size_t dim = 0, b = 0, w = 0; dim < rank; ++dim)
    ids.push_back(llvm::is_contained(dims.offset, int64_t(dim)) ? window[w++]
                                                                : batch[b++]);
  return ids;
}

/// Sizes that the result of a contraction shares with its operands.
static SizeIds shared(SizeFlow &flow, OpResult result) {
  Operation *op = result.getOwner();
  SizeIds ids = flow.dimsOf(result);
  for (const SharedDim &s : cast<SharedDimsOp>(op).getSharedDims())
    if (s.second.value == op->getNumOperands() &&
        s.first.value < op->getNumOperands())
      ids[s.second.dim] =
          flow.dimsOf(op->getOperand(s.first.value))[s.first.dim];
  return ids;
}

namespace {
struct KindRule {
  OpKind kind;
  Rule rule;
};
} // namespace

static constexpr KindRule rules[] = {
    {OpKind::concatenate, concatenate},
    {OpKind::dynamic_broadcast_in_dim, asShaped},
    {OpKind::dynamic_gather, gather},
    {OpKind::dynamic_iota, asShaped},
    {OpKind::dynamic_pad, dynamicPad},
    {OpKind::dynamic_reshape, asShaped},
    {OpKind::dynamic_update_slice, sameNumber},
    {OpKind::gather, gather},
    {OpKind::pad, pad},
    {OpKind::real_dynamic_slice, realDynamicSlice},
    {OpKind::reduce, reduce},
    {OpKind::reverse, sameNumber},
    {OpKind::scatter, sameNumber},
    {OpKind::sort, sameNumber},
    {OpKind::transpose, transpose},
};

static bool isElementwise(Operation *op) {
  StringRef name = op->getName().getStringRef();
  if (!name.starts_with("stablehlo.") || isHlo(op, OpKind::bitcast_convert))
    return name.starts_with("chlo.") && op->getNumOperands() == 1 &&
           kindOf(op) != OpKind::top_k;
  const OpRow *row = lookupRow(op);
  constexpr OpClass classes[] = {OpClass::elementwise, OpClass::transcendental,
                                 OpClass::select, OpClass::convert,
                                 OpClass::bits};
  return row && op->getNumRegions() == 0 &&
         llvm::is_contained(classes, row->opClass);
}

SizeIds amp::computeResultDims(SizeFlow &flow, OpResult result) {
  Operation *op = result.getOwner();
  static const KindMap<KindRule> byKind(rules);
  if (const KindRule *own = byKind.lookup(hloKindOf(op)))
    return own->rule(flow, result);
  if (isElementwise(op))
    return elementwise(flow, result);
  if (isa<SharedDimsOp>(op) && op->getNumResults() == 1)
    return shared(flow, result);
  if (isHlo(op, OpKind::composite) &&
      result.getResultNumber() < op->getNumOperands() &&
      op->getOperand(result.getResultNumber()).getType() == result.getType())
    return sameNumber(flow, result); // a mark
  return {};
}

SmallVector<std::pair<ValueDim, ValueDim>> amp::findEqualDims(Operation *op) {
  SmallVector<std::pair<ValueDim, ValueDim>> equal;
  auto rankOf = [&](unsigned operand) {
    auto type = dyn_cast<RankedTensorType>(op->getOperand(operand).getType());
    return type ? type.getRank() : 0;
  };
  if (isElementwise(op) && op->getNumOperands() != 0) {
    unsigned last = op->getNumOperands() - 1;
    for (unsigned i = 0; i < last; ++i)
      for (int64_t dim = 0; rankOf(i) == rankOf(last) && dim < rankOf(i); ++dim)
        equal.push_back({{i, dim}, {last, dim}});
  } else if (isa<SharedDimsOp>(op)) {
    for (const SharedDim &s : cast<SharedDimsOp>(op).getSharedDims())
      if (s.first.value < op->getNumOperands() &&
          s.second.value < op->getNumOperands())
        equal.push_back({s.first, s.second});
  }
  return equal;
}
