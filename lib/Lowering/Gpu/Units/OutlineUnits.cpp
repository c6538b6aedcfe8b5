// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// linalg.fill outs(%c), linalg.generic ins(%a, %b) outs(%c) {...}
//   ==>   call @unit_0(%a, %b, %c)
#include "dialects/amp/IR/AmpAttention.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Gpu/Kernels/Rows.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/Units/Captures.h"
#include "lib/Lowering/Gpu/Units/StructureKey.h"
#include "lib/Lowering/Gpu/Units/UnitForm.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/StringMap.h"

namespace mlir::amp {
#define GEN_PASS_DEF_OUTLINEUNITS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

static StringRef kindOf(ArrayRef<Operation *> ops) {
  if (isa<AttentionOp, AttentionGradientOp>(ops.front()))
    return "attention";
  bool reduces = rowsOf(ops).has_value();
  if (reduces)
    return "reduction";
  for (Operation *op : ops) {
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    if (!linalgOp)
      return "serial";
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (generic && isContraction(generic))
      return "contraction";
    reduces |= linalgOp.getNumReductionLoops() > 0;
  }
  return reduces ? "reduction" : "elementwise";
}

/// Returns the location of the contraction among `ops`, else of the first op: a
/// fill may also initialize another contraction.
static Location locationOf(ArrayRef<Operation *> ops) {
  for (Operation *op : ops)
    if (auto generic = dyn_cast<linalg::GenericOp>(op);
        generic && isContraction(generic))
      return op->getLoc();
  return ops.front()->getLoc();
}

/// Returns the temporaries that only `ops` use and that a kernel's threads
/// keep. Allocations outside of a loop are excluded, as they may hold elements
/// of the previous iteration.
static SmallVector<Operation *> localsOf(ArrayRef<Operation *> ops) {
  SetVector<Operation *> locals;
  if (formOf(ops) == UnitForm::Nest)
    return {};
  for (Operation *op : ops)
    for (Value operand : op->getOperands())
      if (auto alloc = operand.getDefiningOp<memref::AllocOp>();
          alloc && alloc->getBlock() == op->getBlock())
        if (llvm::all_of(alloc->getUsers(), [&](Operation *user) {
              return llvm::is_contained(ops, user);
            }))
          locals.insert(alloc);
  return locals.takeVector();
}

namespace {
struct OutlineUnits : amp::impl::OutlineUnitsBase<OutlineUnits> {
  using Base::Base;

  void runOnOperation() override;

private:
  LogicalResult prepare(func::FuncOp function);
  void outlineBlock(Block &block);
  LogicalResult outline(ArrayRef<Operation *> ops);
  func::FuncOp unitOf(ArrayRef<Operation *> ops, const Captures &captures);

