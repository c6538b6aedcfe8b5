// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Infer: low between matmuls, or directly after one, unless an op denies it.
/// Worked out by hand.
!t = tensor<4x4xf32>

/// Between two products over infer and clear alike.
// CHECK-LABEL: @between_chain(
func.func @between_chain(%x: !t, %bias: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
  %1 = stablehlo.add %0, %bias : !t
  // CHECK-NEXT: stablehlo.transpose{{.*}}<[{{b?f16}}], <clear, "layout">>
  %2 = stablehlo.transpose %1, dims = [1, 0] : (!t) -> !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[{{b?f16}}], <infer, "stablehlo.tanh">, proven>
  %3 = stablehlo.tanh %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// Behind a product, with none but a deny after it; a chain of them too.
// CHECK-LABEL: @behind_chain(
func.func @behind_chain(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
  %1 = stablehlo.add %0, %x : !t
  // CHECK-NEXT: stablehlo.logistic {{.*}}<[{{b?f16}}], <infer, "stablehlo.logistic">, proven>
  %2 = stablehlo.logistic %1 : !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %3 = stablehlo.power %2, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// A clear between the two is not yet low when infer looks at what it reads:
/// TensorFlow's order of steps, which costs a cast.
// CHECK-LABEL: @negative_behind_clear(
func.func @negative_behind_clear(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.transpose{{.*}}<[{{b?f16}}], <clear, "layout">>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (!t) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <infer, "stablehlo.add">>
  %2 = stablehlo.add %1, %x : !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %3 = stablehlo.power %2, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// Another operand of an infer op, f32 and on no list, does not keep the op f32.
// CHECK-LABEL: @behind_and_unlisted(
func.func @behind_and_unlisted(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.cosine {{.*}}<[], <unlisted>>
  %1 = stablehlo.cosine %x : !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
  %2 = stablehlo.add %0, %1 : !t
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %3 = stablehlo.exponential %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// A deny among what it reads does, between products as well.
// CHECK-LABEL: @negative_and_deny(
func.func @negative_and_deny(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %1 = stablehlo.exponential %x : !t
  // CHECK-NEXT: stablehlo.multiply {{.*}}<[], <path, "stablehlo.exponential">>
  %2 = stablehlo.multiply %1, %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Before a product only, nothing makes it low, whatever its reader is.
// CHECK-LABEL: @negative_before(
func.func @negative_before(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <infer, "stablehlo.add">>
  %0 = stablehlo.add %x, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %1 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.multiply {{.*}}<[{{b?f16}}], <infer, "stablehlo.multiply">>
  %2 = stablehlo.multiply %0, %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Not behind a product that its constant keeps f32.
// CHECK-LABEL: @negative_behind_range(
func.func @negative_behind_range(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.constant {{.*}}<[], <unlisted>>
  %c = stablehlo.constant dense<1.0e-42> : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[], <range, "constant becomes zero">>
  %0 = stablehlo.dot %x, %c : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[], <infer, "stablehlo.add">>
  %1 = stablehlo.add %0, %x : !t
  // CHECK-NEXT: stablehlo.power {{.*}}<[], <deny, "stablehlo.power">>
  %2 = stablehlo.power %1, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}
