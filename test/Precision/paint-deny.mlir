// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Propagation of deny: forward, through infer, and through clear on the way to
/// infer or deny. Worked out by hand from the lists of TensorFlow; each function
/// ends in a matmul, because ops that no matmul follows are f32 anyway.
!t = tensor<4x4xf32>

/// Through any number of infers.
// CHECK-LABEL: @infer_chain(
func.func @infer_chain(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
  %1 = stablehlo.add %0, %x : !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[], <path, "stablehlo.exponential">>
  %2 = stablehlo.tanh %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Through any number of clears, if an infer comes after them.
// CHECK-LABEL: @clears_to_infer(
func.func @clears_to_infer(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.transpose {{.*}}<[], <path, "stablehlo.exponential">>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (!t) -> !t
  // CHECK-NEXT: stablehlo.negate {{.*}}<[], <path, "stablehlo.exponential">>
  %2 = stablehlo.negate %1 : !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
  %3 = stablehlo.add %2, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// Or another deny, which stays denied by its own entry.
// CHECK-LABEL: @clear_to_deny(
func.func @clear_to_deny(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.reverse {{.*}}<[], <path, "stablehlo.exponential">>
  %1 = stablehlo.reverse %0, dims = [0] : !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %2 = stablehlo.power %1, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// A clear that leads to both is denied: the way to the infer decides.
// CHECK-LABEL: @fork(
func.func @fork(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %0 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.reverse {{.*}}<[], <path, "stablehlo.exponential">>
  %1 = stablehlo.reverse %0, dims = [0] : !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <path, "stablehlo.exponential">>
  %2 = stablehlo.add %1, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %1, %2 : (!t, !t) -> !t
  return %3 : !t
}
