// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/Dims.h"
#include "lib/OpModel/Joints.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

ArrayRef<int64_t> amp::staticShape(Value value) {
  auto ranked = dyn_cast<RankedTensorType>(value.getType());
  ArrayRef<int64_t> shape = ranked ? ranked.getShape() : ArrayRef<int64_t>();
  return llvm::any_of(shape, ShapedType::isDynamic) ? ArrayRef<int64_t>()
                                                    : shape;
}

//===----------------------------------------------------------------------===//
// Classes
//===----------------------------------------------------------------------===//

unsigned DimGraph::firstDimOf(Value value) {
  auto [known, isNew] = firstDims.try_emplace(value, sizes.size());
  if (isNew)
    for (int64_t size : staticShape(value)) {
      parents.push_back(parents.size());
      sizes.push_back(size);
    }
  return known->second;
}

unsigned DimGraph::find(unsigned dim) {
  while (parents[dim] != dim)
    dim = parents[dim] = parents[parents[dim]];
  return dim;
}

SmallVector<unsigned, 4> DimGraph::classesOf(Value value) {
  SmallVector<unsigned, 4> classes;
  for (size_t dim = 0; dim < staticShape(value).size(); ++dim)
    classes.push_back(classOf(value, dim));
  return classes;
}

void DimGraph::unite(unsigned first, unsigned second) {
  unsigned a = find(first), b = find(second);
  parents[std::max(a, b)] = std::min(a, b);
}

void DimGraph::unite(Value first, int64_t firstDim, Value second,
                     int64_t secondDim) {
  ArrayRef<int64_t> a = staticShape(first), b = staticShape(second);
  if (firstDim >= (int64_t)a.size() || secondDim >= (int64_t)b.size() ||
      a[firstDim] != b[secondDim] || a[firstDim] == 1)
    return;
  unsigned from = firstDimOf(first), to = firstDimOf(second);
  unite(from + firstDim, to + secondDim);
}

void DimGraph::unite(Value first, Value second) {
  ArrayRef<int64_t> a = staticShape(first), b = staticShape(second);
  if (a.empty())
    return;
  unsigned from = firstDimOf(first), to = firstDimOf(second);
  for (size_t dim = 0; dim < std::min(a.size(), b.size()); ++dim)
    if (a[dim] == b[dim] && a[dim] != 1)
      unite(from + dim, to + dim);
}

void DimGraph::uniteOrResize(Operation *op, Value from, Value to) {
  ArrayRef<int64_t> a = staticShape(from),
                    b = from.getType() == to.getType() ? a : staticShape(to);
  if (a.size() != b.size() || a.empty())
    return;
  unsigned left = firstDimOf(from), right = firstDimOf(to);
  for (size_t dim = 0; dim < a.size(); ++dim) {
    if (a[dim] == 1 || b[dim] == 1)
      continue;
    if (a[dim] == b[dim])
      unite(left + dim, right + dim);
    else
      resized.push_back({op, left + unsigned(dim), right + unsigned(dim)});
  }
}

/// Cuts both shapes wherever the products of what is left of the cut agree.
void DimGraph::regroup(Operation *op, Value from, Value to) {
  ArrayRef<int64_t> a = staticShape(from), b = staticShape(to);
  if (llvm::is_contained(a, 0) || llvm::is_contained(b, 0))
    return;
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    Regrouping group{op, {}, {}};
    int64_t left = 1, right = 1;
    do {
      bool takeLeft = left <= right && i < a.size();
      if (!takeLeft && j == b.size())
        break;
      int64_t size = takeLeft ? a[i] : b[j];
      (takeLeft ? left : right) *= size;
      unsigned dim = takeLeft ? firstDimOf(from) + i++ : firstDimOf(to) + j++;
      if (size != 1)
        (takeLeft ? group.from : group.to).push_back(dim);
    } while (left != right || group.from.empty());
    if (group.from.size() == 1 && group.to.size() == 1) {
      unite(group.from[0], group.to[0]);
    } else if (!group.from.empty() && !group.to.empty()) {
      regrouped.push_back(std::move(group));
    }
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

static void uniteJoint(DimGraph &graph, Operation *op, const Joint &joint) {
  Value first = joint.values.empty() ? Value() : joint.values.front();
  if (!first)
    return;
  for (Value value : ArrayRef(joint.values).drop_front())
    graph.uniteOrResize(op, first, value);
  for (OpOperand *input : joint.inputs)
    graph.uniteOrResize(op, first, input->get());
}

/// Operands are the arguments of what is called, results what it returns.
static void uniteCall(DimGraph &graph, Operation *call,
                      FunctionOpInterface callee) {
  if (callee.isExternal() || callee.getNumArguments() != call->getNumOperands())
    return graph.addUnknown(call);
  for (auto [operand, argument] :
       llvm::zip(call->getOperands(), callee.getArguments()))
    graph.unite(operand, argument);
  for (Block &block : callee.getFunctionBody())
    if (block.getTerminator()->hasTrait<OpTrait::ReturnLike>())
      for (auto [result, returned] :
           llvm::zip(call->getResults(), block.getTerminator()->getOperands()))
        graph.unite(result, returned);
}

void DimGraph::addOp(const PlacedOp &placed, const SymbolTable &symbols) {
  Operation *op = placed.op;
  auto [rule, isNew] = rules.try_emplace(op->getName());
  if (isNew)
    rule->second = findDimRule(op);
  if (!rule->second)
    return;
  if (handsOn(placed.row)) {
    for (const Joint &joint : findJoints(op, placed.row))
      uniteJoint(*this, op, joint);
    return;
  }
  if (placed.row && placed.row->opClass == OpClass::call) {
    for (Operation *callee : calleesOf(op, placed.row, symbols))
      uniteCall(*this, op, cast<FunctionOpInterface>(callee));
    return;
  }
  rule->second(*this, op);
}

DimGraph::DimGraph(ModuleOp module, ArrayRef<PlacedOp> program) {
  SymbolTable symbols(module);
  firstDims.reserve(program.size());
  parents.reserve(2 * program.size());
  sizes.reserve(2 * program.size());
  for (const PlacedOp &placed : program)
    addOp(placed, symbols);
}
