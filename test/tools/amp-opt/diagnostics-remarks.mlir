// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A remark is one line with the location of its op: of the contraction, whose
// fill of zeros is that of an earlier one, and of the callee, not its callers.
// RUN: amp-opt %s --amp-to-gpu -o /dev/null 2>&1 | FileCheck %s --implicit-check-not={{.}}
// CHECK: {{^.*}}diagnostics-remarks.mlir:[[#@LINE+12]]:8: remark: not on tensor cores: its factors are not both f16, bf16 or f32
func.func @main(%a: tensor<8x8xbf16>, %b: tensor<8x8xbf16>, %c: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<8x8xbf16>, tensor<8x8xbf16>) -> tensor<8x8xf32>
  %1 = func.call @outer(%a, %c) : (tensor<8x8xbf16>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0, %1 : tensor<8x8xf32>, tensor<8x8xf32>
}
func.func private @outer(%a: tensor<8x8xbf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = func.call @inner(%a, %c) : (tensor<8x8xbf16>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
func.func private @inner(%a: tensor<8x8xbf16>, %c: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %wide = stablehlo.exponential %c : tensor<8x8xf32>
  %0 = stablehlo.dot_general %a, %wide, contracting_dims = [1] x [0] : (tensor<8x8xbf16>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}
