// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func.func @unit_0(…)  ==>  gpu.func @matmul_512x4096x4096_bf16_addf(…) kernel
#include "lib/Lowering/Gpu/TensorCore/Kernel.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/Epilogue.h"
#include "lib/Lowering/Gpu/TensorCore/Flops.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static constexpr unsigned globalSpace = 1, sharedSpace = 3;
static constexpr StringLiteral sharedName = "tensor_core_shared";

/// The symbol is external: LLVM would optimize an internal one of size 0 away.
Value mlir::amp::lowering::sharedMemory(Code &code, gpu::GPUModuleOp kernels) {
  auto bytes = LLVM::LLVMArrayType::get(code.getI8Type(), 0);
  if (!kernels.lookupSymbol(sharedName)) {
    OpBuilder::InsertionGuard guard(code);
    code.setInsertionPointToStart(kernels.getBody());
    LLVM::GlobalOp::create(code, bytes, /*isConstant=*/false,
                           LLVM::Linkage::External, sharedName, Attribute(),
                           /*alignment=*/1024, sharedSpace);
  }
  auto type = LLVM::LLVMPointerType::get(code.getContext(), sharedSpace);
  return LLVM::AddressOfOp::create(code, type, sharedName);
}

Value mlir::amp::lowering::pointerTo(Code &code, Value buffer) {
  Value index = memref::ExtractAlignedPointerAsIndexOp::create(code, buffer);
  Value address = arith::IndexCastOp::create(code, code.getI64Type(), index);
  auto type = LLVM::LLVMPointerType::get(code.getContext(), globalSpace);
  return LLVM::IntToPtrOp::create(code, type, address);
}

Value mlir::amp::lowering::offsetOf(Code &code, Value view) {
  auto parts = memref::ExtractStridedMetadataOp::create(code, view);
  return arith::IndexCastOp::create(code, code.getI32Type(), parts.getOffset());
}

static int64_t alignmentOf(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (isa<memref::AllocOp>(op))
      return 256;
    if (!isa<memref::CastOp, memref::CollapseShapeOp, memref::ExpandShapeOp>(
            op))
      break;
    value = op->getOperand(0);
  }
  if (isa<BlockArgument>(value))
    return 256;
  Type type = getElementTypeOrSelf(value);
  return type.isIntOrFloat() ? llvm::divideCeil(type.getIntOrFloatBitWidth(), 8)
                             : 1;
}

SmallVector<int64_t>
mlir::amp::lowering::alignmentsOf(func::FuncOp unit,
                                  ArrayRef<func::CallOp> calls) {
  SmallVector<int64_t> alignments(unit.getNumArguments(), 256);
  for (func::CallOp call : calls)
    for (auto [i, operand] : llvm::enumerate(call.getOperands()))
      alignments[i] = std::min(alignments[i], alignmentOf(operand));
  return alignments;
}

void mlir::amp::lowering::launchInstead(func::CallOp call,
                                        gpu::GPUFuncOp kernel,
                                        std::array<int64_t, 3> grid,
                                        int64_t sharedBytes) {
  ImplicitLocOpBuilder b(call.getLoc(), call);
  auto index = [&](int64_t i) -> Value {
    return arith::ConstantIndexOp::create(b, i);
  };
  gpu::KernelDim3 blocks{index(grid[0]), index(grid[1]), index(grid[2])};
  gpu::KernelDim3 threads{index(kernel.getKnownBlockSize()->front()), index(1),
                          index(1)};
  gpu::LaunchFuncOp::create(b, kernel, blocks, threads,
                            arith::ConstantIntOp::create(b, sharedBytes, 32),
                            call.getOperands());
  call.erase();
}

gpu::GPUModuleOp mlir::amp::lowering::kernelsOf(ModuleOp module) {
  if (auto kernels = module.lookupSymbol<gpu::GPUModuleOp>("kernels"))
    return kernels;
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  UnitAttr::get(module.getContext()));
  OpBuilder builder = OpBuilder::atBlockEnd(module.getBody());
  return gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
}

/// Returns the kernel's name: batch, M, N, K, type, and ops of the epilogue.
static std::string nameOf(const Plan &plan) {
  std::string name;
  llvm::raw_string_ostream os(name);
  os << "matmul_";
  if (plan.axes.batch.extent() > 1)
    os << plan.axes.batch.extent() << 'x';
  os << plan.axes.row.extent() << 'x' << plan.axes.column.extent() << 'x'
     << plan.axes.depth.extent() * plan.contraction.count() << '_';
  if (plan.contraction.needsTf32)
    os << "tf32";
  else
    os << plan.operandType;
  llvm::SetVector<StringRef> ops;
  for (const Step &step : plan.contraction.steps) {
    linalg::LinalgOp op = step.op;
    for (Operation &inner : op.getBlock()->without_terminator())
      if (!isa<arith::ExtFOp, arith::TruncFOp, arith::ConstantOp>(inner))
        ops.insert(inner.getName().stripDialect());
  }
  for (StringRef op : ops.getArrayRef().take_front(4))
    os << '_' << op;
  for (const Total &total : plan.contraction.totals) {
    linalg::GenericOp op = total.op;
    os << "_all_" << combinersOf(op).front()->getName().stripDialect();
  }
  return name;
}

