// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// subtract %x, %y : bf16, of arguments   ==>   breaks "… stay f32"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/permissions/Pins.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static int64_t elementsOf(Type type) {
  auto shaped = dyn_cast<ShapedType>(type);
  return shaped && shaped.hasStaticShape() ? shaped.getNumElements() : 0;
}

/// Returns true if operand `i` of `op` is data of the user: an argument of the
/// program with as many elements as the result.
static bool isGiven(const InputGraph &graph, Operation *op, unsigned i) {
  auto argument = dyn_cast<BlockArgument>(graph.originOf(op->getOperand(i)));
  if (!argument || graph.nodeOf(argument))
    return false;
  auto function =
      dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
  int64_t elements = elementsOf(op->getResult(0).getType());
  return function && function.isPublic() && elements > 0 &&
         elementsOf(argument.getType()) == elements;
}

/// Checks a difference of given data, and floor, ceil, round and remainder of
/// it.
static LogicalResult check(const InputGraph &graph, Operation *op) {
  switch (namedKindOf(op)) {
  case OpKind::ceil:
  case OpKind::floor:
  case OpKind::remainder:
  case OpKind::round_nearest_afz:
  case OpKind::round_nearest_even:
    if (!isGiven(graph, op, 0))
      return success();
    return breaks(op, Guarantee::structure)
           << "expects f32 for a step of data that nothing has rounded";
  case OpKind::subtract:
    if (!isGiven(graph, op, 0) || !isGiven(graph, op, 1))
      return success();
    return breaks(op, Guarantee::structure)
           << "expects f32 for a difference of data that nothing has rounded";
  default:
    return success();
  }
}

LogicalResult amp::verify::checkUnroundedData(const InputGraph &graph) {
  for (const ProgramNode &node : graph.nodes)
    if (node.isLow && !node.isAsked && !node.isForced && !node.isCarried &&
        isPerElement(node.row) && node.op->getNumResults() == 1 &&
        failed(check(graph, node.op)))
      return failure();
  return success();
}
