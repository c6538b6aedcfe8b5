// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

/// One op, one linalg.generic over every element.
// CHECK-LABEL: @add_f32
// CHECK: %[[OUT:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.generic {{.*}}iterator_types = ["parallel"]} ins(%{{.*}}, %{{.*}} : {{.*}}) outs(%[[OUT]]
// CHECK: arith.addf %{{.*}}, %{{.*}} : f32
func.func @add_f32(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// The sign of an integer goes from its type into the op.
// CHECK-LABEL: @unsigned_maximum(%{{.*}}: tensor<4xi8>
// CHECK: arith.maxui
func.func @unsigned_maximum(%a: tensor<4xui8>) -> tensor<4xui8> {
  %0 = stablehlo.maximum %a, %a : tensor<4xui8>
  return %0 : tensor<4xui8>
}

/// A 16-bit op stays one of its type: its result is rounded once, there.
// CHECK-LABEL: @tanh_f16
// CHECK: math.tanh %{{.*}} : f16
func.func @tanh_f16(%a: tensor<4xf16>) -> tensor<4xf16> {
  %0 = stablehlo.tanh %a : tensor<4xf16>
  return %0 : tensor<4xf16>
}

/// No division that traps is reached.
// CHECK-LABEL: @divide_i32
// CHECK: %[[SAFE:.*]] = arith.select
// CHECK: arith.divsi %{{.*}}, %[[SAFE]] : i32
func.func @divide_i32(%a: tensor<4xi32>, %b: tensor<4xi32>) -> tensor<4xi32> {
  %0 = stablehlo.divide %a, %b : tensor<4xi32>
  return %0 : tensor<4xi32>
}

/// A scalar bound is seen by each element, with no broadcast of it.
// CHECK-LABEL: @clamp_scalar_bounds
// CHECK: linalg.generic {indexing_maps = [#[[SCALAR:.*]], #[[ELEMENT:.*]], #[[SCALAR]], #[[ELEMENT]]]
// CHECK: arith.maximumf
// CHECK: arith.minimumf
func.func @clamp_scalar_bounds(%low: tensor<f32>, %a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.clamp %low, %a, %low : (tensor<f32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// A body is computed on scalars; what is not elementwise stays on tensors.
// CHECK-LABEL: @map_of_body
// CHECK: linalg.generic
// CHECK: %[[PRODUCT:.*]] = arith.mulf
// CHECK: tensor.from_elements %[[PRODUCT]] : tensor<f32>
// CHECK: tensor.expand_shape
// CHECK: tensor.extract
func.func @map_of_body(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.map"(%a) ({
  ^bb0(%x: tensor<f32>):
    %1 = stablehlo.multiply %x, %x : tensor<f32>
    %2 = stablehlo.reshape %1 : (tensor<f32>) -> tensor<1xf32>
    %3 = stablehlo.reshape %2 : (tensor<1xf32>) -> tensor<f32>
    stablehlo.return %3 : tensor<f32>
  }) {dimensions = array<i64: 0>} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
