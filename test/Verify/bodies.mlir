// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --verify-each=0 --mlir-very-unsafe-disable-verifier-on-parsing --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Ops in bodies are judged as ops outside of them are: by what the policy
/// denies, by their slots, and by the constants that they read.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout"], deny = ["transcendental"]>} {
  func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi32>) -> tensor<4x4xf32> {
    %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %c = stablehlo.constant dense<1.0e5> : tensor<f32>
      %m = stablehlo.minimum %a, %c : tensor<f32>
      %d = stablehlo.constant dense<2.0> : tensor<f32>
      %e = stablehlo.multiply %m, %d : tensor<f32>
      stablehlo.return %e : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = "stablehlo.map"(%0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.exponential %a : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %i = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<i32>
      %j = stablehlo.bitcast_convert %b : (tensor<f32>) -> tensor<i32>
      %m = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %m : tensor<i1>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = "stablehlo.map"(%2) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = func.call @helper(%a) : (tensor<f32>) -> tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.dot %3, %3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
  func.func private @helper(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

//--- output.mlir
/// A constant that f16 does not hold.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %x16 = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = "stablehlo.map"(%x16) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f16>):
    %c = stablehlo.constant dense<0x7C00> : tensor<f16>
    // expected-error @+1 {{'stablehlo.minimum' op breaks "a low format holds what is known to occur": expects a format that holds a larger constant, but got 'f16'}}
    %m = stablehlo.minimum %a, %c : tensor<f16>
    %d = stablehlo.constant dense<2.0> : tensor<f16>
    %e = stablehlo.multiply %m, %d : tensor<f16>
    stablehlo.return %e : tensor<f16>
  }) : (tensor<4x4xf16>) -> tensor<4x4xf16>
  %h = amp.cast %0 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %1 = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = stablehlo.exponential %a : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %i = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<i32>
    %j = stablehlo.bitcast_convert %b : (tensor<f32>) -> tensor<i32>
    %m = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = "stablehlo.map"(%2) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = func.call @helper(%a) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.dot %3, %3 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %4 : tensor<4x4xf32>
}
func.func private @helper(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

// -----

/// A denied op.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.constant dense<1.0e5> : tensor<f32>
    %m = stablehlo.minimum %a, %c : tensor<f32>
    %d = stablehlo.constant dense<2.0> : tensor<f32>
    %e = stablehlo.multiply %m, %d : tensor<f32>
    stablehlo.return %e : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %h = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-note @+1 {{the body of this op}}
  %1 = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f16>):
    // expected-error @+1 {{'stablehlo.exponential' op breaks "what the policy does not allow keeps its types": expects 'f32' in the body of 'stablehlo.map', but got 'f16'}}
    %m = stablehlo.exponential %a : tensor<f16>
    stablehlo.return %m : tensor<f16>
  }) : (tensor<4x4xf16>) -> tensor<4x4xf16>
  return %x : tensor<4x4xf32>
}

// -----

/// The bits of another number.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.constant dense<1.0e5> : tensor<f32>
    %m = stablehlo.minimum %a, %c : tensor<f32>
    %d = stablehlo.constant dense<2.0> : tensor<f32>
    %e = stablehlo.multiply %m, %d : tensor<f32>
    stablehlo.return %e : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.map"(%0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = stablehlo.exponential %a : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %h = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-note @+1 {{the body of this op}}
  %2 = "stablehlo.sort"(%h) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f16>, %b: tensor<f16>):
    // expected-error @+1 {{'stablehlo.bitcast_convert' op breaks "what belongs together has one type": expects 'tensor<f32>' in the body of 'stablehlo.sort', as in the input, but got 'tensor<f16>'}}
    %i = stablehlo.bitcast_convert %a : (tensor<f16>) -> tensor<i32>
    %j = stablehlo.bitcast_convert %b : (tensor<f16>) -> tensor<i32>
    %m = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (tensor<4x4xf16>) -> tensor<4x4xf16>
  return %x : tensor<4x4xf32>
}

// -----

/// A function has its own types.
func.func @main(%x: tensor<4x4xf32>, %n: tensor<4x4xi32>) -> tensor<4x4xf32> {
  %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.constant dense<1.0e5> : tensor<f32>
    %m = stablehlo.minimum %a, %c : tensor<f32>
    %d = stablehlo.constant dense<2.0> : tensor<f32>
    %e = stablehlo.multiply %m, %d : tensor<f32>
    stablehlo.return %e : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = "stablehlo.map"(%0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = stablehlo.exponential %a : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = "stablehlo.sort"(%1) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %i = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<i32>
    %j = stablehlo.bitcast_convert %b : (tensor<f32>) -> tensor<i32>
    %m = stablehlo.compare LT, %i, %j : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %m : tensor<i1>
  }) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %h = amp.cast %2 <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-note @+1 {{the body of this op}}
  %3 = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f16>):
    // expected-error @+1 {{'func.call' op breaks "what belongs together has one type": expects 'tensor<f32>' in the body of 'stablehlo.map', as in the input, but got 'tensor<f16>'}}
    %m = func.call @helper(%a) : (tensor<f16>) -> tensor<f16>
    stablehlo.return %m : tensor<f16>
  }) : (tensor<4x4xf16>) -> tensor<4x4xf16>
  return %x : tensor<4x4xf32>
}
