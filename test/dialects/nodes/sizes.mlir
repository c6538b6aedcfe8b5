// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --split-input-file --verify-diagnostics

/// Sizes of a contraction are four; a dynamic one is the least i64.

func.func @dynamic(%a: tensor<?x8xf32>, %b: tensor<8x8xf32>) -> tensor<?x8xf32> {
  %0 = "onnx.MatMul"(%a, %b) {contraction = array<i64: 1, -9223372036854775808, 8, 8>} : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  %1 = "onnx.MatMul"(%0, %b) : (tensor<?x8xf32>, tensor<8x8xf32>) -> tensor<?x8xf32>
  return %1 : tensor<?x8xf32>
}

// -----

func.func @negative_three_sizes(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'aten.mm' op expects 'contraction' to be array<i64: batch, M, N, K>, but got array<i64: 8, 8, 8>}}
  %0 = "aten.mm"(%a, %a) {contraction = array<i64: 8, 8, 8>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @negative_other_attribute(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'onnx.Gemm' op expects 'contraction' to be array<i64: batch, M, N, K>, but got "8x8x8"}}
  %0 = "onnx.Gemm"(%a, %a) {contraction = "8x8x8"} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

func.func @negative_size(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'aten.bmm' op expects 'contraction' to be array<i64: batch, M, N, K>, with sizes of at least 0, but got -8}}
  %0 = "aten.bmm"(%a, %a) {contraction = array<i64: 1, 8, -8, 8>} : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
