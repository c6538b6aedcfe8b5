// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A value is longer if it comes from a product and goes to one, through ops
// that do not care; everything else sees it as it was.
#include "lib/Shapes/PadPlan.h"
#include "lib/OpModel/Joints.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

//===----------------------------------------------------------------------===//
// Which dimensions
//===----------------------------------------------------------------------===//

static int64_t roundUp(int64_t size, int64_t multiple) {
  return (size + multiple - 1) / multiple * multiple;
}

/// What starts at multiples of 16 bytes, and of 128 where that is little more.
static SmallVector<int64_t, 2> targetsFor(int64_t size, int64_t bytes) {
  SmallVector<int64_t, 2> targets = {roundUp(size, 16 / bytes)};
  int64_t whole = roundUp(size, 128 / bytes);
  if (whole > targets.front() && whole - size <= size / 16)
    targets.push_back(whole);
  return targets;
}

/// Counters of positions have 32 bits.
static constexpr int64_t largest = (int64_t(1) << 31) - 1024;

void PadPlan::findGroups(const Program &program, const Chip &chip) {
  llvm::DenseMap<unsigned, int64_t> bytesOf; // of the narrowest, by root
  llvm::DenseMap<unsigned, Operation *> firstOf;
  SmallVector<unsigned> roots;
  for (const Product &product : products) {
    if (!product.isAligned)
      continue;
    for (const Product::Innermost &inner : product.innermost) {
      int64_t size = dims.sizeOf(inner.dim);
      if (size < 2 || size > largest || size * inner.bytes % 16 == 0)
        continue;
      unsigned root = dims.find(inner.dim);
      auto [bytes, isNew] = bytesOf.try_emplace(root, inner.bytes);
      bytes->second = std::min(bytes->second, inner.bytes);
      if (!isNew)
        continue;
      roots.push_back(root);
      firstOf[root] = product.op;
    }
  }
  if (roots.empty())
    return;
  for (const PlacedOp &placed : program) {
    for (Value result : placed.op->getResults())
      dims.firstDimOf(result);
    if (!placed.row || placed.row->regions != RegionRule::body)
      for (Region &region : placed.op->getRegions())
        for (Block &block : region)
          for (Value argument : block.getArguments())
            dims.firstDimOf(argument);
  }
  llvm::DenseMap<unsigned, unsigned> numberOf;
  for (unsigned root : roots) {
    numberOf[root] = padded.size();
    int64_t size = dims.sizeOf(root);
    PaddedDim &dim = padded.emplace_back();
    dim.size = dim.target = size;
    dim.targets = targetsFor(size, bytesOf[root]);
    dim.first = firstOf[root];
  }
  groups.resize(dims.numDims(), none);
  for (unsigned dim = 0; dim < groups.size(); ++dim)
    if (auto found = numberOf.find(dims.find(dim)); found != numberOf.end())
      groups[dim] = found->second;
  for (Product &product : products)
    for (const Product::Part &part : product.parts)
      if (PaddedDim *dim = find(part.dims[0]))
        ++dim->numProducts;
}

//===----------------------------------------------------------------------===//
// Where they are long
//===----------------------------------------------------------------------===//

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

void PadPlan::addSteps(const Program &program) {
  for (const PlacedOp &placed : program) {
    Operation *op = placed.op;
    if (handsOn(placed.row)) {
      for (const Joint &joint : findJoints(op, placed.row))
        addJoint(joint);
      continue;
    }
    if (!llvm::any_of(op->getOperands(), [&](Value v) { return touches(v); }))
      continue;
    Flow &flow = flows[op];
    flow.steps = findSteps(op, placed.row);
    if (findNeutral(op))
      for (size_t dim = 0; dim < staticShape(op->getOperand(0)).size(); ++dim)
        if (reducesDim(op, dim))
          reduced.push_back(dims.firstDimOf(op->getOperand(0)) + dim);
    for (const DimStep &step : flow.steps)
      addStep(dims.firstDimOf(op->getOperand(step.operand)) + step.from,
              dims.firstDimOf(op->getResult(0)) + step.to);
  }
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
  reach(longOnes, edges, &wanted);
}

//===----------------------------------------------------------------------===//
// How each operand has to come
//===----------------------------------------------------------------------===//

