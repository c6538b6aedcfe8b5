// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --verify-each=0 --mlir-very-unsafe-disable-verifier-on-parsing --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// A body agrees with its op; what control flow hands on has one type under all
/// its names, and the policy decides on it. Promotion of an f16 input in an f32
/// body is refused: XLA gives the wrong type for it.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, clear = ["select", "stablehlo.while"]>} {
  func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<f32> {
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.while(%a = %0) : tensor<f32>
    cond {
      %t = stablehlo.compare LT, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      stablehlo.return %a : tensor<f32>
    }
    %2 = "stablehlo.case"(%n) ({
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<i32>) -> tensor<f32>
    return %2 : tensor<f32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0.0> : tensor<f16>
  %x16 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf16>
  // expected-error @+1 {{'stablehlo.reduce' op breaks "what belongs together has one type": expects 'f16' throughout, as the op around it computes in, but got 'f32'}}
  %0 = "stablehlo.reduce"(%x16, %c) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4xf16>, tensor<f16>) -> tensor<f16>
  return %0 : tensor<f16>
}

// -----

func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  // expected-error @+1 {{'stablehlo.while' op breaks "what belongs together has one type": expects one type for value #0 that it hands on, but got 'f32' and 'f16'}}
  %1 = "stablehlo.while"(%0) ({
  ^bb0(%a: tensor<f16>):
    %t = stablehlo.compare LT, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>):
    stablehlo.return %a : tensor<f32>
  }) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

/// A loop may be low, a case may not.
func.func @main(%x: tensor<4xf32>, %n: tensor<i32>) -> tensor<f32> {
  %c = stablehlo.constant dense<0.0> : tensor<f16>
  %x16 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xf16>
  %0 = stablehlo.reduce(%x16 init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf16>, tensor<f16>) -> tensor<f16>
  %1 = stablehlo.while(%a = %0) : tensor<f16>
  cond {
    %t = stablehlo.compare LT, %n, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %t : tensor<i1>
  } do {
    stablehlo.return %a : tensor<f16>
  }
  // expected-error @+1 {{'stablehlo.case' op breaks "what the policy does not allow keeps its types": expects f32 for value #0 that it hands on, but got 'f16'}}
  %2 = "stablehlo.case"(%n) ({
    stablehlo.return %1 : tensor<f16>
  }) : (tensor<i32>) -> tensor<f16>
  return %2 : tensor<f16>
}
