// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Kernels/Rows.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/Units/TotalUnits.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;
using linalg::LinalgOp;

/// Rows longer than `maxLength` use one block each only if there are
/// `manyRows`.
static constexpr int64_t maxLength = 1 << 13, manyRows = 64;

int64_t Rows::count() const {
  int64_t count = 1;
  for (int64_t size : outer)
    count *= size;
  return count;
}

/// Returns the map to the dims of a row, without the index within the row.
static AffineMap rowMap(unsigned loops, MLIRContext *context) {
  return AffineMap::getMultiDimIdentityMap(loops, context)
      .dropResult(loops - 1);
}

/// Returns true if `op` reduces the innermost loop only, and threads can
/// combine partial results.
static bool sumsRows(LinalgOp op) {
  auto generic = dyn_cast<GenericOp>(*op);
  unsigned loops = op.getNumLoops();
  if (!generic || op.getNumReductionLoops() != 1 ||
      op.getIteratorTypesArray().back() != utils::IteratorType::reduction ||
      combinersOf(generic).empty())
    return false;
  for (OpOperand &out : op.getDpsInitsMutable()) {
    auto type = cast<MemRefType>(out.get().getType()).getElementType();
    if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 32 ||
        op.getMatchingIndexingMap(&out) != rowMap(loops, op.getContext()))
      return false;
  }
  // not a matmul, which reads each element many times
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return op.getMatchingIndexingMap(input).isIdentity();
  });
}

/// Returns true if `op` has neither complex numbers nor gathers: a lane past
/// the end of its row computes on zeros, and must not load.
static bool hasPlainElements(LinalgOp op) {
  return llvm::all_of(op->getOperands(),
                      [](Value operand) {
                        return getElementTypeOrSelf(operand).isIntOrFloat();
                      }) &&
         !op->walk([](memref::LoadOp) {
              return WalkResult::interrupt();
            }).wasInterrupted();
}

bool amp::lowering::sumsColumns(GenericOp op) {
  unsigned loops = op.getNumLoops(), kept = op.getNumParallelLoops();
  SmallVector<utils::IteratorType> types = op.getIteratorTypesArray();
  if (!op->hasAttr(partsAttrName) || op.getNumDpsInits() != 1 || kept == 0 ||
      kept == loops || types.back() != utils::IteratorType::parallel ||
      llvm::count(ArrayRef(types).take_front(kept - 1),
                  utils::IteratorType::parallel) != kept - 1 ||
      combinersOf(op).empty() || !hasPlainElements(op))
    return false;
  OpOperand &out = *op.getDpsInitOperand(0);
  AffineMap map = op.getMatchingIndexingMap(&out);
  auto type = dyn_cast<MemRefType>(out.get().getType());
  if (!type || type.getElementTypeBitWidth() > 32 ||
      map.getNumResults() != kept + 1)
    return false;
  AffineMap dims = map.dropResult(0);
  return dims.isProjectedPermutation() &&
         llvm::all_of(llvm::enumerate(types), [&](auto entry) {
           return dims.isFunctionOfDim(entry.index()) ==
                  (entry.value() == utils::IteratorType::parallel);
         });
}

/// Returns true if `op` fills the initial value of column sums, and nothing
/// else uses it.
static bool fillsColumns(Operation *op) {
  auto fill = dyn_cast<linalg::FillOp>(op);
  return fill && !fill.output().hasOneUse() &&
         llvm::all_of(fill.output().getUses(), [&](OpOperand &use) {
           auto sum = dyn_cast<GenericOp>(use.getOwner());
           return use.getOwner() == fill ||
                  (sum && sum.isDpsInit(&use) && sumsColumns(sum));
         });
}

