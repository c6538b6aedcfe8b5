// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s

/// A contraction with one slot for operands and result is low as a whole, and
/// needs no other one after it. Casts of ours in the input are casts like those
/// that we make, and a constant below one is folded.
// CHECK-LABEL: @main
func.func @main(%a: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf16>, f16) {
  // CHECK: stablehlo.einsum {{.*}} -> tensor<4x4xf16>
  // CHECK: arith.constant {{.*}} : f16
  %0 = stablehlo.einsum %a, %a, config = "ij,jk->ik" : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = amp.cast %a <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %c = arith.constant 0.1 : f32
  %2 = amp.cast %c <unlisted> : f32 to f16
  return %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf16>, f16
}
