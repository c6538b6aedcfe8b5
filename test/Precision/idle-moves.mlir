// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=bf16 --amp-assign-precision --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy=compute=bf16 --amp-assign-precision=solver=exhaustive --mlir-print-local-scope | FileCheck %s

/// Values that are only moved between f32 ops stay f32, although a smaller copy would be moved faster.
!t = tensor<1024x1024xf32>
!flat = tensor<1048576xf32>

/// An argument, such as the scale of a norm, on its way to an op that is f32.
// CHECK-LABEL: @negative_scale
func.func @negative_scale(%x: !t, %scale: !flat, %w: !t) -> !t {
  // CHECK: stablehlo.reshape {{.*}}<[], <structure, "moves what f32 ops make and read">>
  %0 = stablehlo.reshape %scale : (!flat) -> !t
  %1 = stablehlo.exponential %x : !t
  %2 = stablehlo.multiply %0, %1 : !t
  %3 = stablehlo.exponential %2 : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  return %4 : !t
}

/// A function that only moves its argument.
// CHECK-LABEL: @negative_call
func.func @negative_call(%x: !t, %w: !t) -> !t {
  %0 = func.call @moved(%x) : (!t) -> !t
  %1 = stablehlo.exponential %0 : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}
// CHECK: func.func private @moved{{.*}}<[], <structure, "moves what f32 ops make and read">>
func.func private @moved(%x: !t) -> !t {
  // CHECK: stablehlo.transpose {{.*}}<[], <
  %0 = stablehlo.transpose %x, dims = [1, 0] : (!t) -> !t
  return %0 : !t
}

/// One low op at one end suffices.
// CHECK-LABEL: @before_dots
func.func @before_dots(%x: !flat, %w: !t) -> (!t, !t) {
  // CHECK: stablehlo.reshape {{.*}}<[bf16], <clear, "layout">>
  %0 = stablehlo.reshape %x : (!flat) -> !t
  // CHECK: stablehlo.dot {{.*}}<[bf16, f32], <allow, "contraction">>
  %1 = stablehlo.dot %0, %w : (!t, !t) -> !t
  %2 = stablehlo.dot %w, %0 : (!t, !t) -> !t
  return %1, %2 : !t, !t
}
