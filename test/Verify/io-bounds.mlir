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

// -----

/// A count that f16 rounds, and data times a number that f16 does not hold, are
/// results in the type that the user asks for.
// CHECK-LABEL: @counted
// CHECK-SAME: -> (tensor<8x8xf16>, tensor<8x4xf16>)
func.func @counted(%x: tensor<8x4xi8>, %y: tensor<8x4xi8>, %z: tensor<8x4xf32>) -> (tensor<8x8xf32>, tensor<8x4xf32>) {
  %0 = stablehlo.convert %x : (tensor<8x4xi8>) -> tensor<8x4xf32>
  %1 = stablehlo.convert %y : (tensor<8x4xi8>) -> tensor<8x4xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.constant dense<1.0e-30> : tensor<8x4xf32>
  %4 = stablehlo.multiply %z, %3 : tensor<8x4xf32>
  return %2, %4 : tensor<8x8xf32>, tensor<8x4xf32>
}
