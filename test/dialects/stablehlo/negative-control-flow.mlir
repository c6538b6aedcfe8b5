// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of control flow, tuples and random numbers.

func.func @negative_if_by_vector(%p: tensor<1xi1>, %a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.if' op expects a predicate of rank 0, but got 'tensor<1xi1>'}}
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<2xf32> }, { stablehlo.return %a : tensor<2xf32> }) : (tensor<1xi1>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_if_takes_arguments(%p: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.if' op expects a region of 0 arguments, but got 1}}
  %0 = "stablehlo.if"(%p) ({ ^bb0(%x: tensor<f32>): stablehlo.return %a : tensor<2xf32> }, { stablehlo.return %a : tensor<2xf32> }) : (tensor<i1>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_if_returns_nothing(%p: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.if' op expects a region that returns 1 values, but got 0}}
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<2xf32> }, { stablehlo.return }) : (tensor<i1>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_if_returns_another_type(%p: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.if' op expects a region that returns what fits 'tensor<2xf16>', but got 'tensor<2xf32>'}}
  %0 = "stablehlo.if"(%p) ({ stablehlo.return %a : tensor<2xf32> }, { stablehlo.return %a : tensor<2xf32> }) : (tensor<i1>) -> tensor<2xf16>
  return
}
// -----
func.func @negative_case_of_nothing(%i: tensor<i32>) {
  // expected-error@+1 {{'stablehlo.case' op expects branches, but got none}}
  "stablehlo.case"(%i) : (tensor<i32>) -> ()
  return
}
// -----
func.func @negative_case_by_vector(%i: tensor<1xi32>) {
  // expected-error@+1 {{'stablehlo.case' op expects an index of rank 0, but got 'tensor<1xi32>'}}
  "stablehlo.case"(%i) ({ stablehlo.return }) : (tensor<1xi32>) -> ()
  return
}
// -----
func.func @negative_while_results(%a: tensor<f32>, %p: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.while' op expects 1 results, but got 2}}
  %0:2 = "stablehlo.while"(%a) ({ ^bb0(%x: tensor<f32>): stablehlo.return %p : tensor<i1> }, { ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}
// -----
func.func @negative_while_converts(%a: tensor<f32>, %p: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.while' op expects a result that fits 'tensor<f32>', but got 'tensor<f16>'}}
  %0 = "stablehlo.while"(%a) ({ ^bb0(%x: tensor<f32>): stablehlo.return %p : tensor<i1> }, { ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<f32>) -> tensor<f16>
  return
}
// -----
func.func @negative_while_cond_takes_another_type(%a: tensor<f32>, %p: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.while' op expects a region argument that fits 'tensor<f32>', but got 'tensor<f16>'}}
  %0 = "stablehlo.while"(%a) ({ ^bb0(%x: tensor<f16>): stablehlo.return %p : tensor<i1> }, { ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @negative_while_cond_is_no_predicate(%a: tensor<f32>, %p: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.while' op expects a region that returns what fits 'tensor<i1>', but got 'tensor<f32>'}}
  %0 = "stablehlo.while"(%a) ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }, { ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @negative_while_body_returns_two(%a: tensor<f32>, %p: tensor<i1>) {
  // expected-error@+1 {{'stablehlo.while' op expects a region that returns 1 values, but got 2}}
  %0 = "stablehlo.while"(%a) ({ ^bb0(%x: tensor<f32>): stablehlo.return %p : tensor<i1> }, { ^bb0(%x: tensor<f32>): stablehlo.return %x, %x : tensor<f32>, tensor<f32> }) : (tensor<f32>) -> tensor<f32>
  return
}
// -----
func.func @negative_barrier_converts(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.optimization_barrier' op expects results of the operands' types ('tensor<2xf32>'), but got ('tensor<2xf16>')}}
  %0 = "stablehlo.optimization_barrier"(%a) : (tensor<2xf32>) -> tensor<2xf16>
  return
}
// -----
func.func @negative_tuple_of_others(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.tuple' op expects a tuple of ('tensor<2xf32>'), but got 'tuple<tensor<3xf32>>'}}
  %0 = "stablehlo.tuple"(%a) : (tensor<2xf32>) -> tuple<tensor<3xf32>>
  return
}
// -----
func.func @negative_tuple_is_tensor(%a: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.tuple' expects a tuple type, but got 'tensor<2xf32>'}}
  %0 = stablehlo.tuple %a : tensor<2xf32>
  return
}
// -----
func.func @negative_get_tuple_element_outside(%t: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op expects an index in [0, 1), but got 1}}
  %0 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<2xf32>>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_get_tuple_element_converts(%t: tuple<tensor<2xf32>>) {
  // expected-error@+1 {{'stablehlo.get_tuple_element' op expects a result that fits 'tensor<2xf32>', but got 'tensor<2xf16>'}}
  %0 = stablehlo.get_tuple_element %t[0] : (tuple<tensor<2xf32>>) -> tensor<2xf16>
  return
}
