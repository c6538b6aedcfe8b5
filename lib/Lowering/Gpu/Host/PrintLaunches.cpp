// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//   kernel              launches    bytes read  bytes written   flops
//   cast_512x4096_bf16         1       8388608        4194304       0
#include "lib/Lowering/Gpu/Host/ConvolutionCall.h"
#include "lib/Lowering/Gpu/Host/ProductCall.h"
#include "lib/Lowering/Gpu/Memory/Arena.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/TensorCore/Flops.h"
#include "lib/Report/Formats.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::amp {
#define GEN_PASS_DEF_NOTELAUNCHES
#define GEN_PASS_DEF_PRINTLAUNCHES
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
/// Of one kernel, in a step.
struct Row {
  int64_t launches = 0, read = 0, written = 0, flops = 0;
};

struct Table {
  llvm::MapVector<StringRef, Row> rows;
  bool hasUnknownTrips = false;
};
} // namespace

/// Returns the executions of `op` per call of its function; a loop whose trip
/// count is known at run time only counts once.
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
                    Table &table) {
  int64_t times = timesOf(call, table.hasUnknownTrips);
  Row &row = table.rows[call.getCallee()];
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
                           Table &table) {
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

/// Each buffer that a launch reads or writes counts as a whole, once.
static Table tableOf(ModuleOp module) {
  Table table;
  SymbolTableCollection symbols;
  llvm::DenseMap<Operation *, SmallVector<ArgumentUse>> uses;
  module.walk([&](gpu::LaunchFuncOp launch) {
    auto kernel = symbols.lookupNearestSymbolFrom<gpu::GPUFuncOp>(
        launch, launch.getKernelAttr());
    auto [known, isNew] = uses.try_emplace(kernel);
    if (isNew)
      known->second = usesOfArguments(kernel);
    int64_t times = timesOf(launch, table.hasUnknownTrips);
    Row &row = table.rows[kernel.getName()];
    row.launches += times;
    if (auto flops = kernel->getAttrOfType<IntegerAttr>(flopsAttrName))
      row.flops += flops.getInt() * times;
    llvm::SmallPtrSet<Value, 8> read, written;
    for (auto [operand, use] :
         llvm::zip(launch.getKernelOperands(), known->second)) {
      int64_t bytes = storageOf(operand.getType()).value_or(0) * times;
      if (use.isRead && read.insert(operand).second)
        row.read += bytes;
      if (use.isWritten && written.insert(operand).second)
        row.written += bytes;
    }
  });
  SymbolTable functions(module);
  module.walk(
      [&](func::CallOp call) { addLibraryCall(call, functions, table); });
  return table;
}

static void print(const Table &table, raw_ostream &os) {
  size_t width = 6;
  Row total;
  for (const auto &[name, row] : table.rows)
    width = std::max(width, name.size());
  auto line = [&](StringRef name, auto launches, auto read, auto written,
                  auto flops) {
    os << llvm::left_justify(name, width)
       << llvm::formatv("{0,10}{1,16}{2,16}{3,18}\n", launches, read, written,
                        flops);
  };
  auto rows = llvm::to_vector(table.rows);
  llvm::stable_sort(rows, [](const auto &a, const auto &b) {
    return a.second.read + a.second.written > b.second.read + b.second.written;
  });
  line("kernel", "launches", "bytes read", "bytes written", "flops");
  for (const auto &[name, row] : rows) {
    line(name, row.launches, row.read, row.written, row.flops);
    total.launches += row.launches;
    total.read += row.read;
    total.written += row.written;
    total.flops += row.flops;
  }
  line("total", total.launches, total.read, total.written, total.flops);
  if (table.hasUnknownTrips)
    os << "loops whose trips only the run knows count once\n";
}

namespace {
struct PrintLaunches : amp::impl::PrintLaunchesBase<PrintLaunches> {
  using Base::Base;

  void runOnOperation() override {
    std::string text;
    llvm::raw_string_ostream os(text);
    print(tableOf(getOperation()), os);
    report::printOnStderr(text);
  }
};

struct NoteLaunches : amp::impl::NoteLaunchesBase<NoteLaunches> {
  using Base::Base;

  void runOnOperation() override {
    Builder builder(&getContext());
    SmallVector<NamedAttribute> rows;
    for (const auto &[name, row] : tableOf(getOperation()).rows)
      rows.push_back(builder.getNamedAttr(
          name, builder.getDenseI64ArrayAttr(
                    {row.launches, row.read, row.written, row.flops})));
    getOperation()->setAttr("amp.launches", builder.getDictionaryAttr(rows));
  }
};
} // namespace
