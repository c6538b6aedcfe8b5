// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// subtract %x, %y : bf16, of arguments          ==>   breaks "… stay f32"
// subtract (add (dot %x, %w), %c), %target : bf16   ==>   the same
// compare GT, %x, %edges : bf16, of arguments   ==>   the same
#include "dialects/amp/IR/Amp.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
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
/// `elements` elements (any number, if there is none), or a product of such
/// data.
static bool isGiven(const InputGraph &graph, Value value,
                    std::optional<int64_t> elements,
                    SmallVectorImpl<Value> &chain) {
  constexpr unsigned most = 16;
  if (llvm::is_contained(chain, value))
    return true;
  chain.push_back(value);
  value = graph.originOf(value);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    auto function =
        dyn_cast<FunctionOpInterface>(argument.getOwner()->getParentOp());
    bool isWhole = !elements ||
                   (*elements > 0 && elementsOf(value.getType()) == *elements);
    return function && function.isPublic() && !graph.nodeOf(value) &&
           isF32(value.getType()) && isWhole &&
           !function.getArgAttr(argument.getArgNumber(),
                                AmpDialect::rangeAttrName);
  }
  Operation *op = value.getDefiningOp();
  return isHlo(op, {OpKind::multiply, OpKind::negate}) && chain.size() < most &&
         llvm::all_of(
             op->getOperands(),
             [&](Value operand) {
               return readSplat(graph.originOf(operand)) ||
                      isGiven(graph, operand, elements, chain);
             });
}

/// Appends `value` and the sums that compute it to `chain`, and returns true,
/// if it is the result of a contraction, possibly plus others.
static bool isPrediction(const InputGraph &graph, Value value,
                         SmallVectorImpl<Value> &chain) {
  constexpr unsigned most = 8;
  chain.push_back(value);
  Operation *op = graph.originOf(value).getDefiningOp();
  if (op && isContraction(lookupRow(op))) {
    chain.pop_back();
    return true;
  }
  return isHlo(op, OpKind::add) && chain.size() < most &&
         llvm::any_of(
             op->getOperands(),
             [&](Value operand) {
               return isPrediction(graph, operand, chain);
             });
}

/// Describes `op` if 16-bit operands change it by more than they are rounded;
/// empty for other ops. `chain`: its operands, and what computes them.
static StringRef findExact(const InputGraph &graph, Operation *op,
                           SmallVectorImpl<Value> &chain) {
  int64_t elements = elementsOf(op->getOperand(0).getType());
  auto isData = [&](Value value) {
    return isGiven(graph, value, elements, chain);
  };
  // Of data and a number, or of two data.
  auto areGiven = [&](Value value, Value other) {
    bool isNumber = isa<BlockArgument>(graph.originOf(value)) &&
                    readSplat(graph.originOf(other));
    return isGiven(graph, value, std::nullopt, chain) &&
           (isNumber || isGiven(graph, other, std::nullopt, chain));
  };
  auto isProduct = [&](Value value) {
    return isHlo(graph.originOf(value).getDefiningOp(), OpKind::multiply);
  };
  Value first = op->getOperand(0);
  Value second = op->getNumOperands() > 1 ? op->getOperand(1) : Value();
  switch (namedKindOf(op)) {
  case OpKind::ceil:
  case OpKind::floor:
  case OpKind::remainder:
  case OpKind::round_nearest_afz:
  case OpKind::round_nearest_even:
    return isData(first) ? "a step of data that nothing has rounded" : "";
  case OpKind::subtract:
    if (areGiven(first, second))
      return "a difference of data that nothing has rounded";
    chain.clear();
    if (areGiven(second, first))
      return "a difference of data that nothing has rounded";
    chain.clear();
    if (isData(second) && isPrediction(graph, first, chain))
      return "a prediction less its target";
    return "";
  case OpKind::add:
    // Not of two arguments alone, such as embeddings.
    return second && (isProduct(first) || isProduct(second)) && isData(first) &&
                   isData(second)
               ? "a sum with a multiple of data that nothing has rounded"
               : "";
  case OpKind::compare:
    if (!second)
      return "";
    if (areGiven(first, second))
      return "a comparison of data that nothing has rounded";
    chain.clear();
    return areGiven(second, first)
               ? "a comparison of data that nothing has rounded"
               : "";
  default:
    return "";
  }
}

static LogicalResult check(const InputGraph &graph, const ProgramNode &node) {
  SmallVector<Value> chain;
  StringRef what = findExact(graph, node.op, chain);
  if (what.empty())
    return success();
  auto isRounded = [&](Value part) { return graph.isRounded(part); };
  auto low = llvm::find_if(chain, isRounded);
  if (!node.isLow && low == chain.end())
    return success();
  Operation *maker =
      node.isLow ? nullptr : graph.sourceOf(*low).getDefiningOp();
  return breaks(maker ? maker : node.op, Guarantee::structure)
         << "expects f32 for " << what;
}

LogicalResult amp::verify::checkUnroundedData(const InputGraph &graph) {
  for (const ProgramNode &node : graph.nodes)
    if (!node.isCarried && !node.isAsked && !node.isForced &&
        isPerElement(node.row) && node.op->getNumResults() == 1 &&
        node.op->getNumOperands() > 0 && failed(check(graph, node)))
      return failure();
  return success();
}
