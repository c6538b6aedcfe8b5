// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %t = tanh(%x)                      %t = tanh(%x)
// … the peak of memory …       ==>   … the peak of memory …
// %r = f(%t, %x)                     %r = f(tanh(%x), %x)
//
// Each value that is used after the peak is saved, or recomputed from saved
// values: a minimum cut, as in the min-cut partitioner of PyTorch's AOTAutograd
// (He, 2022), with times instead of bytes.
#include "lib/Cost/Chip.h"
#include "lib/Graph/FlowGraph.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Elementwise.h"
#include "lib/Lowering/Gpu/Logits/MatchLogits.h"
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/Lowering/Gpu/StepReport.h"
#include "lib/Report/memory/Sizes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Support/DebugStringHelper.h"
#include "llvm/Support/FormatVariadic.h"

namespace mlir::amp {
#define GEN_PASS_DEF_RECOMPUTE
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Smallest share of the bytes at the peak for which a value may be recomputed.
static constexpr double leastShare = 1.0 / 4096;

/// Maximum number of types that a remark lists.
static constexpr size_t maxNotes = 8;

static int64_t sizeOf(Value value) { return bytesOf(value).value_or(0); }

static int64_t iterationsOf(GenericOp op) {
  int64_t product = 1;
  for (int64_t range : op.getStaticLoopRanges())
    product *= range;
  return product;
}

namespace {
/// Partition of a block's values into saved and recomputed ones. Times are in
/// picoseconds.
class Partition {
public:
  Partition(Block &block, const Chip &chip, double price);

  void choose();
  void rewrite(IRRewriter &rewriter);
  /// Emits a remark that lists the saved and the recomputed types.
  void remark(func::FuncOp function) const;
  void report(func::FuncOp function) const;

private:
  struct Nodes {
    unsigned needed, again;
  };

  void findPeak();
  bool isLate(Operation *user) const {
    return positions.lookup(block.findAncestorOpInBlock(*user)) > peak;
  }
  bool isMaterialized(Value value) const;
  bool isSavedAnyway(Value value) const;
  bool isRepeatable(Value value) const;
  bool canFuse(OpOperand &use) const;
  int64_t move(int64_t bytes) const { return bytes * 1e3 / bandwidth; }
  int64_t costOfSaving(Value value) const;
  int64_t costAgain(Value value) const;
  Nodes nodesOf(Value value);
  Value repeat(Value value, Operation *before, IRMapping &copies,
               IRRewriter &rewriter);

  Block &block;
  double bandwidth;  ///< bytes in a nanosecond
  double throughput; ///< scalar ops in a nanosecond
  double gap;        ///< time between two kernels
  double price;      ///< time charged for a byte at the peak
  llvm::DenseMap<Operation *, unsigned> positions;
  unsigned peak = 0;
  int64_t bytesAtPeak = 0;
  FlowGraph graph;
  llvm::MapVector<Value, Nodes> nodes;
  llvm::SetVector<Value> saved, again;
};
} // namespace

Partition::Partition(Block &block, const Chip &chip, double price)
    : block(block), bandwidth(chip.memory * multiprocessor::memory),
      throughput(chip.gpu.count * chip.gpu.gigahertz *
                 multiprocessor::schedulers * 32),
      gap(1e6 * multiprocessor::launchGap), price(price) {
  for (auto [position, op] : llvm::enumerate(block))
    positions[&op] = position;
  findPeak();
}

/// Returns true if `value` needs no memory of its own: an argument, a constant,
/// or the zeros on which a contraction accumulates.
static bool isFree(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || isa<tensor::EmptyOp, linalg::FillOp>(op) ||
         op->hasTrait<OpTrait::ConstantLike>();
}

/// Returns true if `op` reduces rows that fit a tile of a matmul kernel, which
/// keeps them in registers.
static bool reducesParts(Operation *op) {
  auto generic = dyn_cast<GenericOp>(op);
  return generic && !isContraction(generic) &&
         generic.getNumReductionLoops() == 1 &&
         generic.getIteratorTypesArray().back() ==
             utils::IteratorType::reduction &&
         generic.getStaticLoopRanges().back() <= tileColumns;
}

/// Returns true if no contraction or reduction lies between `op` and `user`, so
/// that they fuse.
static bool isNext(Operation *op, Operation *user) {
  while ((op = op->getNextNode()) && op != user)
    if (isa<GenericOp>(op) && !hasOnlyParallelLoops(op))
      return false;
  return op != nullptr;
}

/// Returns true if `value` is stored to memory. Accumulators read only by their
/// elementwise epilogue or by reductions of a tile's rows are not stored. Nor
/// are elementwise values that the next kernel fuses.
bool Partition::isMaterialized(Value value) const {
  Operation *op = value.getDefiningOp();
  if (isFree(value))
    return false;
  auto generic = dyn_cast<GenericOp>(op);
  if (!generic)
    return true;
  if (llvm::all_of(value.getUsers(), reducesParts))
    return false;
  if (!value.hasOneUse() || !hasOnlyParallelLoops(*value.user_begin()))
    return true;
  return !isContraction(generic) && !(hasOnlyParallelLoops(generic) &&
                                      isNext(generic, *value.user_begin()));
}

/// Finds the op after which most bytes are alive.
void Partition::findPeak() {
  SmallVector<int64_t> change(positions.size() + 1, 0);
  for (Operation &op : block)
    for (Value value : op.getResults()) {
      unsigned last = 0;
      for (Operation *user : value.getUsers())
        last = std::max(last,
                        positions.lookup(block.findAncestorOpInBlock(*user)));
      if (last == 0 || !isMaterialized(value))
        continue;
      change[positions.lookup(&op)] += sizeOf(value);
      change[last] -= sizeOf(value);
    }
  int64_t alive = 0;
  for (auto [position, bytes] : llvm::enumerate(change))
    if ((alive += bytes) > bytesAtPeak) {
      bytesAtPeak = alive;
      peak = position;
    }
}

/// Returns true if a contraction or reduction, up to the peak, reads `value`
/// from memory.
bool Partition::isSavedAnyway(Value value) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return !isLate(user) && !hasOnlyParallelLoops(user);
  });
}

