// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Common parts of both programs: equal ops, control flow and calls.
#include "dialects/amp/IR/Amp.h"
#include "lib/Graph/Calls.h"
#include "lib/Verify/AlikeOps.h"
#include "lib/Verify/scaling/Correspondence.h"
#include "mlir/IR/OperationSupport.h"
#include "mlir/Support/DebugStringHelper.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool haveSameAttributes(Operation *a, Operation *b) {
  return a->getName() == b->getName() &&
         a->getDiscardableAttrDictionary() ==
             b->getDiscardableAttrDictionary() &&
         (a->getPropertiesStorageSize() == 0 ||
          a->getName().compareOpProperties(a->getPropertiesStorage(),
                                           b->getPropertiesStorage()));
}

/// Shardings of values that are carried besides come last.
static bool haveSameShardings(Operation *a, Operation *b) {
  auto strip = [](Operation *op) {
    NamedAttrList attributes(op->getAttrDictionary());
    attributes.erase("in_shardings");
    attributes.erase("out_shardings");
    return attributes.getDictionary(op->getContext());
  };
  auto isPrefix = [&](StringRef name) {
    Attribute left = a->getAttr(name), right = b->getAttr(name);
    if (left == right)
      return true;
    std::string shorter = left ? debugString(left) : "";
    std::string longer = right ? debugString(right) : "";
    return StringRef(longer).starts_with(StringRef(shorter).drop_back(2));
  };
  return strip(a) == strip(b) && isPrefix("in_shardings") &&
         isPrefix("out_shardings");
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

/// Calls of one function that is the same in both programs.
bool Correspondence::areSame(Operation *in, Operation *out) {
  if (!haveSameAttributes(in, out))
    return false;
  bool same = true;
  in->getAttrDictionary().walk([&](SymbolRefAttr symbol) {
    StringAttr name = symbol.getRootReference();
    auto [found, isNew] = sameFunctions.try_emplace(name, true);
    if (isNew) {
      Operation *a = marked.symbols.lookup(name);
      Operation *b = scaled.symbols.lookup(name);
      bool isSame = a && b &&
                    OperationEquivalence::isEquivalentTo(
                        a, b, OperationEquivalence::IgnoreLocations);
      if (a && isSame)
        a->walk([&](Operation *op) {
          isSame &= !isa<LossOp, SeedOp, GradientsOp, StateOp>(op);
          if (isCallLike(op))
            isSame &= areSame(op, op);
        });
      sameFunctions[name] = isSame;
    }
    same &= sameFunctions[name];
  });
  return same;
}

LogicalResult Correspondence::seeCalls(Pair &pair, bool &changed) {
  Operation *in = pair.in.value.getDefiningOp();
  Operation *out = pair.out.value.getDefiningOp();
  changed = false;
  if (isCallLike(in) && isCallLike(out) && areSame(in, out))
    return success();
  // Both are entered where both call: functions of one name may differ.
  changed = marked.enter(pair.in) || marked.leave(pair.in);
  if (scaled.enter(pair.out)) {
    entered.insert(pair.out.frame->callee);
    changed = true;
  } else {
    changed |= scaled.leave(pair.out);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Ops
//===----------------------------------------------------------------------===//

LogicalResult Correspondence::compareArguments(const Pair &pair) {
  auto in = cast<BlockArgument>(pair.in.value);
  auto out = dyn_cast<BlockArgument>(pair.out.value);
  unsigned number = in.getArgNumber();
  if (!out || out.getArgNumber() != number || in.getType() != out.getType())
    return differ(pair.in, pair.out);
  Operation *a = in.getOwner()->getParentOp();
  Operation *b = out.getOwner()->getParentOp();
  if (a->getName() != b->getName())
    return differ(pair.in, pair.out);
  if (isa<FunctionOpInterface>(a))
    return success();
  Control control = controlOf(a);
  if (control == Control::none || control != controlOf(b))
    return differ(pair.in, pair.out);
  if (control == Control::loop) // the value that the loop carries
    push({a->getResult(number), pair.in.frame},
         {b->getResult(number), pair.out.frame});
  else
    push({a->getOperand(number), pair.in.frame},
         {b->getOperand(number), pair.out.frame}, false, b);
  return success();
}

LogicalResult Correspondence::compareControl(const Pair &pair,
                                             Control control) {
  Operation *a = pair.in.value.getDefiningOp();
  Operation *b = pair.out.value.getDefiningOp();
  unsigned number = cast<OpResult>(pair.in.value).getResultNumber();
  bool fits = control == controlOf(b) &&
              a->getNumRegions() == b->getNumRegions() &&
              number == cast<OpResult>(pair.out.value).getResultNumber() &&
              (control == Control::inlined ? haveSameShardings(a, b)
                                           : haveSameAttributes(a, b));
  if (!fits || a->getResult(number).getType() != b->getResult(number).getType())
    return differ(pair.in, pair.out);
  auto pushOperand = [&](Operation *left, Operation *right, unsigned operand,
                         bool leaves) {
    push({left->getOperand(operand), pair.in.frame},
         {right->getOperand(operand), pair.out.frame}, leaves, right);
  };
  if (control == Control::branch) {
    if (a->getNumOperands() != b->getNumOperands())
      return differ(pair.in, pair.out);
    for (unsigned i = 0; i < a->getNumOperands(); ++i)
      pushOperand(a, b, i, false);
  }
  if (control == Control::loop)
    pushOperand(a, b, number, false);
  for (auto [left, right] : llvm::zip(a->getRegions(), b->getRegions())) {
    bool isCondition = control == Control::loop && left.getRegionNumber() == 0;
    pushOperand(&left.front().back(), &right.front().back(),
                isCondition ? 0 : number, pair.leaves && !isCondition);
  }
  return success();
}

LogicalResult Correspondence::compareOps(const Pair &pair) {
  auto in = cast<OpResult>(pair.in.value);
  auto out = dyn_cast<OpResult>(pair.out.value);
  if (!out || in.getOwner()->getName() != out.getOwner()->getName())
    return differ(pair.in, pair.out);
  Operation *a = in.getOwner(), *b = out.getOwner();
  if (Control control = controlOf(a); control != Control::none)
    return compareControl(pair, control);
  bool areSameCalls = true;
  a->walk([&](Operation *op) {
    bool isOutermost = op == a;
    areSameCalls &= !isCallLike(op) || areSame(op, isOutermost ? b : op);
  });
  auto pushUse = [&](Value x, Value y) {
    push({x, pair.in.frame}, {y, pair.out.frame}, false, b);
  };
  return in.getResultNumber() == out.getResultNumber() && areSameCalls &&
                 areAlike(a, b, pushUse)
             ? success()
             : differ(pair.in, pair.out);
}
