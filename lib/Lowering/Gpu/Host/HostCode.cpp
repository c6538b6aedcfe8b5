// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Host/HostCode.h"
#include "lib/Lowering/Gpu/Host/ConvolutionCall.h"
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static Value number(int64_t value, ImplicitLocOpBuilder &b) {
  return LLVM::ConstantOp::create(b, b.getI64Type(), value);
}

static Value asI64(Value value, ImplicitLocOpBuilder &b) {
  if (!value.getType().isIndex())
    return value;
  return arith::IndexCastOp::create(b, b.getI64Type(), value);
}

/// Allocates stack memory, once per call of the function.
Value HostCode::slots(Type type, int64_t count, ImplicitLocOpBuilder &b) {
  OpBuilder::InsertionGuard guard(b);
  b.setInsertionPointToStart(entry);
  return LLVM::AllocaOp::create(b, LLVM::LLVMPointerType::get(b.getContext()),
                                type, number(count, b));
}

void HostCode::launch(gpu::LaunchFuncOp op, ImplicitLocOpBuilder &b) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  int64_t count = op.getNumKernelOperands();
  Value values = slots(b.getI64Type(), count, b);
  Value addresses = slots(pointer, count, b);
  for (auto [i, operand] : llvm::enumerate(op.getKernelOperands())) {
    Value value = pointers.lookup(operand);
    LLVM::GEPArg place = static_cast<int32_t>(i);
    Value slot = LLVM::GEPOp::create(b, pointer, b.getI64Type(), values, place);
    LLVM::StoreOp::create(b, value ? value : asI64(operand, b), slot);
    LLVM::StoreOp::create(
        b, slot, LLVM::GEPOp::create(b, pointer, pointer, addresses, place));
  }
  calls.call("amprt_launch", {},
             {calls.kernel(op, b), addresses, calls.where(op.getLoc(), b)}, b);
}

/// Returns the loop whose condition `load` yields; null unless each iteration
/// runs the same ops on the same buffers.
static scf::WhileOp loopOf(memref::LoadOp load) {
  auto loop = dyn_cast<scf::WhileOp>(load->getParentOp());
  if (!loop || loop->getNumOperands() || loop->getNumResults() ||
      !load.getType().isInteger(1) || !load->hasOneUse())
    return {};
  bool isCondition = *load->user_begin() == loop.getConditionOp();
  return isCondition && load->getBlock() == loop.getBeforeBody() ? loop
                                                                 : nullptr;
}

/// Emits a read of device memory by the host.
LogicalResult HostCode::read(memref::LoadOp load, ImplicitLocOpBuilder &b) {
  Type type = load.getType();
  auto [strides, offset] = load.getMemRefType().getStridesAndOffset();
  Type stored = type.isIndex() ? b.getI64Type() : type;
  int64_t bytes = llvm::divideCeil(stored.getIntOrFloatBitWidth(), 8);
  Value place = number(0, b);
  for (auto [index, stride] : llvm::zip(load.getIndices(), strides))
    place = LLVM::AddOp::create(
        b, place, LLVM::MulOp::create(b, asI64(index, b), number(stride, b)));
  Value from = LLVM::GEPOp::create(
      b,
      place.getType().isInteger() ? LLVM::LLVMPointerType::get(b.getContext())
                                  : Type(),
      b.getIntegerType(bytes * 8), pointers.lookup(load.getMemRef()), place);
  Value host = slots(stored, 1, b), where = calls.where(load.getLoc(), b);
  if (scf::WhileOp loop = loopOf(load)) {
    calls.call("amprt_read_condition", {}, {host, from, where}, b);
    b.setInsertionPoint(loop.getConditionOp());
    Value continues =
        calls.call("amprt_continue_loop", b.getI32Type(), host, b);
    Value zero = LLVM::ConstantOp::create(b, b.getI32Type(), 0);
    load.replaceAllUsesWith(
        LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne, continues, zero)
            .getResult());
    return success();
  }
  calls.call("amprt_read", {}, {host, from, number(bytes, b), where}, b);
  Value value = LLVM::LoadOp::create(b, stored, host);
  if (type.isIndex())
    value = arith::IndexCastOp::create(b, type, value);
  load.replaceAllUsesWith(value);
  return success();
}

