// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func.func @unit_0(…) {amp.attention}
//   ==>   gpu.func @attention_48x1024x1024x64_bf16(…) kernel
#include "lib/Lowering/Gpu/Attention/AttentionKernel.h"
#include "lib/Lowering/Gpu/Attention/AttentionLoop.h"
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

namespace {
/// Stores sums / l, rounded to the type of the result.
class Output {
public:
  Output(Code &code, const AttentionPlan &plan, const AttentionSums &sums,
         Value base, int64_t alignment)
      : code(code), plan(plan), sums(sums), base(base),
        type(plan.values.contraction.accesses[out].type),
        bytes(type.getIntOrFloatBitWidth() / 8) {
    AttentionOp op = plan.op;
    zerosEmptyRows = op.getZeroEmptyRows();
    isPaired =
        alignment >= 2 * bytes && features().extent() % 2 == 0 &&
        plan.values.axes.widthAlong(
            features(), plan.values.contraction.accesses[out], out, 2) == 2;
  }
  void emit();

private:
  static constexpr unsigned out = AttentionPlan::out;
  const Axis &features() const { return plan.values.axes.column; }
  Value withoutEmpty(Value inverse, Value maximum);
  Value rounded(unsigned half, int64_t j, unsigned i);
  void storeRow(unsigned half);
  void storePair(unsigned half, int64_t j, Offset row);

  Code &code;
  const AttentionPlan &plan;
  const AttentionSums &sums;
  Value base;
  Type type;
  unsigned bytes;
  bool isPaired = false, zerosEmptyRows = false;
  Value inverse[2];
};
} // namespace

/// Returns 0 for rows whose logits are all -inf, whose sum is 0.
Value Output::withoutEmpty(Value inverse, Value maximum) {
  auto number = [&](float value) -> Value {
    return arith::ConstantOp::create(code, code.getF32FloatAttr(value));
  };
  Value isEmpty =
      arith::CmpFOp::create(code, arith::CmpFPredicate::OEQ, maximum,
                            number(-std::numeric_limits<float>::infinity()));
  return arith::SelectOp::create(code, isEmpty, number(0), inverse);
}

Value Output::rounded(unsigned half, int64_t j, unsigned i) {
  Value product = arith::MulFOp::create(
      code, sums.products[j * 4 + half * 2 + i], inverse[half]);
  if (type == product.getType())
    return product;
  return arith::TruncFOp::create(code, type, product);
}

/// Stores features 8 j and 8 j + 1 behind the thread's first one.
void Output::storePair(unsigned half, int64_t j, Offset row) {
  auto addressOf = [&](int64_t step) {
    return code.address(
        base, type,
        code.add(row, features().offset(code, out, sums.column, step)));
  };
  if (isPaired) {
    Value both = LLVM::PoisonOp::create(code, VectorType::get(2, type));
    for (unsigned i : {0, 1})
      both = LLVM::InsertElementOp::create(code, both, rounded(half, j, i),
                                           code.i32(i));
    LLVM::StoreOp::create(code, both, addressOf(j * 8), 2 * bytes);
    return;
  }
  for (unsigned i : {0, 1}) {
    OpBuilder::InsertionGuard guard(code);
    Value inside =
        code.less(code.add(sums.column, j * 8 + i), features().extent());
    auto isInside = scf::IfOp::create(code, inside, /*withElseRegion=*/false);
    code.setInsertionPointToStart(isInside.thenBlock());
    LLVM::StoreOp::create(code, rounded(half, j, i), addressOf(j * 8 + i),
                          bytes);
  }
}

void Output::storeRow(unsigned half) {
  const Axis &rows = plan.values.axes.row;
  OpBuilder::InsertionGuard guard(code);
  Value inside = code.less(code.add(sums.row, 8 * half), rows.extent());
  auto isInside = scf::IfOp::create(code, inside, /*withElseRegion=*/false);
  code.setInsertionPointToStart(isInside.thenBlock());
  Offset row = rows.offset(code, out, sums.row, 8 * half);
  for (int64_t j = 0; j * 8 < features().extent(); ++j) {
    OpBuilder::InsertionGuard guard(code);
    if (isPaired && (j + 1) * 8 > features().extent()) {
      auto isFeature = scf::IfOp::create(
          code, code.less(code.add(sums.column, j * 8), features().extent()),
          /*withElseRegion=*/false);
      code.setInsertionPointToStart(isFeature.thenBlock());
    }
    storePair(half, j, row);
  }
}

void Output::emit() {
  for (unsigned half : {0, 1}) {
    Value sum = sums.sums[half];
    for (int64_t distance : {1, 2})
      sum = arith::AddFOp::create(code, sum, exchange(sum, distance, code));
    Value one = arith::ConstantOp::create(code, code.getF32FloatAttr(1));
    inverse[half] = arith::DivFOp::create(code, one, sum);
    if (zerosEmptyRows)
      inverse[half] = withoutEmpty(inverse[half], sums.maxima[half]);
  }
  for (unsigned half : {0, 1})
    storeRow(half);
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
  IRMapping values;
  values.map(unit.getArguments(), kernel.getArguments());
  for (Operation &op : unit.front().without_terminator())
    if (!isa<AttentionOp>(op))
      code.clone(op, values);
  Value shared = sharedMemory(code, kernels);
  Value block = NVVM::BlockIdXOp::create(code, code.getI32Type());
  Value batch = code.div(block, plan.rowTiles());
  Value rowTile = code.rem(block, plan.rowTiles());
  SmallVector<Value> bases = basesOf(code, plan.scores, kernel, values, batch);
  AttentionSums sums = emitAttentionLoop(code, plan, bases, rowTile, shared);
  Output(code, plan, sums, bases[AttentionPlan::out], alignments[written])
      .emit();
  gpu::ReturnOp::create(code);
  return kernel;
}
