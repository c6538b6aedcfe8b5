// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --verify-each=0 --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/output-f64.mlir --amp-verify=input=%t/input-f64.mlir -verify-diagnostics

/// Casts: needed, one per value and type, outside of loops, before their users.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], clear = ["contraction.result"]>} {
  func.func @main(%x: tensor<4x4xf32>, %d: tensor<4x4xf64>, %n: index, %p: i1) {
    %c1 = arith.constant 1 : index
    scf.for %i = %c1 to %n step %c1 {
      %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %1 = stablehlo.dot %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    }
    scf.if %p {
      %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    } else {
      %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    }
    return
  }
}

//--- output.mlir
/// Nothing is wrong here.
func.func @main(%x: tensor<4x4xf32>, %d: tensor<4x4xf64>, %n: index, %p: i1) {
  %c1 = arith.constant 1 : index
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  scf.for %i = %c1 to %n step %c1 {
    %0 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    %b = amp.cast %0 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = stablehlo.dot %b, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  }
  scf.if %p {
    %0 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  } else {
    %0 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  }
  return
}

// -----

func.func @main(%x: tensor<4x4xf32>, %d: tensor<4x4xf64>, %n: index, %p: i1) {
  %c1 = arith.constant 1 : index
  // expected-note @+1 {{this loop}}
  scf.for %i = %c1 to %n step %c1 {
    // expected-error @+1 {{'amp.cast' op breaks "every cast is needed, and made once": expects to stand outside of the loop that does not change its value}}
    %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
    %0 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    %1 = stablehlo.dot %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  }
  scf.if %p {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  } else {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  }
  return
}

// -----

func.func @main(%x: tensor<4x4xf32>, %d: tensor<4x4xf64>, %n: index, %p: i1) {
  %c1 = arith.constant 1 : index
  scf.for %i = %c1 to %n step %c1 {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  }
  scf.if %p {
    %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
    %0 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  } else {
    // expected-error @+1 {{expects one cast of this value to 'tensor<4x4xbf16>', but got a second one}}
    %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
    %0 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
  }
  return
}

// -----

/// Rounded on the way, where nothing asked for it.
func.func @main(%x: tensor<4x4xf32>, %d: tensor<4x4xf64>, %n: index, %p: i1) {
  %c1 = arith.constant 1 : index
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{expects a value of the input, but got another cast}}
  %b = amp.cast %a <unlisted> : tensor<4x4xbf16> to tensor<4x4xf32>
  scf.for %i = %c1 to %n step %c1 {
    %0 = stablehlo.dot %b, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot %0, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  }
  return
}

// -----

func.func @main(%x: tensor<4x4xf32>, %d: tensor<4x4xf64>, %n: index, %p: i1) {
  %c1 = arith.constant 1 : index
  // expected-error @+1 {{expects a user, but has none}}
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  scf.for %i = %c1 to %n step %c1 {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  }
  scf.if %p {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  } else {
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  }
  return
}

// -----

/// Not the policy's type.
func.func @main(%x: tensor<4x4xf32>, %d: tensor<4x4xf64>, %n: index, %p: i1) {
  %c1 = arith.constant 1 : index
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  scf.for %i = %c1 to %n step %c1 {
    // expected-error @+1 {{expects operand #0 to be 'tensor<4x4xf32>', as in the input, but got 'tensor<4x4xf16>'}}
    %0 = stablehlo.dot %a, %a : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
    %1 = stablehlo.dot %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  }
  return
}

//--- input-f64.mlir
func.func @main(%d: tensor<4xf64>) {
  call @f(%d) : (tensor<4xf64>) -> ()
  return
}
func.func private @f(%d: tensor<4xf64>)

//--- output-f64.mlir
func.func @main(%d: tensor<4xf64>) {
  // expected-error @+1 {{expects an f32 value of the input, or the cast back to f32, but got 'tensor<4xf64>' to 'tensor<4xbf16>'}}
  %a = amp.cast %d <unlisted> : tensor<4xf64> to tensor<4xbf16>
  call @f(%a) : (tensor<4xbf16>) -> ()
  return
}
func.func private @f(%d: tensor<4xbf16>)
