// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Ptx/Ptx.h"
#include "mlir/Target/LLVM/NVVM/Target.h"
#include "mlir/Target/LLVMIR/Dialect/Builtin/BuiltinToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/GPU/GPUToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/LLVMIR/LLVMToLLVMIRTranslation.h"
#include "mlir/Target/LLVMIR/Dialect/NVVM/NVVMToLLVMIRTranslation.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

void amp::lowering::registerPtxTranslations(DialectRegistry &registry) {
  registerBuiltinDialectTranslation(registry);
  registerGPUDialectTranslation(registry);
  registerLLVMDialectTranslation(registry);
  registerNVVMDialectTranslation(registry);
  NVVM::registerNVVMTargetInterfaceExternalModels(registry);
}

/// Removes the first statement from `rest` and returns it: a directive of one
/// line, a declaration up to its semicolon, or a function with its body.
/// Comments and blank lines before a statement belong to it.
static StringRef takeStatement(StringRef &rest) {
  size_t end = 0, depth = 0;
  bool isDirective = false, isBlank = true;
  while (end < rest.size()) {
    StringRef here = rest.drop_front(end);
    if (here.starts_with("//")) {
      end += std::min(here.find('\n'), here.size());
      continue;
    }
    if (here[0] == '"') {
      end += std::min(here.find('"', 1), here.size() - 1) + 1;
      continue;
    }
    if (isBlank && !llvm::isSpace(here[0])) {
      isBlank = false;
      isDirective = here.starts_with(".version") ||
                    here.starts_with(".target") ||
                    here.starts_with(".address_size");
    }
    ++end;
    depth += here[0] == '{';
    depth -= here[0] == '}';
    if ((isDirective && here[0] == '\n') || (here[0] == ';' && !depth) ||
        (here[0] == '}' && !depth &&
         !rest.drop_front(end).ltrim().starts_with(";")))
      break;
  }
  StringRef statement = rest.take_front(end);
  rest = rest.drop_front(end);
  return statement;
}

/// Returns a statement without the comments and blank lines before it.
static StringRef codeOf(StringRef statement) {
  for (;;) {
    statement = statement.ltrim();
    if (!statement.starts_with("//"))
      return statement.rtrim();
    statement =
        statement.drop_front(std::min(statement.find('\n'), statement.size()));
  }
}

/// Returns the name that a statement, other than a directive, declares.
static StringRef nameOf(StringRef code) {
  StringRef head = code.take_until([](char c) { return c == '{' || c == '='; });
  auto isName = [](char c) {
    return llvm::isAlnum(c) || c == '_' || c == '$' || c == '.' || c == '%';
  };
  if (size_t entry = head.find(".entry"); entry != StringRef::npos)
    return head.drop_front(entry + 6).ltrim().take_while(isName);
  if (size_t function = head.find(".func"); function != StringRef::npos) {
    head = head.drop_front(function + 5).ltrim();
    if (head.starts_with("(")) // the result
      head = head.split(')').second.ltrim();
    return head.take_while(isName);
  }
  StringRef before =
      head.take_until([](char c) { return c == '[' || c == ';'; });
  return before.rtrim().rsplit(' ').second;
}

/// Removes the function's number from labels, so that copies of a function in
/// several modules have the same text.
static std::string withoutNumbers(StringRef code) {
  constexpr llvm::StringLiteral label = "$L__BB";
  std::string text;
  for (;;) {
    auto [before, after] = code.split(label);
    text += before;
    if (after.empty())
      return text;
    text += label;
    code = after.drop_while(llvm::isDigit);
  }
}

std::string PtxJoiner::add(StringRef module) {
  while (!module.empty()) {
    StringRef statement = takeStatement(module), code = codeOf(statement);
    if (code.empty()) {
      if (text.empty())
        text += statement;
      continue;
    }
    StringRef name = code.starts_with(".version")        ? ".version"
                     : code.starts_with(".target")       ? ".target"
                     : code.starts_with(".address_size") ? ".address_size"
                                                         : nameOf(code);
    auto [found, isNew] = known.try_emplace(
        // a function may be declared before it is defined
        code.contains(".func") && code.ends_with(";") ? (name + ";").str()
                                                      : name.str(),
        withoutNumbers(code));
    if (isNew)
      text += statement;
    else if (found->second != withoutNumbers(code))
      return ("expects one meaning of '" + name +
              "' in all kernels, but got two in PTX")
          .str();
  }
  return "";
}
