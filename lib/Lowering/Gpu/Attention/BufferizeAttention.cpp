// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// amp.attention(tensors) -> tensor   ==>   amp.attention(memrefs);
// amp.attention_gradient likewise
#include "lib/Lowering/Gpu/Attention/BufferizeAttention.h"
#include "dialects/amp/IR/AmpAttention.h"
#include "mlir/Dialect/Bufferization/IR/DstBufferizableOpInterfaceImpl.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::bufferization;

namespace {
template <typename Op>
struct AttentionModel
    : DstBufferizableOpInterfaceExternalModel<AttentionModel<Op>, Op> {
  /// Returns false for destination operands, which are only written.
  bool bufferizesToMemoryRead(Operation *op, OpOperand &operand,
                              const AnalysisState &) const {
    return !cast<Op>(op).isDpsInit(&operand);
  }

  LogicalResult bufferize(Operation *op, RewriterBase &rewriter,
                          const BufferizationOptions &options,
                          BufferizationState &state) const {
    SmallVector<Value> buffers;
    for (Value operand : op->getOperands()) {
      FailureOr<Value> buffer = getBuffer(rewriter, operand, options, state);
      if (failed(buffer))
        return failure();
      buffers.push_back(*buffer);
    }
    rewriter.setInsertionPoint(op);
    OperationState made(op->getLoc(), op->getName(), buffers, TypeRange(),
                        op->getAttrs());
    for (Region &body : op->getRegions())
      made.addRegion()->takeBody(body);
    rewriter.create(made);
    replaceOpWithBufferizedValues(
        rewriter, op, ArrayRef(buffers).take_back(op->getNumResults()));
    return success();
  }
};
} // namespace

void mlir::amp::lowering::registerAttentionBufferization(
    DialectRegistry &registry) {
  registry.addExtension(+[](MLIRContext *context, AmpDialect *) {
    AttentionOp::attachInterface<AttentionModel<AttentionOp>>(*context);
    AttentionGradientOp::attachInterface<AttentionModel<AttentionGradientOp>>(
        *context);
  });
}
