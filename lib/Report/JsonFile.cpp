// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/JsonFile.h"
#include "lib/Report/Words.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/Support/FileSystem.h"

using namespace mlir;
using namespace mlir::amp;
namespace fs = llvm::sys::fs;

/// What went wrong with `os`, which is then no longer an error of its own.
static std::error_code takeError(llvm::raw_fd_ostream &os) {
  os.flush();
  std::error_code code = os.error();
  os.clear_error();
  return code;
}

static std::error_code
writeDirectly(StringRef path, function_ref<void(llvm::raw_ostream &)> print) {
  std::error_code code;
  llvm::raw_fd_ostream os(path, code, fs::CD_OpenExisting, fs::FA_Write,
                          fs::OF_Append);
  if (code)
    return code;
  print(os);
  return takeError(os);
}

llvm::Error amp::writeFile(StringRef path,
                           function_ref<void(llvm::raw_ostream &)> print) {
  fs::file_status status;
  bool exists = !fs::status(path, status);
  if (exists && fs::is_directory(status))
    return llvm::errorCodeToError(
        std::make_error_code(std::errc::is_a_directory));
  if (exists && !fs::is_regular_file(status))
    return llvm::errorCodeToError(writeDirectly(path, print));
  llvm::SmallString<256> target(path);
  if (exists)
    if (std::error_code code = fs::real_path(path, target))
      return llvm::errorCodeToError(code);
  auto temporary = fs::TempFile::create(target + ".%%%%%%%%.tmp");
  if (!temporary)
    return temporary.takeError();
  std::error_code code;
  {
    llvm::raw_fd_ostream os(temporary->FD, /*shouldClose=*/false);
    os.SetBufferSize(1 << 18);
    print(os);
    code = takeError(os);
  }
  if (!code)
    return temporary->keep(target);
  llvm::consumeError(temporary->discard());
  return llvm::errorCodeToError(code);
}

void amp::writeJson(llvm::json::OStream &json, Attribute attr) {
  if (auto dictionary = dyn_cast_if_present<DictionaryAttr>(attr))
    return json.object([&] {
      for (NamedAttribute entry : dictionary) {
        json.attributeBegin(entry.getName().getValue());
        writeJson(json, entry.getValue());
        json.attributeEnd();
      }
    });
  if (auto array = dyn_cast_if_present<ArrayAttr>(attr))
    return json.array([&] {
      for (Attribute element : array)
        writeJson(json, element);
    });
  if (auto text = dyn_cast_if_present<StringAttr>(attr))
    return json.value(text.getValue());
  if (auto location = dyn_cast_if_present<LocationAttr>(attr)) {
    std::string words;
    llvm::raw_string_ostream os(words);
    writeLocation(os, location);
    return json.value(words);
  }
  if (auto flag = dyn_cast_if_present<BoolAttr>(attr))
    return json.value(flag.getValue());
  if (auto number = dyn_cast_if_present<FloatAttr>(attr))
    return json.value(number.getValueAsDouble());
  if (auto number = dyn_cast_if_present<IntegerAttr>(attr))
    return json.value(number.getInt());
  json.value(nullptr);
}
