// RUN: amp-opt %s --amp-lower-training | FileCheck %s

func.func @model(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.sine %x : tensor<f32>
  return %0 : tensor<f32>
}

/// In f32, rounded once.
// CHECK-LABEL: @scale
// CHECK-SAME: (%[[X:.*]]: tensor<f32>, %[[H:.*]]: tensor<2xf16>, %[[D:.*]]: tensor<2xf64>, %[[S:.*]]: tensor<f32>)
func.func @scale(%x: tensor<f32>, %h: tensor<2xf16>, %d: tensor<2xf64>, %s: tensor<f32>) -> (tensor<f32>, tensor<2xf16>, tensor<2xf64>) {
  // CHECK-NEXT: %[[A:.*]] = stablehlo.multiply %[[X]], %[[S]] : tensor<f32>
  %0 = amp.scale %x by %s : tensor<f32>
  // CHECK-NEXT: %[[S32:.*]] = stablehlo.broadcast_in_dim %[[S]], dims = []
  // CHECK-NEXT: %[[WIDE:.*]] = stablehlo.convert %[[H]] : (tensor<2xf16>) -> tensor<2xf32>
  // CHECK-NEXT: %[[PRODUCT:.*]] = stablehlo.multiply %[[WIDE]], %[[S32]]
  // CHECK-NEXT: %[[B:.*]] = stablehlo.convert %[[PRODUCT]] : (tensor<2xf32>) -> tensor<2xf16>
  %1 = amp.scale %h by %s : tensor<2xf16>
  // CHECK-NEXT: %[[S64:.*]] = stablehlo.convert %[[S]] : (tensor<f32>) -> tensor<f64>
  // CHECK-NEXT: %[[SPREAD:.*]] = stablehlo.broadcast_in_dim %[[S64]], dims = []
  // CHECK-NEXT: %[[C:.*]] = stablehlo.multiply %[[D]], %[[SPREAD]] : tensor<2xf64>
  %2 = amp.scale %d by %s : tensor<2xf64>
  // CHECK-NEXT: return %[[A]], %[[B]], %[[C]]
  return %0, %1, %2 : tensor<f32>, tensor<2xf16>, tensor<2xf64>
}

/// One flag for all, of what comes out.
// CHECK-LABEL: @unscale
// CHECK-SAME: (%[[W:.*]]: tensor<2x3xf32>, %[[B:.*]]: tensor<f32>, %[[S:.*]]: tensor<f32>)
func.func @unscale(%w: tensor<2x3xf32>, %b: tensor<f32>, %s: tensor<f32>) -> (tensor<2x3xf32>, tensor<f32>, tensor<i1>) {
  // CHECK: %[[INVERSE:.*]] = stablehlo.divide %{{.*}}, %[[S]]
  // CHECK: %[[UW:.*]] = stablehlo.multiply %[[W]]
  // CHECK: %[[FW:.*]] = stablehlo.is_finite %[[UW]]
  // CHECK: %[[ALL:.*]] = stablehlo.reduce(%[[FW]] init: %{{.*}}) applies stablehlo.and across dimensions = [0, 1]
  // CHECK: %[[UB:.*]] = stablehlo.multiply %[[B]], %[[INVERSE]]
  // CHECK: %[[FB:.*]] = stablehlo.is_finite %[[UB]]
  // CHECK: %[[BOTH:.*]] = stablehlo.and %[[ALL]], %[[FB]]
  // CHECK: %[[FOUND:.*]] = stablehlo.not %[[BOTH]]
  %0, %1, %found = amp.unscale %w, %b by %s : tensor<2x3xf32>, tensor<f32>
  // CHECK: return %[[UW]], %[[UB]], %[[FOUND]]
  return %0, %1, %found : tensor<2x3xf32>, tensor<f32>, tensor<i1>
}

// CHECK-LABEL: @sizes_known_later
func.func @sizes_known_later(%w: tensor<?x3xf32>, %s: tensor<f32>) -> (tensor<?x3xf32>, tensor<i1>) {
  // CHECK: stablehlo.get_dimension_size %arg0, dim = 0
  // CHECK: stablehlo.concatenate
  // CHECK: stablehlo.dynamic_broadcast_in_dim
  // CHECK: stablehlo.multiply %arg0, %{{.*}} : tensor<?x3xf32>
  %0, %found = amp.unscale %w by %s : tensor<?x3xf32>
  return %0, %found : tensor<?x3xf32>, tensor<i1>
}

