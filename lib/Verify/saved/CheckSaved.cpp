// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Compares a marked training step with a rewrite that stores values in 8 bits.
// Emits an error if they differ in more than 8-bit values that only the
// backward pass uses.
//
// Both are compared backwards from their results. A value that is divided by
// the scales of its rows, stored, and multiplied by the scales again is
// equivalent to the original value.
#include "amp/ScalingPasses.h"
#include "dialects/amp/IR/AmpMarks.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/AlikeOps.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/RecordedModule.h"
#include "lib/Verify/saved/CoarseReads.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKSAVED
#define GEN_PASS_DEF_RECORDSAVED
#include "amp/ScalingPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Returns operand `number` of the op that defines `value`, if the op is of
/// this kind; else null.
static Value operandOf(Value value, OpKind kind, unsigned number = 0) {
  Operation *op = value ? value.getDefiningOp() : nullptr;
  return op && isHlo(op, kind) ? op->getOperand(number) : Value();
}

static Value beforeConvert(Value value) {
  Value from = operandOf(value, OpKind::convert);
  return from ? from : value;
}

/// Returns true if attribute `name` of the op that defines `value` contains the
/// integers first, …, last - 1.
static bool counts(Value value, StringRef name, int64_t first, int64_t last) {
  auto dims = value.getDefiningOp()->getAttrOfType<DenseI64ArrayAttr>(name);
  return dims &&
         llvm::equal(dims.asArrayRef(), llvm::seq<int64_t>(first, last));
}

static int64_t rankOf(Value value) {
  return cast<RankedTensorType>(value.getType()).getRank();
}

/// Returns true if `most` is the largest magnitude in each row of `value`. A
/// row spans the dimensions that `most` does not have.
static bool isMagnitude(Value most, Value value) {
  if (operandOf(operandOf(most, OpKind::reduce), OpKind::abs) != value ||
      !counts(most, "dimensions", rankOf(most), rankOf(value)))
    return false;
  Operation *reduce = most.getDefiningOp();
  Block &body = reduce->getRegion(0).front();
  Value folded = body.getTerminator()->getOperand(0);
  return elementOf(most.getType()) == elementOf(value.getType()) &&
         body.getArgument(0).getType() == reduce->getOperand(1).getType() &&
         elementOf(body.getArgument(0).getType()) ==
             elementOf(value.getType()) &&
         reduce->getNumOperands() == 2 && body.getOperations().size() == 2 &&
         readSplat(reduce->getOperand(1)).value_or(1) <= 0 &&
         operandOf(folded, OpKind::maximum, 0) == body.getArgument(0) &&
         operandOf(folded, OpKind::maximum, 1) == body.getArgument(1);
}

/// Returns true if `scale` maps the largest magnitude of each row of `value` to
/// about 448, the maximum of f8E4M3FN. No element becomes NaN, and only
/// elements that are small compared with their row become zero.
static bool isScale(Value scale, Value value) {
  constexpr double inverse = 1.0f / 448, leastNormal = 0x1p-126;
  auto type = dyn_cast<FloatType>(elementOf(value.getType()));
  if (!type || type.getWidth() > 32)
    return false; // f32 represents fewer numbers
  Value quotient = operandOf(scale, OpKind::maximum);
  return readSplat(operandOf(scale, OpKind::maximum, 1)) == leastNormal &&
         readSplat(operandOf(quotient, OpKind::multiply, 1)) == inverse &&
         isMagnitude(beforeConvert(operandOf(quotient, OpKind::multiply)),
                     value);
}

/// Returns the per-row value that is broadcast to `value`; else `value`.
static Value beforeSpread(Value value) {
  Value rows = operandOf(value, OpKind::broadcast_in_dim);
  return rows && counts(value, "broadcast_dimensions", 0, rankOf(rows)) ? rows
                                                                        : value;
}

