// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The ops after a product, one after the other, each on forms instead of
// numbers.
#include "lib/Lowering/Gpu/Library/Form.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::amp;

using MaybeForm = std::optional<Form>;

namespace {
class Follower {
public:
  explicit Follower(const Contraction &from) : from(from) {}
  FailureOr<Form> follow(std::string &why);

private:
  bool followStep(Step step);
  MaybeForm sourceOf(const Source &source) const;
  MaybeForm formOf(Value value) const;
  MaybeForm compute(Operation &op);
  MaybeForm multiply(const Form &a, const Form &b) const;
  MaybeForm mask(arith::SelectOp op) const;
  bool noteTest(arith::CmpFOp op);
  bool isScalar(unsigned access) const;

  const Contraction &from;
  llvm::DenseMap<Value, Form> forms;
  llvm::DenseMap<Value, unsigned> tests; // which access is positive
  SmallVector<Form> registers;
};
} // namespace

static Form constantForm(double value) {
  Form form;
  form.constant = value;
  return form;
}

static Form readForm(unsigned access) {
  Form form;
  form.terms.push_back({access, 1});
  return form;
}

static MaybeForm add(const Form &a, const Form &b, double sign) {
  if (!a.isLinear() || !b.isLinear() || (a.scale != 0 && b.scale != 0))
    return std::nullopt;
  Form sum = a;
  sum.scale += sign * b.scale;
  sum.constant += sign * b.constant;
  if (b.factor && sign < 0)
    return std::nullopt;
  if (b.factor)
    sum.factor = b.factor;
  if (!sum.rounded)
    sum.rounded = b.rounded;
  for (auto [access, coefficient] : b.terms)
    sum.terms.push_back({access, sign * coefficient});
  return sum;
}

static MaybeForm times(const Form &form, double number) {
  if (!form.isLinear() || form.factor)
    return std::nullopt;
  Form product = form;
  product.scale *= number;
  product.constant *= number;
  for (auto &term : product.terms)
    term.second *= number;
  return product;
}

static MaybeForm round(Form form, Type type) {
  if (!type.isF16() && !type.isBF16())
    return form;
  if (form.rounded && form.rounded != type)
    return std::nullopt;
  if (!form.isConstant())
    form.rounded = type;
  return form;
}

/// One number for all elements.
bool Follower::isScalar(unsigned access) const {
  return from.accesses[access].type.isF32() &&
         llvm::all_of(from.accesses[access].strides,
                      [](int64_t stride) { return stride == 0; });
}

MaybeForm Follower::multiply(const Form &a, const Form &b) const {
  if (a.isConstant())
    return times(b, a.constant);
  if (b.isConstant())
    return times(a, b.constant);
  bool isSwapped = a.scale == 0;
  const Form &product = isSwapped ? b : a, &number = isSwapped ? a : b;
  if (!product.isLinear() || product.scale != 1 || product.constant != 0 ||
      !product.terms.empty() || product.factor || number.scale != 0 ||
      number.constant != 0 || number.terms.size() != 1 ||
      number.terms[0].second != 1 || !isScalar(number.terms[0].first))
    return std::nullopt;
  Form result = product;
  result.factor = number.terms[0].first;
  return result;
}

/// %test = x > 0, of an access.
bool Follower::noteTest(arith::CmpFOp op) {
  bool isAbove = op.getPredicate() == arith::CmpFPredicate::OGT;
  if (!isAbove && op.getPredicate() != arith::CmpFPredicate::OLT)
    return false;
  MaybeForm more = formOf(isAbove ? op.getLhs() : op.getRhs()),
            less = formOf(isAbove ? op.getRhs() : op.getLhs());
  if (!more || !less || !less->isConstant() || less->constant != 0 ||
      !more->isLinear() || more->scale != 0 || more->constant != 0 ||
      more->terms.size() != 1 || more->terms[0].second <= 0)
    return false;
  tests[op.getResult()] = more->terms[0].first;
  return true;
}

