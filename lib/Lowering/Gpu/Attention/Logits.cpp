// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Attention/Logits.h"
#include "lib/Lowering/Gpu/TensorCore/CloneBody.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

SmallVector<std::optional<unsigned>>
mlir::amp::lowering::addCounts(Operation *op, unsigned loops,
                               SmallVectorImpl<Access> &accesses) {
  SmallVector<std::optional<unsigned>> counts(loops);
  for (unsigned loop = 0; loop < loops; ++loop) {
    bool isRead = llvm::any_of(op->getRegions(), [&](Region &body) {
      return !body.empty() &&
             !body.getArguments().take_back(loops)[loop].use_empty();
    });
    if (!isRead)
      continue;
    counts[loop] = accesses.size();
    Access count{Access::noArgument, IndexType::get(op->getContext())};
    count.strides.assign(loops, 0);
    count.strides[loop] = 1;
    accesses.push_back(std::move(count));
  }
  return counts;
}

Value mlir::amp::lowering::emitBody(Code &code, const ScoreCode &what,
                                    TileReads &reads, Value score,
                                    unsigned half, int64_t step) {
  if (what.body.empty())
    return score;
  SmallVector<Value> arguments = {score};
  for (unsigned i = 0; i < what.others; ++i)
    arguments.push_back(reads.at(code, what.firstOther + i, half, step));
  for (std::optional<unsigned> count : what.counts)
    arguments.push_back(count ? reads.at(code, *count, half, step) : Value());
  return cloneBody(code, what.body.front(), arguments, IRMapping())[0];
}

Value mlir::amp::lowering::emitBodyInside(Code &code, const ScoreCode &what,
                                          TileReads &reads, Value score,
                                          unsigned half, int64_t step,
                                          float outside) {
  if (what.body.empty())
    return score;
  Value value = emitBody(code, what, reads, score, half, step);
  Value inside = reads.isInside(code, step);
  if (!inside)
    return value;
  Value other = arith::ConstantOp::create(code, code.getF32FloatAttr(outside));
  return arith::SelectOp::create(code, inside, value, other);
}
