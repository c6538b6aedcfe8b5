// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %1 = dot %x, %w; %2 = exponential %1; dot %2, %v : f16
//   ==>   breaks "a low format holds what is known to occur"
#include "lib/Verify/bounds/Exponentials.h"
#include "lib/OpModel/Attributes.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Verify/Constants.h"
#include "lib/Verify/Guarantees.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
class ExponentialChecker {
public:
  ExponentialChecker(const InputGraph &graph, const OpenValues &open)
      : graph(graph), open(open) {}

  /// Returns true if `op` is an unbounded exponential of a contraction result.
  /// In f16, the exponential of 12 is infinite.
  bool isExponential(Operation *op) const;

  LogicalResult check(unsigned exponential) const;

private:
  bool isMatmul(Value value) const;
  bool isFixed(Value value) const;
  bool isOpen(Value value) const { return open.contains(value); }
  Operation *findTest(Operation *select) const;
  bool limits(Operation *select, unsigned branch, Value value,
              bool isNegated) const;
  bool rises(Value value, bool isNegated, unsigned depth = 0) const;
  bool follows(unsigned reader, unsigned maker, bool isRead) const;
  bool spoils(unsigned reader) const;
  LogicalResult refuseIfLow(unsigned node) const;

  const InputGraph &graph;
  const OpenValues &open;
};
} // namespace

/// Returns true if `value` is a contraction of two different values.
bool ExponentialChecker::isMatmul(Value value) const {
  Operation *op = graph.originOf(value).getDefiningOp();
  const OpRow *row = op ? lookupRow(op) : nullptr;
  return isContraction(row) && op->getNumOperands() > 1 &&
         graph.originOf(op->getOperand(0)) != graph.originOf(op->getOperand(1));
}

/// Returns true if `value` is a nonzero splat constant, or an argument of a
/// function.
bool ExponentialChecker::isFixed(Value value) const {
  value = graph.originOf(value);
  if (auto argument = dyn_cast<BlockArgument>(value))
    return isa<FunctionOpInterface>(argument.getOwner()->getParentOp());
  return readSplat(value).value_or(0) != 0;
}

/// Returns the float comparison that is the predicate of a select; null if
/// none.
Operation *ExponentialChecker::findTest(Operation *select) const {
  Operation *test = graph.originOf(select->getOperand(0)).getDefiningOp();
  return test && hloKindOf(test) == OpKind::compare &&
                 isFloat(test->getOperand(0).getType())
             ? test
             : nullptr;
}

/// Returns true if a select takes `branch` only if `value` is below a limit, or
/// above it if `isNegated`.
bool ExponentialChecker::limits(Operation *select, unsigned branch, Value value,
                                bool isNegated) const {
  Operation *test = findTest(select);
  std::optional<Comparison> how = test ? getComparison(test) : std::nullopt;
  bool isLess = how == Comparison::LT || how == Comparison::LE;
  if (!isLess && how != Comparison::GT && how != Comparison::GE)
    return false;
  for (unsigned side : {0u, 1u})
    if (graph.originOf(test->getOperand(side)) == graph.originOf(value)) {
      // True if `branch` is selected for small values.
      bool takesSmall = (isLess == (side == 0)) == (branch == 1);
      if (takesSmall != isNegated)
        return true;
    }
  return false;
}

/// Returns true if `value` is unbounded above (below, if `isNegated`): the
/// result of a contraction, a multiple of it, its sum with a constant, or a
/// selection of its large elements.
bool ExponentialChecker::rises(Value value, bool isNegated,
                               unsigned depth) const {
  constexpr unsigned mostDepth = 6;
  if (isMatmul(value))
    return true;
  Operation *op = graph.originOf(value).getDefiningOp();
  if (!op || depth == mostDepth)
    return false;
  auto next = [&](unsigned i, bool negates = false) {
    return rises(op->getOperand(i), isNegated != negates, depth + 1);
  };
  switch (namedKindOf(op)) {
  case OpKind::negate:
    return next(0, /*negates=*/true);
  case OpKind::add:
    return isFixed(op->getOperand(1)) && next(0);
  case OpKind::multiply:
  case OpKind::divide: {
    double factor = readSplat(graph.originOf(op->getOperand(1))).value_or(0);
    return factor != 0 && next(0, factor < 0);
  }
  case OpKind::maximum:
    return !isNegated && (next(0) || next(1));
  case OpKind::select:
    return llvm::any_of(ArrayRef({1u, 2u}), [&](unsigned i) {
      return next(i) && !limits(op, i, op->getOperand(i), isNegated);
    });
  default:
    return false;
  }
}

