// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/ReportFile.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Report/JsonFile.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

/// Closes the object: a stream may not be destroyed with an open one.
void ReportFile::end() {
  if (json)
    json->objectEnd();
  json.reset();
}

llvm::json::OStream &ReportFile::begin() {
  end();
  text.clear();
  json.emplace(os, /*IndentSize=*/1);
  json->objectBegin();
  return *json;
}

LogicalResult ReportFile::add(ModuleOp module, StringRef name, Attribute value,
                              StringRef file) {
  if (!json)
    return emitOptionError(module)
           << "expects a report, which amp-write-report begins";
  json->attributeBegin(name);
  writeJson(*json, value);
  json->attributeEnd();
  return file.empty() ? success() : write(module, file);
}

LogicalResult ReportFile::write(ModuleOp module, StringRef file) {
  end();
  std::error_code error = writeFile(
      file, [&](llvm::raw_ostream &output) { output << text << '\n'; });
  if (error)
    return emitOptionError(module)
           << "cannot write the report '" << file << "': " << error.message();
  return success();
}
