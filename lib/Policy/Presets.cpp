// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Policies as text: the attribute's own syntax, with `//` comments.
#include "lib/Policy/Presets.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::amp;

namespace {
struct Preset {
  StringLiteral name, text;
};
} // namespace

static constexpr Preset presets[] = {
#include "lib/Policy/Presets.inc"
};

/// The text without the comment lines and blank lines before the attribute.
static StringRef skipComments(StringRef text) {
  for (text = text.trim(); text.starts_with("//"); text = text.trim())
    text = text.split('\n').second;
  return text;
}

/// The parser's own diagnostics say what is wrong with the text.
static FailureOr<PolicyAttr> parsePolicy(StringRef text, StringRef source,
                                         Location errorsAt) {
  Attribute attr = parseAttribute(skipComments(text), errorsAt.getContext());
  if (auto policy = dyn_cast_if_present<PolicyAttr>(attr))
    return policy;
  return emitError(errorsAt)
         << "expects an #amp.policy attribute in '" << source << "'";
}

FailureOr<PolicyAttr> amp::loadPreset(StringRef name, Location errorsAt) {
  for (const Preset &preset : presets)
    if (preset.name == name)
      return parsePolicy(preset.text, name, errorsAt);
  InFlightDiagnostic error = emitError(errorsAt)
                             << "unknown preset '" << name << "'; known are";
  llvm::interleaveComma(presets, error, [&](const Preset &preset) {
    error << " '" << preset.name << "'";
  });
  return error;
}

FailureOr<PolicyAttr> amp::loadPolicyFile(StringRef path, Location errorsAt) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return emitError(errorsAt) << "cannot read policy file '" << path
                               << "': " << buffer.getError().message();
  return parsePolicy((*buffer)->getBuffer(), path, errorsAt);
}
