// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//   %q = fdiv %x, %y; %r = sqrt %v; store %q, %r
//     ==>   %q0 = %x times a reciprocal of %y, corrected
//           %r0 = %v times a reciprocal root, corrected
//           br %operandsAreInRange, %tail, %exact
//         exact: %q1 = fdiv %x, %y; %r1 = sqrt %v; br %tail
//         tail:  %q = phi %q0, %q1; %r = phi %r0, %r1; store %q, %r
//
// ptxas emits a branch for each div.rn and sqrt.rn, so that a warp waits about
// 90 cycles for each in sequence.
//
// Quotients (Markstein, "Computation of elementary functions on the IBM RISC
// System/6000 processor", 1990): one Newton step turns rcp.approx (error of at
// most 1 ulp, PTX ISA) into r, the correctly rounded reciprocal of y, for each
// significand except all ones; all 2^23 were tested. q = x r is within 1.5 ulp
// of x / y. The error of fma(r, fma(-y, q, x), q) before rounding is thus less
// than three times the least distance of x / y from the midpoint of two
// adjacent numbers. All divisors were tested with the numerators at one and
// three times this distance: x / y is rounded correctly. Roots: all 2^24
// operands in [1, 4) were tested with all reciprocal roots within the error of
// rsqrt.approx (2^-22.9, PTX ISA).
#include "lib/Lowering/Gpu/Ptx/ExactQuotients.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/Transforms/Utils/ValueMapper.h"
#include <cmath>

using namespace mlir::amp::lowering;
using namespace llvm;

/// Exponents of the operands for which no step overflows or is subnormal.
static constexpr int leastNumerator = -86, mostNumerator = 62,
                     leastDivisor = -63, mostDivisor = 40;
static constexpr uint32_t fraction = 0x7fffff;

/// Limits on the size of a group. A branch costs more than it saves for one op;
/// the operands of too many ops would occupy registers.
static constexpr size_t fewest = 2, most = 16;

namespace {
/// Quotients and roots of a basic block, and the pure ops that depend on them,
/// up to the first impure op that does.
struct Group {
  SmallVector<Instruction *> exact;
  SmallSetVector<Instruction *, 32> ops; ///< `exact` included, in order
};

/// Emits fast sequences before an instruction, and collects the conditions on
/// their operands.
class Emitter {
public:
  explicit Emitter(Instruction *before) : b(before) {}

  Value *quotient(Value *x, Value *y);
  Value *root(Value *x);

  SmallVector<Value *> conditions;

private:
  Value *number(double value) { return ConstantFP::get(b.getFloatTy(), value); }
  Value *fma(Value *x, Value *y, Value *z) {
    return b.CreateIntrinsic(Intrinsic::fma, {b.getFloatTy()}, {x, y, z});
  }
  Value *isWithin(Value *magnitude, int least, int most);
  Value *magnitudeOf(Value *value) {
    return b.CreateUnaryIntrinsic(Intrinsic::fabs, value);
  }
  Value *bitsOf(Value *value) { return b.CreateBitCast(value, b.getInt32Ty()); }
  Value *reciprocal(Value *y);

  IRBuilder<> b;
};
} // namespace

Value *Emitter::isWithin(Value *magnitude, int least, int most) {
  return b.CreateAnd(b.CreateFCmpOGE(magnitude, number(std::ldexp(1, least))),
                     b.CreateFCmpOLE(magnitude, number(std::ldexp(1, most))));
}

Value *Emitter::reciprocal(Value *y) {
  if (auto *constant = dyn_cast<ConstantFP>(y)) {
    APFloat one(1.0F);
    one.divide(constant->getValueAPF(), APFloat::rmNearestTiesToEven);
    return ConstantFP::get(y->getType(), one);
  }
  conditions.push_back(isWithin(magnitudeOf(y), leastDivisor, mostDivisor));
  Value *mask = b.getInt32(fraction);
  conditions.push_back(b.CreateICmpNE(b.CreateAnd(bitsOf(y), mask), mask));
  Value *start = b.CreateIntrinsic(Intrinsic::nvvm_rcp_approx_ftz_f, {}, {y});
  Value *error = fma(b.CreateFNeg(y), start, number(1));
  return fma(start, error, start);
}

