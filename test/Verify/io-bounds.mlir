// RUN: amp-opt %s -split-input-file --amp="compute=f16 io=f16" | FileCheck %s

/// The user asks for f16 results: what may become zero, or is merely bounded by
/// more than f16 holds, is no reason to refuse them.
// CHECK-LABEL: @vanishes
// CHECK-SAME: -> tensor<4xf16>
func.func @vanishes() -> tensor<4xf32> {
  %0 = stablehlo.constant dense<1.0e-8> : tensor<4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
