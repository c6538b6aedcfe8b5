// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Scaling/infer/Updates.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

using Node = StepGraph::Node;
using Kind = StepGraph::Kind;

namespace {
/// Op that carries some of its operands.
struct Row {
  OpKind kind;
  int first, last; ///< operands; -1 stands for the last one
};
} // namespace

// clang-format off
static constexpr Row rows[] = {
    {OpKind::add, 0, -1},
    {OpKind::all_gather, 0, -1},
    {OpKind::all_reduce, 0, -1},
    {OpKind::clamp, 0, -1},
    {OpKind::concatenate, 0, -1},
    {OpKind::convert, 0, -1},
    {OpKind::divide, 0,  0},
    {OpKind::dynamic_slice, 0,  0},
    {OpKind::dynamic_update_slice, 0,  0},
    {OpKind::maximum, 0, -1},
    {OpKind::minimum, 0, -1},
    {OpKind::multiply, 0, -1},
    {OpKind::negate, 0, -1},
    {OpKind::pad, 0,  0},
    {OpKind::reduce_precision, 0, -1},
    {OpKind::reduce_scatter, 0, -1},
    {OpKind::reshape, 0, -1},
    {OpKind::reshard, 0, -1},
    {OpKind::reverse, 0, -1},
    {OpKind::scatter, 0,  0},
    {OpKind::select, 1,  2},
    {OpKind::sharding_constraint, 0, -1},
    {OpKind::slice, 0, -1},
    {OpKind::subtract, 0, -1},
    {OpKind::transpose, 0, -1},
};
// clang-format on

/// Limit on the values of one update; those of optimizers have fewer.
static constexpr unsigned most = 4096;

static bool isScalar(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return !tensor || tensor.getRank() == 0;
}

/// Returns the operands of `node` that its result carries.
static ArrayRef<unsigned> listCarried(const StepGraph &graph,
                                      const Node &node) {
  if (node.kind == Kind::merge)
    return graph.inputsOf(node);
  if (node.kind != Kind::op || node.isOpaque)
    return {};
  ArrayRef<unsigned> operands = graph.operandsOf(node);
  if (graph.isIdentity(node))
    return operands;
  static const KindMap<Row> byKind(rows);
  const Row *row = byKind.lookup(kindOf(node.op));
  if (!row || int(operands.size()) <= row->last)
    return {};
  unsigned end = row->last < 0 ? operands.size() : row->last + 1;
  return operands.slice(row->first, end - row->first);
}

static bool isElementwise(const Node &node) {
  return node.kind == Kind::op && node.numResults == 1 &&
         node.op->getNumRegions() == 0 && isPerElement(lookupRow(node.op));
}

static bool isSum(Operation *op) {
  return isHlo(op, {OpKind::add, OpKind::subtract});
}

static ArrayRef<int64_t> shapeOf(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getShape() : ArrayRef<int64_t>();
}

Updates::Updates(const StepGraph &graph, const ArgumentDependence &dependence,
                 const llvm::BitVector &closed)
    : graph(graph), dependence(dependence), closed(closed),
      updates(graph.getReturned().size()) {
  for (auto [result, value] : llvm::enumerate(graph.getReturned()))
    resultsOf[graph.strip(value)].push_back(result);
  for (unsigned result = 0; result < updates.size(); ++result)
    collect(result);
}

std::optional<unsigned> Updates::findResult(unsigned value) const {
  if (graph.isArgument(value) || graph.isConstant(value))
    return std::nullopt;
  auto known = resultsOf.find(graph.strip(value));
  if (known == resultsOf.end())
    return std::nullopt;
  return known->second.front();
}

/// Returns true for the value of another result, which has an update of its
/// own.
bool Updates::isStop(unsigned value, unsigned result) const {
  if (graph.isArgument(value) || graph.isConstant(value))
    return false;
  auto known = resultsOf.find(graph.strip(value));
  return known != resultsOf.end() && !llvm::is_contained(known->second, result);
}

bool Updates::carry(unsigned value, unsigned result) {
  auto [known, isNew] = states.try_emplace(value, open);
  if (!isNew)
    return known->second == carries;
  Type type = graph.typeOf(graph.getReturned()[result]);
  if (graph.isArgument(value)) {
    bool fits = graph.typeOf(value) == type;
    if (fits)
      updates[result].carried.push_back(value);
    states[value] = fits ? carries : doesNot;
    return fits;
  }
  if (graph.isConstant(value) || isStop(value, result) || closed[value] ||
      states.size() > most) {
    states[value] = doesNot;
    return false;
  }
  const Node &node = graph.definitionOf(value);
  // Weights are factors of a loss, too: a scalar state is no multiple of a
  // function of tensors.
  bool isFactored =
      isScalar(type) && node.op && isHlo(node.op, OpKind::multiply);
  ArrayRef<unsigned> operands = listCarried(graph, node);
  bool any = false;
  for (auto [i, operand] : llvm::enumerate(operands)) {
    if (isFactored && operands.size() == 2 &&
        dependence.isFromTensors(operands[1 - i]))
      continue;
    any |= carry(operand, result);
    if (any)
      states[value] = carries; // before a loop visits it again
  }
  if (!any)
    states[value] = doesNot;
  return any;
}

/// Follows carried values, and elementwise ops on other operands, to the values
/// that other ops compute.
void Updates::collectTerms(unsigned result) {
  llvm::SetVector<unsigned> seen;
  llvm::SetVector<unsigned> terms, others;
  seen.insert(graph.getReturned()[result]);
  for (unsigned i = 0; i < seen.size() && seen.size() < most; ++i) {
    unsigned value = seen[i];
    if (graph.isArgument(value) || graph.isConstant(value))
      continue;
    if (isStop(value, result)) {
      others.insert(*findResult(value));
      continue;
    }
    const Node &node = graph.definitionOf(value);
    bool isCarrier = states.lookup(value) == carries;
    if (isElementwise(node)) {
      for (unsigned operand : listCarried(graph, node))
        if (isCarrier && isSum(node.op) && states.lookup(operand) != carries &&
            !graph.isConstant(operand))
          updates[result].increments.push_back(operand);
      for (unsigned operand : graph.operandsOf(node))
        if (isa<RankedTensorType>(graph.typeOf(operand)) &&
            shapeOf(graph.typeOf(operand)) == shapeOf(graph.typeOf(value)))
          seen.insert(operand);
    } else if (isCarrier || graph.isIdentity(node)) {
      for (unsigned operand : listCarried(graph, node))
        seen.insert(operand);
    } else if (isFloat(graph.typeOf(value)) &&
               (node.kind == Kind::merge ||
                !node.op->getName().getStringRef().contains("broadcast"))) {
      terms.insert(value);
    }
  }
  updates[result].terms.assign(terms.begin(), terms.end());
  updates[result].others.assign(others.begin(), others.end());
}

void Updates::collect(unsigned result) {
  states.clear();
  carry(graph.getReturned()[result], result);
  Type type = graph.typeOf(graph.getReturned()[result]);
  if (!updates[result].carried.empty() && isFloat(type))
    collectTerms(result);
}

SmallVector<unsigned> Updates::listTerms(unsigned result) const {
  llvm::SetVector<unsigned> results, terms;
  results.insert(result);
  for (unsigned i = 0; i < results.size(); ++i) {
    const Update &update = updates[results[i]];
    terms.insert(update.terms.begin(), update.terms.end());
    results.insert(update.others.begin(), update.others.end());
  }
  return terms.takeVector();
}
