// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A flag is decomposed backwards from its definition. All parts must have one
// polarity: `or` combines flags of overflow, `and` combines flags of
// finiteness, and `not` exchanges the two.
#include "lib/Verify/scaling/Verdict.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
struct Part {
  Value value;
  bool saysFinite;
  Operation *allReduce;

  bool operator==(const Part &o) const {
    return value == o.value && saysFinite == o.saysFinite &&
           allReduce == o.allReduce;
  }
};

class VerdictAnalysis {
public:
  /// `around`: the analysis of the flag that a region computes a part of.
  explicit VerdictAnalysis(Part flag, const VerdictAnalysis *around = nullptr)
      : saysFinite(flag.saysFinite), around(around) {
    push(flag);
  }

  Verdict run();

private:
  void push(Part part) {
    if (seen.insert({part.value, {unsigned(part.saysFinite), part.allReduce}})
            .second)
      work.push_back(part);
  }
  bool step(Part part);
  bool stepOp(Operation *op, Part part);
  bool stepLoop(OpResult result, Part part);
  bool stepBranches(OpResult result, Part part);
  std::optional<llvm::DenseSet<Value>> takeOver(VerdictAnalysis &inner,
                                                Operation *op);
  bool refuse(Operation *op, StringRef reason) {
    verdict.unclear = op;
    verdict.reason = reason;
    return false;
  }
  /// Returns the analysis of the loop that accumulates a flag in `value`.
  const VerdictAnalysis *findLoop(Value value) const {
    for (const VerdictAnalysis *loop = this; loop; loop = loop->around)
      if (loop->accumulator == value)
        return loop;
    return nullptr;
  }

  Verdict verdict;
  SmallVector<Part> work;
  llvm::DenseSet<std::pair<Value, std::pair<unsigned, Operation *>>> seen;
  const bool saysFinite;
  const VerdictAnalysis *const around;
  /// Argument of a loop that accumulates the flag: what it yields must use it.
  Value accumulator;
  llvm::DenseSet<Value> met; ///< accumulators, of loops around too
};
} // namespace

/// Returns true if a body is `return op(arg0, arg1)`.
static bool appliesOnly(Region &body, OpKind kind) {
  if (!body.hasOneBlock() || body.getNumArguments() != 2)
    return false;
  Operation *end = body.front().getTerminator();
  Operation *op =
      end->getNumOperands() == 1 ? end->getOperand(0).getDefiningOp() : nullptr;
  if (!isHlo(op, kind) || op->getNumOperands() != 2)
    return false;
  Value a = op->getOperand(0), b = op->getOperand(1);
  Value first = body.getArgument(0), second = body.getArgument(1);
  return (a == first && b == second) || (a == second && b == first);
}

/// Returns the value that a reduction over all dimensions tests for finite
/// elements; null if the reduction has another form.
static Value testedByReduction(Operation *reduce) {
  if (reduce->getNumOperands() != 2 || reduce->getNumRegions() != 1 ||
      !appliesOnly(reduce->getRegion(0), OpKind::and_))
    return {};
  auto init =
      dyn_cast_if_present<IntegerAttr>(constantOf(reduce->getOperand(1)));
  auto result = dyn_cast<RankedTensorType>(reduce->getResult(0).getType());
  Operation *test = reduce->getOperand(0).getDefiningOp();
  if (!init || !init.getValue().isOne() || !result || result.getRank() != 0 ||
      !isHlo(test, OpKind::is_finite))
    return {};
  return test->getOperand(0);
}

/// Follows the flag that a loop accumulates. What it tests must be computed in
/// the loop, unless the loop is known to run.
bool VerdictAnalysis::stepLoop(OpResult result, Part part) {
  Operation *op = result.getOwner();
  unsigned number = result.getResultNumber();
  push({op->getOperand(number), part.saysFinite, part.allReduce});
  Block &block = bodyOf(op);
  VerdictAnalysis body({block.getTerminator()->getOperand(number),
                        part.saysFinite, part.allReduce},
                       this);
  body.accumulator = block.getArgument(number);
  std::optional<llvm::DenseSet<Value>> outside = takeOver(body, op);
  if (!outside)
    return false;
  if (!body.met.contains(body.accumulator))
    return refuse(op, "forgets earlier iterations");
  body.met.erase(body.accumulator);
  met.insert(body.met.begin(), body.met.end());
  bool runs = findTripCount(op).value_or(0) >= 1;
  return runs || outside->empty() ||
         refuse(op, "tests in its iterations, of which there may be none, what "
                    "is computed before");
}

/// Runs the analysis of a region of `op`, and adds what it tests. Returns the
/// tested values that are computed outside of `op`; none after a refusal.
std::optional<llvm::DenseSet<Value>>
VerdictAnalysis::takeOver(VerdictAnalysis &inner, Operation *op) {
  Verdict found = inner.run();
  if (!found.reason.empty()) {
    refuse(found.unclear, found.reason);
    return std::nullopt;
  }
  llvm::DenseSet<Value> outside;
  for (Verdict::Tested tested : found.tested)
    if (!op->isAncestor(tested.value.getParentRegion()->getParentOp()))
      outside.insert(tested.value);
  llvm::append_range(verdict.tested, found.tested);
  return outside;
}

