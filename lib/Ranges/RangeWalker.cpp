// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = exponential %0   // [0, 1]
// %2 = add %1, %1       ==>   [0, 2]
#include "lib/Ranges/RangeWalker.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "lib/Ranges/Constants.h"
#include "lib/Ranges/CountedLoop.h"
#include "lib/Ranges/Patterns.h"
#include "mlir/IR/TypeUtilities.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::ranges;

/// The largest factor that loss scaling gives a seed.
static constexpr double largestScale = 0x1p24;

/// Returns true if values of this type have a range.
static bool isNumeric(Type type) {
  Type element = elementOf(type);
  return isa<FloatType, ComplexType>(element) || element.isIntOrIndex();
}

/// Returns true if the transfer function of `op` applies separately to the real
/// and imaginary parts of complex values, which share one range.
static bool isPartwise(Operation *op) {
  static constexpr KindSet kinds = {OpKind::add, OpKind::complex,
                                    OpKind::negate, OpKind::select,
                                    OpKind::subtract};
  const OpRow *row = lookupRow(op);
  return kinds.contains(kindOf(op)) || (row && row->opClass == OpClass::layout);
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
  if (auto complex = dyn_cast<ComplexType>(element))
    element = complex.getElementType();
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

/// Returns the number of an equal range, or adds one. Most values have the
/// range added last, or the unknown range: sharing keeps large programs in the
/// cache.
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

/// Applies `stated`: one range, or an array with one per value.
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
    if (isa<ComplexType>(elementOf(result.getType())) && !isPartwise(op)) {
      set(result, {});
      continue;
    }
    Range range = function({result, formatOf(result.getType()), find});
    if (hasFlags && function != transfer::same)
      for (Value operand : op->getOperands()) {
        range.isDeclared |= of(operand).isDeclared;
        range.isGuarded |= of(operand).isGuarded;
      }
    set(result, asStated(op, result.getResultNumber(), range));
  }
  if (op->getNumRegions() > 0)
    walkBody(op);
}

/// Forwards the operands of a mark; loss scaling may multiply a seed.
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
  if (ArrayRef<CarriedValue> carriedValues = graph.carriedValuesOf(op);
      !carriedValues.empty()) {
    const OpRow *row = lookupRow(op);
    return row && row->regions == RegionRule::loop
               ? walkLoop(op, carriedValues)
               : walkBranches(op, carriedValues);
  }
  openFunctions(op);
  if (isPlacement(op) && op->getNumOperands() == 1 && op->getNumResults() == 1)
    return set(op->getResult(0), asStated(op, 0, of(op->getOperand(0))));
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

/// Block arguments that are not set have an unknown range.
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
  ranges.emplace_back(); // the unknown range
  RangeWalker(*this, graph).walkModule();
}

//===----------------------------------------------------------------------===//
// while %i = 0: %i + 1   ==>   %i in [0, 1], [0, 2], [0, 3], then without end
//===----------------------------------------------------------------------===//

/// Walks of a loop after which growing bounds are widened to infinity, and
/// after which growing ranges become unknown, even if declared.
static constexpr unsigned exactWalks = 3, mostWalks = 6;

/// Returns the hull of the inputs of a carried value that are known so far.
std::optional<Range> RangeWalker::joined(const CarriedValue &carried) const {
  std::optional<Range> all;
  for (OpOperand *input : carried.inputs)
    if (isKnown(input->get()))
      all = all ? hull(*all, of(input->get())) : of(input->get());
  return all;
}

static bool isWithin(const Range &a, const Range &b) {
  return a.lo >= b.lo && a.hi <= b.hi && a.least >= b.least &&
         a.isInteger >= b.isInteger && a.isConstant >= b.isConstant &&
         a.isRecorded >= b.isRecorded && a.isCounted <= b.isCounted &&
         a.isDeclared <= b.isDeclared && a.isGuarded <= b.isGuarded;
}

