// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Random bits and thresholds are f32 until they meet data: rounded, they are
/// drawn otherwise. Worked out by hand.
!t = tensor<4x4xf32>

/// Dropout: the draw and its comparison are f32, what they choose from is low.
// CHECK-LABEL: @dropout(
func.func @dropout(%x: !t, %low: tensor<f32>, %shape: tensor<2xi64>) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.rng {{.*}}<[], <unlisted>>
  %1 = stablehlo.rng %low, %low, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> !t
  // CHECK-NEXT: stablehlo.compare {{.*}}<[], <random, "made of random bits">>
  %2 = stablehlo.compare LT, %1, %x : (!t, !t) -> tensor<4x4xi1>
  // CHECK-NEXT: stablehlo.select {{.*}}<[{{b?f16}}], <clear, "select">>
  %3 = stablehlo.select %2, %0, %x : tensor<4x4xi1>, !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// Bits made into numbers: random as far as constants alone join in.
// CHECK-LABEL: @bits(
func.func @bits(%x: !t, %bits: tensor<4x4xui32>) -> !t {
  // CHECK-NEXT: stablehlo.constant {{.*}}<[], <unlisted>>
  %one = stablehlo.constant dense<1.0> : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.bitcast_convert {{.*}}<[], <unlisted>>
  %1 = stablehlo.bitcast_convert %bits : (tensor<4x4xui32>) -> !t
  // CHECK-NEXT: stablehlo.subtract {{.*}}<[], <random, "made of random bits">>
  %2 = stablehlo.subtract %1, %one : !t
  // CHECK-NEXT: stablehlo.negate {{.*}}<[], <random, "made of random bits">>
  %3 = stablehlo.negate %2 : !t
  // CHECK-NEXT: stablehlo.multiply {{.*}}<[{{b?f16}}], <infer, "stablehlo.multiply">>
  %4 = stablehlo.multiply %3, %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %5 = stablehlo.dot %4, %x : (!t, !t) -> !t
  return %5 : !t
}
