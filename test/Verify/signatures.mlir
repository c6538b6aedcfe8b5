// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Symbols, signatures and attributes of the module and its public functions
/// stay; private functions may have copies.

//--- input.mlir
module attributes {jax.version = 1 : i32, amp.policy = #amp.policy<compute = f16, accumulate = f32, clear = ["control"], infer = ["elementwise"]>} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.dot %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %0 : tensor<4xf32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

//--- output.mlir
/// Nothing is wrong here: the copy is low, the original unused.
module attributes {jax.version = 1 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %x16 = amp.cast %x <unlisted> : tensor<4xf32> to tensor<4xf16>
    %0 = call @f_0(%x16) : (tensor<4xf16>) -> tensor<4xf16>
    %1 = amp.cast %0 <unlisted> : tensor<4xf16> to tensor<4xf32>
    %2 = stablehlo.dot %1, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %1 : tensor<4xf32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @f_0(%x: tensor<4xf16>) -> tensor<4xf16> {
    %0 = stablehlo.add %x, %x : tensor<4xf16>
    return %0 : tensor<4xf16>
  }
}

// -----

// expected-error @+1 {{'builtin.module' op breaks "symbols and signatures stay as they are": expects the attributes}}
module attributes {jax.version = 2 : i32} {
}

// -----

module attributes {jax.version = 1 : i32} {
  // expected-error @+1 {{'func.func' op breaks "symbols and signatures stay as they are": expects argument #0 to be 'tensor<4xf32>', as in the input, but got 'tensor<4xf16>'}}
  func.func @main(%x: tensor<4xf16>) -> tensor<4xf16> {
    %0 = call @f(%x) : (tensor<4xf16>) -> tensor<4xf16>
    return %0 : tensor<4xf16>
  }
  func.func private @f(%x: tensor<4xf16>) -> tensor<4xf16> {
    return %x : tensor<4xf16>
  }
}

// -----

module attributes {jax.version = 1 : i32} {
  // expected-error @+1 {{expects 1 arguments, but got 2}}
  func.func @main(%x: tensor<4xf32>, %y: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

module attributes {jax.version = 1 : i32} {
  // expected-error @+1 {{expects result #0 to be 'tensor<4xf32>', as in the input, but got 'tensor<4xf16>'}}
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf16> {
    %0 = amp.cast %x <unlisted> : tensor<4xf32> to tensor<4xf16>
    return %0 : tensor<4xf16>
  }
}

// -----

module attributes {jax.version = 1 : i32} {
  // expected-error @+1 {{expects 'arg_attrs' to be absent, but got [{jax.mine}]}}
  func.func @main(%x: tensor<4xf32> {jax.mine}) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

module attributes {jax.version = 1 : i32} {
  // expected-error @+1 {{expects '@main' here}}
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

// expected-error @+1 {{expects '@f' at its end}}
module attributes {jax.version = 1 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @f_0(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.dot %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %0 : tensor<4xf32>
  }
  func.func private @f_0(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {jax.version = 1 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @+1 {{expects 'callee' to be @f, but got @main}}
    %0 = call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {jax.version = 1 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @f_0(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.dot %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %0 : tensor<4xf32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  // expected-error @+1 {{expects a copy of '@f' to be private}}
  func.func @f_0(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {jax.version = 1 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @f_0(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.dot %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %0 : tensor<4xf32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  func.func private @f_0(%x: tensor<4xf32>) -> tensor<4xf32> {
    // expected-error @+1 {{expects 'stablehlo.add' here}}
    %0 = stablehlo.multiply %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

// -----

module attributes {jax.version = 1 : i32} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.dot %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %0 : tensor<4xf32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  // expected-error @+1 {{expects a symbol of the input, or a copy that is called in the place of one}}
  func.func private @g(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}
