// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-test-factors | FileCheck %s

/// Each factor is tested behind its definition, and the scalar: 2 * 24 * 65504^2
/// times it may not exceed f32.
// CHECK-LABEL: func.func @gradient
// CHECK-SAME: (%[[X:.*]]: tensor<8x3xf16>, %[[Y:.*]]: tensor<8x2xf16>, %[[SCALE:.*]]: tensor<f32>)
// CHECK-DAG: %[[FX:.*]] = stablehlo.is_finite %[[X]] : (tensor<8x3xf16>) -> tensor<8x3xi1>
// CHECK-DAG: %[[AX:.*]] = stablehlo.reduce(%[[FX]] {{.*}} applies stablehlo.and across dimensions = [0, 1]
// CHECK-DAG: %[[FY:.*]] = stablehlo.is_finite %[[Y]] : (tensor<8x2xf16>) -> tensor<8x2xi1>
// CHECK-DAG: %[[AY:.*]] = stablehlo.reduce(%[[FY]] {{.*}} applies stablehlo.and across dimensions = [0, 1]
// CHECK-DAG: %[[U:.*]] = stablehlo.multiply %{{.*}} : tensor<2x3xf32>
// CHECK: %[[BOTH:.*]] = stablehlo.and %[[AX]], %[[AY]]
// CHECK: %[[MOST:.*]] = stablehlo.constant dense<2.0595{{.*}}E+11> : tensor<f32>
// CHECK: %[[SCALED:.*]] = stablehlo.multiply %[[SCALE]], %[[MOST]]
// CHECK: %[[INSIDE:.*]] = stablehlo.is_finite %[[SCALED]]
// CHECK: %[[ALL:.*]] = stablehlo.and %[[BOTH]], %[[INSIDE]]
// CHECK-NOT: is_finite
// CHECK: return %[[U]], %[[ALL]]
func.func @gradient(%x: tensor<8x3xf16>, %y: tensor<8x2xf16>, %scale: tensor<f32>) -> (tensor<2x3xf32>, tensor<i1>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<8x3xf16>, tensor<8x2xf16>) -> tensor<3x2xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<3x2xf32>) -> tensor<2x3xf32>
  %2 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<2x3xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<2x3xf32>
  %4 = stablehlo.is_finite %3 : (tensor<2x3xf32>) -> tensor<2x3xi1>
  %5 = stablehlo.reduce(%4 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x3xi1>, tensor<i1>) -> tensor<i1>
  return %3, %5 : tensor<2x3xf32>, tensor<i1>
}

/// The value that is added to the product is tested by itself; factors once for
/// two products.
// CHECK-LABEL: func.func @tied
// CHECK-COUNT-3: stablehlo.is_finite %{{.*}} : (tensor<{{.*}}xf16>)
// CHECK: stablehlo.constant dense<{{.*}}E+{{1[89]}}> : tensor<f32>
// CHECK: stablehlo.is_finite %{{.*}} : (tensor<f32>)
// CHECK: %[[OTHER:.*]] = stablehlo.multiply %arg3, %{{.*}} : tensor<3x2xf32>
// CHECK: stablehlo.is_finite %[[OTHER]]
// CHECK-NOT: stablehlo.is_finite %{{.*}} : (tensor<{{.*}}xf16>)
func.func @tied(%x: tensor<8x3xf16>, %y: tensor<8x2xf16>, %z: tensor<8x2xf16>, %g: tensor<3x2xf32>, %scale: tensor<f32>) -> (tensor<i1>, tensor<i1>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<8x3xf16>, tensor<8x2xf16>) -> tensor<3x2xf32>
  %1 = stablehlo.add %0, %g : tensor<3x2xf32>
  %2 = stablehlo.broadcast_in_dim %scale, dims = [] : (tensor<f32>) -> tensor<3x2xf32>
  %3 = stablehlo.multiply %1, %2 : tensor<3x2xf32>
  %4 = stablehlo.is_finite %3 : (tensor<3x2xf32>) -> tensor<3x2xi1>
  %5 = stablehlo.reduce(%4 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x2xi1>, tensor<i1>) -> tensor<i1>
  %6 = stablehlo.dot_general %x, %z, contracting_dims = [0] x [0] : (tensor<8x3xf16>, tensor<8x2xf16>) -> tensor<3x2xf32>
  %7 = stablehlo.is_finite %6 : (tensor<3x2xf32>) -> tensor<3x2xi1>
  %8 = stablehlo.reduce(%7 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x2xi1>, tensor<i1>) -> tensor<i1>
  return %5, %8 : tensor<i1>, tensor<i1>
}

