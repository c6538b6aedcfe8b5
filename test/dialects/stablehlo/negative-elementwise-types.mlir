// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the abbreviated types and of the regions of elementwise ops.

func.func @negative_map_of_nothing(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects inputs, but got none}}
  %0 = "stablehlo.map"() <{dimensions = array<i64>}> ({ %c = stablehlo.constant dense<1.0> : tensor<f32> stablehlo.return %c : tensor<f32> }) : () -> tensor<f32>
  return
}
// -----
func.func @negative_map_over_part(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects 2 dimensions, but got 1}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_map_out_of_order(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects a dimension in [0, 1), but got 1}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 1, 0>}> ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
  return
}
// -----
func.func @negative_map_of_other_arguments(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects a region argument that fits 'tensor<f32>', but got 'tensor<f16>'}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f16>): stablehlo.return %x : tensor<f16> }) : (tensor<2xf32>) -> tensor<2xf16>
  return
}
// -----
func.func @negative_map_returns_another_type(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects a region that returns what fits 'tensor<f16>', but got 'tensor<f32>'}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>) -> tensor<2xf16>
  return
}
// -----
func.func @negative_map_returns_two(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects a region that returns 1 values, but got 2}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>): stablehlo.return %x, %x : tensor<f32>, tensor<f32> }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_map_takes_two(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.map' op expects a region of 1 arguments, but got 2}}
  %0 = "stablehlo.map"(%a) <{dimensions = array<i64: 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_dequantize_to_another_float(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>) {
  // expected-error@+1 {{'stablehlo.uniform_dequantize' op expects floats of element type 'f32', but got 'f16'}}
  %0 = stablehlo.uniform_dequantize %a : (tensor<2x!quant.uniform<i8:f32, 0.5>>) -> tensor<2xf16>
  return
}
// -----
func.func @negative_quantize_another_float(%a: tensor<2xf16>) {
  // expected-error@+1 {{'stablehlo.uniform_quantize' op expects floats of element type 'f32', but got 'f16'}}
  %0 = stablehlo.uniform_quantize %a : (tensor<2xf16>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}
// -----
func.func @negative_quantized_of_two_floats(%a: tensor<2x!quant.uniform<i8:f32, 0.5>>, %b: tensor<2x!quant.uniform<i8:f64, 0.5>>) {
  // expected-error@+1 {{'stablehlo.add' op expects one element type, '!quant.uniform<i8:f32, 5.000000e-01>', but got '!quant.uniform<i8:f64, 5.000000e-01>'}}
  %0 = stablehlo.add %a, %b : (tensor<2x!quant.uniform<i8:f32, 0.5>>, tensor<2x!quant.uniform<i8:f64, 0.5>>) -> tensor<2x!quant.uniform<i8:f32, 0.5>>
  return
}
// -----
func.func @negative_too_many_types(%a: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.add' expects 2 operand types, but got 3}}
  %0 = stablehlo.add %a, %a : (tensor<2xf32>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_two_result_types(%a: tensor<2xf32>) {
  // expected-error@+1 {{custom op 'stablehlo.add' expects one result type, but got 2}}
  %0 = stablehlo.add %a, %a : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
// -----
func.func @negative_accuracy_below_zero(%a: tensor<2xf32>) {
  // expected-error@+1 {{expects tolerances of at least 0, but got -2.000000e+00}}
  %0 = stablehlo.exponential %a {result_accuracy = #stablehlo.result_accuracy<ulps = -2, mode = #stablehlo.result_accuracy_mode<TOLERANCE>>} : tensor<2xf32>
  return
}
