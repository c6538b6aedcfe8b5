// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "dialects/stablehlo/IR/Verify/Verify.h"

using namespace mlir;
using namespace mlir::amp;

static LogicalResult expectEqualDims(Operation *op, StringRef what,
                                     RankedTensorType lhs,
                                     ArrayRef<int64_t> lhsDims,
                                     RankedTensorType rhs,
                                     ArrayRef<int64_t> rhsDims) {
  for (auto [left, right] : llvm::zip_equal(lhsDims, rhsDims))
    if (!stablehlo::fits(lhs.getDimSize(left), rhs.getDimSize(right)))
      return op->emitOpError("expects ")
             << what << " of one size, but got dimension " << left << " of "
             << lhs << " and dimension " << right << " of " << rhs;
  return success();
}

LogicalResult stablehlo::DotGeneralOp::verify() {
  auto lhs = tensorOf(getLhs());
  auto rhs = tensorOf(getRhs());
  DotDimensionNumbersAttr numbers = getDotDimensionNumbers();
  ArrayRef<int64_t> lhsBatch = numbers.getLhsBatchingDimensions();
  ArrayRef<int64_t> rhsBatch = numbers.getRhsBatchingDimensions();
  ArrayRef<int64_t> lhsContract = numbers.getLhsContractingDimensions();
  ArrayRef<int64_t> rhsContract = numbers.getRhsContractingDimensions();
  // (C1) (C2)
  if (failed(expectCount(*this, "batching dimensions on the right",
                         lhsBatch.size(), rhsBatch.size())) ||
      failed(expectCount(*this, "contracting dimensions on the right",
                         lhsContract.size(), rhsContract.size())))
    return failure();
  // (C3)-(C8)
  SmallVector<int64_t> left(lhsBatch), right(rhsBatch);
  llvm::append_range(left, lhsContract);
  llvm::append_range(right, rhsContract);
  if (failed(
          expectDims(*this, "dimensions on the left", left, lhs.getRank())) ||
      failed(
          expectDims(*this, "dimensions on the right", right, rhs.getRank())))
    return failure();
  // (C9) (C10) (C11)
  if (failed(expectEqualDims(*this, "batching dimensions", lhs, lhsBatch, rhs,
                             rhsBatch)) ||
      failed(expectEqualDims(*this, "contracting dimensions", lhs, lhsContract,
                             rhs, rhsContract)) ||
      failed(expectPrecisions(*this, getPrecisionConfig())))
    return failure();
  // (C22)-(C24)
  if (DotAlgorithmAttr algorithm = getAlgorithmAttr()) {
    if (failed(expectAtLeast(*this, "counts of the algorithm",
                             {algorithm.getLhsComponentCount(),
                              algorithm.getRhsComponentCount(),
                              algorithm.getNumPrimitiveOperations()},
                             1)))
      return failure();
    // (C21)
    auto isDefault = [](Attribute precision) {
      return cast<PrecisionAttr>(precision).getValue() == Precision::DEFAULT;
    };
    ArrayAttr precisions = getPrecisionConfigAttr();
    if (precisions && !llvm::all_of(precisions, isDefault))
      return emitOpError("expects DEFAULT precision beside an algorithm, but "
                         "got ")
             << precisions;
  }
  // (C13)-(C16)
  if (failed(expectFactors(*this, lhs, rhs, getResult().getType())))
    return failure();
  // (C12). The element types may differ: the result may be wider, and the dot
  // algorithm or the backend chooses the conversions.
  SmallVector<int64_t> shape;
  for (int64_t dim : lhsBatch)
    shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim : otherDims(lhs.getRank(), {left}))
    shape.push_back(lhs.getDimSize(dim));
  for (int64_t dim : otherDims(rhs.getRank(), {right}))
    shape.push_back(rhs.getDimSize(dim));
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}

LogicalResult stablehlo::DotOp::verify() {
  auto lhs = tensorOf(getLhs());
  auto rhs = tensorOf(getRhs());
  for (auto type : {lhs, rhs})
    if (type.getRank() != 1 && type.getRank() != 2)
      return emitOpError("expects operands of rank 1 or 2, but got ") << type;
  int64_t last = lhs.getRank() - 1;
  if (failed(expectEqualDims(*this, "contracting dimensions", lhs, last, rhs,
                             int64_t(0))) ||
      failed(expectPrecisions(*this, getPrecisionConfig())))
    return failure();
  SmallVector<int64_t> shape(lhs.getShape().drop_back());
  llvm::append_range(shape, rhs.getShape().drop_front());
  return expectShape(*this, "a result", shape, tensorOf(getResult()));
}
