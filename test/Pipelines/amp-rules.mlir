// RUN: amp-opt %s --amp=solver=paint | FileCheck %s

/// Rules, wishes and conditions through the whole pipeline, with verification:
/// nothing of them is left in the output.

// CHECK: module @wishes attributes {amp.applied = {
module @wishes attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32,
    allow = ["contraction"], infer = ["elementwise"], clear = ["contraction.result", "layout"],
    deny = [#amp.when<"stablehlo.dot_general", {precision_config = [#stablehlo<precision HIGHEST>, #stablehlo<precision HIGHEST>]}>],
    force = ["stablehlo.tanh"],
    rules = [#amp.rule<deny, function = "^exact">,
             #amp.rule<deny, op = "contraction.result", argument = "logits">]>} {
  // CHECK-LABEL: func.func @main
  // CHECK-NOT: amp.
  func.func @main(%x: tensor<4x4xf32>, %logits: tensor<4x4xf32> loc("logits")) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}HIGHEST{{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: dot_general {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] {amp.require = #amp.require<deny>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: dot_general {{.*}} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    %2 = stablehlo.dot_general %1, %logits, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.tanh %{{.*}} : tensor<4x4xbf16>
    %3 = stablehlo.tanh %2 : tensor<4x4xf32>
    // CHECK: call @exact(%{{.*}}) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = call @exact(%3) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: dot_general {{.*}} : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    %5 = stablehlo.dot_general %4, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %5 : tensor<4x4xf32>
  }
  // CHECK: func.func private @exact(%arg0: tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: dot_general {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK-NOT: amp.
  func.func private @exact(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
