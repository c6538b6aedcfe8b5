// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Verifies that a sharding rule has a mapping for each operand and result, with
// each of their dimensions, and a size for each factor.
#include "dialects/sdy/IR/SdyVerify.h"

using namespace mlir;
using namespace mlir::amp::sdy;

static LogicalResult verifyMappings(OpShardingRuleAttr rule, Operation *op,
                                    ArrayRef<TensorMappingAttr> mappings,
                                    TypeRange types, StringRef kind) {
  if (mappings.size() != types.size())
    return op->emitOpError("expects a sharding rule for ")
           << types.size() << ' ' << kind << "s, but got " << mappings.size();
  int64_t numFactors = rule.getFactorSizes().size();
  for (auto [mapping, type] : llvm::zip_equal(mappings, types)) {
    auto shaped = dyn_cast<ShapedType>(type);
    int64_t rank = mapping.getDimMappings().size();
    if (!shaped || !shaped.hasRank() || shaped.getRank() != rank)
      return op->emitOpError("expects a sharding rule whose ")
             << kind << " mapping has the rank of " << type << ", but got "
             << rank;
    llvm::SmallDenseSet<int64_t> seen;
    for (DimMappingAttr dim : mapping.getDimMappings())
      for (int64_t factor : dim.getFactorIndices())
        if (factor >= numFactors || !seen.insert(factor).second)
          return op->emitOpError("expects a sharding rule whose ")
                 << kind << " mapping uses each of " << numFactors
                 << " factors at most once, but got " << mapping;
  }
  return success();
}

LogicalResult amp::sdy::verifyRule(OpShardingRuleAttr rule, Operation *op) {
  if (failed(verifyMappings(rule, op, rule.getOperandMappings(),
                            op->getOperandTypes(), "operand")) ||
      failed(verifyMappings(rule, op, rule.getResultMappings(),
                            op->getResultTypes(), "result")))
    return failure();
  int64_t numFactors = rule.getFactorSizes().size();
  for (ArrayRef<int64_t> factors :
       {rule.getReductionFactors(), rule.getNeedReplicationFactors(),
        rule.getPermutationFactors(), rule.getBlockedPropagationFactors()})
    for (int64_t factor : factors)
      if (factor >= numFactors)
        return op->emitOpError("expects special factors of a sharding rule "
                               "among ")
               << numFactors << " factors, but got " << rule;
  return success();
}
