// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Ends of deny: before clear that leads to no infer, at allow, at an op on
/// no list; and it never goes back. Worked out by hand.
!t = tensor<4x4xf32>

/// A clear that leads only to an op on no list is not denied, merely not low.
// CHECK-LABEL: @negative_clear_to_nothing(
func.func @negative_clear_to_nothing(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.reverse {{.*}}<[], <clear, "layout">>
  %1 = stablehlo.reverse %0, dims = [0] : !t
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %2 = stablehlo.cbrt %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Clears that lead only to an allow follow it, so that the cast is before them.
// CHECK-LABEL: @negative_clears_to_allow(
func.func @negative_clears_to_allow(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.reverse {{.*}}<[{{b?f16}}], <clear, "layout">>
  %1 = stablehlo.reverse %0, dims = [0] : !t
  // CHECK-NEXT: stablehlo.negate {{.*}}<[{{b?f16}}], <clear, "stablehlo.negate">>
  %2 = stablehlo.negate %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Only forward: what a deny reads is low beside a product.
// CHECK-LABEL: @negative_backward(
func.func @negative_backward(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.reverse {{.*}}<[{{b?f16}}], <clear, "layout">>
  %1 = stablehlo.reverse %0, dims = [0] : !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %2 = stablehlo.power %1, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Not through an op on no list: behind it, infer between products is low.
// CHECK-LABEL: @negative_through_unlisted(
func.func @negative_through_unlisted(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %1 = stablehlo.cbrt %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %2 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
  %3 = stablehlo.add %1, %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// From a product through deny to a product: each product casts what it reads,
/// and the first one's result stays f32 for the deny.
// CHECK-LABEL: @between_products(
func.func @between_products(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %1 = stablehlo.power %0, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %2 = stablehlo.dot %1, %1 : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[{{b?f16}}], <infer, "stablehlo.tanh">, proven>
  %3 = stablehlo.tanh %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}
