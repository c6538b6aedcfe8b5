// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %new = subtract %w, %update   ==>   %chi1 = subtract %chi, %update
//
// The ops between the old and the new value are repeated with the accumulator
// in place of the weight, so the update is rounded once, as in f32.
#include "lib/Scaling/threshold/Update.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

namespace {
/// Op whose result is `weight + something` if an operand is.
struct Row {
  OpKind kind;
  unsigned first, last; ///< operands that may be the weight
  bool isAll;           ///< all of them, or exactly one
  StringLiteral why;
};

// clang-format off
constexpr Row rows[] = {
    {OpKind::add, 0, 1, false, "a sum with the update"},
    {OpKind::reshape, 0, 0, false, "an optimizer may update flat arrays"},
    {OpKind::select, 1, 2, true,  "an update that is skipped under a condition"},
    {OpKind::sharding_constraint, 0, 0, false, "places the weight, and moves no element"},
    {OpKind::subtract, 0, 0, false, "a difference with the update"},
    {OpKind::transpose, 0, 0, false, "an optimizer may update matrices in one orientation"},
};
// clang-format on

/// Ops between the old and the new value of one parameter.
class Chain {
public:
  Chain(const Parameter &parameter, const SymbolTable &symbols)
      : parameter(parameter), symbols(symbols) {}

  LogicalResult inlineCalls();
  LogicalResult check(Value value);
  Value repeat(Value value, Value accumulator);

private:
  bool isWeight(Value value);
  bool leadsToWeight(Value value);
  SmallVector<unsigned> findCarried(Operation *op);
  Operation *findCulprit(Operation *op);
  InFlightDiagnostic refuse(Operation *op);

  const Parameter &parameter;
  const SymbolTable &symbols;
  llvm::DenseMap<Value, bool> leads;
  llvm::DenseSet<Value> checked;
  IRMapping repeated;
};
} // namespace

static const Row *findRow(Operation *op) {
  static const KindMap<Row> byKind(rows);
  return byKind.lookup(kindOf(op));
}

bool Chain::isWeight(Value value) {
  StateOp mark = parameter.mark;
  return value == mark.getOld()[parameter.number];
}

/// Returns true if only ops of the table are between the weight and `value`.
bool Chain::leadsToWeight(Value value) {
  if (isWeight(value))
    return true;
  auto [known, isNew] = leads.try_emplace(value, false);
  if (!isNew)
    return known->second;
  Operation *op = value.getDefiningOp();
  const Row *row = findRow(op);
  bool found = false;
  for (unsigned i = row ? row->first : 1; row && i <= row->last; ++i)
    found |= leadsToWeight(op->getOperand(i));
  return leads[value] = found;
}

SmallVector<unsigned> Chain::findCarried(Operation *op) {
  SmallVector<unsigned> carried;
  if (const Row *row = findRow(op))
    for (unsigned i = row->first; i <= row->last; ++i)
      if (leadsToWeight(op->getOperand(i)))
        carried.push_back(i);
  return carried;
}

InFlightDiagnostic Chain::refuse(Operation *op) {
  StateOp mark = parameter.mark;
  InFlightDiagnostic error = op->emitError();
  error << "expects the new value of " << mark.describe(parameter.number)
        << " to be the old one plus an update (stablehlo.add or subtract), but "
           "got '"
        << op->getName() << "'";
  error.attachNote(mark.getLoc()) << "the new value";
  return error;
}

/// Returns the op to report: the defining op of an operand of `op`, if it uses
/// the weight; else `op`.
Operation *Chain::findCulprit(Operation *op) {
  const Row *row = findRow(op);
  for (unsigned i = row ? row->first : 1; row && i <= row->last; ++i) {
    Operation *maker = op->getOperand(i).getDefiningOp();
    bool readsWeight =
        maker && llvm::any_of(maker->getOperands(),
                              [&](Value operand) { return isWeight(operand); });
    if (readsWeight)
      return maker;
  }
  return op;
}

LogicalResult Chain::check(Value value) {
  if (isWeight(value) || !checked.insert(value).second)
    return success();
  StateOp mark = parameter.mark;
  Operation *op = value.getDefiningOp();
  if (!op)
    return refuse(mark);
  SmallVector<unsigned> carried = findCarried(op);
  const Row *row = findRow(op);
  size_t wanted = row && row->isAll ? row->last - row->first + 1 : 1;
  if (carried.size() != wanted)
    return refuse(carried.empty() ? findCulprit(op) : op);
  for (unsigned i : carried)
    if (failed(check(op->getOperand(i))))
      return failure();
  return success();
}

/// JAX outlines functions such as jnp.where: calls between the old and the new
/// value are replaced by their bodies.
LogicalResult Chain::inlineCalls() {
  Inliner inliner(symbols);
  StateOp mark = parameter.mark;
  for (;;) {
    SmallVector<Value> work = {mark.getValues()[parameter.number]};
    llvm::DenseSet<Value> seen;
    Operation *call = nullptr;
    while (!work.empty() && !call) {
      Value value = work.pop_back_val();
      Operation *op = value.getDefiningOp();
      if (!op || !seen.insert(value).second)
        continue;
      bool passesWeight =
          findCallee(op) && llvm::any_of(op->getOperands(), [&](Value operand) {
            return leadsToWeight(operand);
          });
      if (passesWeight)
        call = op;
      else if (const Row *row = findRow(op))
        for (unsigned i = row->first; i <= row->last; ++i)
          work.push_back(op->getOperand(i));
    }
    if (!call)
      return success();
    FunctionOpInterface callee = findCallee(call, symbols);
    if (!callee || callee.isExternal())
      return refuse(call);
    if (failed(inliner.inlineCall(call, callee)))
      return failure();
    leads.clear(); // the values behind the call are new
  }
}

Value Chain::repeat(Value value, Value accumulator) {
  if (isWeight(value))
    return accumulator;
  if (Value known = repeated.lookupOrNull(value))
    return known;
  Operation *op = value.getDefiningOp();
  IRMapping operands;
  for (unsigned i : findCarried(op))
    operands.map(op->getOperand(i), repeat(op->getOperand(i), accumulator));
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  Operation *copy = builder.clone(*op, operands);
  repeated.map(value, copy->getResult(0));
  return copy->getResult(0);
}

FailureOr<Value> amp::scaling::accumulateUpdate(const Parameter &parameter,
                                                Value accumulator,
                                                const SymbolTable &symbols) {
  StateOp mark = parameter.mark;
  Chain chain(parameter, symbols);
  if (failed(chain.inlineCalls()))
    return failure();
  Value updated = mark.getValues()[parameter.number];
  if (failed(chain.check(updated)))
    return failure();
  return chain.repeat(updated, accumulator);
}
