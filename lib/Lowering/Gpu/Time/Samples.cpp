// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Time/Samples.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/PostOrderIterator.h"
#include "llvm/Analysis/ScalarEvolutionExpressions.h"
#include "llvm/IR/InstrTypes.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/IntrinsicsNVPTX.h"
#include "llvm/IR/ProfDataUtils.h"
#include <algorithm>
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;
using llvm::APInt;

/// Ratio of branch weights above which the unlikely branch is not followed.
static constexpr uint64_t unlikely = 1000;

/// Returns true if the condition of a branch or select is likely, false if it
/// is unlikely, and none without decisive weights, as llvm.expect sets them.
static std::optional<bool> isLikely(const llvm::Instruction &op) {
  uint64_t yes = 0, no = 0;
  if (!llvm::extractBranchWeights(op, yes, no))
    return std::nullopt;
  if (yes >= unlikely * no)
    return true;
  if (no >= unlikely * yes)
    return false;
  return std::nullopt;
}

std::optional<APInt> Thread::valueOf(const llvm::Value *value) {
  if (const auto *constant = llvm::dyn_cast<llvm::ConstantInt>(value))
    return constant->getValue();
  if (!llvm::isa<llvm::Instruction>(value) || !value->getType()->isIntegerTy())
    return std::nullopt;
  auto [found, isNew] = known.try_emplace(value, std::nullopt);
  if (!isNew)
    return found->second;
  std::optional<APInt> result = compute(value);
  known[value] = result;
  return result;
}

std::optional<APInt> Thread::computeCall(const llvm::CallBase &call) {
  auto number = [&](int64_t value) {
    return APInt(call.getType()->getIntegerBitWidth(), value);
  };
  switch (call.getIntrinsicID()) {
  case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_x:
    return number(block[0]);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_y:
    return number(block[1]);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_ctaid_z:
    return number(block[2]);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_x:
    return number(launch.grid[0]);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_y:
    return number(launch.grid[1]);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_nctaid_z:
    return number(launch.grid[2]);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_ntid_x:
    return number(launch.threads);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_x:
    return number(thread);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_y:
  case llvm::Intrinsic::nvvm_read_ptx_sreg_tid_z:
    return number(0);
  case llvm::Intrinsic::nvvm_read_ptx_sreg_laneid:
    return number(thread % 32);
  case llvm::Intrinsic::expect:
    return valueOf(call.getArgOperand(1));
  default:
    break;
  }
  const auto *extremum = llvm::dyn_cast<llvm::MinMaxIntrinsic>(&call);
  if (!extremum)
    return std::nullopt;
  auto a = valueOf(extremum->getLHS()), b = valueOf(extremum->getRHS());
  if (!a || !b)
    return std::nullopt;
  return llvm::ICmpInst::compare(*a, *b, extremum->getPredicate()) ? *a : *b;
}

/// Returns the value of a phi at a join: that of the predecessor that the warp
/// reaches. None if it reaches several with different values.
std::optional<APInt> Thread::computePhi(const llvm::PHINode &phi) {
  if (loops.isLoopHeader(phi.getParent()))
    return std::nullopt;
  const llvm::Value *taken = nullptr;
  for (const auto &[from, value] :
       llvm::zip(phi.blocks(), phi.incoming_values())) {
    if (!isReached(from))
      continue;
    if (taken && taken != value)
      return std::nullopt;
    taken = value;
  }
  return taken ? valueOf(taken) : std::nullopt;
}

static std::optional<APInt> combine(unsigned opcode, const APInt &a,
                                    const APInt &b) {
  bool divides =
      opcode == llvm::Instruction::UDiv || opcode == llvm::Instruction::SDiv ||
      opcode == llvm::Instruction::URem || opcode == llvm::Instruction::SRem;
  if (divides && b.isZero())
    return std::nullopt;
  switch (opcode) {
  case llvm::Instruction::Add:
    return a + b;
  case llvm::Instruction::Sub:
    return a - b;
  case llvm::Instruction::Mul:
    return a * b;
  case llvm::Instruction::UDiv:
    return a.udiv(b);
  case llvm::Instruction::SDiv:
    return a.sdiv(b);
  case llvm::Instruction::URem:
    return a.urem(b);
  case llvm::Instruction::SRem:
    return a.srem(b);
  case llvm::Instruction::Shl:
    return a.shl(b);
  case llvm::Instruction::LShr:
    return a.lshr(b);
  case llvm::Instruction::AShr:
    return a.ashr(b);
  case llvm::Instruction::And:
    return a & b;
  case llvm::Instruction::Or:
    return a | b;
  case llvm::Instruction::Xor:
    return a ^ b;
  default:
    return std::nullopt;
  }
}

