// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Host/Launches.h"
#include "lib/Lowering/Gpu/Host/ConvolutionCall.h"
#include "lib/Lowering/Gpu/Host/MatmulCall.h"
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "lib/Lowering/Gpu/TensorCore/Flops.h"
#include "lib/Lowering/Gpu/Time/Work.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Returns the executions of `op` per call of its function. A loop with an
/// unknown trip count counts once.
static int64_t timesOf(Operation *op, bool &isUnknown) {
  int64_t times = 1;
  for (Operation *outer = op->getParentOp(); outer;
       outer = outer->getParentOp()) {
    isUnknown |= isa<scf::WhileOp>(outer);
    auto loop = dyn_cast<scf::ForOp>(outer);
    if (!loop)
      continue;
    if (auto trips = loop.getStaticTripCount())
      times *= trips->getZExtValue();
    else
      isUnknown = true;
  }
  return times;
}

/// Adds the work of a library call.
static void addCall(func::CallOp call, int64_t flops,
                    llvm::function_ref<ArgumentUse(unsigned)> useOf,
                    LaunchTable &table) {
  int64_t times = timesOf(call, table.hasUnknownTrips);
  LaunchRow &row = table.rows[call.getCallee()];
  row.launches += times;
  row.flops += flops * times;
  for (auto [i, operand] : llvm::enumerate(call.getOperands())) {
    int64_t bytes = storageOf(operand.getType()).value_or(0) * times;
    ArgumentUse use = useOf(i);
    row.read += use.isRead ? bytes : 0;
    row.written += use.isWritten ? bytes : 0;
  }
}

static int64_t flopsOf(const struct amprt_convolution &how) {
  int64_t flops =
      2 * how.batch * how.out_features * (how.in_features / how.groups);
  for (int64_t dim = 0; dim < how.rank; ++dim)
    flops *= how.out[dim] * how.window[dim];
  return flops;
}

static void addLibraryCall(func::CallOp call, const SymbolTable &functions,
                           LaunchTable &table) {
  if (DictionaryAttr product = productOf(call, functions)) {
    struct amprt_matmul how = readProduct(product).how;
    addCall(
        call, 2 * how.m * how.n * how.k * how.batch,
        [&](unsigned i) { return useOf(product, i); }, table);
  } else if (DictionaryAttr convolution = convolutionOf(call, functions)) {
    struct amprt_convolution how = readConvolution(convolution);
    addCall(
        call, flopsOf(how), [&](unsigned i) { return useOf(how, i); }, table);
  }
}

/// Adds a launch of `kernel`; `uses` are the reads and writes of its arguments.
static void addLaunchOf(gpu::LaunchFuncOp launch, gpu::GPUFuncOp kernel,
                        ArrayRef<ArgumentUse> uses, LaunchTable &table) {
  int64_t times = timesOf(launch, table.hasUnknownTrips);
  LaunchRow &row = table.rows[kernel.getName()];
  row.launches += times;
  if (auto flops = kernel->getAttrOfType<IntegerAttr>(flopsAttrName))
    row.flops += flops.getInt() * times;
  llvm::SmallPtrSet<Value, 8> read, written;
  for (auto [operand, use] : llvm::zip(launch.getKernelOperands(), uses)) {
    int64_t bytes = storageOf(operand.getType()).value_or(0) * times;
    if (use.isRead && read.insert(operand).second)
      row.read += bytes;
    if (use.isWritten && written.insert(operand).second)
      row.written += bytes;
  }
}

/// Returns `main` and the functions that it calls; all functions if there is no
/// `main`.
static llvm::SetVector<func::FuncOp>
functionsOfStep(ModuleOp module, const SymbolTable &functions) {
  llvm::SetVector<func::FuncOp> found;
  if (auto main = functions.lookup<func::FuncOp>("main"))
    found.insert(main);
  else
    found.insert_range(module.getOps<func::FuncOp>());
  for (size_t i = 0; i < found.size(); ++i)
    func::FuncOp(found[i]).walk([&](func::CallOp call) {
      if (auto callee = functions.lookup<func::FuncOp>(call.getCallee()))
        found.insert(callee);
    });
  return found;
}

LaunchTable amp::lowering::readLaunches(ModuleOp module) {
  LaunchTable table;
  SymbolTable functions(module);
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, SmallVector<ArgumentUse>> uses;
  auto addLaunch = [&](gpu::LaunchFuncOp launch) {
    auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    auto [known, isNew] = uses.try_emplace(kernel);
    if (isNew)
      known->second = usesOfArguments(kernel);
    addLaunchOf(launch, kernel, known->second, table);
  };
  llvm::SetVector<func::FuncOp> step = functionsOfStep(module, functions);
  for (func::FuncOp function : step)
    function.walk(addLaunch);
  for (func::FuncOp function : step)
    function.walk(
        [&](func::CallOp call) { addLibraryCall(call, functions, table); });
  return table;
}

void amp::lowering::noteLaunchSizes(ModuleOp module) {
  SymbolTableCollection symbols;
  module.walk([&](gpu::LaunchFuncOp launch) {
    auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    if (kernel->hasAttr(launchAttrName))
      return;
    SmallVector<int64_t> sizes;
    gpu::KernelDim3 grid = launch.getGridSizeOperandValues();
    gpu::KernelDim3 block = launch.getBlockSizeOperandValues();
    for (Value size : {grid.x, grid.y, grid.z, block.x})
      sizes.push_back(getConstantIntValue(size).value_or(1));
    Value shared = launch.getDynamicSharedMemorySize();
    sizes.push_back(shared ? getConstantIntValue(shared).value_or(0) : 0);
    for (Value operand : launch.getKernelOperands())
      sizes.push_back(storageOf(operand.getType()).value_or(0));
    kernel->setAttr(launchAttrName,
                    DenseI64ArrayAttr::get(module.getContext(), sizes));
  });
}
