// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies dimension numbers first, then sizes, then the result: later checks
// use verified dimensions as indices.
#include "dialects/chlo/IR/Chlo.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/ADT/SmallSet.h"

using namespace mlir;
using namespace mlir::amp::chlo;

using Dims = ArrayRef<int64_t>;

static bool compatible(int64_t a, int64_t b) {
  return ShapedType::isDynamic(a) || ShapedType::isDynamic(b) || a == b;
}

// Verifies that each dimension in `lists` is in range and used once.
static LogicalResult verifyDims(RaggedDotOp op, StringRef side,
                                RankedTensorType type, ArrayRef<Dims> lists) {
  llvm::SmallSet<int64_t, 8> used;
  for (Dims list : lists)
    for (int64_t dim : list) {
      if (dim < 0 || dim >= type.getRank())
        return op.emitOpError("expects ")
               << side << " dimensions in [0, " << type.getRank()
               << "), but got " << dim;
      if (!used.insert(dim).second)
        return op.emitOpError("expects each ")
               << side << " dimension at most once, but got " << dim
               << " again";
    }
  return success();
}

static LogicalResult verifyPairs(RaggedDotOp op, StringRef kind, Dims lhs,
                                 Dims rhs) {
  if (lhs.size() != rhs.size())
    return op.emitOpError("expects as many ")
           << kind << " dimensions on both sides, but got " << lhs.size()
           << " and " << rhs.size();
  for (auto [l, r] : llvm::zip_equal(lhs, rhs)) {
    int64_t lhsSize = op.getLhs().getType().getDimSize(l);
    int64_t rhsSize = op.getRhs().getType().getDimSize(r);
    if (!compatible(lhsSize, rhsSize))
      return op.emitOpError("expects equal sizes of ")
             << kind << " dimensions, but got " << lhsSize << " and "
             << rhsSize;
  }
  return success();
}

// Returns the sizes that may precede the group count in the shape of
// group_sizes.
static SmallVector<int64_t> groupPrefix(RaggedDotDimensionNumbersAttr numbers,
                                        RankedTensorType lhs, int64_t ragged) {
  Dims batching = numbers.getLhsBatchingDimensions();
  Dims contracting = numbers.getLhsContractingDimensions();
  SmallVector<int64_t> dims(batching);
  if (const auto *it = llvm::find(batching, ragged); it != batching.end())
    dims.assign(batching.begin(), it);
  else if (const auto *it = llvm::find(contracting, ragged);
           it != contracting.end())
    dims.append(contracting.begin(), it);
  else
    for (int64_t dim = 0; dim < ragged; ++dim)
      if (!llvm::is_contained(batching, dim) &&
          !llvm::is_contained(contracting, dim))
        dims.push_back(dim);
  for (int64_t &dim : dims)
    dim = lhs.getDimSize(dim);
  return dims;
}

static LogicalResult verifyGroups(RaggedDotOp op, bool raggedIsFree) {
  RaggedDotDimensionNumbersAttr numbers = op.getRaggedDotDimensionNumbers();
  auto sizes = cast<RankedTensorType>(op.getGroupSizes().getType());
  SmallVector<int64_t> wanted = groupPrefix(
      numbers, op.getLhs().getType(), numbers.getLhsRaggedDimensions().front());
  wanted.push_back(ShapedType::kDynamic);
  if (sizes.getRank() != 1 &&
      failed(verifyCompatibleShape(sizes.getShape(), wanted)))
    return op.emitOpError("expects group_sizes compatible with ")
           << RankedTensorType::get(wanted, sizes.getElementType())
           << " or of rank 1, but got " << sizes;

  Dims groups = numbers.getRhsGroupDimensions();
  if (groups.size() != (raggedIsFree ? 1 : 0))
    return op.emitOpError("expects ")
           << (raggedIsFree ? "one rhs group dimension"
                            : "no rhs group dimension")
           << ", but got " << groups.size();
  for (int64_t group : groups)
    if (int64_t size = op.getRhs().getType().getDimSize(group);
        !compatible(size, sizes.getShape().back()))
      return op.emitOpError("expects an rhs group dimension of size ")
             << sizes.getShape().back() << ", but got " << size;
  return success();
}

static void appendFree(SmallVector<int64_t> &shape, RankedTensorType type,
                       ArrayRef<Dims> taken) {
  for (int64_t dim = 0; dim < type.getRank(); ++dim)
    if (llvm::none_of(taken,
                      [&](Dims dims) { return llvm::is_contained(dims, dim); }))
      shape.push_back(type.getDimSize(dim));
}

LogicalResult RaggedDotOp::verify() {
  RaggedDotDimensionNumbersAttr numbers = getRaggedDotDimensionNumbers();
  RankedTensorType lhs = getLhs().getType(), rhs = getRhs().getType();
  Dims lhsBatch = numbers.getLhsBatchingDimensions();
  Dims rhsBatch = numbers.getRhsBatchingDimensions();
  Dims lhsContract = numbers.getLhsContractingDimensions();
  Dims rhsContract = numbers.getRhsContractingDimensions();
  Dims ragged = numbers.getLhsRaggedDimensions();
  Dims groups = numbers.getRhsGroupDimensions();

  if (ArrayAttr config = getPrecisionConfigAttr(); config && config.size() > 2)
    return emitOpError("expects at most 2 precisions, but got ")
           << config.size();
  if (ragged.size() != 1)
    return emitOpError("expects one lhs ragged dimension, but got ")
           << ragged.size();
  if (failed(verifyDims(*this, "lhs", lhs, {lhsBatch, lhsContract})) ||
      failed(verifyDims(*this, "lhs", lhs, {ragged})) ||
      failed(verifyDims(*this, "rhs", rhs, {rhsBatch, rhsContract, groups})) ||
      failed(verifyPairs(*this, "batching", lhsBatch, rhsBatch)) ||
      failed(verifyPairs(*this, "contracting", lhsContract, rhsContract)))
    return failure();

  bool raggedIsContracted = llvm::is_contained(lhsContract, ragged.front());
  bool raggedIsBatch = llvm::is_contained(lhsBatch, ragged.front());
  auto sizes = cast<RankedTensorType>(getGroupSizes().getType());
  if (sizes.getRank() == 0)
    return emitOpError("expects group_sizes of rank 1 or more, but got ")
           << sizes;
  if (failed(verifyGroups(*this, !raggedIsContracted && !raggedIsBatch)))
    return failure();

  SmallVector<int64_t> shape;
  if (raggedIsContracted)
    shape.push_back(sizes.getShape().back());
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDimSize(dim));
  appendFree(shape, lhs, {lhsBatch, lhsContract});
  appendFree(shape, rhs, {rhsBatch, rhsContract, groups});
  RankedTensorType result = getResult().getType();
  auto wanted = RankedTensorType::get(shape, result.getElementType());
  if (failed(verifyCompatibleShape(wanted, result)))
    return emitOpError("expects a result compatible with ")
           << wanted << ", but got " << result;
  return success();
}
