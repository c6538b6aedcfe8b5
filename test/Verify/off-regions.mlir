// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// In regions with AMP off nothing is low, also in functions that are called from
/// there alone, although no op of the input says `amp.listed`.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"]>} {
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.negate %x : tensor<4x4xf32> loc("jit(f)/amp.off/neg")
    %1 = call @helper(%0) {amp.require = #amp.require<deny>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.negate %x : tensor<4x4xf32> loc("jit(f)/amp.offset/neg")
    %3 = stablehlo.dot %2, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
  func.func private @helper(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

//--- output.mlir
/// Nothing is off in "amp.offset".
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.negate %x : tensor<4x4xf32>
  %1 = call @helper(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %2 = stablehlo.negate %a : tensor<4x4xf16>
  %3 = stablehlo.dot %2, %2 : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
func.func private @helper(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.negate' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'f16'}}
  %0 = stablehlo.negate %a : tensor<4x4xf16>
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.negate %x : tensor<4x4xf32>
  %1 = call @helper(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.negate %x : tensor<4x4xf32>
  %3 = stablehlo.dot %2, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
func.func private @helper(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'f16'}}
  %0 = stablehlo.add %a, %a : tensor<4x4xf16>
  %b = amp.cast %0 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  return %b : tensor<4x4xf32>
}
