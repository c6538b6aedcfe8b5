// RUN: amp-opt %s --amp-assign-precision=solver=paint | FileCheck %s

/// What is made of random bits alone stays f32 until it meets data; a lower
/// precision would draw other numbers.
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], clear = ["elementwise"]>} {
  // CHECK-LABEL: @mask
  func.func @mask(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
    // CHECK: stablehlo.bitcast_convert {{.*}}<[], <
    %0 = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.negate {{.*}}<[], <random, "made of random bits">>
    %1 = stablehlo.negate %0 : tensor<4x4xf32>
    // CHECK: stablehlo.multiply {{.*}}<[bf16], <clear, "elementwise">>
    %2 = stablehlo.multiply %1, %x : tensor<4x4xf32>
    %3 = stablehlo.dot %2, %2 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}
