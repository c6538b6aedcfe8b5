// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -verify-diagnostics

/// A structured contraction sums in the type of its result: f32.

//--- input.mlir
func.func @main(%x: tensor<4x4xf32>) {
  %0 = linalg.matmul ins(%x, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = linalg.matmul ins(%0, %x : tensor<4x4xf32>, tensor<4x4xf32>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>) {
  %a = arith.truncf %x : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'linalg.matmul' op breaks "what belongs together has one type": expects operand #2 to be 'tensor<4x4xf32>', as in the input, but got 'tensor<4x4xf16>'}}
  %0 = linalg.matmul ins(%a, %a : tensor<4x4xf16>, tensor<4x4xf16>) outs(%a : tensor<4x4xf16>) -> tensor<4x4xf16>
  %1 = linalg.matmul ins(%0, %a : tensor<4x4xf16>, tensor<4x4xf16>) outs(%x : tensor<4x4xf32>) -> tensor<4x4xf32>
  return
}
