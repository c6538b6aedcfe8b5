// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func.func @unit_0(…) {amp.attention_gradient}
//   ==>   gpu.func @attention_queries_48x1024x1024x64_bf16(…) kernel
#include "lib/Lowering/Gpu/Attention/Gradient/GradientKernel.h"
#include "lib/Lowering/Gpu/Attention/Gradient/GradientLoop.h"
#include "lib/Lowering/Gpu/Attention/TileStore.h"
#include "lib/Lowering/Gpu/TensorCore/Flops.h"
#include "lib/Lowering/Gpu/TensorCore/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static std::string nameOf(const GradientPlan &plan) {
  const AttentionShape &shape = plan.shape;
  AttentionGradientOp op = plan.op;
  std::string name;
  llvm::raw_string_ostream os(name);
  os << (op.isByKeys() ? "attention_keys_" : "attention_queries_")
     << shape.batch << 'x' << shape.rows << 'x' << shape.columns << 'x'
     << shape.depth << '_' << plan.scores.operandType;
  return name;
}

/// Returns the FLOPs of all contractions of the kernel, plus 4 per score.
static int64_t flopsOf(const GradientPlan &plan) {
  const AttentionShape &shape = plan.shape;
  AttentionGradientOp op = plan.op;
  int64_t heads = shape.depth + shape.features;
  int64_t each = 2 * heads + (op.isByKeys() ? 2 * heads : 2 * shape.depth) + 4;
  return shape.batch * shape.rows * shape.columns * each;
}

SmallVector<unsigned> mlir::amp::lowering::writtenBy(const GradientPlan &plan) {
  SmallVector<unsigned> written;
  for (unsigned access = GradientPlan::outs; access < plan.statistics; ++access)
    written.push_back(plan.scores.contraction.accesses[access].argument);
  return written;
}

static void storeSums(Code &code, const GradientPlan &plan, const Plan &of,
                      unsigned access, const GradientSums &sums,
                      ArrayRef<Value> values, ArrayRef<Value> bases,
                      ArrayRef<int64_t> alignments) {
  unsigned argument = of.contraction.accesses[access].argument;
  TileStore store{of,       access,     bases[access], alignments[argument],
                  sums.row, sums.column};
  store.emit(code, [&](unsigned half, int64_t j, unsigned i) {
    return values[j * 4 + half * 2 + i];
  });
}

/// Returns the value of minctasm: the resident blocks of a multiprocessor for
/// which ptxas limits registers. The wgmma kernel of keys fits three blocks
/// without spills if heads have at most 64 elements and there is no dropout.
/// For f16, the tiles must also divide all lengths.
static int32_t residentBlocks(const GradientPlan &plan) {
  AttentionGradientOp op = plan.op;
  bool isWhole = plan.shape.rows % plan.tile.rows == 0 &&
                 plan.shape.columns % plan.tile.keys == 0;
  bool fits = std::max(plan.shape.depth, plan.shape.features) <= 64 &&
              op.getDropout().empty() &&
              (isWhole || plan.scores.operandType.isBF16());
  return op.isByKeys() && plan.byWarpgroups() && fits ? 3 : 1;
}

gpu::GPUFuncOp mlir::amp::lowering::emitGradientKernel(
    func::FuncOp unit, const GradientPlan &plan, ArrayRef<int64_t> alignments,
    gpu::GPUModuleOp kernels) {
  Code code(unit.getLoc(), unit.getContext());
  gpu::GPUFuncOp kernel = declareKernel(
      code, unit, nameOf(plan), plan.tile.threads(), writtenBy(plan), kernels);
  kernel->setAttr(flopsAttrName, code.getI64IntegerAttr(flopsOf(plan)));
  // without minctasm, ptxas spills registers to keep more blocks resident
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  code.getI32IntegerAttr(residentBlocks(plan)));
  IRMapping values;
  values.map(unit.getArguments(), kernel.getArguments());
  for (Operation &op : unit.front().without_terminator())
    if (!isa<AttentionGradientOp>(op))
      code.clone(op, values);
  Value shared = sharedMemory(code, kernels);
  AttentionGradientOp op = plan.op;
  BlockCoordinates place = blockCoordinates(code, plan.mask, plan.rowTiles(),
                                            plan.shape.batch, op.isByKeys());
  SmallVector<Value> bases =
      basesOf(code, plan.scores, kernel, values, place.batch);
  GradientSums sums =
      emitGradientLoops(code, plan, bases, place.rowTile, shared);
  storeSums(code, plan, plan.first, GradientPlan::outs, sums, sums.first, bases,
            alignments);
  if (op.isByKeys())
    storeSums(code, plan, plan.second, GradientPlan::outs + 1, sums,
              sums.second, bases, alignments);
  gpu::ReturnOp::create(code);
  return kernel;
}
