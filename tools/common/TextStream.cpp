// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "TextStream.h"
#include "tools/common/BoolConstants.h"

#include <algorithm>

using namespace mlir::amp;
using namespace mlir::amp::opt;
using llvm::StringRef;

namespace {
constexpr StringRef opening = "dense<\"0x";
/// The type follows a constant's digits on the same line, within this length.
constexpr size_t typeLength = 4096;
} // namespace

/// Finds the first digit of the next constant at or after `from`, or npos.
static size_t findDigits(StringRef text, size_t from) {
  size_t begin = text.find(opening, from);
  return begin == StringRef::npos ? begin : begin + opening.size();
}

/// Writes the complete part of `text` with unpacked constants. Returns the
/// length of this part.
size_t TextStream::forward(StringRef text, bool isLast) {
  size_t done = 0;
  for (size_t begin;
       unpacks && (begin = findDigits(text, done)) != StringRef::npos;) {
    size_t quote = text.find('"', begin);
    StringRef after = quote == StringRef::npos
                          ? StringRef()
                          : text.substr(quote + 1, typeLength);
    size_t line = after.find('\n');
    if (!isLast && after.size() < typeLength && line == StringRef::npos) {
      size_t start = begin - opening.size();
      os << text.slice(done, start);
      return start;
    }
    os << text.slice(done, begin);
    done = begin;
    if (auto elements = countPackedBools(text.slice(begin, quote),
                                         after.take_front(line))) {
      unpackBools(os, text.slice(begin, quote), *elements);
      os << '"';
      done = quote + 1;
    }
  }
  size_t kept = isLast ? 0 : std::min(text.size() - done, opening.size() - 1);
  os << text.slice(done, text.size() - kept);
  return text.size() - kept;
}

void TextStream::write_impl(const char *data, size_t size) {
  position += size;
  StringRef text(data, size);
  if (held.empty()) {
    held = text.drop_front(forward(text, /*isLast=*/false)).str();
    return;
  }
  held.append(data, size);
  held.erase(0, forward(held, /*isLast=*/false));
}

void TextStream::finish() {
  flush();
  if (StringRef(held).ends_with("\n\n"))
    held.pop_back();
  forward(held, /*isLast=*/true);
  held.clear();
}
