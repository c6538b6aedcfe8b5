// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic evaluation, on polynomials, of the ops after a matmul.
#ifndef LIB_LOWERING_GPU_LIBRARY_ELEMENTS_H
#define LIB_LOWERING_GPU_LIBRARY_ELEMENTS_H

#include "lib/Lowering/Gpu/Library/Polynomial.h"
#include "lib/Lowering/Gpu/TensorCore/Units/Unit.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

namespace mlir::amp::lowering {

/// Symbolic value of an element: a polynomial, then relu, then a mask.
struct Element {
  Polynomial value;
  bool isRelu = false;
  std::optional<unsigned> mask; // access; its elements <= 0 give 0
  Type rounded;                 // 16-bit type it was rounded to, if any

  bool isPlain() const { return !isRelu && !mask; }
  bool isConstant() const { return isPlain() && value.isConstant(); }
};

class Elements {
public:
  explicit Elements(const Contraction &from);

  /// Evaluates all steps. Fails with `why` at an op other than arithmetic of
  /// polynomials, tanh, relu and masks.
  LogicalResult follow(std::string &why);

  /// Variables: the matmul result, the elements of accesses, results of tanh.
  static constexpr unsigned product = 0;
  unsigned variableOf(unsigned access) const;
  std::optional<unsigned> accessOf(unsigned variable) const;
  /// Returns the argument of a tanh; null for other variables.
  const Polynomial *argumentOfTanh(unsigned variable) const;

  const Element &stored(unsigned store) const {
    return registers[from.stores[store].source];
  }

private:
  using MaybeElement = std::optional<Element>;
  bool followStep(const Step &step, std::string &why);
  MaybeElement sourceOf(const Source &source) const;
  MaybeElement elementOf(Value value) const;
  MaybeElement compute(Operation &op);
  MaybeElement computeOf(Operation &op, ArrayRef<Element> of);
  MaybeElement mask(arith::SelectOp op) const;
  bool noteTest(arith::CmpFOp op);

  const Contraction &from;
  llvm::DenseMap<Value, Element> elements;
  llvm::DenseMap<Value, unsigned> tests; // access tested for > 0
  SmallVector<Element, 0> registers;
  std::vector<Polynomial> tanhs; // their arguments
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_ELEMENTS_H
