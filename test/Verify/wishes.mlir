// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics

/// The rules that match an op, and before them the user constraint, permit or deny it,
/// regardless of the lists.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], deny = ["stablehlo.add"], force = ["stablehlo.abs"], rules = [#amp.rule<allow, op = "stablehlo.add">, #amp.rule<deny, op = "stablehlo.dot">]>} {
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.abs %x : tensor<4x4xf32>
    %1 = stablehlo.add %0, %0 : tensor<4x4xf32>
    %2 = stablehlo.add %1, %1 {amp.require = #amp.require<deny>} : tensor<4x4xf32>
    %3 = stablehlo.dot %1, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = stablehlo.abs %a : tensor<4x4xf16>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf16>
  // expected-error @+1 {{'stablehlo.add' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'f16'}}
  %2 = stablehlo.add %1, %1 : tensor<4x4xf16>
  return %x : tensor<4x4xf32>
}

// -----

func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %a = amp.cast %x <unlisted> : tensor<4x4xf32> to tensor<4x4xf16>
  %0 = stablehlo.abs %a : tensor<4x4xf16>
  %1 = stablehlo.add %0, %0 : tensor<4x4xf16>
  %b = amp.cast %1 <unlisted> : tensor<4x4xf16> to tensor<4x4xf32>
  %2 = stablehlo.add %b, %b : tensor<4x4xf32>
  // expected-error @+1 {{'stablehlo.dot' op breaks "what the policy does not allow keeps its types": expects 'f32', but got 'f16'}}
  %3 = stablehlo.dot %1, %1 : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}
