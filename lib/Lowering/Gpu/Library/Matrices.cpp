// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Maps the loops of a contraction to the dimensions of three matrices.
#include "lib/Lowering/Gpu/Library/Matrices.h"
#include "lib/Lowering/Gpu/TensorCore/Axis.h"
#include "lib/Lowering/RuntimeType.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::lowering;

namespace {
/// Strides to the next row, column, K index or matrix of a batch.
struct Steps {
  int64_t batch, row, column, depth;

  bool operator==(const Steps &other) const {
    return batch == other.batch && row == other.row && column == other.column;
  }
};

struct Leading {
  bool isTransposed;
  int64_t leading;
};

class Describer {
public:
  Describer(const Contraction &from, const Form &form, std::string &why)
      : from(from), form(form), axes(axesOf(from)), why(why) {}
  FailureOr<UnitMatmul> describe(func::FuncOp unit);

private:
  LogicalResult fail(const Twine &reason) {
    why = reason.str();
    return failure();
  }
  LogicalResult setSizes();
  LogicalResult setTypes();
  LogicalResult setFactor(Part part, unsigned access);
  LogicalResult setTerms();
  LogicalResult setTerm(unsigned access, double coefficient);
  LogicalResult setEpilogue();
  LogicalResult setAux();
  LogicalResult setMask(func::FuncOp unit);
  LogicalResult setPart(Part part, unsigned access);
  Steps stepsOf(unsigned access) const;
  unsigned d() const { return form.d; }

  const Contraction &from;
  const Form &form;
  Axes axes;
  std::string &why;
  unsigned factors[2] = {0, 1}; // accesses
  UnitMatmul result;
};
} // namespace

static int64_t stepOf(const Axis &axis, unsigned access) {
  return axis.digits.empty() ? 0 : axis.digits[0].strides[access];
}

Steps Describer::stepsOf(unsigned access) const {
  return {stepOf(axes.batch, access), stepOf(axes.row, access),
          stepOf(axes.column, access), stepOf(axes.depth, access)};
}

/// Returns the leading dimension of a matrix with contiguous rows or columns.
static std::optional<Leading> leadingOf(int64_t rows, int64_t row,
                                        int64_t columns, int64_t column) {
  if (column == 1 && row >= columns)
    return Leading{false, row};
  if (row == 1 && column >= rows)
    return Leading{true, column};
  if (columns == 1 && row >= 1)
    return Leading{false, row};
  if (rows == 1 && column >= 1)
    return Leading{true, column};
  return std::nullopt;
}

LogicalResult Describer::setSizes() {
  for (const Axis *axis : {&axes.batch, &axes.row, &axes.column, &axes.depth})
    if (axis->digits.size() > 1)
      return fail("its loops are more than those of matrices in even steps");
  if (stepsOf(d()).column != 1) {
    std::swap(axes.row, axes.column);
    std::swap(factors[0], factors[1]);
  }
  Steps steps = stepsOf(d());
  struct amprt_matmul &how = result.product.how;
  how.m = axes.row.extent(), how.n = axes.column.extent();
  how.k = axes.depth.extent(), how.batch = axes.batch.extent();
  if (how.m == 1 || how.n == 1)
    return fail("its contraction multiplies a vector");
  if (steps.column != 1 || steps.row < how.n)
    return fail("its result has neither rows nor columns in one piece");
  how.leading_d = steps.row;
  how.stride_d = steps.batch;
  return success();
}

LogicalResult Describer::setTypes() {
  struct amprt_matmul &how = result.product.how;
  Type factor = from.accesses[0].type, stored = from.accesses[d()].type;
  if (stored != factor && !stored.isF32())
    return fail("cuBLASLt has no product of its factors' and its result's "
                "types");
  if (form.rounded && form.rounded != stored)
    return fail("what it rounds to 16 bits on the way is stored otherwise");
  how.type_a = how.type_b = *runtimeTypeOf(factor);
  how.type_d = how.type_bias = *runtimeTypeOf(stored);
  how.compute =
      from.needsTf32 && from.allowTf32 ? AMPRT_COMPUTE_TF32 : AMPRT_COMPUTE_F32;
  return success();
}

LogicalResult Describer::setPart(Part part, unsigned index) {
  const Access &access = from.accesses[index];
  if (access.view)
    return fail("a matrix begins where only the run knows");
  int64_t bytes = access.type.getIntOrFloatBitWidth() / 8;
  result.product[part] = {true, access.offset, bytes};
  result.arguments[unsigned(part)] = access.argument;
  return success();
}

