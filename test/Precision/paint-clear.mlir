// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Clear ops follow a matmul, or another low op, on either side,
/// over other clears. Worked out by hand.
!t = tensor<4x4xf32>

/// Down: a chain that ends at an op on no list.
// CHECK-LABEL: @down(
func.func @down(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.transpose {{.*}}<[{{b?f16}}], <clear, "layout">>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (!t) -> !t
  // CHECK-NEXT: stablehlo.abs {{.*}}<[{{b?f16}}], <clear, "stablehlo.abs">>
  %2 = stablehlo.abs %1 : !t
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %3 = stablehlo.cbrt %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// Up, then down again: each step is to any neighbour.
// CHECK-LABEL: @up_and_down(
func.func @up_and_down(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.transpose {{.*}}<[{{b?f16}}], <clear, "layout">>
  %0 = stablehlo.transpose %x, dims = [1, 0] : (!t) -> !t
  // CHECK-NEXT: stablehlo.reverse {{.*}}<[{{b?f16}}], <clear, "layout">>
  %1 = stablehlo.reverse %0, dims = [0] : !t
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %2 = stablehlo.cbrt %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %0, %2 : (!t, !t) -> !t
  return %3 : !t
}

/// Beside an infer that became low, before it and behind it.
// CHECK-LABEL: @beside_infer(
func.func @beside_infer(%x: !t, %bias: tensor<4xf32>) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[{{b?f16}}], <clear, "layout">>
  %1 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<4xf32>) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
  %2 = stablehlo.add %0, %1 : !t
  // CHECK-NEXT: stablehlo.floor {{.*}}<[{{b?f16}}], <clear, "stablehlo.floor">>
  %3 = stablehlo.floor %2 : !t
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %4 = stablehlo.cbrt %3 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %5 = stablehlo.dot %4, %x : (!t, !t) -> !t
  return %5 : !t
}

/// Not beside an infer that did not.
// CHECK-LABEL: @negative_beside_high_infer(
func.func @negative_beside_high_infer(%x: !t, %bias: tensor<4xf32>) -> !t {
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[], <clear, "layout">>
  %0 = stablehlo.broadcast_in_dim %bias, dims = [1] : (tensor<4xf32>) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <infer, "stablehlo.add">>
  %1 = stablehlo.add %x, %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %2 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %2 : !t
}

/// Not between ops on no list.
// CHECK-LABEL: @negative_beside_unlisted(
func.func @negative_beside_unlisted(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %0 = stablehlo.cbrt %x : !t
  // CHECK-NEXT: stablehlo.round_nearest_even {{.*}}<[], <structure, "an exact difference or choice">>
  %1 = stablehlo.round_nearest_even %0 : !t
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %2 = stablehlo.cbrt %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}
