// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Parser of policy files: MLIR's attribute parser, with its diagnostics located
// in the file.
#include "lib/Policy/PolicyText.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

static Location locate(StringRef text, size_t offset, StringRef path,
                       MLIRContext *context) {
  StringRef before = text.take_front(offset);
  return FileLineColLoc::get(context, path, before.count('\n') + 1,
                             before.size() - (before.rfind('\n') + 1) + 1);
}

static StringRef trimBlanks(StringRef text) {
  StringRef rest = text.ltrim();
  while (rest.starts_with("//"))
    rest = rest.drop_until([](char c) { return c == '\n'; }).ltrim();
  return rest;
}

/// Returns the start of the attribute, after blanks, comments, and the name of
/// an alias definition (`#name = #amp.policy<…>`), which makes the file valid
/// for MLIR's language server.
static size_t findAttribute(StringRef text) {
  StringRef start = trimBlanks(text), rest = start;
  if (rest.consume_front("#")) {
    rest = rest.drop_while([](char c) { return llvm::isAlnum(c) || c == '_'; });
    rest = trimBlanks(rest);
    if (rest.consume_front("="))
      start = trimBlanks(rest);
  }
  return text.size() - start.size();
}

/// Re-emits the diagnostics of the parser, with locations in `path`.
static void repeat(ArrayRef<Diagnostic> said, StringRef path) {
  for (const Diagnostic &diagnostic : said) {
    Location where = diagnostic.getLocation();
    if (auto inText = dyn_cast<FileLineColLoc>(where))
      where = FileLineColLoc::get(where.getContext(), path, inText.getLine(),
                                  std::max(inText.getColumn(), 1u));
    where.getContext()->getDiagEngine().emit(where, diagnostic.getSeverity())
        << diagnostic.str();
  }
}

FailureOr<LocatedPolicy>
amp::policy::parsePolicy(StringRef text, StringRef path, MLIRContext *context) {
  size_t start = findAttribute(text), length = 0;
  // Replaces the alias by blanks, to keep lines and columns.
  std::string attribute = text.str();
  for (char &letter : MutableArrayRef(attribute.data(), start))
    if (letter != '\n')
      letter = ' ';
  SmallVector<Diagnostic, 2> said;
  Attribute attr;
  {
    ScopedDiagnosticHandler handler(context, [&](Diagnostic &diagnostic) {
      said.push_back(std::move(diagnostic));
      return success();
    });
    attr = parseAttribute(attribute, context, Type(), &length);
  }
  repeat(said, path);
  if (!said.empty())
    return failure();
  Location where = locate(text, start, path, context);
  auto policy = dyn_cast_if_present<PolicyAttr>(attr);
  if (!policy)
    return emitError(where) << "expects an #amp.policy attribute in '" << path
                            << "', but got " << attr;
  if (start + length != text.size())
    return emitError(locate(text, start + length, path, context))
           << "expects nothing after the policy, but got '"
           << text.substr(start + length).split('\n').first << "'";
  return LocatedPolicy{policy, where};
}
