// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The certificate of the solver proves the optimum; a certificate with one changed number is rejected.
// RUN: amp-opt %s --amp-check-solution=remarks=true 2>&1 >/dev/null | FileCheck %s --check-prefix=OK
// OK: remark: is optimal under 4 pins that follow from the policy's lists, and 0 pins that are trusted

// DEFINE: %{check} = not amp-opt --amp-check-solution -o /dev/null 2>&1 | FileCheck %s --check-prefix

/// Another time, with the flow that would prove it.
// RUN: sed 's/60146887413 : i64, solver/60146887412 : i64, solver/; s/time = 60146887413/time = 60146887412/; s/flow = 60146887413/flow = 60146887412/' %s | %{check}=TIME
// TIME: error: expects a placed program of 60146887412 fs on sm_90, but got 60146887413 fs
// RUN: sed 's/f32 = 60146887413/f32 = 60146887414/' %s | %{check}=F32
// F32: error: expects a program in f32 of 60146887414 fs on sm_90, but got 60146887413 fs
// RUN: sed 's/flow = 60146887413/flow = 60146887412/' %s | %{check}=FLOW
// FLOW: error: expects a flow of 60146887412 fs on sm_90, but got 60146887413 fs
/// On another chip it takes another time.
// RUN: sed 's/chip = "sm_90"/chip = "sm_80"/' %s | %{check}=CHIP
// CHIP: error: expects a placed program of 60146887413 fs on sm_80, but got

/// A flow below zero, above what the cast costs, and one that the dot cannot take.
// RUN: sed 's/: 1, 250780508,/: 1, -1,/' %s | %{check}=BELOW
// BELOW: expects a flow of 0 to {{[0-9]+}} fs on operand 0, but got -1
// RUN: sed 's/3, 9760515879/3, 99760515879/' %s | %{check}=ABOVE
// ABOVE: expects a flow of 0 to 30048745074 fs on operand 0, but got 99760515879
// RUN: sed 's/3, 9760515879/3, 9760515880/' %s | %{check}=CONSERVED
// CONSERVED: 'stablehlo.dot_general' op expects a conserved flow in slot 0: between 0 and 10011296387 fs more out than in, but got 10011296388
/// Less flow proves less.
// RUN: sed 's/3, 9760515879/3, 9760515878/' %s | %{check}=LESS
// LESS: error: expects a flow of 60146887413 fs on sm_90, but got 60146887412 fs
// RUN: sed 's/flow = 60146887413/flow = 60146887412/; s/3, 9760515879/3, 9760515878/' %s | %{check}=NOTPROVEN
// NOTPROVEN: error: assignment of 60146887413 fs is not proven optimal: the flow is 60146887412 fs
/// Edges that are none: behind the program, of what nobody shares, out of order.
// RUN: sed 's/43, 10016187133/99, 10016187133/' %s | %{check}=BEHIND
// BEHIND: error: expects no flow on edge 99, which joins no two free slots
// RUN: sed 's/43, 10016187133/44, 10016187133/' %s | %{check}=NONE
// NONE: error: expects no flow on edge 44, which joins no two free slots
// RUN: sed 's/: 1, 250780508, 3, 9760515879,/: 3, 9760515879, 1, 250780508,/' %s | %{check}=ORDER
// ORDER: error: 'amp.solution' expects edges in ascending order in 'flow_edges', but got 1 after 3

/// One pin too many is a lie about the policy; one too few frees what it pins.
// RUN: sed 's/array<i8: 0, 1,/array<i8: 1, 1,/' %s | %{check}=LIST
// LIST: 'stablehlo.dot_general' op is pinned to f32 by a list in slot 0, but list 'allow' permits the low format
// RUN: sed 's/array<i8: 0, 1,/array<i8: 2, 1,/' %s | %{check}=RULE
// RULE: 'stablehlo.dot_general' op is pinned to f32 by a rule in slot 0, but the policy has no rule
// RUN: sed 's/array<i8: 0, 1,/array<i8: 7, 1,/' %s | %{check}=FORCED
// FORCED: 'stablehlo.dot_general' op expects the low format in slot 0, which the solution pins, but got f32
// RUN: sed 's/1, 1, 0, 1>/1, 0, 0, 1>/' %s | %{check}=FREED
// FREED: error: expects
// RUN: sed 's/1, 1, 0, 1>/1, 10, 0, 1>/' %s | %{check}=PIN
// PIN: 'stablehlo.exponential' op expects a pin of 0 to 9 in 'flow_pins', but got 10
// RUN: sed 's/array<i8: 0, 1,/array<i8: 16, 1,/' %s | %{check}=STRICT
// STRICT: 'stablehlo.dot_general' op is priced without TF32, but the policy does not ask for f32
// RUN: sed 's/1, 1, 0, 1>/1, 1, 0>/' %s | %{check}=COUNT
// COUNT: error: expects 7 slots in 'flow_pins', but got 6
/// No maximum is compared here.
// RUN: sed 's/flow_exact = array<i32>/flow_exact = array<i32: 0, 2>/' %s | %{check}=EXACT
// EXACT: 'stablehlo.dot_general' op expects no precision in common with another op
// RUN: sed 's/flow_exact = array<i32>/flow_exact = array<i32: 0, 7>/' %s | %{check}=PAIR
// PAIR: error: expects pairs of two of 7 slots in 'flow_exact', but got 0 and 7
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>, amp.solution = {chip = "sm_90", f32 = 60146887413 : i64, flow = 60146887413 : i64, flow_edges = array<i64: 1, 250780508, 3, 9760515879, 19, 10011296387, 43, 10016187133>, flow_exact = array<i32>, flow_pins = array<i8: 0, 1, 0, 1, 1, 0, 1>, solver = "mincut", time = 60146887413 : i64}} {
  func.func @main(%w: tensor<4096x4096xf32>, %a: tensor<4096xf32>, %b: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>) {
    %0 = stablehlo.dot_general %w, %a, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    %1 = stablehlo.dot_general %w, %b, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    %2 = stablehlo.exponential %1 : tensor<4096xf32>
    %3 = stablehlo.dot_general %w, %2, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    return %0, %2, %3 : tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>
  }
}
