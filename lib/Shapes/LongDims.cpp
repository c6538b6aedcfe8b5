// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = dot ...; %2 = abs %1; dot %2, ...   ==>   %1 and %2 are longer
#include "lib/OpModel/Joints.h"
#include "lib/Shapes/PadPlan.h"
#include "lib/Shapes/Places.h"

using namespace mlir;
using namespace mlir::amp;

bool PadPlan::touches(Value value) {
  size_t rank = staticShape(value).size();
  unsigned first = rank ? dims.firstDimOf(value) : 0;
  for (size_t dim = 0; dim < rank; ++dim)
    if (groups[first + dim] != none)
      return true;
  return false;
}

void PadPlan::addStep(unsigned from, unsigned to) {
  if (groups[from] != none && groups[from] == groups[to])
    edges.push_back({from, to});
}

void PadPlan::addValues(Value from, Value to) {
  if (from.getType() != to.getType() || !touches(from))
    return;
  unsigned a = dims.firstDimOf(from), b = dims.firstDimOf(to);
  for (size_t dim = 0; dim < staticShape(from).size(); ++dim)
    addStep(a + dim, b + dim);
}

/// The values of a joint are long together.
void PadPlan::addJoint(const Joint &joint) {
  Value first = joint.values.empty() ? Value() : joint.values.front();
  auto isAlike = [&](Value value) {
    return value.getType() == first.getType();
  };
  if (!first || !touches(first) || !llvm::all_of(joint.values, isAlike) ||
      !llvm::all_of(joint.inputs,
                    [&](OpOperand *input) { return isAlike(input->get()); }))
    return;
  for (Value value : ArrayRef(joint.values).drop_front()) {
    addValues(first, value);
    addValues(value, first);
  }
  for (OpOperand *input : joint.inputs) {
    addValues(input->get(), first);
    inputs[input] = first;
  }
}

/// Functions that nobody else can call, and that no composite stands for.
void PadPlan::addFunctions(ModuleOp module) {
  for (const auto &[callee, calls] :
       findCalls(module)) { // any order: edges are sorted
    auto function = cast<FunctionOpInterface>(callee);
    if (function.isPublic() || function.isExternal() ||
        llvm::any_of(calls, [](Operation *call) {
          return call->getName().getStringRef() != "func.call";
        }))
      continue;
    for (const Joint &joint : findJoints(function, calls))
      addJoint(joint);
  }
}

/// The operand of a gather whose indices are not long themselves.
void PadPlan::addGather(Operation *op) {
  Value operand = op->getNumOperands() == 2 ? op->getOperand(0) : Value();
  if (!operand || touches(op->getOperand(1)))
    return;
  for (size_t dim = 0; dim < staticShape(operand).size(); ++dim)
    if (unsigned number = dims.firstDimOf(operand) + dim;
        groups[number] != none && gathersAlong(op, dim)) {
      reduced.push_back(number);
      gathered.insert(op);
    }
}

/// What is scattered into zeros, or any other number, is long if that helps.
void PadPlan::addScatter(Operation *op) {
  Operation *into = op->getName().getStringRef() == "stablehlo.scatter"
                        ? op->getOperand(0).getDefiningOp()
                        : nullptr;
  for (size_t dim = 0; into && dim < staticShape(op->getResult(0)).size();
       ++dim)
    if (unsigned number = dims.firstDimOf(op->getResult(0)) + dim;
        groups[number] != none && scattersAlong(op, dim) && makesDim(into, dim))
      scattered.push_back(number);
}

void PadPlan::addSteps(const Program &program) {
  stepsOf.reserve(program.size() + 1);
  for (const PlacedOp &placed : program) {
    Operation *op = placed.op;
    stepsOf.push_back(steps.size());
    if (handsOn(placed.row)) {
      for (const Joint &joint : findJoints(op, placed.row))
        addJoint(joint);
      continue;
    }
    if (!llvm::any_of(op->getOperands(), [&](Value v) { return touches(v); }))
      continue;
    findSteps(op, placed.row, steps);
    addScatter(op);
    addGather(op);
    if (findNeutral(op))
      for (size_t dim = 0; dim < staticShape(op->getOperand(0)).size(); ++dim)
        if (reducesDim(op, dim))
          reduced.push_back(dims.firstDimOf(op->getOperand(0)) + dim);
    for (const DimStep &step : ArrayRef(steps).drop_front(stepsOf.back()))
      addStep(dims.firstDimOf(op->getOperand(step.operand)) + step.from,
              dims.firstDimOf(op->getResult(0)) + step.to);
  }
  stepsOf.push_back(steps.size());
}

/// Every edge is looked at once in each direction.
void PadPlan::spread() {
  using Edge = std::pair<unsigned, unsigned>;
  auto reach = [](llvm::BitVector &reached, SmallVector<Edge, 0> &edges,
                  const llvm::BitVector *within) {
    llvm::sort(edges);
    SmallVector<unsigned> ready;
    for (unsigned dim : reached.set_bits())
      ready.push_back(dim);
    while (!ready.empty()) {
      unsigned dim = ready.pop_back_val();
      for (auto *edge = llvm::lower_bound(edges, Edge{dim, 0});
           edge != edges.end() && edge->first == dim; ++edge) {
        if (reached[edge->second] || (within && !(*within)[edge->second]))
          continue;
        reached.set(edge->second);
        ready.push_back(edge->second);
      }
    }
  };
  llvm::BitVector wanted(groups.size());
  longOnes.resize(groups.size());
  for (const Product &product : products)
    for (const Product::Part &part : product.parts)
      for (auto [value, dim] : {std::pair(part.first.value, part.dims[0]),
                                std::pair(part.second.value, part.dims[1])})
        if (groups[dim] != none)
          (value < 2 ? wanted : longOnes).set(dim);
  for (unsigned dim : reduced)
    if (groups[dim] != none)
      wanted.set(dim);
  SmallVector<Edge, 0> back;
  for (auto [from, to] : edges)
    back.push_back({to, from});
  reach(wanted, back, nullptr);
  for (unsigned dim : scattered)
    if (wanted[dim])
      longOnes.set(dim);
  reach(longOnes, edges, &wanted);
}