/// Products of bf16 can exceed f32, and an f16 result can overflow by itself.
// CHECK-LABEL: func.func @others
// CHECK: stablehlo.is_finite %{{.*}} : (tensor<3x2xf32>)
// CHECK: stablehlo.is_finite %{{.*}} : (tensor<3x2xf16>)
// CHECK: stablehlo.is_finite %{{.*}} : (tensor<3x2xf32>)
func.func @others(%x: tensor<8x3xbf16>, %y: tensor<8x2xbf16>, %a: tensor<8x3xf16>, %b: tensor<8x2xf16>, %scales: tensor<3x2xf32>) -> (tensor<i1>, tensor<i1>, tensor<i1>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<8x3xbf16>, tensor<8x2xbf16>) -> tensor<3x2xf32>
  %1 = stablehlo.is_finite %0 : (tensor<3x2xf32>) -> tensor<3x2xi1>
  %2 = stablehlo.reduce(%1 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x2xi1>, tensor<i1>) -> tensor<i1>
  %3 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8x3xf16>, tensor<8x2xf16>) -> tensor<3x2xf16>
  %4 = stablehlo.is_finite %3 : (tensor<3x2xf16>) -> tensor<3x2xi1>
  %5 = stablehlo.reduce(%4 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x2xi1>, tensor<i1>) -> tensor<i1>
  // one scale per element is no scalar
  %6 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8x3xf16>, tensor<8x2xf16>) -> tensor<3x2xf32>
  %7 = stablehlo.multiply %6, %scales : tensor<3x2xf32>
  %8 = stablehlo.is_finite %7 : (tensor<3x2xf32>) -> tensor<3x2xi1>
  %9 = stablehlo.reduce(%8 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x2xi1>, tensor<i1>) -> tensor<i1>
  return %2, %5, %9 : tensor<i1>, tensor<i1>, tensor<i1>
}

/// Some rows of the product alone, and a matrix without elements.
// CHECK-LABEL: func.func @parts
// CHECK-COUNT-2: stablehlo.is_finite %{{.*}} : (tensor<{{.*}}xf32>)
func.func @parts(%a: tensor<8x3xf16>, %b: tensor<8x2xf16>, %c: tensor<8x0xf16>) -> (tensor<i1>, tensor<i1>) {
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8x3xf16>, tensor<8x2xf16>) -> tensor<3x2xf32>
  %1 = stablehlo.slice %0 [0:2, 0:2] : (tensor<3x2xf32>) -> tensor<2x2xf32>
  %2 = stablehlo.is_finite %1 : (tensor<2x2xf32>) -> tensor<2x2xi1>
  %3 = stablehlo.reduce(%2 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<2x2xi1>, tensor<i1>) -> tensor<i1>
  %4 = stablehlo.dot_general %a, %c, contracting_dims = [0] x [0] : (tensor<8x3xf16>, tensor<8x0xf16>) -> tensor<3x0xf32>
  %5 = stablehlo.is_finite %4 : (tensor<3x0xf32>) -> tensor<3x0xi1>
  %6 = stablehlo.reduce(%5 init: %true) applies stablehlo.and across dimensions = [0, 1] : (tensor<3x0xi1>, tensor<i1>) -> tensor<i1>
  return %3, %6 : tensor<i1>, tensor<i1>
}
