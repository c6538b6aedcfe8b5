// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=bf16 --amp-assign-precision --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// Horner's scheme stays f32; what reads it and what its variable is computed from may be low.
!t = tensor<4096x4096xf32>

/// erf for small arguments, as exporters write it: bf16 would have 1.125 for 1.1284 in every element.
// CHECK-LABEL: @negative_erf
func.func @negative_erf(%x: !t, %w: !t) -> !t {
  %a = stablehlo.constant dense<-0.0268> : !t
  %b = stablehlo.constant dense<0.1128> : !t
  %c = stablehlo.constant dense<-0.3761> : tensor<f32>
  %c1 = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> !t
  %d = stablehlo.constant dense<1.12837917> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  // CHECK: stablehlo.multiply {{.*}}16], <infer
  %z = stablehlo.multiply %h, %h : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <structure, "a step of a polynomial">>
  %0 = stablehlo.multiply %a, %z : !t
  // CHECK: stablehlo.add {{.*}}<[], <structure, "a step of a polynomial">>
  %1 = stablehlo.add %0, %b : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <structure, "a step of a polynomial">>
  %2 = stablehlo.multiply %1, %z : !t
  // CHECK: stablehlo.add {{.*}}<[], <structure, "a step of a polynomial">>
  %3 = stablehlo.add %2, %c1 : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <structure, "a step of a polynomial">>
  %4 = stablehlo.multiply %z, %3 : !t
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "a step of a polynomial">>
  %5 = stablehlo.subtract %d, %4 : !t
  // CHECK: stablehlo.multiply {{.*}}16], <infer
  %6 = stablehlo.multiply %h, %5 : !t
  %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
  return %7 : !t
}

/// One step (the argument of tanh in an approximate GELU), steps of other variables, and sums with an argument are arithmetic of a model.
// CHECK-LABEL: @arithmetic
func.func @arithmetic(%x: !t, %y: !t, %w: !t) -> !t {
  // CHECK-NOT: polynomial
  %c = stablehlo.constant dense<0.044715> : !t
  %one = stablehlo.constant dense<1.0> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0 = stablehlo.multiply %h, %h : !t
  %1 = stablehlo.multiply %0, %c : !t
  %2 = stablehlo.add %1, %one : !t
  %3 = stablehlo.multiply %2, %h : !t
  %4 = stablehlo.add %3, %one : !t
  %5 = stablehlo.multiply %4, %y : !t
  %6 = stablehlo.add %5, %one : !t
  %7 = stablehlo.multiply %6, %h : !t
  %8 = stablehlo.add %7, %y : !t
  %9 = stablehlo.multiply %8, %h : !t
  %10 = stablehlo.add %9, %one : !t
  %11 = stablehlo.dot %10, %w : (!t, !t) -> !t
  // CHECK: return
  return %11 : !t
}

/// The user's force overrides the rule.
// CHECK-LABEL: @forced
func.func @forced(%x: !t, %w: !t) -> !t {
  %c = stablehlo.constant dense<0.3> : !t
  %0 = stablehlo.multiply %x, %c : !t
  %1 = stablehlo.add %0, %c : !t
  %2 = stablehlo.multiply %1, %x : !t
  %3 = stablehlo.add %2, %c : !t
  %4 = stablehlo.multiply %3, %x : !t
  // CHECK: stablehlo.add {{.*}}16], <
  %5 = stablehlo.add %4, %c {amp.require = #amp.require<force>} : !t
  %6 = stablehlo.dot %5, %w : (!t, !t) -> !t
  return %6 : !t
}