/// Each branch must test what the others test, but for what it computes itself,
/// and use the accumulators that the others use.
bool VerdictAnalysis::stepBranches(OpResult result, Part part) {
  Operation *op = result.getOwner();
  std::optional<llvm::DenseSet<Value>> others, used;
  for (Region &region : op->getRegions()) {
    VerdictAnalysis branch(
        {region.front().getTerminator()->getOperand(result.getResultNumber()),
         part.saysFinite, part.allReduce},
        this);
    std::optional<llvm::DenseSet<Value>> outside = takeOver(branch, op);
    if (!outside)
      return false;
    if ((others && *others != *outside) || (used && *used != branch.met))
      return refuse(op, "tests less in one of its branches");
    others = outside;
    used = branch.met;
  }
  if (used)
    met.insert(used->begin(), used->end());
  return true;
}

bool VerdictAnalysis::stepOp(Operation *op, Part part) {
  auto pushAll = [&](bool saysFinite, Operation *allReduce) {
    for (Value operand : op->getOperands())
      push({operand, saysFinite, allReduce});
    return true;
  };
  if (auto unscale = dyn_cast<UnscaleOp>(op)) {
    if (part.saysFinite)
      return refuse(op, "is inverted");
    for (Value value : unscale.getUnscaled())
      verdict.tested.push_back({value, part.allReduce});
    return true;
  }
  if (isHlo(op, OpKind::not_))
    return pushAll(!part.saysFinite, part.allReduce);
  if (isHlo(op, OpKind::or_) || isHlo(op, OpKind::and_)) {
    if (part.saysFinite != isHlo(op, OpKind::and_))
      return refuse(op, "combines flags of the other polarity");
    return pushAll(part.saysFinite, part.allReduce);
  }
  if (isHlo(op, OpKind::all_reduce)) {
    bool fits = op->getNumOperands() == 1 &&
                appliesOnly(op->getRegion(0),
                            part.saysFinite ? OpKind::and_ : OpKind::or_);
    return fits ? pushAll(part.saysFinite, op)
                : refuse(op, "combines devices otherwise than by 'or'");
  }
  Value tested;
  if (isHlo(op, OpKind::reduce))
    tested = testedByReduction(op);
  else if (isHlo(op, OpKind::is_finite))
    tested = op->getOperand(0);
  if (!tested)
    return refuse(op, "does not say whether each element is finite");
  if (!part.saysFinite)
    return refuse(op, "is inverted");
  verdict.tested.push_back({tested, part.allReduce});
  return true;
}

bool VerdictAnalysis::step(Part part) {
  auto type = dyn_cast<RankedTensorType>(part.value.getType());
  if (!type || type.getRank() != 0 || !type.getElementType().isInteger(1))
    return refuse(part.value.getDefiningOp(), "is no scalar flag");
  part.value = canonical(part.value);
  if (const VerdictAnalysis *loop = findLoop(part.value)) {
    met.insert(part.value);
    return loop->saysFinite == part.saysFinite ||
           refuse(part.value.getParentRegion()->getParentOp(),
                  "inverts the flag of earlier iterations");
  }
  if (auto constant =
          dyn_cast_if_present<IntegerAttr>(constantOf(part.value))) {
    if (constant.getValue().isOne() == part.saysFinite)
      return true;
    return refuse(part.value.getDefiningOp(), "is a constant");
  }
  auto result = dyn_cast<OpResult>(part.value);
  if (!result)
    return refuse(nullptr, "is an argument");
  switch (controlOf(result.getOwner())) {
  case Control::none:
    return stepOp(result.getOwner(), part);
  case Control::loop:
    return stepLoop(result, part);
  default:
    return stepBranches(result, part);
  }
}

Verdict VerdictAnalysis::run() {
  verdict.isValid = true;
  while (verdict.isValid && !work.empty())
    verdict.isValid = step(work.pop_back_val());
  verdict.isValid &= !verdict.tested.empty();
  return std::move(verdict);
}

const Verdict &Verdicts::of(Value flag) {
  std::unique_ptr<Verdict> &verdict = known[flag];
  if (verdict)
    return *verdict;
  Verdict overflow =
      VerdictAnalysis({flag, /*saysFinite=*/false, nullptr}).run();
  if (!overflow.isValid) {
    Verdict finite =
        VerdictAnalysis({flag, /*saysFinite=*/true, nullptr}).run();
    finite.saysFinite = true;
    if (finite.isValid)
      overflow = std::move(finite);
  }
  verdict = std::make_unique<Verdict>(std::move(overflow));
  return *verdict;
}
