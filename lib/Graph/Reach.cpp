// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Graph/Reach.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace mlir::amp;

bool amp::runsFunction(Operation *op) {
  return findCompositeName(op) ? findCallee(op) != nullptr
                               : isa<CallOpInterface>(op);
}

/// One walk over a graph, in one direction.
class Reach::Walk {
public:
  Walk(const Reach &reach, function_ref<bool(Operation *)> stops,
       bool isForward, bool floatsOnly)
      : reach(reach), graph(reach.graph), stops(stops), isForward(isForward),
        floatsOnly(floatsOnly) {}

  Reached run(ArrayRef<Value> values) {
    walk(values, nullptr);
    return std::move(reached);
  }

private:
  using Ends = llvm::SmallSetVector<unsigned, 4>;

  /// One walk within a function with several calls, or from anywhere (null).
  struct Part {
    Operation *function;
    Reached reached;
    Ends ends; ///< results, or arguments, by which it leaves the function
    SmallVector<Value> work;
    llvm::DenseSet<Operation *> owners = {}; ///< of joints, operands followed
  };

  Ends walk(ArrayRef<Value> values, Operation *function);
  void enter(Part &part, Value shared) {
    if (part.reached.shared.insert(shared).second)
      part.work.push_back(shared);
  }
  void goForward(Part &part, OpOperand &use);
  void goBack(Part &part, Value value);
  void goBack(Part &part, BlockArgument argument);

  /// Returns the ends at which a value that enters a function at this argument
  /// (result) leaves it.
  const Ends &through(FunctionOpInterface function, unsigned position);

  const Reach &reach;
  const ProgramGraph &graph;
  const function_ref<bool(Operation *)> stops;
  const bool isForward, floatsOnly;
  Reached reached;
  std::map<std::pair<Operation *, unsigned>, Ends> known;
};

static SmallVector<Value> returnedAt(FunctionOpInterface function,
                                     unsigned result) {
  SmallVector<Value> values;
  for (Block &block : function.getFunctionBody())
    if (Operation *end = block.getTerminator();
        end->hasTrait<OpTrait::ReturnLike>() && result < end->getNumOperands())
      values.push_back(end->getOperand(result));
  return values;
}

const Reach::Walk::Ends &Reach::Walk::through(FunctionOpInterface function,
                                              unsigned position) {
  auto [found, isNew] = known.try_emplace({function, position});
  if (!isNew)
    return found->second;
  if (!isForward)
    return found->second = walk(returnedAt(function, position), function);
  Value argument = function.getArgument(position);
  reached.shared.insert(argument);
  return found->second = walk(argument, function);
}

void Reach::Walk::goForward(Part &part, OpOperand &use) {
  Operation *op = use.getOwner();
  unsigned position = use.getOperandNumber();
  if (const Joint *joint = reach.filter(graph.jointOf(use))) {
    if (part.reached.joints.insert(joint).second)
      llvm::append_range(part.work, joint->values);
    return;
  }
  if (FunctionOpInterface callee = graph.calleeOf(op);
      callee && !reach.contextsOf(callee).empty()) {
    for (unsigned result : through(callee, position))
      enter(part, op->getResult(result));
    return;
  }
  if (ArrayRef<Operation *> calls = reach.contextsOf(op->getParentOp());
      !calls.empty() && op->hasTrait<OpTrait::ReturnLike>()) {
    part.ends.insert(position);
    if (!part.function)
      for (Operation *call : calls)
        enter(part, call->getResult(position));
    return;
  }
  if (runsFunction(op) || isTerminator(op) ||
      !part.reached.ops.insert(op).second || stops(op))
    return;
  llvm::copy_if(op->getResults(), std::back_inserter(part.work), reach.follows);
}

