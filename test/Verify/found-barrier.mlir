// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found by amp-fuzz: a comparison with one value behind a barrier tests no extremum that stands there beside it.
// RUN: amp-opt %s --amp="compute=f16" | FileCheck %s
// CHECK: stablehlo.compare GE, %{{.*}}, %{{.*}} : (tensor<f32>, tensor<f32>) -> tensor<i1>
func.func @main(%x: tensor<4xbf16>, %y: tensor<f32>) -> (tensor<i1>, tensor<bf16>) {
  %lowest = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %most = stablehlo.reduce(%x init: %lowest) applies stablehlo.maximum across dimensions = [0] : (tensor<4xbf16>, tensor<bf16>) -> tensor<bf16>
  %both:2 = stablehlo.optimization_barrier %y, %most : tensor<f32>, tensor<bf16>
  %test = stablehlo.compare GE, %y, %both#0 : (tensor<f32>, tensor<f32>) -> tensor<i1>
  return %test, %both#1 : tensor<i1>, tensor<bf16>
}
