// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// add %x, %c : f16, where %c was 1.0e+6   ==>   breaks "a low format holds …"
#include "lib/Verify/StatedRanges.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/Reach.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/match/Record.h"
#include "lib/Verify/permissions/Roles.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Ops that saturate: large operands have the result of infinity.
static constexpr KindSet saturating = {OpKind::erf, OpKind::exponential,
                                       OpKind::logistic, OpKind::tanh};

bool StatedRanges::saturates(Operation *op) {
  return saturating.contains(kindOf(op));
}

//===----------------------------------------------------------------------===//
// Declared values
//===----------------------------------------------------------------------===//

static RangeAttr findRange(Attribute said, unsigned number) {
  if (auto all = dyn_cast_if_present<ArrayAttr>(said))
    said = number < all.size() ? all[number] : Attribute();
  return dyn_cast_if_present<RangeAttr>(said);
}

void StatedRanges::record(Operation *op, DictionaryAttr said) {
  Attribute range =
      said.empty() ? Attribute() : said.get(AmpDialect::rangeAttrName);
  auto state = [&](Value value, RangeAttr found, bool isFirst) {
    if (found && (isFirst || found.getRecorded()))
      stated[value] = found;
  };
  auto function = op->getNumRegions() ? dyn_cast<FunctionOpInterface>(op)
                                      : FunctionOpInterface();
  if (function && !function.isExternal())
    for (BlockArgument argument : function.getArguments()) {
      unsigned number = argument.getArgNumber();
      auto declared = function.getArgAttrOfType<RangeAttr>(
          number, AmpDialect::rangeAttrName);
      state(argument, declared ? declared : findRange(range, number),
            function.isPublic());
    }
  else if (range && op->getNumRegions() == 0)
    for (OpResult result : op->getResults())
      state(result, findRange(range, result.getResultNumber()),
            /*isFirst=*/false);
}

RangeAttr StatedRanges::findDeclared(Value value) const {
  RangeAttr range = stated.lookup(value);
  return range && !range.getRecorded() ? range : RangeAttr();
}

bool StatedRanges::hasRecorded() const {
  return llvm::any_of(stated,
                      [](auto &entry) { return entry.second.getRecorded(); });
}

//===----------------------------------------------------------------------===//
// Lost values
//===----------------------------------------------------------------------===//

void StatedRanges::add(Operation *op, Value value, RangeAttr range) {
  auto type = cast<FloatType>(getElementTypeOrSelf(value.getType()));
  double most = std::max(-range.getLo().convertToDouble(),
                         range.getHi().convertToDouble());
  APFloat rounded(most);
  bool losesInfo;
  rounded.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &losesInfo);
  bool overflows = rounded.isInfinity() && std::isfinite(most);
  if ((overflows && !saturates(op)) || (rounded.isZero() && most != 0))
    losses.push_back(
        {op, value, /*isStated=*/true, llvm::formatv("{0:e1}", most).str()});
}

/// Returns the operand of an added cast, or the value itself.
static Value findSource(Value value) {
  Operation *cast = value.getDefiningOp();
  return cast && isFloatConvert(cast) ? cast->getOperand(0) : value;
}

void StatedRanges::readLow(OpOperand &operand) {
  Value value = operand.get(), source = findSource(value);
  if (auto known = stated.find(source); known != stated.end())
    add(operand.getOwner(), value, known->second);
  Operation *counter = source.getDefiningOp();
  auto dimension = counter && counter->getNumOperands() == 0
                       ? counter->getAttrOfType<IntegerAttr>("iota_dimension")
                       : IntegerAttr();
  auto type = dyn_cast<RankedTensorType>(value.getType());
  if (!dimension || !type)
    return;
  int64_t last = type.getDimSize(dimension.getInt()) - 1;
  unsigned precision = APFloat::semanticsPrecision(
      cast<FloatType>(type.getElementType()).getFloatSemantics());
  if (last > int64_t(1) << precision)
    losses.push_back({operand.getOwner(), value, /*isStated=*/false,
                      llvm::formatv("integers up to {0}", last).str()});
}

void StatedRanges::readLow(OpOperand &operand, Attribute constant) {
  Operation *op = operand.getOwner(), *maker = operand.get().getDefiningOp();
  if (!maker || !isConstant(maker))
    return;
  unrounded[operand.get()] = constant;
  Attribute now = readConstant(maker).value;
  auto [known, isNew] =
      constants.try_emplace({constant, now}, ConstantLoss::none);
  if (isNew)
    known->second = findLoss(constant, now);
  bool overflows = known->second == ConstantLoss::overflows;
  if ((overflows && !saturates(op)) || known->second == ConstantLoss::vanishes)
    losses.push_back(
        {op, operand.get(), /*isStated=*/false,
         overflows ? "a larger constant" : "a constant that is not zero"});
}

void StatedRanges::makeLow(OpResult result) {
  if (auto known = stated.find(result); known != stated.end())
    add(result.getOwner(), result, known->second);
}

LogicalResult StatedRanges::check(const ProgramGraph &graph,
                                  const Roles &roles) const {
  if (losses.empty())
    return success();
  SmallVector<Value> seeds;
  for (Operation *op : roles.marks)
    if (findMark(op) == "amp.seed")
      llvm::append_range(seeds, op->getResults());
  Reach flow(graph);
  Reached seeded = flow.forth(seeds, [](Operation *op) { return false; });
  for (const Loss &loss : losses)
    if (!loss.isStated || !flow.contains(seeded, loss.value))
      return breaks(loss.op, Guarantee::ranges)
             << "expects a format that holds " << loss.why << ", but got "
             << getElementTypeOrSelf(loss.value.getType());
  return success();
}
