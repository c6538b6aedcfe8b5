// RUN: amp-opt %s --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["stablehlo.add"], clear = ["contraction.result", "layout", "control"], deny = ["stablehlo.exponential"]>} {
  /// A carried value has one precision for all turns: between products, low.
  // CHECK-LABEL: @carried_low
  func.func @carried_low(%x: tensor<4x4xf32>, %n: tensor<i32>) -> tensor<4x4xf32> {
    // CHECK: stablehlo.while{{.*}} : tensor<i32>, tensor<4x4xf32> attributes {amp.precision = #amp.precision<[i32, bf16], <clear, "control">>}
    %0:2 = stablehlo.while(%i = %n, %carried = %x) : tensor<i32>, tensor<4x4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      // CHECK: dot_general {{.*}}<[bf16, bf16], <allow, "contraction">>
      %1 = stablehlo.dot_general %carried, %carried, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      stablehlo.return %i, %1 : tensor<i32>, tensor<4x4xf32>
    }
    %2 = stablehlo.dot_general %0#1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }

  /// A sum that a loop carries stays f32 for all turns.
  // CHECK-LABEL: @negative_carried_sum
  func.func @negative_carried_sum(%x: tensor<4x4xf32>, %n: tensor<i32>) -> tensor<4x4xf32> {
    // CHECK: stablehlo.while{{.*}} attributes {amp.precision = #amp.precision<[], <structure, "what a loop updates">>}
    %0:2 = stablehlo.while(%i = %n, %carried = %x) : tensor<i32>, tensor<4x4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %1 = stablehlo.exponential %x : tensor<4x4xf32>
      // CHECK: stablehlo.add {{.*}}<[], <structure, "what a loop updates">>
      %2 = stablehlo.add %carried, %1 : tensor<4x4xf32>
      stablehlo.return %i, %2 : tensor<i32>, tensor<4x4xf32>
    }
    %3 = stablehlo.dot_general %0#1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }

  /// Both branches of a case yield one precision.
  // CHECK-LABEL: @branches
  func.func @branches(%x: tensor<4x4xf32>, %n: tensor<i32>) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: "stablehlo.case"
    %1 = "stablehlo.case"(%n) ({
      // CHECK: stablehlo.add {{.*}}<[bf16], <infer, "stablehlo.add">>
      %2 = stablehlo.add %0, %0 : tensor<4x4xf32>
      stablehlo.return %2 : tensor<4x4xf32>
    }, {
      stablehlo.return %x : tensor<4x4xf32>
    // CHECK: }) {amp.precision = #amp.precision<[bf16], <clear, "control">>}
    }) : (tensor<i32>) -> tensor<4x4xf32>
    %3 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }

  /// A private function is decided per call: low between products, f32 behind
  /// exp; calls that were decided alike share it again.
  // CHECK-LABEL: @calls
  func.func @calls(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: call @twice(
    %1 = call @twice(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.exponential %x : tensor<4x4xf32>
    // CHECK: call @twice_0(
    %4 = call @twice(%3) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: call @twice(
    %5 = call @twice(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %6 = stablehlo.dot_general %4, %5, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %6 : tensor<4x4xf32>
  }
  // CHECK: func.func private @twice({{.*}}<[bf16, bf16], <clear, "control">>
  // CHECK-NEXT: stablehlo.add {{.*}}<[bf16], <infer, "stablehlo.add">>
  func.func private @twice(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  // CHECK: func.func private @twice_0(
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
  // CHECK-NOT: func.func
}
