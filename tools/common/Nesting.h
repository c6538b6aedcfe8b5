// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recursion depth of a parser at a position of the text.
//
//   [ {a = (        one level per open bracket
//   (d0 + d1 - d2   one more per operator of an expression: affine sums recurse
//                   term by term; a comma or a bracket ends the expression
//
// An unmatched `<` or `>` is dropped when an enclosing bracket closes. After
// `distrust`, which marks ambiguous text, the depth stays until all brackets
// are closed.
#ifndef TOOLS_COMMON_NESTING_H
#define TOOLS_COMMON_NESTING_H

#include "llvm/ADT/SmallVector.h"

namespace mlir::amp::opt {

class Nesting {
public:
  unsigned depth() const { return current; }
  size_t brackets() const { return open.size(); }

  bool isInParentheses() const {
    return !open.empty() && open.back().bracket == '(';
  }

  /// `levels` is 0 for a bracket without recursion.
  void enter(char bracket, unsigned levels = 1) {
    open.push_back({bracket, current, current + levels});
    current += levels;
  }

  void leave(char bracket) {
    char opening = bracket == ')' ? '(' : bracket - 2; // [] {} <> in ASCII
    if (opening == '<' && !open.empty() && open.back().bracket != '<')
      return;
    for (size_t i = open.size(); i > 0; --i) {
      if (open[i - 1].bracket != opening)
        continue;
      if (!distrusts || i == 1)
        current = open[i - 1].before;
      distrusts &= i > 1;
      open.truncate(i - 1);
      return;
    }
  }

  void comma() {
    if (!open.empty() && !distrusts)
      current = open.back().inside;
  }

  void distrust() { distrusts = !open.empty(); }
  bool isDistrusted() const { return distrusts; }

  void operation() {
    if (!open.empty() && open.back().bracket != '{')
      ++current;
  }

private:
  struct Frame {
    char bracket;
    unsigned before, inside;
  };
  llvm::SmallVector<Frame, 64> open;
  unsigned current = 0;
  bool distrusts = false;
};

} // namespace mlir::amp::opt

#endif // TOOLS_COMMON_NESTING_H
