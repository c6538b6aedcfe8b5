// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,BF16

/// The rules on TOSA. A matrix product sums into f32 for good: TOSA has none from
/// bf16 to bf16. Worked out by hand.
!t = tensor<1x4x4xf32>
!z = tensor<1xf32>
!s = tensor<1xi8>

/// Infer between products.
// CHECK-LABEL: @between(
func.func @between(%x: !t, %z: !z) -> !t {
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = tosa.matmul %x, %x, %z, %z : (!t, !t, !z, !z) -> !t
  // CHECK-NEXT: tosa.add {{.*}}<[{{b?f16}}], <infer, "tosa.add">>
  %1 = tosa.add %0, %x : (!t, !t) -> !t
  // CHECK-NEXT: tosa.tanh {{.*}}<[{{b?f16}}], <infer, "tosa.tanh">, proven>
  %2 = tosa.tanh %1 : (!t) -> !t
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %3 = tosa.matmul %2, %x, %z, %z : (!t, !t, !z, !z) -> !t
  return %3 : !t
}

/// Infer behind a product, and behind a clear that is behind one: not that.
// CHECK-LABEL: @behind(
func.func @behind(%x: !t, %z: !z) -> !t {
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = tosa.matmul %x, %x, %z, %z : (!t, !t, !z, !z) -> !t
  // CHECK-NEXT: tosa.sub {{.*}}<[{{b?f16}}], <infer, "tosa.sub">>
  %1 = tosa.sub %0, %0 : (!t, !t) -> !t
  // CHECK-NEXT: tosa.reverse {{.*}}<[{{b?f16}}], <clear, "layout">>
  %2 = tosa.reverse %0 {axis = 1 : i32} : (!t) -> !t
  // CHECK-NEXT: tosa.add {{.*}}<[], <infer, "tosa.add">>
  %3 = tosa.add %2, %x : (!t, !t) -> !t
  // CHECK-NEXT: tosa.pow {{.*}}<[], <deny, "tosa.pow">>
  %4 = tosa.pow %1, %3 : (!t, !t) -> !t
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %5 = tosa.matmul %4, %x, %z, %z : (!t, !t, !z, !z) -> !t
  return %5 : !t
}

/// Deny goes through infer, and through clear to infer; it stops at the product.
// CHECK-LABEL: @denied(
func.func @denied(%x: !t, %z: !z, %s: !s) -> !t {
  // CHECK-NEXT: tosa.exp {{.*}}<[], <deny, "tosa.exp">>
  %0 = tosa.exp %x : (!t) -> !t
  // CHECK-NEXT: tosa.reverse {{.*}}<[], <path, "tosa.exp">>
  %1 = tosa.reverse %0 {axis = 1 : i32} : (!t) -> !t
  // CHECK-NEXT: tosa.mul {{.*}}<[], <path, "tosa.exp">>
  %2 = tosa.mul %1, %x, %s : (!t, !t, !s) -> !t
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %3 = tosa.matmul %2, %x, %z, %z : (!t, !t, !z, !z) -> !t
  // CHECK-NEXT: tosa.sigmoid {{.*}}<[{{b?f16}}], <infer, "tosa.sigmoid">, proven>
  %4 = tosa.sigmoid %3 : (!t) -> !t
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %5 = tosa.matmul %4, %x, %z, %z : (!t, !t, !z, !z) -> !t
  return %5 : !t
}

/// A sum is denied by the list for f16 and infers by that for bf16.
// CHECK-LABEL: @centred(
func.func @centred(%x: !t, %z: !z) -> !t {
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = tosa.matmul %x, %x, %z, %z : (!t, !t, !z, !z) -> !t
  // F16-NEXT: tosa.reduce_sum {{.*}}<[], <deny, "reduction">>
  // BF16-NEXT: tosa.reduce_sum {{.*}}<[bf16], <infer, "reduction">>
  %1 = tosa.reduce_sum %0 {axis = 2 : i32} : (!t) -> tensor<1x4x1xf32>
  // F16-NEXT: tosa.sub {{.*}}<[], <path, "tosa.reduce_sum">>
  // BF16-NEXT: tosa.sub {{.*}}<[bf16], <infer, "tosa.sub">>
  %2 = tosa.sub %0, %1 : (!t, tensor<1x4x1xf32>) -> !t
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %3 = tosa.matmul %2, %x, %z, %z : (!t, !t, !z, !z) -> !t
  return %3 : !t
}

/// Clear on either side of a product, up to ops on no list.
// CHECK-LABEL: @clear(
func.func @clear(%x: !t, %z: !z) -> !t {
  // CHECK-NEXT: tosa.cos {{.*}}<[], <unlisted>>
  %0 = tosa.cos %x : (!t) -> !t
  // CHECK-NEXT: tosa.abs {{.*}}<[{{b?f16}}], <clear, "tosa.abs">, proven>
  %1 = tosa.abs %0 : (!t) -> !t
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %2 = tosa.matmul %1, %x, %z, %z : (!t, !t, !z, !z) -> !t
  // CHECK-NEXT: tosa.clamp {{.*}}<[{{b?f16}}], <clear, "select">
  %3 = tosa.clamp %2 {min_val = 0.0 : f32, max_val = 6.0 : f32, amp.range = #amp.range<0.0, 6.0>} : (!t) -> !t
  // CHECK-NEXT: tosa.sin {{.*}}<[], <unlisted>>
  %4 = tosa.sin %3 : (!t) -> !t
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %5 = tosa.matmul %4, %x, %z, %z : (!t, !t, !z, !z) -> !t
  return %5 : !t
}

/// A maximum and the comparison that tests it, low together where the mask is counted.
// CHECK-LABEL: @exact(
func.func @exact(%x: !t, %z: !z) -> (!t, tensor<1x4x1xi32>) {
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = tosa.matmul %x, %x, %z, %z : (!t, !t, !z, !z) -> !t
  // CHECK-NEXT: tosa.reduce_max {{.*}}<[{{b?f16}}], <clear, "select">>
  %1 = tosa.reduce_max %0 {axis = 2 : i32} : (!t) -> tensor<1x4x1xf32>
  // CHECK-NEXT: tosa.equal {{.*}}<[{{b?f16}}], <clear, "select">>
  %2 = tosa.equal %0, %1 : (!t, tensor<1x4x1xf32>) -> tensor<1x4x4xi1>
  // CHECK-NEXT: tosa.select {{.*}}<[{{b?f16}}], <clear, "select">>
  %3 = tosa.select %2, %0, %x : (tensor<1x4x4xi1>, !t, !t) -> !t
  // CHECK-NEXT: tosa.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %4 = tosa.matmul %3, %x, %z, %z : (!t, !t, !z, !z) -> !t
  %5 = tosa.cast %2 : (tensor<1x4x4xi1>) -> tensor<1x4x4xi32>
  %6 = tosa.reduce_sum %5 {axis = 2 : i32} : (tensor<1x4x4xi32>) -> tensor<1x4x1xi32>
  return %4, %6 : !t, tensor<1x4x1xi32>
}

/// A convolution has one slot: TOSA has none from 16 bits to f32.
// CHECK-LABEL: @conv(
func.func @conv(%x: tensor<1x4x4x2xf32>, %w: tensor<2x1x1x2xf32>, %b: tensor<2xf32>, %z: !z) -> tensor<1x4x4x2xf32> {
  // CHECK-NEXT: tosa.conv2d {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<2x1x1x2xf32>, tensor<2xf32>, !z, !z) -> tensor<1x4x4x2xf32>
  return %0 : tensor<1x4x4x2xf32>
}
