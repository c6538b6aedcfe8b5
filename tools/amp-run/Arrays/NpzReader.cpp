// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "tools/amp-run/Arrays/Npy.h"
#include "tools/amp-run/Arrays/Npz.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MathExtras.h"
#include <zip.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using llvm::createStringError;
using llvm::Error;
using llvm::Expected;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

static Error cannotRead(const llvm::Twine &what, const llvm::Twine &why) {
  return createStringError("cannot read " + what + ": " + why);
}

static Error cannotRead(const llvm::Twine &what, Error error) {
  return cannotRead(what, llvm::toString(std::move(error)));
}

/// RAII owner of a file descriptor of llvm::sys::fs.
namespace {
struct OpenFile {
  fs::file_t file = fs::kInvalidFile;
  ~OpenFile() {
    if (file != fs::kInvalidFile)
      fs::closeFile(file);
  }

  Error open(StringRef path) {
    auto opened = fs::openNativeFileForRead(path);
    if (!opened)
      return cannotRead("'" + path + "'", opened.takeError());
    file = *opened;
    return Error::success();
  }

  Expected<uint64_t> read(char *to, uint64_t size) {
    constexpr uint64_t most = 1 << 30;
    return fs::readNativeFile(file, {to, size_t(std::min(size, most))});
  }
};
} // namespace

Expected<InputFile> InputFile::open(StringRef path) {
  InputFile input(path);
  OpenFile file;
  if (Error error = file.open(path))
    return std::move(error);
  char start[6] = {};
  auto length = file.read(start, sizeof(start));
  if (!length)
    return cannotRead("'" + path + "'", length.takeError());
  if (StringRef(start, *length) == npyMagic) {
    input.members = {"in_0"};
    return input;
  }
  if (Error error = input.openZip())
    return std::move(error);
  return input;
}

Error InputFile::openZip() {
  int code = 0;
  archive = {zip_open(path.c_str(), ZIP_RDONLY, &code), zip_discard};
  if (!archive) {
    zip_error_t error;
    zip_error_init_with_code(&error, code);
    std::string why = zip_error_strerror(&error);
    zip_error_fini(&error);
    return code == ZIP_ER_NOZIP
               ? createStringError("'" + path + "' is no .npz or .npy file")
               : cannotRead("'" + path + "'", why);
  }
  for (zip_int64_t i = 0, n = zip_get_num_entries(archive.get(), 0); i < n; ++i)
    if (const char *name = zip_get_name(archive.get(), i, 0)) {
      StringRef member = name;
      if (member.consume_back(".npy"))
        members.push_back(member.str());
    }
  return Error::success();
}

Expected<Array> InputFile::loadNpy() const {
  OpenFile file;
  if (Error error = file.open(path))
    return std::move(error);
  return readNpy([&](char *to, uint64_t size) { return file.read(to, size); });
}

Expected<Array> InputFile::load(StringRef name) const {
  if (!archive) {
    auto array = loadNpy();
    if (!array)
      return cannotRead("'" + path + "'", array.takeError());
    return array;
  }
  std::string what = ("'" + name + "' of '" + path + "'").str();
  std::unique_ptr<zip_file_t, int (*)(zip_file_t *)> member(
      zip_fopen(archive.get(), (name + ".npy").str().c_str(), 0), zip_fclose);
  if (!member)
    return cannotRead(what, zip_strerror(archive.get()));
  auto array = readNpy([&](char *to, uint64_t size) -> Expected<uint64_t> {
    zip_int64_t got = zip_fread(member.get(), to, size);
    if (got < 0)
      return createStringError(zip_file_strerror(member.get()));
    return got;
  });
  if (!array)
    return cannotRead(what, array.takeError());
  return array;
}
