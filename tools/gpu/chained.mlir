// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The gradient by the input of queries, keys and values of a layer of GPT-2 with 4 x 1024 tokens: three products, whose sum is one kernel.
func.func @main(%q: tensor<4096x768xbf16>, %k: tensor<4096x768xbf16>, %v: tensor<4096x768xbf16>, %wq: tensor<768x768xbf16>, %wk: tensor<768x768xbf16>, %wv: tensor<768x768xbf16>) -> tensor<4096x768xbf16> {
  %0 = stablehlo.dot_general %q, %wq, contracting_dims = [1] x [1] : (tensor<4096x768xbf16>, tensor<768x768xbf16>) -> tensor<4096x768xbf16>
  %1 = stablehlo.dot_general %k, %wk, contracting_dims = [1] x [1] : (tensor<4096x768xbf16>, tensor<768x768xbf16>) -> tensor<4096x768xbf16>
  %2 = stablehlo.dot_general %v, %wv, contracting_dims = [1] x [1] : (tensor<4096x768xbf16>, tensor<768x768xbf16>) -> tensor<4096x768xbf16>
  %3 = stablehlo.add %0, %1 : tensor<4096x768xbf16>
  %4 = stablehlo.add %3, %2 : tensor<4096x768xbf16>
  return %4 : tensor<4096x768xbf16>
}
