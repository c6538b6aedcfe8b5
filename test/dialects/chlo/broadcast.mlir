// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

// CHECK-LABEL: func @arithmetic
func.func @arithmetic(%a: tensor<2x3xf32>, %b: tensor<3xf32>) {
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %add = chlo.broadcast_add %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_atan2 %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %atan2 = chlo.broadcast_atan2 %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_divide %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %divide = chlo.broadcast_divide %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_maximum %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %maximum = chlo.broadcast_maximum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_minimum %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %minimum = chlo.broadcast_minimum %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_multiply %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %multiply = chlo.broadcast_multiply %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_next_after %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %next_after = chlo.broadcast_next_after %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_polygamma %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %polygamma = chlo.broadcast_polygamma %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_power %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %power = chlo.broadcast_power %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_remainder %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %remainder = chlo.broadcast_remainder %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_shift_left %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %shift_left = chlo.broadcast_shift_left %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_shift_right_arithmetic %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %shift_right_arithmetic = chlo.broadcast_shift_right_arithmetic %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_shift_right_logical %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %shift_right_logical = chlo.broadcast_shift_right_logical %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_subtract %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %subtract = chlo.broadcast_subtract %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_zeta %{{.*}}, %{{.*}} : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  %zeta = chlo.broadcast_zeta %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xf32>
  // CHECK: chlo.broadcast_complex %{{.*}} -> tensor<2x3xcomplex<f32>>
  %complex = chlo.broadcast_complex %a, %b : (tensor<2x3xf32>, tensor<3xf32>) -> tensor<2x3xcomplex<f32>>
  return
}

// CHECK-LABEL: func @bits
func.func @bits(%a: tensor<2x1xi8>, %b: tensor<1x3xi8>, %p: tensor<i1>) {
  // CHECK: chlo.broadcast_and %{{.*}}, %{{.*}} : (tensor<2x1xi8>, tensor<1x3xi8>) -> tensor<2x3xi8>
  %and = chlo.broadcast_and %a, %b : (tensor<2x1xi8>, tensor<1x3xi8>) -> tensor<2x3xi8>
  // CHECK: chlo.broadcast_or %{{.*}}, %{{.*}} : (tensor<2x1xi8>, tensor<1x3xi8>) -> tensor<2x3xi8>
  %or = chlo.broadcast_or %a, %b : (tensor<2x1xi8>, tensor<1x3xi8>) -> tensor<2x3xi8>
  // CHECK: chlo.broadcast_xor %{{.*}}, %{{.*}} : (tensor<2x1xi8>, tensor<1x3xi8>) -> tensor<2x3xi8>
  %xor = chlo.broadcast_xor %a, %b : (tensor<2x1xi8>, tensor<1x3xi8>) -> tensor<2x3xi8>
  // CHECK: chlo.broadcast_and %{{.*}}, %{{.*}} : (tensor<i1>, tensor<i1>) -> tensor<i1>
  %pred = chlo.broadcast_and %p, %p : (tensor<i1>, tensor<i1>) -> tensor<i1>
  return
}

// CHECK-LABEL: func @compare
func.func @compare(%a: tensor<2x3xf32>, %b: tensor<2xf32>, %i: tensor<4xi32>) {
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {broadcast_dimensions = array<i64: 0>, compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xi1>
  %lt = chlo.broadcast_compare %a, %b {broadcast_dimensions = array<i64: 0>, compare_type = #chlo<comparison_type TOTALORDER>, comparison_direction = #chlo<comparison_direction LT>} : (tensor<2x3xf32>, tensor<2xf32>) -> tensor<2x3xi1>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {compare_type = #chlo<comparison_type NOTYPE>, comparison_direction = #chlo<comparison_direction EQ>} :
  %eq = chlo.broadcast_compare %i, %i {compare_type = #chlo<comparison_type NOTYPE>, comparison_direction = #chlo<comparison_direction EQ>} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction NE>} :
  %ne = chlo.broadcast_compare %i, %i {compare_type = #chlo<comparison_type FLOAT>, comparison_direction = #chlo<comparison_direction NE>} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {compare_type = #chlo<comparison_type SIGNED>, comparison_direction = #chlo<comparison_direction GE>} :
  %ge = chlo.broadcast_compare %i, %i {compare_type = #chlo<comparison_type SIGNED>, comparison_direction = #chlo<comparison_direction GE>} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {compare_type = #chlo<comparison_type UNSIGNED>, comparison_direction = #chlo<comparison_direction GT>} :
  %gt = chlo.broadcast_compare %i, %i {compare_type = #chlo<comparison_type UNSIGNED>, comparison_direction = #chlo<comparison_direction GT>} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  // CHECK: chlo.broadcast_compare %{{.*}}, %{{.*}} {comparison_direction = #chlo<comparison_direction LE>} :
  %le = chlo.broadcast_compare %i, %i {comparison_direction = #chlo<comparison_direction LE>} : (tensor<4xi32>, tensor<4xi32>) -> tensor<4xi1>
  return
}

// CHECK-LABEL: func @shapes
func.func @shapes(%a: tensor<2x3x4xf32>, %b: tensor<2x4xf32>, %s: tensor<f32>,
                  %d: tensor<?x1xf32>, %u: tensor<*xf32>, %p: tensor<4x1xi1>) {
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} {broadcast_dimensions = array<i64: 0, 2>} :
  %mapped = chlo.broadcast_add %b, %a {broadcast_dimensions = array<i64: 0, 2>} : (tensor<2x4xf32>, tensor<2x3x4xf32>) -> tensor<2x3x4xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} {broadcast_dimensions = array<i64>} :
  %scalar = chlo.broadcast_add %a, %s {broadcast_dimensions = array<i64>} : (tensor<2x3x4xf32>, tensor<f32>) -> tensor<2x3x4xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<?x1xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  %dynamic = chlo.broadcast_add %d, %b : (tensor<?x1xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} : (tensor<*xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  %unranked = chlo.broadcast_add %u, %b : (tensor<*xf32>, tensor<2x4xf32>) -> tensor<*xf32>
  /// jaxlib leaves shapes that do not broadcast to whoever expands the op.
  // CHECK: chlo.broadcast_add %{{.*}}, %{{.*}} {broadcast_dimensions = array<i64: 7, 1>} :
  %unknown = chlo.broadcast_add %a, %b {broadcast_dimensions = array<i64: 7, 1>} : (tensor<2x3x4xf32>, tensor<2x4xf32>) -> tensor<9xf32>
  // CHECK: chlo.broadcast_select %{{.*}}, %{{.*}}, %{{.*}} : (tensor<4x1xi1>, tensor<f32>, tensor<?x1xf32>) -> tensor<4x1xf32>
  %select = chlo.broadcast_select %p, %s, %d : (tensor<4x1xi1>, tensor<f32>, tensor<?x1xf32>) -> tensor<4x1xf32>
  return
}
