// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "InputFormat.h"

#include "llvm/ADT/Twine.h"
#include "llvm/Config/llvm-config.h"

using namespace mlir;
using llvm::StringRef;
using llvm::Twine;

namespace {
struct Format {
  StringRef start;
  StringRef name;
  StringRef wayOut;
};

constexpr StringRef unpack = "unpack it first";
constexpr StringRef utf8 = "save it as UTF-8 without a byte order mark";
constexpr StringRef stablehlo = "export the model as StableHLO text instead";

constexpr Format formats[] = {
    {"\x1f\x8b", "gzip data", unpack},
    {"PK\x03\x04", "a zip archive", unpack},
    {"BZh", "bzip2 data", unpack},
    {StringRef("\xfd"
               "7zXZ\0",
               6),
     "xz data", unpack},
    {"\x28\xb5\x2f\xfd", "zstd data", unpack},
    {"\xef\xbb\xbf", "text with a byte order mark", utf8},
    {"\xff\xfe", "UTF-16 text", utf8},
    {"\xfe\xff", "UTF-16 text", utf8},
    {"BC\xc0\xde", "LLVM bitcode", stablehlo},
    {"\x7f"
     "ELF",
     "an ELF binary", stablehlo},
    {"\x89HDF", "an HDF5 file", stablehlo},
    {"\x80\x04", "a Python pickle", stablehlo},
    {"\x80\x05", "a Python pickle", stablehlo},
    {"\x08", "a protocol buffer (ONNX or SavedModel)", stablehlo},
    {"HloModule", "XLA's HLO text", stablehlo},
};

constexpr StringRef bytecodeMagic = "ML\xefR";
/// Point releases are compatible with each other. Other releases are not, and
/// part of their bytecode is misread without an error.
constexpr StringRef ourProducer = "MLIR" LLVM_VERSION_STRING;
} // namespace

bool amp::opt::isBytecode(StringRef bytes) {
  return bytes.starts_with(bytecodeMagic);
}

/// Header: magic, version as one variable-length integer, producer with final
/// NUL.
static StringRef readProducer(StringRef bytes) {
  bytes = bytes.drop_front(bytecodeMagic.size());
  if (bytes.empty())
    return {};
  unsigned zeros = 0;
  while (zeros < 8 && !(uint8_t(bytes[0]) >> zeros & 1))
    ++zeros;
  return bytes.drop_front(std::min<size_t>(1 + zeros, bytes.size()))
      .take_front(100)
      .take_until([](char c) { return c == 0; });
}

static std::string refuseBytecode(StringRef name, StringRef producer) {
  return ("'" + name + "' is MLIR bytecode written by '" + producer +
          "', and only that of '" + ourProducer +
          "' can be read: print it as text with the program that wrote it; "
          "for StableHLO, python -c \"from jaxlib.mlir.dialects import "
          "stablehlo as s; from jax._src.interpreters import mlir as m; "
          "print(s.deserialize_portable_artifact(m.make_ir_context(), "
          "open('" +
          name + "', 'rb').read()))\" > text.mlir")
      .str();
}

std::string amp::opt::findForeignFormat(const llvm::MemoryBuffer &input) {
  StringRef bytes = input.getBuffer();
  StringRef name = input.getBufferIdentifier();
  if (isBytecode(bytes)) {
    StringRef producer = readProducer(bytes);
    auto [series, patch] = ourProducer.rsplit('.');
    bool isOurs = producer == ourProducer ||
                  (producer.consume_front(series) && producer.starts_with("."));
    return isOurs ? "" : refuseBytecode(name, readProducer(bytes));
  }
  for (const Format &format : formats)
    if (bytes.starts_with(format.start))
      return ("'" + name + "' is " + format.name +
              ", not MLIR text: " + format.wayOut)
          .str();
  return "";
}
