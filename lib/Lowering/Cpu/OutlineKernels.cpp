// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// linalg.generic ins(%a) outs(%b) {...}
//   ==>   call @amp_kernel_0(%c0, %size, %a, %b) {cpu.grain = 4096}
#include "lib/Lowering/Cpu/Kernels.h"
#include "lib/Lowering/Cpu/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/ViewLikeInterface.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp {
#define GEN_PASS_DEF_OUTLINEKERNELS
#include "lib/Lowering/Cpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Scalar operations in one part of a kernel that are worth another core.
static constexpr int64_t operationsPerPart = 1 << 16;

/// Returns the operands and the values that the body captures, each once.
/// Constants are cloned instead.
static SetVector<Value> argumentsOf(GenericOp op,
                                    SmallVectorImpl<Operation *> &constants) {
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(op.getRegion(), captured);
  SetVector<Value> arguments(op->operand_begin(), op->operand_end());
  for (Value value : captured) {
    if (auto constant = value.getDefiningOp<arith::ConstantOp>())
      constants.push_back(constant);
    else
      arguments.insert(value);
  }
  return arguments;
}

/// Returns the buffer of which `memref` is a view.
static Value rootOf(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>())
    memref = view.getViewSource();
  return memref;
}

/// Returns true for a buffer that overlaps no other root: allocated here, a
/// constant, or an argument of a function that is called from outside.
static bool isObject(Value root) {
  if (auto argument = dyn_cast<BlockArgument>(root))
    return isa<func::FuncOp>(argument.getOwner()->getParentOp());
  return isa_and_nonnull<memref::AllocOp, memref::AllocaOp,
                         memref::GetGlobalOp>(root.getDefiningOp());
}

/// Returns true if no output of `op` overlaps another of `arguments`.
static bool writesDistinct(GenericOp op, const SetVector<Value> &arguments) {
  for (Value out : op.getDpsInits()) {
    Value root = rootOf(out);
    for (Value other : arguments) {
      if (other == out || !isa<MemRefType>(other.getType()))
        continue;
      Value otherRoot = rootOf(other);
      if (root == otherRoot || !isObject(root) || !isObject(otherRoot))
        return false;
    }
  }
  return true;
}

static int64_t operationsOf(GenericOp op) {
  int64_t operations =
      std::max<size_t>(op.getBody()->getOperations().size(), 2);
  for (int64_t size : op.getStaticLoopRanges())
    operations *= ShapedType::isDynamic(size) ? 1024 : size;
  return operations;
}

namespace {
struct OutlineKernels : amp::impl::OutlineKernelsBase<OutlineKernels> {
  using Base::Base;

  void runOnOperation() override;

private:
  void outline(GenericOp op);
  func::FuncOp kernelOf(GenericOp op, const SetVector<Value> &arguments,
                        ArrayRef<Operation *> constants);

  llvm::StringMap<func::FuncOp> kernels; // by text
};
} // namespace

/// Returns the kernel of `op`, created unless an equal one exists.
func::FuncOp OutlineKernels::kernelOf(GenericOp op,
                                      const SetVector<Value> &arguments,
                                      ArrayRef<Operation *> constants) {
  auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
  SmallVector<Type> types(2, builder.getIndexType());
  llvm::append_range(types, TypeRange(arguments.getArrayRef()));
  auto function = func::FuncOp::create(builder, op.getLoc(), "amp_kernel",
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  function->setAttr(kernelAttrName, builder.getUnitAttr());
  if (writesDistinct(op, arguments))
    function->setAttr(distinctAttrName, builder.getUnitAttr());
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping map;
  map.map(arguments.getArrayRef(), body->getArguments().drop_front(2));
  for (Operation *constant : constants)
    builder.clone(*constant, map);
  builder.clone(*op, map);
  func::ReturnOp::create(builder, op.getLoc());

  std::string text;
  llvm::raw_string_ostream os(text);
  function.print(os, OpPrintingFlags().useLocalScope());
  auto [known, isNew] = kernels.try_emplace(text, function);
  if (isNew)
    function.setName("amp_kernel_" + std::to_string(kernels.size() - 1));
  else
    function.erase();
  return known->second;
}

void OutlineKernels::outline(GenericOp op) {
  SmallVector<Operation *> constants;
  SetVector<Value> arguments = argumentsOf(op, constants);
  func::FuncOp kernel = kernelOf(op, arguments, constants);

  OpBuilder builder(op);
  Location loc = op.getLoc();
  Value begin = arith::ConstantIndexOp::create(builder, loc, 0), end = begin;
  std::optional<unsigned> loop = splitLoop(op);
  SmallVector<Range> ranges =
      cast<linalg::LinalgOp>(*op).createLoopRanges(builder, loc);
  if (loop)
    end = getValueOrCreateConstantIndexOp(builder, loc, ranges[*loop].size);
  SmallVector<Value> operands = {begin, end};
  llvm::append_range(operands, arguments);
  auto call = func::CallOp::create(builder, loc, kernel, operands);

  int64_t size = loop ? op.getStaticLoopRanges()[*loop] : 1;
  int64_t operations = operationsOf(op);
  if (size > 1 && operations >= 2 * operationsPerPart) // not for dynamic sizes
    call->setAttr(grainAttrName,
                  builder.getI64IntegerAttr(std::max<int64_t>(
                      1, operationsPerPart / (operations / size))));
  op.erase();
}

/// Replaces memref.copy, which LLVM would execute on one core, by linalg.copy.
static void generalizeCopies(ModuleOp module, IRRewriter &rewriter) {
  SmallVector<memref::CopyOp> copies;
  module.walk([&](memref::CopyOp copy) { copies.push_back(copy); });
  for (memref::CopyOp copy : copies) {
    rewriter.setInsertionPoint(copy);
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(copy, copy.getSource(),
                                                copy.getTarget());
  }
}

void OutlineKernels::runOnOperation() {
  kernels.clear();
  IRRewriter rewriter(&getContext());
  generalizeCopies(getOperation(), rewriter);
  SmallVector<linalg::LinalgOp> ops;
  getOperation().walk([&](linalg::LinalgOp op) { ops.push_back(op); });
  for (linalg::LinalgOp op : ops) {
    rewriter.setInsertionPoint(op);
    auto generic = dyn_cast<GenericOp>(*op);
    if (!generic) {
      FailureOr<GenericOp> general = linalg::generalizeNamedOp(rewriter, op);
      if (failed(general)) {
        op.emitError("expects a linalg op with a body of scalars");
        return signalPassFailure();
      }
      generic = *general;
    }
    outline(orderLoops(generic, rewriter));
  }
}
