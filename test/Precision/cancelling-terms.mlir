// RUN: amp-opt %s --amp-assign-precision=solver=paint | FileCheck %s

/// Sums with two terms that cancel compute rounding errors, which are others in
/// 16 bits.

module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["layout", "contraction.result"]>} {

/// Compensated summation.
// CHECK-LABEL: @compensated
func.func @compensated(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>, %sum: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = stablehlo.dot %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.add {{.*}}<[], <structure, "terms of a sum that cancel">>
  %s = stablehlo.add %sum, %y : tensor<8x8xf32>
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "terms of a sum that cancel">>
  %d = stablehlo.subtract %s, %sum : tensor<8x8xf32>
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "terms of a sum that cancel">>
  %e = stablehlo.subtract %d, %y : tensor<8x8xf32>
  // CHECK: stablehlo.multiply {{.*}}<[bf16], <infer, "elementwise">>
  %u = stablehlo.multiply %y, %y : tensor<8x8xf32>
  %v = stablehlo.dot %e, %u : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %v : tensor<8x8xf32>
}

/// The high bits of a float. In f16 the product would be infinite.
// CHECK-LABEL: @split
func.func @split(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = stablehlo.dot %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %k = stablehlo.constant dense<4097.0> : tensor<8x8xf32>
  // CHECK: stablehlo.multiply {{.*}}<[], <structure, "terms of a sum that cancel">>
  %c = stablehlo.multiply %y, %k : tensor<8x8xf32>
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "terms of a sum that cancel">>
  %r = stablehlo.subtract %c, %y : tensor<8x8xf32>
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "terms of a sum that cancel">>
  %h = stablehlo.subtract %c, %r : tensor<8x8xf32>
  %v = stablehlo.dot %h, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %v : tensor<8x8xf32>
}

/// Rounding to a multiple of a power of two: two constants of one value, through
/// a negation and data movement.
// CHECK-LABEL: @round
func.func @round(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = stablehlo.dot %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %m = stablehlo.constant dense<256.0> : tensor<8x8xf32>
  %n = stablehlo.constant dense<256.0> : tensor<f32>
  %b = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.add {{.*}}<[], <structure, "terms of a sum that cancel">>
  %up = stablehlo.add %y, %m : tensor<8x8xf32>
  %t = stablehlo.transpose %up, dims = [1, 0] : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: stablehlo.negate {{.*}}<[], <structure, "terms of a sum that cancel">>
  %g = stablehlo.negate %t : tensor<8x8xf32>
  // CHECK: stablehlo.add {{.*}}<[], <structure, "terms of a sum that cancel">>
  %r = stablehlo.add %g, %b : tensor<8x8xf32>
  %v = stablehlo.dot %r, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %v : tensor<8x8xf32>
}

/// Terms that occur twice with one sign, and those of different sums.
// CHECK-LABEL: @other
// CHECK-NOT: cancel
func.func @other(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %y = stablehlo.dot %x, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %z = stablehlo.dot %y, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %a = stablehlo.add %y, %z : tensor<8x8xf32>
  %b = stablehlo.add %a, %y : tensor<8x8xf32>
  %c = stablehlo.subtract %y, %z : tensor<8x8xf32>
  %d = stablehlo.multiply %b, %c : tensor<8x8xf32>
  %v = stablehlo.dot %d, %w : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %v : tensor<8x8xf32>
}

}
