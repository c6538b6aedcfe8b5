// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Arrays/Npy.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Endian.h"
#include <algorithm>
#include <cstring>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;

namespace {
struct Header {
  const Element *element = nullptr;
  bool isBigEndian = false;
  bool isFortran = false;
  llvm::SmallVector<int64_t> shape;
};

/// Parser of the header dictionary, with keys in any order.
class HeaderParser {
public:
  explicit HeaderParser(StringRef text) : text(text) {}
  Expected<Header> parse();

private:
  bool take(StringRef token) {
    text = text.ltrim();
    return text.consume_front(token);
  }
  bool takeString(StringRef &value);
  Error parseEntry(Header &header);
  Error parseElement(Header &header);
  Error parseShape(Header &header);
  Error fail() { return createStringError("its header is damaged"); }

  StringRef text;
};
} // namespace

bool HeaderParser::takeString(StringRef &value) {
  text = text.ltrim();
  if (!text.starts_with("'") && !text.starts_with("\""))
    return false;
  size_t end = text.find(text[0], 1);
  if (end == StringRef::npos)
    return false;
  value = text.slice(1, end);
  text = text.drop_front(end + 1);
  return true;
}

Error HeaderParser::parseElement(Header &header) {
  StringRef descr;
  if (take("["))
    return createStringError("it holds records, not numbers");
  if (!takeString(descr))
    return fail();
  StringRef name = descr;
  header.isBigEndian = name.starts_with(">");
  if (name.starts_with("<") || name.starts_with(">") || name.starts_with("|") ||
      name.starts_with("="))
    name = name.drop_front();
  // NumPy stores ml_dtypes arrays in this form; the program determines their
  // type.
  if (name == "V1" || name == "f1")
    name = "u1";
  if (name == "V2")
    name = "u2";
  header.element = findElement(name);
  if (!header.element)
    return createStringError("it holds elements of type '" + descr +
                             "', which no program takes");
  return Error::success();
}

Error HeaderParser::parseShape(Header &header) {
  if (!take("("))
    return fail();
  while (!take(")")) {
    int64_t size;
    text = text.ltrim();
    if (text.consumeInteger(10, size) || size < 0)
      return fail();
    take("L"); // suffix of Python 2
    header.shape.push_back(size);
    if (!take(",") && !text.ltrim().starts_with(")"))
      return fail();
  }
  return Error::success();
}

Error HeaderParser::parseEntry(Header &header) {
  StringRef key;
  if (!takeString(key) || !take(":"))
    return fail();
  if (key == "descr")
    return parseElement(header);
  if (key == "shape")
    return parseShape(header);
  header.isFortran = take("True");
  if (key != "fortran_order" || (!header.isFortran && !take("False")))
    return fail();
  return Error::success();
}

Expected<Header> HeaderParser::parse() {
  Header header;
  if (!take("{"))
    return fail();
  while (!take("}")) {
    if (Error error = parseEntry(header))
      return std::move(error);
    if (!take(",") && !text.ltrim().starts_with("}"))
      return fail();
  }
  if (!header.element || !text.trim().empty())
    return fail();
  uint64_t bytes = header.element->bytes;
  for (int64_t size : header.shape)
    if (size && __builtin_mul_overflow(bytes, uint64_t(size), &bytes))
      return fail();
  return header;
}

static Error expectBytes(ReadBytes read, char *to, uint64_t wanted,
                         StringRef what) {
  uint64_t found = 0;
  while (found < wanted) {
    auto got = read(to + found, wanted - found);
    if (!got)
      return got.takeError();
    if (*got == 0)
      return createStringError("it ends in its " + what);
    found += *got;
  }
  return Error::success();
}

static Expected<Header> readHeader(ReadBytes read) {
  char start[12];
  if (Error error = expectBytes(read, start, 8, "header"))
    return std::move(error);
  if (!StringRef(start, 6).starts_with(npyMagic))
    return createStringError("it is no .npy file");
  unsigned version = start[6];
  if (version < 1 || version > 3)
    return createStringError("it is of version " + llvm::Twine(version) +
                             " of the .npy format, and 1 to 3 are known");
  unsigned lengthBytes = version == 1 ? 2 : 4;
  if (Error error = expectBytes(read, start + 8, lengthBytes, "header"))
    return std::move(error);
  uint64_t length = version == 1 ? llvm::support::endian::read16le(start + 8)
                                 : llvm::support::endian::read32le(start + 8);
  constexpr uint64_t most = 1 << 20;
  if (length > most)
    return createStringError("its header is damaged");
  std::string text(length, 0);
  if (Error error = expectBytes(read, text.data(), length, "header"))
    return std::move(error);
  return HeaderParser(text).parse();
}

static void swapBytes(Array &array) {
  unsigned size = array.element->partBytes();
  char *end = array.data.get() + array.bytes();
  for (char *part = array.data.get(); size > 1 && part != end; part += size)
    std::reverse(part, part + size);
}

/// Transposes a Fortran-order array to C order.
static Array fromFortran(const Array &given) {
  Array array = Array::make(*given.element, given.shape);
  unsigned bytes = given.element->bytes;
  llvm::SmallVector<uint64_t> steps;
  uint64_t step = bytes;
  for (int64_t size : given.shape) {
    steps.push_back(step);
    step *= size;
  }
  llvm::SmallVector<int64_t> index(given.shape.size());
  const char *from = given.data.get();
  char *to = array.data.get(), *end = to + given.bytes();
  for (; to != end; to += bytes) {
    std::memcpy(to, from, bytes);
    for (size_t i = index.size(); i-- > 0;) {
      from += steps[i];
      if (++index[i] < given.shape[i])
        break;
      from -= steps[i] * index[i];
      index[i] = 0;
    }
  }
  return array;
}

Expected<Array> amp::runner::readNpy(ReadBytes read) {
  auto header = readHeader(read);
  if (!header)
    return header.takeError();
  Array array = Array::make(*header->element, header->shape);
  if (Error error = expectBytes(read, array.data.get(), array.bytes(), "data"))
    return std::move(error);
  char more;
  auto rest = read(&more, 1);
  if (!rest)
    return rest.takeError();
  if (*rest)
    return createStringError("it holds more than its shape " +
                             describeShape(header->shape) + " says");
  if (header->isBigEndian)
    swapBytes(array);
  if (header->isFortran && header->shape.size() > 1)
    return fromFortran(array);
  return array;
}

std::string amp::runner::writeNpyHeader(const Array &array) {
  std::string text =
      "{'descr': '" + array.element->descr.str() +
      "', 'fortran_order': False, 'shape': " + describeShape(array.shape) +
      ", }";
  // Data starts at a multiple of 64 bytes.
  constexpr size_t before = 10;
  text.append(63 - (before + text.size()) % 64, ' ');
  text += '\n';
  std::string header = (npyMagic + llvm::StringRef("\1\0", 2)).str();
  header += char(text.size() & 255);
  header += char(text.size() >> 8);
  return header + text;
}
