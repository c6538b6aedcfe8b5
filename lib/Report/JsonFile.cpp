// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Report/JsonFile.h"
#include "lib/Report/Words.h"
#include "lib/Support/AtomicOutput.h"
#include "lib/Support/TextCapture.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::report;

std::error_code
amp::report::writeFile(StringRef path,
                       function_ref<void(llvm::raw_ostream &)> print) {
  if (std::string *captured = TextCapture::find(path)) {
    llvm::raw_string_ostream os(*captured);
    captured->clear();
    print(os);
    return {};
  }
  auto output = AtomicOutput::open(path);
  if (!output)
    return llvm::errorToErrorCode(output.takeError());
  print((*output)->os());
  return llvm::errorToErrorCode((*output)->keep(/*isSynced=*/false));
}

void amp::report::writeJson(llvm::json::OStream &json, Attribute attr) {
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
