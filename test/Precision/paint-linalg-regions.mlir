// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Bodies and branches on linalg. Worked out by hand.
!t = tensor<4x4xf32>

/// The body of a generic op is a class; elementwise is on no list of TensorFlow.
// CHECK-LABEL: @generic(
func.func @generic(%x: !t, %out: !t) -> !t {
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %0 = linalg.matmul ins(%x, %x : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.generic{{.*}}<[], <unlisted>>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]} ins(%0 : !t) outs(%out : !t) {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.addf %a, %a : f32
    linalg.yield %2 : f32
  } -> !t
  // CHECK: linalg.add {{.*}}<[], <infer, "linalg.add">>
  %3 = linalg.add ins(%1, %x : !t, !t) outs(%out : !t) -> !t
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %4 = linalg.matmul ins(%3, %x : !t, !t) outs(%out : !t) -> !t
  return %4 : !t
}

/// Branches of scf.if that disagree, before a product.
// CHECK-LABEL: @branches(
func.func @branches(%x: !t, %out: !t, %p: i1) -> !t {
  // CHECK-NEXT: scf.if
  %0 = scf.if %p -> !t {
    // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
    %1 = linalg.matmul ins(%x, %x : !t, !t) outs(%out : !t) -> !t
    scf.yield %1 : !t
  } else {
    // CHECK: linalg.exp {{.*}}<[], <deny, "linalg.exp">>
    %1 = linalg.exp ins(%x : !t) outs(%out : !t) -> !t
    scf.yield %1 : !t
  // CHECK: } {amp.precision = #amp.precision<[{{b?f16}}], <clear, "control">>}
  }
  // CHECK-NEXT: linalg.matmul {{.*}}<[{{b?f16}}], <allow, "contraction">>
  %2 = linalg.matmul ins(%0, %x : !t, !t) outs(%out : !t) -> !t
  return %2 : !t
}
