// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// amp.scale: +1; amp.unscale: -1; every other op by its homogeneity.
#include "lib/Verify/scaling/Degrees.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

bool DegreeAnalysis::join(Degree &into, const Degree &from) {
  Degree old = into;
  if (from.kind > into.kind)
    into = from;
  else if (from.kind == Degree::power && into.kind == Degree::power &&
           from != into)
    into = {Degree::conflict, 0, 0};
  return into != old;
}

static Degree shift(Degree degree, const Scaling &by) {
  if (degree.kind != Degree::power || by.sign == 0)
    return degree;
  if (degree.exponent && degree.group != by.group)
    return {Degree::conflict, 0, 0};
  return Degree::of(degree.exponent + by.sign, by.group);
}

void DegreeAnalysis::transfer(Operation *op, ArrayRef<Degree> operands,
                              MutableArrayRef<Degree> results,
                              Dataflow<DegreeAnalysis> &flow) {
  if (auto guard = dyn_cast<GuardOp>(op)) {
    unsigned count = results.size();
    for (unsigned i = 0; i < count; ++i) {
      results[i] = operands[1 + i];
      join(results[i], operands[1 + count + i]);
    }
    return;
  }
  if (isa<UpdateScaleOp>(op)) {
    std::fill(results.begin(), results.end(), Degree::of(0, 0));
    return;
  }
  if (isa<ScaleOp, UnscaleOp>(op)) {
    std::fill(results.begin(), results.end(), Degree::of(0, 0));
    unsigned count = isa<ScaleOp>(op) ? 1 : results.size() - 1;
    for (unsigned i = 0; i < count; ++i)
      if (std::optional<Scaling> by = scales.match(op->getResult(i)))
        results[i] = shift(operands[i], *by);
    return;
  }
  auto known = pairs.scalings.find(op);
  if (known != pairs.scalings.end()) {
    results[0] = shift(operands[known->second.operand], known->second);
    return;
  }
  // Unscaled operands give unscaled results. Exceptions are bodies, which may
  // capture scaled values, and constants, which have no operands.
  Degree plain = Degree::of(0, 0);
  if (!operands.empty() && op->getNumRegions() == 0 &&
      llvm::all_of(operands, [&](Degree degree) { return degree == plain; })) {
    std::fill(results.begin(), results.end(), plain);
    return;
  }
  applyDegreeRule({op, operands, *this, flow}, results);
}

//===----------------------------------------------------------------------===//
// Checks
//===----------------------------------------------------------------------===//

namespace {
using Flow = Dataflow<DegreeAnalysis>;

class DegreeCheck {
public:
  DegreeCheck(Flow &flow, const Flow::Solution &solution, Scales &scales,
              const Correspondence &pairs)
      : flow(flow), solution(solution), scales(scales), pairs(pairs) {}

  LogicalResult run(FunctionOpInterface function);

private:
  InFlightDiagnostic breaks(Operation *op) {
    return op->emitError()
           << "breaks \"what leaves the backward pass is unscaled\": ";
  }
  std::string describe(Degree degree) const;
  bool isScaling(Operation *op) const {
    return isa<ScaleOp, UnscaleOp>(op) || pairs.scalings.contains(op);
  }
  LogicalResult checkOps();
  LogicalResult checkSeeds();
  LogicalResult checkPlain(Value value, Operation *op, StringRef what);

  Flow &flow;
  const Flow::Solution &solution;
  Scales &scales;
  const Correspondence &pairs;
};
} // namespace

std::string DegreeCheck::describe(Degree degree) const {
  if (degree.kind == Degree::conflict)
    return "no single power of it";
  std::string text = "degree " + std::to_string(degree.exponent);
  if (degree.exponent && scales.marks.groups.size() > 1)
    text += " of group '" + scales.marks.groups[degree.group].getValue().str() +
            "'";
  return text;
}

/// Returns true if an op may have results of this degree: (s g)^2 overflows
/// even if s g is finite, and 1 / (s g) is zero if s g overflows.
static bool isAllowed(Degree degree) {
  return degree.kind != Degree::conflict &&
         (degree.kind != Degree::power || degree.exponent == 0 ||
          degree.exponent == 1);
}

/// Returns true if `op` itself has side effects. Control flow and calls have
/// those of the ops that they execute, whose operands are paired.
static bool hasOwnEffects(Operation *op) {
  if (isMemoryEffectFree(op) || controlOf(op) != Control::none)
    return false;
  StringAttr name = findCallee(op);
  auto callee =
      name ? SymbolTable::lookupNearestSymbolFrom<FunctionOpInterface>(op, name)
           : FunctionOpInterface();
  return !callee || callee.isExternal();
}

