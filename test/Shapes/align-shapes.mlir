// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always check" --split-input-file | FileCheck %s

/// Padded once where the chain starts, sliced once where it ends; what is added
/// to a product's depth is zero, so no mask there.
// CHECK-LABEL: func.func @chain(
// CHECK-SAME: %[[X:.*]]: tensor<64x77xbf16>, %[[W:.*]]: tensor<77x128xbf16>)
func.func @chain(%x: tensor<64x77xbf16>, %w: tensor<77x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x77xbf16>) {
  // CHECK: stablehlo.iota dim = 0 {{.*}} : tensor<80xi32>
  // CHECK-DAG: %[[LONG:.*]] = stablehlo.pad %[[X]], %{{.*}}, low = [0, 0], high = [0, 3]
  // CHECK-DAG: %[[WLONG:.*]] = stablehlo.pad %[[W]], %{{.*}}, low = [0, 0], high = [3, 0]
  // CHECK: stablehlo.dot_general %[[LONG]], %[[WLONG]]
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x77xbf16>, tensor<77x128xbf16>) -> tensor<64x128xbf16>
  // CHECK: %[[OUT:.*]] = stablehlo.dot_general {{.*}} -> tensor<64x80xbf16>
  // CHECK: %[[NEG:.*]] = stablehlo.negate %[[OUT]] : tensor<64x80xbf16>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [1] : (tensor<64x128xbf16>, tensor<77x128xbf16>) -> tensor<64x77xbf16>
  %2 = stablehlo.negate %1 : tensor<64x77xbf16>
  // CHECK: %[[CUT:.*]] = stablehlo.slice %[[NEG]] [0:64, 0:77]
  // CHECK: %[[MASKED:.*]] = stablehlo.select %{{.*}}, %[[NEG]],
  // CHECK: %[[R:.*]] = stablehlo.dot_general %[[MASKED]], %[[WLONG]]
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<64x77xbf16>, tensor<77x128xbf16>) -> tensor<64x128xbf16>
  // CHECK: return %[[R]], %[[CUT]]
  return %3, %2 : tensor<64x128xbf16>, tensor<64x77xbf16>
}

// -----

/// A maximum and a sum would see what is behind the end.
// CHECK-LABEL: func.func @reduced
func.func @reduced(%x: tensor<64x8xf32>, %w: tensor<8x77xf32>) -> (tensor<64xf32>, tensor<64xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x77xf32>) -> tensor<64x77xf32>
  // CHECK-DAG: stablehlo.constant {{.*}} dense<0xFF800000> : tensor<f32>
  // CHECK-DAG: stablehlo.constant {{.*}} dense<-0.000000e+00> : tensor<f32>
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.maximum across dimensions = [1] : (tensor<64x80xf32>
  // CHECK: stablehlo.reduce(%{{.*}} init: %{{.*}}) applies stablehlo.add across dimensions = [1] : (tensor<64x80xf32>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<64x77xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x77xf32>, tensor<f32>) -> tensor<64xf32>
  return %1, %2 : tensor<64xf32>, tensor<64xf32>
}

// -----

/// The place of a maximum, a sort, a reshape that splits: they read what was.
// CHECK-LABEL: func.func @ends
func.func @ends(%x: tensor<64x8xbf16>, %w: tensor<8x78xbf16>) -> (tensor<64x78xbf16>, tensor<64x2x39xbf16>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xbf16>, tensor<8x78xbf16>) -> tensor<64x78xbf16>
  // CHECK: %[[CUT:.*]] = stablehlo.slice %{{.*}} [0:64, 0:78]
  // CHECK-NOT: stablehlo.slice
  // CHECK: "stablehlo.sort"(%[[CUT]])
  // CHECK: stablehlo.reshape %[[CUT]]
  %1 = "stablehlo.sort"(%0) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %2 = stablehlo.compare LT, %a, %b : (tensor<bf16>, tensor<bf16>) -> tensor<i1>
    stablehlo.return %2 : tensor<i1>
  }) : (tensor<64x78xbf16>) -> tensor<64x78xbf16>
  %3 = stablehlo.reshape %0 : (tensor<64x78xbf16>) -> tensor<64x2x39xbf16>
  return %1, %3 : tensor<64x78xbf16>, tensor<64x2x39xbf16>
}

// -----

