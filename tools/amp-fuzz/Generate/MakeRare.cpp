// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Ops that one process cannot execute, in functions that @main does not call:
// --amp rewrites and verifies them, but they are never run.
#include "Generate/MakeRare.h"
#include "mlir/AsmParser/AsmParser.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Parser/Parser.h"

using namespace mlir;
using namespace mlir::amp;
using namespace mlir::amp::fuzz;

namespace {
struct RareForm {
  StringLiteral name;      ///< suffix of the function name
  StringLiteral arguments; ///< in addition to %x: tensor<4x4xf32>
  StringLiteral ops;       ///< from %p, a matmul, to %r: tensor<4x4xf32>
};
} // namespace

// clang-format off
static const RareForm forms[] = {
    {"async", "", R"(
  %f = "stablehlo.async_start"(%p) ({
  ^bb0(%a: tensor<4x4xf32>):
    %g = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %g : tensor<4x4xf32>
  }) : (tensor<4x4xf32>) -> !stablehlo.future<tensor<4x4xf32>>
  %r = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<4x4xf32>>) -> tensor<4x4xf32>)"},
    {"channel", "", R"(
  %t = stablehlo.create_token : !stablehlo.token
  %s = "stablehlo.send"(%p, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 2>, is_host_transfer = true}> : (tensor<4x4xf32>, !stablehlo.token) -> !stablehlo.token
  %r, %u = "stablehlo.recv"(%s) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 3>, is_host_transfer = true}> : (!stablehlo.token) -> (tensor<4x4xf32>, !stablehlo.token))"},
    {"constants", "", R"(
  %c = chlo.constant dense<0.1> : tensor<4x4xf32>
  %r = stablehlo.multiply %p, %c : tensor<4x4xf32>)"},
    {"kernel", "", R"(
  %z = stablehlo.complex %p, %p : tensor<4x4xcomplex<f32>>
  %k = chlo._asin_acos_kernel %z : tensor<4x4xcomplex<f32>> -> tensor<4x4xcomplex<f32>>
  %r = stablehlo.real %k : (tensor<4x4xcomplex<f32>>) -> tensor<4x4xf32>)"},
    {"quantized", "", R"(
  %q = stablehlo.uniform_quantize %p : (tensor<4x4xf32>) -> tensor<4x4x!quant.uniform<i8:f32, 5.000000e-01:3>>
  %r = stablehlo.uniform_dequantize %q : (tensor<4x4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4x4xf32>)"},
    {"ragged", ", %y: tensor<2x4x4xf32>, %g: tensor<2xi32>", R"(
  %r = "chlo.ragged_dot"(%p, %y, %g) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x4xf32>, tensor<2x4x4xf32>, tensor<2xi32>) -> tensor<4x4xf32>)"},
    {"sized", ", %n: tensor<i32>", R"(
  %d = stablehlo.set_dimension_size %p, %n, dim = 1 : (tensor<4x4xf32>, tensor<i32>) -> tensor<4x?xf32, #stablehlo.bounds<?, 4>>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %v = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x?xf32, #stablehlo.bounds<?, 4>>, tensor<f32>) -> tensor<4xf32>
  %r = stablehlo.broadcast_in_dim %v, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>)"},
};
// clang-format on

void fuzz::addRareFunction(ModuleOp module, Random &random) {
  const RareForm &form = forms[random.below(std::size(forms))];
  std::string dot = "contracting_dims = [1] x [0] : (tensor<4x4xf32>, "
                    "tensor<4x4xf32>) -> tensor<4x4xf32>\n";
  std::string text =
      ("func.func @rare_" + form.name + "(%x: tensor<4x4xf32>" +
       form.arguments +
       ") -> tensor<4x4xf32> {\n  %p = stablehlo.dot_general "
       "%x, %x, " +
       dot + form.ops + "\n  %o = stablehlo.dot_general %r, %x, " + dot +
       "  return %o : tensor<4x4xf32>\n}\n")
          .str();
  auto parsed = parseSourceString<ModuleOp>(text, module.getContext());
  if (!parsed) {
    // An invalid form is a finding.
    mlir::emitError(module.getLoc()) << "cannot parse rare form " << form.name;
    return;
  }
  for (auto function :
       llvm::make_early_inc_range(parsed->getOps<func::FuncOp>())) {
    function->remove();
    module.push_back(function);
  }
}