std::optional<APInt> Thread::compute(const llvm::Value *value) {
  if (const auto *call = llvm::dyn_cast<llvm::CallBase>(value))
    return computeCall(*call);
  if (const auto *phi = llvm::dyn_cast<llvm::PHINode>(value))
    return computePhi(*phi);
  const auto *op = llvm::cast<llvm::Instruction>(value);
  if (const auto *select = llvm::dyn_cast<llvm::SelectInst>(op)) {
    std::optional<bool> is = isLikely(*select);
    if (auto known = valueOf(select->getCondition()))
      is = !known->isZero();
    if (!is)
      return std::nullopt;
    return valueOf(*is ? select->getTrueValue() : select->getFalseValue());
  }
  if (op->getNumOperands() < 1)
    return std::nullopt;
  auto a = valueOf(op->getOperand(0));
  if (op->getNumOperands() == 2) {
    auto b = valueOf(op->getOperand(1));
    bool isAnd = op->getOpcode() == llvm::Instruction::And;
    if (isAnd && ((a && a->isZero()) || (b && b->isZero())))
      return APInt(op->getType()->getIntegerBitWidth(), 0);
    if (!a || !b)
      return std::nullopt;
    if (const auto *compare = llvm::dyn_cast<llvm::ICmpInst>(op))
      return APInt(1, llvm::ICmpInst::compare(*a, *b, compare->getPredicate()));
    return combine(op->getOpcode(), *a, *b);
  }
  if (!a)
    return std::nullopt;
  unsigned width = op->getType()->getIntegerBitWidth();
  if (llvm::isa<llvm::ZExtInst>(op))
    return a->zext(width);
  if (llvm::isa<llvm::SExtInst>(op))
    return a->sext(width);
  if (llvm::isa<llvm::TruncInst>(op))
    return a->trunc(width);
  if (llvm::isa<llvm::FreezeInst>(op))
    return a;
  return std::nullopt;
}

/// Returns none if a part of `expr` is unknown. An induction variable of an
/// outer loop counts as the mean of its values.
std::optional<double> Warp::evaluate(const llvm::SCEV *expr, Thread &of) {
  auto all = [&](llvm::ArrayRef<const llvm::SCEV *> operands,
                 auto combine) -> std::optional<double> {
    std::optional<double> result;
    for (const llvm::SCEV *operand : operands) {
      std::optional<double> value = evaluate(operand, of);
      if (!value)
        return std::nullopt;
      result = result ? combine(*result, *value) : *value;
    }
    return result;
  };
  switch (expr->getSCEVType()) {
  case llvm::scConstant:
    return llvm::cast<llvm::SCEVConstant>(expr)
        ->getAPInt()
        .signedRoundToDouble();
  case llvm::scUnknown: {
    auto value = of.valueOf(llvm::cast<llvm::SCEVUnknown>(expr)->getValue());
    if (!value)
      return std::nullopt;
    return value->signedRoundToDouble();
  }
  case llvm::scTruncate: {
    auto whole =
        evaluate(llvm::cast<llvm::SCEVCastExpr>(expr)->getOperand(), of);
    unsigned bits = expr->getType()->getIntegerBitWidth();
    if (!whole || *whole < 0 || bits > 52)
      return whole;
    return std::fmod(*whole, double(uint64_t(1) << bits));
  }
  case llvm::scZeroExtend:
  case llvm::scSignExtend:
    return evaluate(llvm::cast<llvm::SCEVCastExpr>(expr)->getOperand(), of);
  case llvm::scAddExpr:
    return all(expr->operands(), std::plus<double>());
  case llvm::scMulExpr:
    return all(expr->operands(), std::multiplies<double>());
  case llvm::scSMaxExpr:
  case llvm::scUMaxExpr:
    return all(expr->operands(),
               [](double a, double b) { return std::max(a, b); });
  case llvm::scSMinExpr:
  case llvm::scUMinExpr:
  case llvm::scSequentialUMinExpr:
    return all(expr->operands(),
               [](double a, double b) { return std::min(a, b); });
  case llvm::scUDivExpr:
    return all(expr->operands(),
               [](double a, double b) { return b ? std::floor(a / b) : 0; });
  case llvm::scAddRecExpr: {
    const auto *recurrence = llvm::cast<llvm::SCEVAddRecExpr>(expr);
    auto start = evaluate(recurrence->getStart(), of);
    auto step = evaluate(recurrence->getStepRecurrence(evolution), of);
    if (!start || !step || !recurrence->isAffine())
      return std::nullopt;
    double iterations =
        tripsOf(const_cast<llvm::Loop *>(recurrence->getLoop()));
    return *start + *step * (iterations - 1) / 2;
  }
  default:
    return std::nullopt;
  }
}

