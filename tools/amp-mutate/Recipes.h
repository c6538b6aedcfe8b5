// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that produce the input and the output of each checker.
#ifndef AMP_MUTATE_RECIPES_H
#define AMP_MUTATE_RECIPES_H

#include "Operator.h"

namespace mlir::amp::mutate {

struct Recipe {
  unsigned checker;
  llvm::StringLiteral name;
  llvm::StringLiteral compute;
  /// From the graph to the checker's input, and from there to the output.
  llvm::StringLiteral before, after;
  /// From the mutated output to the program that is checked.
  llvm::StringLiteral behind;
  /// From the checked program to a program that amp-run executes.
  llvm::StringLiteral run;
  /// Op or attribute that the output must have; otherwise the graph is skipped.
  llvm::StringLiteral needs;
};

ArrayRef<Recipe> allRecipes();

struct CheckerName {
  unsigned checker;
  llvm::StringLiteral name, pass;
  bool readsInput;
};

/// Returns the checkers, in table order.
ArrayRef<CheckerName> allCheckers();

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_RECIPES_H
