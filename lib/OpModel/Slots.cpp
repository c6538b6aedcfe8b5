// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/Elements.h"
#include "lib/OpModel/OpModel.h"
#include <algorithm>

using namespace mlir;
using namespace mlir::amp;

/// Returns the slot at `index`: "aab" has slot 0 at 0 and 1, and slot 1 from 2
/// on; '.' has no slot, '=' one per position.
static std::optional<unsigned> slotAt(StringRef letters, unsigned index) {
  char letter = letters[std::min<size_t>(index, letters.size() - 1)];
  if (letter == '.')
    return std::nullopt;
  if (letter == '=')
    return index;
  return letter - 'a';
}

std::optional<unsigned> amp::slotOf(OpOperand &operand, const OpRow &row) {
  return slotAt(row.operands, operand.getOperandNumber());
}

/// Real results of complex operands (stablehlo.abs) have the component type,
/// which is never retyped.
static bool isOfComplex(Operation *op) {
  return op->getNumOperands() == 1 &&
         isa<ComplexType>(elementOf(op->getOperand(0).getType()));
}

std::optional<unsigned> amp::slotOf(OpResult result, const OpRow &row) {
  if (isOfComplex(result.getOwner()))
    return std::nullopt;
  return slotAt(row.results, result.getResultNumber());
}

unsigned amp::numSlots(Operation *op, const OpRow &row) {
  bool operandsByPosition = row.operands.contains('=');
  if (operandsByPosition || row.results.contains('='))
    return std::max(operandsByPosition ? op->getNumOperands() : 0,
                    op->getNumResults());
  char last = std::max(*llvm::max_element(row.operands),
                       *llvm::max_element(row.results));
  return last == '.' ? 0 : last - 'a' + 1;
}

bool amp::isLoop(Operation *op) {
  const OpRow *row = lookupRow(op);
  return row &&
         (row->regions == RegionRule::loop || row->regions == RegionRule::body);
}