// CHECK-LABEL: @guard
// CHECK-SAME: (%[[F:.*]]: tensor<i1>, %[[A:.*]]: tensor<4xf32>, %[[B:.*]]: tensor<4xf32>, %[[N:.*]]: tensor<?xi32>, %[[M:.*]]: tensor<?xi32>)
func.func @guard(%f: tensor<i1>, %a: tensor<4xf32>, %b: tensor<4xf32>, %n: tensor<?xi32>, %m: tensor<?xi32>) -> (tensor<4xf32>, tensor<?xi32>) {
  // CHECK-NEXT: stablehlo.select %[[F]], %[[B]], %[[A]] : tensor<i1>, tensor<4xf32>
  // CHECK-NEXT: stablehlo.select %[[F]], %[[M]], %[[N]] : tensor<i1>, tensor<?xi32>
  %0:2 = amp.guard %f, (%a, %n) else (%b, %m) : tensor<4xf32>, tensor<?xi32>
  return %0#0, %0#1 : tensor<4xf32>, tensor<?xi32>
}

// CHECK-LABEL: @update
// CHECK-SAME: (%[[S:.*]]: tensor<f32>, %[[T:.*]]: tensor<i32>, %[[F:.*]]: tensor<i1>)
func.func @update(%s: tensor<f32>, %t: tensor<i32>, %f: tensor<i1>) -> (tensor<f32>, tensor<i32>) {
  // CHECK: %[[COUNT:.*]] = stablehlo.add %[[T]]
  // CHECK: %[[FULL:.*]] = stablehlo.compare GE, %[[COUNT]]
  // CHECK: %[[GOOD:.*]] = stablehlo.select %[[FULL]]
  // CHECK: %[[T1:.*]] = stablehlo.select %[[F]], %{{.*}}, %[[GOOD]]
  // CHECK: %[[REDUCED:.*]] = stablehlo.multiply %[[S]]
  // CHECK: %[[GROWN:.*]] = stablehlo.multiply %[[S]]
  // CHECK: stablehlo.is_finite %[[GROWN]]
  // CHECK: %[[S1:.*]] = stablehlo.select %[[F]], %[[REDUCED]]
  // CHECK: return %[[S1]], %[[T1]]
  %0:2 = amp.update_scale %s, %t if %f by <dynamic> : tensor<f32>, tensor<i32>
  return %0#0, %0#1 : tensor<f32>, tensor<i32>
}

/// Ops whose results are only used by guarded states read the guarded value, so that the new value
/// is nowhere needed twice; other users read the new value.
// CHECK-LABEL: @guard_of_momentum
// CHECK-SAME: (%[[F:.*]]: tensor<i1>, %[[G:.*]]: tensor<4xf32>, %[[M0:.*]]: tensor<4xf32>, %[[W0:.*]]: tensor<4xf32>)
func.func @guard_of_momentum(%f: tensor<i1>, %g: tensor<4xf32>, %m: tensor<4xf32>, %w: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  // CHECK-NEXT: %[[NEW:.*]] = stablehlo.add %[[M0]], %[[G]]
  // CHECK-NEXT: %[[M:.*]] = stablehlo.select %[[F]], %[[M0]], %[[NEW]]
  // CHECK-NEXT: %[[SEEN:.*]] = stablehlo.negate %[[NEW]]
  // CHECK-NEXT: %[[W1:.*]] = stablehlo.subtract %[[W0]], %[[M]]
  // CHECK-NEXT: %[[W:.*]] = stablehlo.select %[[F]], %[[W0]], %[[W1]]
  // CHECK-NEXT: return %[[M]], %[[W]], %[[SEEN]]
  %0 = stablehlo.add %m, %g : tensor<4xf32>
  %1 = stablehlo.negate %0 : tensor<4xf32>
  %2 = stablehlo.subtract %w, %0 : tensor<4xf32>
  %3:2 = amp.guard %f, (%0, %2) else (%m, %w) : tensor<4xf32>, tensor<4xf32>
  return %3#0, %3#1, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}

/// A flag that is there only later guards later.
// CHECK-LABEL: @guard_by_a_late_flag
func.func @guard_by_a_late_flag(%g: tensor<f32>, %m: tensor<f32>, %w: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  // CHECK-NEXT: %[[NEW:.*]] = stablehlo.add
  // CHECK-NEXT: %[[W1:.*]] = stablehlo.subtract %arg2, %[[NEW]]
  // CHECK-NEXT: %[[F:.*]] = stablehlo.is_finite
  // CHECK-NEXT: %[[M:.*]] = stablehlo.select %[[F]], %arg1, %[[NEW]]
  // CHECK-NEXT: %[[W:.*]] = stablehlo.select %[[F]], %arg2, %[[W1]]
  %0 = stablehlo.add %m, %g : tensor<f32>
  %1 = stablehlo.subtract %w, %0 : tensor<f32>
  %f = stablehlo.is_finite %g : (tensor<f32>) -> tensor<i1>
  %2:2 = amp.guard %f, (%0, %1) else (%m, %w) : tensor<f32>, tensor<f32>
  return %2#0, %2#1 : tensor<f32>, tensor<f32>
}
