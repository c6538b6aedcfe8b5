// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// subtract %x, %y : bf16, of arguments   ==>   breaks "… stay f32"
#include "dialects/amp/IR/Amp.h"
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

/// Appends `value` and what computes it to `chain`, and returns true, if it is
/// data of the user, without a declared range: an argument of the program with
/// `elements` elements, or a product of such data.
static bool isGiven(const InputGraph &graph, Value value, int64_t elements,
                    SmallVectorImpl<Operation *> &chain) {
  constexpr unsigned most = 8;
  value = graph.originOf(value);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    return function && function.isPublic() && !graph.nodeOf(value) &&
           elements > 0 && elementsOf(argument.getType()) == elements &&
           !function.getArgAttr(argument.getArgNumber(),
                                AmpDialect::rangeAttrName);
  }
  Operation *op = value.getDefiningOp();
  chain.push_back(op);
  return isHlo(op, {OpKind::multiply, OpKind::negate}) && chain.size() < most &&
         llvm::all_of(
             op->getOperands(),
             [&](Value operand) {
               return isGiven(graph, operand, elements, chain);
             });
}

/// Checks a difference of given data, and floor, ceil, round and remainder of
/// it, with the products that compute it.
static LogicalResult check(const InputGraph &graph, Operation *op) {
  StringRef what;
  switch (namedKindOf(op)) {
  case OpKind::ceil:
  case OpKind::floor:
  case OpKind::remainder:
  case OpKind::round_nearest_afz:
  case OpKind::round_nearest_even:
    what = "a step";
    break;
  case OpKind::subtract:
    what = "a difference";
    break;
  default:
    return success();
  }
  SmallVector<Operation *> chain = {op};
  int64_t elements = elementsOf(op->getResult(0).getType());
  unsigned numOperands = namedKindOf(op) == OpKind::subtract ? 2 : 1;
  for (Value operand : op->getOperands().take_front(numOperands))
    if (!isGiven(graph, operand, elements, chain))
      return success();
  for (Operation *part : chain) {
    std::optional<unsigned> number = graph.nodeOf(part->getResult(0));
    if (number && graph.nodes[*number].isLow && !graph.nodes[*number].isAsked &&
        !graph.nodes[*number].isForced)
      return breaks(part, Guarantee::structure)
             << "expects f32 for " << what
             << " of data that nothing has rounded";
  }
  return success();
}

LogicalResult amp::verify::checkUnroundedData(const InputGraph &graph) {
  for (const ProgramNode &node : graph.nodes)
    if (!node.isCarried && !node.isAsked && !node.isForced &&
        isPerElement(node.row) && node.op->getNumResults() == 1 &&
        failed(check(graph, node.op)))
      return failure();
  return success();
}
