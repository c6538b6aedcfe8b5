// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/Kinds.h"
#include "lib/OpModel/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinAttributes.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

namespace {
struct KindRow {
  Kind kind;
  StringLiteral word; ///< in patterns; empty if unnamed
  amp::KindSet ops;
};
} // namespace

// clang-format off
static constexpr KindRow rows[] = {
    {Kind::abs, "abs", {OpKind::abs}},
    {Kind::add, "add", {OpKind::add}},
    {Kind::call, "", {OpKind::call, OpKind::composite}},
    {Kind::clamp, "clamp", {OpKind::clamp}},
    {Kind::compare, "compare", {OpKind::compare}},
    {Kind::constant, "", {OpKind::constant}},
    {Kind::convert, "convert", {OpKind::convert}},
    {Kind::div, "div", {OpKind::divide}},
    {Kind::erf, "erf", {OpKind::erf}},
    {Kind::erfc, "erfc", {OpKind::erfc}},
    {Kind::exp, "exp", {OpKind::exponential}},
    {Kind::finite, "finite", {OpKind::is_finite}},
    {Kind::gather, "gather", {OpKind::gather, OpKind::dynamic_gather, OpKind::gather_rows, OpKind::torch_index_select}},
    {Kind::layout, "", {OpKind::broadcast_in_dim, OpKind::reshape, OpKind::reshape_to, OpKind::transpose, OpKind::permute, OpKind::optimization_barrier, OpKind::reduce_precision}},
    {Kind::log, "log", {OpKind::log}},
    {Kind::log1p, "log1p", {OpKind::log_plus_one}},
    {Kind::logistic, "logistic", {OpKind::logistic}},
    {Kind::max, "max", {OpKind::maximum, OpKind::maxnum}},
    {Kind::min, "min", {OpKind::minimum, OpKind::minnum}},
    {Kind::mul, "mul", {OpKind::multiply}},
    {Kind::neg, "neg", {OpKind::negate}},
    {Kind::power, "power", {OpKind::power}},
    {Kind::product, "product", {OpKind::dot_general, OpKind::dot, OpKind::einsum, OpKind::matmul, OpKind::batch_matmul}},
    {Kind::random, "random", {OpKind::bitcast_convert, OpKind::rng, OpKind::rng_bit_generator}},
    {Kind::recip, "recip", {OpKind::reciprocal}},
    {Kind::rsqrt, "rsqrt", {OpKind::rsqrt}},
    {Kind::scatter, "scatter", {OpKind::scatter}},
    {Kind::select, "select", {OpKind::select}},
    {Kind::slice, "", {OpKind::dynamic_slice}},
    {Kind::sqrt, "sqrt", {OpKind::sqrt}},
    {Kind::square, "square", {OpKind::square}},
    {Kind::sub, "sub", {OpKind::subtract}},
    {Kind::sum, "sum", {OpKind::reduce, OpKind::reduce_sum}},
    {Kind::tanh, "tanh", {OpKind::tanh}},
    {Kind::top, "top", {OpKind::reduce_max}},
    {Kind::update, "", {OpKind::dynamic_update_slice}},
};
// clang-format on

std::optional<Kind> amp::recognize::findKind(StringRef word) {
  for (const KindRow &row : rows)
    if (!word.empty() && row.word == word)
      return row.kind;
  return std::nullopt;
}

static Kind findByOp(Operation *op) {
  OpKind kind = kindOf(op), named = namedKindOf(op);
  if (named == OpKind::matmul || named == OpKind::batch_matmul)
    kind = named;
  const KindRow *row = llvm::find_if(
      rows, [&](const KindRow &known) { return known.ops.contains(kind); });
  return row == std::end(rows) ? Kind::other : row->kind;
}

/// Returns the kind of a reduction of one value by a single op.
static Kind findByBody(Operation *reduce, KindTable &table) {
  if (reduce->getNumRegions() == 0)
    return Kind::sum;
  if (reduce->getNumResults() != 1 || !reduce->getRegion(0).hasOneBlock())
    return Kind::other;
  Block &body = reduce->getRegion(0).front();
  if (!llvm::hasNItems(body, 2) || body.getNumArguments() != 2)
    return Kind::other;
  Operation &op = body.front();
  bool isOfBoth =
      op.getNumOperands() == 2 && op.getNumResults() == 1 &&
      llvm::is_contained(op.getOperands(), Value(body.getArgument(0))) &&
      llvm::is_contained(op.getOperands(), Value(body.getArgument(1))) &&
      body.back().getOperands() == op.getResults();
  if (!isOfBoth)
    return Kind::other;
  Kind kind = table.of(&op);
  return kind == Kind::add   ? Kind::sum
         : kind == Kind::max ? Kind::top
                             : Kind::other;
}

Kind KindTable::of(Operation *op) {
  auto [known, isNew] =
      byName.try_emplace(op->getName().getAsOpaquePointer(), Kind::other);
  if (isNew)
    known->second = findByOp(op);
  Kind kind = known->second;
  if (kind == Kind::sum)
    return isFloat(op->getOperand(0).getType()) ? findByBody(op, *this)
                                                : Kind::other;
  if (kind == Kind::convert && isFloat(op->getOperand(0).getType()) &&
      isFloat(op->getResult(0).getType()))
    return Kind::layout;
  return kind;
}

SmallVector<int64_t, 4> amp::recognize::findReducedDims(Operation *op) {
  if (auto dims = op->getAttrOfType<DenseI64ArrayAttr>("dimensions"))
    return SmallVector<int64_t, 4>(dims.asArrayRef());
  if (auto axis = op->getAttrOfType<IntegerAttr>("axis"))
    return {axis.getInt()};
  return {};
}
