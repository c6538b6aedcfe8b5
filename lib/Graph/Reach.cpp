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

/// Worklist traversal of the graph in one direction.
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

  /// Traversal within one function with several calls, or of the program
  /// (null).
  struct Part {
    Operation *function;
    Reached reached;
    Ends ends; ///< results, or arguments, through which it leaves the function
    SmallVector<Value> work;
    llvm::DenseSet<Operation *> owners =
        {}; ///< ops whose operands were followed
  };

  Ends walk(ArrayRef<Value> values, Operation *function);
  void enter(Part &part, Value shared) {
    if (part.reached.shared.insert(shared).second)
      part.work.push_back(shared);
  }
  void goForward(Part &part, OpOperand &use);
  void goBack(Part &part, Value value);
  void goBack(Part &part, BlockArgument argument);

  /// Returns the results (arguments) of a function that are reachable from its
  /// argument (result) `position`.
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
  if (const CarriedValue *carried = reach.filter(graph.carriedValueOf(use))) {
    if (part.reached.carriedValues.insert(carried).second)
      llvm::append_range(part.work, carried->values);
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
  if (const CarriedValue *carried = reach.filter(graph.carriedValueOf(value))) {
    // Without `floatsOnly`, follow all operands of control flow (predicates)
    // and of composites, which passes may treat as opaque. Each op is followed
    // once, because calls of one function share carried values.
    if (op && !floatsOnly && (!runsFunction(op) || findCompositeName(op)) &&
        part.owners.insert(op).second)
      llvm::append_range(part.work, op->getOperands());
    if (part.reached.carriedValues.insert(carried).second)
      for (OpOperand *input : carried->inputs)
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
  reached.carriedValues.insert(part.reached.carriedValues.begin(),
                               part.reached.carriedValues.end());
  reached.shared.insert(part.reached.shared.begin(), part.reached.shared.end());
  return part.ends;
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

const CarriedValue *Reach::filter(const CarriedValue *carried) const {
  if (!carried)
    return nullptr;
  bool isFollowed = isa<FunctionOpInterface>(carried->owner)
                        ? contextsOf(carried->owner).empty()
                        : carriesValues(lookupRow(carried->owner));
  return isFollowed ? carried : nullptr;
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
  if (const CarriedValue *carried = filter(graph.carriedValueOf(value)))
    return reached.carriedValues.contains(carried);
  return reached.shared.contains(value) ||
         (value.getDefiningOp() && reached.ops.contains(value.getDefiningOp()));
}
