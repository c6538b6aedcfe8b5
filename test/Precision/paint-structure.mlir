// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Marks of a training step pin f32 where painting alone would go low. Worked
/// out by hand.
!t = tensor<4x4xf32>

/// Ops that lead to the loss, up to a matmul: the result of the matmul is f32, its operands are not.
// CHECK-LABEL: @loss(
func.func @loss(%x: !t) -> (!t, !t) {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[], <structure, "loss">>
  %1 = stablehlo.tanh %0 : !t
  // CHECK-NEXT: stablehlo.composite {{.*}}<[], <unlisted>>
  %2 = stablehlo.composite "amp.loss" %1 {decomposition = @same} : (!t) -> !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %2, %3 : !t, !t
}

/// Values computed from the seed, up to a matmul; ops after the matmul are decided as usual.
// CHECK-LABEL: @seed(
func.func @seed(%x: !t, %one: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.composite {{.*}}<[], <unlisted>>
  %1 = stablehlo.composite "amp.seed" %one {decomposition = @same} : (!t) -> !t
  // CHECK-NEXT: stablehlo.multiply {{.*}}<[], <structure, "seed">>
  %2 = stablehlo.multiply %1, %0 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">, guarded>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[{{b?f16}}], <infer, "stablehlo.tanh">, guarded>
  %4 = stablehlo.tanh %3 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">, guarded>
  %5 = stablehlo.dot %4, %x : (!t, !t) -> !t
  return %5 : !t
}

/// From the gradients to the state, products included: an optimizer that
/// multiplies matrices.
// CHECK-LABEL: @update(
func.func @update(%x: !t, %w: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.composite {{.*}}<[], <unlisted>>
  %1 = stablehlo.composite "amp.gradients" %0 {decomposition = @same} : (!t) -> !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[], <structure, "update">>
  %2 = stablehlo.dot %1, %1 : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.subtract {{.*}}<[], <structure, "update">>
  %3 = stablehlo.subtract %w, %2 : !t
  // CHECK-NEXT: stablehlo.composite {{.*}}<[], <unlisted>>
  %4:2 = stablehlo.composite "amp.state" %w, %3 {decomposition = @pair} : (!t, !t) -> (!t, !t)
  return %4#1 : !t
}

/// Without marks: what no product comes after. The product itself is low, its
/// result is not.
// CHECK-LABEL: @after_products(
func.func @after_products(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[], <structure, "nothing after it multiplies matrices">>
  %1 = stablehlo.tanh %0 : !t
  return %1 : !t
}

func.func private @same(%x: !t) -> !t {
  return %x : !t
}
func.func private @pair(%x: !t, %y: !t) -> (!t, !t) {
  return %x, %y : !t, !t
}
