// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=bf16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,BF16
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,F16

/// Arithmetic with a constant that 16 bits change by more than 1/512 stays f32; what reads it may be low.
!t = tensor<64x64xf32>

/// The derivative of erf, as in the backward pass of GELU: bf16 would have -1.125, f16 has -1.128.
// CHECK-LABEL: @negative_erf_gradient
func.func @negative_erf_gradient(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<-1.12837917> : tensor<f32>
  %all = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  // BF16: stablehlo.multiply {{.*}}<[], <structure, "16 bits change its constant">>
  // F16: stablehlo.multiply {{.*}}16], <infer
  %0 = stablehlo.multiply %all, %h : !t
  // CHECK: stablehlo.multiply {{.*}}16], <infer
  %1 = stablehlo.multiply %0, %h : !t
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}

// CHECK-LABEL: @negative_sums_and_quotients
func.func @negative_sums_and_quotients(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<1.05070096> : !t
  %d = stablehlo.constant dense<1.051> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  // BF16: stablehlo.add {{.*}}constant">>
  %0 = stablehlo.add %h, %c : !t
  // BF16: stablehlo.subtract {{.*}}constant">>
  %1 = stablehlo.subtract %d, %0 : !t
  // BF16: stablehlo.divide {{.*}}constant">>
  %2 = stablehlo.divide %1, %c : !t
  // F16-NOT: constant">>
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

/// bf16 has few bits of a subnormal number; ranges include the zero to which devices flush it.
// CHECK-LABEL: @subnormal
func.func @subnormal(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<-3.0e-39> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  // BF16: stablehlo.multiply {{.*}}<[], <structure, "16 bits change its constant">>
  %0 = stablehlo.multiply %h, %c : !t
  %1 = stablehlo.dot %0, %w : (!t, !t) -> !t
  return %1 : !t
}

/// 0.5 is exact, 0.70710678 nearly so; a maximum chooses, and other elements of a table have other errors.
// CHECK-LABEL: @near
func.func @near(%x: !t, %w: !t) -> !t {
  // CHECK-NOT: constant">>
  %half = stablehlo.constant dense<0.5> : !t
  %root = stablehlo.constant dense<0.707106769> : !t
  %bound = stablehlo.constant dense<1.12837917> : !t
  %table = stablehlo.constant dense<[[1.12837917], [2.0]]> : tensor<2x1xf32>
  %rows = stablehlo.broadcast_in_dim %table, dims = [0, 1] : (tensor<2x1xf32>) -> tensor<2x2048xf32>
  %all = stablehlo.reshape %rows : (tensor<2x2048xf32>) -> !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0 = stablehlo.multiply %h, %half : !t
  %1 = stablehlo.multiply %0, %root : !t
  %2 = stablehlo.maximum %1, %bound : !t
  %3 = stablehlo.multiply %2, %all : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  // CHECK: return
  return %4 : !t
}

/// The user's force overrides the rule.
// CHECK-LABEL: @forced
func.func @forced(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<1.12837917> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  // CHECK: stablehlo.multiply {{.*}}16], <require
  %0 = stablehlo.multiply %h, %c {amp.require = #amp.require<force>} : !t
  %1 = stablehlo.dot %0, %w : (!t, !t) -> !t
  return %1 : !t
}
