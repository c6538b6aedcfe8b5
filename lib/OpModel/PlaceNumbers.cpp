// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/OpModel/PlaceNumbers.h"
#include "lib/OpModel/Kinds.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;

SmallVector<int64_t, 4> amp::placeNumbers(Operation *op, StringRef name) {
  Attribute all =
      op->getAttr(isHlo(op, OpKind::scatter) ? "scatter_dimension_numbers"
                                             : "dimension_numbers");
  std::string text;
  llvm::raw_string_ostream os(text);
  if (all)
    all.print(os);
  SmallVector<int64_t, 4> numbers;
  size_t at = StringRef(text).find((" " + name + " = ").str());
  if (at == StringRef::npos)
    at = StringRef(text).find(("<" + name + " = ").str());
  if (at == StringRef::npos)
    return numbers;
  StringRef list = StringRef(text).substr(at + name.size() + 4);
  list = list.consume_front("[") ? list.split(']').first
                                 : list.take_while(llvm::isDigit);
  for (StringRef number : llvm::split(list, ','))
    if (int64_t value; !number.trim().getAsInteger(10, value))
      numbers.push_back(value);
  return numbers;
}
