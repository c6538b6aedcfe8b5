// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// func.call @unit_0(%a, %b)
//   ==>   gpu.launch_func @kernels::@cast_512x4096_bf16 ... args(%a, %b)
#include "lib/Lowering/Gpu/Kernels/KernelCode.h"
#include "lib/Lowering/Gpu/Kernels/Rows.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Flops.h"
#include "lib/Lowering/Gpu/Units/UnitForm.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/ADT/StringSet.h"

namespace mlir::amp {
#define GEN_PASS_DEF_UNITKERNELS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Names of a reduction or an elementwise op, by the last op of its body.
static constexpr std::pair<StringLiteral, StringLiteral> words[] = {
    {"arith.addf", "sum"},     {"arith.addi", "sum"},
    {"arith.andi", "all"},     {"arith.extf", "cast"},
    {"arith.maximumf", "max"}, {"arith.maxsi", "max"},
    {"arith.minimumf", "min"}, {"arith.minsi", "min"},
    {"arith.mulf", "product"}, {"arith.ori", "any"},
    {"arith.truncf", "cast"},
};

static StringRef wordOf(linalg::GenericOp op) {
  Operation *yield = op.getBody()->getTerminator();
  Operation *last = yield->getOperand(0).getDefiningOp();
  if (!last || last->getBlock() != op.getBody())
    return isa<BlockArgument>(yield->getOperand(0)) ? "copy" : "fill";
  bool reduces = op.getNumReductionLoops();
  if (!reduces && op.getBody()->getOperations().size() != 2)
    return "map";
  StringRef name = last->getName().getStringRef();
  for (auto [op, word] : words)
    if (op == name && (reduces || word == "cast"))
      return word;
  return reduces ? "reduce" : name.split('.').second;
}

static void appendShape(Type type, std::string &name) {
  auto memref = cast<MemRefType>(type);
  llvm::raw_string_ostream os(name);
  os << '_';
  llvm::interleave(memref.getShape(), os, "x");
  if (memref.getRank())
    os << '_';
  memref.getElementType().print(os);
}

/// Returns true if a row kernel has several reductions, or elementwise ops.
static bool chainsRows(ArrayRef<Operation *> actions) {
  std::optional<Rows> rows = rowsOf(actions);
  if (!rows)
    return false;
  unsigned sums = 0, elements = 0;
  for (Operation *op : actions) {
    sums += partOf(op, *rows) == RowPart::Sums;
    elements += partOf(op, *rows) == RowPart::Elements;
  }
  return sums > 1 || elements;
}

static std::string nameOf(ArrayRef<Operation *> actions) {
  linalg::LinalgOp first, reduction, last;
  for (Operation *op : actions) {
    last = dyn_cast<linalg::LinalgOp>(op);
    if (!last)
      return isa<memref::StoreOp>(op) ? "store" : "loops";
    if (!first)
      first = last;
    if (last.getNumReductionLoops())
      reduction = last;
  }
  linalg::LinalgOp named = reduction ? reduction : last;
  auto generic = dyn_cast<linalg::GenericOp>(*named);
  std::string name = generic ? wordOf(generic).str() : "fill";
  if (!reduction && actions.size() > 1)
    name = "map";
  if (chainsRows(actions))
    name = "rows";
  Value shaped = reduction ? named->getOperand(0) : named.getDpsInits()[0];
  if (!isa<MemRefType>(shaped.getType()))
    shaped = named.getDpsInits()[0];
  appendShape(shaped.getType(), name);
  for (char &letter : name)
    if (!llvm::isAlnum(letter))
      letter = '_';
  return name;
}

/// CUDA's limits on the grid's x and y dimensions.
static constexpr int64_t maxBlocksX = 0x7fffffff, maxBlocksY = 0xffff;

/// Returns the blocks of a kernel in x and in y. If x cannot hold all of them,
/// the block index is computed from x and y, and blocks past the last one do
/// nothing.
static std::pair<int64_t, int64_t> splitBlocks(int64_t blocks,
                                               KernelCode &code) {
  if (blocks <= maxBlocksX)
    return {blocks, 1};
  int64_t y = llvm::divideCeil(blocks, maxBlocksX);
  int64_t x = llvm::divideCeil(blocks, y);
  auto &b = code.b;
  Block *body = &code.kernel.getBody().front();
  SmallVector<gpu::BlockIdOp> numbers;
  code.kernel.walk([&](gpu::BlockIdOp op) { numbers.push_back(op); });
  b.setInsertionPointToStart(body);
  Value row = gpu::BlockIdOp::create(b, gpu::Dimension::y);
  Value column = gpu::BlockIdOp::create(b, gpu::Dimension::x);
  Value number = code.add(code.times(row, x), column);
  for (gpu::BlockIdOp op : numbers) {
    op.replaceAllUsesWith(number);
    op.erase();
  }
  b.setInsertionPointAfterValue(number); // the first op may be erased
  if (x * y == blocks)
    return {x, y};
  auto in = scf::IfOp::create(b, code.isBelow(number, blocks), false);
  Block *inside = in.thenBlock();
  inside->getOperations().splice(inside->begin(), body->getOperations(),
                                 std::next(in->getIterator()),
                                 std::prev(body->end()));
  return {x, y};
}

namespace {
struct UnitKernels : amp::impl::UnitKernelsBase<UnitKernels> {
  using Base::Base;