Value *Emitter::quotient(Value *x, Value *y) {
  if (!isa<ConstantFP>(x)) // the sequence preserves +0, but not -0
    conditions.push_back(
        b.CreateOr(isWithin(magnitudeOf(x), leastNumerator, mostNumerator),
                   b.CreateICmpEQ(bitsOf(x), b.getInt32(0))));
  Value *r = reciprocal(y), *negated = b.CreateFNeg(y);
  Value *q = b.CreateFMul(x, r);
  return fma(fma(negated, q, x), r, q);
}

Value *Emitter::root(Value *x) {
  Value *isZero = b.CreateFCmpOEQ(x, number(0));
  conditions.push_back(
      b.CreateOr(isZero, isWithin(x, leastNumerator, mostNumerator)));
  Value *start = b.CreateIntrinsic(Intrinsic::nvvm_rsqrt_approx_ftz_f, {}, {x});
  Value *root = b.CreateFMul(x, start);
  Value *half = b.CreateFMul(start, number(0.5));
  Value *error = fma(b.CreateFNeg(root), half, number(0.5));
  root = fma(root, error, root);
  half = fma(half, error, half);
  Value *rest = fma(b.CreateFNeg(root), root, x);
  return b.CreateSelect(isZero, x, fma(rest, half, root));
}

static bool isInRange(const ConstantFP &constant, int least, int most) {
  double magnitude = std::abs(constant.getValueAPF().convertToDouble());
  return magnitude >= std::ldexp(1, least) && magnitude <= std::ldexp(1, most);
}

static bool isRoot(const Instruction &op) {
  const auto *call = dyn_cast<IntrinsicInst>(&op);
  return call && call->getIntrinsicID() == Intrinsic::sqrt;
}

/// Returns true if `op` is an f32 quotient or root that must be correctly
/// rounded.
static bool isExact(const Instruction &op) {
  if (!op.getType()->isFloatTy())
    return false;
  if (isRoot(op))
    return !op.hasApproxFunc() && !isa<Constant>(op.getOperand(0));
  if (op.getOpcode() != Instruction::FDiv || op.hasApproxFunc() ||
      op.hasAllowReciprocal())
    return false;
  auto *x = dyn_cast<Constant>(op.getOperand(0));
  auto *y = dyn_cast<Constant>(op.getOperand(1));
  auto isKnown = [](const Constant *constant, int least, int most) {
    const auto *number = dyn_cast_or_null<ConstantFP>(constant);
    return !constant || (number && isInRange(*number, least, most));
  };
  if (!isKnown(x, leastNumerator, mostNumerator) ||
      !isKnown(y, leastDivisor, mostDivisor))
    return false;
  auto bits =
      y ? cast<ConstantFP>(y)->getValueAPF().bitcastToAPInt() : APInt(32, 0);
  return (bits.getZExtValue() & fraction) != fraction;
}

/// Returns true if `op` may execute speculatively, on any operands.
static bool isPure(const Instruction &op) {
  const auto *call = dyn_cast<CallBase>(&op);
  return !op.isTerminator() && !isa<PHINode, AllocaInst>(op) &&
         !op.mayHaveSideEffects() && !op.mayReadFromMemory() &&
         isSafeToSpeculativelyExecute(&op) && !(call && call->isConvergent());
}

