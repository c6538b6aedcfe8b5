// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Results of branches have one type, whichever is taken; they are clear. Worked out
/// by hand.
!t = tensor<4x4xf32>

/// They disagree, and a product reads the result: low, and the denied one is cast.
// CHECK-LABEL: @disagree_before_product(
func.func @disagree_before_product(%x: !t, %p: tensor<i1>) -> !t {
  // CHECK-NEXT: "stablehlo.if"
  %0 = "stablehlo.if"(%p) ({
    // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
    %1 = stablehlo.dot %x, %x : (!t, !t) -> !t
    stablehlo.return %1 : !t
  }, {
    // CHECK: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
    %1 = stablehlo.exponential %x : !t
    stablehlo.return %1 : !t
  // CHECK: }) {amp.precision = #amp.precision<[{{b?f16}}], <clear, "control">>}
  }) : (tensor<i1>) -> !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %2 = stablehlo.dot %0, %x : (!t, !t) -> !t
  return %2 : !t
}

/// They disagree, and an infer reads it: denied, and so is the infer.
// CHECK-LABEL: @disagree_before_infer(
func.func @disagree_before_infer(%x: !t, %i: tensor<i32>) -> !t {
  // CHECK-NEXT: "stablehlo.case"
  %0 = "stablehlo.case"(%i) ({
    // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
    %1 = stablehlo.dot %x, %x : (!t, !t) -> !t
    stablehlo.return %1 : !t
  }, {
    // CHECK: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
    %1 = stablehlo.exponential %x : !t
    stablehlo.return %1 : !t
  // CHECK: }) {amp.precision = #amp.precision<[], <path, "stablehlo.exponential">>}
  }) : (tensor<i32>) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
  %2 = stablehlo.add %0, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// They yield what comes from outside: beside one product that is enough.
// CHECK-LABEL: @captured(
func.func @captured(%x: !t, %p: tensor<i1>) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: "stablehlo.if"
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %0 : !t
  }, {
    stablehlo.return %x : !t
  // CHECK: }) {amp.precision = #amp.precision<[{{b?f16}}], <clear, "control">>}
  }) : (tensor<i1>) -> !t
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %2 = stablehlo.cbrt %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// A barrier passes each value on by itself.
// CHECK-LABEL: @barrier(
func.func @barrier(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.optimization_barrier{{.*}}<[{{b?f16, f32}}], <clear, "layout">>
  %1:2 = stablehlo.optimization_barrier %0, %x : !t, !t
  // CHECK-NEXT: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %2 = stablehlo.cbrt %1#1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %1#0, %2 : (!t, !t) -> !t
  return %3 : !t
}
