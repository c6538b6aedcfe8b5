// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// A rectifier, and what its gradient reads. Worked out by hand.
!t = tensor<4x4xf32>

/// A rectifier: maximum and its broadcast zero.
// CHECK-LABEL: @relu(
func.func @relu(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.constant {{.*}}<[], <unlisted>>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[{{b?f16}}], <clear, "layout">, proven>
  %0 = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %1 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.maximum {{.*}}<[{{b?f16}}], <clear, "select">>
  %2 = stablehlo.maximum %1, %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Its gradient: a comparison is clear like any other, and so is the choice.
// CHECK-LABEL: @relu_gradient(
func.func @relu_gradient(%x: !t, %g: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.compare {{.*}}<[{{b?f16}}], <clear, "select">>
  %1 = stablehlo.compare GT, %0, %0 : (!t, !t) -> tensor<4x4xi1>
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %2 = stablehlo.dot %g, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.select {{.*}}<[{{b?f16}}], <clear, "select">>
  %3 = stablehlo.select %1, %2, %g : tensor<4x4xi1>, !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// A result that clear reads is low, one that only deny reads is not.
// CHECK-LABEL: @results(
func.func @results(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.sign {{.*}}<[{{b?f16}}], <clear, "stablehlo.sign">>
  %1 = stablehlo.sign %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %2 = stablehlo.dot %x, %1 : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %3 = stablehlo.power %2, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}
