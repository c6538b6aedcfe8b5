// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "dialects/sdy/IR/SdyVerify.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::amp::sdy;

#include "dialects/sdy/IR/SdyDialect.cpp.inc"
#include "dialects/sdy/IR/SdyEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "dialects/sdy/IR/SdyAttributes.cpp.inc"

static constexpr StringLiteral shardingName = "sdy.sharding";
static constexpr StringLiteral ruleName = "sdy.sharding_rule";

void SdyDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "dialects/sdy/IR/SdyAttributes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "dialects/sdy/IR/SdyOps.cpp.inc"
      >();
  registerShardings();
}

LogicalResult SdyDialect::verifyOperationAttribute(Operation *op,
                                                   NamedAttribute attr) {
  if (attr.getName() == shardingName) {
    auto shardings = dyn_cast<TensorShardingPerValueAttr>(attr.getValue());
    if (!shardings)
      return op->emitOpError("expects '")
             << shardingName << "' to hold a sharding per result, but got "
             << attr.getValue();
    return verifyShardings(shardings, op->getResultTypes(), op, "result");
  }
  if (attr.getName() == ruleName) {
    auto rule = dyn_cast<OpShardingRuleAttr>(attr.getValue());
    if (!rule)
      return op->emitOpError("expects '")
             << ruleName << "' to hold a sharding rule, but got "
             << attr.getValue();
    return verifyRule(rule, op);
  }
  return success();
}

static LogicalResult verifyFunctionValue(Operation *op, StringRef kind,
                                         unsigned index, TypeRange types,
                                         NamedAttribute attr) {
  if (attr.getName() != shardingName)
    return success();
  auto emitError = [&] {
    return op->emitOpError() << kind << ' ' << index << ": ";
  };
  auto sharding = dyn_cast<TensorShardingAttr>(attr.getValue());
  if (!sharding)
    return emitError() << "expects a sharding, but got " << attr.getValue();
  return verifySharding(sharding, types[index], op, emitError);
}

LogicalResult SdyDialect::verifyRegionArgAttribute(Operation *op, unsigned,
                                                   unsigned index,
                                                   NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  return verifyFunctionValue(op, "argument", index, function.getArgumentTypes(),
                             attr);
}

LogicalResult SdyDialect::verifyRegionResultAttribute(Operation *op, unsigned,
                                                      unsigned index,
                                                      NamedAttribute attr) {
  auto function = dyn_cast<FunctionOpInterface>(op);
  if (!function)
    return success();
  return verifyFunctionValue(op, "result", index, function.getResultTypes(),
                             attr);
}
