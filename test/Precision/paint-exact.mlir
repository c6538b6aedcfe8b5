// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// A maximum and the comparisons that test it have one precision: otherwise no
/// element equals it. Worked out by hand.
!t = tensor<4x4xf32>
!v = tensor<4xf32>

/// All of it is clear beside a product, and what the comparison answers goes to
/// another, and is counted: low together.
// CHECK-LABEL: @low(
func.func @low(%x: !t, %least: tensor<f32>, %none: tensor<i32>) -> (!t, tensor<4xi32>) {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.reduce{{.*}}<[{{b?f16}}], <clear, "select">>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !v
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[{{b?f16}}], <clear, "layout">>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (!v) -> !t
  // CHECK-NEXT: stablehlo.compare {{.*}}<[{{b?f16}}], <clear, "select">>
  %3 = stablehlo.compare EQ, %0, %2 : (!t, !t) -> tensor<4x4xi1>
  // CHECK-NEXT: stablehlo.select {{.*}}<[{{b?f16}}], <clear, "select">>
  %4 = stablehlo.select %3, %0, %x : tensor<4x4xi1>, !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %5 = stablehlo.dot %4, %x : (!t, !t) -> !t
  %6 = stablehlo.convert %3 : (tensor<4x4xi1>) -> tensor<4x4xi32>
  %7 = stablehlo.reduce(%6 init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x4xi32>, tensor<i32>) -> tensor<4xi32>
  return %5, %7 : !t, tensor<4xi32>
}

/// The comparison only leaves the program and stays f32, and so does the
/// maximum; what infers from the maximum between products does not.
// CHECK-LABEL: @demoted(
func.func @demoted(%x: !t, %least: tensor<f32>, %none: tensor<i32>) -> (!t, tensor<4xi32>) {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.reduce{{.*}}<[], <exact, "select">>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !v
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[], <exact, "layout">>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (!v) -> !t
  // CHECK-NEXT: stablehlo.compare {{.*}}<[], <structure, "nothing after it multiplies matrices">>
  %3 = stablehlo.compare EQ, %0, %2 : (!t, !t) -> tensor<4x4xi1>
  // CHECK-NEXT: stablehlo.subtract {{.*}}<[{{b?f16}}], <infer, "stablehlo.subtract">>
  %4 = stablehlo.subtract %0, %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %5 = stablehlo.dot %4, %x : (!t, !t) -> !t
  %6 = stablehlo.convert %3 : (tensor<4x4xi1>) -> tensor<4x4xi32>
  %7 = stablehlo.reduce(%6 init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x4xi32>, tensor<i32>) -> tensor<4xi32>
  return %5, %7 : !t, tensor<4xi32>
}

/// Two extremes that one comparison tests: if the second is f32, so is the first.
// CHECK-LABEL: @demoted_in_turn(
func.func @demoted_in_turn(%x: !t, %least: tensor<f32>) -> (!t, tensor<4xi1>) {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.reduce{{.*}}<[], <exact, "select">>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !v
  // CHECK-NEXT: stablehlo.reduce{{.*}}<[], <exact, "select">>
  %2 = stablehlo.reduce(%0 init: %least) applies stablehlo.minimum across dimensions = [1] : (!t, tensor<f32>) -> !v
  // CHECK-NEXT: stablehlo.compare {{.*}}<[], <exact, "select">>
  %3 = stablehlo.compare EQ, %1, %2 : (!v, !v) -> tensor<4xi1>
  // CHECK-NEXT: stablehlo.select {{.*}}<[{{b?f16}}], <clear, "select">>
  %4 = stablehlo.select %3, %1, %2 : tensor<4xi1>, !v
  // CHECK-NEXT: stablehlo.compare {{.*}}<[], <structure, "nothing after it multiplies matrices">>
  %5 = stablehlo.compare LT, %2, %2 : (!v, !v) -> tensor<4xi1>
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[{{b?f16}}], <clear, "layout">>
  %6 = stablehlo.broadcast_in_dim %4, dims = [0] : (!v) -> !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %7 = stablehlo.dot %0, %6 : (!t, !t) -> !t
  return %7, %5 : !t, tensor<4xi1>
}

/// A maximum behind deny that leads to a deny is denied before that.
// CHECK-LABEL: @denied(
func.func @denied(%x: !t, %least: tensor<f32>) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.reduce{{.*}}<[], <path, "stablehlo.exponential">>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !v
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[], <path, "stablehlo.exponential">>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (!v) -> !t
  // CHECK-NEXT: stablehlo.divide {{.*}}<[], <path, "stablehlo.exponential">>
  %3 = stablehlo.divide %0, %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}