std::optional<RowPart> amp::lowering::partOf(Operation *op, const Rows &rows) {
  auto linalgOp = dyn_cast<LinalgOp>(op);
  if (!linalgOp || !isa<GenericOp, linalg::FillOp>(op))
    return std::nullopt;
  if (fillsColumns(op))
    return RowPart::Columns;
  SmallVector<int64_t> sizes = linalgOp.getStaticLoopRanges();
  bool isWhole = ArrayRef(sizes) == ArrayRef(rows.outer);
  if (!isWhole && (sizes.empty() || sizes.back() != rows.length ||
                   ArrayRef(sizes).drop_back() != ArrayRef(rows.outer)))
    return std::nullopt;
  if (!isWhole && !hasPlainElements(linalgOp))
    return std::nullopt;
  auto generic = dyn_cast<GenericOp>(op);
  if (!isWhole && generic && sumsColumns(generic))
    return RowPart::Columns;
  if (linalgOp.getNumReductionLoops())
    return !isWhole && sumsRows(linalgOp) ? std::optional(RowPart::Sums)
                                          : std::nullopt;
  for (OpOperand &out : linalgOp.getDpsInitsMutable())
    if (!linalgOp.getMatchingIndexingMap(&out).isIdentity())
      return std::nullopt;
  return isWhole ? RowPart::Whole : RowPart::Elements;
}

static std::optional<Rows> spaceOf(ArrayRef<Operation *> ops) {
  for (Operation *op : ops) {
    auto linalgOp = dyn_cast<LinalgOp>(op);
    if (!linalgOp)
      return std::nullopt;
    if (!linalgOp.getNumReductionLoops())
      continue;
    Rows rows;
    rows.outer = linalgOp.getStaticLoopRanges();
    rows.length = rows.outer.pop_back_val();
    return rows;
  }
  return std::nullopt;
}

/// Returns the outputs of `ops`, each root buffer with the memref that
/// represents it; none if a root has two memrefs.
static std::optional<llvm::SmallDenseMap<Value, Value>>
writtenBy(ArrayRef<Operation *> ops) {
  llvm::SmallDenseMap<Value, Value> written;
  for (Operation *op : ops)
    for (Value out : cast<LinalgOp>(op).getDpsInits()) {
      auto [known, isNew] = written.try_emplace(bufferOf(out), out);
      if ((!isNew && known->second != out) || !isPlain(out.getType()))
        return std::nullopt;
    }
  return written;
}

/// Returns true if `op` accesses written buffers only in the row of its
/// iteration, and at its element if they have one value per element.
static bool staysInRow(LinalgOp op,
                       const llvm::SmallDenseMap<Value, Value> &written) {
  Effects effects = effectsOf(op);
  unsigned loops = op.getNumLoops();
  for (OpOperand &operand : op->getOpOperands()) {
    if (!isa<MemRefType>(operand.get().getType()))
      continue;
    Value root = bufferOf(operand.get());
    effects.reads.erase(root);
    auto generic = dyn_cast<GenericOp>(*op);
    if (op.isDpsInit(&operand) &&
        (fillsColumns(op) || (generic && sumsColumns(generic))))
      continue; // partial sums, which the fusion group does not read
    auto found = written.find(root);
    if (found == written.end())
      continue;
    AffineMap map = op.getMatchingIndexingMap(&operand);
    if (operand.get() != found->second ||
        (!map.isIdentity() &&
         (!loops || map != rowMap(loops, op.getContext()))))
      return false;
  }
  op->walk([&](memref::LoadOp load) { // a gather
    effects.reads.insert(bufferOf(load.getMemRef()));
  });
  for (Value buffer : loadedFor(op))
    effects.reads.insert(buffer);
  return llvm::none_of(effects.reads,
                       [&](Value root) { return written.contains(root); });
}

std::optional<Rows> amp::lowering::rowsOf(ArrayRef<Operation *> ops) {
  std::optional<Rows> rows = spaceOf(ops);
  if (!rows || rows->length < 2 ||
      (rows->length > maxLength && rows->count() < manyRows))
    return std::nullopt;
  for (Operation *op : ops)
    if (!partOf(op, *rows))
      return std::nullopt;
  auto written = writtenBy(ops);
  if (!written)
    return std::nullopt;
  for (Operation *op : ops)
    if (!staysInRow(cast<LinalgOp>(op), *written))
      return std::nullopt;
  return rows;
}
