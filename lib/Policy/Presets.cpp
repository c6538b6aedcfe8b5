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

/// The parser's own diagnostics say what is wrong with the text.
static FailureOr<PolicyAttr> parsePolicy(StringRef text, StringRef source,
                                         Operation *errorsAt) {
  Attribute attr = parseAttribute(text, errorsAt->getContext());
  if (auto policy = dyn_cast_if_present<PolicyAttr>(attr))
    return policy;
  return errorsAt->emitError()
         << "expects an #amp.policy attribute in '" << source << "'";
}

FailureOr<PolicyAttr> amp::loadPreset(StringRef name, Operation *errorsAt) {
  for (const Preset &preset : presets)
    if (preset.name == name)
      return parsePolicy(preset.text, name, errorsAt);
  InFlightDiagnostic error = errorsAt->emitError()
                             << "unknown preset '" << name << "'; known are";
  llvm::interleaveComma(presets, error, [&](const Preset &preset) {
    error << " '" << preset.name << "'";
  });
  return error;
}

FailureOr<PolicyAttr> amp::loadPolicyFile(StringRef path, Operation *errorsAt) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return errorsAt->emitError() << "cannot read policy file '" << path
                                 << "': " << buffer.getError().message();
  return parsePolicy((*buffer)->getBuffer(), path, errorsAt);
}
