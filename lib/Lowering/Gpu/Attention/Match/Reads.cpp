// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// generic {yield %in} (d0, d1) -> (d1)   ==>   read (i, j) of the result is
//                                              read (j) of the input
#include "lib/Lowering/Gpu/Attention/Match/Reads.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;

GenericOp mlir::amp::lowering::elementwiseOf(Value tensor) {
  auto op = tensor.getDefiningOp<GenericOp>();
  if (!op || op.getNumReductionLoops() || op.getNumResults() != 1)
    return nullptr;
  OpOperand *out = op.getDpsInitOperand(0);
  if (op.payloadUsesValueFromOperand(out) ||
      !op.getMatchingIndexingMap(out).isPermutation())
    return nullptr;
  return op;
}

Read mlir::amp::lowering::inputOf(GenericOp op, OpOperand &input,
                                  const Read &result) {
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  AffineMap loops = inversePermutation(out).compose(result.map);
  return {input.get(), op.getMatchingIndexingMap(&input).compose(loops)};
}

bool mlir::amp::lowering::isKernelFloat(Type type) {
  return type.isF32() || type.isF16() || type.isBF16();
}

/// Returns the operand that the body of `op` yields unchanged.
static OpOperand *copiedBy(GenericOp op) {
  auto yielded =
      dyn_cast<BlockArgument>(op.getBody()->getTerminator()->getOperand(0));
  if (!yielded || yielded.getOwner() != op.getBody() ||
      yielded.getArgNumber() >= op.getNumDpsInputs())
    return nullptr;
  return op.getDpsInputOperand(yielded.getArgNumber());
}

Read mlir::amp::lowering::allOf(Value tensor) {
  auto rank = cast<ShapedType>(tensor.getType()).getRank();
  return {tensor, AffineMap::getMultiDimIdentityMap(rank, tensor.getContext())};
}

Read mlir::amp::lowering::sourceOf(Read read) {
  while (GenericOp op = elementwiseOf(read.tensor)) {
    OpOperand *copied = copiedBy(op);
    if (!copied)
      break;
    Read source = inputOf(op, *copied, read);
    if (!source.map.isProjectedPermutation())
      break;
    read = source;
  }
  return read;
}

Applied mlir::amp::lowering::appliedAt(const Read &read) {
  GenericOp op = elementwiseOf(read.tensor);
  Applied applied;
  if (!op || op.getBody()->getOperations().size() != 2)
    return applied;
  Operation *inner = &op.getBody()->front();
  if (inner->getNumResults() != 1 ||
      op.getBody()->getTerminator()->getOperand(0) != inner->getResult(0))
    return applied;
  for (Value operand : inner->getOperands()) {
    auto argument = dyn_cast<BlockArgument>(operand);
    if (!argument || argument.getOwner() != op.getBody())
      return {};
    applied.operands.push_back(sourceOf(
        inputOf(op, *op.getDpsInputOperand(argument.getArgNumber()), read)));
  }
  applied.op = inner;
  return applied;
}

std::optional<Read> mlir::amp::lowering::multipliedBy(
    const Read &read, llvm::function_ref<bool(const Read &)> isVariable,
    llvm::function_ref<bool(const Read &)> isFixed) {
  Applied applied = appliedAt(read);
  ArrayRef<Read> operands = applied.operands;
  auto choose = [&](unsigned i, unsigned fixed) -> std::optional<Read> {
    if (isVariable(operands[i]) && isFixed(operands[fixed]))
      return operands[i];
    return std::nullopt;
  };
  if (isa_and_nonnull<arith::ExtFOp, arith::TruncFOp>(applied.op))
    return isVariable(operands[0]) ? std::optional(operands[0]) : std::nullopt;
  if (isa_and_nonnull<arith::DivFOp>(applied.op))
    return choose(0, 1);
  if (isa_and_nonnull<arith::MulFOp>(applied.op)) {
    std::optional<Read> left = choose(0, 1);
    return left ? left : choose(1, 0);
  }
  if (isa_and_nonnull<arith::SelectOp>(applied.op))
    for (unsigned i : {1, 2})
      if (numberOf(operands[3 - i].tensor) == 0.0)
        return choose(i, 0);
  return std::nullopt;
}

