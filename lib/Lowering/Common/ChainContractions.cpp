// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// %x = generic ins(%a, %b) outs(0); %y = generic ins(%c, %d) outs(0);
// generic ins(%x, %y) {addf}
//   ==>   %y = generic ins(%c, %d) outs(%x)
#include "lib/Cost/Chip.h"
#include "lib/Lowering/Common/Contraction.h"
#include "lib/Lowering/Common/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHAINCONTRACTIONS
#include "lib/Lowering/Common/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

/// Least number of waves of blocks of each contraction. Smaller contractions
/// are faster in parallel, in a merged launch.
static constexpr int64_t leastWaves = 2;

namespace {
/// A contraction, and the op that rounds its result, or null.
struct Term {
  GenericOp contraction, rounding;
};

/// Addition of two contractions' results in the body of an op that reads both.
struct Addition {
  arith::AddFOp op;
  unsigned input; // reader's input for the first result
  Value other;    // second result, in the body
  Term first;
  GenericOp head; // of the second sum; accumulates on zeros
};
} // namespace

/// Returns the op that rounds each element of its operand to `value`, or null.
static GenericOp roundingOf(Value value) {
  auto op = value.getDefiningOp<GenericOp>();
  if (!op || op.getNumReductionLoops() || op.getNumDpsInputs() != 1 ||
      op.getNumDpsInits() != 1 ||
      op.getIndexingMapsArray()[0] != op.getIndexingMapsArray()[1] ||
      !op.getIndexingMapsArray()[0].isIdentity())
    return nullptr;
  Block *body = op.getBody();
  auto cast =
      body->getTerminator()->getOperand(0).getDefiningOp<arith::TruncFOp>();
  return cast && cast.getIn() == body->getArgument(0) &&
                 body->getOperations().size() == 2
             ? op
             : nullptr;
}

/// Returns true if a tensor is not a slice of another tensor.
static bool isWhole(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (isa<tensor::ExtractSliceOp>(op))
      return false;
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return true;
}

/// Returns the contraction of which `value` is the result, rounded or not, if
/// `reader` is the only user and tensor cores compute it.
static std::optional<Term> termOf(Value value, Operation *reader,
                                  const Chip &chip) {
  Term term{nullptr, roundingOf(value)};
  if (!value.hasOneUse())
    return std::nullopt;
  if (term.rounding)
    value = term.rounding.getInputs()[0];
  auto op = value.getDefiningOp<GenericOp>();
  if (!op || !isContraction(op) || !isForTensorCores(op) ||
      !value.hasOneUse() || op->getBlock() != reader->getBlock() ||
      !llvm::all_of(op.getInputs(), isWhole))
    return std::nullopt;
  std::optional<MatmulSizes> sizes = productSizesOf(op);
  int64_t wave = MatmulSizes::resident * chip.gpu.count;
  if (!sizes || sizes->tiles() < leastWaves * wave)
    return std::nullopt;
  term.contraction = op;
  return term;
}

static bool startsFromZero(GenericOp op) {
  auto fill = op.getDpsInits()[0].getDefiningOp<linalg::FillOp>();
  return fill && matchPattern(fill.getInputs()[0], m_AnyZeroFloat());
}

/// Returns true if both have the same loops over operands of the same types.
static bool areAlike(GenericOp a, GenericOp b) {
  return a.getIndexingMaps() == b.getIndexingMaps() &&
         a.getIteratorTypes() == b.getIteratorTypes() &&
         a.getInputs().getTypes() == b.getInputs().getTypes() &&
         mayCutToTf32(a) == mayCutToTf32(b);
}

/// Returns the argument of `body` that `value` is, rounded or not, if neither
/// has other uses.
static BlockArgument argumentOf(Value value, Block *body) {
  if (auto rounding = value.getDefiningOp<arith::TruncFOp>();
      rounding && value.hasOneUse())
    value = rounding.getIn();
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == body && argument.hasOneUse()
             ? argument
             : nullptr;
}

/// Returns the first of the chained contractions that accumulate into `op`, in
/// its block and through results without other uses.
static GenericOp headOf(GenericOp op) {
  while (auto before = op.getDpsInits()[0].getDefiningOp<GenericOp>()) {
    if (!isContraction(before) || !areAlike(before, op) ||
        !before->hasOneUse() || before->getBlock() != op->getBlock())
      break;
    op = before;
  }
  return op;
}

static std::optional<Addition> additionIn(GenericOp reader, const Chip &chip) {
  Block *body = reader.getBody();
  SmallVector<AffineMap> maps = reader.getIndexingMapsArray();
  for (auto add : body->getOps<arith::AddFOp>()) {
    BlockArgument left = argumentOf(add.getLhs(), body);
    BlockArgument right = argumentOf(add.getRhs(), body);
    if (!left || !right || left == right)
      continue;
    unsigned i = left.getArgNumber(), j = right.getArgNumber();
    if (std::max(i, j) >= unsigned(reader.getNumDpsInputs()) ||
        maps[i] != maps[j])
      continue;
    std::optional<Term> a = termOf(reader.getInputs()[i], reader, chip);
    std::optional<Term> b = termOf(reader.getInputs()[j], reader, chip);
    if (!a || !b || a->contraction == b->contraction ||
        !areAlike(a->contraction, b->contraction))
      continue;
    GenericOp headOfA = headOf(a->contraction),
              headOfB = headOf(b->contraction);
    if (a->contraction->isBeforeInBlock(headOfB) && startsFromZero(headOfB))
      return Addition{add, i, add.getRhs(), *a, headOfB};
    if (b->contraction->isBeforeInBlock(headOfA) && startsFromZero(headOfA))
      return Addition{add, j, add.getLhs(), *b, headOfA};
  }
  return std::nullopt;
}

/// Chains the contractions, and returns `reader` without its first addend.
static GenericOp chain(GenericOp reader, Addition addition) {
  SmallVector<Value> inputs(reader.getInputs());
  SmallVector<AffineMap> maps = reader.getIndexingMapsArray();
  inputs.erase(inputs.begin() + addition.input);
  maps.erase(maps.begin() + addition.input);
  OpBuilder builder(reader);
  auto made = GenericOp::create(
      builder, reader.getLoc(), reader.getResultTypes(), inputs,
      reader.getOutputs(), maps, reader.getIteratorTypesArray(),
      /*bodyBuild=*/nullptr, llvm::to_vector(reader->getDiscardableAttrs()));
  addition.op.getResult().replaceAllUsesWith(addition.other);
  addition.op.erase();
  BlockArgument dropped = reader.getBody()->getArgument(addition.input);
  for (Operation *rounding : llvm::make_early_inc_range(dropped.getUsers()))
    rounding->erase();
  made.getRegion().takeBody(reader.getRegion());
  made.getBody()->eraseArgument(addition.input);
  reader.replaceAllUsesWith(made);
  reader.erase();
  if (addition.first.rounding)
    addition.first.rounding.erase();
  addition.head.getDpsInitsMutable()[0].set(
      addition.first.contraction.getResult(0));
  return made;
}

namespace {
struct ChainContractions : amp::impl::ChainContractionsBase<ChainContractions> {
  using Base::Base;

  void runOnOperation() override {
    const Chip *target = parseGpuTarget(chip, getOperation());
    if (!target)
      return signalPassFailure();
    SmallVector<GenericOp> readers;
    getOperation().walk([&](GenericOp op) { readers.push_back(op); });
    for (GenericOp reader : readers)
      while (std::optional<Addition> addition = additionIn(reader, *target))
        reader = chain(reader, *addition);
  }
};
} // namespace
