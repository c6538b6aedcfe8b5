// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,BF16

/// The rules on linalg. A product sums into f32 for good, so it has one slot, and
/// who reads it low casts the sum. Worked out by hand.
!t = tensor<4x4xf32>
!v = tensor<4xf32>

/// Infer between products, over the sum that stays f32.
// CHECK-LABEL: @between(
func.func @between(%x: !t, %out: !t) -> !t {
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = linalg.matmul ins(%x, %x : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.add {{.*}}<[{{b?f16}}], <infer, "linalg.add">>
  %1 = linalg.add ins(%0, %x : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.tanh {{.*}}<[{{b?f16}}], <infer, "linalg.tanh">>
  %2 = linalg.tanh ins(%1 : !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %3 = linalg.matmul ins(%2, %x : !t, !t) outs(%out : !t) -> !t
  return %3 : !t
}

/// Infer behind a product, before a deny.
// CHECK-LABEL: @behind(
func.func @behind(%x: !t, %out: !t) -> !t {
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = linalg.matmul ins(%x, %x : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.mul {{.*}}<[{{b?f16}}], <infer, "linalg.mul">>
  %1 = linalg.mul ins(%0, %x : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.exp {{.*}}<[], <deny, "linalg.exp">>
  %2 = linalg.exp ins(%1 : !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %3 = linalg.matmul ins(%2, %x : !t, !t) outs(%out : !t) -> !t
  return %3 : !t
}

/// Deny goes through infer, and through clear to infer; it stops at the product.
// CHECK-LABEL: @denied(
func.func @denied(%x: !t, %out: !t) -> !t {
  // CHECK-NEXT: linalg.exp {{.*}}<[], <deny, "linalg.exp">>
  %0 = linalg.exp ins(%x : !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.transpose{{.*}}<[], <path, "linalg.exp">>
  %1 = linalg.transpose ins(%0 : !t) outs(%out : !t) permutation = [1, 0]
  // CHECK-NEXT: linalg.add {{.*}}<[], <path, "linalg.exp">>
  %2 = linalg.add ins(%1, %x : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %3 = linalg.matmul ins(%2, %x : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.sqrt {{.*}}<[{{b?f16}}], <infer, "linalg.sqrt">>
  %4 = linalg.sqrt ins(%3 : !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %5 = linalg.matmul ins(%4, %x : !t, !t) outs(%out : !t) -> !t
  return %5 : !t
}

/// A sum is denied by the list for f16 and infers by that for bf16.
// CHECK-LABEL: @centred(
func.func @centred(%x: !t, %out: !t, %row: !v) -> !t {
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = linalg.matmul ins(%x, %x : !t, !t) outs(%out : !t) -> !t
  // F16-NEXT: linalg.reduce{{.*}}<[], <deny, "reduction">>
  // BF16-NEXT: linalg.reduce{{.*}}<[bf16], <infer, "reduction">>
  %1 = linalg.reduce { arith.addf } ins(%0 : !t) outs(%row : !v) dimensions = [1]
  // F16-NEXT: linalg.broadcast{{.*}}<[], <path, "linalg.reduce">>
  // BF16-NEXT: linalg.broadcast{{.*}}<[bf16], <clear, "layout">>
  %2 = linalg.broadcast ins(%1 : !v) outs(%out : !t) dimensions = [1]
  // F16-NEXT: linalg.sub {{.*}}<[], <path, "linalg.reduce">>
  // BF16-NEXT: linalg.sub {{.*}}<[bf16], <infer, "linalg.sub">>
  %3 = linalg.sub ins(%0, %2 : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %4 = linalg.matmul ins(%3, %x : !t, !t) outs(%out : !t) -> !t
  return %4 : !t
}

/// Clear beside a product's factor is low; beside what it sums into it is not.
// CHECK-LABEL: @clear(
func.func @clear(%x: !t, %out: !t) -> !t {
  // CHECK-NEXT: linalg.transpose{{.*}}<[{{b?f16}}], <clear, "layout">>
  %0 = linalg.transpose ins(%x : !t) outs(%out : !t) permutation = [1, 0]
  // CHECK-NEXT: linalg.negf {{.*}}<[], <clear, "linalg.negf">>
  %1 = linalg.negf ins(%x : !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %2 = linalg.matmul ins(%0, %x : !t, !t) outs(%1 : !t) -> !t
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %3 = linalg.matmul ins(%2, %x : !t, !t) outs(%out : !t) -> !t
  return %3 : !t
}
