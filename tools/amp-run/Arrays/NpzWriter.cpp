// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Writer of zip archives in NumPy's form: no compression, one fixed date.
//
// libzip writes the archive to the stream of the atomic writer, which must
// support seeking. A pipe gets a copy of a temporary file.
#include "tools/amp-run/Arrays/Npy.h"
#include "tools/amp-run/Arrays/Npz.h"

#include "lib/Support/AtomicOutput.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstring>
#include <zip.h>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::runner;
using llvm::createStringError;
using llvm::Error;
using llvm::StringRef;
namespace fs = llvm::sys::fs;

/// Destination of an archive that libzip creates; `file` is a raw_fd_ostream.
/// Each command succeeds, because the stream keeps its own errors.
static zip_int64_t writeArchive(void *file, void *data, zip_uint64_t length,
                                zip_source_cmd_t command) {
  auto &os = *static_cast<llvm::raw_fd_ostream *>(file);
  switch (command) {
  case ZIP_SOURCE_SUPPORTS:
    return ZIP_SOURCE_SUPPORTS_WRITABLE;
  case ZIP_SOURCE_STAT:
    zip_stat_init(static_cast<zip_stat_t *>(data));
    return sizeof(zip_stat_t);
  case ZIP_SOURCE_ERROR:
    std::memset(data, 0, 2 * sizeof(int));
    return 2 * sizeof(int);
  case ZIP_SOURCE_WRITE:
    os.write(static_cast<const char *>(data), length);
    return length;
  case ZIP_SOURCE_TELL_WRITE:
    return os.tell();
  case ZIP_SOURCE_SEEK_WRITE:
    os.seek(zip_source_seek_compute_offset(os.tell(), /*length=*/INT64_MAX,
                                           data, length, /*error=*/nullptr));
    return 0;
  default:
    return 0;
  }
}

static Error cannotArchive(zip_error_t *error) {
  return createStringError("cannot write the archive: " +
                           llvm::Twine(zip_error_strerror(error)));
}

/// Adds a member. libzip reads its data when the archive is closed.
static bool addArray(zip_t *archive, const std::string &name,
                     const std::string &header, const Array &array) {
  zip_buffer_fragment_t parts[] = {
      {reinterpret_cast<zip_uint8_t *>(const_cast<char *>(header.data())),
       header.size()},
      {reinterpret_cast<zip_uint8_t *>(array.data.get()), array.bytes()}};
  constexpr zip_uint16_t midnight = 0, year1980 = 0x21;
  zip_source_t *source = zip_source_buffer_fragment(archive, parts, 2, 0);
  zip_int64_t index =
      source ? zip_file_add(archive, name.c_str(), source, ZIP_FL_ENC_UTF_8)
             : -1;
  if (index < 0) {
    zip_source_free(source);
    return false;
  }
  return !zip_set_file_compression(archive, index, ZIP_CM_STORE, 0) &&
         !zip_file_set_dostime(archive, index, midnight, year1980, 0);
}

static Error writeZip(llvm::raw_fd_ostream &os,
                      llvm::ArrayRef<NamedArray> arrays) {
  zip_error_t error;
  zip_error_init(&error);
  zip_source_t *target = zip_source_function_create(writeArchive, &os, &error);
  zip_t *archive =
      target ? zip_open_from_source(target, ZIP_TRUNCATE, &error) : nullptr;
  if (!archive) {
    zip_source_free(target);
    return cannotArchive(&error);
  }
  std::vector<std::string> headers;
  for (const NamedArray &named : arrays)
    headers.push_back(writeNpyHeader(*named.array));
  bool isAdded = true;
  for (auto [named, header] : llvm::zip_equal(arrays, headers))
    isAdded =
        isAdded && addArray(archive, named.name + ".npy", header, *named.array);
  if (isAdded && !zip_close(archive))
    return Error::success();
  Error why = cannotArchive(zip_get_error(archive));
  zip_discard(archive);
  return why;
}

/// Writes the archive to a temporary file and copies it to a stream without
/// seek support.
static Error copyZip(llvm::raw_ostream &os, llvm::ArrayRef<NamedArray> arrays) {
  llvm::SmallString<128> path;
  if (std::error_code code = fs::createTemporaryFile("amp-run", "npz", path))
    return llvm::errorCodeToError(code);
  llvm::FileRemover remover(path);
  if (Error error = writeArrays(path, arrays))
    return error;
  auto written = llvm::MemoryBuffer::getFile(path);
  if (!written)
    return llvm::errorCodeToError(written.getError());
  os << (*written)->getBuffer();
  return Error::success();
}

Error amp::runner::checkOutputName(StringRef option, StringRef path,
                                   size_t arrays) {
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

Error amp::runner::writeArrays(StringRef path,
                               llvm::ArrayRef<NamedArray> arrays) {
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
  llvm::raw_fd_ostream *file = (*output)->seekable();
  if (Error error = file ? writeZip(*file, arrays) : copyZip(os, arrays))
    return error;
  return (*output)->keep();
}
