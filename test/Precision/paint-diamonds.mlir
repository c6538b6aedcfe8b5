// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Paths that fork and join. Worked out by hand.
!t = tensor<4x4xf32>

/// Both ways round a diamond.
// CHECK-LABEL: @denied(
func.func @denied(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.negate {{.*}}<[], <path, "stablehlo.exponential">>
  %1 = stablehlo.negate %0 : !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[], <path, "stablehlo.exponential">>
  %2 = stablehlo.tanh %0 : !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
  %3 = stablehlo.add %1, %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// A diamond between products: both ways.
// CHECK-LABEL: @low(
func.func @low(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[{{b?f16}}], <infer, "stablehlo.tanh">, proven>
  %1 = stablehlo.tanh %0 : !t
  // CHECK-NEXT: stablehlo.subtract {{.*}}<[{{b?f16}}], <infer, "stablehlo.subtract">>
  %2 = stablehlo.subtract %0, %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// One way denied: the other is low as far as where they meet.
// CHECK-LABEL: @one_denied(
func.func @one_denied(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[{{b?f16}}], <infer, "stablehlo.tanh">, proven>
  %1 = stablehlo.tanh %0 : !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %2 = stablehlo.power %0, %x : !t
  // CHECK-NEXT: stablehlo.divide {{.*}}<[], <path, "stablehlo.power">>
  %3 = stablehlo.divide %1, %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// An infer of two products, and what a denied branch makes of it.
// CHECK-LABEL: @two_products(
func.func @two_products(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %1 = stablehlo.dot %x, %0 : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
  %2 = stablehlo.add %0, %1 : !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %3 = stablehlo.power %2, %x : !t
  // CHECK-NEXT: stablehlo.subtract {{.*}}<[], <path, "stablehlo.power">>
  %4 = stablehlo.subtract %2, %3 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %5 = stablehlo.dot %2, %4 : (!t, !t) -> !t
  return %5 : !t
}
