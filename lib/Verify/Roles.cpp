// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Verify/Roles.h"
#include "lib/OpModel/Calls.h"
#include "lib/OpModel/Joints.h"
#include "lib/Verify/Guarantees.h"
#include "lib/Verify/Record.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace mlir::amp;

static bool makesFloat(Operation *op) {
  return llvm::any_of(op->getResultTypes(), isFloat);
}

void Roles::note(Operation *op, const OpRow &row) {
  if (handsOn(&row))
    controls.push_back(op);
  else if (row.opClass == OpClass::contraction)
    contractions.push_back(op);
  else if (row.opClass == OpClass::call)
    (findMark(op).empty() ? calls : marks).push_back(op);
  else if (row.opClass == OpClass::convert)
    converts.insert(op);
  else if (choosesAmongMany(op, &row))
    extrema.push_back(op);
}

//===----------------------------------------------------------------------===//
// Extrema
//===----------------------------------------------------------------------===//

/// Every comparison that reads `value`, or what casts of ours and layout ops
/// make of it.
static SmallVector<OpOperand *>
findTests(Value value, const llvm::DenseSet<Operation *> &ownConverts) {
  SmallVector<OpOperand *> tests;
  llvm::SmallDenseSet<Operation *> seen;
  SmallVector<Value> work = {value};
  while (!work.empty())
    for (OpOperand &use : work.pop_back_val().getUses()) {
      Operation *user = use.getOwner();
      const OpRow *row = lookupRow(user);
      if (!row || !seen.insert(user).second)
        continue;
      if (row->opClass == OpClass::select && !makesFloat(user))
        tests.push_back(&use);
      else if (row->opClass == OpClass::layout ||
               (isFloatConvert(user) && !ownConverts.contains(user)))
        llvm::append_range(work, user->getResults());
    }
  return tests;
}

LogicalResult amp::checkExtrema(const Roles &roles) {
  for (Operation *op : roles.extrema) {
    Type expected = getElementTypeOrSelf(op->getResult(0).getType());
    for (OpOperand *test : findTests(op->getResult(0), roles.converts)) {
      Type found = getElementTypeOrSelf(test->get().getType());
      if (found != expected)
        return (breaks(test->getOwner(), Guarantee::agreement)
                << "expects " << expected
                << ", in which what it tests was chosen, but got " << found)
                   .attachNote(op->getLoc())
               << "chosen here";
    }
  }
  return success();
}
