// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// f16, a range [0, 80000] that occurs   ==>   "reaches 8.0e+04"
#include "lib/Precision/Limits.h"
#include "lib/OpModel/Kinds.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::precision;

namespace {
struct SensitiveOperand {
  OpKind kind;
  unsigned number;
  Sensitivity sensitivity;
};
} // namespace

// clang-format off
static constexpr SensitiveOperand sensitiveOperands[] = {
    {OpKind::cosine, 0, Sensitivity::angle},
    {OpKind::divide, 1, Sensitivity::nearZero},
    {OpKind::erf, 0, Sensitivity::far},
    {OpKind::exponential, 0, Sensitivity::below},
    {OpKind::log, 0, Sensitivity::nearZero},
    {OpKind::logistic, 0, Sensitivity::far},
    {OpKind::reciprocal, 0, Sensitivity::nearZero},
    {OpKind::rsqrt, 0, Sensitivity::nearZero},
    {OpKind::sine, 0, Sensitivity::angle},
    {OpKind::tan, 0, Sensitivity::angle},
    {OpKind::tanh, 0, Sensitivity::far},
};
// clang-format on

Sensitivity amp::precision::findSensitivity(OpOperand &operand) {
  static const KindMap<SensitiveOperand> byKind(sensitiveOperands);
  const SensitiveOperand *row = byKind.lookup(kindOf(operand.getOwner()));
  return row && row->number == operand.getOperandNumber() ? row->sensitivity
                                                          : Sensitivity::none;
}

Limits::Limits(FloatType type) {
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  int precision = APFloat::semanticsPrecision(semantics);
  int top = APFloat::semanticsMaxExponent(semantics);
  int bottom = APFloat::semanticsMinExponent(semantics);
  largest = APFloat::getLargest(semantics).convertToDouble();
  overflow = largest + std::ldexp(1, top - precision);
  smallestNormal = std::ldexp(1, bottom);
  tooSmall = std::ldexp(16, bottom - precision + 1);
  mostIntegers = std::ldexp(1, precision);
  mostAngle = mostIntegers / 16;
}

/// Safety factor for bounds: rounding errors of earlier ops may enlarge values,
/// but hardly by a factor of two.
static constexpr double allowance = 2;

/// Returns the bound of the magnitude that follows from the program alone,
/// where the use is sensitive to it; zero without such a bound, and for
/// constants, which are exact.
static double boundOf(const Range &range, Sensitivity read) {
  if (read == Sensitivity::far || range.source() != RangeSource::program ||
      range.isConstant)
    return 0;
  double most = read == Sensitivity::below ? std::max<double>(range.hi, 0.0)
                                           : range.most();
  return std::isinf(most) ? 0 : most;
}

static std::string withNumber(StringRef words, double number) {
  return llvm::formatv("{0} {1:e1}", words, number).str();
}

std::string Limits::findOverflow(const Range &range, double magnitude) const {
  if (range.isGuarded)
    return {};
  if (range.reach() >= overflow)
    return withNumber("reaches", range.reach());
  return magnitude >= overflow ? withNumber("may reach", magnitude) : "";
}

std::string Limits::findLoss(const Range &range, Sensitivity read,
                             double magnitude, double scale) const {
  if (range.isGuarded)
    return {};
  // Folding a cast of such a constant would give an infinity, even if its user
  // saturates.
  if (range.isConstant && range.reach() >= overflow)
    return "constant overflows";
  double reach = read == Sensitivity::far     ? 0
                 : read == Sensitivity::below ? range.reachHi
                                              : range.reach();
  if (reach >= overflow)
    return withNumber("reaches", reach);
  if (double bound = boundOf(range, read); bound * allowance > largest)
    return withNumber("is bounded by", bound);
  double count = std::isinf(range.most()) ? reach : range.most();
  if (range.isInteger && range.isCounted && count > mostIntegers)
    return llvm::formatv("integers up to {0:f0}", count).str();
  double most = range.isRecorded ? std::min(reach, range.most()) : range.most();
  if (most > 0 && most < tooSmall)
    return range.isConstant ? "constant becomes zero"
                            : withNumber("stays below", most);
  if (read == Sensitivity::nearZero && range.excludesZero() &&
      range.least < tooSmall)
    return withNumber("as near zero as", range.least);
  if (read == Sensitivity::angle && reach > mostAngle)
    return withNumber("angles up to", reach);
  bool saturates = read == Sensitivity::far ||
                   (read == Sensitivity::below && range.hi < overflow);
  if (magnitude >= overflow && !saturates)
    return withNumber("may reach", magnitude);
  if (scale > 0 && scale < tooSmall && !range.isRecorded)
    return withNumber("is data times", scale);
  return {};
}

bool Limits::holds(const Range &range, Sensitivity read) const {
  if (range.isGuarded)
    return false;
  if (read == Sensitivity::far)
    return true;
  double most = read == Sensitivity::below ? std::max<double>(range.hi, 0.0)
                                           : range.most();
  bool fits = range.isConstant ? most < overflow : most * allowance <= largest;
  if (!fits || (most > 0 && most < smallestNormal) ||
      (range.isConstant && range.least < smallestNormal))
    return false;
  if (range.isInteger && range.isCounted && most > mostIntegers)
    return false;
  if (read == Sensitivity::angle)
    return most <= mostAngle;
  return read != Sensitivity::nearZero ||
         (range.excludesZero() && range.least >= smallestNormal);
}

bool Limits::heldSoFar(const Range &range, Sensitivity read) const {
  constexpr double room = 4;
  // A run starts with zeros: a recorded zero says nothing about later values.
  if (!range.isRecorded || range.reach() == 0)
    return holds(range, read);
  Range seen = range;
  seen.lo = std::max<double>(range.lo, range.reachLo * room);
  seen.hi = std::min<double>(range.hi, range.reachHi * room);
  return holds(seen, read);
}
