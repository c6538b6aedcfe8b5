// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Lowering/Gpu/Library/Elements.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

using MaybeElement = std::optional<Element>;

/// Limits on polynomials; those of library epilogues are smaller.
static constexpr unsigned mostTerms = 64, mostDegree = 8;

static bool canMultiply(const Polynomial &a, const Polynomial &b) {
  return !a.terms().empty() && !b.terms().empty() &&
         a.degree() + b.degree() <= mostDegree &&
         a.terms().size() * b.terms().size() <= mostTerms;
}

static MaybeElement round(Element element, Type type) {
  if (!type.isF16() && !type.isBF16())
    return element;
  if (element.rounded && element.rounded != type)
    return std::nullopt;
  if (!element.isConstant())
    element.rounded = type;
  return element;
}

Elements::Elements(const Contraction &from) : from(from) {
  Element first{Polynomial::variable(product), false, {}, {}};
  if (from.start)
    first.value = first.value + Polynomial::variable(variableOf(*from.start));
  registers.push_back(first);
}

unsigned Elements::variableOf(unsigned access) const {
  for (unsigned i : llvm::seq(access))
    if (from.accesses[i].isSamePlace(from.accesses[access]))
      return 1 + i;
  return 1 + access;
}

std::optional<unsigned> Elements::accessOf(unsigned variable) const {
  return variable == product || variable > from.accesses.size()
             ? std::nullopt
             : std::optional(variable - 1);
}

const Polynomial *Elements::argumentOfTanh(unsigned variable) const {
  unsigned first = 1 + from.accesses.size();
  return variable < first ? nullptr : &tanhs[variable - first];
}

/// Records %test = x > 0, x being an element of an access.
bool Elements::noteTest(arith::CmpFOp op) {
  bool isAbove = op.getPredicate() == arith::CmpFPredicate::OGT;
  if (!isAbove && op.getPredicate() != arith::CmpFPredicate::OLT)
    return false;
  MaybeElement more = elementOf(isAbove ? op.getLhs() : op.getRhs()),
               less = elementOf(isAbove ? op.getRhs() : op.getLhs());
  if (!more || !less || !less->isConstant() || !less->value.terms().empty() ||
      !more->isPlain() || more->value.terms().size() != 1)
    return false;
  const auto &[monomial, coefficient] = *more->value.terms().begin();
  std::optional<unsigned> access;
  if (monomial.size() == 1 && coefficient > 0)
    access = accessOf(monomial[0]);
  if (access)
    tests[op.getResult()] = *access;
  return access.has_value();
}

MaybeElement Elements::mask(arith::SelectOp op) const {
  auto test = tests.find(op.getCondition());
  MaybeElement kept = elementOf(op.getTrueValue()),
               zero = elementOf(op.getFalseValue());
  if (test == tests.end() || !kept || !zero || !zero->isConstant() ||
      !zero->value.terms().empty() || !kept->isPlain())
    return std::nullopt;
  kept->mask = test->second;
  return kept;
}

MaybeElement Elements::elementOf(Value value) const {
  FloatAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return Element{number.getValueAsDouble(), false, {}, {}};
  auto known = elements.find(value);
  return known == elements.end() ? MaybeElement() : known->second;
}

MaybeElement Elements::compute(Operation &op) {
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return mask(select);
  SmallVector<Element, 2> of;
  for (Value operand : op.getOperands()) {
    MaybeElement element = elementOf(operand);
    if (!element)
      return std::nullopt;
    of.push_back(*element);
  }
  if (of.empty() || of.size() > 2)
    return std::nullopt;
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return of[0];
  if (!llvm::all_of(of, [](const Element &one) { return one.isPlain(); }))
    return std::nullopt;
  MaybeElement result = computeOf(op, of);
  for (const Element &one : of)
    if (result && one.rounded)
      result = round(*result, one.rounded);
  return result;
}

MaybeElement Elements::computeOf(Operation &op, ArrayRef<Element> of) {
  const Polynomial &a = of.front().value, &b = of.back().value;
  auto plain = [](const Polynomial &value) {
    return Element{value, false, {}, {}};
  };
  if (isa<arith::AddFOp>(op))
    return plain(a + b);
  if (isa<arith::SubFOp>(op))
    return plain(a + b * -1);
  if (isa<arith::NegFOp>(op))
    return plain(a * -1);
  if (isa<arith::MulFOp>(op) && canMultiply(a, b))
    return plain(a * b);
  if (isa<arith::DivFOp>(op) && b.isConstant() && b.at({}) != 0)
    return plain(a * (1 / b.at({})));
  if (isa<arith::MaximumFOp>(op) && (a.terms().empty() || b.terms().empty()))
    return Element{a + b, true, {}, {}};
  if (isa<math::TanhOp>(op)) {
    tanhs.push_back(a);
    return plain(Polynomial::variable(from.accesses.size() + tanhs.size()));
  }
  return std::nullopt;
}

MaybeElement Elements::sourceOf(const Source &source) const {
  if (source.kind == Source::Register)
    return registers[source.index];
  if (source.kind == Source::Memory)
    return Element{
        Polynomial::variable(variableOf(source.index)), false, {}, {}};
  return source.scalar ? elementOf(source.scalar) : MaybeElement();
}

bool Elements::followStep(const Step &step, std::string &why) {
  linalg::LinalgOp from = step.op;
  Block &body = *from.getBlock();
  for (auto [argument, source] : llvm::zip(body.getArguments(), step.inputs)) {
    MaybeElement element = sourceOf(source);
    if (element)
      elements[argument] = *element;
    else if (!argument.use_empty())
      return false;
  }
  for (Operation &op : body.without_terminator()) {
    if (isa<math::ErfOp, math::ErfcOp>(op))
      return why = "cuBLASLt's gelu is that of tanh, and this one of erf",
             false;
    auto test = dyn_cast<arith::CmpFOp>(op);
    if (test && noteTest(test))
      continue;
    if (test || op.getNumResults() != 1)
      return false;
    MaybeElement element = compute(op);
    if (element)
      element = round(*element, op.getResult(0).getType());
    if (!element)
      return false;
    elements[op.getResult(0)] = *element;
  }
  for (Value result : body.getTerminator()->getOperands()) {
    MaybeElement element = elementOf(result);
    if (!element)
      return false;
    registers.push_back(*element);
  }
  return true;
}

LogicalResult Elements::follow(std::string &why) {
  why = "what follows the product is no epilogue of it";
  for (const Step &step : from.steps)
    if (!followStep(step, why))
      return failure();
  why.clear();
  return success();
}
