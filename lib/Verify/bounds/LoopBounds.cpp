// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// 3 iterations of %x = add %x, [-1, 1], from [-1, 1]   ==>   %x is in [-4, 4]
#include "lib/Verify/bounds/LoopBounds.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/Graph/Reach.h"
#include "lib/OpModel/Kinds.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

/// Limit on evaluations per module: more take longer than the other checks.
static constexpr int64_t maxEvaluations = 200000;

static bool isBranch(Operation *op) {
  return isHlo(op, {OpKind::if_, OpKind::case_});
}

/// Returns the trip count of a loop in the form of `stablehlo.while`.
static std::optional<double> findTrips(Operation *op) {
  bool isWhile = isHlo(op, OpKind::while_);
  return isWhile ? findTripCount(op) : std::nullopt;
}

LoopExecution::Bounds LoopExecution::read(ValueRange values) {
  Bounds bounds;
  for (Value value : values) {
    auto known = current.find(value);
    bounds.push_back(known == current.end() ? boundsOf(value) : known->second);
  }
  return bounds;
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

void LoopExecution::carry(Operation *loop, ArrayRef<ValueBounds> facts) {
  for (auto [number, fact] : llvm::enumerate(facts))
    for (Region &region : loop->getRegions())
      join(carried[region.getArgument(number)], fact);
}

bool LoopExecution::executeLoop(Operation *loop, double trips) {
  Block &body = loop->getRegion(1).front();
  Bounds facts = read(loop->getOperands());
  carry(loop, facts);
  for (double trip = 0; trip < trips; ++trip) {
    for (auto [argument, fact] : llvm::zip(body.getArguments(), facts))
      current[argument] = fact;
    if (!executeBody(body))
      return false;
    Bounds next = read(body.back().getOperands());
    bool isSteady = next == facts;
    facts = std::move(next);
    carry(loop, facts);
    if (isSteady)
      break;
  }
  for (auto [result, fact] : llvm::zip(loop->getResults(), facts)) {
    current[result] = fact;
    join(carried[result], fact);
  }
  return true;
}

bool LoopExecution::executeBranches(Operation *branch) {
  Bounds all(branch->getNumResults());
  for (Region &region : branch->getRegions()) {
    if (!executeBody(region.front()))
      return false;
    for (auto [into, fact] :
         llvm::zip(all, read(region.front().back().getOperands())))
      join(into, fact);
  }
  for (auto [result, fact] : llvm::zip(branch->getResults(), all))
    current[result] = fact;
  return true;
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

/// Evaluates one op. Calls, and loops without a known trip count, have the
/// bounds that hold in all runs.
bool LoopExecution::execute(Operation *op) {
  if (std::optional<double> trips = findTrips(op))
    return executeLoop(op, *trips);
  if (isBranch(op))
    return executeBranches(op);
  Bounds results(op->getNumResults());
  bool isBarrier = isHlo(op, OpKind::optimization_barrier);
  if (isBarrier)
    results = read(op->getOperands());
  else if (carriesValues(lookupRow(op)) || runsFunction(op))
    for (auto [result, fact] : llvm::zip(op->getResults(), results))
      fact = boundsOf(result);
  else if (!results.empty())
    transfer(op, read(op->getOperands()), results);
  for (auto [result, fact] : llvm::zip(op->getResults(), results))
    current[result] = fact;
  return true;
}

bool LoopExecution::executeBody(Block &body) {
  for (Operation &op : body.without_terminator())
    if (++evaluations > maxEvaluations || !execute(&op))
      return false;
  return true;
}

llvm::DenseMap<Value, ValueBounds> LoopExecution::run(ModuleOp module) {
  llvm::DenseMap<Value, ValueBounds> all;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    std::optional<double> trips = findTrips(op);
    if (!trips)
      return WalkResult::advance();
    carried.clear();
    current.clear();
    if (executeLoop(op, *trips))
      all.insert(carried.begin(), carried.end());
    return WalkResult::skip();
  });
  return all;
}