/// Diagnoses the first op with operands of allowed degrees, but results of
/// other degrees. Skips ops that no compared value depends on.
LogicalResult DegreeCheck::checkOps() {
  Operation *broken = nullptr, *carrier = nullptr;
  SmallVector<Degree> of;
  flow.forEach(solution, [&](Operation *op, const Flow::Solution &context) {
    bool isUse = op->getNumResults() == 0 && !isTerminator(op);
    bool isBroken = false;
    for (Value value : op->getResults()) {
      Degree degree = flow.factOf(context, value);
      isBroken |= !isAllowed(degree) &&
                  // Scaling twice is an error at the users of the result.
                  (degree.kind == Degree::conflict || !isScaling(op)) &&
                  (hasOwnEffects(op) || pairs.isPaired(value));
    }
    if (!isUse && !isBroken)
      return;
    SmallVector<Degree> operands;
    for (Value operand : op->getOperands())
      operands.push_back(flow.factOf(context, operand));
    bool arePlain =
        llvm::all_of(operands, [](Degree d) { return d.isPlain(); });
    if (isUse ? arePlain : !llvm::all_of(operands, isAllowed))
      return;
    bool isControl = op->getNumRegions() != 0 && controlOf(op) != Control::none;
    if (isControl && !carrier)
      carrier = op;
    if (!isControl && !broken) {
      broken = op;
      of = operands;
    }
  });
  if (broken) {
    InFlightDiagnostic error = breaks(broken);
    error << "'" << broken->getName()
          << "' is not linear in its scaled operands, of ";
    llvm::interleaveComma(of, error,
                          [&](Degree degree) { error << describe(degree); });
    return error;
  }
  if (carrier)
    return breaks(carrier) << "'" << carrier->getName()
                           << "' carries values of different degrees";
  return success();
}

LogicalResult DegreeCheck::checkPlain(Value value, Operation *op,
                                      StringRef what) {
  Degree degree = flow.factOf(solution, value);
  if (degree.isPlain())
    return success();
  return breaks(op) << "expects " << what
                    << " to be unscaled exactly once, but got "
                    << describe(degree) << " in the scale";
}

LogicalResult DegreeCheck::checkSeeds() {
  for (auto [seed, value] : pairs.seeds) {
    unsigned group = scales.marks.groupOf(
        StringAttr::get(seed.getContext(), SeedOp(seed).getGroup()));
    if (!scales.marks.isScaled(group))
      continue;
    Degree wanted = Degree::of(1, scales.scaler.isStatic() ? 0 : group);
    Degree degree = flow.factOf(solution, value);
    if (degree.kind <= Degree::zero || degree == wanted)
      continue;
    Operation *op = value.getDefiningOp();
    return (op ? op->emitError() : emitError(value.getLoc()))
           << "breaks \"each seed is scaled once\": expects the seed of group '"
           << SeedOp(seed).getGroup() << "' to have degree 1 in the scale, but "
           << "got " << describe(degree);
  }
  return success();
}

LogicalResult DegreeCheck::run(FunctionOpInterface function) {
  if (failed(checkSeeds()) || failed(checkOps()))
    return failure();
  for (auto &[gradient, values] : pairs.representatives)
    for (Value value : values) {
      Operation *op = value.getDefiningOp();
      if (failed(checkPlain(value, op ? op : function, "a gradient")))
        return failure();
    }
  Operation *end = function.getFunctionBody().front().getTerminator();
  for (auto [number, value] : llvm::enumerate(end->getOperands()))
    if (failed(checkPlain(value, end, "result " + std::to_string(number))))
      return failure();
  // If the scale changes, no scaled value may enter the next iteration.
  for (const ScalerSlots &slots : scales.slots)
    if (slots.home && slots.home != end->getBlock())
      for (Value value : slots.home->getTerminator()->getOperands())
        if (failed(checkPlain(value, slots.home->getTerminator(),
                              "what the loop around the step carries")))
          return failure();
  return success();
}

LogicalResult verify::checkDegrees(FunctionOpInterface function, Scales &scales,
                                   const Correspondence &pairs,
                                   std::shared_ptr<RegionGraphs> graphs) {
  DegreeAnalysis analysis(scales, pairs);
  Flow flow(std::move(graphs), analysis);
  SmallVector<Degree> plain(function.getNumArguments(), Degree::of(0, 0));
  const Flow::Solution &solution = flow.solve(function, plain);
  return DegreeCheck(flow, solution, scales, pairs).run(function);
}
