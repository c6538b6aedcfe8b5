// RUN: amp-opt %s --amp-diff-policy="compute=bf16 preset=contractions other=%S/Inputs/tanh.policy solver=paint" 2>%t.err | FileCheck %s --check-prefix=SAME
// RUN: FileCheck %s < %t.err
// RUN: amp-opt %s --amp-diff-policy="compute=bf16 other=default" -o /dev/null 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: amp-opt %s --amp-diff-policy="compute=bf16 other-compute=f16 other-solver=paint" -o /dev/null 2>&1 | FileCheck %s --check-prefix=SOLVER

/// Changed decisions, both reasons, and the difference in cost.
// CHECK:      policies compared on @step: contractions (bf16, paint)  ->  {{.*}}tanh.policy (bf16, paint)
// CHECK-NEXT:   predicted time  {{[0-9.]+ .s}}  ->  {{[0-9.]+ .s}}, on sm_90 (all f32: {{[0-9.]+ .s}})
// CHECK-NEXT:   casts
// CHECK-NEXT:   bytes of casts
// CHECK-NEXT:   16-bit ops      2  ->  4, of
// CHECK-NEXT: 2 ops change, the largest change of time first:
// CHECK-NEXT:   stablehlo.tanh at large at model.py:2:1 in @main: f32  ->  bf16, {{[0-9.]+ .s}}  ->  {{[0-9.]+ .s}}
// CHECK-NEXT:     before: no list names it, so it keeps its types
// CHECK-NEXT:     after: stablehlo.tanh is on the allow list
// CHECK-NEXT:   stablehlo.tanh at small at model.py:1:1 in @main: f32  ->  bf16,

/// The module itself is as it was.
// SAME-LABEL: module @step {
// SAME-NOT:   amp.
// SAME-NOT:   bf16

// NONE: no op changes
// SOLVER: policies compared on @step: default (bf16, mincut)  ->  default (f16, paint)
module @step {
  func.func @main(%x: tensor<64x64xf32>, %y: tensor<2048x2048xf32>) -> (tensor<64x64xf32>, tensor<2048x2048xf32>) {
    %0 = stablehlo.tanh %x : tensor<64x64xf32> loc("small"("model.py":1:1))
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = stablehlo.tanh %y : tensor<2048x2048xf32> loc("large"("model.py":2:1))
    %3 = stablehlo.dot_general %2, %y, contracting_dims = [1] x [0] : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
    return %1, %3 : tensor<64x64xf32>, tensor<2048x2048xf32>
  }
}
