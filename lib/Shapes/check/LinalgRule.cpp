// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// linalg.matmul with padded K   ==>   zero padding in both operands
#include "lib/Shapes/check/LinalgRule.h"
#include "lib/OpModel/OpModel.h"
#include "lib/Shapes/check/Neutral.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static bool isAll(ArrayRef<int64_t> numbers, int64_t wanted) {
  return llvm::all_of(numbers, [&](int64_t n) { return n == wanted; });
}

bool amp::shapes::keepsFrontOfTensor(Operation *op) {
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return isAll(slice.getStaticOffsets(), 0) &&
           isAll(slice.getStaticStrides(), 1);
  auto pad = dyn_cast<tensor::PadOp>(op);
  return pad && isAll(pad.getStaticLow(), 0);
}

Attribute amp::shapes::findPadded(Operation *op) {
  auto pad = dyn_cast<tensor::PadOp>(op);
  Value behind = pad ? pad.getConstantPaddingValue() : Value();
  Attribute number;
  return behind && isAll(pad.getStaticLow(), 0) &&
                 matchPattern(behind, m_Constant(&number))
             ? number
             : Attribute();
}

/// Matches linalg.index < size ? element : constant.
std::optional<Mask> amp::shapes::findLinalgMask(Operation *op) {
  auto generic = dyn_cast<linalg::GenericOp>(op);
  if (!generic || op->getNumOperands() != 2 ||
      !llvm::all_of(generic.getIndexingMapsArray(),
                    [](AffineMap map) { return map.isIdentity(); }))
    return std::nullopt;
  Block &body = *generic.getBlock();
  Operation *select = body.getTerminator()->getOperand(0).getDefiningOp();
  if (!select || !isa<arith::SelectOp>(select) ||
      select->getOperand(1) != body.getArgument(0))
    return std::nullopt;
  Operation *compare = select->getOperand(0).getDefiningOp();
  auto predicate =
      compare ? compare->getAttrOfType<IntegerAttr>("predicate") : nullptr;
  if (!predicate || !isa<arith::CmpIOp>(compare) ||
      predicate.getInt() != 6) // ult
    return std::nullopt;
  auto index = compare->getOperand(0).getDefiningOp<linalg::IndexOp>();
  APInt size;
  Attribute outside;
  if (!index || !matchPattern(compare->getOperand(1), m_ConstantInt(&size)) ||
      !matchPattern(select->getOperand(2), m_Constant(&outside)))
    return std::nullopt;
  return Mask{static_cast<int64_t>(index.getDim()), size.getSExtValue(),
              outside};
}

static bool isZero(Attribute number) {
  auto f = dyn_cast_if_present<FloatAttr>(number);
  return f && f.getValue().isZero();
}

/// Returns true if an op may run on padding: it neither traps nor loads at
/// computed indices.
static bool isHarmless(Operation &op) {
  StringRef dialect = op.getName().getDialectNamespace();
  return op.hasTrait<OpTrait::IsTerminator>() || isa<linalg::IndexOp>(op) ||
         ((dialect == "arith" || dialect == "math") && isPure(&op));
}

static InFlightDiagnostic breaks(Operation *op) {
  return op->emitError() << "breaks \"nothing reads what is behind an end\": '"
                         << op->getName() << "' ";
}

std::optional<LogicalResult> amp::shapes::checkLinalg(Operation *given,
                                                      Operation *longer,
                                                      PaddingValues &padding) {
  auto from = dyn_cast<linalg::LinalgOp>(given);
  auto to = dyn_cast<linalg::LinalgOp>(longer);
  if (!from || !to)
    return std::nullopt;
  if (!llvm::all_of(*to.getBlock(), isHarmless))
    return breaks(longer) << "may fail there";
  bool isProduct = isContraction(lookupRow(given));
  auto iterators = from.getIteratorTypesArray();
  for (OpOperand &operand : longer->getOpOperands()) {
    unsigned number = operand.getOperandNumber();
    AffineMap map = to.getMatchingIndexingMap(&operand);
    ArrayRef<int64_t> sizes = from.getShape(&given->getOpOperand(number));
    for (auto [dim, size] : llvm::enumerate(to.getShape(&operand))) {
      if (size == sizes[dim])
        continue;
      auto loop = dyn_cast<AffineDimExpr>(map.getResult(dim));
      if (!loop)
        return breaks(longer) << "moves a window along dimension " << dim;
      if (iterators[loop.getPosition()] == utils::IteratorType::parallel)
        continue;
      Attribute filler = padding.find(operand.get(), dim, sizes[dim]);
      if (isProduct && !isZero(filler))
        return breaks(longer)
               << "sums over dimension " << dim << " of operand " << number
               << " and expects zeros behind index " << sizes[dim];
      if (!isProduct && (number != 0 || longer->getNumOperands() != 2 ||
                         !changesNothing(given, filler)))
        return breaks(longer) << "reduces dimension " << dim << " of operand "
                              << number << " and expects what changes nothing "
                              << "behind index " << sizes[dim];
    }
  }
  return success();
}