/// Long where the op expects it so, whatever the value is.
PadPlan::Need PadPlan::needOf(OpOperand &operand, const Flow *flow) {
  Operation *op = operand.getOwner();
  Value value = operand.get();
  size_t rank = staticShape(value).size();
  Need need;
  need.operand = &operand;
  need.isLong.assign(rank, false);
  need.isMasked.assign(rank, false);
  unsigned number = operand.getOperandNumber();
  unsigned first = dims.firstDimOf(value);
  auto isIn = [&](size_t dim) { return groups[first + dim] != none; };
  if (Value target = inputs.lookup(&operand)) {
    unsigned there = dims.firstDimOf(target);
    for (size_t dim = 0; dim < rank; ++dim)
      need.isLong[dim] = isIn(dim) && longOnes[there + dim];
    return need;
  }
  if (const Product *product = productAt.lookup(op)) {
    for (const Product::Part &part : product->parts)
      for (ValueDim at : {part.first, part.second})
        if (at.value == number && isIn(at.dim)) {
          need.isLong[at.dim] = true;
          need.isMasked[at.dim] = part.role == Product::depth;
        }
    need.neutral = zeroOf(value);
    return need;
  }
  if (flow)
    for (const DimStep &step : flow->steps)
      if (step.operand == number && isIn(step.from) &&
          longOnes[dims.firstDimOf(op->getResult(0)) + step.to])
        need.isLong[step.from] = true;
  if (number != 0 || !(need.neutral = findNeutral(op)))
    return need;
  for (size_t dim = 0; dim < rank; ++dim)
    if (isIn(dim) && longOnes[first + dim] && reducesDim(op, dim))
      need.isLong[dim] = need.isMasked[dim] = true;
  return need;
}

TypedAttr PadPlan::zeroOf(Value value) {
  return cast<TypedAttr>(
      Builder(value.getContext()).getZeroAttr(getElementTypeOrSelf(value)));
}

/// Zeros behind the end need no mask, unless a sum could start from -0.
bool PadPlan::isZeroAtUse(const Need &need, size_t dim) {
  Value value = need.operand->get();
  unsigned number = dims.firstDimOf(value) + dim;
  if (longOnes[number])
    return zeros[number];
  Operation *maker = value.getDefiningOp();
  return !maker || !makesDim(maker, dim) || addsZeros(maker);
}

void PadPlan::dropMasks(Need &need) {
  Operation *op = need.operand->getOwner();
  for (size_t dim = 0; dim < need.isMasked.size(); ++dim) {
    if (!need.isMasked[dim] || !isZeroAtUse(need, dim))
      continue;
    Operation *init =
        reducesDim(op, dim) ? op->getOperand(1).getDefiningOp() : nullptr;
    bool isSum = !reducesDim(op, dim) ||
                 (init && addsZeros(init) &&
                  op->getRegion(0).front().front().getName().getStringRef() ==
                      "stablehlo.add");
    need.isMasked[dim] = !isSum;
  }
}

void PadPlan::findNeeds(const Program &program) {
  zeros.resize(groups.size());
  for (const PlacedOp &placed : program) {
    Operation *op = placed.op;
    size_t begin = needs.size();
    auto found = flows.find(op);
    Flow *flow = found == flows.end() ? nullptr : &found->second;
    for (OpOperand &operand : op->getOpOperands()) {
      if (!touches(operand.get()))
        continue;
      Need need = needOf(operand, flow);
      dropMasks(need);
      need.row = placed.row;
      need.times = placed.times;
      needs.push_back(std::move(need));
    }
    if (flow && keepsZeros(op))
      keepZeros(op, *flow, ArrayRef(needs).drop_front(begin));
  }
}

void PadPlan::keepZeros(Operation *op, const Flow &flow,
                        ArrayRef<Need> operands) {
  unsigned first = dims.firstDimOf(op->getResult(0));
  llvm::SmallDenseMap<int64_t, bool, 4> zeroBehind;
  for (const DimStep &step : flow.steps) {
    if (!longOnes[first + step.to])
      continue;
    bool isZero = llvm::any_of(operands, [&](const Need &need) {
      return need.operand->getOperandNumber() == step.operand &&
             isZeroAtUse(need, step.from);
    });
    auto [known, isNew] = zeroBehind.try_emplace(step.to, isZero);
    known->second &= isZero;
  }
  for (auto [dim, isZero] : zeroBehind)
    if (isZero)
      zeros.set(first + dim);
}

PadPlan::PadPlan(ModuleOp module, const Program &program, const Chip &chip)
    : dims(module, program) {
  for (const PlacedOp &placed : program)
    if (std::optional<Product> product = findProduct(placed, dims, chip))
      products.push_back(std::move(*product));
  findGroups(program, chip);
  if (padded.empty())
    return;
  for (const Product &product : products)
    productAt[product.op] = &product;
  addSteps(program);
  addFunctions(module);
  spread();
  findNeeds(program);
}
