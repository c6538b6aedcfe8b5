// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Casts/FoldConstant.h"
#include "lib/Casts/CastRequests.h"
#include "lib/Casts/RoundConstant.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::casts;

/// Returns the attribute with the value of a constant op of any dialect.
static std::optional<NamedAttribute> findValue(Operation *constant) {
  for (NamedAttribute attr : constant->getAttrs())
    if (auto value = dyn_cast<TypedAttr>(attr.getValue()))
      if (value.getType() == constant->getResult(0).getType())
        return attr;
  return std::nullopt;
}

static void warnAboutLoss(Operation *constant, const RoundedConstant &rounded,
                          Type type) {
  if (rounded.overflowed)
    constant->emitWarning()
        << "constant overflows " << type << ": " << rounded.overflowed
        << " finite value(s) became infinity";
  if (rounded.flushed)
    constant->emitWarning()
        << "constant underflows " << type << ": " << rounded.flushed
        << " nonzero value(s) became zero";
}

bool amp::casts::roundInPlace(Operation *constant, FloatType type) {
  std::optional<NamedAttribute> value = findValue(constant);
  std::optional<RoundedConstant> rounded;
  if (value)
    rounded = roundConstant(cast<TypedAttr>(value->getValue()), type);
  if (!rounded)
    return false;
  warnAboutLoss(constant, *rounded, type);
  Value result = constant->getResult(0);
  constant->setAttr(value->getName(), rounded->value);
  result.setType(withElementType(result.getType(), type));
  return true;
}
