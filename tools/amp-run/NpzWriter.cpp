// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A zip archive as NumPy writes it: nothing is compressed, nothing has a date,
// and 64-bit sizes stand behind each header.
//
//   per array:  header, name, sizes, data      then the directory:
//   per array:  entry, name, sizes, offset     then where it starts, twice
#include "Npy.h"
#include "Npz.h"

#include "tools/amp-opt/AtomicOutput.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/CRC.h"
#include "llvm/Support/EndianStream.h"

using namespace mlir;
using namespace mlir::amp;
using llvm::createStringError;
using llvm::Error;
using llvm::StringRef;

namespace {
constexpr uint32_t in64 = 0xffffffff; // stands in the 64-bit field instead
constexpr uint16_t version = 45;      // of the format: has 64-bit fields

class ZipWriter {
public:
  explicit ZipWriter(llvm::raw_ostream &os)
      : os(os), out(os, llvm::endianness::little), start(os.tell()) {}

  void add(StringRef name, const Array &array);
  void finish();

private:
  struct Member {
    std::string name;
    uint32_t checksum;
    uint64_t size, offset;
  };

  template <typename... Fields> void write(Fields... fields) {
    (out.write(fields), ...);
  }
  /// What both headers of a member have in common.
  void writeFields(const Member &member, uint16_t extraBytes);
  uint64_t position() const { return os.tell() - start; }

  llvm::raw_ostream &os;
  llvm::support::endian::Writer out;
  uint64_t start;
  std::vector<Member> members;
};
} // namespace

void ZipWriter::writeFields(const Member &member, uint16_t extraBytes) {
  constexpr uint16_t flags = 0, stored = 0, midnight = 0, year1980 = 0x21;
  write(version, flags, stored, midnight, year1980, member.checksum, in64, in64,
        uint16_t(member.name.size()), extraBytes);
}

void ZipWriter::add(StringRef name, const Array &array) {
  std::string header = writeNpyHeader(array);
  llvm::ArrayRef<uint8_t> data(
      reinterpret_cast<const uint8_t *>(array.data.get()), array.bytes());
  Member member{
      (name + ".npy").str(),
      llvm::crc32(llvm::crc32(llvm::arrayRefFromStringRef<uint8_t>(header)),
                  data),
      header.size() + data.size(), position()};
  write(uint32_t(0x04034b50));
  writeFields(member, 20);
  os << member.name;
  write(uint16_t(1), uint16_t(16), member.size, member.size);
  os << header;
  os.write(array.data.get(), array.bytes());
  members.push_back(member);
}

void ZipWriter::finish() {
  uint64_t directory = position(), count = members.size();
  for (const Member &member : members) {
    constexpr uint16_t comment = 0, disk = 0, attributes = 0;
    constexpr uint32_t readable = 0100644u << 16;
    write(uint32_t(0x02014b50), version);
    writeFields(member, 28);
    write(comment, disk, attributes, readable, in64);
    os << member.name;
    write(uint16_t(1), uint16_t(24), member.size, member.size, member.offset);
  }
  uint64_t end = position();
  write(uint32_t(0x06064b50), uint64_t(44), version, version, uint32_t(0),
        uint32_t(0), count, count, end - directory, directory);
  write(uint32_t(0x07064b50), uint32_t(0), end, uint32_t(1));
  write(uint32_t(0x06054b50), uint16_t(0), uint16_t(0), uint16_t(0xffff),
        uint16_t(0xffff), in64, in64, uint16_t(0));
}

Error amp::checkOutputName(StringRef option, StringRef path, size_t arrays) {
  if (path.ends_with(".npz") || path == "-" || path.starts_with("/dev/"))
    return Error::success();
  if (!path.ends_with(".npy"))
    return createStringError(option +
                             " expects a name that ends in .npz or "
                             ".npy, but got '" +
                             path + "'");
  if (arrays != 1)
    return createStringError(option + "='" + path + "' holds one array, but " +
                             llvm::Twine(arrays) +
                             " are to be written: use a name that ends in "
                             ".npz");
  return Error::success();
}

Error amp::writeArrays(StringRef path, llvm::ArrayRef<NamedArray> arrays) {
  auto output = AtomicOutput::open(path);
  if (!output)
    return output.takeError();
  llvm::raw_ostream &os = (*output)->os();
  if (path.ends_with(".npy")) {
    const Array &array = *arrays.front().array;
    os << writeNpyHeader(array);
    os.write(array.data.get(), array.bytes());
    return (*output)->keep();
  }
  ZipWriter zip(os);
  for (const NamedArray &named : arrays)
    zip.add(named.name, *named.array);
  zip.finish();
  return (*output)->keep();
}
