// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s

/// The absolute value of a complex number with a part of 1e5 exceeds f16, and so do its multiples.
// CHECK-LABEL: func.func @negative_modulus
// CHECK-NOT: f16
// CHECK: return
func.func @negative_modulus(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %big = stablehlo.constant dense<1.0e5> : tensor<256x256xf32>
  %t = stablehlo.logistic %x : tensor<256x256xf32>
  %c = stablehlo.complex %big, %t : tensor<256x256xcomplex<f32>>
  %a = stablehlo.abs %c : (tensor<256x256xcomplex<f32>>) -> tensor<256x256xf32>
  %s = stablehlo.multiply %a, %x : tensor<256x256xf32>
  %1 = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %1 : tensor<256x256xf32>
}

/// So does a part by itself.
// CHECK-LABEL: func.func @negative_part
// CHECK-NOT: f16
// CHECK: return
func.func @negative_part(%x: tensor<256x256xf32>, %w: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %big = stablehlo.constant dense<1.0e5> : tensor<256x256xf32>
  %c = stablehlo.complex %big, %x : tensor<256x256xcomplex<f32>>
  %r = stablehlo.real %c : (tensor<256x256xcomplex<f32>>) -> tensor<256x256xf32>
  %t = stablehlo.tanh %x : tensor<256x256xf32>
  %s = stablehlo.multiply %r, %t : tensor<256x256xf32>
  %1 = stablehlo.dot_general %s, %w, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %1 : tensor<256x256xf32>
}
