// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   %sum = all_reduce(%g) add                 ==>   … {amp.role =
//   %mean = divide %sum, %devices                       "gradients.sum"}
//   composite "amp.gradients" %mean
#include "lib/Recognize/GradientSums.h"
#include "dialects/amp/IR/Amp.h"
#include "lib/OpModel/Kinds.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

static constexpr StringLiteral sumRole = "gradients.sum";

/// Reducing collectives; a body defines the reduction.
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

static void markSum(Operation *op) {
  if (isSum(op) && !op->hasAttr(AmpDialect::roleAttrName))
    op->setDiscardableAttr(AmpDialect::roleAttrName,
                           StringAttr::get(op->getContext(), sumRole));
}

void amp::recognize::recognizeGradientSums(const ProgramGraph &graph,
                                           ArrayRef<Operation *> marks) {
  llvm::DenseSet<Value> seen;
  SmallVector<Value> work;
  auto visit = [&](Value value) {
    if (isFloat(value.getType()) && seen.insert(value).second)
      work.push_back(value);
  };
  for (Operation *mark : marks)
    llvm::for_each(mark->getOperands(), visit);
  static constexpr OpClass passed[] = {OpClass::collective, OpClass::convert,
                                       OpClass::elementwise, OpClass::layout,
                                       OpClass::select};
  while (!work.empty()) {
    Value value = work.pop_back_val();
    Operation *op = value.getDefiningOp();
    if (op)
      markSum(op);
    if (const CarriedValue *carried = graph.carriedValueOf(value))
      for (OpOperand *input : carried->inputs)
        visit(input->get());
    else if (op && llvm::is_contained(passed, classOf(op, lookupRow(op))))
      llvm::for_each(op->getOperands(), visit);
  }
}