MaybeForm Follower::mask(arith::SelectOp op) const {
  auto test = tests.find(op.getCondition());
  MaybeForm kept = formOf(op.getTrueValue()), zero = formOf(op.getFalseValue());
  if (test == tests.end() || !kept || !zero || !zero->isConstant() ||
      zero->constant != 0 || !kept->isLinear())
    return std::nullopt;
  kept->mask = test->second;
  return kept;
}

MaybeForm Follower::formOf(Value value) const {
  FloatAttr number;
  if (matchPattern(value, m_Constant(&number)))
    return constantForm(number.getValueAsDouble());
  auto known = forms.find(value);
  return known == forms.end() ? MaybeForm() : known->second;
}

MaybeForm Follower::compute(Operation &op) {
  if (auto select = dyn_cast<arith::SelectOp>(op))
    return mask(select);
  SmallVector<Form, 2> of;
  for (Value operand : op.getOperands()) {
    MaybeForm form = formOf(operand);
    if (!form)
      return std::nullopt;
    of.push_back(*form);
  }
  if (isa<arith::ExtFOp, arith::TruncFOp>(op))
    return of[0];
  if (isa<arith::AddFOp>(op))
    return add(of[0], of[1], 1);
  if (isa<arith::SubFOp>(op))
    return add(of[0], of[1], -1);
  if (isa<arith::NegFOp>(op))
    return times(of[0], -1);
  if (isa<arith::MulFOp>(op))
    return multiply(of[0], of[1]);
  if (isa<arith::DivFOp>(op) && of[1].isConstant() && of[1].constant != 0)
    return times(of[0], 1 / of[1].constant);
  if (isa<arith::MaximumFOp>(op)) {
    const Form &zero = of[0].isConstant() ? of[0] : of[1];
    Form form = of[0].isConstant() ? of[1] : of[0];
    if (!zero.isConstant() || zero.constant != 0 || !form.isLinear())
      return std::nullopt;
    form.activation = Form::Relu;
    return form;
  }
  return std::nullopt;
}

MaybeForm Follower::sourceOf(const Source &source) const {
  if (source.kind == Source::Register)
    return registers[source.index];
  if (source.kind == Source::Memory)
    return readForm(source.index);
  return source.scalar ? formOf(source.scalar) : MaybeForm();
}

bool Follower::followStep(Step step) {
  Block &body = *step.op.getBlock();
  for (auto [argument, source] : llvm::zip(body.getArguments(), step.inputs)) {
    MaybeForm form = sourceOf(source);
    if (form)
      forms[argument] = *form;
    else if (!argument.use_empty())
      return false;
  }
  for (Operation &op : body.without_terminator()) {
    auto test = dyn_cast<arith::CmpFOp>(op);
    if (test && noteTest(test))
      continue;
    if (test || op.getNumResults() != 1)
      return false;
    MaybeForm form = compute(op);
    if (form)
      form = round(*form, op.getResult(0).getType());
    if (!form)
      return false;
    forms[op.getResult(0)] = *form;
  }
  for (Value result : body.getTerminator()->getOperands()) {
    MaybeForm form = formOf(result);
    if (!form)
      return false;
    registers.push_back(*form);
  }
  return true;
}

FailureOr<Form> Follower::follow(std::string &why) {
  Form product;
  product.scale = 1;
  if (from.start)
    product.terms.push_back({*from.start, 1});
  registers.push_back(product);
  for (const Step &step : from.steps)
    if (!followStep(step))
      return why = "what follows the product is no epilogue of it", failure();
  if (from.stores.size() != 1 || !from.totals.empty())
    return why = "it leaves more than one matrix behind", failure();
  Form form = registers[from.stores[0].source];
  if (form.scale == 0 || form.constant != 0)
    return why = "what follows the product is no epilogue of it", failure();
  return form;
}

FailureOr<Form> amp::formOf(const Contraction &contraction, std::string &why) {
  return Follower(contraction).follow(why);
}