/// Joins `range` into that of `value`, with widening; returns true if it grew.
bool RangeWalker::join(Value value, const Range &range, unsigned walks) {
  if (!isKnown(value)) {
    set(value, range);
    return isKnown(value);
  }
  Range old = of(value);
  // `old` is fitted: without fitting `range`, too, `least` of loop counters
  // would differ in each iteration.
  Range all = hull(old, fitted(range, formatOf(value.getType())));
  if (isWithin(all, old)) {
    set(value, all);
    return false;
  }
  if (walks >= exactWalks) {
    all.lo = all.lo < old.lo ? -Range::infinity : all.lo;
    all.hi = all.hi > old.hi ? Range::infinity : all.hi;
    all.least = all.least < old.least ? 0.0 : all.least;
  }
  if (walks >= mostWalks) {
    all.lo = -Range::infinity;
    all.hi = Range::infinity;
    all.least = 0;
    all.isInteger = all.isConstant = all.isRecorded = false;
  }
  set(value, all);
  return !isWithin(of(value), old);
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

void RangeWalker::walkBranches(Operation *op,
                               ArrayRef<CarriedValue> carriedValues) {
  auto setAll = [&] {
    for (const CarriedValue &carried : carriedValues)
      for (Value value : carried.values)
        set(value, joined(carried).value_or(Range()));
  };
  setAll(); // arguments
  for (Region &region : op->getRegions())
    walkRegion(region);
  setAll(); // results
}

/// Sets the range of the induction variable of a loop that counts to a bound.
void RangeWalker::setInduction(Operation *op) {
  if (kindOf(op) != OpKind::for_ || op->hasAttr("unsignedCmp") ||
      op->getRegion(0).empty())
    return;
  const Range &first = of(op->getOperand(0)), &end = of(op->getOperand(1));
  Range range = attained(first.lo, std::max<double>(first.hi, end.hi - 1));
  range.isInteger = range.isCounted = true;
  range.isDeclared = first.isDeclared || end.isDeclared;
  set(op->getRegion(0).getArgument(0), range);
}

/// Walks the regions at least once, because captured values may have grown.
void RangeWalker::walkLoop(Operation *op,
                           ArrayRef<CarriedValue> carriedValues) {
  unsigned walks = walksOf.lookup(op);
  std::optional<double> count = findTripCount(op);
  setInduction(op);
  if (count && canIterate(op, carriedValues, *count))
    return setIterated(op, carriedValues, iterate(op, carriedValues, *count));
  for (bool isFirst = true;; isFirst = false) {
    bool grew = false;
    for (const CarriedValue &carried : carriedValues) {
      std::optional<Range> range = joined(carried);
      if (!range)
        continue;
      bool isCounted = false;
      if (count && walks > 0)
        if (std::optional<Range> counted = countedRange(op, carried, *count)) {
          range = counted;
          isCounted = true;
        }
      for (Value value : carried.values)
        grew |= join(value, *range, isCounted && walks < mostWalks ? 0 : walks);
    }
    if (!grew && !isFirst)
      break;
    walks += grew;
    for (Region &region : op->getRegions())
      walkRegion(region);
  }
  walksOf[op] = walks;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

/// Marks the functions that `op` references other than by a call as open.
void RangeWalker::openFunctions(Operation *op) {
  for (Operation *function : graph.mentionsOf(op))
    functions[function].isOpen = true;
}

void RangeWalker::walkFunction(Function &function) {
  if (function.op.isExternal())
    return;
  function.isRunning = true;
  do {
    function.wasWalkedOpen = function.isOpen;
    if (function.isOpen)
      for (unsigned i = 0; i < function.op.getNumArguments(); ++i)
        set(function.op.getArgument(i), asStated(function, i, {}));
    ++function.walks;
    walkRegion(function.op.getFunctionBody());
  } while (function.isOpen && !function.wasWalkedOpen); // recursion opens it
  function.isRunning = false;
}

void RangeWalker::walkCall(Operation *call, Function &callee) {
  FunctionOpInterface function = callee.op;
  if (function.isExternal() || callee.isRunning ||
      call->getNumOperands() != function.getNumArguments()) {
    callee.isOpen = true;
    return setUnknown(call->getResults());
  }
  bool grew = callee.walks == 0;
  for (auto [i, operand] : llvm::enumerate(call->getOperands()))
    if (!callee.isOpen)
      grew |= join(function.getArgument(i), asStated(callee, i, of(operand)),
                   callee.walks);
  if (grew)
    walkFunction(callee);
  ArrayRef<CarriedValue> returned =
      graph.carriedValuesOf(function).drop_front(function.getNumArguments());
  for (auto [result, carried] : llvm::zip(call->getResults(), returned))
    set(result, joined(carried).value_or(Range()));
}

void RangeWalker::walkModule() {
  for (Operation &op : *graph.getModule().getBody())
    if (auto function = dyn_cast<FunctionOpInterface>(op))
      functions[function] = {function, 0, false, !function.isPrivate(), false};
  for (Operation &op : *graph.getModule().getBody())
    if (!functions.contains(&op))
      walkOp(&op);
  for (auto &[op, function] : functions)
    if (function.isOpen && !function.wasWalkedOpen)
      walkFunction(function);
  // Functions that are never called, or referenced other than by a call.
  for (bool changed = true; changed;) {
    changed = false;
    for (auto &[op, function] : functions) {
      if (function.op.isExternal() || function.wasWalkedOpen ||
          (function.walks && !function.isOpen))
        continue;
      function.isOpen = changed = true;
      walkFunction(function);
    }
  }
}

/// Returns the range of a loop-carried value after `tripCount` increments or
/// multiplications.
std::optional<Range> RangeWalker::countedRange(Operation *loop,
                                               const CarriedValue &carried,
                                               double tripCount) {
  if (carried.values.empty())
    return std::nullopt;
  auto find = [&](Value value) -> const Range * {
    return isKnown(value) ? &of(value) : nullptr;
  };
  return CountedLoop(loop, tripCount, find)
      .rangeOf(carried, formatOf(carried.values.front().getType()));
}

//===----------------------------------------------------------------------===//
// 5 iterations of %c = %c * %c, from 2   ==>   [2, 2^32], and 2^32 behind it
//===----------------------------------------------------------------------===//

/// Limit on the ops that `iterate` walks in a module, in all iterations, so
/// that analysis takes linear time.
static constexpr double maxIteratedOps = 20000;

/// Excludes bodies with calls and inner loops, whose values have one range for
/// all iterations.
bool RangeWalker::canIterate(Operation *loop,
                             ArrayRef<CarriedValue> carriedValues,
                             double tripCount) {
  if (loop->getNumRegions() == 0 || !loop->getRegions().back().hasOneBlock() ||
      llvm::any_of(carriedValues, [](const CarriedValue &carried) {
        return carried.inputs.size() != 2;
      }))
    return false;
  double size = 0;
  bool isFlat = true;
  loop->getRegions().back().walk([&](Operation *op) {
    ++size;
    isFlat &=
        !isLoop(op) && !graph.calleeOf(op) && graph.mentionsOf(op).empty();
  });
  if (!isFlat || iteratedOps + size * tripCount > maxIteratedOps)
    return false;
  iteratedOps += size * tripCount;
  return true;
}

/// Walks the body once per iteration. The ranges of the values in it are then
/// those of the last iteration.
SmallVector<RangeWalker::Iterated>
RangeWalker::iterate(Operation *loop, ArrayRef<CarriedValue> carriedValues,
                     double tripCount) {
  SmallVector<Iterated> iterated;
  for (const CarriedValue &carried : carriedValues) {
    Range start = of(carried.inputs[0]->get());
    iterated.push_back({start, start});
  }
  bool changed = true;
  for (double iteration = 0; iteration < tripCount && changed; ++iteration) {
    for (auto [carried, facts] : llvm::zip(carriedValues, iterated))
      for (Value value : carried.values)
        set(value, facts.last);
    walkRegion(loop->getRegions().back());
    changed = false;
    for (auto [carried, facts] : llvm::zip(carriedValues, iterated)) {
      const Range &next = of(carried.inputs[1]->get());
      changed |= !(next == facts.last);
      facts.last = next;
      facts.all = hull(facts.all, next);
    }
  }
  return iterated;
}

/// Sets the carried values, and by a walk the values in the regions, for all
/// iterations; sets the results to those of the last iteration.
void RangeWalker::setIterated(Operation *loop,
                              ArrayRef<CarriedValue> carriedValues,
                              ArrayRef<Iterated> iterated) {
  for (auto [carried, facts] : llvm::zip(carriedValues, iterated))
    for (Value value : carried.values)
      set(value, facts.all);
  for (Region &region : loop->getRegions())
    walkRegion(region);
  for (auto [carried, facts] : llvm::zip(carriedValues, iterated))
    for (Value value : carried.values)
      if (isa<OpResult>(value))
        set(value, facts.last);
}

//===----------------------------------------------------------------------===//
// map(%x in [0, 1]) { ^bb0(%a): %a + 2 }   ==>   %a in [0, 1], result in [2, 3]
//===----------------------------------------------------------------------===//

/// The comparator of a sort takes two elements of each operand; other bodies
/// take partial results, whose range is unknown.
void RangeWalker::walkBody(Operation *op) {
  bool isSort = isHlo(op, OpKind::sort);
  for (Region &region : op->getRegions()) {
    if (isSort)
      for (BlockArgument argument : region.getArguments())
        set(argument, of(op->getOperand(argument.getArgNumber() / 2)));
    walkRegion(region);
  }
}

void RangeWalker::walkMap(Operation *op) {
  Region &body = op->getRegion(0);
  for (auto [argument, operand] :
       llvm::zip(body.getArguments(), op->getOperands()))
    set(argument, of(operand));
  walkRegion(body);
  bool isWalked = body.hasOneBlock() &&
                  body.front().back().getNumOperands() == op->getNumResults();
  for (OpResult result : op->getResults()) {
    unsigned number = result.getResultNumber();
    Range range =
        isWalked ? of(body.front().back().getOperand(number)) : Range();
    set(result, asStated(op, number, range));
  }
}
