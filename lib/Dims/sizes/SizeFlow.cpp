// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// get_dimension_size %x, dim = 0; reshape; concatenate; dynamic_iota
// ==>   the size of dimension 0 of %x
#include "lib/Dims/sizes/SizeFlow.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace mlir::amp;

SizeFlow::SizeFlow(const ProgramGraph &graph, SizeTable &table)
    : table(table), graph(graph) {
  do {
    isStable = true;
    dims.clear();
    elements.clear();
    visited.clear();
    for (bool isPublic : {true, false}) // callers before callees
      for (auto f : graph.getModule().getOps<FunctionOpInterface>())
        if (f.isPublic() == isPublic && !f.isExternal() && !visited.contains(f))
          visit(f);
  } while (!isStable);
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

std::string SizeFlow::newName() {
  return function + ":" + std::to_string(numOthers++);
}

SizeIds SizeFlow::dimsOf(Value value) {
  auto known = dims.find(value);
  if (known != dims.end())
    return known->second;
  SizeIds ids;
  bool isDynamic = false;
  for (int64_t size : shapeOf(value)) {
    bool isKnown = !ShapedType::isDynamic(size);
    isDynamic |= !isKnown;
    ids.push_back(isKnown ? table.number(size) : table.given(newName()));
  }
  if (isDynamic)
    dims[value] = ids;
  return ids;
}

void SizeFlow::makeOwn(Value value, StringRef name) {
  SizeIds ids;
  for (auto [i, size] : llvm::enumerate(shapeOf(value)))
    ids.push_back(ShapedType::isDynamic(size)
                      ? table.given((name + "." + Twine(i)).str())
                      : table.number(size));
  dims[value] = ids;
  if (!isSizeList(value))
    return;
  SizeIds list;
  for (int64_t i = 0, end = cast<ShapedType>(value.getType()).getNumElements();
       i < end; ++i)
    list.push_back(table.given((name + "[" + Twine(i) + "]").str()));
  elements[value] = list;
}

void SizeFlow::adopt(Value value, Value from) {
  if (shapeOf(value).size() == shapeOf(from).size())
    dims[value] = dimsOf(from);
  if (isSizeList(value))
    elements[value] = elementsOf(from);
}

void SizeFlow::replace(Value from, Value to) {
  SizeIds ids = dimsOf(from);
  dims.erase(from);
  dims[to] = ids;
}

bool SizeFlow::isAlike(Value a, Value b) {
  return dimsOf(a) == dimsOf(b) && elementsOf(a) == elementsOf(b);
}

void SizeFlow::generalize(Operation *op, unsigned index) {
  if (generalized.insert({op, index}).second)
    isStable = false;
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

void SizeFlow::visit(FunctionOpInterface f) {
  std::string outer = std::exchange(function, f.getName().str());
  unsigned outerOthers = std::exchange(numOthers, 0);
  for (BlockArgument argument : f.getArguments())
    if (!visited.contains(f) && !dims.contains(argument))
      makeOwn(argument,
              (function + ":arg" + Twine(argument.getArgNumber())).str());
  visited.insert(f);
  for (Block &block : f.getFunctionBody())
    visit(block);
  function = outer;
  numOthers = outerOthers;
}

/// The first call determines the sizes of the arguments. Arguments whose size
/// differs in a later call are generalized.
void SizeFlow::visitCall(Operation *call, FunctionOpInterface callee) {
  if (callee.isExternal() || callee.getNumArguments() != call->getNumOperands())
    return;
  bool isNew = !visited.contains(callee) && !callee.isPublic();
  for (auto [operand, argument] :
       llvm::zip(call->getOperands(), callee.getArguments())) {
    unsigned index = argument.getArgNumber();
    if (generalized.contains({callee, index}))
      continue;
    if (isNew)
      adopt(argument, operand);
    else if (!isAlike(argument, operand))
      generalize(callee, index);
  }
  if (isNew)
    visit(callee);
  bool isOne = llvm::none_of(callee.getArguments(), [&](BlockArgument a) {
    return generalized.contains({callee, a.getArgNumber()});
  });
  Operation &end = callee.getFunctionBody().back().back();
  if (!isOne || !end.hasTrait<OpTrait::ReturnLike>())
    return;
  llvm::DenseSet<SizeId> given;
  auto collect = [&](SizeId id, auto &collect) -> void {
    if (!given.insert(id).second)
      return;
    for (SizeId part : table[id].parts)
      collect(part, collect);
  };
  for (BlockArgument argument : callee.getArguments()) {
    for (SizeId id : dimsOf(argument))
      collect(id, collect);
    for (SizeId id : elementsOf(argument))
      collect(id, collect);
  }
  llvm::DenseMap<SizeId, bool> isKnown;
  auto isGiven = [&](SizeId id, auto &isGiven) -> bool {
    auto known = isKnown.find(id);
    if (known != isKnown.end())
      return known->second;
    const SizeTable::Size &size = table[id];
    bool found = size.isGiven() ? given.contains(id)
                                : llvm::all_of(size.parts, [&](SizeId part) {
                                    return isGiven(part, isGiven);
                                  });
    return isKnown[id] = found;
  };
  for (auto [result, returned] :
       llvm::zip(call->getResults(), end.getOperands())) {
    auto isFromOutside = [&](SizeId id) { return isGiven(id, isGiven); };
    if (llvm::all_of(dimsOf(returned), isFromOutside) &&
        llvm::all_of(elementsOf(returned), isFromOutside))
      adopt(result, returned);
  }
}

//===----------------------------------------------------------------------===//
// Control flow
//===----------------------------------------------------------------------===//

/// A carried value has one size if each iteration yields the size that it
/// received.
bool SizeFlow::visitCarriedValues(Operation *op) {
  ArrayRef<CarriedValue> carriedValues = graph.carriedValuesOf(op);
  auto isFirst = [&](OpOperand *input) { return input->getOwner() == op; };
  auto setAll = [&](const CarriedValue &carried, Value from) {
    for (Value value : carried.values)
      adopt(value, from);
  };
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    auto first = llvm::find_if(carried.inputs, isFirst);
    if (carried.values.empty() || first == carried.inputs.end())
      continue;
    if (!generalized.contains({op, i})) {
      setAll(carried, (*first)->get());
      continue;
    }
    makeOwn(carried.values.front(), newName());
    setAll(carried, carried.values.front());
  }
  for (Region &region : op->getRegions())
    for (Block &block : region)
      visit(block);
  for (auto [i, carried] : llvm::enumerate(carriedValues)) {
    if (carried.values.empty() || carried.inputs.empty())
      continue;
    Value value = carried.inputs.front()->get();
    bool isOne = llvm::all_of(carried.inputs, [&](OpOperand *input) {
      return isAlike(input->get(), value);
    });
    if (llvm::any_of(carried.inputs, isFirst)) {
      if (!isOne)
        generalize(op, i);
    } else if (isOne) {
      setAll(carried, value);
    }
  }
  return !carriedValues.empty();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

void SizeFlow::visit(Block &block) {
  for (Operation &op : block)
    visit(&op);
}

void SizeFlow::visit(Operation *op) {
  if (FunctionOpInterface callee = graph.calleeOf(op))
    visitCall(op, callee);
  else if (visitCarriedValues(op))
    return;
  computeElements(op);
  computeDims(op);
  auto around = dyn_cast<FunctionOpInterface>(op->getParentOp());
  if (around && around.isPublic())
    learn(op);
}

/// Returns the EQ comparison of a shape assertion of JAX, which aborts the
/// program if false.
static Operation *findAsserted(Operation *op) {
  auto target = op->getAttrOfType<StringAttr>("call_target_name");
  if (!target || target != "shape_assertion" || op->getNumOperands() == 0)
    return nullptr;
  Operation *compare = op->getOperand(0).getDefiningOp();
  if (!compare || !isHlo(compare, OpKind::compare))
    return nullptr;
  return getComparison(compare) == Comparison::EQ ? compare : nullptr;
}

/// Unites sizes that must be equal for the op to execute.
void SizeFlow::learn(Operation *op) {
  if (Operation *compare = findAsserted(op)) {
    SizeIds a = elementsOf(compare->getOperand(0)),
            b = elementsOf(compare->getOperand(1));
    if (a.size() == 1 && b.size() == 1 && table.unite(a[0], b[0]))
      isStable = false;
  }
  for (auto [a, b] : findEqualDims(op)) {
    auto idOf = [&](ValueDim at) {
      return dimsOf(op->getOperand(at.value))[at.dim];
    };
    if (table.unite(idOf(a), idOf(b)))
      isStable = false;
  }
}

void SizeFlow::computeDims(Operation *op) {
  for (OpResult result : op->getResults()) {
    ArrayRef<int64_t> shape = shapeOf(result);
    if (dims.contains(result) || !llvm::any_of(shape, ShapedType::isDynamic))
      continue;
    SizeIds ids = computeResultDims(*this, result);
    for (auto [dim, size] : llvm::enumerate(shape))
      if (!ShapedType::isDynamic(size) && dim < ids.size())
        ids[dim] = table.number(size);
    if (ids.size() == shape.size())
      dims[result] = ids;
    else
      dimsOf(result); // new symbols
  }
}

//===----------------------------------------------------------------------===//
// concatenate %n, [8]   ==>   the list of n and 8
//===----------------------------------------------------------------------===//

bool amp::isSizeList(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type && type.hasStaticShape() && type.getRank() <= 1 &&
         type.getNumElements() <= 8 &&
         (type.getElementType().isSignlessInteger(32) ||
          type.getElementType().isSignlessInteger(64));
}

static SizeIds elementsOfConstant(SizeTable &table, DenseIntElementsAttr list) {
  SizeIds ids;
  for (const APInt &element : list.getValues<APInt>())
    ids.push_back(table.number(element.getSExtValue()));
  return ids;
}

void SizeFlow::computeElements(Operation *op) {
  if (op->getNumResults() != 1 || !isSizeList(op->getResult(0)) ||
      elements.contains(op->getResult(0)))
    return;
  StringRef name = op->getName().getStringRef();
  size_t count = cast<ShapedType>(op->getResultTypes()[0]).getNumElements();
  SizeIds ids;
  name.consume_front("stablehlo.");
  if (auto list = op->getAttrOfType<DenseIntElementsAttr>("value")) {
    ids = elementsOfConstant(table, list);
  } else if (name == "get_dimension_size") {
    int64_t dim = op->getAttrOfType<IntegerAttr>("dimension").getInt();
    ids = {dimsOf(op->getOperand(0))[dim]};
  } else if (name == "reshape" || name == "convert") {
    ids = elementsOf(op->getOperand(0));
  } else if (name == "broadcast_in_dim") {
    if (ids = elementsOf(op->getOperand(0)); ids.size() == 1)
      ids.assign(count, SizeId(ids.front()));
  } else if (name == "concatenate") {
    for (Value operand : op->getOperands())
      llvm::append_range(ids, elementsOf(operand));
  } else if (name == "slice") {
    SizeIds from = elementsOf(op->getOperand(0));
    auto at = [&](StringRef list) {
      return op->getAttrOfType<DenseI64ArrayAttr>(list).asArrayRef().front();
    };
    if (!from.empty())
      for (int64_t i = at("start_indices"); i < at("limit_indices");
           i += at("strides"))
        ids.push_back(from[i]);
  } else if (op->getNumOperands() == 2) {
    SizeIds a = elementsOf(op->getOperand(0)),
            b = elementsOf(op->getOperand(1));
    for (auto [left, right] : llvm::zip(a, b))
      if (std::optional<SizeId> id = table.apply(name, left, right))
        ids.push_back(*id);
  }
  if (ids.size() != count) {
    ids.clear();
    for (std::string own = newName(); ids.size() < count;)
      ids.push_back(table.given(own + "[" + std::to_string(ids.size()) + "]"));
  }
  elements[op->getResult(0)] = ids;
}
