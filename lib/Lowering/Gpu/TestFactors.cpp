// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// %u = dot_general %a, %b : f16 -> f32 * (1 / scale); %ok = all(is_finite %u)
//   ==>
// %ok = all(is_finite %a) and all(is_finite %b) and is_finite(bound / scale)
//
// (%product + %other) / scale   ==>   %other / scale is tested, too
#include "lib/Lowering/Gpu/Passes.h"
#include "lib/OpModel/GraphBuilder.h"
#include "lib/OpModel/Kinds.h"
#include "mlir/IR/Matchers.h"
#include <cmath>

namespace mlir::amp {
#define GEN_PASS_DEF_TESTFACTORS
#include "lib/Lowering/Gpu/Passes.h.inc"
} // namespace mlir::amp

using namespace mlir;
using namespace mlir::amp;

static constexpr double largestF16 = 65504;

namespace {
/// Test of all elements of a matmul for values that are not finite.
struct Test {
  Operation *all;     // reduction of the elementwise tests
  Operation *product; // matmul, with two operands
  Value scale;        // scalar multiplier of the matmul, or null
  Value other;        // addend of the matmul before scaling, or null
};
} // namespace

/// Returns the scalar of which a value is the broadcast, or null.
static Value repeatedScalar(Value value) {
  Operation *op = value.getDefiningOp();
  if (!isHlo(op, OpKind::broadcast_in_dim))
    return nullptr;
  Value scalar = op->getOperand(0);
  auto type = cast<RankedTensorType>(scalar.getType());
  return type.getRank() == 0 && type.getElementType().isF32() ? scalar
                                                              : Value();
}

static Operation *skipMoves(Operation *op) {
  while (isHlo(op, {OpKind::transpose, OpKind::reshape}))
    op = op->getOperand(0).getDefiningOp();
  return op;
}

/// Returns true if each element of the operands contributes to the result, and
/// no sum of finite products exceeds f32.
static bool isBounded(Operation *product) {
  if (!isHlo(product, OpKind::dot_general))
    return false;
  auto isStatic = [](Type type) {
    auto tensor = dyn_cast<RankedTensorType>(type);
    return tensor && tensor.hasStaticShape() && tensor.getNumElements() > 0;
  };
  auto isF16 = [](Type type) { return getElementTypeOrSelf(type).isF16(); };
  return llvm::all_of(product->getOperandTypes(), isStatic) &&
         llvm::all_of(product->getOperandTypes(), isF16) &&
         isStatic(product->getResult(0).getType()) &&
         getElementTypeOrSelf(product->getResult(0)).isF32();
}

/// Returns true if `op` reduces all elements of one operand with `and`, from
/// true.
static bool foldsAll(Operation *op) {
  if (!isHlo(op, OpKind::reduce) || op->getNumResults() != 1 ||
      cast<RankedTensorType>(op->getResult(0).getType()).getRank() != 0)
    return false;
  Block &body = op->getRegion(0).front();
  return matchPattern(op->getOperand(1), m_One()) &&
         isHlo(&body.front(), OpKind::and_) &&
         isHlo(body.front().getNextNode(), OpKind::return_);
}

static std::optional<Test> readTest(Operation *finite) {
  if (!isHlo(finite, OpKind::is_finite) || !finite->hasOneUse())
    return std::nullopt;
  Test test{*finite->user_begin(), finite->getOperand(0).getDefiningOp(),
            nullptr, nullptr};
  if (!foldsAll(test.all))
    return std::nullopt;
  if (isHlo(test.product, OpKind::multiply))
    for (unsigned i : {0, 1})
      if (Value scale = repeatedScalar(test.product->getOperand(i))) {
        test.scale = scale;
        test.product = test.product->getOperand(1 - i).getDefiningOp();
        break;
      }
  if (isHlo(test.product, OpKind::add))
    for (unsigned i : {0, 1}) {
      Operation *addend =
          skipMoves(test.product->getOperand(i).getDefiningOp());
      if (addend && isBounded(addend)) {
        test.other = test.product->getOperand(1 - i);
        test.product = addend;
        break;
      }
    }
  test.product = skipMoves(test.product);
  if (!test.product || test.product->getBlock() != test.all->getBlock() ||
      !isBounded(test.product))
    return std::nullopt;
  return test;
}

namespace {
struct TestFactors : amp::impl::TestFactorsBase<TestFactors> {
  using Base::Base;

  void runOnOperation() override {
    SmallVector<Test> tests;
    getOperation().walk([&](Operation *op) {
      if (std::optional<Test> test = readTest(op))
        tests.push_back(*test);
    });
    while (!tests.empty())
      if (Operation *more = replace(tests.pop_back_val()))
        if (std::optional<Test> test = readTest(more))
          tests.push_back(*test);
  }

private:
  /// Returns the test of an operand, emitted once, after its definition.
  Value factorTest(Value factor, Block *block) {
    Value &known = factors[{factor, block}];
    if (known)
      return known;
    OpBuilder builder = OpBuilder::atBlockBegin(block);
    if (factor.getParentBlock() == block && factor.getDefiningOp())
      builder.setInsertionPointAfterValue(factor);
    GraphBuilder b(builder, factor.getLoc(), /*keepsOrder=*/false);
    return known = b.allFinite(factor);
  }

  /// Replaces a test. Returns the test of the addend, if there is one.
  Operation *replace(const Test &test) {
    OpBuilder builder(test.all);
    GraphBuilder b(builder, test.all->getLoc(), /*keepsOrder=*/false);
    Value verdict;
    double terms = 0;
    for (Value factor : test.product->getOperands()) {
      Value one = factorTest(factor, test.all->getBlock());
      verdict = verdict ? b.apply("and", {verdict, one}) : one;
      terms = std::max(
          terms,
          double(cast<RankedTensorType>(factor.getType()).getNumElements()));
    }
    if (test.scale) {
      Value most = b.scalar(
          builder.getF32FloatAttr(float(boundOf(terms, bool(test.other)))));
      Value scaled = b.apply("multiply", {test.scale, most});
      auto type = RankedTensorType::get({}, builder.getI1Type());
      Value inside = b.create("is_finite", type, scaled)->getResult(0);
      verdict = b.apply("and", {verdict, inside});
    }
    Operation *more = nullptr;
    if (Value other = test.other) {
      if (test.scale)
        other = b.apply("multiply", {other, b.broadcast(test.scale, other)});
      Value all = b.allFinite(other);
      more = all.getDefiningOp()->getOperand(0).getDefiningOp();
      verdict = b.apply("and", {verdict, all});
    }
    Operation *finite = test.all->getOperand(0).getDefiningOp();
    test.all->getResult(0).replaceAllUsesWith(verdict);
    test.all->erase();
    finite->erase();
    return more;
  }

  /// Returns a bound whose product with `scale` must be finite: twice the
  /// largest sum of `terms` products, because sums are rounded. With an addend,
  /// the bound is 2^26 times larger. If the scaled addend exceeds f32, the
  /// matmul then contributes less than half an ulp, so that the addend alone
  /// decides.
  static double boundOf(double terms, bool isAdded) {
    double bound = 2 * terms * largestF16 * largestF16;
    return isAdded ? std::ldexp(bound, 26) : bound;
  }

  llvm::DenseMap<std::pair<Value, Block *>, Value> factors;
};
} // namespace
