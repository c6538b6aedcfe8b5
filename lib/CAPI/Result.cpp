// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// func @main(%w {amp.state = "w"}) -> (tensor<4xf32> {amp.state = "w"})
//   ==>   argument 0, state "w", partner 0; result 0, state "w", partner 0
#include "lib/CAPI/Result.h"
#include "dialects/amp/IR/Amp.h"
#include "mlir/IR/SymbolTable.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using mlir::amp::AmpDialect;

static StringRef textOf(DictionaryAttr attributes, StringRef name) {
  auto text = attributes ? attributes.getAs<StringAttr>(name) : StringAttr();
  return text ? text.getValue() : StringRef();
}

MlirStringRef AmpResult::keep(const llvm::Twine &text) {
  const std::string &kept = texts.emplace_back(text.str());
  return {kept.data(), kept.size()};
}

void AmpResult::readSignature(ModuleOp module) {
  for (auto function : module.getOps<FunctionOpInterface>()) {
    if (SymbolTable::getSymbolVisibility(function) !=
        SymbolTable::Visibility::Public)
      continue;
    MlirStringRef name = keep(function.getName());
    size_t first = slots.size();
    auto add = [&](bool isResult, unsigned number, Type type,
                   DictionaryAttr attributes) {
      std::string spelled;
      llvm::raw_string_ostream(spelled) << type;
      slots.push_back({name, isResult, number, keep(spelled),
                       keep(textOf(attributes, "amp.state")),
                       keep(textOf(attributes, AmpDialect::roleAttrName)),
                       /*partner=*/-1});
    };
    for (unsigned i = 0; i < function.getNumArguments(); ++i)
      add(/*isResult=*/false, i, function.getArgumentTypes()[i],
          function.getArgAttrDict(i));
    size_t results = slots.size();
    for (unsigned i = 0; i < function.getNumResults(); ++i)
      add(/*isResult=*/true, i, function.getResultTypes()[i],
          function.getResultAttrDict(i));
    llvm::StringMap<size_t> arguments;
    for (size_t i = first; i < results; ++i)
      if (slots[i].state.length > 0)
        arguments[StringRef(slots[i].state.data, slots[i].state.length)] = i;
    for (size_t i = results; i < slots.size(); ++i) {
      auto argument =
          arguments.find({slots[i].state.data, slots[i].state.length});
      if (argument == arguments.end())
        continue;
      slots[i].partner = slots[argument->second].number;
      slots[argument->second].partner = slots[i].number;
    }
  }
}

bool ampResultSucceeded(const AmpResult *result) {
  return result && result->succeeded;
}

static MlirStringRef viewOf(const std::string &text) {
  return {text.data(), text.size()};
}

MlirStringRef ampResultDiagnostics(const AmpResult *result) {
  return viewOf(result->diagnostics);
}

MlirStringRef ampResultReport(const AmpResult *result) {
  return viewOf(result->report);
}

MlirStringRef ampResultTables(const AmpResult *result) {
  return viewOf(result->tables);
}

MlirStringRef ampResultModule(const AmpResult *result) {
  return viewOf(result->module);
}

const AmpSlot *ampResultSlots(const AmpResult *result, intptr_t *count) {
  *count = result->slots.size();
  return result->slots.data();
}

void ampResultDestroy(AmpResult *result) { delete result; }
