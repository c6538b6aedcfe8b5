// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Walks two programs in lockstep. Ops marked amp.unpadded are looked through.
// Constants, iotas and broadcasts are compared at their uses, because there may
// be one per size. All other ops have the same order.
#include "lib/Shapes/check/CheckAlignment.h"
#include "amp/ShapesPasses.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/check/Attributes.h"
#include "lib/Shapes/check/DataMovement.h"
#include "lib/Shapes/check/LinalgRule.h"
#include "lib/Shapes/check/OpRules.h"
#include "lib/Shapes/check/States.h"
#include "lib/Shapes/check/StaticExamples.h"
#include "lib/Support/ParseBeside.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace mlir::amp {
#define GEN_PASS_DEF_CHECKALIGNMENT
#include "amp/ShapesPasses.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

static constexpr KindSet madeAnywhere = {OpKind::constant, OpKind::fill,
                                         OpKind::empty, OpKind::iota,
                                         OpKind::broadcast_in_dim};

namespace {
class Comparison {
public:
  LogicalResult compare(Region &given, Region &padded);

private:
  bool isAdded(Operation *op) {
    if (!added)
      added = StringAttr::get(op->getContext(), "amp.unpadded");
    return op->getDiscardableAttr(added) != nullptr;
  }
  bool isMadeAnywhere(Operation *op) {
    return madeAnywhere.contains(namedKindOf(op));
  }
  bool haveSameSuccessors(Operation *given, Operation *padded);
  LogicalResult skip(Block::iterator &at, Block &block);
  bool keepsFront(Operation *op, RankedTensorType type);
  LogicalResult compare(Block &given, Block &padded);
  LogicalResult compare(Operation *given, Operation *padded);
  LogicalResult pair(Value given, Value padded);
  LogicalResult compareOperand(Operation *reader, Value given, Value padded);
  LogicalResult compareMade(Operation *reader, Operation *given,
                            Operation *padded);
  LogicalResult differ(Operation *padded, Location given);

  StringAttr added;
  llvm::DenseMap<Value, Value> counterparts;  ///< by padded value
  llvm::DenseMap<Block *, Block *> positions; ///< by padded block
  PaddingValues padding;
};
} // namespace

