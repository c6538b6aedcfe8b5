// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Ops with effects whose results no result of the step depends on:
//   outfeed(%gradient), %token          outfeed(%gradient / s), %token
//   ==>   their operands correspond
#include "dialects/amp/IR/Amp.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/scaling/Correspondence.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
/// An op with effects, in one call context.
struct Effect {
  Operation *op;
  const CallFrame *frame;
  bool hasTokensOnly; ///< has no results but tokens
};

/// Lists the ops with effects in the order of execution; callees are entered.
class EffectCollector {
public:
  explicit EffectCollector(Program &program) : program(program) {}

  void collect(Region &region, const CallFrame *frame);

  SmallVector<Effect> effects;

private:
  bool hasEffects(FunctionOpInterface callee);

  Program &program;
  llvm::DenseMap<Operation *, bool> known; ///< by function
};
} // namespace

static bool isToken(Type type) {
  return !isa<RankedTensorType, ShapedType, FloatType, IntegerType, IndexType,
              TupleType>(type);
}

/// Results that are used are compared from the results of the step.
static bool isEffect(Operation *op) {
  bool isCandidate =
      op->use_empty() || llvm::all_of(op->getResultTypes(), isToken);
  return isCandidate && !isa<AmpDialect>(op->getDialect()) &&
         !isTerminator(op) && !isMemoryEffectFree(op);
}

/// True if the function, or a function that it calls, has an effect.
bool EffectCollector::hasEffects(FunctionOpInterface callee) {
  auto [entry, isNew] = known.try_emplace(callee, false);
  if (!isNew)
    return entry->second;
  bool found =
      callee
          ->walk([&](Operation *op) {
            FunctionOpInterface inner = program.calleeOf(op);
            bool has = inner ? hasEffects(inner) : op != callee && isEffect(op);
            return has ? WalkResult::interrupt() : WalkResult::advance();
          })
          .wasInterrupted();
  return known[callee] = found;
}

void EffectCollector::collect(Region &region, const CallFrame *frame) {
  for (Operation &op : region.getOps()) {
    if (FunctionOpInterface callee = program.calleeOf(&op)) {
      const CallFrame *inner =
          hasEffects(callee) ? program.frameOf(&op, frame) : nullptr;
      if (inner)
        collect(callee.getFunctionBody(), inner);
    } else if (controlOf(&op) != Control::none) {
      for (Region &inner : op.getRegions())
        collect(inner, frame);
    } else if (isEffect(&op)) {
      effects.push_back(
          {&op, frame, llvm::all_of(op.getResultTypes(), isToken)});
    }
  }
}

static bool isSameOp(Operation *a, Operation *b) {
  return a->getName() == b->getName() &&
         a->getAttrDictionary() == b->getAttrDictionary() &&
         a->getNumOperands() == b->getNumOperands() &&
         a->getResultTypes() == b->getResultTypes();
}

/// Pairs the operands of ops with effects, in their order. An op whose unused
/// results are data may be gone.
LogicalResult Correspondence::compareEffects(FunctionOpInterface in,
                                             FunctionOpInterface out) {
  EffectCollector before(marked), after(scaled);
  before.collect(in.getFunctionBody(), nullptr);
  after.collect(out.getFunctionBody(), nullptr);
  const Effect *next = after.effects.begin(), *end = after.effects.end();
  auto refuse =
      [](Operation *op) {
        return op->emitError()
               << "breaks \"without its scaling a step is what it was\": '"
               << op->getName() << "' has no counterpart";
      };
  for (const Effect &a : before.effects) {
    const Effect *b = std::find_if(next, end, [&](const Effect &candidate) {
      return candidate.hasTokensOnly || isSameOp(a.op, candidate.op);
    });
    bool isSame = b != end && isSameOp(a.op, b->op);
    if (!isSame && !a.hasTokensOnly)
      continue;
    if (!isSame)
      return refuse(b == end ? a.op : b->op);
    next = b + 1;
    for (auto [x, y] : llvm::zip(a.op->getOperands(), b->op->getOperands()))
      push({x, a.frame}, {y, b->frame}, false, b->op);
  }
  for (; next != end; ++next)
    if (next->hasTokensOnly)
      return refuse(next->op);
  return success();
}