double Warp::tripsOf(llvm::Loop *loop) {
  auto [found, isNew] = trips.try_emplace(loop, 1);
  if (!isNew)
    return found->second;
  double result = 1;
  if (unsigned constant = evolution.getSmallConstantTripCount(loop)) {
    result = constant;
  } else {
    const llvm::SCEV *back = evolution.getBackedgeTakenCount(loop);
    if (llvm::isa<llvm::SCEVCouldNotCompute>(back))
      back = evolution.getSymbolicMaxBackedgeTakenCount(loop);
    auto a = evaluate(back, first), b = evaluate(back, last);
    if (a || b)
      result = std::max({0.0, a.value_or(0), b.value_or(0)}) + 1;
    else if (unsigned most = evolution.getSmallConstantMaxTripCount(loop))
      result = most;
    else
      isUnknown = true;
  }
  return trips[loop] = result;
}

/// Visits the blocks that the warp reaches, in reverse post-order. A branch
/// with an unknown condition is followed both ways, as lanes may diverge.
void Warp::follow(llvm::Function &kernel) {
  llvm::DenseSet<llvm::BasicBlock *> reached = {&kernel.getEntryBlock()};
  llvm::ReversePostOrderTraversal<llvm::Function *> order(&kernel);
  for (llvm::BasicBlock *block : order) {
    if (!reached.contains(block))
      continue;
    double times = 1;
    for (llvm::Loop *loop = loops.getLoopFor(block); loop;
         loop = loop->getParentLoop())
      times *= tripsOf(loop);
    counts[block] = times;
    llvm::Instruction *end = block->getTerminator();
    auto *branch = llvm::dyn_cast<llvm::BranchInst>(end);
    if (branch && branch->isConditional()) {
      auto a = first.valueOf(branch->getCondition());
      auto b = last.valueOf(branch->getCondition());
      if (a && b && *a == *b) {
        reached.insert(branch->getSuccessor(a->isZero()));
        continue;
      }
      if (std::optional<bool> is = isLikely(*branch); is && !a && !b) {
        reached.insert(branch->getSuccessor(!*is));
        continue;
      }
    }
    for (llvm::BasicBlock *next : llvm::successors(block))
      reached.insert(next);
  }
}

Warp::Warp(llvm::Function &kernel, const LaunchSize &launch,
           std::array<int64_t, 3> block, int64_t warp, llvm::LoopInfo &loops,
           llvm::ScalarEvolution &evolution)
    : loops(loops), evolution(evolution),
      first(launch, block, warp * 32, loops,
            [this](const llvm::BasicBlock *of) { return counts.contains(of); }),
      last(launch, block, std::min(warp * 32 + 31, launch.threads - 1), loops,
           [this](const llvm::BasicBlock *of) { return counts.contains(of); }) {
  follow(kernel);
}
