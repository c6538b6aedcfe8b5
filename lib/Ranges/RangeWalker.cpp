// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = exponential %0   // [0, 1]
// %2 = add %1, %1       ==>   [0, 2]
#include "lib/Ranges/RangeWalker.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Ranges/Constants.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

/// The largest factor that loss scaling gives a seed.
static constexpr double largestScale = 0x1p24;

/// Returns true if values of this type have a range.
static bool isNumeric(Type type) {
  Type element = elementOf(type);
  return isa<FloatType>(element) || element.isIntOrIndex();
}

//===----------------------------------------------------------------------===//
// Facts about a value
//===----------------------------------------------------------------------===//

const Range &RangeAnalysis::of(Value value) const {
  return ranges[numbers.lookup(value)];
}

const Range &RangeWalker::of(Value value) const { return analysis.of(value); }

const Format &RangeWalker::formatOf(Type type) {
  Type element = elementOf(type);
  auto [known, isNew] = formats.try_emplace(element);
  if (isNew)
    known->second = Format::of(element);
  return known->second;
}

void RangeWalker::set(Value value, Range range) {
  if (!isNumeric(value.getType()))
    return;
  range = fitted(range, formatOf(value.getType()));
  analysis.numbers[value] = numberOf(range);
}

/// Most values have the range of the one before, or one that nobody knows: they
/// share it, so that those of a large program stay in the cache.
unsigned RangeWalker::numberOf(const Range &range) {
  for (unsigned number : {0u, lastNumber})
    if (analysis.ranges[number] == range)
      return number;
  lastNumber = analysis.ranges.size();
  analysis.ranges.push_back(range);
  return lastNumber;
}

void RangeWalker::setUnknown(ValueRange values) {
  for (Value value : values)
    set(value, {});
}

/// Applies `amp.range`: bounds if it is declared, the reach if a run recorded
/// it.
static Range withStated(Range range, RangeAttr stated) {
  double lo = stated.getLo().convertToDouble();
  double hi = stated.getHi().convertToDouble();
  range.reachLo = std::min<double>(lo, 0.0);
  range.reachHi = std::max<double>(hi, 0.0);
  if (stated.getRecorded()) {
    range.isRecorded = true;
    return range;
  }
  range.lo = std::max<double>(range.lo, lo);
  range.hi = std::min<double>(range.hi, hi);
  range.least =
      std::max<double>(range.least, stated.getNonzero().convertToDouble());
  range.isDeclared = true;
  return range;
}

/// `stated` is one range, or an array with one per value.
Range RangeWalker::asStated(Attribute stated, unsigned number, Range range) {
  if (auto all = dyn_cast_if_present<ArrayAttr>(stated))
    stated = all[number];
  auto one = dyn_cast_if_present<RangeAttr>(stated);
  if (!one)
    return range;
  hasFlags = true;
  return withStated(range, one);
}

Range RangeWalker::asStated(Operation *op, unsigned result, Range range) {
  if (op->getRawDictionaryAttrs().empty())
    return range;
  return asStated(op->getDiscardableAttr(rangeName), result, range);
}

Range RangeWalker::asStated(Function &function, unsigned argument,
                            Range range) {
  Attribute declared = function.op.getArgAttr(argument, rangeName);
  return asStated(declared ? declared
                           : function.op->getDiscardableAttr(rangeName),
                  argument, range);
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

RangeWalker::RangeWalker(RangeAnalysis &analysis, const ProgramGraph &graph)
    : analysis(analysis), graph(graph),
      rangeName(StringAttr::get(graph.getModule().getContext(),
                                AmpDialect::rangeAttrName)) {}

void RangeWalker::transfer(Operation *op, TransferFunction function) {
  auto find = [&](Value value) -> const Range & { return of(value); };
  for (OpResult result : op->getResults()) {
    if (!isNumeric(result.getType()))
      continue;
    Range range = function({result, formatOf(result.getType()), find});
    if (hasFlags)
      for (Value operand : op->getOperands()) {
        range.isDeclared |= of(operand).isDeclared;
        range.isGuarded |= of(operand).isGuarded;
      }
    set(result, asStated(op, result.getResultNumber(), range));
  }
  if (op->getNumRegions() > 0)
    walkBody(op);
}

/// A mark hands its values on; the seed may grow by what scales it.
void RangeWalker::walkMark(Operation *op, StringRef mark) {
  for (auto [result, operand] :
       llvm::zip(op->getResults(), op->getOperands())) {
    Range range = of(operand);
    if (mark == "amp.seed") {
      range = multiply(range, attained(0, largestScale));
      range.isGuarded = hasFlags = true;
    }
    set(result, range);
  }
}

void RangeWalker::walkOther(Operation *op) {
  if (isTerminator(op))
    return;
  if (FunctionOpInterface callee = graph.calleeOf(op))
    return walkCall(op, functions[callee]);
  if (StringRef mark = findMark(op);
      !mark.empty() && op->getNumOperands() >= op->getNumResults()) {
    openFunctions(op);
    return walkMark(op, mark);
  }
  if (ArrayRef<Joint> joints = graph.jointsOf(op); !joints.empty()) {
    const OpRow *row = lookupRow(op);
    return row && row->regions == RegionRule::loop ? walkLoop(op, joints)
                                                   : walkBranches(op, joints);
  }
  openFunctions(op);
  if (isConstantLike(op) && op->getNumResults() == 1)
    return set(op->getResult(0), rangeOfConstant(op));
  if (isHlo(op, OpKind::map))
    return walkMap(op);
  for (Region &region : op->getRegions())
    walkRegion(region);
  for (OpResult result : op->getResults())
    set(result, asStated(op, result.getResultNumber(), Range()));
}

void RangeWalker::walkOp(Operation *op) {
  auto [known, isNew] = transfers.try_emplace(op->getName());
  if (isNew)
    known->second = lookupTransfer(op);
  if (TransferFunction function = known->second)
    return transfer(op, function);
  walkOther(op);
}

/// Arguments that nobody has set may be anything.
void RangeWalker::walkRegion(Region &region) {
  for (Block &block : region) {
    for (BlockArgument argument : block.getArguments())
      if (!isKnown(argument) || !block.isEntryBlock())
        set(argument, {});
    for (Operation &op : block)
      walkOp(&op);
  }
}

RangeAnalysis::RangeAnalysis(ModuleOp module)
    : RangeAnalysis(ProgramGraph(module)) {}

RangeAnalysis::RangeAnalysis(const ProgramGraph &graph) {
  ranges.emplace_back(); // of values that nobody knows
  RangeWalker(*this, graph).walkModule();
}
