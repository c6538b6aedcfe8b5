// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func.func @unit_0(…) {amp.attention}
//   ==>   gpu.func @attention_48x1024x1024x64_bf16(…) kernel
#include "lib/Lowering/Gpu/Attention/AttentionKernel.h"
#include "lib/Lowering/Gpu/Attention/AttentionLoop.h"
#include "lib/Lowering/Gpu/Attention/Logits.h"
#include "lib/Lowering/Gpu/Attention/TileStore.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/Flops.h"
#include "lib/Lowering/Gpu/TensorCore/Kernel.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static std::string nameOf(const AttentionPlan &plan) {
  const AttentionShape &shape = plan.shape;
  std::string name;
  llvm::raw_string_ostream os(name);
  os << "attention_" << shape.batch << 'x' << shape.rows << 'x' << shape.columns
     << 'x' << shape.depth << '_' << plan.values.factor;
  return name;
}

/// Counts multiplications and additions of both contractions, and of each score
/// the body, and a maximum, a subtraction, an exponential and an addition.
static int64_t flopsOf(const AttentionPlan &plan) {
  const AttentionShape &shape = plan.shape;
  AttentionOp attention = plan.op;
  Block &logit = attention.getLogit().front();
  int64_t body = llvm::count_if(logit, [](Operation &op) {
    return op.getNumResults() && isa<FloatType>(op.getResult(0).getType()) &&
           !isa<arith::ConstantOp, arith::ExtFOp, arith::TruncFOp,
                arith::SelectOp>(op);
  });
  return shape.batch * shape.rows * shape.columns *
         (2 * (shape.depth + shape.features) + body + 4);
}

/// Returns 0 for rows whose logits are all -inf, whose sum is 0.
static Value withoutEmpty(Code &code, Value inverse, Value maximum) {
  auto number = [&](float value) -> Value {
    return arith::ConstantOp::create(code, code.getF32FloatAttr(value));
  };
  Value isEmpty =
      arith::CmpFOp::create(code, arith::CmpFPredicate::OEQ, maximum,
                            number(-std::numeric_limits<float>::infinity()));
  return arith::SelectOp::create(code, isEmpty, number(0), inverse);
}

/// Stores sums / l, rounded to the type of the result.
static void storeResult(Code &code, const AttentionPlan &plan,
                        const AttentionSums &sums, Value base,
                        int64_t alignment) {
  AttentionOp op = plan.op;
  auto number = [&](float value) {
    return arith::ConstantOp::create(code, code.getF32FloatAttr(value));
  };
  Value one = number(1), zero = number(0);
  Value inverse[2];
  for (unsigned half : {0, 1}) {
    inverse[half] =
        arith::DivFOp::create(code, one, sumOfRow(code, sums.sums[half]));
    if (op.getZeroEmptyRows())
      inverse[half] = withoutEmpty(code, inverse[half], sums.maxima[half]);
  }
  TileStore store{plan.values, AttentionPlan::out, base,
                  alignment,   sums.row,           sums.column};
  store.emit(code, [&](unsigned half, int64_t j, unsigned i) -> Value {
    Value result = arith::MulFOp::create(
        code, sums.products[j * 4 + half * 2 + i], inverse[half]);
    if (Value isDropped = sums.isDropped[half])
      result = arith::SelectOp::create(code, isDropped, zero, result);
    return result;
  });
}

gpu::GPUFuncOp mlir::amp::lowering::emitAttentionKernel(
    func::FuncOp unit, const AttentionPlan &plan, ArrayRef<int64_t> alignments,
    gpu::GPUModuleOp kernels) {
  Code code(unit.getLoc(), unit.getContext());
  unsigned written =
      plan.scores.contraction.accesses[AttentionPlan::out].argument;
  gpu::GPUFuncOp kernel = declareKernel(code, unit, nameOf(plan),
                                        plan.tile.threads(), written, kernels);
  kernel->setAttr(flopsAttrName, code.getI64IntegerAttr(flopsOf(plan)));
  // without it, ptxas would rather spill than hold fewer blocks at once
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  code.getI32IntegerAttr(1));
  IRMapping values;
  values.map(unit.getArguments(), kernel.getArguments());
  for (Operation &op : unit.front().without_terminator())
    if (!isa<AttentionOp>(op))
      code.clone(op, values);
  Value shared = sharedMemory(code, kernels);
  BlockPlace place = placeOfBlock(code, plan.mask, plan.rowTiles(),
                                  plan.shape.batch, /*keysAreRows=*/false);
  SmallVector<Value> bases =
      basesOf(code, plan.scores, kernel, values, place.batch);
  AttentionSums sums =
      emitAttentionLoop(code, plan, bases, place.rowTile, shared);
  storeResult(code, plan, sums, bases[AttentionPlan::out], alignments[written]);
  gpu::ReturnOp::create(code);
  return kernel;
}
