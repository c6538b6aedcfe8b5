// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// A loop-carried value has one type for all iterations: it is clear, joined with
/// its definitions before the loop and at the end of each iteration. Worked out by hand.
!t = tensor<4x4xf32>

/// Denied in the body, and so on entry and behind the loop.
// CHECK-LABEL: @denied_in_body(
func.func @denied_in_body(%x: !t, %n: tensor<i1>) -> !t {
  // CHECK-NEXT: stablehlo.while{{.*}}<[], <path, "stablehlo.exponential">>
  %0 = stablehlo.while(%c = %x) : !t
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    // CHECK: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
    %1 = stablehlo.exponential %c : !t
    stablehlo.return %1 : !t
  }
  // CHECK: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %2 = stablehlo.dot %0, %x : (!t, !t) -> !t
  return %2 : !t
}

/// Multiplied in the body: a denied value is cast on entry, an op on no list
/// reads it widened behind the loop.
// CHECK-LABEL: @multiplied_in_body(
func.func @multiplied_in_body(%x: !t, %n: tensor<i1>) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.while{{.*}}<[{{b?f16}}], <clear, "control">>
  %1 = stablehlo.while(%c = %0) : !t
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    // CHECK: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
    %2 = stablehlo.dot %c, %x : (!t, !t) -> !t
    stablehlo.return %2 : !t
  }
  // CHECK: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %3 = stablehlo.cbrt %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// An infer in the body that adds a product to what it carries, of which that
/// product is computed, and one behind the loop.
// CHECK-LABEL: @accumulated(
func.func @accumulated(%x: !t, %n: tensor<i1>) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.while{{.*}}<[{{b?f16}}], <clear, "control">>
  %1 = stablehlo.while(%c = %0) : !t
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    // CHECK: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
    %p = stablehlo.dot %c, %x : (!t, !t) -> !t
    // CHECK: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
    %2 = stablehlo.add %c, %p : !t
    stablehlo.return %2 : !t
  }
  // CHECK: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Only passed through, each value on its own: one beside products, one not.
// CHECK-LABEL: @passed(
func.func @passed(%x: !t, %n: tensor<i1>) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.while{{.*}}<[{{b?f16, f32}}], <clear, "control">>
  %1:2 = stablehlo.while(%c = %0, %d = %x) : !t, !t
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    stablehlo.return %c, %d : !t, !t
  }
  // CHECK: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %2 = stablehlo.cbrt %1#1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %1#0, %2 : (!t, !t) -> !t
  return %3 : !t
}