/// Splits vector quotients and roots into scalar ones.
static void scalarize(BasicBlock &block) {
  for (Instruction &op : make_early_inc_range(block)) {
    auto *type = dyn_cast<FixedVectorType>(op.getType());
    bool isQuotient = op.getOpcode() == Instruction::FDiv;
    if (!type || !type->getElementType()->isFloatTy() ||
        !(isQuotient || isRoot(op)))
      continue;
    IRBuilder<> b(&op);
    b.setFastMathFlags(op.getFastMathFlags());
    Value *all = PoisonValue::get(type);
    for (unsigned i = 0; i < type->getNumElements(); ++i) {
      Value *x = b.CreateExtractElement(op.getOperand(0), i);
      Value *element =
          isQuotient
              ? b.CreateFDiv(x, b.CreateExtractElement(op.getOperand(1), i))
              : b.CreateUnaryIntrinsic(Intrinsic::sqrt, x);
      all = b.CreateInsertElement(all, element, i);
    }
    op.replaceAllUsesWith(all);
    op.eraseFromParent();
  }
}

/// Finds the first group of a block. Returns the instruction after it, or null
/// if there is none.
static Instruction *findGroup(BasicBlock &block, Group &group) {
  for (Instruction &op : block) {
    bool reads = any_of(op.operands(), [&](const Use &use) {
      auto *maker = dyn_cast<Instruction>(use);
      return maker && group.ops.contains(maker);
    });
    bool isNext = isExact(op);
    bool ends = op.isTerminator() || (reads && !isPure(op)) ||
                (isNext && group.exact.size() == most);
    if (ends) {
      if (group.exact.size() >= fewest)
        return &op;
      group = {};
      continue;
    }
    if (isNext)
      group.exact.push_back(&op);
    if (isNext || reads)
      group.ops.insert(&op);
  }
  return nullptr;
}

/// Computes a group without branches, and by its original instructions if a
/// condition fails. Returns the block after both.
static BasicBlock *rewrite(const Group &group, Instruction *behind) {
  BasicBlock *block = behind->getParent();
  BasicBlock *tail = block->splitBasicBlock(behind->getIterator());
  // At the end of the kernel, so that the likely path is contiguous.
  auto *exact =
      BasicBlock::Create(block->getContext(), "exact", block->getParent());
  ValueToValueMapTy clones;
  for (Instruction *op : group.ops) {
    Instruction *clone = op->clone();
    clone->insertInto(exact, exact->end());
    clones[op] = clone;
    RemapInstruction(clone, clones,
                     RF_IgnoreMissingLocals | RF_NoModuleLevelChanges);
  }
  BranchInst::Create(tail, exact);
  for (Instruction *op : group.ops) {
    auto isOutside = [&](const Use &use) {
      auto *user = cast<Instruction>(use.getUser());
      return user->getParent() != exact && !group.ops.contains(user);
    };
    if (none_of(op->uses(), isOutside))
      continue;
    PHINode *phi = PHINode::Create(op->getType(), 2, "", tail->begin());
    op->replaceUsesWithIf(phi, [&](Use &use) { return isOutside(use); });
    phi->addIncoming(op, block);
    phi->addIncoming(clones[op], exact);
  }
  SmallVector<Value *> conditions;
  for (Instruction *op : group.exact) {
    Emitter emitter(op);
    Value *result =
        isRoot(*op) ? emitter.root(op->getOperand(0))
                    : emitter.quotient(op->getOperand(0), op->getOperand(1));
    op->replaceAllUsesWith(result);
    op->eraseFromParent();
    append_range(conditions, emitter.conditions);
  }
  IRBuilder<> b(block->getTerminator());
  // If an operand is out of range, later conditions may be poison.
  for (Value *&condition : conditions)
    condition = b.CreateFreeze(condition);
  Value *holds = b.CreateAnd(conditions);
  b.CreateCondBr(holds, tail, exact,
                 MDBuilder(b.getContext()).createLikelyBranchWeights());
  block->getTerminator()->eraseFromParent();
  return tail;
}

PreservedAnalyses ExactQuotients::run(Function &kernel,
                                      FunctionAnalysisManager & /*analyses*/) {
  SmallVector<BasicBlock *> work;
  for (BasicBlock &block : kernel)
    work.push_back(&block);
  while (!work.empty()) {
    BasicBlock *block = work.pop_back_val();
    scalarize(*block);
    Group group;
    if (Instruction *behind = findGroup(*block, group))
      work.push_back(rewrite(group, behind));
  }
  return PreservedAnalyses::none();
}