/// Clones the scalars and views of the fusion group into the kernel.
static void cloneSetup(Code &code, const Plan &plan, IRMapping &values) {
  for (Operation *op : plan.contraction.setup)
    code.clone(*op, values);
}

SmallVector<Value> mlir::amp::lowering::basesOf(Code &code, const Plan &plan,
                                                gpu::GPUFuncOp kernel,
                                                const IRMapping &values,
                                                Value batch) {
  SmallVector<Value> bases;
  for (auto [i, access] : llvm::enumerate(plan.contraction.accesses)) {
    Offset offset = plan.axes.batch.offset(code, i, batch);
    if (access.argument == Access::noArgument) {
      bases.push_back(offset.dynamic ? offset.dynamic : code.i32(0));
      continue;
    }
    Value pointer = pointerTo(code, kernel.getArgument(access.argument));
    offset.constant += access.offset;
    if (access.isPacked) {
      offset.constant /= 8;
      offset.dynamic = offset.dynamic ? code.div(offset.dynamic, 8) : Value();
    }
    if (access.view) {
      Value more = offsetOf(code, values.lookup(access.view));
      offset.dynamic = offset.dynamic ? code.add(offset.dynamic, more) : more;
    }
    Type type = access.isPacked ? code.getI8Type() : access.type;
    bases.push_back(code.address(pointer, type, offset));
  }
  return bases;
}

gpu::GPUFuncOp mlir::amp::lowering::declareKernel(Code &code, func::FuncOp unit,
                                                  StringRef name,
                                                  int64_t threads,
                                                  ArrayRef<unsigned> written,
                                                  gpu::GPUModuleOp kernels) {
  std::string unique = name.str();
  for (unsigned i = 1; kernels.lookupSymbol(unique); ++i)
    unique = (name + "_" + Twine(i)).str();
  code.setInsertionPointToEnd(kernels.getBody());
  auto kernel = gpu::GPUFuncOp::create(code, unique, unit.getFunctionType());
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(), code.getUnitAttr());
  kernel.setKnownBlockSize(
      ArrayRef<int32_t>{static_cast<int32_t>(threads), 1, 1});
  for (unsigned i = 0; i < kernel.getNumArguments(); ++i)
    if (isa<MemRefType>(kernel.getArgument(i).getType()) &&
        !llvm::is_contained(written, i))
      kernel.setArgAttr(i, LLVM::LLVMDialect::getReadonlyAttrName(),
                        code.getUnitAttr());
  code.setInsertionPointToStart(&kernel.getBody().front());
  return kernel;
}

gpu::GPUFuncOp mlir::amp::lowering::emitKernel(func::FuncOp unit,
                                               const Plan &plan,
                                               ArrayRef<int64_t> alignments,
                                               gpu::GPUModuleOp kernels) {
  Code code(unit.getLoc(), unit.getContext());
  gpu::GPUFuncOp kernel =
      declareKernel(code, unit, nameOf(plan), plan.tile.threads(),
                    plan.contraction.written(), kernels);
  noteFlops(unit, kernel);
  // ptxas limits the registers to fit so many blocks per multiprocessor, and
  // does not spill to fit more
  kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                  code.getI32IntegerAttr(plan.residentBlocks));
  IRMapping values;
  values.map(unit.getArguments(), kernel.getArguments());
  cloneSetup(code, plan, values);
  Value shared = sharedMemory(code, kernels);
  Value batch = NVVM::BlockIdZOp::create(code, code.getI32Type());
  SmallVector<Value> bases = basesOf(code, plan, kernel, values, batch);
  Place block = placeOfBlock(code, plan);
  auto emitLoop =
      plan.tile.isOfWarpgroups ? emitWarpgroupLoop : emitMmaSyncLoop;
  SmallVector<Value> factors;
  for (unsigned access : plan.contraction.operands())
    factors.push_back(bases[access]);
  Sums sums = emitLoop(code, plan, block, factors, shared);
  emitEpilogue(code, plan, sums, block, bases, alignments, values, shared);
  gpu::ReturnOp::create(code);
  return kernel;
}
