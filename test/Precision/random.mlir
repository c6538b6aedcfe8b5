// RUN: amp-opt %s --amp-assign-precision=solver=paint | FileCheck %s

/// Values computed from random bits alone stay f32 until an op combines them with data; a lower
/// precision would draw other numbers.
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], clear = ["control", "elementwise", "layout", "select"]>} {
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

  /// As jax.random.normal has it: the draw is a function's, and its bounds are
  /// arguments. In bf16 the lower one would be -1, whose logarithm is infinite.
  // CHECK-LABEL: @uniform
  func.func private @uniform(%bits: tensor<4x4xi32>, %low: tensor<f32>) -> tensor<4x4xf32> {
    %0 = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.broadcast_in_dim {{.*}}"made of random bits">>
    %1 = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}"made of random bits">>
    %2 = stablehlo.add %0, %1 : tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }

  /// A series whose coefficients depend on the draw is the draw's; a mask is not.
  // CHECK-LABEL: @normal
  func.func @normal(%w: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
    %low = stablehlo.constant dense<-0.99999994> : tensor<f32>
    %a = stablehlo.constant dense<1.5> : tensor<4x4xf32>
    %b = stablehlo.constant dense<2.5> : tensor<4x4xf32>
    %0 = call @uniform(%bits, %low) : (tensor<4x4xi32>, tensor<f32>) -> tensor<4x4xf32>
    %1 = stablehlo.compare LT, %0, %a : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    // CHECK: %[[COEFFICIENT:.*]] = stablehlo.select
    %2 = stablehlo.select %1, %a, %b : tensor<4x4xi1>, tensor<4x4xf32>
    // CHECK: stablehlo.multiply %{{.*}}, %[[COEFFICIENT]] {{.*}}"made of random bits">>
    %3 = stablehlo.multiply %0, %2 : tensor<4x4xf32>
    // CHECK: %[[MASK:.*]] = stablehlo.select
    %4 = stablehlo.select %1, %b, %a : tensor<4x4xi1>, tensor<4x4xf32>
    // CHECK: stablehlo.multiply %[[MASK]], {{.*}}<[bf16], <clear, "elementwise">>
    %5 = stablehlo.multiply %4, %w : tensor<4x4xf32>
    %6 = stablehlo.dot %3, %5 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %6 : tensor<4x4xf32>
  }

  /// An argument that is data in every call is data.
  // CHECK-LABEL: @from
  func.func private @from(%bits: tensor<4x4xi32>, %low: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.bitcast_convert %bits : (tensor<4x4xi32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.add {{.*}}<clear, "elementwise">>
    %1 = stablehlo.add %0, %low : tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
  func.func @noisy(%x: tensor<4x4xf32>, %bits: tensor<4x4xi32>) -> tensor<4x4xf32> {
    %0 = call @from(%bits, %x) : (tensor<4x4xi32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.dot %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }
}