LogicalResult Describer::setFactor(Part part, unsigned access) {
  struct amprt_matmul &how = result.product.how;
  bool isA = part == Part::A;
  Steps steps = stepsOf(access);
  std::optional<Leading> leading =
      isA ? leadingOf(how.m, steps.row, how.k, steps.depth)
          : leadingOf(how.k, steps.depth, how.n, steps.column);
  if (!leading)
    return fail("a factor has neither rows nor columns in one piece");
  (isA ? how.transpose_a : how.transpose_b) = leading->isTransposed;
  (isA ? how.leading_a : how.leading_b) = leading->leading;
  (isA ? how.stride_a : how.stride_b) = steps.batch;
  return setPart(part, access);
}

LogicalResult Describer::setTerm(unsigned access, double coefficient) {
  Steps steps = stepsOf(access), stepsOfD = stepsOf(d());
  struct amprt_matmul &how = result.product.how;
  const Access &read = from.accesses[access], &written = from.accesses[d()];
  if (steps == stepsOfD && read.type == written.type && how.beta == 0) {
    how.beta = coefficient;
    return read.isSamePlace(written) ? success() : setPart(Part::C, access);
  }
  bool isBias = steps.batch == 0 && steps.row == 0 && steps.column == 1 &&
                how.batch == 1 && coefficient == 1 &&
                !result.product[Part::Bias].isThere;
  if (!isBias)
    return fail("what it adds is neither a matrix like its result nor a bias");
  result.biasType = read.type;
  return setPart(Part::Bias, access);
}

LogicalResult Describer::setTerms() {
  struct amprt_matmul &how = result.product.how;
  how.alpha = form.scale;
  for (auto [access, coefficient] : form.terms)
    if (failed(setTerm(access, coefficient)))
      return failure();
  if (!form.factor)
    return success();
  if (how.beta != 0 && how.beta != 1)
    return fail("its factor and what it adds are both no constants");
  return setPart(Part::Alpha, *form.factor);
}

LogicalResult Describer::setEpilogue() {
  struct amprt_matmul &how = result.product.how;
  bool hasBias = result.product[Part::Bias].isThere;
  static constexpr enum amprt_epilogue forms[][2] = {
      {AMPRT_PLAIN, AMPRT_BIAS},
      {AMPRT_RELU, AMPRT_RELU_BIAS},
      {AMPRT_GELU, AMPRT_GELU_BIAS},
      {AMPRT_DGELU, AMPRT_DGELU}};
  how.epilogue = forms[form.activation][hasBias];
  return form.aux ? setAux() : success();
}

/// Sets gelu's argument, which gelu writes and its derivative reads.
LogicalResult Describer::setAux() {
  struct amprt_matmul &how = result.product.how;
  const Access &aux = from.accesses[*form.aux];
  if (!(stepsOf(*form.aux) == stepsOf(d())) || how.batch != 1 ||
      aux.type != from.accesses[d()].type || how.leading_d % 8 || how.k == 1)
    return fail("what its gelu is taken of is not like its result");
  if (how.epilogue == AMPRT_GELU)
    how.epilogue = AMPRT_GELU_AUX;
  if (how.epilogue == AMPRT_GELU_BIAS)
    how.epilogue = AMPRT_GELU_AUX_BIAS;
  how.leading_aux = how.leading_d;
  if (form.tanh && from.accesses[*form.tanh].view)
    return fail("a matrix begins where only the run knows");
  if (form.tanh)
    result.tanh = from.accesses[*form.tanh].argument;
  return setPart(Part::Aux, *form.aux);
}

/// Sets the mask, which must have the layout of the result.
LogicalResult Describer::setMask(func::FuncOp unit) {
  if (!form.mask)
    return success();
  const Access &mask = from.accesses[*form.mask], &stored = from.accesses[d()];
  auto shapeOf = [&](const Access &access) {
    return cast<ShapedType>(unit.getArgumentTypes()[access.argument]);
  };
  const struct amprt_matmul &how = result.product.how;
  if (!(stepsOf(*form.mask) == stepsOf(d())) || mask.view || mask.offset ||
      stored.offset || shapeOf(mask).getShape() != shapeOf(stored).getShape() ||
      shapeOf(mask).getNumElements() != how.batch * how.m * how.n)
    return fail("its mask is not like its result");
  result.mask = mask.argument;
  return success();
}

FailureOr<UnitMatmul> Describer::describe(func::FuncOp unit) {
  if (failed(setSizes()) || failed(setTypes()) ||
      failed(setFactor(Part::A, factors[0])) ||
      failed(setFactor(Part::B, factors[1])) || failed(setPart(Part::D, d())) ||
      failed(setTerms()) || failed(setEpilogue()) || failed(setMask(unit)))
    return failure();
  return result;
}

FailureOr<UnitMatmul> amp::lowering::productOf(func::FuncOp unit,
                                               std::string &why) {
  FailureOr<Contraction> contraction = readContraction(unit, why);
  if (failed(contraction))
    return failure();
  FailureOr<Form> form = formOf(*contraction, why);
  if (failed(form))
    return failure();
  return Describer(*contraction, *form, why).describe(unit);
}
