// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// generic {q * k}, ..., generic {exp}, ..., generic {p * v}, generic {truncf}
//   ==>   amp.attention(%q, %k, %v, %mask) outs(%out) { scale; mask }
#include "lib/Lowering/Gpu/Attention/BufferizeAttention.h"
#include "lib/Lowering/Gpu/Attention/Gradient/MatchGradient.h"
#include "lib/Lowering/Gpu/Attention/Passes.h"
#include "lib/Lowering/Gpu/Attention/WriteAttention.h"
#include "lib/OpModel/OptionError.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_FUSEATTENTION
#include "lib/Lowering/Gpu/Attention/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Returns the contractions of gradients that are not fused. The remark of
/// their attention reports the reason.
static llvm::SmallPtrSet<Operation *, 8>
gradientsOf(ArrayRef<OpOperand *> candidates) {
  llvm::SmallPtrSet<Operation *, 8> result;
  for (OpOperand *probabilities : candidates) {
    std::string why;
    FailureOr<Attention> attention = matchAttention(*probabilities, why);
    if (failed(attention) || isPrivate(*attention))
      continue;
    if (auto products = gradientProductsOf(*attention, why);
        succeeded(products))
      result.insert_range(llvm::map_range(
          *products, [](GenericOp op) { return op.getOperation(); }));
  }
  return result;
}

namespace {
struct FuseAttention : amp::impl::FuseAttentionBase<FuseAttention> {
  using Base::Base;

  void getDependentDialects(DialectRegistry &registry) const override {
    Base::getDependentDialects(registry);
    registerAttentionBufferization(registry);
  }

  LogicalResult fuse(OpOperand &probabilities, const Chip &target,
                     std::string &why) {
    for (Value operand : probabilities.getOwner()->getOperands())
      if (!cast<ShapedType>(operand.getType()).hasStaticShape())
        return why = "its shapes are not static", failure();
    FailureOr<Attention> attention = matchAttention(probabilities, why);
    if (failed(attention))
      return failure();
    if (!isPrivate(*attention))
      return why = "its scores or probabilities are also used elsewhere",
             failure();
    return writeAttention(*attention, /*hasStatistics=*/false, target, why,
                          attention->product);
  }

  void runOnOperation() override {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return signalPassFailure();
    if (mode != "fused") {
      emitOptionError(getOperation())
          << "expects attention separate or fused, but got '" << mode << "'";
      return signalPassFailure();
    }
    SmallVector<OpOperand *> candidates;
    getOperation().walk([&](GenericOp op) {
      if (OpOperand *probabilities = probabilitiesOf(op))
        candidates.push_back(probabilities);
    });
    llvm::SmallPtrSet<Operation *, 8> ofGradients = gradientsOf(candidates);
    SetVector<Block *> changed;
    for (OpOperand *probabilities : candidates) {
      Operation *op = probabilities->getOwner();
      if (ofGradients.contains(op))
        continue;
      std::string why;
      if (failed(fuse(*probabilities, *target, why))) {
        op->emitRemark("attention stays separate: ") << why;
        continue;
      }
      op->emitRemark("attention is fused");
      changed.insert(op->getBlock());
    }
    for (Block *block : changed)
      for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*block)))
        if (isOpTriviallyDead(&op))
          op.erase();
  }
};
} // namespace
