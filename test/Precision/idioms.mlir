// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp-attach-policy=compute=bf16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefixes=CHECK,BF16

/// Sums of squares that are written as products: f16 ends at 65504, and so
/// holds no square of 256; bf16 does.
!m = tensor<4x8xf32>
!v = tensor<4x1xf32>
!w = tensor<8x8xf32>

/// A mean is a product with one number everywhere, moved about or not.
// CHECK-LABEL: @mean(
func.func @mean(%x: !m, %w: !w) -> !m {
  %h = stablehlo.dot %x, %w : (!m, !w) -> !m
  // F16: stablehlo.multiply {{.*}}<[], <range, "a sum of squares">>
  // BF16: stablehlo.multiply {{.*}}<[bf16], <infer, "elementwise">>
  %square = stablehlo.multiply %h, %h : !m
  %n = stablehlo.constant dense<0.125> : tensor<f32>
  %ones = stablehlo.broadcast_in_dim %n, dims = [] : (tensor<f32>) -> tensor<8x1xf32>
  // F16: stablehlo.dot {{.*}}<[], <range, "a sum of squares">>
  // BF16: stablehlo.dot {{.*}}<[bf16, bf16], <allow, "contraction">>
  %mean = stablehlo.dot %square, %ones : (!m, tensor<8x1xf32>) -> !v
  // F16: stablehlo.broadcast_in_dim {{.*}}<[], <path, "stablehlo.dot">>
  // BF16: stablehlo.broadcast_in_dim {{.*}}<[bf16], <clear, "layout">>
  %b = stablehlo.broadcast_in_dim %mean, dims = [0, 1] : (!v) -> !m
  %y = stablehlo.multiply %h, %b : !m
  %z = stablehlo.dot %y, %w : (!m, !w) -> !m
  return %z : !m
}

/// Row by row: what is summed up is low, as factors are; the sums are not.
// CHECK-LABEL: @row_by_row(
func.func @row_by_row(%x: !m, %w: !w) -> !m {
  %h = stablehlo.dot %x, %w : (!m, !w) -> !m
  // F16: stablehlo.dot_general {{.*}}<[f16, f32], <allow, "contraction">>
  // BF16: stablehlo.dot_general {{.*}}<[bf16, bf16], <allow, "contraction">>
  %sums = stablehlo.dot_general %h, %h, batching_dims = [0] x [0], contracting_dims = [1] x [1] : (!m, !m) -> tensor<4xf32>
  %b = stablehlo.broadcast_in_dim %sums, dims = [0] : (tensor<4xf32>) -> !m
  %y = stablehlo.multiply %h, %b : !m
  %z = stablehlo.dot %y, %w : (!m, !w) -> !m
  return %z : !m
}

/// A reduction sums squares as large; the sum itself and its root may be multiplied in 16 bits. Squares of tanh are at most 1.
// CHECK-LABEL: @norm(
func.func @norm(%x: !m, %w: !w) -> (!v, !v) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  // CHECK: stablehlo.dot
  %h = stablehlo.dot %x, %w : (!m, !w) -> !m
  // F16: stablehlo.multiply {{.*}}<[], <structure, "a square that is summed">>
  // BF16: stablehlo.multiply {{.*}}<[bf16], <infer
  %square = stablehlo.multiply %h, %h : !m
  %t = stablehlo.transpose %square, dims = [1, 0] : (!m) -> tensor<8x4xf32>
  %sum = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  %row = stablehlo.reshape %sum : (tensor<4xf32>) -> tensor<1x4xf32>
  %y = stablehlo.dot %row, %x : (tensor<1x4xf32>, !m) -> tensor<1x8xf32>
  // CHECK: stablehlo.tanh
  %bent = stablehlo.tanh %h : !m
  // CHECK: stablehlo.multiply {{.*}}16], <infer
  %small = stablehlo.multiply %bent, %bent : !m
  %part = stablehlo.reduce(%small init: %zero) applies stablehlo.add across dimensions = [1] : (!m, tensor<f32>) -> tensor<4xf32>
  %column = stablehlo.reshape %part : (tensor<4xf32>) -> tensor<1x4xf32>
  %z = stablehlo.dot %column, %x : (tensor<1x4xf32>, !m) -> tensor<1x8xf32>
  %n = stablehlo.dot %y, %w : (tensor<1x8xf32>, !w) -> tensor<1x8xf32>
  %o = stablehlo.dot %z, %w : (tensor<1x8xf32>, !w) -> tensor<1x8xf32>
  %p = stablehlo.slice %n [0:1, 0:4] : (tensor<1x8xf32>) -> tensor<1x4xf32>
  %q = stablehlo.slice %o [0:1, 0:4] : (tensor<1x8xf32>) -> tensor<1x4xf32>
  %v = stablehlo.reshape %p : (tensor<1x4xf32>) -> !v
  %u = stablehlo.reshape %q : (tensor<1x4xf32>) -> !v
  return %v, %u : !v, !v
}

/// A layer behind a squared activation multiplies by weights, and is no mean;
/// x times its own transpose has dimensions of its own.
// CHECK-LABEL: @negative_weights(
func.func @negative_weights(%x: !m, %w: !w) -> !w {
  %h = stablehlo.dot %x, %w : (!m, !w) -> !m
  // CHECK: stablehlo.multiply {{.*}}<[{{b?}}f16], <infer, "elementwise">>
  %square = stablehlo.multiply %h, %h : !m
  // CHECK: stablehlo.dot {{.*}}<[{{b?}}f16, {{b?}}f16], <allow, "contraction">>
  %y = stablehlo.dot %square, %w : (!m, !w) -> !m
  %t = stablehlo.transpose %y, dims = [1, 0] : (!m) -> tensor<8x4xf32>
  %gram = stablehlo.dot %t, %y : (tensor<8x4xf32>, !m) -> !w
  return %gram : !w
}

