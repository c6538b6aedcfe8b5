// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// maximum(-inf, x) = x for every x   ==>   -inf is neutral
#include "lib/Shapes/check/Neutral.h"
#include "lib/OpModel/Kinds.h"
#include "lib/Shapes/check/PaddingValues.h"
#include "mlir/IR/BuiltinTypes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::shapes;

namespace {
struct NeutralRule {
  OpKind kind;
  APFloat (*ofFloats)(const APFloat &, const APFloat &);
  APInt (*ofIntegers)(const APInt &, const APInt &, bool isSigned);
};
} // namespace

static constexpr auto nearest = APFloat::rmNearestTiesToEven;

static APFloat sumOf(const APFloat &a, const APFloat &b) {
  APFloat sum = a;
  sum.add(b, nearest);
  return sum;
}

static constexpr NeutralRule rules[] = {
    {OpKind::add, sumOf,
     [](const APInt &a, const APInt &b, bool) { return a + b; }},
    {OpKind::and_, nullptr,
     [](const APInt &a, const APInt &b, bool) { return a & b; }},
    {OpKind::maximum,
     [](const APFloat &a, const APFloat &b) { return llvm::maximum(a, b); },
     [](const APInt &a, const APInt &b, bool isSigned) {
       return isSigned ? llvm::APIntOps::smax(a, b)
                       : llvm::APIntOps::umax(a, b);
     }},
    {OpKind::minimum,
     [](const APFloat &a, const APFloat &b) { return llvm::minimum(a, b); },
     [](const APInt &a, const APInt &b, bool isSigned) {
       return isSigned ? llvm::APIntOps::smin(a, b)
                       : llvm::APIntOps::umin(a, b);
     }},
    {OpKind::multiply,
     [](const APFloat &a, const APFloat &b) {
       APFloat product = a;
       product.multiply(b, nearest);
       return product;
     },
     [](const APInt &a, const APInt &b, bool) { return a * b; }},
    {OpKind::or_, nullptr,
     [](const APInt &a, const APInt &b, bool) { return a | b; }},
    {OpKind::signed_maximum, nullptr,
     [](const APInt &a, const APInt &b, bool) {
       return llvm::APIntOps::smax(a, b);
     }},
    {OpKind::signed_minimum, nullptr,
     [](const APInt &a, const APInt &b, bool) {
       return llvm::APIntOps::smin(a, b);
     }},
    {OpKind::unsigned_maximum, nullptr,
     [](const APInt &a, const APInt &b, bool) {
       return llvm::APIntOps::umax(a, b);
     }},
    {OpKind::unsigned_minimum, nullptr,
     [](const APInt &a, const APInt &b, bool) {
       return llvm::APIntOps::umin(a, b);
     }},
    {OpKind::xor_, nullptr,
     [](const APInt &a, const APInt &b, bool) { return a ^ b; }},
};

/// Returns the op that a body applies to its two arguments; null for others.
static Operation *findApplied(Operation *reduce) {
  if (reduce->getNumResults() != 1 || reduce->getNumRegions() != 1 ||
      !reduce->getRegion(0).hasOneBlock())
    return nullptr;
  Block &body = reduce->getRegion(0).front();
  if (body.getOperations().size() != 2 || body.getNumArguments() != 2)
    return nullptr;
  Operation &op = body.front();
  bool readsBoth = op.getNumOperands() == 2 &&
                   op.getOperand(0) != op.getOperand(1) &&
                   isa<BlockArgument>(op.getOperand(0)) &&
                   isa<BlockArgument>(op.getOperand(1));
  return readsBoth && body.back().getOperands() == op.getResults() ? &op
                                                                   : nullptr;
}

static bool holdsFor(const NeutralRule &rule, const APFloat &number) {
  const llvm::fltSemantics &format = number.getSemantics();
  for (bool isNegative : {false, true})
    for (const APFloat &x : {APFloat::getZero(format, isNegative),
                             APFloat::getOne(format, isNegative),
                             APFloat::getInf(format, isNegative),
                             APFloat::getLargest(format, isNegative),
                             APFloat::getSmallest(format, isNegative)})
      if (!rule.ofFloats(x, number).bitwiseIsEqual(x))
        return false;
  return true;
}

static bool holdsFor(const NeutralRule &rule, const APInt &number,
                     bool isSigned) {
  unsigned width = number.getBitWidth();
  for (const APInt &x :
       {APInt::getZero(width), APInt::getAllOnes(width),
        APInt::getSignedMinValue(width), APInt::getSignedMaxValue(width)})
    if (rule.ofIntegers(x, number, isSigned) != x)
      return false;
  return true;
}

/// Adding +0 changes a sum of -0 to +0; a sum that starts at +0 is never -0.
static bool startsAtZero(Operation *reduce) {
  auto init = dyn_cast_if_present<FloatAttr>(findSplat(reduce->getOperand(1)));
  return init && init.getValue().isPosZero();
}

bool amp::shapes::changesNothing(Operation *reduce, Attribute number) {
  Operation *applied = findApplied(reduce);
  if (!applied || !number)
    return false;
  static const KindMap<NeutralRule> byKind(rules);
  const NeutralRule *rule = byKind.lookup(kindOf(applied));
  if (!rule)
    return false;
  if (auto f = dyn_cast<FloatAttr>(number)) {
    bool isZero = f.getValue().isZero() && rule->ofFloats == sumOf;
    return rule->ofFloats &&
           (holdsFor(*rule, f.getValue()) || (isZero && startsAtZero(reduce)));
  }
  auto i = dyn_cast<IntegerAttr>(number);
  return i && rule->ofIntegers &&
         holdsFor(*rule, i.getValue(),
                  i.getType().getIntOrFloatBitWidth() > 1 &&
                      !i.getType().isUnsignedInteger());
}
