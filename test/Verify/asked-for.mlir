// RUN: amp-opt %s --amp | FileCheck %s

/// Values that the user requests are low even where no contraction comes after it, and
/// that breaks no promise: by force, by a rule, by a wish.
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32,
    force = ["stablehlo.tanh"], rules = [#amp.rule<allow, op = "stablehlo.negate">]>} {
  // CHECK-LABEL: @main
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    // CHECK: stablehlo.tanh {{.*}}bf16
    // CHECK: stablehlo.negate {{.*}}bf16
    // CHECK: stablehlo.floor {{.*}}bf16
    // CHECK: stablehlo.ceil {{.*}}f32
    %0 = stablehlo.tanh %x : tensor<4xf32>
    %1 = stablehlo.negate %0 : tensor<4xf32>
    %2 = stablehlo.floor %1 {amp.require = #amp.require<force>} : tensor<4xf32>
    %3 = stablehlo.ceil %2 : tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}
