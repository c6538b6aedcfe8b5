// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// { "version": 1, … }   ==>   { "version": 1, …, "alignment": … }
#include "lib/Report/AppendField.h"
#include "lib/OpModel/OptionError.h"
#include "lib/Report/JsonFile.h"
#include "lib/Support/TextCapture.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

/// Returns `report` without its last brace; none if it is no JSON object.
static std::optional<StringRef> openEnd(StringRef report) {
  report = report.rtrim();
  if (!report.starts_with("{") || !report.consume_back("}"))
    return std::nullopt;
  return report.rtrim();
}

static void printField(llvm::raw_ostream &os, StringRef name, Attribute value) {
  os << ",\n \"" << name << "\": ";
  {
    llvm::json::OStream json(os, /*IndentSize=*/1);
    writeJson(json, value);
  }
  os << "\n}\n";
}

LogicalResult amp::report::appendField(ModuleOp module, StringRef file,
                                       StringRef name, Attribute value) {
  if (llvm::sys::fs::exists(file) && !llvm::sys::fs::is_regular_file(file))
    return success();
  std::string *captured = TextCapture::find(file);
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> read =
      captured ? nullptr : llvm::MemoryBuffer::getFile(file);
  auto start = openEnd(captured        ? StringRef(*captured)
                       : read && *read ? (*read)->getBuffer()
                                       : StringRef());
  if (!start)
    return emitOptionError(module) << "expects a report in '" << file
                                   << "', which amp-write-report writes";
  if (captured) { // in place: reports are larger than modules
    captured->resize(start->size());
    llvm::raw_string_ostream os(*captured);
    printField(os, name, value);
    return success();
  }
  std::error_code error = writeFile(file, [&](llvm::raw_ostream &os) {
    os << *start;
    printField(os, name, value);
  });
  if (error)
    return emitOptionError(module)
           << "cannot write the report '" << file << "': " << error.message();
  return success();
}
