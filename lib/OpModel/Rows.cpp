// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rows, sorted by name. "linalg.*" stands for every linalg op whose own
// model says that it is a contraction.
#include "lib/OpModel/OpModel.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace mlir::amp;

static constexpr auto contraction = OpClass::contraction;
static constexpr auto control = OpClass::control;
static constexpr auto none = RegionRule::none;
static constexpr auto branch = RegionRule::branch;
static constexpr auto loop = RegionRule::loop;
static constexpr auto body = RegionRule::body;

// clang-format off
static constexpr OpRow rows[] = {
    {"affine.for",                   control,     ".",     ".", loop,   "", ""},
    {"affine.if",                    control,     ".",     ".", branch, "", ""},
    {"affine.parallel",              control,     ".",     ".", loop,   "", ""},
    {"chlo.ragged_dot",              contraction, "aa.",   "b", none,   "", "operands low, result f32: products of 16-bit numbers are exact in f32"},
    {"linalg.*",                     contraction, "aab",   "b", body,   "", "the initial value is the accumulator"},
    {"scf.execute_region",           control,     ".",     ".", branch, "", ""},
    {"scf.for",                      control,     ".",     ".", loop,   "", ""},
    {"scf.forall",                   control,     ".",     ".", loop,   "", ""},
    {"scf.if",                       control,     ".",     ".", branch, "", ""},
    {"scf.index_switch",             control,     ".",     ".", branch, "", ""},
    {"scf.parallel",                 control,     ".",     ".", loop,   "", ""},
    {"scf.while",                    control,     ".",     ".", loop,   "", ""},
    {"stablehlo.case",               control,     ".",     ".", branch, "", ""},
    {"stablehlo.convolution",        contraction, "aa",    "b", none,   "", "the result type is free (spec: convolution)"},
    {"stablehlo.dot",                contraction, "aa",    "b", none,   "", "as dot_general"},
    {"stablehlo.dot_general",        contraction, "aa",    "b", none,   "algorithm", "the result type is free; an algorithm names operand precisions itself"},
    {"stablehlo.dynamic_conv",       contraction, "aa.",   "b", none,   "", "as convolution; the third operand holds the padding"},
    {"stablehlo.einsum",             contraction, "aa",    "b", none,   "", "as dot_general"},
    {"stablehlo.if",                 control,     ".",     ".", branch, "", ""},
    {"stablehlo.while",              control,     ".",     ".", loop,   "", ""},
    {"tosa.conv2d",                  contraction, "aaaaa", "a", none,   "", "TOSA has no conv from 16 bits to f32: accumulates in acc_type, result low"},
    {"tosa.conv3d",                  contraction, "aaaaa", "a", none,   "", "as conv2d"},
    {"tosa.depthwise_conv2d",        contraction, "aaaaa", "a", none,   "", "as conv2d"},
    {"tosa.matmul",                  contraction, "aaaa",  "b", none,   "", "zero points have the type of their operand"},
    {"tosa.transpose_conv2d",        contraction, "aaaaa", "a", none,   "", "as conv2d"},
};
// clang-format on

static const OpRow *find(StringRef name) {
  const OpRow *row = llvm::lower_bound(
      rows, name, [](const OpRow &row, StringRef n) { return row.name < n; });
  return row != std::end(rows) && row->name == name ? row : nullptr;
}

const OpRow *amp::lookupRow(Operation *op) {
  auto model = dyn_cast<ModelOp>(op);
  if (model && op->getName().getDialectNamespace() == "linalg")
    return model.getOpClass() == contraction ? find("linalg.*") : nullptr;
  return find(op->getName().getStringRef());
}