TypedAttr mlir::amp::lowering::constantOf(Value tensor) {
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    tensor = fill.getInputs()[0];
  TypedAttr constant;
  if (!matchPattern(tensor, m_Constant(&constant)))
    return {};
  auto elements = dyn_cast<DenseElementsAttr>(constant);
  if (!elements)
    return isa<ShapedType>(constant.getType()) ? TypedAttr() : constant;
  if (!elements.isSplat())
    return {};
  return cast<TypedAttr>(elements.getSplatValue<Attribute>());
}

/// Returns the constant from which a float conversion computes `tensor`,
/// rounded to the type of `tensor`.
static std::optional<double> convertedNumber(Value tensor) {
  auto type = dyn_cast<ShapedType>(tensor.getType());
  if (!type || !type.hasRank())
    return std::nullopt;
  Applied applied = appliedAt(allOf(tensor));
  if (!isa_and_nonnull<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp,
                       arith::UIToFPOp>(applied.op))
    return std::nullopt;
  const Read &from = applied.operands[0];
  std::optional<double> number = numberOf(from.tensor); // as unsigned
  if (!number ||
      (isa<arith::SIToFPOp>(applied.op) &&
       *number >= std::ldexp(1, from.type().getIntOrFloatBitWidth() - 1)))
    return std::nullopt;
  APFloat rounded(*number);
  bool ignored;
  rounded.convert(cast<FloatType>(type.getElementType()).getFloatSemantics(),
                  APFloat::rmNearestTiesToEven, &ignored);
  return rounded.convertToDouble();
}

std::optional<double> mlir::amp::lowering::numberOf(Value tensor) {
  TypedAttr constant = constantOf(tensor);
  if (auto number = dyn_cast_if_present<FloatAttr>(constant))
    return number.getValueAsDouble();
  if (auto number = dyn_cast_if_present<IntegerAttr>(constant))
    return number.getValue().roundToDouble(/*isSigned=*/false);
  return constant ? std::nullopt : convertedNumber(tensor);
}

/// Returns true if the body of `op` is `combiner`(out, in).
template <typename Combiner> static bool combines(GenericOp op) {
  Block *body = op.getBody();
  auto combiner =
      body->getTerminator()->getOperand(0).getDefiningOp<Combiner>();
  if (!combiner || combiner->getBlock() != body ||
      body->getOperations().size() != 2)
    return false;
  Value in = body->getArgument(0), out = body->getArgument(1);
  Value left = combiner.getLhs(), right = combiner.getRhs();
  return (left == in && right == out) || (left == out && right == in);
}

template <typename Combiner>
FailureOr<Read> mlir::amp::lowering::reducedBy(const Read &read, double init,
                                               unsigned loop) {
  auto op = read.tensor.getDefiningOp<GenericOp>();
  if (!op || op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      op.getNumReductionLoops() != 1 || !combines<Combiner>(op))
    return failure();
  std::optional<double> start = numberOf(op.getDpsInits()[0]);
  if (!start || *start != init) // -0 is 0
    return failure();
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  if (!out.isProjectedPermutation())
    return failure();
  SmallVector<AffineExpr> loops(op.getNumLoops(),
                                getAffineDimExpr(loop, op.getContext()));
  for (auto [expr, from] : llvm::zip(out.getResults(), read.map.getResults()))
    loops[cast<AffineDimExpr>(expr).getPosition()] = from;
  auto all = AffineMap::get(read.map.getNumDims(), 0, loops, op.getContext());
  OpOperand *input = op.getDpsInputOperand(0);
  return sourceOf(
      {input->get(), op.getMatchingIndexingMap(input).compose(all)});
}

template FailureOr<Read>
mlir::amp::lowering::reducedBy<arith::AddFOp>(const Read &, double, unsigned);
template FailureOr<Read>
mlir::amp::lowering::reducedBy<arith::OrIOp>(const Read &, double, unsigned);
template FailureOr<Read>
mlir::amp::lowering::reducedBy<arith::MaximumFOp>(const Read &, double,
                                                  unsigned);
