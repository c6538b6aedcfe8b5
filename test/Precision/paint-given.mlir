// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Casts and 16-bit values of the program itself stay as given, and painting stops
/// there. Worked out by hand.
!t = tensor<4x4xf32>
!h = tensor<4x4xbf16>

/// The program's own rounding: neither side of it is between products.
// CHECK-LABEL: @converts(
func.func @converts(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.convert {{.*}}<[], <unlisted>>
  %1 = stablehlo.convert %0 : (!t) -> !h
  // CHECK-NEXT: stablehlo.tanh %{{.*}} : tensor<4x4xbf16>
  %2 = stablehlo.tanh %1 : !h
  // CHECK-NEXT: stablehlo.convert {{.*}}<[], <unlisted>>
  %3 = stablehlo.convert %2 : (!h) -> !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[], <infer, "stablehlo.tanh">>
  %4 = stablehlo.tanh %3 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %5 = stablehlo.dot %4, %x : (!t, !t) -> !t
  return %5 : !t
}

/// Its own 16-bit product: no allow, so that what infers from it is f32.
// CHECK-LABEL: @own_product(
func.func @own_product(%x: !t, %h: !h) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[], <given, "operands">>
  %0 = stablehlo.dot %h, %h : (!h, !h) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <infer, "stablehlo.add">>
  %1 = stablehlo.add %0, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %2 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %2 : !t
}

/// Its own rounding within f32 is no deny: what also reads a product is low.
// CHECK-LABEL: @own_rounding(
func.func @own_rounding(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.reduce_precision {{.*}}<[], <unlisted>>
  %1 = stablehlo.reduce_precision %0, format = e8m7 : !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
  %2 = stablehlo.add %1, %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// f64 is beside the point.
// CHECK-LABEL: @double(
func.func @double(%x: !t, %d: tensor<4x4xf64>) -> tensor<4x4xf64> {
  // CHECK-NEXT: stablehlo.dot %{{.*}} : (tensor<4x4xf64>
  %0 = stablehlo.dot %d, %d : (tensor<4x4xf64>, tensor<4x4xf64>) -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}
