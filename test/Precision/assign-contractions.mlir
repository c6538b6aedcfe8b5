// RUN: amp-opt %s -split-input-file --amp-assign-precision=solver=paint | FileCheck %s

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], deny = ["tosa.conv2d"]>} {
  // CHECK-LABEL: @by_class
  func.func @by_class(%a: tensor<4x8xf32>, %b: tensor<8x2xf32>) -> tensor<4x2xf32> {
    // CHECK: arith.constant {amp.precision = #amp.precision<[], <unlisted>>} 0.0
    %zero = arith.constant 0.0 : f32
    // CHECK: tensor.empty() {amp.precision = #amp.precision<[], <unlisted>>}
    %empty = tensor.empty() : tensor<4x2xf32>
    // CHECK: linalg.fill {amp.precision = #amp.precision<[], <unlisted>>}
    %init = linalg.fill ins(%zero : f32) outs(%empty : tensor<4x2xf32>) -> tensor<4x2xf32>
    // CHECK: linalg.matmul {amp.precision = #amp.precision<[f16], <allow, "contraction">>}
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xf32>, tensor<8x2xf32>) outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
    // CHECK: return {amp.precision = #amp.precision<[], <unlisted>>}
    return %0 : tensor<4x2xf32>
  }

  /// A name on the deny list beats its class on the allow list.
  // CHECK-LABEL: @negative_denied_by_name
  func.func @negative_denied_by_name(%x: tensor<1x8x8x4xf32>, %w: tensor<16x3x3x4xf32>, %b: tensor<16xf32>, %z: tensor<1xf32>) -> tensor<1x6x6x16xf32> {
    // CHECK: tosa.conv2d {{.*}}amp.precision = #amp.precision<[], <deny, "tosa.conv2d">>
    %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x16xf32>
    return %0 : tensor<1x6x6x16xf32>
  }

  /// A product in which the user chose 16 bits for an operand stays as given.
  // CHECK-LABEL: @negative_given_operand
  func.func @negative_given_operand(%a: tensor<4x8xbf16>, %b: tensor<8x2xf32>, %init: tensor<4x2xf32>) -> tensor<4x2xf32> {
    // CHECK: linalg.matmul {amp.precision = #amp.precision<[], <given, "operands">>}
    %0 = linalg.matmul ins(%a, %b : tensor<4x8xbf16>, tensor<8x2xf32>) outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
    return %0 : tensor<4x2xf32>
  }

  /// Ops without f32 need no decision.
  // CHECK-LABEL: @negative_no_f32
  func.func @negative_no_f32(%x: f64, %i: i32, %h: f16) {
    // CHECK-NOT: amp.precision
    %0 = arith.addf %x, %x : f64
    %1 = arith.addi %i, %i : i32
    %2 = arith.addf %h, %h : f16
    return
  }
}

// -----

/// Pooling has the interface of a convolution but multiplies nothing.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>} {
  // CHECK-LABEL: @negative_pooling
  func.func @negative_pooling(%x: tensor<1x4x4x8xf32>, %window: tensor<2x2xf32>, %init: tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32> {
    // CHECK: amp.precision = #amp.precision<[], <unlisted>>
    %0 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%x, %window : tensor<1x4x4x8xf32>, tensor<2x2xf32>) outs(%init : tensor<1x2x2x8xf32>) -> tensor<1x2x2x8xf32>
    return %0 : tensor<1x2x2x8xf32>
  }
}

// -----

/// A module that mixed precision was applied to is not touched again.
// CHECK-LABEL: module @applied
// CHECK-NOT: amp.precision
module @applied attributes {amp.applied = {}} {
  func.func @f(%x: f32) -> f32 {
    return %x : f32
  }
}
