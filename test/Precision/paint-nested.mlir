// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Loops in loops: what the inner one decides, the outer one carries. Worked out
/// by hand.
!t = tensor<4x4xf32>

/// Denied in the inner loop: the outer one hands it back to be denied again.
// CHECK-LABEL: @denied(
func.func @denied(%x: !t, %n: tensor<i1>) -> !t {
  // CHECK-NEXT: stablehlo.while{{.*}}<[], <path, "stablehlo.exponential">>
  %0 = stablehlo.while(%c = %x) : !t
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    // CHECK: stablehlo.while{{.*}}<[], <path, "stablehlo.exponential">>
    %1 = stablehlo.while(%d = %c) : !t
    cond {
      stablehlo.return %n : tensor<i1>
    } do {
      // CHECK: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
      %2 = stablehlo.exponential %d : !t
      stablehlo.return %2 : !t
    }
    stablehlo.return %1 : !t
  }
  // CHECK: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %0, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Multiplied in the inner loop: low in both, whatever reads it behind them.
// CHECK-LABEL: @multiplied(
func.func @multiplied(%x: !t, %n: tensor<i1>) -> !t {
  // CHECK-NEXT: stablehlo.while{{.*}}<[{{b?f16}}], <clear, "control">>
  %0 = stablehlo.while(%c = %x) : !t
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    // CHECK: stablehlo.while{{.*}}<[{{b?f16}}], <clear, "control">>
    %1 = stablehlo.while(%d = %c) : !t
    cond {
      stablehlo.return %n : tensor<i1>
    } do {
      // CHECK: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
      %2 = stablehlo.dot %d, %x : (!t, !t) -> !t
      stablehlo.return %2 : !t
    }
    stablehlo.return %1 : !t
  }
  // CHECK: stablehlo.cbrt {{.*}}<[], <unlisted>>
  %3 = stablehlo.cbrt %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// Denied behind the inner loop only: what the outer one carries leads to an
/// infer over the inner one, so all of it is f32.
// CHECK-LABEL: @denied_outside(
func.func @denied_outside(%x: !t, %n: tensor<i1>) -> !t {
  // CHECK-NEXT: stablehlo.while{{.*}}<[], <path, "stablehlo.exponential">>
  %0 = stablehlo.while(%c = %x) : !t
  cond {
    stablehlo.return %n : tensor<i1>
  } do {
    // CHECK: stablehlo.while{{.*}}<[], <path, "stablehlo.exponential">>
    %1 = stablehlo.while(%d = %c) : !t
    cond {
      stablehlo.return %n : tensor<i1>
    } do {
      // CHECK: stablehlo.tanh {{.*}}<[], <path, "stablehlo.exponential">>
      %2 = stablehlo.tanh %d : !t
      stablehlo.return %2 : !t
    }
    // CHECK: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
    %3 = stablehlo.exponential %1 : !t
    stablehlo.return %3 : !t
  }
  // CHECK: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %0, %x : (!t, !t) -> !t
  return %4 : !t
}
