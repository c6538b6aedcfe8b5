// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/permissions/Roles.h"
#include "lib/Graph/Calls.h"
#include "lib/Graph/CarriedValues.h"
#include "lib/OpModel/Traits.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/match/Record.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::verify;

static bool makesFloat(Operation *op) {
  return llvm::any_of(op->getResultTypes(), isFloat);
}

bool Roles::wasF32(Value value) const {
  if (isF32(value.getType()) || lowValues.contains(value))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isFloat(value.getType()) &&
         (isConstantLike(op) || isAddedCast(op));
}

bool Roles::isAddedCast(Operation *op) const {
  return isFloatConvert(op) && !converts.contains(op);
}

void Roles::note(Operation *op, const OpRow &row) {
  if (carriesValues(&row))
    return;
  if (row.opClass == OpClass::contraction)
    contractions.push_back(op);
  else if (!findMark(op).empty())
    marks.push_back(op);
  else if (row.opClass == OpClass::convert)
    converts.insert(op);
  else if (choosesAmongMany(op, &row))
    extrema.push_back(op);
}

//===----------------------------------------------------------------------===//
// Extrema
//===----------------------------------------------------------------------===//

namespace {
/// Comparison with an extremum. `isRounded`: an inserted cast rounds the
/// extremum before the comparison.
struct Test {
  OpOperand *use;
  bool isRounded;
};
} // namespace

/// Returns the comparisons that use `value`, directly or through inserted casts
/// and layout ops.
static SmallVector<Test> findTests(Value value, const Roles &roles) {
  SmallVector<Test> tests;
  llvm::SmallDenseSet<OpOperand *> seen;
  SmallVector<std::pair<Value, bool>> work = {{value, false}};
  while (!work.empty()) {
    auto [read, isRounded] = work.pop_back_val();
    for (OpOperand &use : read.getUses()) {
      Operation *user = use.getOwner();
      const OpRow *row = lookupRow(user);
      // Parts of a complex number are not values of the extremum.
      if (!row || !isFloat(read.getType()) || !seen.insert(&use).second)
        continue;
      bool isCast = roles.isAddedCast(user);
      // Unary tests, such as is_finite, do not compare with an element.
      if (row->opClass == OpClass::select && !makesFloat(user) &&
          user->getNumOperands() > 1)
        tests.push_back({&use, isRounded});
      else if (isCast || row->opClass == OpClass::layout)
        for (OpResult result : user->getResults())
          // optimization_barrier forwards operand #i as result #i.
          if (user->getNumResults() == 1 ||
              result.getResultNumber() == use.getOperandNumber())
            work.push_back(
                {result, isRounded || (isCast && isF32(read.getType()))});
    }
  }
  return tests;
}

static LogicalResult checkTests(Operation *op, Value extremum,
                                const Roles &roles) {
  Type expected = getElementTypeOrSelf(extremum.getType());
  for (auto [test, isRounded] : findTests(extremum, roles)) {
    Type found = getElementTypeOrSelf(test->get().getType());
    if (found == expected && !(isRounded && expected.isF32()))
      continue;
    auto diagnostic = breaks(test->getOwner(), Guarantee::agreement)
                      << "expects " << expected
                      << ", in which what it tests was chosen, but got ";
    if (found == expected)
      diagnostic << "a rounded value";
    else
      diagnostic << found;
    return diagnostic.attachNote(op->getLoc()) << "chosen here";
  }
  return success();
}

LogicalResult amp::verify::checkExtrema(const Roles &roles) {
  for (Operation *op : roles.extrema)
    for (Value result : op->getResults())
      if (failed(checkTests(op, result, roles)))
        return failure();
  return success();
}
