// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Dims/Dims.h"
#include "mlir/IR/BuiltinTypes.h"
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

DimRange DimGraph::lookup(Value value) {
  auto [found, isNew] = known.try_emplace(value);
  if (isNew) {
    ArrayRef<int64_t> shape = staticShape(value);
    found->second = {static_cast<unsigned>(sizes.size()),
                     static_cast<unsigned>(shape.size())};
    for (int64_t size : shape) {
      parents.push_back(parents.size());
      sizes.push_back(size);
    }
  }
  return found->second;
}

/// Rules query the values of the current op repeatedly, so those are cached.
DimRange DimGraph::rangeOf(Value value) {
  for (const auto &[known, range] : atHand)
    if (known == value)
      return range;
  return lookup(value);
}

/// Numbers the dimensions of each value of an op, including the arguments of
/// its regions.
void DimGraph::number(const PlacedOp &placed) {
  Operation *op = placed.op;
  unsigned begin = ranges.size();
  for (Value operand : op->getOperands())
    ranges.push_back(lookup(operand));
  ends.push_back({static_cast<unsigned>(ranges.size()), op->getNumOperands(),
                  op->getNumResults()});
  for (Value result : op->getResults())
    ranges.push_back(lookup(result));
  if (!placed.row || placed.row->regions != RegionRule::body)
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value argument : block.getArguments())
          lookup(argument);
  atHand.clear();
  if (ranges.size() - begin > 8)
    return;
  for (Value value : op->getOperands())
    atHand.push_back({value, ranges[begin++]});
  for (Value value : op->getResults())
    atHand.push_back({value, ranges[begin++]});
}

unsigned DimGraph::find(unsigned dim) {
  while (parents[dim] != dim)
    dim = parents[dim] = parents[parents[dim]];
  return dim;
}

SmallVector<unsigned, 4> DimGraph::classesOf(Value value) {
  SmallVector<unsigned, 4> classes;
  DimRange range = rangeOf(value);
  for (unsigned dim = 0; dim < range.rank; ++dim)
    classes.push_back(find(range.first + dim));
  return classes;
}

void DimGraph::unite(unsigned first, unsigned second) {
  unsigned a = find(first), b = find(second);
  parents[std::max(a, b)] = std::min(a, b);
}

void DimGraph::unite(Value first, int64_t firstDim, Value second,
                     int64_t secondDim) {
  DimRange a = rangeOf(first), b = rangeOf(second);
  if (firstDim >= a.rank || secondDim >= b.rank)
    return;
  unsigned from = a.first + firstDim, to = b.first + secondDim;
  if (sizes[from] == sizes[to] && sizes[from] != 1)
    unite(from, to);
}

void DimGraph::unite(Value first, Value second) {
  DimRange a = rangeOf(first), b = rangeOf(second);
  for (unsigned dim = 0; dim < std::min(a.rank, b.rank); ++dim)
    if (sizes[a.first + dim] == sizes[b.first + dim] &&
        sizes[a.first + dim] != 1)
      unite(a.first + dim, b.first + dim);
}

void DimGraph::uniteOrResize(Operation *op, Value from, Value to) {
  DimRange a = rangeOf(from), b = rangeOf(to);
  if (a.rank != b.rank)
    return;
  for (unsigned dim = 0; dim < a.rank; ++dim) {
    unsigned left = a.first + dim, right = b.first + dim;
    if (sizes[left] == 1 || sizes[right] == 1)
      continue;
    if (sizes[left] == sizes[right])
      unite(left, right);
    else
      resized.push_back({op, left, right});
  }
}

/// Splits both shapes into groups with equal numbers of elements.
void DimGraph::regroup(Operation *op, Value from, Value to) {
  DimRange left = rangeOf(from), right = rangeOf(to);
  ArrayRef<int64_t> a = sizesOf(left), b = sizesOf(right);
  if (llvm::is_contained(a, 0) || llvm::is_contained(b, 0))
    return;
  size_t i = 0, j = 0;
  while (i < a.size() && j < b.size()) {
    Regrouping group{op, {}, {}};
    int64_t inLeft = 1, inRight = 1;
    do {
      bool takeLeft = inLeft <= inRight && i < a.size();
      if (!takeLeft && j == b.size())
        break;
      int64_t size = takeLeft ? a[i] : b[j];
      (takeLeft ? inLeft : inRight) *= size;
      unsigned dim = takeLeft ? left.first + i++ : right.first + j++;
      if (size != 1)
        (takeLeft ? group.from : group.to).push_back(dim);
    } while (inLeft != inRight || group.from.empty());
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

static void uniteCarriedValue(DimGraph &graph, Operation *op,
                              const CarriedValue &carried) {
  Value first = carried.values.empty() ? Value() : carried.values.front();
  if (!first)
    return;
  for (Value value : ArrayRef(carried.values).drop_front())
    graph.uniteOrResize(op, first, value);
  for (OpOperand *input : carried.inputs)
    graph.uniteOrResize(op, first, input->get());
}

/// Unites operands with arguments, and results with returned values.
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

void DimGraph::addOp(const PlacedOp &placed, const ProgramGraph &program) {
  Operation *op = placed.op;
  number(placed);
  auto [rule, isNew] = rules.try_emplace(op->getName());
  if (isNew)
    rule->second = findDimRule(op);
  if (!rule->second)
    return;
  if (carriesValues(placed.row)) {
    for (const CarriedValue &carried : program.carriedValuesOf(op))
      uniteCarriedValue(*this, op, carried);
    return;
  }
  if (placed.row && placed.row->opClass == OpClass::call) {
    for (Operation *callee : program.mentionsOf(op))
      uniteCall(*this, op, cast<FunctionOpInterface>(callee));
    return;
  }
  rule->second(*this, op);
}

DimGraph::DimGraph(const ProgramGraph &graph) {
  ArrayRef<PlacedOp> program = graph.getOps();
  known.reserve(3 * program.size() / 2);
  parents.reserve(2 * program.size());
  sizes.reserve(2 * program.size());
  ranges.reserve(3 * program.size());
  ends.reserve(program.size());
  for (const PlacedOp &placed : program)
    addOp(placed, graph);
  atHand.clear();
}
