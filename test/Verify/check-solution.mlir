// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --amp-check-solution -verify-diagnostics

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

/// One cast too many: the solver never paid for it.
// expected-error @+1 {{expects a placed program of 1000000 fs on sm_90, but got }}
module @negative_another_time attributes {amp.policy = #policy, amp.solution = {chip = "sm_90", solver = "paint", time = 1000000 : i64}} {
  func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %low = amp.cast %x <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xf16>
    %0 = stablehlo.dot_general %low, %low, contracting_dims = [1] x [0] : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
}

// -----

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

/// A flow that is nothing but a number proves nothing.
// expected-error @+1 {{'amp.solution' expects 'f32', 'flow', 'flow_edges', 'flow_exact' and 'flow_pins' of solver 'mincut', and of no other}}
module @negative_flow_without_edges attributes {amp.policy = #policy, amp.solution = {chip = "sm_90", flow = 12 : i64, solver = "mincut", time = 12 : i64}} {
}

// -----

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

// expected-error @+1 {{'amp.solution' expects 'flow_edges' of i64, 'flow_exact' of pairs of i32, and 'flow_pins' of i8}}
module @negative_edges_of_another_type attributes {amp.policy = #policy, amp.solution = {chip = "sm_90", f32 = 0 : i64, flow = 12 : i64, flow_edges = array<i32>, flow_exact = array<i32>, flow_pins = array<i8>, solver = "mincut", time = 12 : i64}} {
}

// -----

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

// expected-error @+1 {{'amp.solution' expects pairs of edge and flow in 'flow_edges', but got 1 numbers}}
module @negative_half_an_edge attributes {amp.policy = #policy, amp.solution = {chip = "sm_90", f32 = 0 : i64, flow = 0 : i64, flow_edges = array<i64: 1>, flow_exact = array<i32>, flow_pins = array<i8>, solver = "mincut", time = 0 : i64}} {
}

// -----

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

module @negative_cast_without_use attributes {amp.policy = #policy, amp.solution = {chip = "sm_90", solver = "paint", time = 0 : i64}} {
  func.func @main(%x: tensor<64x64xf32>) {
    // expected-error @+1 {{expects a use}}
    %low = amp.cast %x <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xf16>
    return
  }
}

// -----

#policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>

module @negative_doubled_cast attributes {amp.policy = #policy, amp.solution = {chip = "sm_90", solver = "paint", time = 0 : i64}} {
  func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %a = amp.cast %x <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xf16>
    // expected-error @+1 {{expects one cast per value and type, but got another}}
    %b = amp.cast %x <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xf16>
    %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<64x64xf16>, tensor<64x64xf16>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
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
