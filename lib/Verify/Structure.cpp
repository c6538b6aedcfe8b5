// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Calls.h"
#include "lib/Graph/Reach.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/match/Record.h"
#include "lib/Verify/permissions/Roles.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
class StructureChecker {
public:
  StructureChecker(const ProgramGraph &graph, const Roles &roles)
      : graph(graph), roles(roles), flow(graph),
        contractions(roles.contractions.begin(), roles.contractions.end()) {}

  LogicalResult checkContractions();
  LogicalResult checkMarks();

private:
  SmallVector<Value> listOldStates() const;
  SmallVector<Value> listData(ArrayRef<Value> oldStates) const;
  LogicalResult checkStateFunctions();
  bool isContraction(Operation *op) const { return contractions.contains(op); }
  bool isMultiplied(Operation *op);
  bool leadsToContraction(Operation *op, unsigned steps);
  SmallVector<Value> valuesOf(StringRef mark, bool results) const;
  LogicalResult checkPinned(const Reached &reach, StringRef where,
                            bool withReads);

  const ProgramGraph &graph;
  const Roles &roles;
  Reach flow;
  const llvm::DenseSet<Operation *> contractions;
  llvm::DenseMap<Operation *, bool> leading;
};
} // namespace

static Operation *ownerOf(Value value) {
  Operation *op = value.getDefiningOp();
  return op ? op : cast<BlockArgument>(value).getOwner()->getParentOp();
}

static InFlightDiagnostic refuse(Operation *op, StringRef where) {
  return breaks(op, Guarantee::structure) << "expects f32 " << where;
}

/// Returns true if `op` is a contraction, or has one among its transitive users
/// within `steps` ops. The search stops at control flow and calls, so false may
/// be a miss.
bool StructureChecker::leadsToContraction(Operation *op, unsigned steps) {
  auto [known, isNew] = leading.try_emplace(op, false);
  if (!isNew)
    return known->second;
  bool found = isContraction(op) ||
               (steps > 0 && !isTerminator(op) && !runsFunction(op) &&
                !carriesValues(lookupRow(op)) &&
                llvm::any_of(op->getUsers(), [&](Operation *user) {
                  return leadsToContraction(user, steps - 1);
                }));
  return leading[op] = found;
}

bool StructureChecker::isMultiplied(Operation *op) {
  return !runsFunction(op) && !carriesValues(lookupRow(op)) &&
         llvm::any_of(op->getUsers(), [&](Operation *user) {
           return leadsToContraction(user, /*steps=*/100);
         });
}

