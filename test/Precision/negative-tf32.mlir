// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy="compute=f16 f32=strict" --amp-assign-precision --verify-diagnostics -o /dev/null

func.func @negative_no_precision_to_ask_for(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // expected-warning @below {{may be cut to TF32 on a GPU all the same: it has no precision to ask for, or an algorithm of its own}}
  %0 = stablehlo.einsum %a, %b, config = "ab,bc->ac" : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
