// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// dot_general … batching_dims = [0] x [0], contracting_dims = [2] x [1]
//   ==>   lhs 0 = rhs 0 = result 0, lhs 1 = result 1, rhs 2 = result 2,
//         lhs 2 = rhs 1
// gather <offset_dims = [1], collapsed_slice_dims = [0], index_vector_dim = 1>
//   ==>   indices 0 = result 0, operand 1 = result 1 (if the slice is whole)
#include "lib/OpModel/StablehloDims.h"
#include "lib/OpModel/Attributes.h"

using namespace mlir;
using namespace mlir::amp;

using Dims = SmallVector<SharedDim>;
using Numbers = SmallVector<int64_t, 4>;

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasRank() ? type.getShape() : ArrayRef<int64_t>();
}

/// Returns the dimensions below `rank` that none of `excluded` contains.
static Numbers otherDims(size_t rank, ArrayRef<ArrayRef<int64_t>> excluded) {
  Numbers dims;
  for (int64_t dim = 0; dim < int64_t(rank); ++dim)
    if (llvm::none_of(excluded, [&](ArrayRef<int64_t> list) {
          return llvm::is_contained(list, dim);
        }))
      dims.push_back(dim);
  return dims;
}

/// Pairs dimensions by position.
static void pairAll(Dims &dims, unsigned first, ArrayRef<int64_t> firstDims,
                    unsigned second, ArrayRef<int64_t> secondDims) {
  for (auto [a, b] : llvm::zip(firstDims, secondDims))
    dims.push_back({{first, a}, {second, b}});
}

/// Returns `dims` if each dimension exists in its value; none otherwise,
/// because another dialect's verifier may be weaker than StableHLO's.
static Dims ifValid(Operation *op, Dims dims) {
  auto exists = [&](ValueDim at) {
    unsigned operands = op->getNumOperands();
    Value value = at.value < operands ? op->getOperand(at.value)
                                      : op->getResult(at.value - operands);
    return at.dim >= 0 && at.dim < int64_t(shapeOf(value).size());
  };
  bool areValid = llvm::all_of(dims, [&](const SharedDim &pair) {
    return exists(pair.first) && exists(pair.second);
  });
  return areValid ? dims : Dims();
}

Dims DotGeneralDims::getSharedDims(Operation *op) const {
  std::optional<DotDims> dot = getDotDims(op);
  if (!dot)
    return {};
  Numbers lhs = otherDims(shapeOf(op->getOperand(0)).size(),
                          {dot->lhsBatching, dot->lhsContracting});
  Numbers rhs = otherDims(shapeOf(op->getOperand(1)).size(),
                          {dot->rhsBatching, dot->rhsContracting});
  Numbers all = otherDims(shapeOf(op->getResult(0)).size(), {});
  ArrayRef<int64_t> result(all);
  size_t batch = dot->lhsBatching.size();
  if (result.size() != batch + lhs.size() + rhs.size())
    return {};
  Dims dims;
  pairAll(dims, 0, dot->lhsContracting, 1, dot->rhsContracting);
  pairAll(dims, 0, dot->lhsBatching, 1, dot->rhsBatching);
  pairAll(dims, 0, dot->lhsBatching, 2, result);
  pairAll(dims, 0, lhs, 2, result.drop_front(batch));
  pairAll(dims, 1, rhs, 2, result.drop_front(batch + lhs.size()));
  return dims;
}

int64_t amp::groupsOf(Operation *conv, StringRef name) {
  auto attr = conv->getAttrOfType<IntegerAttr>(name);
  return attr ? std::max<int64_t>(attr.getInt(), 1) : 1;
}

Dims ConvolutionDims::getSharedDims(Operation *op) const {
  std::optional<ConvDims> conv = getConvDims(op);
  if (!conv)
    return {};
  Dims dims = {{{1, conv->kernelOutput}, {2, conv->outputFeature}}};
  if (groupsOf(op, "batch_group_count") == 1)
    dims.push_back({{0, conv->inputBatch}, {2, conv->outputBatch}});
  if (groupsOf(op, "feature_group_count") == 1)
    dims.push_back({{0, conv->inputFeature}, {1, conv->kernelInput}});
  return dims;
}

Dims GatherDims::getSharedDims(Operation *op) const {
  IndexDims numbers = getIndexDims(op);
  auto sizes = op->getAttrOfType<DenseI64ArrayAttr>("slice_sizes");
  if (op->getNumOperands() != 2 || op->getNumResults() != 1 || !sizes)
    return {};
  ArrayRef<int64_t> operand = shapeOf(op->getOperand(0));
  Dims dims;
  pairAll(dims, 1,
          otherDims(shapeOf(op->getOperand(1)).size(), {numbers.indexVector}),
          2, otherDims(shapeOf(op->getResult(0)).size(), {numbers.offset}));
  pairAll(dims, 0, numbers.operandBatch, 1, numbers.indexBatch);
  Numbers window =
      otherDims(operand.size(), {numbers.collapsed, numbers.operandBatch});
  for (auto [dim, offset] : llvm::zip(window, numbers.offset))
    if (dim < sizes.size() && sizes[dim] == operand[dim])
      dims.push_back({{0, dim}, {2, offset}});
  return ifValid(op, std::move(dims));
}

Dims ScatterDims::getSharedDims(Operation *op) const {
  unsigned count = op->getNumOperands() / 2;
  if (op->getNumOperands() != 2 * count + 1 || op->getNumResults() != count ||
      !op->hasAttr("scatter_dimension_numbers"))
    return {};
  IndexDims numbers = getIndexDims(op);
  Numbers indices =
      otherDims(shapeOf(op->getOperand(count)).size(), {numbers.indexVector});
  Dims dims;
  for (unsigned i = 0; i < count; ++i) {
    unsigned update = count + 1 + i, result = 2 * count + 1 + i;
    ArrayRef<int64_t> input = shapeOf(op->getOperand(i));
    ArrayRef<int64_t> updates = shapeOf(op->getOperand(update));
    Numbers all = otherDims(input.size(), {});
    pairAll(dims, i, all, result, all);
    pairAll(dims, count, indices, update,
            otherDims(updates.size(), {numbers.offset}));
    pairAll(dims, i, numbers.operandBatch, count, numbers.indexBatch);
    Numbers window =
        otherDims(input.size(), {numbers.collapsed, numbers.operandBatch});
    for (auto [dim, offset] : llvm::zip(window, numbers.offset))
      if (offset >= 0 && offset < int64_t(updates.size()) &&
          updates[offset] == input[dim])
        dims.push_back({{i, dim}, {update, offset}});
  }
  return ifValid(op, std::move(dims));
}