/// Returns the value that is divided by a scale, stored in 8 bits, and restored
/// as `value`; else null.
static Value findStored(Value value) {
  Value product = value ? beforeConvert(value) : Value();
  Value stored =
      operandOf(operandOf(product, OpKind::multiply), OpKind::convert);
  if (!stored || !isa<Float8E4M3FNType>(elementOf(stored.getType())))
    return {};
  Value quotient = operandOf(stored, OpKind::convert);
  Value scale = beforeSpread(operandOf(product, OpKind::multiply, 1));
  Value wide = operandOf(quotient, OpKind::divide);
  if (!wide || beforeSpread(operandOf(quotient, OpKind::divide, 1)) != scale)
    return {};
  // The stored value is f32, or was converted to f32.
  for (Value before : {wide, beforeConvert(wide)})
    if (before.getType() == value.getType() && isScale(scale, before))
      return before;
  return {};
}

/// Returns the value that is restored as the sum of its mean and its deviation
/// from the mean, which was stored; else null. The sum may be converted to the
/// type that the value had before its conversion.
static Value findCentred(Value value) {
  Value sum = value;
  if (!operandOf(sum, OpKind::add))
    sum = beforeConvert(value);
  Value stored = findStored(operandOf(sum, OpKind::add));
  if (!stored || !subtractsMean(stored.getDefiningOp()) ||
      stored.getDefiningOp()->getOperand(1) != operandOf(sum, OpKind::add, 1))
    return {};
  Value wide = stored.getDefiningOp()->getOperand(0);
  if (sum == value)
    return wide;
  Value narrow = beforeFormat(wide);
  return narrow.getType() == value.getType() ? narrow : Value();
}

namespace {
class SavedComparison {
public:
  /// `in` and `out` contain the seeds of the step, perhaps in a region.
  SavedComparison(Block &in, Block &out) : in(in), out(out) {}

  LogicalResult run();

private:
  struct Pair {
    Value in, out;
  };
  void push(Value a, Value b) {
    if (done.insert({a, b}).second)
      work.push_back({a, b});
  }
  LogicalResult pairBlocks();
  LogicalResult differ(Operation *a, Operation *b);
  bool areAlikeAround(Operation *a, Operation *b);
  LogicalResult compareOps(Operation *a, Operation *b);
  LogicalResult compare(Pair pair);
  LogicalResult compareEffects(Block &in, Block &out);
  LogicalResult checkReaders();

  Block &in, &out;
  /// The blocks of the step and those around them, from the inside.
  SmallVector<std::pair<Block *, Block *>, 1> blocks;
  SmallVector<Pair> work;
  llvm::DenseSet<std::pair<Value, Value>> done;
  llvm::DenseSet<Value> roots; ///< values stored in 8 bits
};
} // namespace

/// Finds the blocks around the steps, which must be nested alike.
LogicalResult SavedComparison::pairBlocks() {
  Block *a = &in, *b = &out;
  for (;;) {
    blocks.push_back({a, b});
    Operation *around = a->getParentOp(), *other = b->getParentOp();
    bool isFunction = isa<FunctionOpInterface>(around);
    if (a->getArgumentTypes() != b->getArgumentTypes() ||
        !a->getParent()->hasOneBlock() || !b->getParent()->hasOneBlock() ||
        a->getParent()->getRegionNumber() !=
            b->getParent()->getRegionNumber() ||
        isFunction != isa<FunctionOpInterface>(other))
      return differ(around, other);
    if (isFunction)
      return success();
    a = around->getBlock();
    b = other->getBlock();
  }
}

/// Returns true if two ops around the steps are alike but for the regions with
/// these.
bool SavedComparison::areAlikeAround(Operation *a, Operation *b) {
  Region *inner = nullptr, *other = nullptr;
  for (auto [x, y] : ArrayRef(blocks).drop_back())
    if (x->getParentOp() == a && y->getParentOp() == b) {
      inner = x->getParent();
      other = y->getParent();
    }
  if (!inner)
    return false;
  Region innerBody, otherBody;
  innerBody.takeBody(*inner);
  otherBody.takeBody(*other);
  bool isAlike = areAlike(a, b, [&](Value x, Value y) { push(x, y); });
  inner->takeBody(innerBody);
  other->takeBody(otherBody);
  return isAlike;
}

