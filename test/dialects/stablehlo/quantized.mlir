// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// Quantized element types.
module {
  func.func @quantized(%arg0: tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, %arg1: tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e-01,2.000000e-01:1,3.000000e-01}>>, %arg2: tensor<4xf32>, %arg3: tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %1 = stablehlo.add %arg0, %arg3 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>
    %2 = stablehlo.uniform_quantize %arg2 : (tensor<4xf32>) -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %3 = stablehlo.uniform_quantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4x!quant.uniform<i16:f32, 5.000000e-01>>
    %4 = stablehlo.uniform_dequantize %arg0 : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>) -> tensor<4xf32>
    %5 = stablehlo.transpose %arg1, dims = [1, 0] : (tensor<2x3x!quant.uniform<i8:f32:1, {1.000000e-01,2.000000e-01:1,3.000000e-01}>>) -> tensor<3x2x!quant.uniform<i8:f32:0, {1.000000e-01,2.000000e-01:1,3.000000e-01}>>
    %cst = stablehlo.constant() <{value = dense<1> : tensor<4xi8>}> : () -> tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    %6 = stablehlo.dot_general %arg0, %arg3, contracting_dims = [0] x [0] : (tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>, tensor<4x!quant.uniform<i8:f32, 2.500000e-01>>) -> tensor<!quant.uniform<i32:f32, 5.000000e-01>>
    %7 = stablehlo.tanh %arg0 : tensor<4x!quant.uniform<i8:f32, 5.000000e-01:3>>
    return
  }
}