/// Checks that a contraction uses every lowered value, directly or not. Most
/// values have a contraction nearby; only the others need the full backward
/// search from all contractions.
LogicalResult StructureChecker::checkContractions() {
  SmallVector<Value> rest;
  for (Value value : llvm::reverse(roles.lowered)) {
    Operation *op = value.getDefiningOp();
    if (!op || !isMultiplied(op))
      rest.push_back(value);
  }
  SmallVector<Operation *> comparisons;
  for (Operation *op : roles.loweredReads)
    if (op->getNumResults() > 0 &&
        llvm::none_of(op->getResultTypes(), isFloat) &&
        !carriesValues(lookupRow(op)) && !runsFunction(op) && !isMultiplied(op))
      comparisons.push_back(op);
  if (rest.empty() && comparisons.empty())
    return success();
  SmallVector<Value> factors;
  for (Operation *op : roles.contractions)
    llvm::append_range(factors, op->getOperands());
  Reach joined(graph, /*joinsCalls=*/true);
  Reached before = joined.back(
      factors, [](Operation *op) { return false; },
      /*floatsOnly=*/false);
  for (Value value : llvm::reverse(rest))
    if (!joined.contains(before, value))
      return refuse(ownerOf(value), "where no contraction comes after it");
  for (Operation *op : comparisons)
    if (!before.ops.contains(op))
      return refuse(op, "where no contraction comes after it");
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

LogicalResult StructureChecker::checkPinned(const Reached &reach,
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
  // An update may pass through integers, such as compressed gradients; what
  // leads to a loss through integers, such as labels, is no part of it.
  flow.followOnly([](Value value) {
    Type type = value.getType();
    return isa<ShapedType, TupleType>(type) && !elementOf(type).isIntOrIndex();
  });
  if (failed(checkPinned(
          flow.back(valuesOf("amp.loss", /*results=*/false), atContraction),
          "before the loss", /*withReads=*/false)))
    return failure();
  // Contractions at which the search stopped are not pinned themselves.
  Reached seeded =
      flow.forth(valuesOf("amp.seed", /*results=*/true), atContraction);
  for (Operation *op : roles.contractions)
    seeded.ops.erase(op);
  if (failed(checkPinned(seeded, "after the seed", /*withReads=*/true)))
    return failure();
  flow.followOnly([](Value value) {
    Type type = value.getType();
    return isa<ShapedType, TupleType>(type) && !elementOf(type).isInteger(1);
  });
  if (failed(checkPinned(
          flow.forth(valuesOf("amp.gradients", /*results=*/true), atState),
          "between the gradients and the states", /*withReads=*/true)))
    return failure();
  return checkStateFunctions();
}

/// Returns the old values of states, and what control flow carries to them.
SmallVector<Value> StructureChecker::listOldStates() const {
  SmallVector<Value> values;
  for (Operation *op : roles.marks)
    if (findMark(op) == "amp.state")
      llvm::append_range(values,
                         op->getOperands().drop_front(op->getNumResults()));
  llvm::DenseSet<const CarriedValue *> known;
  for (unsigned i = 0; i < values.size(); ++i)
    if (const CarriedValue *carried = graph.carriedValueOf(values[i]);
        carried && known.insert(carried).second)
      for (OpOperand *input : carried->inputs)
        values.push_back(input->get());
  return values;
}

/// Returns the gradients, and the arguments of public functions that are
/// neither scalars nor states.
SmallVector<Value> StructureChecker::listData(ArrayRef<Value> oldStates) const {
  SmallVector<Value> data = valuesOf("amp.gradients", /*results=*/true);
  for (FunctionOpInterface function :
       graph.getModule().getOps<FunctionOpInterface>())
    for (Value argument : function.getArguments()) {
      auto type = dyn_cast<ShapedType>(argument.getType());
      bool isScalar = !type || (type.hasRank() && type.getRank() == 0);
      if (function.isPublic() && !isScalar &&
          !llvm::is_contained(oldStates, argument))
        data.push_back(argument);
    }
  return data;
}

/// Checks that functions of states alone, on which no loss and no gradient
/// depends, are f32, contractions included.
LogicalResult StructureChecker::checkStateFunctions() {
  auto never = [](Operation *) { return false; };
  SmallVector<Value> oldStates = listOldStates(), marked;
  if (oldStates.empty())
    return success();
  for (Operation *op : roles.marks)
    if (findMark(op) != "amp.state")
      llvm::append_range(marked, op->getOperands());
  Reached ofData = flow.forth(listData(oldStates), never),
          read = flow.back(marked, never, /*floatsOnly=*/false);
  // Values that pass through types of the program's own (f64, bf16) are not
  // pinned.
  llvm::DenseSet<Value> lowered(roles.lowered.begin(), roles.lowered.end());
  flow.followOnly([&](Value value) {
    Operation *op = value.getDefiningOp();
    return isF32(value.getType()) || lowered.contains(value) ||
           (op && roles.isAddedCast(op));
  });
  Reached functions = flow.forth(oldStates, never);
  for (Value value : roles.lowered)
    if (flow.contains(functions, value) && !flow.contains(ofData, value) &&
        !flow.contains(read, value))
      return refuse(ownerOf(value), "for a function of states alone");
  for (Operation *op : roles.loweredReads)
    if (functions.ops.contains(op) && !ofData.ops.contains(op) &&
        !read.ops.contains(op))
      return refuse(op, "for a function of states alone");
  return success();
}

LogicalResult amp::verify::checkStructure(const ProgramGraph &graph,
                                          const Roles &roles) {
  if (roles.lowered.empty() && roles.loweredReads.empty())
    return success();
  StructureChecker checker(graph, roles);
  return success(succeeded(checker.checkContractions()) &&
                 succeeded(checker.checkMarks()));
}
