// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Explanations.h"

#include "llvm/Support/LineIterator.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::mutate;

llvm::Expected<Explanations> Explanations::read(StringRef path) {
  Explanations explanations;
  if (path.empty())
    return explanations;
  auto text = llvm::MemoryBuffer::getFile(path);
  if (!text)
    return llvm::createFileError(path, text.getError());
  for (llvm::line_iterator line(**text, /*SkipBlanks=*/true, '#');
       !line.is_at_eof(); ++line) {
    auto [checker, rest] = line->split(' ');
    auto [op, others] = rest.split(' ');
    auto [name, reason] = others.split(' ');
    if (reason.empty())
      return llvm::createStringError(
          "%s:%u: expects 'CHECKER OPERATOR OP REASON', but got '%s'",
          path.str().c_str(), unsigned(line.line_number()),
          line->str().c_str());
    explanations.rows.push_back(
        {checker.str(), op.str(), name.str(), reason.str()});
  }
  return explanations;
}

StringRef Explanations::find(StringRef checker,
                             const Survivor &survivor) const {
  for (const Row &row : rows)
    if (row.checker == checker && row.op == survivor.op->name &&
        (row.name == "*" || row.name == survivor.opName))
      return row.reason;
  return "";
}
