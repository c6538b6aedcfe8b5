// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --amp-check-solution -verify-diagnostics

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

/// One cast too many: the solver never paid for it.
// expected-error @+1 {{expects a placed program of 1000000 fs on sm_90, but got }}
module @negative_another_time attributes {amp.policy = #policy, amp.solution = {chip = "sm_90", flow = 1000000 : i64, time = 1000000 : i64}} {
  func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %low = amp.cast %x <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xf16>
    %0 = stablehlo.dot_general %low, %low, contracting_dims = [1] x [0] : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
}

// -----

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

// expected-error @+1 {{assignment of 12 fs is not optimal: the flow is 11 fs}}
module @negative_not_optimal attributes {amp.policy = #policy, amp.solution = {chip = "sm_90", flow = 11 : i64, time = 12 : i64}} {
}

// -----

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

// expected-error @+1 {{expects a known 'chip' and a 'time' in 'amp.solution', but got {chip = "abacus", time = 0 : i64}}}
module @negative_unknown_chip attributes {amp.policy = #policy, amp.solution = {chip = "abacus", time = 0 : i64}} {
}

// -----

/// Nobody promised anything.
module @no_solution {
}
