// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Library/Polynomial.h"

#include <algorithm>
#include <cmath>
#include <set>

using namespace mlir::amp;
using namespace mlir::amp::lowering;

Polynomial::Polynomial(double constant) {
  if (constant != 0)
    all[{}] = constant;
}

Polynomial Polynomial::variable(unsigned number) {
  Polynomial result;
  result.all[{number}] = 1;
  return result;
}

void Polynomial::add(const Monomial &monomial, double coefficient) {
  if ((all[monomial] += coefficient) == 0)
    all.erase(monomial);
}

Polynomial Polynomial::operator+(const Polynomial &other) const {
  Polynomial sum = *this;
  for (const auto &[monomial, coefficient] : other.all)
    sum.add(monomial, coefficient);
  return sum;
}

Polynomial Polynomial::operator*(const Polynomial &other) const {
  Polynomial product;
  for (const auto &[left, one] : all)
    for (const auto &[right, two] : other.all) {
      Monomial both(left.size() + right.size());
      std::merge(left.begin(), left.end(), right.begin(), right.end(),
                 both.begin());
      product.add(both, one * two);
    }
  return product;
}

double Polynomial::at(const Monomial &monomial) const {
  auto found = all.find(monomial);
  return found == all.end() ? 0 : found->second;
}

unsigned Polynomial::degree() const {
  size_t most = 0;
  for (const auto &[monomial, coefficient] : all)
    most = std::max(most, monomial.size());
  return most;
}

Polynomial Polynomial::factorOf(unsigned variable, unsigned times) const {
  Polynomial factor;
  for (const auto &[monomial, coefficient] : all) {
    auto [first, last] =
        std::equal_range(monomial.begin(), monomial.end(), variable);
    if (last - first != times)
      continue;
    Monomial rest(monomial.begin(), first);
    rest.insert(rest.end(), last, monomial.end());
    factor.all[rest] = coefficient;
  }
  return factor;
}

std::vector<unsigned> Polynomial::variables() const {
  std::set<unsigned> found;
  for (const auto &[monomial, coefficient] : all)
    found.insert(monomial.begin(), monomial.end());
  return {found.begin(), found.end()};
}

bool Polynomial::isNear(const Polynomial &other, double error) const {
  return all.size() == other.all.size() &&
         std::all_of(all.begin(), all.end(), [&](const auto &term) {
           double wanted = other.at(term.first);
           return std::abs(term.second - wanted) <= error * std::abs(wanted);
         });
}
