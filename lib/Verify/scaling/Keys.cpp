// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A state of unsigned integers is a key if its new value depends on itself
// alone, and its bits, mixed by xor, shifts or a generator, become random
// floats: by rng_bit_generator, or by bitcast_convert of mantissa bits under a
// fixed exponent. A generator must mix them, because bits of flags and clocks
// become floats, too.
#include "lib/Verify/scaling/Keys.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/Traits.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool isMixing(Operation *op) {
  return isHlo(op, OpKind::xor_) || isHlo(op, OpKind::shift_left) ||
         isHlo(op, OpKind::shift_right_logical) ||
         isHlo(op, OpKind::rng_bit_generator);
}

static bool isInteger(Value value) {
  return getElementTypeOrSelf(value).isInteger();
}

/// bitcast_convert(or(bits, <bits of 1.0 or another power of two>))
static bool fillsMantissa(Operation *op) {
  auto type = dyn_cast<FloatType>(getElementTypeOrSelf(op->getResult(0)));
  Operation *filled = op->getOperand(0).getDefiningOp();
  if (!isHlo(op, OpKind::bitcast_convert) || !type ||
      !isHlo(filled, OpKind::or_) ||
      !getElementTypeOrSelf(op->getOperand(0)).isUnsignedInteger())
    return false;
  for (Value operand : filled->getOperands()) {
    while (isHlo(operand.getDefiningOp(), OpKind::broadcast_in_dim))
      operand = operand.getDefiningOp()->getOperand(0);
    auto bits = dyn_cast_if_present<IntegerAttr>(constantOf(operand));
    if (!bits || bits.getValue().getBitWidth() != type.getWidth())
      continue;
    APFloat number(type.getFloatSemantics(), bits.getValue());
    if (number.isFiniteNonZero() && number.getExactLog2Abs() != INT_MIN)
      return true;
  }
  return false;
}

namespace {
/// Values from which the new value of a state is computed.
struct Update {
  bool isOwn = true; ///< from the old value and constants alone
  bool isMixed = false;
  llvm::DenseSet<std::pair<Value, const CallFrame *>> values;

  /// Returns true if the new value depends on `value`, in a call or not.
  bool contains(Value value, const CallFrame *frame) const {
    if (values.contains({value, frame}))
      return true;
    return frame && llvm::any_of(frame->call->getResults(), [&](Value result) {
             return contains(result, frame->outer);
           });
  }
};
} // namespace

static Update readUpdate(Program &program, Point old, Point updated) {
  Update update;
  llvm::SmallPtrSet<Operation *, 4> walked;
  SmallVector<Point> work = {updated};
  while (!work.empty()) {
    Point point = program.canonicalPoint(work.pop_back_val());
    if (point == old || !update.values.insert(point.key()).second)
      continue;
    auto argument = dyn_cast<BlockArgument>(point.value);
    Operation *op = argument ? argument.getOwner()->getParentOp()
                             : point.value.getDefiningOp();
    if (argument && isa<FunctionOpInterface>(op)) {
      update.isOwn = false;
      continue;
    }
    FunctionOpInterface callee = program.calleeOf(op);
    for (Operation *part : {op, callee.getOperation()})
      if (part && walked.insert(part).second)
        part->walk(
            [&](Operation *inner) { update.isMixed |= isMixing(inner); });
    for (Value operand : op->getOperands())
      work.push_back({operand, point.frame});
    for (Region &region : op->getRegions())
      for (Block &block : region)
        for (Value end : block.back().getOperands())
          work.push_back({end, point.frame});
  }
  return update;
}

namespace {
/// Integers that are computed from a state.
struct Bits {
  Point point;
  bool areMixed;
};

class Walk {
public:
  Walk(Program &program, const Update &update)
      : program(program), update(update) {}

  void add(Point point, bool areMixed) {
    if (isInteger(point.value) &&
        seen.insert({point.key(), unsigned(areMixed)}).second)
      work.push_back({point, areMixed});
  }
  void run() {
    while (!work.empty() && verdict() != KeyRule::yes) {
      Bits bits = work.pop_back_val();
      for (OpOperand &use : bits.point.value.getUses())
        follow(use, bits);
    }
  }

