// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,BF16

/// Programs for which TensorFlow's lists for f16 and bf16 lead to different results. Worked
/// out by hand.
!t = tensor<4x4xf32>
!v = tensor<4xf32>

/// A sum is denied in f16, and takes the centring with it; in bf16 it infers,
/// and all of it lies between products.
// CHECK-LABEL: @centred(
func.func @centred(%x: !t, %zero: tensor<f32>) -> !t {
  // F16-NEXT: stablehlo.dot {{.*}}<[f16, f32], <allow, "contraction">>
  // BF16-NEXT: stablehlo.dot {{.*}}<[bf16, bf16], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // F16-NEXT: stablehlo.reduce{{.*}}<[], <deny, "reduction">>
  // BF16-NEXT: stablehlo.reduce{{.*}}<[bf16], <infer, "reduction">>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !v
  // F16-NEXT: stablehlo.broadcast_in_dim {{.*}}<[], <path, "stablehlo.reduce">>
  // BF16-NEXT: stablehlo.broadcast_in_dim {{.*}}<[bf16], <clear, "layout">>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (!v) -> !t
  // F16-NEXT: stablehlo.subtract {{.*}}<[], <path, "stablehlo.reduce">>
  // BF16-NEXT: stablehlo.subtract {{.*}}<[bf16], <infer, "stablehlo.subtract">>
  %3 = stablehlo.subtract %0, %2 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %x : (!t, !t) -> !t
  return %4 : !t
}

/// A root's inverse is on no list in f16 and infers in bf16; what it scales is
/// low either way, because a product comes before it and no deny does.
// CHECK-LABEL: @scaled(
func.func @scaled(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // F16-NEXT: stablehlo.rsqrt {{.*}}<[], <unlisted>>
  // BF16-NEXT: stablehlo.rsqrt {{.*}}<[bf16], <infer, "stablehlo.rsqrt">>
  %1 = stablehlo.rsqrt %0 : !t
  // CHECK-NEXT: stablehlo.multiply {{.*}}<[{{b?f16}}], <infer, "stablehlo.multiply">>
  %2 = stablehlo.multiply %0, %1 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// Behind the inverse alone nothing makes it low in f16.
// CHECK-LABEL: @inverse(
func.func @inverse(%x: !t) -> !t {
  // F16-NEXT: stablehlo.dot {{.*}}<[f16, f32], <allow, "contraction">>
  // BF16-NEXT: stablehlo.dot {{.*}}<[bf16, bf16], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // F16-NEXT: stablehlo.rsqrt {{.*}}<[], <unlisted>>
  // BF16-NEXT: stablehlo.rsqrt {{.*}}<[bf16], <infer, "stablehlo.rsqrt">>
  %1 = stablehlo.rsqrt %0 : !t
  // F16-NEXT: stablehlo.multiply {{.*}}<[], <infer, "stablehlo.multiply">>
  // BF16-NEXT: stablehlo.multiply {{.*}}<[bf16], <infer, "stablehlo.multiply">>
  %2 = stablehlo.multiply %1, %x : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %3 = stablehlo.dot %2, %x : (!t, !t) -> !t
  return %3 : !t
}

/// A scatter that replaces is on no list in f16 and clear in bf16.
// CHECK-LABEL: @scattered(
func.func @scattered(%x: !t, %i: tensor<1xi32>, %row: !v) -> !t {
  // F16-NEXT: stablehlo.dot {{.*}}<[f16, f32], <allow, "contraction">>
  // BF16-NEXT: stablehlo.dot {{.*}}<[bf16, bf16], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: "stablehlo.scatter"
  %1 = "stablehlo.scatter"(%0, %i, %row) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0]>}> ({
  ^bb0(%old: tensor<f32>, %new: tensor<f32>):
    stablehlo.return %new : tensor<f32>
  // F16: }) {amp.precision = #amp.precision<[], <unlisted>>}
  // BF16: }) {amp.precision = #amp.precision<[bf16], <clear, "stablehlo.scatter">>}
  }) : (!t, tensor<1xi32>, !v) -> !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %2 = stablehlo.dot %1, %x : (!t, !t) -> !t
  return %2 : !t
}

/// A softmax: its maximum goes along with the product; exp is denied, and over
/// its sum, which f16 denies by itself and bf16 on the way, the quotient too.
// CHECK-LABEL: @softmax(
func.func @softmax(%x: !t, %low: tensor<f32>, %zero: tensor<f32>) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.reduce{{.*}}<[{{b?f16}}], <clear, "select">>
  %1 = stablehlo.reduce(%0 init: %low) applies stablehlo.maximum across dimensions = [1] : (!t, tensor<f32>) -> !v
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[{{b?f16}}], <clear, "layout">>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (!v) -> !t
  // CHECK-NEXT: stablehlo.subtract {{.*}}<[{{b?f16}}], <infer, "stablehlo.subtract">>
  %3 = stablehlo.subtract %0, %2 : !t
  // CHECK-NEXT: stablehlo.exponential {{.*}}<[], <deny, "stablehlo.exponential">>
  %4 = stablehlo.exponential %3 : !t
  // F16-NEXT: stablehlo.reduce{{.*}}<[], <deny, "reduction">>
  // BF16-NEXT: stablehlo.reduce{{.*}}<[], <path, "stablehlo.exponential">>
  %5 = stablehlo.reduce(%4 init: %zero) applies stablehlo.add across dimensions = [1] : (!t, tensor<f32>) -> !v
  // CHECK-NEXT: stablehlo.broadcast_in_dim {{.*}}<[], <path, "stablehlo.{{.*}}">>
  %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (!v) -> !t
  // CHECK-NEXT: stablehlo.divide {{.*}}<[], <path, "stablehlo.{{.*}}">>
  %7 = stablehlo.divide %4, %6 : !t
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %8 = stablehlo.dot %7, %x : (!t, !t) -> !t
  return %8 : !t
}