bool ExponentialChecker::isExponential(Operation *op) const {
  static constexpr KindSet kinds = {OpKind::cosh, OpKind::exponential,
                                    OpKind::exponential_minus_one,
                                    OpKind::sinh};
  return kinds.contains(namedKindOf(op)) && op->getNumResults() == 1 &&
         isOpen(op->getResult(0)) &&
         rises(op->getOperand(0), /*isNegated=*/false);
}

/// Returns true if `reader` computes values as large as those of `maker`. With
/// `isRead`, `reader` need only use such values without saturating.
bool ExponentialChecker::follows(unsigned reader, unsigned maker,
                                 bool isRead) const {
  const ProgramNode &node = graph.nodes[reader];
  if (node.moves())
    return llvm::any_of(graph.valuesOf(reader),
                        [&](Value value) { return isOpen(value); });
  if (node.isProduct)
    return isRead;
  if (!isPerElement(node.row) || node.op->getNumResults() != 1 ||
      (!isRead && !isOpen(node.op->getResult(0))))
    return false;
  auto isPlain = [&](Value operand) {
    return graph.nodeOf(operand) == maker || isFixed(operand) ||
           isMatmul(operand);
  };
  switch (namedKindOf(node.op)) {
  case OpKind::negate:
  case OpKind::abs:
    return true;
  case OpKind::select: {
    // A select by size may exclude the large elements of a sum or a multiple.
    Operation *made = graph.nodes[maker].op;
    return llvm::any_of(ArrayRef({1u, 2u}), [&](unsigned i) {
      return graph.nodeOf(node.op->getOperand(i)) == maker &&
             (!findTest(node.op) ||
              (isExponential(made) &&
               !limits(node.op, i, made->getOperand(0), false)));
    });
  }
  case OpKind::add:
  case OpKind::maximum:
  case OpKind::multiply:
  case OpKind::subtract:
    return isRead || llvm::all_of(node.op->getOperands(), isPlain);
  case OpKind::divide:
    // A quotient by an exponential is large if the divisor is near zero.
    if (graph.nodeOf(node.op->getOperand(0)) == maker)
      return isRead || isFixed(node.op->getOperand(1));
    return isFixed(node.op->getOperand(0)) &&
           namedKindOf(graph.nodes[maker].op) == OpKind::exponential &&
           isExponential(graph.nodes[maker].op);
  default:
    return false;
  }
}

LogicalResult ExponentialChecker::refuseIfLow(unsigned number) const {
  const ProgramNode &node = graph.nodes[number];
  if (!node.isLow || node.isAsked || node.moves())
    return success();
  return breaks(node.op, Guarantee::ranges)
         << "expects a format that holds exponentials of data";
}

/// Returns true if `reader` may turn infinity into NaN, by a product with zero
/// or a quotient of infinities. Multiples and sums with constants do not.
bool ExponentialChecker::spoils(unsigned reader) const {
  const ProgramNode &node = graph.nodes[reader];
  OpKind kind = node.isCarried ? OpKind::other : namedKindOf(node.op);
  bool isFactor = kind == OpKind::multiply || kind == OpKind::divide;
  return node.isProduct ||
         (isFactor && llvm::none_of(node.op->getOperands(), [&](Value v) {
            return isFixed(v) && !isa<BlockArgument>(graph.originOf(v));
          }));
}

LogicalResult ExponentialChecker::check(unsigned exponential) const {
  llvm::SmallDenseSet<unsigned> seen = {exponential};
  SmallVector<unsigned> work = {exponential}, readers = {exponential};
  while (!work.empty()) {
    unsigned maker = work.pop_back_val();
    for (unsigned reader : graph.usersOf(maker)) {
      if (!follows(reader, maker, /*isRead=*/true))
        continue;
      readers.push_back(reader);
      if (follows(reader, maker, /*isRead=*/false) &&
          seen.insert(reader).second)
        work.push_back(reader);
    }
  }
  if (llvm::none_of(readers, [&](unsigned node) { return spoils(node); }))
    return success();
  for (unsigned node : readers)
    if (failed(refuseIfLow(node)))
      return failure();
  return success();
}

LogicalResult amp::verify::checkExponentials(const InputGraph &graph,
                                             const OpenValues &open,
                                             FloatType low) {
  if (llvm::APFloat::semanticsMaxExponent(low.getFloatSemantics()) >=
      llvm::APFloat::semanticsMaxExponent(llvm::APFloat::IEEEsingle()))
    return success();
  ExponentialChecker checker(graph, open);
  for (auto [number, node] : llvm::enumerate(graph.nodes))
    if (!node.isCarried && isPerElement(node.row) &&
        checker.isExponential(node.op) && failed(checker.check(number)))
      return failure();
  return success();
}
