// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// add, dot, tanh  |  add, convert, dot, convert, tanh
//   ==>   (add, add), (dot, dot), (tanh, tanh)
#include "Check/Align.h"
#include "dialects/stablehlo/IR/Stablehlo.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;

/// Returns true if the result has uninitialized elements.
static bool isPartlyEmpty(Operation *op) {
  auto insert = dyn_cast<tensor::InsertSliceOp>(op);
  while (insert) {
    if (insert.getDest().getDefiningOp<tensor::EmptyOp>())
      return true;
    insert = insert.getDest().getDefiningOp<tensor::InsertSliceOp>();
  }
  return isa<tensor::EmptyOp>(op);
}

static bool standsForNothing(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::ConstantLike>() ||
      isa<arith::ExtFOp, arith::TruncFOp>(op) || isPartlyEmpty(op))
    return true;
  auto convert = dyn_cast<stablehlo::ConvertOp>(op);
  return convert &&
         isa<FloatType>(getElementTypeOrSelf(convert.getOperand().getType())) &&
         isa<FloatType>(getElementTypeOrSelf(convert.getType()));
}

static SmallVector<Operation *> meaningfulOps(Block &block) {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    if (!standsForNothing(&op))
      ops.push_back(&op);
  return ops;
}

/// Returns true for ops that are equal except for float types.
static bool isSameKind(Operation *a, Operation *b) {
  if (a->getName() != b->getName() ||
      a->getNumOperands() != b->getNumOperands() ||
      a->getNumResults() != b->getNumResults())
    return false;
  return llvm::all_of(
      llvm::zip(a->getResultTypes(), b->getResultTypes()), [](auto types) {
        auto [one, other] = types;
        auto left = dyn_cast<ShapedType>(one),
             right = dyn_cast<ShapedType>(other);
        return left && right ? left.getShape() == right.getShape()
                             : one == other;
      });
}

namespace {
/// One iteration of the search: the furthest position in `a` on each diagonal k
/// = x - y with `edits` unmatched ops. k goes from -edits to edits in steps of
/// two.
struct Round {
  explicit Round(int edits) : edits(edits), reached(2 * edits + 1, 0) {}

  int &operator[](int k) { return reached[k + edits]; }
  bool has(int k) const { return -edits <= k && k <= edits; }

  /// Returns true if the next iteration enters diagonal k by skipping an op of
  /// b.
  bool skipsInB(int k) {
    return !has(k - 1) || (has(k + 1) && (*this)[k - 1] < (*this)[k + 1]);
  }
  /// Returns the position at which the next iteration enters diagonal k.
  int enter(int k) { return skipsInB(k) ? (*this)[k + 1] : (*this)[k - 1] + 1; }

  int edits;
  std::vector<int> reached;
};
} // namespace

/// Longest common subsequence in O((n + m) d), where d is the number of
/// unmatched ops (Myers, An O(ND) Difference Algorithm, 1986).
static SmallVector<OpPair> commonOps(ArrayRef<Operation *> a,
                                     ArrayRef<Operation *> b) {
  int n = a.size(), m = b.size();
  std::vector<Round> rounds;
  for (bool isDone = false; !isDone;) {
    Round round(rounds.size());
    for (int k = -round.edits; k <= round.edits && !isDone; k += 2) {
      int x = rounds.empty() ? 0 : rounds.back().enter(k), y = x - k;
      while (x < n && y < m && isSameKind(a[x], b[y]))
        ++x, ++y;
      round[k] = x;
      isDone = x >= n && y >= m;
    }
    rounds.push_back(std::move(round));
  }

  SmallVector<OpPair> pairs;
  int x = n, y = m;
  while (!rounds.empty()) {
    rounds.pop_back();
    int k = x - y, entered = rounds.empty() ? 0 : rounds.back().enter(k);
    while (x > entered)
      pairs.push_back({a[--x], b[--y]});
    if (!rounds.empty())
      rounds.back().skipsInB(k) ? --y : --x;
  }
  std::reverse(pairs.begin(), pairs.end());
  return pairs;
}

static bool hasControl(Operation *op) {
  return isa<stablehlo::WhileOp, stablehlo::IfOp, stablehlo::CaseOp>(op);
}

static void alignBlocks(Block &a, Block &b, SmallVectorImpl<OpPair> &pairs) {
  for (OpPair pair : commonOps(meaningfulOps(a), meaningfulOps(b))) {
    if (hasControl(pair.a))
      for (auto [left, right] :
           llvm::zip(pair.a->getRegions(), pair.b->getRegions()))
        alignBlocks(left.front(), right.front(), pairs);
    pairs.push_back(pair);
  }
}

SmallVector<OpPair> mlir::amp::runner::alignOps(func::FuncOp a,
                                                func::FuncOp b) {
  SmallVector<OpPair> pairs;
  alignBlocks(a.getBody().front(), b.getBody().front(), pairs);
  return pairs;
}
