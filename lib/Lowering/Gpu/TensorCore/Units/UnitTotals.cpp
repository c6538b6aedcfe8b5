// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// fill ins(neutral) outs(%parts); generic ins(%d) outs(%parts[0, ...]) {addf}
//   ==>   a total, of which each warp leaves a part
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitReader.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::LinalgOp;

bool UnitReader::startsNeutral(Value buffer, Operation *combiner) const {
  return starts.lookup(buffer) ==
         Attribute(arith::getNeutralElement(combiner).value());
}

/// The access to the first of many parts: a total at place 0 of the first dim
/// may be spread over all of its places.
FailureOr<unsigned> UnitReader::partsOf(LinalgOp op, ArrayRef<unsigned> loops) {
  OpOperand &out = *op.getDpsInitOperand(0);
  auto parts = dyn_cast<BlockArgument>(out.get());
  AffineMap map = op.getMatchingIndexingMap(&out);
  auto type = cast<MemRefType>(out.get().getType());
  if (!parts || !map.getNumResults() ||
      map.getResult(0) != getAffineConstantExpr(0, unit.getContext()) ||
      !map.dropResult(0).isProjectedPermutation() ||
      !type.getLayout().isIdentity() || !type.getElementType().isIntOrFloat() ||
      type.getElementTypeBitWidth() > 32)
    return failure();
  Access access{parts.getArgNumber(), type.getElementType()};
  access.strides.assign(result.sizes.size(), 0);
  int64_t step = 1;
  for (unsigned dim = map.getNumResults() - 1; dim; --dim) {
    access.strides[loops[map.getDimPosition(dim)]] = step;
    step *= type.getDimSize(dim);
  }
  result.totals.push_back({cast<linalg::GenericOp>(*op),
                           {},
                           static_cast<unsigned>(result.accesses.size()),
                           type.getDimSize(0),
                           step});
  result.accesses.push_back(std::move(access));
  return result.totals.back().access;
}

LogicalResult UnitReader::readTotal(LinalgOp op) {
  StringRef reason = "an op sums over rows or columns of the product";
  auto generic = dyn_cast<linalg::GenericOp>(*op);
  if (!generic || op.getNumDpsInits() != 1)
    return fail(reason);
  SmallVector<Operation *> combiners = combinersOf(generic);
  if (combiners.empty() ||
      !startsNeutral(op.getDpsInits()[0], combiners.front()) ||
      !op.getBlock()->getOps<linalg::IndexOp>().empty())
    return fail(reason);
  SmallVector<unsigned> loops;
  if (failed(loopsOf(op, loops)) || failed(checkBody(*op.getBlock())))
    return failure();
  if (failed(partsOf(op, loops)))
    return fail(reason);
  starts.erase(op.getDpsInits()[0]);
  for (OpOperand *operand : op.getDpsInputOperands()) {
    FailureOr<Source> input = source(*operand, op, loops);
    if (failed(input))
      return failure();
    result.totals.back().inputs.push_back(*input);
  }
  return success();
}
