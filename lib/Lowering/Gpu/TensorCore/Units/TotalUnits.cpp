// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// generic ins(%x) outs(%sum) {addf}
//   ==>   fill outs(%parts); generic ins(%x) outs(%parts[0]) {addf}
//   and   generic ins(%parts) outs(%sum) {addf}
#include "lib/Lowering/Gpu/TensorCore/Units/TotalUnits.h"
#include "lib/Lowering/Gpu/TensorCore/Combiner.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitCalls.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::GenericOp;
using linalg::LinalgOp;

static bool isConstant(Value value) {
  return matchPattern(value, m_Constant());
}

/// Returns true if `op` has one element per parallel iteration, of a type that
/// shuffles support.
static bool sumsToPlaces(GenericOp op) {
  if (op.getNumDpsInits() != 1 || combinersOf(op).empty())
    return false;
  AffineMap map = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto type = cast<MemRefType>(op.getDpsInits()[0].getType());
  return map.isProjectedPermutation() &&
         map.getNumResults() == op.getNumParallelLoops() &&
         type.hasStaticShape() && type.getElementType().isIntOrFloat() &&
         type.getElementTypeBitWidth() <= 32;
}

/// Returns true if `op` reads only constants and arguments that the fusion
/// group does not write.
static bool readsArguments(GenericOp op) {
  auto isKnown = [&](Value value) {
    return isConstant(value) || isa<BlockArgument>(value);
  };
  for (OpOperand *input : op.getDpsInputOperands()) {
    Value value = input->get();
    if (!isKnown(value) || llvm::any_of(value.getUses(), [](OpOperand &use) {
          auto user = dyn_cast<LinalgOp>(use.getOwner());
          return !user || user.isDpsInit(&use);
        }))
      return false;
  }
  WalkResult walk = op.getRegion().walk([&](Operation *inner) {
    for (Value value : inner->getOperands())
      if (!op.getRegion().isAncestor(value.getParentRegion()) &&
          !isConstant(value))
        return WalkResult::interrupt();
    return WalkResult::advance();
  });
  return !walk.wasInterrupted();
}

/// Returns true if `op` is elementwise on the result of `sum`.
static bool followsEach(LinalgOp op, GenericOp sum) {
  auto type = cast<MemRefType>(sum.getDpsInits()[0].getType());
  return sum->isBeforeInBlock(op) && !op.getNumReductionLoops() &&
         ArrayRef(op.getStaticLoopRanges()) == type.getShape();
}

GenericOp amp::lowering::summingOp(func::FuncOp unit) {
  GenericOp sum;
  for (Operation &op : unit.front())
    if (auto generic = dyn_cast<GenericOp>(op);
        generic && generic.getNumReductionLoops()) {
      if (sum)
        return nullptr;
      sum = generic;
    }
  if (!sum || !sumsToPlaces(sum) || !readsArguments(sum))
    return nullptr;
  for (Operation &op : unit.front().without_terminator()) {
    if (&op == sum || isa<memref::AllocOp>(op) || isPure(&op))
      continue;
    auto fill = dyn_cast<linalg::FillOp>(op);
    if (fill && fill.output() == sum.getDpsInits()[0])
      continue;
    auto after = dyn_cast<LinalgOp>(op);
    if (!after || !followsEach(after, sum))
      return nullptr;
  }
  return sum;
}

MemRefType amp::lowering::partsOf(GenericOp op, int64_t places) {
  auto type = cast<MemRefType>(op.getDpsInits()[0].getType());
  SmallVector<int64_t> shape = {places};
  llvm::append_range(shape, type.getShape());
  return MemRefType::get(shape, type.getElementType());
}

void amp::lowering::writeParts(OpBuilder &builder, GenericOp op, Value parts,
                               IRMapping &values) {
  Location loc = op.getLoc();
  Value neutral = arith::ConstantOp::create(
      builder, loc, *arith::getNeutralElement(combinersOf(op).front()));
  linalg::FillOp::create(builder, loc, neutral, parts);
  SmallVector<Value> inputs;
  for (Value input : op.getInputs())
    inputs.push_back(values.lookup(input));
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.back() = maps.back().insertResult(builder.getAffineConstantExpr(0), 0);
  auto first = GenericOp::create(builder, loc, TypeRange(), inputs, parts, maps,
                                 op.getIteratorTypesArray());
  first->setAttr(partsAttrName, builder.getUnitAttr());
  builder.cloneRegionBefore(op.getRegion(), first.getRegion(),
                            first.getRegion().end(), values);
}

/// Reduces the first dim of `parts` into `results`, by the combiner of `op`.
static void writeTotal(OpBuilder &builder, GenericOp op, Value parts,
                       Value results) {
  unsigned rank = cast<MemRefType>(parts.getType()).getRank();
  AffineMap all = builder.getMultiDimIdentityMap(rank);
  SmallVector<utils::IteratorType> loops(rank, utils::IteratorType::parallel);
  loops.front() = utils::IteratorType::reduction;
  GenericOp::create(builder, op.getLoc(), TypeRange(), parts, results,
                    {all, all.dropResult(0)}, loops,
                    [&](OpBuilder &body, Location loc, ValueRange both) {
                      Operation *last = body.clone(*combinersOf(op).front());
                      last->setOperands(both);
                      linalg::YieldOp::create(body, loc, last->getResult(0));
                    });
}

func::FuncOp amp::lowering::sumParts(func::FuncOp unit, GenericOp op,
                                     MemRefType parts) {
  SmallVector<Type> types(unit.getArgumentTypes());
  types.push_back(parts);
  func::FuncOp result = createLike(unit, types);
  Block *body = &result.front();
  auto builder = OpBuilder::atBlockBegin(body);
  // a contraction becomes a reduction of partial sums
  result->setAttr("amp.unit", builder.getStringAttr("reduction"));
  IRMapping values;
  values.map(unit.getArguments(), body->getArguments().drop_back());
  for (Operation &inner : unit.front()) {
    if (&inner == op)
      writeTotal(builder, op, body->getArguments().back(),
                 values.lookup(op.getDpsInits()[0]));
    else
      builder.clone(inner, values);
  }
  return result;
}
