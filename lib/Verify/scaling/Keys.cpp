// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A state is a key if its bits, mixed by xor, shifts or a generator, become
// random floats: rng_bit_generator, or bitcast_convert of mixed bits to floats.
#include "lib/Verify/scaling/Keys.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::scaling;

static bool isMixing(Operation *op) {
  return isNamed(op, "stablehlo.xor") || isNamed(op, "stablehlo.shift_left") ||
         isNamed(op, "stablehlo.shift_right_logical") ||
         isNamed(op, "stablehlo.rng_bit_generator");
}

static bool isInteger(Value value) {
  return getElementTypeOrSelf(value).isInteger();
}

namespace {
/// Integers that are computed from a state.
struct Bits {
  Point point;
  bool areMixed;
};

class Walk {
public:
  explicit Walk(Program &program) : program(program) {}

  void add(Point point, bool areMixed) {
    if (isInteger(point.value) &&
        seen.insert({point.key(), unsigned(areMixed)}).second)
      work.push_back({point, areMixed});
  }
  void run() {
    while (!work.empty() && !(found == KeyRule::yes)) {
      Bits bits = work.pop_back_val();
      for (OpOperand &use : bits.point.value.getUses())
        follow(use, bits);
    }
  }

  KeyRule found = KeyRule::no;

private:
  void follow(OpOperand &use, Bits bits);
  void followEnd(Operation *end, unsigned number, Bits bits);

  Program &program;
  llvm::DenseSet<std::pair<std::pair<Value, const CallFrame *>, unsigned>> seen;
  SmallVector<Bits> work;
};
} // namespace

/// A value that a region or function returns.
void Walk::followEnd(Operation *end, unsigned number, Bits bits) {
  Operation *around = end->getParentOp();
  const CallFrame *frame = bits.point.frame;
  if (isa<FunctionOpInterface>(around)) {
    if (frame && frame->callee == around)
      add({frame->call->getResult(number), frame->outer}, bits.areMixed);
    return;
  }
  for (Value result : around->getResults())
    add({result, frame}, bits.areMixed);
  if (controlOf(around) == Control::loop && number < around->getNumOperands())
    for (Region &region : around->getRegions())
      add({region.getArgument(number), frame}, bits.areMixed);
}

void Walk::follow(OpOperand &use, Bits bits) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  const CallFrame *frame = bits.point.frame;
  if (op->hasTrait<OpTrait::IsTerminator>())
    return followEnd(op, number, bits);
  if (FunctionOpInterface callee = program.calleeOf(op)) {
    if (const CallFrame *inside = program.frameOf(op, frame))
      add({callee.getArgument(number), inside}, bits.areMixed);
    return;
  }
  bool areMixed = bits.areMixed || isMixing(op);
  bool isGenerator = isNamed(op, "stablehlo.rng_bit_generator");
  if (isGenerator)
    found = op->getNumResults() > 1 && !op->getResult(1).use_empty()
                ? KeyRule::yes
                : std::max(found, KeyRule::either);
  bool becomesFloat = llvm::any_of(op->getResults(), [](Value result) {
    return isa<FloatType>(getElementTypeOrSelf(result));
  });
  if (becomesFloat && areMixed) {
    bool isUnsigned = getElementTypeOrSelf(use.get()).isUnsignedInteger() &&
                      isNamed(op, "stablehlo.bitcast_convert");
    found = std::max(found, isUnsigned ? KeyRule::yes : KeyRule::either);
  }
  for (Value result : op->getResults())
    add({result, frame}, areMixed);
  Control control = controlOf(op);
  if (control == Control::loop || control == Control::inlined)
    for (Region &region : op->getRegions())
      if (number < region.getNumArguments())
        add({region.getArgument(number), frame}, bits.areMixed);
}

KeyRule Keys::judge(Point old) {
  if (!isInteger(old.value))
    return KeyRule::no;
  Walk walk(program);
  walk.add(old, /*areMixed=*/false);
  walk.run();
  return walk.found;
}
