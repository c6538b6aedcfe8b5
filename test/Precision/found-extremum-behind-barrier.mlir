// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found by amp-fuzz: a maximum that passes a barrier beside another value is compared in the type in which it was chosen.
// RUN: amp-opt %s --amp="compute=bf16" | FileCheck %s
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<f32>
// CHECK: stablehlo.dot_general {{.*}} : (tensor<2x2xbf16>, tensor<2x2xbf16>) -> tensor<2x2xf32>
// CHECK: stablehlo.compare LE, {{.*}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
func.func @main(%limit: tensor<f32>, %x: tensor<4x1xf32>, %y: tensor<5xf32>) -> (tensor<5xf32>, tensor<2x2xf32>, tensor<i1>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %most = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x1xf32>, tensor<f32>) -> tensor<f32>
  %both:2 = stablehlo.optimization_barrier %y, %most : tensor<5xf32>, tensor<f32>
  %wide = stablehlo.broadcast_in_dim %both#1, dims = [] : (tensor<f32>) -> tensor<2x2xf32>
  %low = stablehlo.constant dense<-16.0> : tensor<f32>
  %high = stablehlo.constant dense<16.0> : tensor<f32>
  %limited = stablehlo.clamp %low, %wide, %high : (tensor<f32>, tensor<2x2xf32>, tensor<f32>) -> tensor<2x2xf32>
  %product = stablehlo.dot_general %limited, %limited, contracting_dims = [1] x [1] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %test = stablehlo.compare LE, %both#1, %limit : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %both#0, %product, %test : tensor<5xf32>, tensor<2x2xf32>, tensor<i1>
}
