// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// select(%keep, %p, 0) * 1.1 and select(%keep, %p * 1.1, 0)
//   ==>   factor 1.1, condition %keep
#include "lib/Lowering/Gpu/Attention/Match/Multiples.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

/// Limit on the pairs of values that a comparison of two bodies visits.
static constexpr unsigned maxPairs = 1024;

namespace {
/// Factors by which a body multiplies its first argument.
struct Multiple {
  /// A value and a flag: the value is a divisor (`factors`), or the multiple is
  /// kept if the value is true (`conditions`).
  using Factor = std::pair<Value, bool>;

  double constant = 1;
  SmallVector<Factor> factors, conditions;
};
} // namespace

static bool dependsOn(Value value, Value argument) {
  if (value == argument)
    return true;
  Operation *op = value.getDefiningOp();
  return op && llvm::any_of(op->getOperands(), [&](Value operand) {
           return dependsOn(operand, argument);
         });
}

Value mlir::amp::lowering::unrounded(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (!isa<arith::ExtFOp, arith::TruncFOp>(op))
      break;
    value = op->getOperand(0);
  }
  return value;
}

/// Multiplies (or divides) `multiple` by `factor`.
static void multiply(Multiple &multiple, Value factor, bool divides) {
  FloatAttr constant;
  factor = unrounded(factor);
  if (!matchPattern(factor, m_Constant(&constant))) {
    multiple.factors.emplace_back(factor, divides);
    return;
  }
  double number = constant.getValueAsDouble();
  multiple.constant *= divides ? 1 / number : number;
}

/// Returns the factors of `value`; null if it is no multiple of `argument`.
static std::optional<Multiple> multipleOf(Value value, Value argument) {
  Multiple multiple;
  while ((value = unrounded(value)) != argument) {
    Operation *op = value.getDefiningOp();
    if (!op)
      return std::nullopt;
    if (isa<arith::MulFOp, arith::DivFOp>(op)) {
      bool isSecond =
          isa<arith::MulFOp>(op) && !dependsOn(op->getOperand(0), argument);
      multiply(multiple, op->getOperand(1 - isSecond), isa<arith::DivFOp>(op));
      value = op->getOperand(isSecond);
      continue;
    }
    auto select = dyn_cast<arith::SelectOp>(op);
    if (!select)
      return std::nullopt;
    bool isTrue = matchPattern(select.getFalseValue(), m_AnyZeroFloat());
    if (!isTrue && !matchPattern(select.getTrueValue(), m_AnyZeroFloat()))
      return std::nullopt;
    multiple.conditions.emplace_back(select.getCondition(), isTrue);
    value = isTrue ? select.getTrueValue() : select.getFalseValue();
  }
  return multiple;
}

/// Returns true if the same ops compute the values of two bodies.
static bool isSame(Value left, Value right, unsigned &pairs) {
  if (++pairs > maxPairs || left.getType() != right.getType())
    return false;
  auto argument = dyn_cast<BlockArgument>(left);
  auto other = dyn_cast<BlockArgument>(right);
  if (argument || other)
    return argument && other && argument.getArgNumber() == other.getArgNumber();
  Operation *a = left.getDefiningOp(), *b = right.getDefiningOp();
  return a->getName() == b->getName() &&
         a->getAttrDictionary() == b->getAttrDictionary() &&
         cast<OpResult>(left).getResultNumber() ==
             cast<OpResult>(right).getResultNumber() &&
         a->getNumOperands() == b->getNumOperands() &&
         llvm::all_of(llvm::zip(a->getOperands(), b->getOperands()),
                      [&](auto operands) {
                        auto [x, y] = operands;
                        return isSame(x, y, pairs);
                      });
}

static bool hasSame(ArrayRef<Multiple::Factor> left,
                    ArrayRef<Multiple::Factor> right) {
  SmallVector<Multiple::Factor> rest(right);
  unsigned pairs = 0;
  for (const Multiple::Factor &factor : left) {
    auto *same = llvm::find_if(rest, [&](const Multiple::Factor &other) {
      return factor.second == other.second &&
             isSame(factor.first, other.first, pairs);
    });
    if (same == rest.end())
      return false;
    rest.erase(same);
  }
  return rest.empty();
}

bool mlir::amp::lowering::multiplyAlike(Region &left, Region &right) {
  auto of = [](Region &body) {
    return multipleOf(body.front().getTerminator()->getOperand(0),
                      body.getArgument(0));
  };
  std::optional<Multiple> a = of(left), b = of(right);
  constexpr double roundings = 0x1p-8; // of both to bf16
  return a && b &&
         std::abs(a->constant - b->constant) <=
             roundings * std::abs(a->constant) &&
         hasSame(a->factors, b->factors) &&
         hasSame(a->conditions, b->conditions);
}
