// RUN: amp-opt %s --canonicalize | FileCheck %s

// CHECK-LABEL: @scale_by_one
func.func @scale_by_one(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK-NEXT: return %arg0
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.scale %x by %one : tensor<4xf16>
  return %0 : tensor<4xf16>
}

// CHECK-LABEL: @negative_scale_by_two
func.func @negative_scale_by_two(%x: tensor<4xf16>) -> tensor<4xf16> {
  // CHECK: amp.scale
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = amp.scale %x by %two : tensor<4xf16>
  return %0 : tensor<4xf16>
}

/// The flag is still needed.
// CHECK-LABEL: @unscale_by_one
// CHECK-SAME: (%[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<f32>)
func.func @unscale_by_one(%a: tensor<4xf32>, %b: tensor<f32>) -> (tensor<4xf32>, tensor<f32>, tensor<i1>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: %[[U:.*]]:2, %[[FOUND:.*]] = amp.unscale %[[A]], %[[B]]
  %0, %1, %found = amp.unscale %a, %b by %one : tensor<4xf32>, tensor<f32>
  // CHECK: return %[[A]], %[[B]], %[[FOUND]]
  return %0, %1, %found : tensor<4xf32>, tensor<f32>, tensor<i1>
}

// CHECK-LABEL: @negative_unscale_by_two
func.func @negative_unscale_by_two(%a: tensor<4xf32>) -> (tensor<4xf32>, tensor<i1>) {
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  // CHECK: %[[U:.*]], %[[FOUND:.*]] = amp.unscale
  // CHECK: return %[[U]], %[[FOUND]]
  %0, %found = amp.unscale %a by %two : tensor<4xf32>
  return %0, %found : tensor<4xf32>, tensor<i1>
}

// CHECK-LABEL: @guard_of_no_overflow
func.func @guard_of_no_overflow(%new: tensor<4xf32>, %old: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %arg0
  %false = stablehlo.constant dense<false> : tensor<i1>
  %0 = amp.guard %false, (%new) else (%old) : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @guard_of_overflow
func.func @guard_of_overflow(%new: tensor<4xf32>, %old: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %arg1
  %true = stablehlo.constant dense<true> : tensor<i1>
  %0 = amp.guard %true, (%new) else (%old) : tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// A state that the step does not change needs no guard.
// CHECK-LABEL: @guard_of_the_same
// CHECK-SAME: (%[[F:.*]]: tensor<i1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>, %[[C:.*]]: tensor<i32>)
func.func @guard_of_the_same(%f: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>, %c: tensor<i32>) -> (tensor<i32>, tensor<4xf32>, tensor<i32>) {
  // CHECK-NEXT: %[[G:.*]] = amp.guard %[[F]], (%[[A]]) else (%[[B]]) : tensor<4xf32>
  // CHECK-NEXT: return %[[C]], %[[G]], %[[C]]
  %0:3 = amp.guard %f, (%c, %a, %c) else (%c, %b, %c) : tensor<i32>, tensor<4xf32>, tensor<i32>
  return %0#0, %0#1, %0#2 : tensor<i32>, tensor<4xf32>, tensor<i32>
}

// CHECK-LABEL: @guard_of_nothing
func.func @guard_of_nothing(%f: tensor<i1>, %a: tensor<4xf32>) -> tensor<4xf32> {
  // CHECK-NEXT: return %arg1
  %0 = amp.guard %f, (%a) else (%a) : tensor<4xf32>
  return %0 : tensor<4xf32>
}

/// A static scale has no state to move.
// CHECK-LABEL: @static_scale
func.func @static_scale(%f: tensor<i1>) {
  // CHECK-NEXT: return
  amp.update_scale if %f by <static, init = 1024.0>
  return
}