LogicalResult SavedComparison::differ(Operation *a, Operation *b) {
  InFlightDiagnostic error =
      b->emitError("breaks \"only stored values lose bits\": an op has another "
                   "counterpart");
  error.attachNote(a->getLoc()) << "this one";
  return error;
}

LogicalResult SavedComparison::compareOps(Operation *a, Operation *b) {
  if (a->getName() != b->getName())
    return differ(a, b);
  bool isAround = a->isProperAncestor(in.getTerminator()) ||
                  b->isProperAncestor(out.getTerminator());
  bool isAlike = isAround
                     ? areAlikeAround(a, b)
                     : areAlike(a, b, [&](Value x, Value y) { push(x, y); });
  return isAlike ? success() : differ(a, b);
}

LogicalResult SavedComparison::compare(Pair pair) {
  Value stored =
      pair.out.getParentBlock() == &out ? findStored(pair.out) : Value();
  if (stored && !findStored(pair.in)) {
    roots.insert(stored);
    push(pair.in, stored);
    return success();
  }
  Value centred =
      pair.out.getParentBlock() == &out ? findCentred(pair.out) : Value();
  if (centred && !findCentred(pair.in)) {
    push(pair.in, centred);
    return success();
  }
  auto x = dyn_cast<BlockArgument>(pair.in),
       y = dyn_cast<BlockArgument>(pair.out);
  if (x || y) {
    if (x && y && x.getArgNumber() == y.getArgNumber() &&
        llvm::is_contained(blocks, std::pair(x.getOwner(), y.getOwner())))
      return success();
    return emitError(pair.out.getLoc()) << "breaks \"only stored values lose "
                                           "bits\": an argument has another "
                                           "counterpart";
  }
  auto a = cast<OpResult>(pair.in), b = cast<OpResult>(pair.out);
  if (a.getResultNumber() != b.getResultNumber())
    return differ(a.getOwner(), b.getOwner());
  return compareOps(a.getOwner(), b.getOwner());
}

/// Checks that ops with side effects are equal, and in the same order.
LogicalResult SavedComparison::compareEffects(Block &in, Block &out) {
  auto listEffects = [](Block &block) {
    SmallVector<Operation *> ops;
    for (Operation &op : block)
      if (&op == block.getTerminator() || !isMemoryEffectFree(&op))
        ops.push_back(&op);
    return ops;
  };
  SmallVector<Operation *> a = listEffects(in), b = listEffects(out);
  if (a.size() != b.size())
    return out.getTerminator()->emitError(
        "breaks \"only stored values lose bits\": ops with effects differ");
  for (auto [x, y] : llvm::zip_equal(a, b))
    if (failed(compareOps(x, y)))
      return failure();
  return success();
}

/// Checks that only the backward pass uses values that depend on 8-bit values,
/// by ops for which their rounding is harmless.
LogicalResult SavedComparison::checkReaders() {
  llvm::DenseMap<Value, Value> restored;
  for (Operation &op : out)
    for (Value result : op.getResults())
      if (Value stored = findStored(result))
        restored[result] = stored;
  CoarseReads reads(out, restored);
  if (failed(reads.check()))
    return failure();
  for (Value root : roots) {
    if (reads.isLate(root))
      return emitError(root.getLoc(),
                       "breaks \"only stored values lose bits\": the backward "
                       "pass stores it in 8 bits");
    if (failed(reads.checkSums(root)))
      return failure();
  }
  return success();
}

LogicalResult SavedComparison::run() {
  if (failed(pairBlocks()))
    return failure();
  for (auto [a, b] : blocks)
    if (failed(compareEffects(*a, *b)))
      return failure();
  while (!work.empty())
    if (failed(compare(work.pop_back_val())))
      return failure();
  return checkReaders();
}

