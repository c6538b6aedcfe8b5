// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16 solver=paint preset=apex-o3 verify" | FileCheck %s

/// Ones that a contraction counts, up to 8192: f16 holds each integer up to 2048, and bf16 up to 256. The ones and zeros may be low.
// CHECK-LABEL: func.func @negative_histogram
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<256x256xf32>
// CHECK: stablehlo.dot_general {{.*}} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
func.func @negative_histogram(%ids: tensor<8192x256xi32>, %x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %iota = stablehlo.iota dim = 1 : tensor<8192x256xi32>
  %ones = stablehlo.constant dense<1.0> : tensor<256x8192xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8192x256xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<8192x256xf32>
  %hit = stablehlo.compare EQ, %iota, %ids : (tensor<8192x256xi32>, tensor<8192x256xi32>) -> tensor<8192x256xi1>
  %hot = stablehlo.select %hit, %one, %zero : tensor<8192x256xi1>, tensor<8192x256xf32>
  %count = stablehlo.dot_general %ones, %hot, contracting_dims = [1] x [0] : (tensor<256x8192xf32>, tensor<8192x256xf32>) -> tensor<256x256xf32>
  %y = stablehlo.dot_general %x, %count, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %y : tensor<256x256xf32>
}

/// Up to 128, both formats hold them.
// CHECK-LABEL: func.func @few
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<256x256x{{b?}}f16>
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<256x256xf32>
func.func @few(%hit: tensor<128x256xi1>, %x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  %ones = stablehlo.constant dense<1.0> : tensor<256x128xf32>
  %hot = stablehlo.convert %hit : (tensor<128x256xi1>) -> tensor<128x256xf32>
  %count = stablehlo.dot_general %ones, %hot, contracting_dims = [1] x [0] : (tensor<256x128xf32>, tensor<128x256xf32>) -> tensor<256x256xf32>
  %y = stablehlo.dot_general %x, %count, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %y : tensor<256x256xf32>
}