/// Returns true if `op` is a contiguous view at offset 0 of a contiguous
/// buffer.
static bool isBeginning(Operation *op) {
  return isa<memref::SubViewOp, memref::ReinterpretCastOp>(op) &&
         isPlain(op->getOperand(0).getType()) &&
         isPlain(op->getResult(0).getType());
}

/// Emits a fill of bytes with 0xff, which is NaN in all float types.
void HostCode::poison(memref::ViewOp view, ImplicitLocOpBuilder &b) {
  constexpr int64_t ones = 0xff;
  Value value = LLVM::ConstantOp::create(b, b.getI32Type(), ones);
  Value width = LLVM::ConstantOp::create(b, b.getI32Type(), 1);
  calls.call("amprt_fill", {},
             {pointers.lookup(view), value, width,
              number(*storageOf(view.getType()), b),
              calls.where(view.getLoc(), b)},
             b);
}

LogicalResult HostCode::convert(Operation *op, ImplicitLocOpBuilder &b) {
  Type pointer = LLVM::LLVMPointerType::get(b.getContext());
  if (auto alloc = dyn_cast<memref::AllocOp>(op)) {
    int64_t bytes = alloc.getType().getNumElements();
    pointers[alloc] = calls.call("amprt_arena", pointer, number(bytes, b), b);
  } else if (auto view = dyn_cast<memref::ViewOp>(op)) {
    pointers[view] = LLVM::GEPOp::create(b, pointer, b.getI8Type(),
                                         pointers.lookup(view.getSource()),
                                         asI64(view.getByteShift(), b));
    if (op->hasAttr(poisonAttrName))
      poison(view, b);
  } else if (auto global = dyn_cast<memref::GetGlobalOp>(op)) {
    pointers[global] = calls.constant(global, b);
  } else if (auto copy = dyn_cast<memref::CopyOp>(op)) {
    OpBuilder::InsertionGuard guard(b);
    if (op->hasAttr(donatedAttrName)) {
      Value differ = LLVM::ICmpOp::create(b, LLVM::ICmpPredicate::ne,
                                          pointers.lookup(copy.getTarget()),
                                          pointers.lookup(copy.getSource()));
      auto wanted = scf::IfOp::create(b, differ, /*withElseRegion=*/false);
      b.setInsertionPointToStart(wanted.thenBlock());
    }
    calls.call("amprt_copy", {},
               {pointers.lookup(copy.getTarget()),
                pointers.lookup(copy.getSource()),
                number(*storageOf(copy.getSource().getType()), b),
                calls.where(op->getLoc(), b)},
               b);
  } else if (auto load = dyn_cast<memref::LoadOp>(op)) {
    if (failed(read(load, b)))
      return failure();
  } else if (auto call = dyn_cast<gpu::LaunchFuncOp>(op)) {
    launch(call, b);
  } else if (auto call = dyn_cast<func::CallOp>(op)) {
    if (convolutionOf(call, calls.symbols))
      convolve(call, b);
    else if (failed(multiply(call, b)))
      return failure();
  } else if (isa<memref::CastOp, memref::CollapseShapeOp,
                 memref::ExpandShapeOp>(op) ||
             isBeginning(op)) {
    pointers[op->getResult(0)] = pointers.lookup(op->getOperand(0));
  } else if (isa<func::ReturnOp>(op)) {
    LLVM::ReturnOp::create(b, ValueRange());
  } else {
    return op->emitOpError("has no place in host code for a GPU");
  }
  done.push_back(op);
  return success();
}

static bool concernsMemory(Operation *op) {
  auto isMemref = [](Type type) { return isa<BaseMemRefType>(type); };
  return llvm::any_of(op->getOperandTypes(), isMemref) ||
         llvm::any_of(op->getResultTypes(), isMemref) ||
         isa<func::ReturnOp, func::CallOp, gpu::LaunchFuncOp>(op);
}

LogicalResult HostCode::convertAll(Block &block) {
  entry = &block;
  SmallVector<Operation *> ops;
  block.getParent()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (concernsMemory(op))
      ops.push_back(op);
  });
  for (Operation *op : ops) {
    ImplicitLocOpBuilder b(op->getLoc(), op);
    if (failed(convert(op, b)))
      return failure();
  }
  for (Operation *op : llvm::reverse(done))
    op->erase();
  return success();
}
