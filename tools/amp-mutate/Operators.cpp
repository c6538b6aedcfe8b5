// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Operator.h"
#include "Tags.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

std::optional<ReasonKind> Facts::reasonOf(Operation *op) const {
  auto tag = findTag(op->getLoc());
  auto known = tag ? f32Reasons.find(*tag) : f32Reasons.end();
  if (known == f32Reasons.end())
    return std::nullopt;
  return known->second;
}

ArrayRef<Operator> amp::mutate::allOperators() {
  static const SmallVector<Operator> operators = [] {
    SmallVector<Operator> all;
    for (ArrayRef<Operator> table :
         {generalOperators(), precisionOperators(), castOperators(),
          scalingOperators(), guardOperators(), alignmentOperators(),
          solutionOperators(), weightOperators()})
      llvm::append_range(all, table);
    return all;
  }();
  return operators;
}
