// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found by amp-fuzz: 1e-12 becomes zero in 16 bits, but beside what other calls pass it had no say, where the function is not
// copied for each call: the composite keeps @f as it is. What reads the argument, moved or not, stays f32.
// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s

// CHECK-LABEL: func.func private @f
// CHECK: stablehlo.dot_general %{{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>)
func.func private @f(%a: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %t = stablehlo.transpose %a, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %y = stablehlo.dot_general %t, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %y : tensor<4x4xf32>
}

// The other operand is not lost.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dot_general %{{.*}} : (tensor<4x4xf16>, tensor<4x4xf16>)
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>) {
  %tiny = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  %0 = call @f(%tiny, %w) : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.composite "my.op" %x, %w {decomposition = @f} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0, %1, %2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>
}
