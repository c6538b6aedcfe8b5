// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of windows and of sort.

func.func @negative_window_counts(%a: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects 1 window dimensions, but got 2}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2, 2>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_window_of_nothing(%a: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window dimensions of at least 1, but got 0}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_window_strides(%a: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects window strides of at least 1, but got 0}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_window_padding(%a: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects a padding of shape 1x2, but got 'tensor<2xi64>'}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 2>, padding = dense<0> : tensor<2xi64>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_window_shape(%a: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects a result of shape 2, but got 'tensor<3xf32>'}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 3>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_window_overflows(%a: tensor<4xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce_window' op expects a result of shape (over 64 bits), but got 'tensor<3xf32>'}}
  %0 = "stablehlo.reduce_window"(%a, %z) <{window_dimensions = array<i64: 3>, base_dilations = array<i64: 9223372036854775807>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_select_and_scatter_from_vector(%a: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects an initial value of rank 0, but got 'tensor<1xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<2xf32>, tensor<1xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_select_and_scatter_windows(%a: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects 1 window dimensions, but got 2}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2, 2>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_select_and_scatter_source(%a: tensor<4xf32>, %s: tensor<3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects a source of shape 2, but got 'tensor<3xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<3xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_select_and_scatter_selects_among_others(%a: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects a selection among 'tensor<f32>', but got one among 'tensor<i32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({ ^bb0(%x: tensor<i32>, %y: tensor<i32>): %c = stablehlo.compare GE, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_select_and_scatter_selects_one(%a: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects a region of 2 arguments, but got 1}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({ ^bb0(%x: tensor<f32>): %c = stablehlo.compare GE, %x, %x : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_select_and_scatter_selects_no_predicate(%a: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects a region that returns what fits 'tensor<i1>', but got 'tensor<f32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_select_and_scatter_shape(%a: tensor<4xf32>, %s: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.select_and_scatter' op expects a result of shape 4, but got 'tensor<5xf32>'}}
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 2>, window_strides = array<i64: 2>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }, { ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>, tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  return
}
// -----
func.func @negative_sort_outside(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op expects a dimension in [-1, 1), but got 1}}
  %0 = "stablehlo.sort"(%a) <{dimension = 1 : i64}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
// -----
func.func @negative_sort_converts(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op expects a result of element type 'f32', but got 'f16'}}
  %0 = "stablehlo.sort"(%a)  ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<4xf32>) -> tensor<4xf16>
  return
}
// -----
func.func @negative_sort_shape(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op expects a result of shape 4, but got 'tensor<5xf32>'}}
  %0 = "stablehlo.sort"(%a)  ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): %c = stablehlo.compare LT, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }) : (tensor<4xf32>) -> tensor<5xf32>
  return
}
// -----
func.func @negative_sort_by_number(%a: tensor<4xf32>) {
  // expected-error@+1 {{'stablehlo.sort' op expects a region that returns what fits 'tensor<i1>', but got 'tensor<f32>'}}
  %0 = "stablehlo.sort"(%a)  ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<4xf32>) -> tensor<4xf32>
  return
}
