// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computation of an op in terms of the patterns: the same sum may be a
// stablehlo.add, a tosa.add or an arith.addf.
#ifndef LIB_RECOGNIZE_KINDS_H
#define LIB_RECOGNIZE_KINDS_H

#include "mlir/IR/Operation.h"

namespace mlir::amp::recognize {

enum class Kind : uint8_t {
  other,  ///< computes something that no pattern asks for
  leaf,   ///< no op: an argument of a function or block
  layout, ///< moves its first operand, or rounds it: seen through
  call,   ///< seen through
  slice,  ///< seen through where it takes an entry off a stack
  update,
  constant,
  // Patterns name these, by the words of Kinds.cpp.
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
  top, ///< the maximum over dimensions
};

constexpr bool isCommutative(Kind kind) {
  return kind == Kind::add || kind == Kind::mul || kind == Kind::max ||
         kind == Kind::min;
}

/// Returns true if an element of the result is computed from the elements at
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

/// Kinds of ops whose result may be a number known at compile time: constants,
/// and ops on constants.
constexpr KindSet numberKinds = setOf(Kind::constant) | setOf(Kind::add) |
                                setOf(Kind::sub) | setOf(Kind::mul) |
                                setOf(Kind::div) | setOf(Kind::neg) |
                                setOf(Kind::recip) | setOf(Kind::sqrt) |
                                setOf(Kind::rsqrt) | setOf(Kind::convert);

/// The kind of this word of a pattern, if it is one.
std::optional<Kind> findKind(StringRef word);

/// Finds the kinds of ops, by their names; of reductions, by their bodies.
class KindTable {
public:
  Kind of(Operation *op);

private:
  llvm::DenseMap<const void *, Kind> byName;
};

/// The dimensions that a sum or maximum goes over.
SmallVector<int64_t, 4> findReducedDims(Operation *op);

} // namespace mlir::amp::recognize

#endif // LIB_RECOGNIZE_KINDS_H
