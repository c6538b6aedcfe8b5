// RUN: amp-opt %s -split-input-file --amp-attach-policy --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Rules and wishes beat lists; the reason says so, and nothing else remains of
/// rules. A wish stays until native lowering.
// CHECK-NOT: amp.listed
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
    allow = ["contraction"], infer = ["stablehlo.add"], clear = ["contraction.result", "layout", "control"],
    deny = ["stablehlo.exponential"], rules = [
      #amp.rule<deny, scope = "/exact/">,
      #amp.rule<allow, op = "stablehlo.exponential", function = "allowed">,
      #amp.rule<infer, op = "stablehlo.tanh">,
      #amp.rule<deny, op = "contraction.result", function = "wide">]>} {
  /// A rule denies a product, whose result is f32 with it, and what infers.
  // CHECK-LABEL: @denied
  func.func @denied(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}<[], <rule, "deny scope=/exact/">>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(f)/exact/dot_general")
    // CHECK: stablehlo.transpose {{.*}}<[f16], <clear, "layout">>
    %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
    %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }

  /// A rule that allows also beats "f32 by structure"; one that infers does not.
  // CHECK-LABEL: @allowed
  func.func @allowed(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.exponential {{.*}}<[f16], <rule, "allow function=allowed op=stablehlo.exponential">>
    %1 = stablehlo.exponential %0 : tensor<4x4xf32>
    // CHECK: stablehlo.tanh {{.*}}<[], <structure, "nothing after it multiplies matrices">>
    %2 = stablehlo.tanh %1 : tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }

  /// An op that follows because a rule lets it keeps that reason.
  // CHECK-LABEL: @follows
  func.func @follows(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.tanh {{.*}}<[f16], <rule, "infer op=stablehlo.tanh">, proven>
    %1 = stablehlo.tanh %0 : tensor<4x4xf32>
    %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }

  /// A result alone: read low, made in f32.
  // CHECK-LABEL: @wide
  func.func @wide(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }

  /// The user's wish on an op beats rules and lists.
  // CHECK-LABEL: @allowed_by_rule_and_denied
  func.func @allowed_by_rule_and_denied(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}amp.precision = #amp.precision<[], <require, "deny">>, amp.require = #amp.require<deny>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] {amp.require = #amp.require<deny>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.power {{.*}}<[], <require, "deny">>
    %1 = stablehlo.power %0, %x {amp.require = #amp.require<deny>} : tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[], <path, "stablehlo.power">>
    %2 = stablehlo.add %1, %x : tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[f16], <require, "force">>
    %3 = stablehlo.add %1, %x {amp.require = #amp.require<force>} : tensor<4x4xf32>
    // CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
    %4 = stablehlo.dot_general %2, %3, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
}

// -----

/// A condition in a list: sums over the first dimension only.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "reduction"], clear = ["contraction.result"],
    deny = [#amp.when<"stablehlo.reduce", {dimensions = array<i64: 0>}>]>} {
  // CHECK-LABEL: @condition
  func.func @condition(%x: tensor<4x4xf32>, %zero: tensor<f32>) -> tensor<f32> {
    // CHECK: stablehlo.reduce{{.*}}<[], <deny, "stablehlo.reduce {dimensions = array<i64: 0>}">>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    // CHECK: stablehlo.reduce{{.*}}<[f16], <allow, "reduction">>
    %1 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [0] x [0] : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %2 : tensor<f32>
  }
}
