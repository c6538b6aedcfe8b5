// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   %sum = all_reduce(%g) add                 ==>   … {amp.role =
//   %mean = divide %sum, %devices                       "gradients.sum"}
//   composite "amp.gradients" %mean
#include "lib/Recognize/GradientSums.h"
#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/Joints.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/SymbolTable.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

static constexpr StringLiteral sumRole = "gradients.sum";

/// Collectives that combine; of those with a body, it says how.
static constexpr KindSet combining = {
    OpKind::all_reduce, OpKind::all_reduce_sum, OpKind::cross_replica_sum,
    OpKind::reduce_scatter, OpKind::reduce_scatter_sum};

static bool isSum(Operation *op) {
  if (!combining.contains(kindOf(op)))
    return false;
  if (op->getNumRegions() == 0)
    return true;
  Block &body = op->getRegion(0).front();
  Operation &add = body.front();
  return body.getOperations().size() == 2 && body.getNumArguments() == 2 &&
         isHlo(&add, OpKind::add) &&
         llvm::is_contained(add.getOperands(), Value(body.getArgument(0))) &&
         llvm::is_contained(add.getOperands(), Value(body.getArgument(1))) &&
         body.back().getOperands() == add.getResults();
}

namespace {
/// Goes back from gradients.
class Walk {
public:
  explicit Walk(ModuleOp module) : module(module) {}

  void run(ArrayRef<Operation *> marks);

private:
  void visit(Value value) {
    if (isFloat(value.getType()) && seen.insert(value).second)
      work.push_back(value);
  }
  void visitAll(ValueRange values) {
    for (Value value : values)
      visit(value);
  }
  void goBack(Value value);
  bool goBackByJoints(Operation *op, Value value);
  void goToCalls(BlockArgument argument);

  ModuleOp module;
  SymbolTable symbols{module};
  std::optional<CallMap> calls; ///< once somebody asks
  llvm::DenseSet<Value> seen;
  SmallVector<Value> work;
};
} // namespace

bool Walk::goBackByJoints(Operation *op, Value value) {
  for (const Joint &joint : findHandovers(op)) {
    if (!llvm::is_contained(joint.values, value))
      continue;
    for (OpOperand *input : joint.inputs)
      visit(input->get());
    return true;
  }
  return false;
}

void Walk::goToCalls(BlockArgument argument) {
  if (!calls)
    calls = findCalls(module);
  for (Operation *call : calls->lookup(argument.getOwner()->getParentOp()))
    if (argument.getArgNumber() < call->getNumOperands())
      visit(call->getOperand(argument.getArgNumber()));
}

void Walk::goBack(Value value) {
  Operation *op = value.getDefiningOp();
  if (!op) {
    Operation *around = value.getParentBlock()->getParentOp();
    if (isa<FunctionOpInterface>(around))
      return goToCalls(cast<BlockArgument>(value));
    goBackByJoints(around, value);
    return;
  }
  if (isSum(op) && !op->hasAttr(AmpDialect::roleAttrName))
    op->setDiscardableAttr(AmpDialect::roleAttrName,
                           StringAttr::get(op->getContext(), sumRole));
  if (goBackByJoints(op, value))
    return;
  if (StringAttr name = findCallee(op))
    if (auto callee = symbols.lookup<FunctionOpInterface>(name);
        callee && callee.getFunctionBody().hasOneBlock()) {
      Operation *end = callee.getFunctionBody().front().getTerminator();
      return visit(end->getOperand(cast<OpResult>(value).getResultNumber()));
    }
  static constexpr OpClass passed[] = {OpClass::collective, OpClass::convert,
                                       OpClass::elementwise, OpClass::layout,
                                       OpClass::select};
  if (llvm::is_contained(passed, classOf(op, lookupRow(op))))
    visitAll(op->getOperands());
}

void Walk::run(ArrayRef<Operation *> marks) {
  for (Operation *mark : marks)
    visitAll(mark->getOperands());
  while (!work.empty())
    goBack(work.pop_back_val());
}

void amp::recognize::recognizeGradientSums(ModuleOp module,
                                           ArrayRef<Operation *> marks) {
  if (!marks.empty())
    Walk(module).run(marks);
}
