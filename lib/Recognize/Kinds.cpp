// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "lib/Recognize/Kinds.h"
#include "lib/OpModel/OpModel.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::recognize;

namespace {
struct KindRow {
  Kind kind;
  StringLiteral word; ///< in patterns; empty where they need none
  std::initializer_list<StringLiteral> ops;
};
} // namespace

static const KindRow rows[] = {
    {Kind::abs, "abs", {"stablehlo.abs", "math.absf", "tosa.abs"}},
    {Kind::add,
     "add",
     {"stablehlo.add", "arith.addf", "chlo.broadcast_add", "tosa.add"}},
    {Kind::call, "", {"func.call", "stablehlo.composite"}},
    {Kind::clamp, "clamp", {"stablehlo.clamp"}},
    {Kind::compare, "compare", {"stablehlo.compare", "chlo.broadcast_compare"}},
    {Kind::constant,
     "",
     {"stablehlo.constant", "arith.constant", "tosa.const"}},
    {Kind::convert, "convert", {"stablehlo.convert", "tosa.cast"}},
    {Kind::div,
     "div",
     {"stablehlo.divide", "arith.divf", "chlo.broadcast_divide"}},
    {Kind::erf, "erf", {"chlo.erf", "math.erf", "tosa.erf"}},
    {Kind::erfc, "erfc", {"chlo.erfc", "math.erfc"}},
    {Kind::exp, "exp", {"stablehlo.exponential", "math.exp", "tosa.exp"}},
    {Kind::finite, "finite", {"stablehlo.is_finite"}},
    {Kind::gather,
     "gather",
     {"stablehlo.gather", "stablehlo.dynamic_gather", "tosa.gather",
      "stablehlo.torch_index_select"}},
    {Kind::layout,
     "",
     {"stablehlo.broadcast_in_dim", "stablehlo.reshape", "stablehlo.transpose",
      "stablehlo.optimization_barrier", "stablehlo.reduce_precision",
      "tosa.reshape", "tosa.transpose"}},
    {Kind::log, "log", {"stablehlo.log", "math.log", "tosa.log"}},
    {Kind::log1p, "log1p", {"stablehlo.log_plus_one", "math.log1p"}},
    {Kind::logistic, "logistic", {"stablehlo.logistic", "tosa.sigmoid"}},
    {Kind::max,
     "max",
     {"stablehlo.maximum", "arith.maximumf", "arith.maxnumf",
      "chlo.broadcast_maximum", "tosa.maximum"}},
    {Kind::min,
     "min",
     {"stablehlo.minimum", "arith.minimumf", "arith.minnumf",
      "chlo.broadcast_minimum", "tosa.minimum"}},
    {Kind::mul,
     "mul",
     {"stablehlo.multiply", "arith.mulf", "chlo.broadcast_multiply",
      "tosa.mul"}},
    {Kind::neg, "neg", {"stablehlo.negate", "arith.negf", "tosa.negate"}},
    {Kind::power,
     "power",
     {"stablehlo.power", "chlo.broadcast_power", "math.powf", "tosa.pow"}},
    {Kind::product,
     "product",
     {"stablehlo.dot_general", "stablehlo.dot", "stablehlo.einsum",
      "tosa.matmul", "linalg.matmul", "linalg.batch_matmul"}},
    {Kind::random,
     "random",
     {"stablehlo.bitcast_convert", "stablehlo.rng",
      "stablehlo.rng_bit_generator"}},
    {Kind::recip, "recip", {"tosa.reciprocal"}},
    {Kind::rsqrt, "rsqrt", {"stablehlo.rsqrt", "math.rsqrt", "tosa.rsqrt"}},
    {Kind::scatter, "scatter", {"stablehlo.scatter"}},
    {Kind::select,
     "select",
     {"stablehlo.select", "chlo.broadcast_select", "arith.select",
      "tosa.select"}},
    {Kind::slice, "", {"stablehlo.dynamic_slice"}},
    {Kind::sqrt, "sqrt", {"stablehlo.sqrt", "math.sqrt"}},
    {Kind::square, "square", {"chlo.square"}},
    {Kind::sub,
     "sub",
     {"stablehlo.subtract", "arith.subf", "chlo.broadcast_subtract",
      "tosa.sub"}},
    {Kind::sum, "sum", {"stablehlo.reduce", "tosa.reduce_sum"}},
    {Kind::tanh, "tanh", {"stablehlo.tanh", "math.tanh", "tosa.tanh"}},
    {Kind::top, "top", {"tosa.reduce_max"}},
    {Kind::update, "", {"stablehlo.dynamic_update_slice"}},
};

std::optional<Kind> amp::recognize::findKind(StringRef word) {
  for (const KindRow &row : rows)
    if (!word.empty() && row.word == word)
      return row.kind;
  return std::nullopt;
}

static Kind findByName(StringRef name) {
  static const auto *byName = [] {
    auto *map = new llvm::StringMap<Kind>();
    for (const KindRow &row : rows)
      for (StringRef op : row.ops)
        (*map)[op] = row.kind;
    return map;
  }();
  auto found = byName->find(name);
  return found == byName->end() ? Kind::other : found->second;
}

/// A reduction of one value by one op.
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
    known->second = findByName(op->getName().getStringRef());
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
