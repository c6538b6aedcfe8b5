// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s

!q = !quant.uniform<i8:f32, 5.000000e-01>
!q_axis = !quant.uniform<i8:f32:0, {5.000000e-01, 2.500000e-01}>

/// A quantized type stands for what it expresses.
// CHECK-LABEL: func @broadcast_quantized
func.func @broadcast_quantized(%a: tensor<2x!q>, %b: tensor<2x!q_axis>, %c: tensor<f32>) {
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>, tensor<2x!quant.uniform<i8:f32:0, {5.000000e-01,2.500000e-01}>>) -> tensor<2x!quant.uniform<i8:f32, 5.000000e-01>>
  %0 = chlo.broadcast_add %a, %b : (tensor<2x!q>, tensor<2x!q_axis>) -> tensor<2x!q>
  // CHECK: chlo.broadcast_maximum
  %1 = chlo.broadcast_maximum %a, %c : (tensor<2x!q>, tensor<f32>) -> tensor<2x!q>
  return
}