  void runOnOperation() override;

private:
  gpu::GPUModuleOp kernels();
  std::string uniqueName(std::string name);
  LogicalResult lower(func::FuncOp unit, ArrayRef<func::CallOp> calls);

  llvm::StringSet<> names;
};
} // namespace

gpu::GPUModuleOp UnitKernels::kernels() {
  auto module = getOperation();
  if (auto known = module.lookupSymbol<gpu::GPUModuleOp>("kernels"))
    return known;
  module->setAttr(gpu::GPUDialect::getContainerModuleAttrName(),
                  UnitAttr::get(&getContext()));
  auto builder = OpBuilder::atBlockEnd(module.getBody());
  return gpu::GPUModuleOp::create(builder, module.getLoc(), "kernels");
}

std::string UnitKernels::uniqueName(std::string name) {
  if (names.empty())
    for (Operation &op : *kernels().getBody())
      if (auto symbol = dyn_cast<SymbolOpInterface>(op))
        names.insert(symbol.getName());
  std::string unique = name;
  for (unsigned i = 1; !names.insert(unique).second; ++i)
    unique = name + "_" + std::to_string(i);
  return unique;
}

/// Returns true if an op writes i1 elements (predicates).
static bool writesPredicates(ArrayRef<Operation *> actions) {
  return llvm::any_of(actions, [](Operation *op) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    return linalgOp && llvm::any_of(linalgOp.getDpsInits(), [](Value out) {
             return getElementTypeOrSelf(out).isInteger(1);
           });
  });
}

LogicalResult UnitKernels::lower(func::FuncOp unit,
                                 ArrayRef<func::CallOp> calls) {
  SmallVector<Operation *> actions = actionsOf(unit);
  auto builder = OpBuilder::atBlockEnd(kernels().getBody());
  Location loc = unit.getLoc();
  auto kernel = gpu::GPUFuncOp::create(
      builder, loc, uniqueName(nameOf(actions)), unit.getFunctionType());
  kernel->setAttr(gpu::GPUDialect::getKernelFuncAttrName(),
                  builder.getUnitAttr());
  noteFlops(unit, kernel);
  builder.setInsertionPointToEnd(&kernel.getBody().front());
  gpu::ReturnOp::create(builder, loc);
  KernelCode code(unit, kernel);
  code.clonePrelude(actions);
  static constexpr decltype(&emitMap) emitters[] = {emitMap, emitReduction,
                                                    emitNest, emitRows};
  Shape shape = emitters[unsigned(formOf(actions))](actions, code);
  if (shape.blocks > maxBlocksX * maxBlocksY)
    return unit.emitError("expects ")
           << maxBlocksX * maxBlocksY << " blocks of threads at most, but got "
           << shape.blocks;
  auto [blocks, blocksY] = splitBlocks(shape.blocks, code);
  // Otherwise, ptxas assumes too few threads, and allots too many registers.
  kernel.setKnownBlockSizeAttr(
      builder.getDenseI32ArrayAttr({int32_t(shape.threads), 1, 1}));
  // Kernels that keep rows and write predicates: ptxas would spill for more
  // blocks.
  constexpr int64_t keepingThreads = 512;
  if (formOf(actions) == UnitForm::Rows && writesPredicates(actions) &&
      shape.threads <= keepingThreads)
    kernel->setAttr(NVVM::NVVMDialect::getMinctasmAttrName(),
                    builder.getI32IntegerAttr(keepingThreads / shape.threads));
  for (func::CallOp call : calls) {
    builder.setInsertionPoint(call);
    auto index = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(builder, loc, value);
    };
    Value one = index(1);
    gpu::LaunchFuncOp::create(
        builder, call.getLoc(), kernel,
        gpu::KernelDim3{index(blocks), blocksY == 1 ? one : index(blocksY),
                        one},
        gpu::KernelDim3{index(shape.threads), one, one}, Value(),
        call.getOperands());
    call.erase();
  }
  unit.erase();
  return success();
}

static bool isEmpty(func::FuncOp unit) {
  return llvm::any_of(actionsOf(unit), [](Operation *op) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    return linalgOp && llvm::any_of(linalgOp.getDpsInits(), [](Value out) {
             auto type = dyn_cast<MemRefType>(out.getType());
             return type && type.getNumElements() == 0;
           });
  });
}

void UnitKernels::runOnOperation() {
  names.clear();
  llvm::StringMap<SmallVector<func::CallOp>> calls;
  getOperation().walk(
      [&](func::CallOp call) { calls[call.getCallee()].push_back(call); });
  for (auto unit :
       llvm::make_early_inc_range(getOperation().getOps<func::FuncOp>())) {
    if (!unit->hasAttr(unitAttrName))
      continue;
    if (!isEmpty(unit)) {
      if (failed(lower(unit, calls[unit.getName()])))
        return signalPassFailure();
      continue;
    }
    for (func::CallOp call : calls[unit.getName()])
      call.erase();
    unit.erase();
  }
}
