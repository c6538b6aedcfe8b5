// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Operators on casts.
#include "Operator.h"
#include "Retype.h"
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

static bool isF32(Value value) { return elementOf(value.getType()).isF32(); }

static bool isLow(Value value, const Facts &facts) {
  return elementOf(value.getType()) == facts.low;
}

static Operation *cloneBehind(Operation *op) {
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  return builder.clone(*op);
}

//===----------------------------------------------------------------------===//
// double-cast: f32 -> f16   ==>   f32 -> bf16 -> f16, or the same cast twice
//===----------------------------------------------------------------------===//

static unsigned countDoubles(Operation *op, const Facts &facts) {
  if (!isCast(op) || op->use_empty())
    return 0;
  return op->getResult(0).hasOneUse() ? 1 : 2;
}

static LogicalResult doubleCast(Operation *op, unsigned variant,
                                const Facts &facts) {
  Operation *copy = cloneBehind(op);
  if (variant == 1) {
    op->getResult(0).getUses().begin()->set(copy->getResult(0));
    return success();
  }
  Value result = op->getResult(0);
  result.replaceAllUsesWith(copy->getResult(0));
  // Through the other 16-bit type, which rounds values of both types.
  result.setType(withElement(result.getType(), facts.otherLow));
  copy->setOperand(0, result);
  return success();
}

//===----------------------------------------------------------------------===//
// swap-cast: %1 = cast %a; %2 = cast %b   ==>   both cast %a
//===----------------------------------------------------------------------===//

static bool castsAlike(Operation *a, Operation *b) {
  return isCast(a) && a->getOperandTypes() == b->getOperandTypes() &&
         a->getResultTypes() == b->getResultTypes() &&
         a->getOperand(0) != b->getOperand(0);
}

static Operation *findAlike(Operation *cast) {
  for (Operation *before = cast->getPrevNode(); before;
       before = before->getPrevNode())
    if (castsAlike(before, cast))
      return before;
  return nullptr;
}

static unsigned countCastPairs(Operation *op, const Facts &) {
  return isCast(op) && !op->use_empty() && findAlike(op);
}

static LogicalResult swapCast(Operation *op, unsigned, const Facts &) {
  Operation *other = findAlike(op);
  if (!other)
    return failure();
  op->setOperand(0, other->getOperand(0));
  return success();
}

//===----------------------------------------------------------------------===//
// sink-cast: one cast per user, or a cast of a loop-invariant value in the loop
//===----------------------------------------------------------------------===//

static unsigned countSinks(Operation *op, const Facts &) {
  if (!isCast(op) || op->use_empty())
    return 0;
  return llvm::count_if(op->getUsers(), [&](Operation *user) {
    return user->getBlock() != op->getBlock() || !op->getResult(0).hasOneUse();
  });
}

static LogicalResult sinkCast(Operation *op, unsigned variant, const Facts &) {
  for (OpOperand &use : op->getUses())
    if ((use.getOwner()->getBlock() != op->getBlock() ||
         !op->getResult(0).hasOneUse()) &&
        variant-- == 0) {
      OpBuilder builder(use.getOwner());
      use.set(builder.clone(*op)->getResult(0));
      return success();
    }
  return failure();
}

//===----------------------------------------------------------------------===//
// flip-lower, flip-raise: the opposite decision of the solver
//===----------------------------------------------------------------------===//

/// Returns true if the solver decides about `op` itself. An op in a body
/// computes in the types of the enclosing op.
static bool isDecided(Operation *op) {
  Operation *parent = op->getParentOp();
  const OpRow *row = parent ? lookupRow(parent) : nullptr;
  return !op->hasTrait<OpTrait::ConstantLike>() &&
         op->getParentOfType<FunctionOpInterface>() &&
         (!row || row->regions != RegionRule::body);
}

static unsigned countLowerable(Operation *op, const Facts &) {
  return canRetype(op, Float32Type::get(op->getContext())) && isDecided(op);
}

static LogicalResult flipLower(Operation *op, unsigned, const Facts &facts) {
  return retype({op}, Float32Type::get(op->getContext()), facts.low, facts);
}

static unsigned countRaisable(Operation *op, const Facts &facts) {
  return canRetype(op, facts.low) && isDecided(op);
}

static LogicalResult flipRaise(Operation *op, unsigned, const Facts &facts) {
  return retype({op}, facts.low, Float32Type::get(op->getContext()), facts);
}

//===----------------------------------------------------------------------===//
// drop-cast: op(cast(cast(%a : f32) : f16) : f32)   ==>   op(%a)
//===----------------------------------------------------------------------===//

/// Counts casts from f32 to 16 bits with users.
static unsigned countDropped(Operation *op, const Facts &facts) {
  return isCast(op) && isLow(op->getResult(0), facts) &&
         isF32(op->getOperand(0)) && !op->use_empty();
}

static LogicalResult dropCast(Operation *op, unsigned, const Facts &facts) {
  SmallVector<Operation *> users;
  for (Operation *user : op->getUsers())
    if (!canRetype(user, facts.low))
      return failure();
    else if (!llvm::is_contained(users, user))
      users.push_back(user);
  if (!llvm::all_of(users, [&](Operation *user) {
        return user->getBlock() == op->getBlock();
      }))
    return failure();
  llvm::sort(users,
             [](Operation *a, Operation *b) { return a->isBeforeInBlock(b); });
  Type f32 = Float32Type::get(op->getContext());
  op->getResult(0).replaceAllUsesWith(op->getOperand(0));
  op->erase();
  return retype(users, facts.low, f32, facts);
}

static const Operator table[] = {
    {"double-cast", verifyChecker, false, countDoubles, doubleCast,
     "a cast rounds twice, or is there twice"},
    {"swap-cast", verifyChecker | scalingChecker | alignmentChecker, false,
     countCastPairs, swapCast, "a cast is of another value"},
    {"sink-cast", verifyChecker, true, countSinks, sinkCast,
     "a cast stands at one of its users, or in a loop"},
    {"flip-lower", solutionChecker, false, countLowerable, flipLower,
     "an f32 op computes in 16 bits, with casts"},
    {"flip-raise", solutionChecker, false, countRaisable, flipRaise,
     "a 16-bit op computes in f32, with casts"},
    {"drop-cast", solutionChecker, false, countDropped, dropCast,
     "a cast is gone, and its users compute in f32"},
};

ArrayRef<Operator> amp::mutate::castOperators() { return table; }
