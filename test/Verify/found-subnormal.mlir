// RUN: amp-opt %s --amp="compute=bf16 preset=apex-o2 verify" | FileCheck %s

/// An exponential below the least normal number of f32, which hardware may flush
/// to zero in f32, too, needs no format that holds it.
// CHECK: stablehlo.exponential {{.*}} : tensor<4x4xbf16>
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %c = stablehlo.constant dense<1.0e+02> : tensor<4x4xf32>
  %0 = stablehlo.tanh %x : tensor<4x4xf32>
  %1 = stablehlo.subtract %0, %c : tensor<4x4xf32>
  %2 = stablehlo.exponential %1 : tensor<4x4xf32>
  %3 = stablehlo.dot %2, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
