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

LogicalResult amp::report::appendField(ModuleOp module, StringRef file,
                                       StringRef name, Attribute value) {
  if (llvm::sys::fs::exists(file) && !llvm::sys::fs::is_regular_file(file))
    return success();
  std::string *captured = TextCapture::find(file);
  auto report = captured ? llvm::MemoryBuffer::getMemBufferCopy(*captured)
                         : llvm::MemoryBuffer::getFile(file);
  StringRef text = report ? (*report)->getBuffer().rtrim() : StringRef();
  if (!text.starts_with("{") || !text.consume_back("}"))
    return emitOptionError(module) << "expects a report in '" << file
                                   << "', which amp-write-report writes";
  std::error_code error = writeFile(file, [&](llvm::raw_ostream &os) {
    os << text.rtrim() << ",\n \"" << name << "\": ";
    {
      llvm::json::OStream json(os, /*IndentSize=*/1);
      writeJson(json, value);
    }
    os << "\n}\n";
  });
  if (error)
    return emitOptionError(module)
           << "cannot write the report '" << file << "': " << error.message();
  return success();
}