void Reach::Walk::goBack(Part &part, BlockArgument argument) {
  ArrayRef<Operation *> calls =
      reach.contextsOf(argument.getOwner()->getParentOp());
  if (calls.empty())
    return;
  part.ends.insert(argument.getArgNumber());
  if (part.reached.shared.insert(argument).second && !part.function)
    for (Operation *call : calls)
      part.work.push_back(call->getOperand(argument.getArgNumber()));
}

void Reach::Walk::goBack(Part &part, Value value) {
  Operation *op = value.getDefiningOp();
  auto add = [&](Value operand) {
    if (!floatsOnly || reach.follows(operand))
      part.work.push_back(operand);
  };
  if (const Joint *joint = reach.filter(graph.jointOf(value))) {
    // Operands that decide; and of composites, which passes need not look into:
    // of each, where calls of its function share the joint.
    if (op && !floatsOnly && (!runsFunction(op) || findCompositeName(op)) &&
        part.owners.insert(op).second)
      llvm::append_range(part.work, op->getOperands());
    if (part.reached.joints.insert(joint).second)
      for (OpOperand *input : joint->inputs)
        part.work.push_back(input->get());
    return;
  }
  if (!op)
    return goBack(part, cast<BlockArgument>(value));
  if (FunctionOpInterface callee = graph.calleeOf(op);
      callee && !reach.contextsOf(callee).empty()) {
    if (!part.reached.shared.insert(value).second)
      return;
    unsigned result = cast<OpResult>(value).getResultNumber();
    for (unsigned argument : through(callee, result))
      part.work.push_back(op->getOperand(argument));
    return;
  }
  if (runsFunction(op) || !part.reached.ops.insert(op).second || stops(op))
    return;
  llvm::for_each(op->getOperands(), add);
  if (op->getNumRegions() && bodySharesType(op))
    for (Region &body : op->getRegions())
      visitUsedValuesDefinedAbove(body,
                                  [&](OpOperand *use) { add(use->get()); });
}

Reach::Walk::Ends Reach::Walk::walk(ArrayRef<Value> values,
                                    Operation *function) {
  Part part{function, {}, {}, SmallVector<Value>(values)};
  while (!part.work.empty()) {
    Value value = part.work.pop_back_val();
    if (!isForward)
      goBack(part, value);
    else
      for (OpOperand &use : value.getUses())
        goForward(part, use);
  }
  reached.ops.insert(part.reached.ops.begin(), part.reached.ops.end());
  reached.joints.insert(part.reached.joints.begin(), part.reached.joints.end());
  reached.shared.insert(part.reached.shared.begin(), part.reached.shared.end());
  return part.ends;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

const Joint *Reach::filter(const Joint *joint) const {
  if (!joint)
    return nullptr;
  bool isFollowed = isa<FunctionOpInterface>(joint->owner)
                        ? contextsOf(joint->owner).empty()
                        : handsOn(lookupRow(joint->owner));
  return isFollowed ? joint : nullptr;
}

ArrayRef<Operation *> Reach::contextsOf(Operation *function) const {
  ArrayRef<Operation *> calls =
      joinsCalls ? ArrayRef<Operation *>() : graph.callsOf(function);
  bool isApart =
      calls.size() > 1 && !cast<FunctionOpInterface>(function).isExternal();
  return isApart ? calls : ArrayRef<Operation *>();
}

Reached Reach::back(ArrayRef<Value> values,
                    function_ref<bool(Operation *)> stops,
                    bool floatsOnly) const {
  return Walk(*this, stops, /*isForward=*/false, floatsOnly).run(values);
}

Reached Reach::forth(ArrayRef<Value> values,
                     function_ref<bool(Operation *)> stops) const {
  return Walk(*this, stops, /*isForward=*/true, /*floatsOnly=*/true)
      .run(values);
}

bool Reach::contains(const Reached &reached, Value value) const {
  if (const Joint *joint = filter(graph.jointOf(value)))
    return reached.joints.contains(joint);
  return reached.shared.contains(value) ||
         (value.getDefiningOp() && reached.ops.contains(value.getDefiningOp()));
}
