// RUN: amp-opt %s -split-input-file --amp="compute=f16 io=f16" | FileCheck %s
// RUN: amp-opt %s -split-input-file --amp="compute=f16 io=f16 solver=paint" | FileCheck %s --check-prefixes=CHECK,PAINT

/// The user asks for f16 results: what may become zero, or is merely bounded by
/// more than f16 holds, is no reason to refuse them.
// CHECK-LABEL: @vanishes
// CHECK-SAME: -> tensor<4xf16>
func.func @vanishes() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1.0e-8> : tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}

// -----

/// An argument that io makes low is data, not a position.
// CHECK-LABEL: @data
func.func @data(%x: tensor<64x64xf32>, %p: tensor<i1>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<64x64xf32>
  // PAINT: stablehlo.select {{.*}}, tensor<64x64xf16>
  %1 = stablehlo.select %p, %x, %0 : tensor<i1>, tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
