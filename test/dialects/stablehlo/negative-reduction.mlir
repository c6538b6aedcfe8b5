// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers and of the syntax of reduce.

func.func @negative_reduce_of_nothing() {
  // expected-error@+1 {{'stablehlo.reduce' op expects inputs, but got none}}
  "stablehlo.reduce"() <{dimensions = array<i64>}> ({ stablehlo.return }) : () -> ()
  return
}
// -----
func.func @negative_reduce_results(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects 1 results, but got 2}}
  %0:2 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>, tensor<f32>) -> (tensor<2x3xf32>, tensor<2x3xf32>)
  return
}
// -----
func.func @negative_reduce_of_two_shapes(%a: tensor<2xf32>, %b: tensor<3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects inputs of shape 2, but got 'tensor<3xf32>'}}
  %0:2 = "stablehlo.reduce"(%a, %b, %z, %z) <{dimensions = array<i64>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>, %u: tensor<f32>, %v: tensor<f32>): stablehlo.return %x, %y : tensor<f32>, tensor<f32> }) : (tensor<2xf32>, tensor<3xf32>, tensor<f32>, tensor<f32>) -> (tensor<2xf32>, tensor<3xf32>)
  return
}
// -----
func.func @negative_reduce_from_vector(%a: tensor<2x3xf32>, %z: tensor<1xf32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects an initial value that is a scalar, but got 'tensor<1xf32>'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>, tensor<1xf32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_reduce_outside(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects dimensions in [0, 2), but got 2}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 2>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_reduce_below_zero(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects dimensions in [0, 2), but got -1}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: -1>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_reduce_twice(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects each of dimensions once, but got 0 again}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0, 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_reduce_returns_nothing(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects a region that returns 1 values, but got 0}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_reduce_returns_vector(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects a region that returns scalars, but got 'tensor<1xf32>'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<1xf32>, %y: tensor<1xf32>): stablehlo.return %x : tensor<1xf32> }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_reduce_narrows(%a: tensor<2x3xi32>, %z: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects a region that computes in a type as wide as 'tensor<2x3xi32>', but got 'tensor<i8>'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<i8>, %y: tensor<i8>): stablehlo.return %x : tensor<i8> }) : (tensor<2x3xi32>, tensor<i32>) -> tensor<3xi8>
  return
}
// -----
func.func @negative_reduce_takes_two_types(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects a region argument that fits 'tensor<f32>', but got 'tensor<i32>'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<i32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_reduce_gives_another_type(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects a result of element type 'f32', but got 'f16'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf16>
  return
}
// -----
func.func @negative_reduce_shape(%a: tensor<2x3xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects a result of shape 3, but got 'tensor<2xf32>'}}
  %0 = "stablehlo.reduce"(%a, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_reduce_applies_uncommutative(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expects a commutative stablehlo op, but got stablehlo.subtract}}
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.subtract across dimensions = [0] : (tensor<2xf32>, tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @negative_reduce_applies_to_two(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expects one input beside `applies`, but got 2}}
  %0:2 = stablehlo.reduce(%a init: %z), (%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<2xf32>, tensor<2xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}
// -----
func.func @negative_reduce_of_scalar_type(%a: i32) {
  // expected-error@+1 {{custom op 'stablehlo.reduce' expects a tensor to reduce, but got 'i32'}}
  %0 = stablehlo.reduce(%a init: %a) applies stablehlo.add across dimensions = [0] : (i32, i32) -> tensor<f32>
  return
}
// -----
func.func @negative_reduce_of_half_a_pair(%a: tensor<2xf32>, %z: tensor<f32>) {
  // expected-error@+1 {{'stablehlo.reduce' op expects 2 operands, but got 3}}
  %0 = "stablehlo.reduce"(%a, %z, %z) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>, tensor<f32>, tensor<f32>) -> tensor<f32>
  return
}
