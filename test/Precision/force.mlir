// RUN: amp-opt %s --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], infer = ["stablehlo.add"], clear = ["contraction.result", "layout"], deny = ["stablehlo.exponential"], force = ["stablehlo.tanh", "select"]>} {
  /// A forced op behind a denied one is low, and so is what infers from it.
  // CHECK-LABEL: @behind_deny
  func.func @behind_deny(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.exponential %x : tensor<4x4xf32>
    // CHECK: stablehlo.tanh {{.*}}<[f16], <force, "stablehlo.tanh">, proven>
    %1 = stablehlo.tanh %0 : tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[f16], <infer, "stablehlo.add">, proven>
    %2 = stablehlo.add %1, %1 : tensor<4x4xf32>
    %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }

  /// An op that is f32 by structure is low if the user forces it.
  // CHECK-LABEL: @after_last_product
  func.func @after_last_product(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.tanh {{.*}}<[f16], <force, "stablehlo.tanh">, proven>
    %1 = stablehlo.tanh %0 : tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[], <structure, "nothing after it multiplies matrices">>
    %2 = stablehlo.add %1, %1 : tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }

  /// A maximum and the test which element it was, both forced.
  // CHECK-LABEL: @exact_group
  func.func @exact_group(%x: tensor<4x4xf32>, %zero: tensor<f32>) -> tensor<4x4xi1> {
    %e = stablehlo.exponential %x : tensor<4x4xf32>
    // CHECK: stablehlo.reduce{{.*}}<[f16], <force, "select">>
    %0 = stablehlo.reduce(%e init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.compare {{.*}}<[f16], <force, "select">>
    %2 = stablehlo.compare EQ, %e, %1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    return %2 : tensor<4x4xi1>
  }

  /// Force changes no types that the program itself fixes.
  // CHECK-LABEL: @negative_given
  func.func @negative_given(%x: tensor<4x4xf32>, %h: tensor<4x4xbf16>) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}<[], <given, "operands">>
    %0 = stablehlo.dot_general %h, %x, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: dot_general {{.*}}<[], <given, "operands">>
    %1 = stablehlo.dot_general %h, %h, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }
}