  /// Only bits that a generator mixed are random; others are flags or clocks.
  KeyRule verdict() const {
    return isGenerated || mixes.size() > 1 ? found : KeyRule::no;
  }

private:
  void noteGenerator(Operation *op);

  KeyRule found = KeyRule::no;
  bool isGenerated = false; ///< uses rng_bit_generator, or rotates bits
  llvm::SmallPtrSet<Operation *, 4> mixes; ///< x ^ (x << n), x ^ (x >> n)
  void follow(OpOperand &use, Bits bits);
  void followEnd(Operation *end, unsigned number, Bits bits);

  Program &program;
  const Update &update;
  llvm::DenseSet<std::pair<std::pair<Value, const CallFrame *>, unsigned>> seen;
  SmallVector<Bits> work;
};
} // namespace

/// Follows a value that a region or function returns.
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

/// Detects generators: Threefry and similar ones rotate bits, and xorshift
/// generators have more than one step.
void Walk::noteGenerator(Operation *op) {
  auto shiftedOf = [](Value value) -> std::pair<Value, OpKind> {
    while (isHlo(value.getDefiningOp(), OpKind::reshape) ||
           isHlo(value.getDefiningOp(), OpKind::broadcast_in_dim))
      value = value.getDefiningOp()->getOperand(0);
    for (OpKind kind : {OpKind::shift_left, OpKind::shift_right_logical})
      if (isHlo(value.getDefiningOp(), kind))
        return {value.getDefiningOp()->getOperand(0), kind};
    return {Value(), OpKind::other};
  };
  if (isHlo(op, OpKind::rng_bit_generator)) {
    isGenerated = true;
    return;
  }
  if (op->getNumOperands() != 2 ||
      !(isHlo(op, OpKind::xor_) || isHlo(op, OpKind::or_) ||
        isHlo(op, OpKind::add)))
    return;
  auto [left, leftKind] = shiftedOf(op->getOperand(0));
  auto [right, rightKind] = shiftedOf(op->getOperand(1));
  bool isRotation = left && left == right && leftKind != rightKind;
  for (Operation *user : op->getUsers())
    isGenerated |= isRotation && isHlo(user, OpKind::xor_);
  if (isHlo(op, OpKind::xor_) && ((left && left == op->getOperand(1)) ||
                                  (right && right == op->getOperand(0))))
    mixes.insert(op);
}

void Walk::follow(OpOperand &use, Bits bits) {
  Operation *op = use.getOwner();
  unsigned number = use.getOperandNumber();
  const CallFrame *frame = bits.point.frame;
  if (isTerminator(op))
    return followEnd(op, number, bits);
  if (FunctionOpInterface callee = program.calleeOf(op)) {
    if (const CallFrame *inside = program.frameOf(op, frame))
      add({callee.getArgument(number), inside}, bits.areMixed);
    return;
  }
  noteGenerator(op);
  bool areMixed = bits.areMixed || isMixing(op);
  bool isGenerator = isHlo(op, OpKind::rng_bit_generator);
  if (isGenerator)
    found = op->getNumResults() > 1 && !op->getResult(1).use_empty()
                ? KeyRule::yes
                : std::max(found, KeyRule::either);
  bool becomesFloat = llvm::any_of(op->getResults(), [](Value result) {
    return isa<FloatType>(getElementTypeOrSelf(result));
  });
  if (becomesFloat && areMixed)
    found = std::max(found, fillsMantissa(op) &&
                                    !update.contains(op->getResult(0), frame)
                                ? KeyRule::yes
                                : KeyRule::either);
  for (Value result : op->getResults())
    add({result, frame}, areMixed);
  Control control = controlOf(op);
  if (control == Control::loop || control == Control::inlined)
    for (Region &region : op->getRegions())
      if (number < region.getNumArguments())
        add({region.getArgument(number), frame}, bits.areMixed);
}

KeyRule Keys::judge(Point old, Point updated) {
  if (!isInteger(old.value))
    return KeyRule::no;
  Update update = readUpdate(program, old, updated);
  Walk walk(program, update);
  walk.add(old, update.isMixed);
  walk.run();
  bool isSure = update.isOwn && update.isMixed &&
                getElementTypeOrSelf(old.value).isUnsignedInteger();
  return isSure ? walk.verdict() : std::min(walk.verdict(), KeyRule::either);
}
