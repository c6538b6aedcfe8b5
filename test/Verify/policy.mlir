// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// Ops that the policy denies or does not name keep their types, by name before
/// class; values of one group have one type.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], deny = ["stablehlo.add", "transcendental"]>} {
  func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xi32>, %n: index) -> tensor<4x4xf32> {
    %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
    %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
    %2 = stablehlo.tanh %1 : tensor<4x4xf32>
    %3 = stablehlo.abs %2 : tensor<4x4xf32>
    %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %5 = stablehlo.dot %4, %4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = scf.for %k = %n to %n step %n iter_args(%a = %5) -> tensor<4x4xf32> {
      scf.yield %a : tensor<4x4xf32>
    }
    return %6 : tensor<4x4xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xi32>, %n: index) -> tensor<4x4xf32> {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %0 = stablehlo.multiply %a, %a : tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'bf16'}}
  %1 = stablehlo.add %0, %0 : tensor<4x4xbf16>
  return %x : tensor<4x4xf32>
}

// -----

/// By its class.
func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xi32>, %n: index) -> tensor<4x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
  %a = amp.cast %1 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.tanh' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'bf16'}}
  %2 = stablehlo.tanh %a : tensor<4x4xbf16>
  return %x : tensor<4x4xf32>
}

// -----

/// On no list.
func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xi32>, %n: index) -> tensor<4x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %a = amp.cast %2 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %3 = stablehlo.abs %a : tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.transpose' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'bf16'}}
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %x : tensor<4x4xf32>
}

// -----

/// The result of a contraction is a class of its own.
func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xi32>, %n: index) -> tensor<4x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.abs %2 : tensor<4x4xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %4 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'stablehlo.dot' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'bf16'}}
  %5 = stablehlo.dot %a, %a : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xi32>, %n: index) -> tensor<4x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.abs %2 : tensor<4x4xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.dot' op breaks "what belongs together has one type": expects a result that stays as it was, like what it multiplies}}
  %5 = stablehlo.dot %4, %4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xbf16>
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xi32>, %n: index) -> tensor<4x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.abs %2 : tensor<4x4xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %4 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{expects operand #1 to hold 'bf16', as the values that it belongs to, but got 'f32'}}
  %5 = stablehlo.dot %a, %4 : (tensor<4x4xbf16>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %x : tensor<4x4xf32>
}

// -----

/// This loop has no slots.
func.func @main(%x: tensor<4x4xf32>, %i: tensor<4x4xi32>, %n: index) -> tensor<4x4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4x4xf32>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.abs %2 : tensor<4x4xf32>
  %4 = stablehlo.transpose %3, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = stablehlo.dot %4, %4 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %b = amp.cast %5 <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  // expected-error @+1 {{'scf.for' op breaks "what belongs together has one type": expects operand #3 to be 'tensor<4x4xf32>', as in the input, but got 'tensor<4x4xbf16>'}}
  %6 = scf.for %k = %n to %n step %n iter_args(%c = %b) -> tensor<4x4xbf16> {
    scf.yield %c : tensor<4x4xbf16>
  }
  return %x : tensor<4x4xf32>
}
