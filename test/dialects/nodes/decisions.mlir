// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16" | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16" | amp-opt --verify-roundtrip -o /dev/null

/// Nodes of other frameworks are decided by their rows, one decision per node.

// CHECK-LABEL: @norm_between_matmuls
// CHECK-COUNT-3: arith.truncf
// CHECK-NOT: arith.truncf
/// Statistics stay f32, and a large matmul is low.
// CHECK: "aten.native_layer_norm"({{.*}}) : (tensor<512x512xbf16>, tensor<512xbf16>, tensor<512xbf16>) -> (tensor<512x512xbf16>, tensor<512xf32>, tensor<512xf32>)
// CHECK: "aten.mm"({{.*}}) {contraction = array<i64: 1, 512, 512, 512>} : (tensor<512x512xbf16>, tensor<512x512xbf16>) -> tensor<512x512xbf16>
/// An op without a row keeps its types.
// CHECK: "aten.unknown"({{.*}}) : (tensor<512x512xf32>) -> tensor<512x512xf32>
func.func @norm_between_matmuls(%a: tensor<512x512xf32>, %b: tensor<512x512xf32>, %g: tensor<512xf32>) -> tensor<512x512xf32> {
  %0 = "aten.mm"(%a, %b) {contraction = array<i64: 1, 512, 512, 512>} : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1:3 = "aten.native_layer_norm"(%0, %g, %g) : (tensor<512x512xf32>, tensor<512xf32>, tensor<512xf32>) -> (tensor<512x512xf32>, tensor<512xf32>, tensor<512xf32>)
  %2 = "aten.mm"(%1, %b) {contraction = array<i64: 1, 512, 512, 512>} : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %3 = "aten.unknown"(%2) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  return %3 : tensor<512x512xf32>
}

/// The price of a contraction is that of its sizes: without work, two casts
/// cost more than they save.

// CHECK-LABEL: @small
// CHECK: "onnx.MatMul"({{.*}}) {contraction = array<i64: 1, 512, 512, 1>} : (tensor<512x1xf32>, tensor<1x512xf32>) -> tensor<512x512xf32>
func.func @small(%a: tensor<512x1xf32>, %b: tensor<1x512xf32>) -> tensor<512x512xf32> {
  %0 = "onnx.MatMul"(%a, %b) {contraction = array<i64: 1, 512, 512, 1>} : (tensor<512x1xf32>, tensor<1x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

/// Scales and coordinates of Resize are f32 in every runtime.

// CHECK-LABEL: @resize
// CHECK: "onnx.Resize"({{.*}}) : (tensor<1x8x8x8xf32>, tensor<4xf32>) -> tensor<1x8x16x16xf32>
func.func @resize(%x: tensor<1x8x8x8xf32>, %w: tensor<8x8x3x3xf32>, %s: tensor<4xf32>) -> tensor<1x8x16x16xf32> {
  %0 = "onnx.Conv"(%x, %w) {contraction = array<i64: 1, 64, 8, 72>} : (tensor<1x8x8x8xf32>, tensor<8x8x3x3xf32>) -> tensor<1x8x8x8xf32>
  %1 = "onnx.Resize"(%0, %s) : (tensor<1x8x8x8xf32>, tensor<4xf32>) -> tensor<1x8x16x16xf32>
  return %1 : tensor<1x8x16x16xf32>
}
