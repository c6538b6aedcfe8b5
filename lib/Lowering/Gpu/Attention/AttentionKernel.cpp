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
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include <array>
#include <limits>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static std::string nameOf(const AttentionPlan &plan) {
  const AttentionShape &shape = plan.shape;
  std::string name;
  llvm::raw_string_ostream os(name);
  os << "attention_" << shape.batch << 'x' << shape.rows << 'x' << shape.columns
     << 'x' << shape.depth << '_' << plan.values.operandType;
  return name;
}

/// Returns the FLOPs of both contractions and, for each score, of the body and
/// of the softmax: a maximum, a subtraction, an exponential and an addition.
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

static constexpr float infinity = std::numeric_limits<float>::infinity();

/// Emits `value`, or `orElse` for rows whose logits are all -inf (sum 0).
static Value unlessEmpty(Code &code, Value value, Value maximum, float orElse) {
  auto number = [&](float value) -> Value {
    return arith::ConstantOp::create(code, code.getF32FloatAttr(value));
  };
  Value isEmpty = arith::CmpFOp::create(code, arith::CmpFPredicate::OEQ,
                                        maximum, number(-infinity));
  return arith::SelectOp::create(code, isEmpty, number(orElse), value);
}

/// Stores the maximum and log2(l) of each row, l being the sum of exponentials.
/// One of the four threads of a row stores them.
static void storeStatistics(Code &code, const AttentionPlan &plan,
                            const AttentionSums &sums, ArrayRef<Value> totals,
                            ArrayRef<Value> bases) {
  AttentionOp op = plan.op;
  const Axis &rows = plan.scores.axes.row;
  Type type = code.getF32Type();
  for (unsigned half : {0, 1}) {
    Value maximum = sums.maxima[half];
    Value logSum = math::Log2Op::create(code, totals[half]);
    if (op.getZeroEmptyRows()) {
      logSum = unlessEmpty(code, logSum, maximum, /*orElse=*/0);
      maximum = unlessEmpty(code, maximum, maximum, /*orElse=*/infinity);
    }
    OpBuilder::InsertionGuard guard(code);
    Value isFirst = code.less(sums.column, 1);
    Value inside = code.less(code.add(sums.row, 8 * half), rows.extent());
    auto isMine = scf::IfOp::create(code, code.both(isFirst, inside),
                                    /*withElseRegion=*/false);
    code.setInsertionPointToStart(isMine.thenBlock());
    for (auto [i, value] : llvm::enumerate(std::array{maximum, logSum})) {
      unsigned access = AttentionPlan::out + 1 + i;
      Offset offset = rows.offset(code, access, sums.row, 8 * half);
      LLVM::StoreOp::create(code, value,
                            code.address(bases[access], type, offset), 4);
    }
  }
}

/// Stores sums / l, rounded to the type of the result. `totals`: l of each row.
static void storeResult(Code &code, const AttentionPlan &plan,
                        const AttentionSums &sums, ArrayRef<Value> totals,
                        Value base, int64_t alignment) {
  AttentionOp op = plan.op;
  auto number = [&](float value) {
    return arith::ConstantOp::create(code, code.getF32FloatAttr(value));
  };
  Value one = number(1), zero = number(0);
  Value inverse[2];
  for (unsigned half : {0, 1}) {
    inverse[half] = arith::DivFOp::create(code, one, totals[half]);
    if (op.getZeroEmptyRows())
      inverse[half] =
          unlessEmpty(code, inverse[half], sums.maxima[half], /*orElse=*/0);
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

SmallVector<unsigned>
mlir::amp::lowering::writtenBy(const AttentionPlan &plan) {
  SmallVector<unsigned> written;
  for (unsigned access = AttentionPlan::out; access < plan.others; ++access)
    written.push_back(plan.scores.contraction.accesses[access].argument);
  return written;
}

gpu::GPUFuncOp mlir::amp::lowering::emitAttentionKernel(
    func::FuncOp unit, const AttentionPlan &plan, ArrayRef<int64_t> alignments,
    gpu::GPUModuleOp kernels) {
  Code code(unit.getLoc(), unit.getContext());
  SmallVector<unsigned> written = writtenBy(plan);
  gpu::GPUFuncOp kernel = declareKernel(code, unit, nameOf(plan),
                                        plan.tile.threads(), written, kernels);
  kernel->setAttr(flopsAttrName, code.getI64IntegerAttr(flopsOf(plan)));
  // without minctasm, ptxas spills registers to keep more blocks resident
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  code.getI32IntegerAttr(1));
  IRMapping values;
  values.map(unit.getArguments(), kernel.getArguments());
  for (Operation &op : unit.front().without_terminator())
    if (!isa<AttentionOp>(op))
      code.clone(op, values);
  Value shared = sharedMemory(code, kernels);
  BlockCoordinates place =
      blockCoordinates(code, plan.mask, plan.rowTiles(), plan.shape.batch,
                       /*keysAreRows=*/false);
  SmallVector<Value> bases =
      basesOf(code, plan.scores, kernel, values, place.batch);
  AttentionSums sums =
      emitAttentionLoop(code, plan, bases, place.rowTile, shared);
  Value totals[] = {sumOfRow(code, sums.sums[0]), sumOfRow(code, sums.sums[1])};
  storeResult(code, plan, sums, totals, bases[AttentionPlan::out],
              alignments[written.front()]);
  if (written.size() > 1)
    storeStatistics(code, plan, sums, totals, bases);
  gpu::ReturnOp::create(code);
  return kernel;
}
