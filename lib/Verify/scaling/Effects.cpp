// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// outfeed(%gradient), %token; call @log   ==>   outfeed; the outfeeds of @log
#include "lib/Verify/scaling/Effects.h"
#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/Calls.h"
#include "lib/OpModel/Traits.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

namespace {
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

static bool isEffect(Operation *op) {
  bool isCandidate =
      op->use_empty() || llvm::all_of(op->getResultTypes(), isToken);
  return isCandidate && !isa<AmpDialect>(op->getDialect()) &&
         !isTerminator(op) && !isMemoryEffectFree(op);
}

/// Returns true if the function, or a function that it calls, has an effect.
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
      effects.push_back({&op, frame});
    }
  }
}

SmallVector<Effect> verify::collectEffects(Program &program,
                                           FunctionOpInterface function) {
  EffectCollector collector(program);
  collector.collect(function.getFunctionBody(), nullptr);
  return std::move(collector.effects);
}
