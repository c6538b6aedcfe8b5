// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Passes that make the input of each checker and the output that it judges.
#ifndef AMP_MUTATE_RECIPES_H
#define AMP_MUTATE_RECIPES_H

#include "Operator.h"

namespace mlir::amp::mutate {

struct Recipe {
  unsigned checker;
  llvm::StringLiteral name;
  llvm::StringLiteral compute;
  /// From the graph to the checker's input, and on to the output.
  llvm::StringLiteral before, after;
  /// From the mutated output to the program that is checked.
  llvm::StringLiteral behind;
  /// From the checked program to one that amp-run takes.
  llvm::StringLiteral run;
  /// Op or attribute that the output must have, or the graph does not count.
  llvm::StringLiteral needs;
};

ArrayRef<Recipe> allRecipes();

struct CheckerName {
  unsigned checker;
  llvm::StringLiteral name, pass;
  bool readsInput;
};

/// The checkers, in the order of the table.
ArrayRef<CheckerName> allCheckers();

} // namespace mlir::amp::mutate

#endif // AMP_MUTATE_RECIPES_H
