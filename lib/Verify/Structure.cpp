// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/Calls.h"
#include "lib/Verify/Flow.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/Record.h"
#include "lib/Verify/Roles.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
class StructureChecker {
public:
  StructureChecker(ModuleOp module, const Roles &roles)
      : roles(roles), flow(module, roles.controls, roles.calls),
        contractions(roles.contractions.begin(), roles.contractions.end()) {}

  LogicalResult checkContractions();
  LogicalResult checkMarks();
  LogicalResult checkRandom();

private:
  bool isContraction(Operation *op) const { return contractions.contains(op); }
  bool isSoonMultiplied(Value value, unsigned steps) const;
  SmallVector<Value> valuesOf(StringRef mark, bool results) const;
  LogicalResult checkPinned(const Flow::Reach &reach, StringRef where,
                            bool withReads);

  const Roles &roles;
  const Flow flow;
  const llvm::DenseSet<Operation *> contractions;
  llvm::DenseSet<Operation *> multiplied; ///< a contraction comes after them
};
} // namespace

static Operation *ownerOf(Value value) {
  Operation *op = value.getDefiningOp();
  return op ? op : cast<BlockArgument>(value).getOwner()->getParentOp();
}

static InFlightDiagnostic refuse(Operation *op, StringRef where) {
  return breaks(op, Guarantee::structure) << "expects f32 " << where;
}

/// Whether a contraction comes a few steps after `value`, over ops that hand on
/// what they make as it is.
bool StructureChecker::isSoonMultiplied(Value value, unsigned steps) const {
  return llvm::any_of(value.getUsers(), [&](Operation *user) {
    return isContraction(user) || multiplied.contains(user) ||
           (steps > 0 && user->getNumResults() == 1 &&
            user->getNumRegions() == 0 && !runsFunction(user) &&
            isSoonMultiplied(user->getResult(0), steps - 1));
  });
}

/// Most of what is low is multiplied soon; where something is not, everything
/// that comes before contractions is looked up.
LogicalResult StructureChecker::checkContractions() {
  SmallVector<Value> rest;
  for (Value value : llvm::reverse(roles.lowered)) {
    Operation *op = value.getDefiningOp();
    if (op && !runsFunction(op) && isSoonMultiplied(value, /*steps=*/3))
      multiplied.insert(op);
    else
      rest.push_back(value);
  }
  if (rest.empty())
    return success();
  SmallVector<Value> factors;
  for (Operation *op : roles.contractions)
    llvm::append_range(factors, op->getOperands());
  Flow::Reach before = flow.back(
      factors, [](Operation *op) { return false; },
      /*floatsOnly=*/false);
  for (Value value : llvm::reverse(rest))
    if (!flow.contains(before, value))
      return refuse(ownerOf(value), "where no contraction comes after it");
  return success();
}

//===----------------------------------------------------------------------===//
// Marks
//===----------------------------------------------------------------------===//

SmallVector<Value> StructureChecker::valuesOf(StringRef mark,
                                              bool results) const {
  SmallVector<Value> values;
  for (Operation *op : roles.marks)
    if (findMark(op) == mark)
      values.append(results ? SmallVector<Value>(op->getResults())
                            : SmallVector<Value>(op->getOperands()));
  return values;
}

LogicalResult StructureChecker::checkPinned(const Flow::Reach &reach,
                                            StringRef where, bool withReads) {
  for (Value value : roles.lowered)
    if (flow.contains(reach, value))
      return refuse(ownerOf(value), where);
  for (Operation *op : roles.loweredReads)
    if (withReads && reach.ops.contains(op))
      return refuse(op, where);
  return success();
}

LogicalResult StructureChecker::checkMarks() {
  if (roles.marks.empty())
    return success();
  auto atContraction = [&](Operation *op) { return isContraction(op); };
  auto atState = [](Operation *op) { return findMark(op) == "amp.state"; };
  if (failed(checkPinned(
          flow.back(valuesOf("amp.loss", /*results=*/false), atContraction),
          "before the loss", /*withReads=*/false)) ||
      failed(checkPinned(
          flow.forth(valuesOf("amp.gradients", /*results=*/true), atState),
          "between the gradients and the states", /*withReads=*/true)))
    return failure();
  // A contraction that reads the seed is none of what comes before it.
  Flow::Reach seeded =
      flow.forth(valuesOf("amp.seed", /*results=*/true), atContraction);
  for (Operation *op : roles.contractions)
    seeded.ops.erase(op);
  return checkPinned(seeded, "after the seed", /*withReads=*/true);
}

//===----------------------------------------------------------------------===//
// Random numbers
//===----------------------------------------------------------------------===//

/// Values are random while all that they are made of is; a comparison with one
/// is about random bits as well.
LogicalResult StructureChecker::checkRandom() {
  llvm::DenseSet<Operation *> random(roles.random.begin(), roles.random.end());
  auto isRandom = [&](Value value) {
    Operation *op = value.getDefiningOp();
    return !isFloat(value.getType()) ||
           (op && (random.contains(op) || isConstant(op)));
  };
  SmallVector<Operation *> work(roles.random.begin(), roles.random.end());
  while (!work.empty())
    for (Operation *user : work.pop_back_val()->getUsers()) {
      if (user->hasTrait<OpTrait::IsTerminator>() || user->getNumRegions() ||
          isContraction(user) || user->getNumResults() == 0 ||
          !llvm::all_of(user->getOperands(), isRandom) ||
          !random.insert(user).second)
        continue;
      work.push_back(user);
    }
  for (Value value : roles.lowered)
    if (Operation *op = value.getDefiningOp(); op && random.contains(op))
      return refuse(op, "where all that it reads is random");
  return success();
}

LogicalResult amp::checkStructure(ModuleOp module, const Roles &roles) {
  if (roles.lowered.empty() && roles.loweredReads.empty())
    return success();
  StructureChecker checker(module, roles);
  if (failed(checker.checkContractions()) || failed(checker.checkMarks()))
    return failure();
  return roles.random.empty() || roles.lowered.empty() ? success()
                                                       : checker.checkRandom();
}
