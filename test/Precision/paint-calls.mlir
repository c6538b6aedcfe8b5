// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=bf16 preset=tf-bf16" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// A private function is painted for each call as if it stood there; arguments
/// and results are clear. Calls that come out alike share a copy. Worked out by
/// hand.
!t = tensor<4x4xf32>

/// Between products, twice, and behind exp, twice. A result behind exp leads to
/// a product alone and is low.
// CHECK-LABEL: @calls(
func.func @calls(%x: !t) -> !t {
  // CHECK: call @bounded(
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  %1 = call @bounded(%0) : (!t) -> !t
  %2 = stablehlo.dot %1, %x : (!t, !t) -> !t
  // CHECK: call @bounded(
  %3 = call @bounded(%2) : (!t) -> !t
  // CHECK: call @bounded_[[HIGH:[0-9]+]](
  %4 = stablehlo.exponential %x : !t
  %5 = call @bounded(%4) : (!t) -> !t
  // CHECK: call @bounded_[[HIGH]](
  %6 = stablehlo.power %x, %x : !t
  %7 = call @bounded(%6) : (!t) -> !t
  %8 = stablehlo.dot %3, %5 : (!t, !t) -> !t
  %9 = stablehlo.dot %8, %7 : (!t, !t) -> !t
  return %9 : !t
}
// CHECK: func.func private @bounded({{.*}}<[{{b?f16, b?f16}}], <clear, "control">>
// CHECK-NEXT: stablehlo.tanh {{.*}}<[{{b?f16}}], <infer, "stablehlo.tanh">, proven>
func.func private @bounded(%x: !t) -> !t {
  %0 = stablehlo.tanh %x : !t
  return %0 : !t
}
// CHECK: func.func private @bounded_[[HIGH]]({{.*}}<[f32, {{b?f16}}], <clear, "control">, proven>
// CHECK-NEXT: stablehlo.tanh {{.*}}<[], <path, "stablehlo.exponential">>
// CHECK-NOT: @bounded

/// Through two functions: the product inside, and what comes before it outside.
// CHECK-LABEL: @through_two(
func.func @through_two(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, b?f16}}]
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  // CHECK-NEXT: stablehlo.add {{.*}}<[{{b?f16}}], <infer, "stablehlo.add">>
  %1 = stablehlo.add %0, %x : !t
  %2 = call @outer(%1) : (!t) -> !t
  return %2 : !t
}
// CHECK: func.func private @outer({{.*}}<[{{b?f16, f32}}], <clear, "control">>
func.func private @outer(%x: !t) -> !t {
  %0 = call @inner(%x) : (!t) -> !t
  return %0 : !t
}
// CHECK: func.func private @inner({{.*}}<[{{b?f16, f32}}], <clear, "control">>
func.func private @inner(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  return %0 : !t
}

/// A public one keeps its signature: nothing flows in, so its infer is f32.
// CHECK-LABEL: @public(
func.func @public(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.tanh {{.*}}<[], <infer, "stablehlo.tanh">>
  %0 = stablehlo.tanh %x : !t
  %1 = stablehlo.dot %0, %x : (!t, !t) -> !t
  return %1 : !t
}
// CHECK-LABEL: @calls_public(
func.func @calls_public(%x: !t) -> !t {
  // CHECK-NEXT: stablehlo.dot {{.*}}<[{{b?f16, f32}}], <allow, "contraction">>
  %0 = stablehlo.dot %x, %x : (!t, !t) -> !t
  %1 = call @public(%0) : (!t) -> !t
  return %1 : !t
}