  llvm::StringMap<func::FuncOp> units; // by structure
  bool hasFailed = false;
};
} // namespace

func::FuncOp OutlineUnits::unitOf(ArrayRef<Operation *> ops,
                                  const Captures &captures) {
  auto builder = OpBuilder::atBlockEnd(getOperation().getBody());
  TypeRange types(captures.arguments.getArrayRef());
  Location loc = locationOf(ops);
  auto function = func::FuncOp::create(builder, loc, "unit",
                                       builder.getFunctionType(types, {}));
  function.setPrivate();
  function->setAttr(unitAttrName, builder.getStringAttr(kindOf(ops)));
  Block *body = function.addEntryBlock();
  builder.setInsertionPointToStart(body);
  IRMapping map;
  map.map(captures.arguments.getArrayRef(), body->getArguments());
  for (Operation *op : captures.clones)
    builder.clone(*op, map);
  for (Operation *op : ops)
    builder.clone(*op, map);
  func::ReturnOp::create(builder, loc);

  auto [known, isNew] = units.try_emplace(structureOf(function), function);
  if (isNew)
    function.setName("unit_" + std::to_string(units.size() - 1));
  else
    function.erase();
  return known->second;
}

LogicalResult OutlineUnits::outline(ArrayRef<Operation *> ops) {
  Operation *last = *llvm::max_element(
      ops, [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  privatizeBuffers(ops);
  SmallVector<Operation *> locals = localsOf(ops);
  Captures captures = capturesOf(ops, locals);
  for (Value argument : captures.arguments) {
    Type type = argument.getType();
    if (!isa<BaseMemRefType>(type) || isPlain(type))
      continue;
    return ops.front()->emitError(
               "expects buffers of static shape for a GPU, but got ")
           << type;
  }
  OpBuilder builder(last);
  func::CallOp::create(builder, last->getLoc(), unitOf(ops, captures),
                       captures.arguments.getArrayRef());
  for (Operation *op : ops)
    op->erase();
  for (Operation *local : locals)
    local->erase();
  return success();
}

void OutlineUnits::outlineBlock(Block &block) {
  for (ArrayRef<Operation *> group : groupUnits(block))
    if (failed(outline(group)))
      hasFailed = true;
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(block))) {
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        outlineBlock(inner);
    if (isOpTriviallyDead(&op))
      op.erase();
  }
}

/// Generalizes named ops, and copies of memrefs with strides, for which the
/// runtime has no call.
static LogicalResult generalize(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  SmallVector<memref::CopyOp> copies;
  function.walk([&](memref::CopyOp copy) { copies.push_back(copy); });
  for (memref::CopyOp copy : copies) {
    if (isPlain(copy.getSource().getType()) &&
        isPlain(copy.getTarget().getType()))
      continue;
    rewriter.setInsertionPoint(copy);
    rewriter.replaceOpWithNewOp<linalg::CopyOp>(copy, copy.getSource(),
                                                copy.getTarget());
  }
  SmallVector<linalg::LinalgOp> named;
  function.walk([&](linalg::LinalgOp op) {
    if (!isa<linalg::GenericOp, linalg::FillOp>(op))
      named.push_back(op);
  });
  for (linalg::LinalgOp op : named) {
    rewriter.setInsertionPoint(op);
    if (failed(linalg::generalizeNamedOp(rewriter, op)))
      return op.emitError("expects a linalg op with a body of scalars");
  }
  return success();
}

/// Returns true if an op between `load` and its users may write the loaded
/// element.
static bool goesStale(memref::LoadOp load) {
  Effects read;
  read.reads.insert(bufferOf(load.getMemRef()));
  for (Operation *op = load->getNextNode(); op; op = op->getNextNode())
    if (conflict(effectsOf(op), read))
      return true;
  return false;
}

/// %x = load %m[i]   ==>   store (load %m[i]), %kept[]; %x = load %kept[]
static void keepLoad(memref::LoadOp load) {
  OpBuilder builder(load);
  Location loc = load.getLoc();
  Value kept = memref::AllocOp::create(builder, loc,
                                       MemRefType::get({}, load.getType()));
  builder.setInsertionPointAfter(load);
  auto store = memref::StoreOp::create(builder, loc, load.getResult(), kept,
                                       ValueRange());
  Value again = memref::LoadOp::create(builder, loc, kept, ValueRange());
  load.getResult().replaceAllUsesExcept(again, store);
}

LogicalResult OutlineUnits::prepare(func::FuncOp function) {
  if (failed(generalize(function)))
    return failure();
  SmallVector<memref::LoadOp> loads;
  function.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<linalg::LinalgOp>(op) || isScalarNest(op))
      return WalkResult::skip();
    if (auto load = dyn_cast<memref::LoadOp>(op))
      loads.push_back(load);
    return WalkResult::advance();
  });
  for (memref::LoadOp load : loads)
    if (goesStale(load))
      keepLoad(load);
  return success();
}

void OutlineUnits::runOnOperation() {
  units.clear();
  hasFailed = false;
  SmallVector<func::FuncOp> functions;
  for (auto function : getOperation().getOps<func::FuncOp>())
    if (!function.isExternal())
      functions.push_back(function);
  for (func::FuncOp function : functions) {
    if (failed(prepare(function)))
      return signalPassFailure();
    for (Block &block : function.getBody())
      outlineBlock(block);
  }
  if (hasFailed)
    signalPassFailure();
}