/// The user's wish wins.
// CHECK-LABEL: @forced(
func.func @forced(%x: !m, %w: !w) -> !v {
  %h = stablehlo.dot %x, %w : (!m, !w) -> !m
  %square = stablehlo.multiply %h, %h : !m
  %ones = stablehlo.constant dense<0.125> : tensor<8x1xf32>
  // CHECK: stablehlo.dot {{.*}}<[{{b?}}f16, f32], <require, "force">>
  %mean = stablehlo.dot %square, %ones {amp.require = #amp.require<force>} : (!m, tensor<8x1xf32>) -> !v
  return %mean : !v
}

/// The rounding error of a user's cast is lost in 16 bits.
// CHECK-LABEL: @residue(
func.func @residue(%x: !m, %w: !w) -> (!m, !m) {
  %h = stablehlo.dot %x, %w : (!m, !w) -> !m
  %high = stablehlo.convert %x : (!m) -> tensor<4x8xbf16>
  %wide = stablehlo.convert %high : (tensor<4x8xbf16>) -> !m
  // CHECK: stablehlo.subtract {{.*}}<[], <structure, "what a cast rounded away">>
  %low = stablehlo.subtract %x, %wide : !m
  // CHECK: stablehlo.subtract {{.*}}<[{{b?}}f16], <infer, "elementwise">>
  %other = stablehlo.subtract %h, %wide : !m
  %y = stablehlo.dot %low, %w : (!m, !w) -> !m
  %z = stablehlo.dot %other, %w : (!m, !w) -> !m
  return %y, %z : !m, !m
}

/// Places to read at, and what is left between two: positions and constants
/// alone. Times data they are data. Eight bits hold all that they count.
// CHECK-LABEL: @positions(
func.func @positions(%x: !m, %w: !w, %n: tensor<i32>, %b: tensor<i8>) -> !m {
  %h = stablehlo.dot %x, %w : (!m, !w) -> !m
  // CHECK: stablehlo.iota {{.*}}<[], <unlisted>>
  %i = stablehlo.iota dim = 1 : !m
  %f = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %s = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> !m
  // CHECK: stablehlo.divide {{.*}}<structure, "made of positions or counts alone">
  %at = stablehlo.divide %i, %s : !m
  // CHECK: stablehlo.floor {{.*}}<structure, "made of positions or counts alone">
  %low = stablehlo.floor %at : !m
  // CHECK: stablehlo.subtract {{.*}}<structure, "made of positions or counts alone">
  %share = stablehlo.subtract %at, %low : !m
  // CHECK-NEXT: stablehlo.multiply {{.*}}<[{{b?}}f16], <infer, "elementwise">>
  // CHECK-NOT: positions
  %y = stablehlo.multiply %h, %share : !m
  %c = stablehlo.convert %b : (tensor<i8>) -> tensor<f32>
  %d = stablehlo.broadcast_in_dim %c, dims = [] : (tensor<f32>) -> !m
  %u = stablehlo.multiply %y, %d : !m
  %z = stablehlo.dot %u, %w : (!m, !w) -> !m
  return %z : !m
}

/// A counter, also through calls; a sum over more iterations than bf16 can count,
/// in f16 because the loop is long. A value that is carried through layers is no
/// count.
// CHECK-LABEL: @counters(
func.func @counters(%x: !m, %w: !w) -> (!m, !m, !m) {
  %zero = stablehlo.constant dense<0.0> : !m
  %i = stablehlo.constant dense<0> : tensor<i32>
  // F16: stablehlo.while{{.*}}<[f32, f16, f32, i32], <clear, "control">>
  // BF16: stablehlo.while{{.*}}<[f32, bf16, f32, i32], <clear, "control">>
  %r:4 = stablehlo.while(%t = %zero, %h = %x, %sum = %zero, %n = %i) : !m, !m, !m, tensor<i32>
  cond {
    %turns = stablehlo.constant dense<1000> : tensor<i32>
    %p = stablehlo.compare LT, %n, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %t1 = func.call @next(%t) : (!m) -> !m
    %y = stablehlo.dot %h, %w : (!m, !w) -> !m
    %a = stablehlo.multiply %y, %t1 : !m
    %b = stablehlo.multiply %y, %sum : !m
    %c = stablehlo.add %a, %b : !m
    %h1 = stablehlo.add %h, %c : !m
    // BF16: stablehlo.add {{.*}}<structure, "what a loop counts up">
    %sum1 = stablehlo.add %sum, %y : !m
    %z = stablehlo.dot %h1, %w : (!m, !w) -> !m
    %one = stablehlo.constant dense<1> : tensor<i32>
    %n1 = stablehlo.add %n, %one : tensor<i32>
    stablehlo.return %t1, %z, %sum1, %n1 : !m, !m, !m, tensor<i32>
  }
  %z = stablehlo.dot %r#2, %w : (!m, !w) -> !m
  return %r#0, %z, %r#1 : !m, !m, !m
}
// CHECK-LABEL: func.func private @next(
func.func private @next(%t: !m) -> !m {
  %one = stablehlo.constant dense<1.0> : !m
  // CHECK: stablehlo.add {{.*}}<structure, "what a loop counts up">
  %sum = stablehlo.add %t, %one : !m
  return %sum : !m
}
