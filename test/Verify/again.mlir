// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A module that the policy was applied to before passes through as it is.

//--- input.mlir
module attributes {amp.applied = {policy = "1"}} {
  func.func private @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.tanh %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

//--- output.mlir
func.func private @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %a = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  // expected-error @+1 {{'stablehlo.tanh' op breaks "the same policy again changes nothing": expects the types that it had}}
  %0 = stablehlo.tanh %a : tensor<4xbf16>
  return %x : tensor<4xf32>
}

// -----

// expected-error @+1 {{expects 'function_type' to be (tensor<4xf32>) -> tensor<4xf32>, but got (tensor<4xf16>) -> tensor<4xf32>}}
func.func private @main(%x: tensor<4xf16>) -> tensor<4xf32> {
  %0 = stablehlo.convert %x : (tensor<4xf16>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func private @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  // expected-error @+1 {{'stablehlo.convert' op breaks "the same policy again changes nothing": expects no cast that was not there}}
  %a = stablehlo.convert %0 : (tensor<4xf32>) -> tensor<4xbf16>
  return %0 : tensor<4xf32>
}
