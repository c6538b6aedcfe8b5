// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Recognizes the polynomials of ops after a matmul as epilogues of a library.
#include "lib/Lowering/Gpu/Library/Form.h"
#include "lib/Lowering/Gpu/Library/Elements.h"
#include "lib/Lowering/Gpu/Library/Gelu.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
class Recognizer {
public:
  explicit Recognizer(const Contraction &from) : from(from), elements(from) {}
  FailureOr<Form> recognize(std::string &why);

private:
  bool isScalar(unsigned access) const;
  bool setLinear(const Polynomial &value);
  bool setSimple(const Element &result);
  bool setGelu(const Element &result);
  bool setGradient(const Element &result);
  bool takeOthers(unsigned result);
  bool set(unsigned store);

  const Contraction &from;
  Elements elements;
  Form form;
  Polynomial argument, tanh; // of gelu
};
} // namespace

/// Returns the relative error of a product of two constants that were rounded
/// to 16 bits or, for f32, written with seven digits.
static double errorOf(Type rounded) {
  if (!rounded)
    return 0x1p-20;
  return rounded.isBF16() ? 0x1p-8 : 0x1p-10;
}

/// Returns true if `access` reads one f32 number for all elements.
bool Recognizer::isScalar(unsigned access) const {
  return from.accesses[access].type.isF32() &&
         llvm::all_of(from.accesses[access].strides,
                      [](int64_t stride) { return stride == 0; });
}

bool Recognizer::setLinear(const Polynomial &value) {
  for (const auto &[monomial, coefficient] : value.terms()) {
    bool hasProduct =
        !monomial.empty() && monomial.front() == Elements::product;
    std::optional<unsigned> access;
    if (monomial.size() == 1u + hasProduct)
      access = elements.accessOf(monomial.back());
    if (monomial.empty()) {
      form.constant = coefficient;
    } else if (hasProduct && monomial.size() == 1) {
      form.scale = coefficient;
    } else if (!access) {
      return false;
    } else if (!hasProduct) {
      form.terms.push_back({*access, coefficient});
    } else if (coefficient != 1 || form.factor || !isScalar(*access)) {
      return false;
    } else {
      form.factor = *access;
    }
  }
  if (form.factor && form.scale != 0)
    return false;
  form.scale = form.factor ? 1 : form.scale;
  return form.scale != 0 && form.constant == 0;
}

bool Recognizer::setSimple(const Element &result) {
  form.mask = result.mask;
  if (result.isRelu)
    form.activation = Form::Relu;
  return setLinear(result.value);
}

bool Recognizer::setGelu(const Element &result) {
  form.activation = Form::Gelu;
  for (unsigned variable : result.value.variables()) {
    const Polynomial *of = elements.argumentOfTanh(variable);
    argument = argumentOfGelu(result.value, variable);
    tanh = Polynomial::variable(variable);
    if (of && result.isPlain() && argument.degree() == 1 &&
        isTanhOfGelu(*of, argument, errorOf(form.rounded)))
      return setLinear(argument);
  }
  return false;
}

/// Matches scale * p * q. q is a polynomial in gelu's argument and its tanh,
/// which is read or computed.
bool Recognizer::setGradient(const Element &result) {
  Polynomial slope = result.value.factorOf(Elements::product, 1);
  std::vector<unsigned> of = slope.variables();
  double half = slope.at({}), error = errorOf(form.rounded);
  if (!result.isPlain() || of.size() != 2 || half == 0 ||
      slope.terms().size() != result.value.terms().size())
    return false;
  form.activation = Form::GeluGradient;
  form.scale = 2 * half;
  for (auto [y, t] : {std::pair(of[0], of[1]), std::pair(of[1], of[0])}) {
    form.aux = elements.accessOf(y);
    form.tanh = elements.accessOf(t);
    const Polynomial *inner = elements.argumentOfTanh(t);
    if (form.aux && isGeluGradient(slope * (0.5 / half), y, t, error) &&
        (!inner || isTanhOfGelu(*inner, Polynomial::variable(y), error)))
      return true;
  }
  return false;
}

/// Matches the stores besides the result: gelu's argument and its tanh.
bool Recognizer::takeOthers(unsigned result) {
  for (auto [i, store] : llvm::enumerate(from.stores)) {
    const Element &other = elements.stored(i);
    if (i == result)
      continue;
    if (form.activation != Form::Gelu || !other.isPlain())
      return false;
    if (other.value.isNear(argument, 0) && !form.aux)
      form.aux = store.access;
    else if (other.value.isNear(tanh, 0) && !form.tanh)
      form.tanh = store.access;
    else
      return false;
  }
  return true;
}

bool Recognizer::set(unsigned store) {
  const Element &result = elements.stored(store);
  for (auto kind : {&Recognizer::setSimple, &Recognizer::setGelu,
                    &Recognizer::setGradient}) {
    form = {};
    form.d = from.stores[store].access;
    form.rounded = result.rounded;
    if ((this->*kind)(result) && takeOthers(store))
      return true;
  }
  return false;
}

FailureOr<Form> Recognizer::recognize(std::string &why) {
  if (failed(elements.follow(why)))
    return failure();
  if (from.totals.empty())
    for (unsigned store : llvm::seq(from.stores.size()))
      if (set(store))
        return form;
  why = from.stores.size() == 1 && from.totals.empty()
            ? "what follows the product is no epilogue of it"
            : "it leaves more than one matrix behind";
  return failure();
}

FailureOr<Form> amp::lowering::formOf(const Contraction &contraction,
                                      std::string &why) {
  return Recognizer(contraction).recognize(why);
}
