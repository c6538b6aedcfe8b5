// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Library/ConvolutionUnit.h"
#include "lib/Lowering/Gpu/TensorCore/Units/UnitEffects.h"
#include "lib/Lowering/Gpu/Units/Units.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/ViewLikeInterface.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using linalg::LinalgOp;

MemRefType ConvolutionUnit::typeOf(const LibraryArray &array) const {
  return MemRefType::get(array.shape, getElementTypeOrSelf(op->getOperand(0)));
}

bool ConvolutionUnit::isReady(const LibraryArray &array) const {
  Value value = operandOf(array);
  return array.order.isIdentity() && isPlain(value.getType()) &&
         !value.getDefiningOp<ViewLikeOpInterface>() &&
         value.getType() == typeOf(array);
}

LinalgOp amp::lowering::convolutionIn(func::FuncOp unit) {
  for (auto op : unit.getOps<LinalgOp>())
    if (op.getNumReductionLoops())
      return hasWindow(op) ? op : LinalgOp();
  return nullptr;
}

/// Returns the fill of the output of `op`, if it writes 0 and no other op
/// before `op` has side effects, except allocations.
static linalg::FillOp fillBefore(LinalgOp op) {
  linalg::FillOp found;
  for (Operation &before : *op->getBlock()) {
    if (&before == op)
      return found;
    auto fill = dyn_cast<linalg::FillOp>(before);
    if (fill && !found && fill.output() == op.getDpsInits()[0] &&
        matchPattern(fill.value(), m_AnyZeroFloat()))
      found = fill;
    else if (!isPure(&before) && !isa<memref::AllocOp>(before))
      return nullptr;
  }
  return nullptr;
}

/// Returns true if all elementwise users of `op`'s result first round it to
/// `type`, until it is overwritten.
static bool isRoundedTo(Type type, LinalgOp op) {
  Value result = op.getDpsInits()[0];
  bool isRead = false;
  for (Operation *after = op->getNextNode(); after;
       after = after->getNextNode()) {
    bool isOverwritten = false;
    for (OpOperand &operand : after->getOpOperands()) {
      if (!isa<MemRefType>(operand.get().getType()) ||
          wholeOf(operand.get()) != wholeOf(result))
        continue;
      auto reader = dyn_cast<linalg::GenericOp>(after);
      if (!reader || operand.get() != result)
        return false;
      BlockArgument element = reader.getMatchingBlockArgument(&operand);
      for (Operation *user : element.getUsers())
        if (!isa<arith::TruncFOp>(user) || user->getResult(0).getType() != type)
          return false;
      isRead |= !element.use_empty();
      isOverwritten |= reader.isDpsInit(&operand);
    }
    if (isOverwritten)
      return isRead;
  }
  return isRead && !isa<BlockArgument>(wholeOf(result));
}

static bool isPartOfArgument(Value memref) {
  while (auto view = memref.getDefiningOp<ViewLikeOpInterface>()) {
    if (view->getNumOperands() != 1)
      return false;
    memref = view.getViewSource();
  }
  return isa<BlockArgument>(memref);
}

FailureOr<ConvolutionUnit>
amp::lowering::readConvolutionUnit(func::FuncOp unit, std::string &why) {
  ConvolutionUnit read;
  read.op = convolutionIn(unit);
  FailureOr<LibraryConvolution> convolution = convolutionOf(read.op, why);
  if (failed(convolution))
    return failure();
  read.convolution = *convolution;
  for (Value factor : read.op.getDpsInputs())
    if (!isPartOfArgument(factor))
      return why = "a factor is local, or begins where only the run knows",
             failure();
  read.fill = fillBefore(read.op);
  if (!read.fill)
    return why = "its sum starts from other than zeros", failure();
  Type type = getElementTypeOrSelf(read.op->getOperand(0));
  if (!type.isF32() && !isRoundedTo(type, read.op))
    return why = "cuDNN has no convolution of 16-bit factors whose result is "
                 "f32",
           failure();
  return read;
}
