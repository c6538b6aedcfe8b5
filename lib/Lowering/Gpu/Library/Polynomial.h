// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Polynomials in numbered variables.
#ifndef LIB_LOWERING_GPU_LIBRARY_POLYNOMIAL_H
#define LIB_LOWERING_GPU_LIBRARY_POLYNOMIAL_H

#include <map>
#include <vector>

namespace mlir::amp::lowering {

class Polynomial {
public:
  /// Factors: variables, sorted, repeated for powers; empty for the constant.
  using Monomial = std::vector<unsigned>;

  Polynomial(double constant = 0);
  static Polynomial variable(unsigned number);

  Polynomial operator+(const Polynomial &other) const;
  Polynomial operator*(const Polynomial &other) const;

  const std::map<Monomial, double> &terms() const { return all; }
  double at(const Monomial &monomial) const;
  unsigned degree() const;
  bool isConstant() const { return degree() == 0; }
  /// Returns the coefficient, a polynomial, of `variable` to the power `times`.
  Polynomial factorOf(unsigned variable, unsigned times) const;
  /// Returns the variables that occur, sorted.
  std::vector<unsigned> variables() const;
  /// Returns true if each coefficient is that of `other`, up to a relative
  /// `error`.
  bool isNear(const Polynomial &other, double error) const;

private:
  void add(const Monomial &monomial, double coefficient);

  std::map<Monomial, double> all; // coefficients, none of which is 0
};

} // namespace mlir::amp::lowering

#endif // LIB_LOWERING_GPU_LIBRARY_POLYNOMIAL_H
