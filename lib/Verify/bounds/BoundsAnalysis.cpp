// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/bounds/BoundsAnalysis.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/bounds/LoopBounds.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool isWithin(const ValueBounds &fact, const ValueBounds &bounds) {
  return fact.lo >= bounds.lo && fact.hi <= bounds.hi;
}

/// Replaces the bounds of a fact, which stays guarded if it was.
static void replaceBounds(ValueBounds &fact, const ValueBounds &bounds) {
  bool isGuarded = fact.isGuarded || bounds.isGuarded;
  fact = bounds;
  fact.isGuarded = isGuarded;
}

void BoundsAnalysis::widen(Fact &fact) {
  replaceBounds(fact, ValueBounds::between(-ValueBounds::infinity,
                                           ValueBounds::infinity));
}

/// Returns the fact of an operand within the bounds of loop-carried values and
/// counters. An operand that a loop computes later has the bounds of its type.
ValueBounds BoundsAnalysis::limited(Fact fact, Value operand) const {
  if (!fact.isSet)
    fact = unknown(operand);
  if (auto known = carried.find(operand);
      known != carried.end() && !isWithin(fact, known->second)) {
    replaceBounds(fact, known->second);
    return fact;
  }
  auto counter = counters.find(operand);
  if (counter == counters.end())
    return fact;
  ValueBounds bounds =
      ValueBounds::between(std::max(fact.lo, counter->second.lo),
                           std::min(fact.hi, counter->second.hi));
  bounds.isGuarded = fact.isGuarded;
  bounds.isSummed = fact.isSummed;
  bounds.isDeclared = fact.isDeclared;
  return bounds.lo <= bounds.hi ? bounds : fact;
}

void BoundsAnalysis::transfer(Operation *op, ArrayRef<Fact> inputs,
                              MutableArrayRef<Fact> outputs,
                              Dataflow<BoundsAnalysis> &flow) {
  if (inputs.empty() && isConstant(op)) {
    auto [known, isNew] = constants.try_emplace(op);
    if (isNew)
      known->second = boundConstant(findConstantValue(op));
    outputs[0] = known->second;
    return;
  }
  SmallVector<Fact, 4> known(inputs);
  for (auto [fact, operand] : llvm::zip(known, op->getOperands()))
    fact = limited(fact, operand);
  rules.boundResults(op, known, outputs, roles.isAddedCast(op));
  if (op->getNumRegions() == 1 && isHlo(op, OpKind::map))
    boundMap(op, known, outputs, flow);
  if (op->getNumRegions() == 1 && isHlo(op, OpKind::reduce))
    boundByBody(op, known, outputs, flow);
}

/// Evaluates the body of a map, which is elementwise.
void BoundsAnalysis::boundMap(Operation *map, ArrayRef<Fact> inputs,
                              MutableArrayRef<Fact> outputs,
                              Dataflow<BoundsAnalysis> &flow) {
  SmallVector<Fact> entry;
  for (const Fact &input : inputs)
    entry.push_back(input.withoutExtremes());
  SmallVector<Fact> yielded = flow.solveBody(map->getRegion(0), entry);
  for (auto [output, fact] : llvm::zip(outputs, yielded))
    if (fact.isSet)
      output = fact.withoutExtremes();
}

/// Bounds the results of a reduction by its body: by the bounds of inputs and
/// initial values if the body never leaves these, else by what the body yields
/// for any arguments if it combines two or more elements.
void BoundsAnalysis::boundByBody(Operation *reduce, ArrayRef<Fact> inputs,
                                 MutableArrayRef<Fact> outputs,
                                 Dataflow<BoundsAnalysis> &flow) {
  Region &body = reduce->getRegion(0);
  size_t count = outputs.size();
  auto isBounded = [](const Fact &fact) { return fact.isFinite(); };
  if (llvm::all_of(outputs, isBounded) || inputs.size() != 2 * count ||
      body.getNumArguments() != 2 * count)
    return;
  SmallVector<Fact> all;
  for (size_t i = 0; i < count; ++i) {
    all.push_back(inputs[i].withoutExtremes());
    join(all.back(), inputs[count + i].withoutExtremes());
  }
  auto entry = llvm::to_vector(llvm::concat<Fact>(all, all));
  SmallVector<Fact> yielded = flow.solveBody(body, entry);
  auto staysWithin = [](const auto &pair) {
    auto &[fact, bounds] = pair;
    return fact.isSet && bounds.isFinite() && isWithin(fact, bounds);
  };
  if (llvm::all_of(llvm::zip_equal(yielded, all), staysWithin)) {
    yielded = all;
  } else {
    auto from = dyn_cast<RankedTensorType>(reduce->getOperand(0).getType());
    auto to = dyn_cast<RankedTensorType>(reduce->getResult(0).getType());
    if (!from || !to || !from.hasStaticShape() || !to.hasStaticShape() ||
        from.getNumElements() < 2 * to.getNumElements())
      return;
    for (auto [argument, fact] : llvm::zip(body.getArguments(), entry))
      fact = unknown(argument);
    yielded = flow.solveBody(body, entry);
  }
  for (auto [output, fact] : llvm::zip(outputs, yielded))
    if (fact.isSet && fact.isFinite() && !output.isFinite())
      replaceBounds(output, fact.withoutExtremes());
}

/// Bounds loop-carried values by trip counts: widening discards their bounds.
void BoundsAnalysis::boundLoops(ModuleOp output,
                                Dataflow<BoundsAnalysis> &flow) {
  auto boundsOf = [&](Value value) {
    return limited(flow.factOf(value), value);
  };
  auto evaluate = [&](Operation *op, ArrayRef<Fact> inputs,
                      MutableArrayRef<Fact> outputs) {
    transfer(op, inputs, outputs, flow);
  };
  carried = LoopExecution(boundsOf, evaluate).run(output);
}
