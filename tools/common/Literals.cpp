// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The part of the input scan that knows which constants MLIR 22's parser reads
// wrongly, or past their end:
//
//   array<index: 1>                     no width is known
//   dense<(1.0, 2.0)> : tensor<6xf32>   a complex number where none can be
#include "Scanner.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

/// `word` stands before the `<` at `bracket`.
void Scanner::enterLiteral(StringRef word, const char *bracket) {
  if (word == "dense" || word == "sparse")
    literal = Literal{nesting.brackets()};
  if (word != "array")
    return;
  StringRef text = amp::opt::skipSpace(rest().drop_front());
  if (!text.starts_with("index") && !text.starts_with("!"))
    return;
  if (auto type = readShape(text, typeTexts); type && type->element == "index")
    fail(bracket, "expected an array of integers or floats, but got one of "
                  "index");
}

/// p is after the `>`.
void Scanner::leaveLiteral() {
  const char *complex = std::exchange(literal, std::nullopt)->complex;
  StringRef after = amp::opt::skipSpace(rest());
  if (!complex || !after.consume_front(":"))
    return;
  // MLIR refuses text that is no name of a builtin type.
  auto type = readShapedType(after, typeTexts);
  if (!type || type->element.empty() || type->element == "complex" ||
      type->element.starts_with("!"))
    return;
  fail(complex, "expected elements of type '" + type->element +
                    "', but got a complex number");
}
