// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One check per property, and helpers of several checks.
#ifndef TOOLS_FUZZ_CHECK_PROPERTYCHECKS_H
#define TOOLS_FUZZ_CHECK_PROPERTYCHECKS_H

#include "Check/Properties.h"

namespace mlir::amp::fuzz {

void isAccepted(Evaluation &e);
void warnsWithReason(Evaluation &e);
void isDeterministic(Evaluation &e);
void isIdempotent(Evaluation &e);
void rangesAreSound(Evaluation &e);
void boundedStaysFinite(Evaluation &e);
void inRangeStaysFinite(Evaluation &e);
void keepsMeaning(Evaluation &e);
void keepsBits(Evaluation &e);
void scaleChangesNoBit(Evaluation &e);
void skippedStepKeepsStates(Evaluation &e);
void overflowIsFound(Evaluation &e);
void compiledCodeIsAccurate(Evaluation &e);
void scalerFollowsItsModel(Evaluation &e);
void thresholdFollowsItsRule(Evaluation &e);

/// Returns "element N" for the index of a cell.
std::string place(const Tensor &tensor, size_t cell);
std::string numberText(double value);
/// Returns true for equal numbers and for two NaNs.
bool isSame(double a, double b);

/// Line of an op in the generated program, and the number of a result.
using OpId = std::pair<unsigned, unsigned>;
/// Identifies a result by its location; nullopt for casts.
std::optional<OpId> idOf(Value value);

} // namespace mlir::amp::fuzz

#endif // TOOLS_FUZZ_CHECK_PROPERTYCHECKS_H
