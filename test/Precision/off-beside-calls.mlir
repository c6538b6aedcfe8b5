// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" 2>/dev/null | FileCheck %s

// A function that has too many calls for a copy each has a copy for those that the policy denies.
func.func private @f(%x: tensor<f32>, %y: tensor<3x5xf32>) -> tensor<3x3xf32> {
  %0 = stablehlo.negate %y : tensor<3x5xf32>
  %1 = stablehlo.abs %0 : tensor<3x5xf32>
  %2 = stablehlo.negate %1 : tensor<3x5xf32>
  %3 = stablehlo.abs %2 : tensor<3x5xf32>
  %4 = stablehlo.negate %3 : tensor<3x5xf32>
  %5 = stablehlo.abs %4 : tensor<3x5xf32>
  %6 = stablehlo.broadcast_in_dim %x, dims = [] : (tensor<f32>) -> tensor<3x3xf32>
  %7 = stablehlo.dot_general %6, %6, contracting_dims = [1] x [1] : (tensor<3x3xf32>, tensor<3x3xf32>) -> tensor<3x3xf32>
  return %7 : tensor<3x3xf32>
}

// CHECK-LABEL: func.func @off_beside_calls
// CHECK: call @[[LOW:[a-z_0-9]+]](
// CHECK: stablehlo.composite "amp.off" %{{.*}}, %{{.*}} {decomposition = @[[OFF:[a-z_0-9]+]]} : (tensor<f32>, tensor<3x5xf32>)
// CHECK: call @{{[a-z_0-9]+}}(
func.func @off_beside_calls(%x: tensor<f32>, %y: tensor<3x5xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = call @f(%x, %y) : (tensor<f32>, tensor<3x5xf32>) -> tensor<3x3xf32>
  %1 = stablehlo.composite "amp.off" %x, %y {decomposition = @f} : (tensor<f32>, tensor<3x5xf32>) -> tensor<3x3xf32>
  %2 = call @f(%x, %y) : (tensor<f32>, tensor<3x5xf32>) -> tensor<3x3xf32>
  return %0, %1, %2 : tensor<3x3xf32>, tensor<3x3xf32>, tensor<3x3xf32>
}