/// A constant is padded at compile time.
// CHECK-LABEL: func.func @constant
func.func @constant(%x: tensor<16x3xf32>) -> tensor<16x4xf32> {
  // CHECK{LITERAL}: dense<[[1.000000e+00, 2.000000e+00, 3.000000e+00, 4.000000e+00], [5.000000e+00, 6.000000e+00, 7.000000e+00, 8.000000e+00], [9.000000e+00, 1.000000e+01, 1.100000e+01, 1.200000e+01], [0.000000e+00, 0.000000e+00, 0.000000e+00, 0.000000e+00]]> : tensor<4x4xf32>
  %w = stablehlo.constant dense<[[1.0, 2.0, 3.0, 4.0], [5.0, 6.0, 7.0, 8.0], [9.0, 10.0, 11.0, 12.0]]> : tensor<3x4xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<16x3xf32>, tensor<3x4xf32>) -> tensor<16x4xf32>
  return %0 : tensor<16x4xf32>
}

// -----

/// A private function, and what a loop carries.
// CHECK-LABEL: func.func @looped
func.func @looped(%x: tensor<16x77xbf16>, %w: tensor<77x77xbf16>, %n: tensor<i32>) -> tensor<16x77xbf16> {
  // CHECK: stablehlo.pad
  // CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<16x80xbf16>
  // CHECK-NOT: stablehlo.slice
  // CHECK: call @act({{.*}}) : (tensor<16x80xbf16>) -> tensor<16x80xbf16>
  // CHECK: stablehlo.slice
  // CHECK-NEXT: return
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %0:2 = stablehlo.while(%i = %zero, %y = %x) : tensor<i32>, tensor<16x77xbf16>
  cond {
    %1 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<16x77xbf16>, tensor<77x77xbf16>) -> tensor<16x77xbf16>
    %2 = func.call @act(%1) : (tensor<16x77xbf16>) -> tensor<16x77xbf16>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %2 : tensor<i32>, tensor<16x77xbf16>
  }
  return %0#1 : tensor<16x77xbf16>
}
// CHECK: func.func private @act(%{{.*}}: tensor<16x80xbf16>) -> tensor<16x80xbf16>
func.func private @act(%x: tensor<16x77xbf16>) -> tensor<16x77xbf16> {
  %0 = stablehlo.tanh %x : tensor<16x77xbf16>
  return %0 : tensor<16x77xbf16>
}

// -----

/// A label's logit: its index ends where the logits did, and its gradient is scattered into zeros that are as long as the logits.
// CHECK-LABEL: func.func @labels
func.func @labels(%x: tensor<64x8xbf16>, %w: tensor<8x77xbf16>, %i: tensor<64x1x1xi32>) -> (tensor<64x1xbf16>, tensor<64x8xbf16>) {
  // CHECK-DAG: %[[LAST:.*]] = stablehlo.constant {{.*}} dense<76> : tensor<1xi32>
  // CHECK-DAG: %[[LASTS:.*]] = stablehlo.broadcast_in_dim %[[LAST]], dims = [2]
  // CHECK: %[[IN:.*]] = stablehlo.minimum %arg2, %[[LASTS]]
  // CHECK: "stablehlo.gather"(%{{.*}}, %[[IN]]) {{.*}} : (tensor<64x80xbf16>, tensor<64x1x1xi32>) -> tensor<64x1xbf16>
  // CHECK: "stablehlo.scatter"
  // CHECK: (tensor<64x80xbf16>, tensor<64x1x1xi32>, tensor<64x1xbf16>) -> tensor<64x80xbf16>
  // CHECK-NOT: stablehlo.slice
  %zero = stablehlo.constant dense<0.0> : tensor<64x77xbf16>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xbf16>, tensor<8x77xbf16>) -> tensor<64x77xbf16>
  %1 = "stablehlo.gather"(%0, %i) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 2>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<64x77xbf16>, tensor<64x1x1xi32>) -> tensor<64x1xbf16>
  %2 = "stablehlo.scatter"(%zero, %i, %1) <{indices_are_sorted = false, scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>, unique_indices = false}> ({
  ^bb0(%a: tensor<bf16>, %b: tensor<bf16>):
    %4 = stablehlo.add %a, %b : tensor<bf16>
    stablehlo.return %4 : tensor<bf16>
  }) : (tensor<64x77xbf16>, tensor<64x1x1xi32>, tensor<64x1xbf16>) -> tensor<64x77xbf16>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [1] : (tensor<64x77xbf16>, tensor<8x77xbf16>) -> tensor<64x8xbf16>
  return %1, %3 : tensor<64x1xbf16>, tensor<64x8xbf16>
}
