// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef AMP_MUTATE_TABLE_H
#define AMP_MUTATE_TABLE_H

#include "Explanations.h"

namespace mlir::amp::mutate {

/// Prints the table, survivors, equivalent mutants and missed targets of one
/// checker on standard output. Returns false if a target was missed.
bool printResult(const CampaignResult &result, const CommandLine &options,
                 const Explanations &explanations);

/// Prints the operators with the checkers that should reject their mutants.
void printOperators();

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_TABLE_H
