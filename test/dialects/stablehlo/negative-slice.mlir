// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of slices.

func.func @negative_slice_counts(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op expects 1 starts, limits and strides, but got 2}}
  %0 = stablehlo.slice %a [0:1, 0:1] : (tensor<4xf32>) -> tensor<1xf32>
  return
}
// -----
func.func @negative_slice_stride(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op expects strides of at least 1, but got 0}}
  %0 = stablehlo.slice %a [0:1:0] : (tensor<4xf32>) -> tensor<1xf32>
  return
}
// -----
func.func @negative_slice_past_the_end(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op expects 0 <= start <= limit <= 4, but got 0:5}}
  %0 = stablehlo.slice %a [0:5] : (tensor<4xf32>) -> tensor<5xf32>
  return
}
// -----
func.func @negative_slice_backwards(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op expects 0 <= start <= limit <= 4, but got 3:2}}
  %0 = stablehlo.slice %a [3:2] : (tensor<4xf32>) -> tensor<1xf32>
  return
}
// -----
func.func @negative_slice_shape(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op expects a result of shape 2, but got 'tensor<1xf32>'}}
  %0 = stablehlo.slice %a [0:4:3] : (tensor<4xf32>) -> tensor<1xf32>
  return
}
// -----
func.func @negative_slice_converts(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.slice' op expects a result of element type 'f32', but got 'f16'}}
  %0 = stablehlo.slice %a [0:4] : (tensor<4xf32>) -> tensor<4xf16>
  return
}
// -----
func.func @negative_real_dynamic_slice_counts(%a: tensor<4xf32>, %n: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op expects 1 starts, limits and strides, but got 2}}
  %0 = stablehlo.real_dynamic_slice %a, %n, %n, %n : (tensor<4xf32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_dynamic_slice_starts(%a: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op expects 1 starts, but got 2}}
  %0 = stablehlo.dynamic_slice %a, %i, %i, sizes = [1] : (tensor<4xf32>, tensor<i64>, tensor<i64>) -> tensor<1xf32>
  return
}
// -----
func.func @negative_dynamic_slice_start_types(%a: tensor<4x4xf32>, %i: tensor<i64>, %j: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op expects starts of element type 'i64', but got 'i32'}}
  %0 = stablehlo.dynamic_slice %a, %i, %j, sizes = [1, 1] : (tensor<4x4xf32>, tensor<i64>, tensor<i32>) -> tensor<1x1xf32>
  return
}
// -----
func.func @negative_dynamic_slice_sizes(%a: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op expects 1 sizes, but got 2}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [1, 1] : (tensor<4xf32>, tensor<i64>) -> tensor<1xf32>
  return
}
// -----
func.func @negative_dynamic_slice_is_whole(%a: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op expects a part of 'tensor<4xf32>', but got size 5}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [5] : (tensor<4xf32>, tensor<i64>) -> tensor<5xf32>
  return
}
// -----
func.func @negative_dynamic_slice_shape(%a: tensor<4xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_slice' op expects a result of shape 2, but got 'tensor<3xf32>'}}
  %0 = stablehlo.dynamic_slice %a, %i, sizes = [2] : (tensor<4xf32>, tensor<i64>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_dynamic_update_slice_converts(%a: tensor<4xf32>, %u: tensor<1xf16>, %i: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op expects an update of element type 'f32', but got 'f16'}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, tensor<1xf16>, tensor<i64>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_dynamic_update_slice_rank(%a: tensor<4xf32>, %u: tensor<1x1xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op expects an update of rank 1, but got 'tensor<1x1xf32>'}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, tensor<1x1xf32>, tensor<i64>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_dynamic_update_slice_shape(%a: tensor<4xf32>, %u: tensor<1xf32>, %i: tensor<i64>) {
  // expected-error@+1 {{'stablehlo.dynamic_update_slice' op expects a result of shape 4, but got 'tensor<5xf32>'}}
  %0 = stablehlo.dynamic_update_slice %a, %u, %i : (tensor<4xf32>, tensor<1xf32>, tensor<i64>) -> tensor<5xf32>
  return
}
// -----
func.func @negative_real_dynamic_slice_types(%a: tensor<4xf32>, %n: tensor<1xi64>, %m: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op expects limits and strides of the type of the starts, 'tensor<1xi64>', but got 'tensor<1xi32>'}}
  %0 = stablehlo.real_dynamic_slice %a, %n, %m, %n : (tensor<4xf32>, tensor<1xi64>, tensor<1xi32>, tensor<1xi64>) -> tensor<?xf32>
  return
}
// -----
func.func @negative_real_dynamic_slice_of_unknown_rank(%a: tensor<4xf32>, %n: tensor<?xi64>) {
  // expected-error@+1 {{'stablehlo.real_dynamic_slice' op expects as many starts as dimensions, but got 'tensor<?xi64>'}}
  %0 = stablehlo.real_dynamic_slice %a, %n, %n, %n : (tensor<4xf32>, tensor<?xi64>, tensor<?xi64>, tensor<?xi64>) -> tensor<?xf32>
  return
}
