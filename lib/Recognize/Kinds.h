// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Dialect-independent kinds of ops for the patterns: stablehlo.add, tosa.add
// and arith.addf have one kind.
#ifndef LIB_RECOGNIZE_KINDS_H
#define LIB_RECOGNIZE_KINDS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::recognize {

enum class Kind : uint8_t {
  other,  ///< none of the kinds below
  leaf,   ///< no op: a function or block argument
  layout, ///< data movement or rounding of operand 0: looked through
  call,   ///< looked through
  slice,  ///< looked through if it reads an entry of a stack
  update,
  constant,
  // Kinds that patterns name by the words in Kinds.cpp.
  abs,
  add,
  clamp,
  compare,
  convert,
  div,
  erf,
  erfc,
  exp,
  finite,
  gather,
  log,
  log1p,
  logistic,
  max,
  min,
  mul,
  neg,
  power,
  product,
  random,
  recip,
  rsqrt,
  scatter,
  select,
  sqrt,
  square,
  sub,
  sum,
  tanh,
  top, ///< maximum over dimensions
};

constexpr bool isCommutative(Kind kind) {
  return kind == Kind::add || kind == Kind::mul || kind == Kind::max ||
         kind == Kind::min;
}

/// Returns true if each result element depends only on the operand elements at
/// the same position.
constexpr bool isElementwise(Kind kind) {
  return kind != Kind::gather && kind != Kind::scatter &&
         kind != Kind::product && kind != Kind::random && kind != Kind::slice &&
         kind != Kind::update;
}

/// A set of kinds.
using KindSet = uint64_t;
constexpr KindSet allKinds = ~KindSet(0);
constexpr KindSet setOf(Kind kind) {
  return KindSet(1) << static_cast<unsigned>(kind);
}

/// Kinds of ops that may produce a compile-time constant: constants, and ops on
/// constants.
constexpr KindSet numberKinds = setOf(Kind::constant) | setOf(Kind::add) |
                                setOf(Kind::sub) | setOf(Kind::mul) |
                                setOf(Kind::div) | setOf(Kind::neg) |
                                setOf(Kind::recip) | setOf(Kind::sqrt) |
                                setOf(Kind::rsqrt) | setOf(Kind::convert);

/// Returns the kind that this word of a pattern names, if any.
std::optional<Kind> findKind(StringRef word);

/// Returns kinds of ops by name, and of reductions by body; cached by name.
class KindTable {
public:
  Kind of(Operation *op);

private:
  llvm::DenseMap<const void *, Kind> byName;
};

/// Returns the dimensions that a sum or maximum reduces.
SmallVector<int64_t, 4> findReducedDims(Operation *op);

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_KINDS_H