/// Inlines calls of functions with one block, in `function` and its regions, as
/// the rewrite does. Composites stay.
static void inlineCalls(FunctionOpInterface function,
                        const SymbolTable &symbols) {
  size_t most = llvm::range_size(
      function->getParentOfType<ModuleOp>().getOps<FunctionOpInterface>());
  for (size_t depth = 0; depth < most; ++depth) {
    SmallVector<std::pair<Operation *, FunctionOpInterface>> calls;
    function->walk([&](Operation *op) {
      FunctionOpInterface callee = findCallee(op, symbols);
      if (callee && !findCompositeName(op) &&
          callee.getFunctionBody().hasOneBlock() && callee != function)
        calls.push_back({op, callee});
    });
    for (auto [call, callee] : calls) {
      OpBuilder builder(call);
      call->replaceAllUsesWith(cloneBody(callee, call->getOperands(), builder));
      call->erase();
    }
  }
}

static Block *findSeeds(FunctionOpInterface function) {
  Block *home = nullptr;
  function.walk([&](SeedOp seed) { home = seed->getBlock(); });
  return home;
}

/// Compares a public function of one block, whether or not it is a step. Calls
/// in `in`, which is a copy, are inlined as the rewrite did.
static LogicalResult checkPublic(FunctionOpInterface in,
                                 FunctionOpInterface out,
                                 const SymbolTable &symbols) {
  Block *home = findSeeds(out);
  Block *other = findSeeds(in);
  if (home || other) {
    inlineCalls(in, symbols);
    other = findSeeds(in);
  }
  if (!other != !home)
    return out.emitError("breaks \"only stored values lose bits\": its seeds "
                         "are ")
           << (home ? "new" : "gone");
  return SavedComparison(other ? *other : in.getFunctionBody().front(),
                         home ? *home : out.getFunctionBody().front())
      .run();
}

/// Compares two functions of one name. The rewrite changes only public
/// functions of one block.
static LogicalResult checkFunction(FunctionOpInterface in,
                                   FunctionOpInterface out,
                                   const SymbolTable &symbols) {
  if (in.getFunctionType() != out.getFunctionType())
    return out.emitError("breaks \"only stored values lose bits\": its type "
                         "changed");
  if (in.isPublic() && in.getFunctionBody().hasOneBlock() &&
      out.getFunctionBody().hasOneBlock())
    return checkPublic(in, out, symbols);
  if (OperationEquivalence::isEquivalentTo(
          in, out, OperationEquivalence::IgnoreLocations))
    return success();
  return out.emitError("breaks \"only stored values lose bits\": a function "
                       "has another body");
}

/// Compares all functions. Private functions that are no longer called may be
/// gone.
static LogicalResult checkSaved(ModuleOp before, ModuleOp after) {
  SymbolTable symbols(before), others(after);
  for (auto out : after.getOps<FunctionOpInterface>())
    if (out.isPublic() && !symbols.lookup(out.getName()))
      return out.emitError("breaks \"only stored values lose bits\": a public "
                           "function is new");
  for (auto in : before.getOps<FunctionOpInterface>()) {
    auto out = others.lookup<FunctionOpInterface>(in.getNameAttr());
    if (!out && in.isPublic())
      return after.emitError("breaks \"only stored values lose bits\": the "
                             "public function '")
             << in.getName() << "' is gone";
    if (out && failed(checkFunction(in, out, symbols)))
      return failure();
  }
  return success();
}

namespace {
struct RecordSaved : amp::impl::RecordSavedBase<RecordSaved> {
  using Base::Base;

  void runOnOperation() override {
    getAnalysis<RecordedModule<RecordSaved>>();
    markAllAnalysesPreserved();
  }
};

struct CheckSaved : amp::impl::CheckSavedBase<CheckSaved> {
  using Base::Base;

  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (failed(checkRecorded(input,
                             getCachedAnalysis<RecordedModule<RecordSaved>>(),
                             getOperation(),
                             "expects a record of the step; run "
                             "amp-record-saved first, or name its file",
                             checkSaved)))
      signalPassFailure();
  }
};
} // namespace
