// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of random numbers.

func.func @negative_rng_converts(%a: tensor<f16>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op expects bounds of element type 'f32', but got 'f16'}}
  %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f16>, tensor<f16>, tensor<1xi64>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_rng_normal_integers(%a: tensor<i32>, %n: tensor<1xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op expects floats of a normal distribution, but got 'i32'}}
  %0 = stablehlo.rng %a, %a, %n, distribution = NORMAL : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<2xi32>
  return
}
// -----
func.func @negative_rng_sizes(%a: tensor<f32>, %n: tensor<2xi64>) {
  // expected-error@+1 {{'stablehlo.rng' op expects 1 sizes, but got 2}}
  %0 = stablehlo.rng %a, %a, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_rng_bit_generator_state(%s: tensor<2xui64>) {
  // expected-error@+1 {{'stablehlo.rng_bit_generator' op expects a state of shape 2, but got 'tensor<3xui64>'}}
  %0:2 = stablehlo.rng_bit_generator %s, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<3xui64>, tensor<4xui32>)
  return
}
