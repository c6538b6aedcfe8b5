// RUN: amp-opt %s --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// One function per rule of the painting, derived by hand. Each ends in a
/// product, because what no product comes after is f32 by structure.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], infer = ["stablehlo.add"], clear = ["contraction.result", "layout", "control"], deny = ["stablehlo.exponential"]>} {
  /// Infer between two allows is low; its f32 argument is cast.
  // CHECK-LABEL: @between
  func.func @between(%x: tensor<4x4xf32>, %bias: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}<[f16, f16], <allow, "contraction">>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[f16], <infer, "stablehlo.add">>
    %1 = stablehlo.add %0, %bias : tensor<4x4xf32>
    // CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
    %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }

  /// Infer that reads no allow stays f32, although an allow reads it.
  // CHECK-LABEL: @negative_only_before
  func.func @negative_only_before(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: stablehlo.add {{.*}}<[], <infer, "stablehlo.add">>
    %0 = stablehlo.add %x, %x : tensor<4x4xf32>
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }

  /// Infer that reads allow is low although only a deny reads it.
  // CHECK-LABEL: @after_allow
  func.func @after_allow(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[f16], <infer, "stablehlo.add">>
    %1 = stablehlo.add %0, %x : tensor<4x4xf32>
    // CHECK: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
    %2 = stablehlo.exponential %1 : tensor<4x4xf32>
    %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }

  /// Deny goes through infer, even one that also reads allow.
  // CHECK-LABEL: @deny_through_infer
  func.func @deny_through_infer(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.exponential %x : tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
    %2 = stablehlo.add %0, %1 : tensor<4x4xf32>
    %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }

  /// deny -> infer -> clear -> infer: all denied.
  // CHECK-LABEL: @deny_through_clear
  func.func @deny_through_clear(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.exponential %x : tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
    %1 = stablehlo.add %0, %x : tensor<4x4xf32>
    // CHECK: stablehlo.transpose {{.*}}<[], <path, "stablehlo.exponential">>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
    %3 = stablehlo.add %2, %x : tensor<4x4xf32>
    %4 = stablehlo.dot_general %3, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }

  /// deny -> infer -> clear -> allow: the clear at the end follows the allow,
  /// so that the smaller value is moved.
  // CHECK-LABEL: @trailing_clear
  func.func @trailing_clear(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.exponential %x : tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
    %1 = stablehlo.add %0, %x : tensor<4x4xf32>
    // CHECK: stablehlo.transpose {{.*}}<[f16], <clear, "layout">>
    %2 = stablehlo.transpose %1, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }

  /// Deny stops at allow: behind it the chain is low again.
  // CHECK-LABEL: @stops_at_allow
  func.func @stops_at_allow(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.exponential %x : tensor<4x4xf32>
    // CHECK: dot_general {{.*}}<[f16, f16], <allow, "contraction">>
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[f16], <infer, "stablehlo.add">>
    %2 = stablehlo.add %1, %1 : tensor<4x4xf32>
    %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }

  /// Clear beside allow follows it, through other clears, on either side.
  // CHECK-LABEL: @clear_beside
  func.func @clear_beside(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: stablehlo.transpose {{.*}}<[f16], <clear, "layout">>
    %0 = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.reverse {{.*}}<[f16], <clear, "layout">>
    %1 = stablehlo.reverse %0, dims = [0] : tensor<4x4xf32>
    %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }

  /// An op on no list is f32 and passes nothing on.
  // CHECK-LABEL: @negative_barrier
  func.func @negative_barrier(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.cosine {{.*}}<[], <unlisted>>
    %1 = stablehlo.cosine %0 : tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<[], <infer, "stablehlo.add">>
    %2 = stablehlo.add %1, %1 : tensor<4x4xf32>
    %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }

  /// The result of a product is low only where somebody reads it low.
  // CHECK-LABEL: @result_read_low
  func.func @result_read_low(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
    // CHECK: dot_general {{.*}}<[f16, f16], <allow, "contraction">>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0, %1 : tensor<4x4xf32>, tensor<4x4xf32>
  }

  /// f64 and what is 16-bit already are not ours to change.
  // CHECK-LABEL: @negative_other_types
  func.func @negative_other_types(%d: tensor<4x4xf64>, %h: tensor<4x4xbf16>, %x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK-NOT: amp.precision
    // CHECK: dot_general {{.*}}f64
    %0 = stablehlo.dot_general %d, %d, contracting_dims = [1] x [0] : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
    // CHECK: dot_general {{.*}}<[], <given, "operands">>
    %1 = stablehlo.dot_general %h, %x, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}
