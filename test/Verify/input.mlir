// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Without our casts, the output must be the input: each module below is it but
/// for one fault.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"]>} {
  func.func @main(%x: tensor<4x4xf32>, %p: i1) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.tanh %0 : tensor<4x4xf32>
    %2 = scf.if %p -> tensor<4x4xf32> {
      scf.yield %1 : tensor<4x4xf32>
    } else {
      %3 = stablehlo.add %0, %1 : tensor<4x4xf32>
      scf.yield %3 : tensor<4x4xf32>
    }
    return %2 : tensor<4x4xf32>
  }
}

//--- output.mlir
/// Nothing is wrong here.
module {
  func.func @main(%x: tensor<4x4xf32>, %p: i1) -> tensor<4x4xf32> {
    %x16 = amp.cast %x <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %0 = stablehlo.dot_general %x16, %x16, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    %1 = stablehlo.tanh %0 : tensor<4x4xf32>
    %2 = scf.if %p -> tensor<4x4xf32> {
      scf.yield %1 : tensor<4x4xf32>
    } else {
      %3 = stablehlo.add %0, %1 : tensor<4x4xf32>
      scf.yield %3 : tensor<4x4xf32>
    }
    return %2 : tensor<4x4xf32>
  }
}

// -----

/// Native casts are looked through as well.
module {
  func.func @main(%x: tensor<4x4xf32>, %p: i1) -> tensor<4x4xf32> {
    %x16 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %0 = stablehlo.dot_general %x16, %x16, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    // expected-error @+1 {{'stablehlo.logistic' op breaks "without our casts it is the input": expects 'stablehlo.tanh' here}}
    %1 = stablehlo.logistic %0 : tensor<4x4xf32>
    %2 = scf.if %p -> tensor<4x4xf32> {
      scf.yield %1 : tensor<4x4xf32>
    } else {
      %3 = stablehlo.add %0, %1 : tensor<4x4xf32>
      scf.yield %3 : tensor<4x4xf32>
    }
    return %2 : tensor<4x4xf32>
  }
}

// -----

module {
  func.func @main(%x: tensor<4x4xf32>, %p: i1) -> tensor<4x4xf32> {
    // expected-error @+1 {{expects its own attributes as they were, but got {dot_dimension_numbers =}}
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.tanh %0 : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}

// -----

module {
  func.func @main(%x: tensor<4x4xf32>, %p: i1) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-error @+1 {{expects the attributes {}, but got {mine}}}
    %1 = stablehlo.tanh %0 {mine} : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}

// -----

module {
  func.func @main(%x: tensor<4x4xf32>, %p: i1) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // expected-error @+1 {{'stablehlo.tanh' op breaks "without our casts it is the input": expects operand #0 to be what it was, but got another value}}
    %1 = stablehlo.tanh %x : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}