bool Partition::isRepeatable(Value value) const {
  auto op = value.getDefiningOp<GenericOp>();
  return op && op->getNumResults() == 1 &&
         sizeOf(value) >= leastShare * bytesAtPeak &&
         hasOnlyParallelLoops(op) && !op.hasDynamicShape() &&
         !workOf(op).branches && llvm::all_of(op.getDpsInits(), [](Value init) {
           return init.getDefiningOp<tensor::EmptyOp>();
         });
}

/// Returns true if the user's kernel can fuse the producer of the operand.
bool Partition::canFuse(OpOperand &use) const {
  auto producer = use.get().getDefiningOp<GenericOp>();
  auto user = dyn_cast<GenericOp>(use.getOwner());
  return user && canTake(use) && !isContraction(user) &&
         !isTooLarge(producer, user) &&
         iterationsOf(user) == iterationsOf(producer);
}

int64_t Partition::costOfSaving(Value value) const {
  int64_t bytes = sizeOf(value);
  if (isFree(value))
    return move(bytes);
  return move(bytes) * (isSavedAnyway(value) ? 1 : 2) +
         static_cast<int64_t>(price * bytes);
}

/// Returns the time to recompute `value`: once in each kernel that fuses it,
/// plus a kernel that stores it if there are other users.
int64_t Partition::costAgain(Value value) const {
  auto op = value.getDefiningOp<GenericOp>();
  double once = 1e3 * iterationsOf(op) * workOf(op).arithmetic() / throughput;
  llvm::SmallPtrSet<Operation *, 4> fused;
  bool isStored = false;
  for (OpOperand &use : value.getUses()) {
    if (canFuse(use) && isLate(use.getOwner()))
      fused.insert(use.getOwner());
    else if (canFuse(use))
      continue;
    else if (isLate(use.getOwner()) ||
             isRepeatable(use.getOwner()->getResult(0)))
      isStored = true;
  }
  int64_t stored = isStored ? 2 * move(sizeOf(value)) + gap : 0;
  return once * std::max<size_t>(fused.size(), 1) + stored;
}

/// Returns the nodes of a value: `needed` (used after the peak) and `again`
/// (recomputed).
Partition::Nodes Partition::nodesOf(Value value) {
  if (auto known = nodes.find(value); known != nodes.end())
    return known->second;
  Nodes made = {graph.addNode(), graph.addNode()};
  nodes[value] = made;
  graph.addEdge(made.needed, made.again, costOfSaving(value));
  if (!isRepeatable(value)) {
    graph.addEdge(made.again, FlowGraph::sink, FlowGraph::infinity);
    return made;
  }
  graph.addCosts(made.again, costAgain(value), 0);
  for (Value input : value.getDefiningOp<GenericOp>().getDpsInputs())
    if (!hasOneElement(input))
      graph.addEdge(made.again, nodesOf(input).needed, FlowGraph::infinity);
  return made;
}

void Partition::choose() {
  for (Operation &op : block) {
    if (positions.lookup(&op) > peak)
      break;
    for (Value value : op.getResults())
      if (isMaterialized(value) &&
          llvm::any_of(value.getUsers(), [&](auto *u) { return isLate(u); }))
        graph.addEdge(FlowGraph::source, nodesOf(value).needed,
                      FlowGraph::infinity);
  }
  FlowGraph::Cut cut = graph.minimumCut();
  for (auto &[value, both] : nodes)
    if (cut.sourceSide.test(both.needed) && !isFree(value))
      (cut.sourceSide.test(both.again) ? again : saved).insert(value);
}

/// Returns true if `value` is a view, which shares the bytes of another value.
static bool isView(Value value) {
  return isa_and_present<tensor::ExtractSliceOp, tensor::ExpandShapeOp,
                         tensor::CollapseShapeOp>(value.getDefiningOp());
}

namespace {
/// Values of one type.
struct Alike {
  Value first;
  int64_t count = 0;
  int64_t bytes() const { return count * sizeOf(first); }
};
} // namespace