LogicalResult Comparison::differ(Operation *padded, Location given) {
  InFlightDiagnostic error = padded->emitError();
  error << "breaks \"without its padding a program is what it was\": '"
        << padded->getName() << "' has another counterpart";
  error.attachNote(given) << "this one";
  return error;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

/// Returns true if a value of type `padded` may start with one of type `given`.
static bool maybeLonger(Type given, Type padded) {
  if (given == padded)
    return true;
  auto from = dyn_cast<RankedTensorType>(given);
  auto to = dyn_cast<RankedTensorType>(padded);
  return from && to && from.getElementType() == to.getElementType() &&
         from.getRank() == to.getRank() && from.hasStaticShape() &&
         to.hasStaticShape() &&
         llvm::all_of(llvm::zip_equal(from.getShape(), to.getShape()),
                      [](auto sizes) {
                        return std::get<0>(sizes) <= std::get<1>(sizes);
                      });
}

LogicalResult Comparison::pair(Value given, Value padded) {
  if (!maybeLonger(given.getType(), padded.getType())) {
    Operation *op = padded.getDefiningOp();
    return differ(op ? op : padded.getParentBlock()->getParentOp(),
                  given.getLoc());
  }
  counterparts[padded] = given;
  if (given.getType() == padded.getType())
    return success();
  auto from = cast<RankedTensorType>(given.getType());
  auto to = cast<RankedTensorType>(padded.getType());
  for (int64_t dim = 0; dim < from.getRank(); ++dim)
    if (from.getDimSize(dim) != to.getDimSize(dim))
      padding.find(padded, dim, from.getDimSize(dim)); // in program order: no
                                                       // recursion
  return success();
}

/// Returns true if an added op returns the leading slice of type `type`, given
/// an operand that starts with it.
bool Comparison::keepsFront(Operation *op, RankedTensorType type) {
  auto isAll = [&](StringRef name, int64_t number) {
    auto list = op->getAttrOfType<DenseI64ArrayAttr>(name);
    return list && llvm::all_of(list.asArrayRef(),
                                [&](int64_t n) { return n == number; });
  };
  if (isHlo(op, OpKind::pad))
    return isAll("edge_padding_low", 0) && isAll("interior_padding", 0);
  if (isHlo(op, OpKind::slice))
    return isAll("start_indices", 0) && isAll("strides", 1);
  if (keepsFrontOfTensor(op))
    return true;
  std::optional<Mask> mask = padding.findMask(op);
  return mask && mask->size == type.getDimSize(mask->dim);
}

LogicalResult Comparison::compareOperand(Operation *reader, Value given,
                                         Value padded) {
  for (;;) {
    if (!maybeLonger(given.getType(), padded.getType()))
      return differ(reader, given.getLoc());
    auto known = counterparts.find(padded);
    if (known != counterparts.end())
      return known->second == given ? success()
                                    : differ(reader, given.getLoc());
    Operation *op = padded.getDefiningOp();
    if (!op)
      return differ(reader, given.getLoc());
    if (isMadeAnywhere(op)) {
      Operation *maker = given.getDefiningOp();
      if (!maker || maker->getName() != op->getName())
        return differ(reader, given.getLoc());
      counterparts[padded] = given;
      return compareMade(reader, maker, op);
    }
    auto type = dyn_cast<RankedTensorType>(given.getType());
    if (!isAdded(op) || !type || !keepsFront(op, type))
      return differ(op, given.getLoc());
    padded = op->getOperand(isHlo(op, OpKind::select) ? 1 : 0);
  }
}

/// Compares values that exist in any size.
LogicalResult Comparison::compareMade(Operation *reader, Operation *given,
                                      Operation *padded) {
  if (!haveSameAttributes(given, padded))
    return differ(padded, given->getLoc());
  auto from = given->getAttrOfType<DenseElementsAttr>("value");
  auto to = padded->getAttrOfType<DenseElementsAttr>("value");
  if (from && to && !startsWith(to, from))
    return differ(padded, given->getLoc());
  if (!from && given->getAttr("value") != padded->getAttr("value"))
    return differ(padded, given->getLoc());
  for (auto [from, to] :
       llvm::zip_equal(given->getOperands(), padded->getOperands()))
    if (failed(compareOperand(reader, from, to)))
      return failure();
  if (given->getNumOperands() == 0)
    return success();
  return checkRule(given, padded, padding);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Returns true if both ops branch to the same positions in their regions.
bool Comparison::haveSameSuccessors(Operation *given, Operation *padded) {
  return llvm::equal(
      given->getSuccessors(), padded->getSuccessors(),
      [&](Block *from, Block *to) { return positions.lookup(to) == from; });
}

LogicalResult Comparison::compare(Operation *given, Operation *padded) {
  if (given->getName() != padded->getName() ||
      given->getNumOperands() != padded->getNumOperands() ||
      given->getNumResults() != padded->getNumResults() ||
      given->getNumRegions() != padded->getNumRegions() ||
      !haveSameSuccessors(given, padded) || !haveSameAttributes(given, padded))
    return differ(padded, given->getLoc());
  auto function = dyn_cast<FunctionOpInterface>(given);
  auto now = dyn_cast<FunctionOpInterface>(padded);
  if (function && failed(checkSignature(function, now, padding)))
    return failure();
  Value indices = findClamped(given, padded);
  for (auto [i, from, to] :
       llvm::enumerate(given->getOperands(), padded->getOperands()))
    if (failed(compareOperand(padded, from, indices && i == 1 ? indices : to)))
      return failure();
  for (auto [from, to] :
       llvm::zip_equal(given->getResults(), padded->getResults()))
    if (failed(pair(from, to)))
      return failure();
  for (auto [from, to] :
       llvm::zip_equal(given->getRegions(), padded->getRegions()))
    if (failed(compare(from, to)))
      return failure();
  if (function && failed(checkStates(function, now, padding)))
    return failure();
  return checkRule(given, padded, padding);
}

LogicalResult Comparison::skip(Block::iterator &at, Block &block) {
  for (; at != block.end() && (isAdded(&*at) || isMadeAnywhere(&*at)); ++at)
    if (auto function = dyn_cast<FunctionOpInterface>(&*at);
        function && failed(checkAdded(function)))
      return failure();
  return success();
}

LogicalResult Comparison::compare(Block &given, Block &padded) {
  if (given.getNumArguments() != padded.getNumArguments())
    return differ(padded.getParentOp(), given.getParentOp()->getLoc());
  for (auto [from, to] :
       llvm::zip_equal(given.getArguments(), padded.getArguments()))
    if (failed(pair(from, to)))
      return failure();
  for (auto from = given.begin(), to = padded.begin();; ++from, ++to) {
    if (failed(skip(from, given)) || failed(skip(to, padded)))
      return failure();
    if (from == given.end() && to == padded.end())
      return success();
    if (from == given.end() || to == padded.end())
      return differ(padded.getParentOp(), given.getParentOp()->getLoc());
    if (failed(compare(&*from, &*to)))
      return failure();
  }
}

LogicalResult Comparison::compare(Region &given, Region &padded) {
  if (given.getBlocks().size() != padded.getBlocks().size())
    return differ(padded.getParentOp(), given.getParentOp()->getLoc());
  for (auto [from, to] : llvm::zip_equal(given, padded))
    positions[&to] = &from;
  for (auto [from, to] : llvm::zip_equal(given, padded))
    if (failed(compare(from, to)))
      return failure();
  return success();
}

LogicalResult amp::shapes::checkAlignment(ModuleOp given, ModuleOp padded) {
  if (hasDynamicDims(given)) {
    Examples examples(given, padded);
    return failure(
        failed(examples.verify()) ||
        failed(Comparison().compare(examples.given->getBodyRegion(),
                                    examples.padded->getBodyRegion())));
  }
  return Comparison().compare(given.getBodyRegion(), padded.getBodyRegion());
}

namespace {
struct CheckAlignment : amp::impl::CheckAlignmentBase<CheckAlignment> {
  using Base::Base;

  void runOnOperation() override {
    OwningOpRef<ModuleOp> given = parseBeside(input, getOperation());
    if (!given || failed(checkAlignment(*given, getOperation())))
      signalPassFailure();
    markAllAnalysesPreserved();
  }
};
} // namespace
