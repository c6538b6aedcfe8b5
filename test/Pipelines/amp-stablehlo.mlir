// RUN: amp-opt %s --amp="compute=f16 preset=contractions solver=paint" | FileCheck %s

/// Functions, loops, branches and manual regions: products inside them read
/// 16 bits, carried values and signatures keep their types.

// CHECK-LABEL: func.func @main(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<i32>) -> tensor<4x4xf32>
func.func @main(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>, %n: tensor<i32>) -> tensor<4x4xf32> {
  // CHECK: %[[W:.*]] = stablehlo.convert %arg0 : (tensor<4x4xf32>) -> tensor<4x4xf16>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  // CHECK: stablehlo.while(%[[I:.*]] = %{{.*}}, %[[CARRIED:.*]] = %arg1) : tensor<i32>, tensor<4x4xf32>
  %0:2 = stablehlo.while(%i = %zero, %carried = %x) : tensor<i32>, tensor<4x4xf32>
  cond {
    %1 = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    // CHECK: %[[X:.*]] = stablehlo.convert %[[CARRIED]] : (tensor<4x4xf32>) -> tensor<4x4xf16>
    // CHECK: stablehlo.dot_general %[[X]], %[[W]], {{.*}} : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
    %1 = stablehlo.dot_general %carried, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %2, %1 : tensor<i32>, tensor<4x4xf32>
  }
  // CHECK: call @square(%{{.*}}) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = call @square(%0#1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: "stablehlo.case"
  %4 = "stablehlo.case"(%n) ({
    stablehlo.return %3 : tensor<4x4xf32>
  }, {
    // CHECK: stablehlo.convert %{{.*}} : (tensor<4x4xf32>) -> tensor<4x4xf16>
    // CHECK: stablehlo.dot_general
    %5 = stablehlo.dot_general %3, %3, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    stablehlo.return %5 : tensor<4x4xf32>
  }) : (tensor<i32>) -> tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}

// CHECK-LABEL: func.func private @square(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32>
func.func private @square(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: %[[LOW:.*]] = stablehlo.convert %arg0
  // CHECK-NEXT: stablehlo.dot_general %[[LOW]], %[[LOW]]
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

/// A user who named the arithmetic of a product keeps it.
// CHECK-LABEL: @negative_algorithm
// CHECK: stablehlo.dot_general {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
func.func @negative_algorithm(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = tf32, rhs_precision_type = tf32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false> : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
