// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Policy/Presets.h"
#include "lib/Policy/PolicyText.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/Support/MemoryBuffer.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::policy;

namespace {
struct Preset {
  StringLiteral name, text;
};
} // namespace

static constexpr Preset presets[] = {
#include "lib/Policy/Presets.inc"
};

FailureOr<LocatedPolicy> amp::policy::loadPreset(StringRef name,
                                                 Location errorsAt) {
  for (const Preset &preset : presets)
    if (preset.name == name)
      return parsePolicy(preset.text, ("preset '" + name + "'").str(),
                         errorsAt.getContext());
  InFlightDiagnostic error = emitError(errorsAt) << "expects a preset of ";
  llvm::interleaveComma(presets, error,
                        [&](const Preset &preset) { error << preset.name; });
  return error << ", but got '" << name << "'";
}

FailureOr<LocatedPolicy> amp::policy::loadPolicyFile(StringRef path,
                                                     Location errorsAt) {
  auto buffer = llvm::MemoryBuffer::getFile(path, /*IsText=*/true);
  if (!buffer)
    return emitError(errorsAt) << "cannot read policy file '" << path
                               << "': " << buffer.getError().message();
  return parsePolicy((*buffer)->getBuffer(), path, errorsAt.getContext());
}