/// Returns the types with the most bytes, in descending order.
static SmallVector<Alike> largestTypes(ArrayRef<Value> values) {
  llvm::MapVector<Type, Alike> types;
  for (Value value : values) {
    if (isView(value))
      continue;
    Alike &alike = types[value.getType()];
    if (alike.count++ == 0)
      alike.first = value;
  }
  SmallVector<Alike> all(llvm::make_second_range(types));
  llvm::stable_sort(all,
                    [](auto &a, auto &b) { return a.bytes() > b.bytes(); });
  all.truncate(std::min(all.size(), maxNotes));
  return all;
}

/// Returns the types as entries of a report.
static ArrayAttr entriesOf(ArrayRef<Alike> types, MLIRContext *context) {
  SmallVector<Attribute> entries;
  for (const Alike &alike : types)
    entries.push_back(ReportEntry(context)
                          .add("count", alike.count)
                          .add("type", debugString(alike.first.getType()))
                          .add("bytes", alike.bytes())
                          .get());
  return ArrayAttr::get(context, entries);
}

static int64_t bytesOf(const llvm::SetVector<Value> &values) {
  int64_t bytes = 0;
  for (Value value : values)
    bytes += isView(value) ? 0 : sizeOf(value);
  return bytes;
}

void Partition::remark(func::FuncOp function) const {
  if (again.empty())
    return;
  auto text = [](double bytes) {
    std::string text;
    llvm::raw_string_ostream os(text);
    amp::report::printBytes(os, bytes);
    return text;
  };
  InFlightDiagnostic remark = emitRemark(function.getLoc(), "saves ")
                              << text(bytesOf(saved))
                              << " for after the peak of memory and computes "
                              << text(bytesOf(again)) << " again";
  if (price > 0)
    remark << ", at " << llvm::formatv("{0}", price).str()
           << " ps for each saved byte";
  for (auto [values, verb] :
       {std::pair(&saved, "saves "), std::pair(&again, "computes again ")})
    for (const Alike &alike : largestTypes(values->getArrayRef()))
      remark.attachNote(alike.first.getLoc())
          << verb << alike.count << " x " << alike.first.getType() << ", "
          << text(alike.bytes());
}

void Partition::report(func::FuncOp function) const {
  MLIRContext *context = function.getContext();
  ReportEntry entry(context);
  entry.add("price", price)
      .add("saved_bytes", bytesOf(saved))
      .add("recomputed_bytes", bytesOf(again))
      .add("saved", entriesOf(largestTypes(saved.getArrayRef()), context))
      .add("recomputed", entriesOf(largestTypes(again.getArrayRef()), context));
  addToReport(function->getParentOfType<ModuleOp>(), "recompute",
              function.getName(), entry.get());
}

Value Partition::repeat(Value value, Operation *before, IRMapping &copies,
                        IRRewriter &rewriter) {
  if (!again.contains(value) || copies.contains(value))
    return copies.lookupOrDefault(value);
  auto op = value.getDefiningOp<GenericOp>();
  for (Value input : op.getDpsInputs())
    repeat(input, before, copies, rewriter);
  rewriter.setInsertionPoint(before);
  Operation *copy = rewriter.clone(*op, copies);
  copy->setDiscardableAttr(recomputedAttrName, rewriter.getUnitAttr());
  copies.map(value, copy->getResult(0));
  return copy->getResult(0);
}

/// Clones each recomputed value: once for each user that fuses it, and once for
/// all other users.
void Partition::rewrite(IRRewriter &rewriter) {
  for (Value value : again) {
    llvm::MapVector<Operation *, SmallVector<OpOperand *>> fused;
    SmallVector<OpOperand *> shared;
    for (OpOperand &use : value.getUses())
      if (positions.contains(block.findAncestorOpInBlock(*use.getOwner())) &&
          isLate(use.getOwner()))
        (canFuse(use) ? fused[use.getOwner()] : shared).push_back(&use);
    for (auto &[user, uses] : fused) {
      IRMapping copies;
      Value copy = repeat(value, user, copies, rewriter);
      for (OpOperand *use : uses)
        use->set(copy);
    }
    if (shared.empty())
      continue;
    Operation *first = nullptr;
    for (OpOperand *use : shared) {
      Operation *user = block.findAncestorOpInBlock(*use->getOwner());
      if (!first || user->isBeforeInBlock(first))
        first = user;
    }
    IRMapping copies;
    Value copy = repeat(value, first, copies, rewriter);
    for (OpOperand *use : shared)
      use->set(copy);
  }
}

namespace {
struct Recompute : amp::impl::RecomputeBase<Recompute> {
  using Base::Base;

  void runOnOperation() override {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return signalPassFailure();
    IRRewriter rewriter(&getContext());
    for (auto function : getOperation().getOps<func::FuncOp>()) {
      if (!function.getBody().hasOneBlock())
        continue;
      Partition partition(function.getBody().front(), *target, price);
      partition.choose();
      if (remarks)
        partition.remark(function);
      partition.report(function);
      partition.rewrite(rewriter);
    }
  }
};
} // namespace
