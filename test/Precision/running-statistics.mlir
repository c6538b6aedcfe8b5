// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s

/// Statistics that a loop updates stay f32; states of recurrent networks and residual streams may be low.
!t = tensor<64x64xf32>
!i = tensor<i32>

/// Welford's mean and sum of squares; each rounding of the mean would stay.
// CHECK-LABEL: func.func @negative_welford
// CHECK: stablehlo.while
// CHECK-NOT: bf16
// CHECK: stablehlo.return {{.*}} : tensor<i32>
func.func @negative_welford(%x: !t, %w: !t, %n: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<16> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %three = stablehlo.constant dense<1.5> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0:3 = stablehlo.while(%i = %zero, %v = %start, %m = %start) : !i, !t, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %d = stablehlo.subtract %h, %m : !t
    %q = stablehlo.divide %d, %n : !t
    %m1 = stablehlo.add %m, %q : !t
    %e = stablehlo.subtract %h, %m1 : !t
    %p = stablehlo.multiply %d, %e : !t
    %v1 = stablehlo.add %v, %p : !t
    stablehlo.return %next, %v1, %m1 : !i, !t, !t
  }
  %r = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %r : !t
}

/// The sum of an iteration's squares, and of products of matrices: a reduction over iterations.
// CHECK-LABEL: func.func @negative_sums
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64x
// CHECK: stablehlo.add {{.*}}xf32>
// CHECK: stablehlo.add {{.*}}xf32>
// CHECK: stablehlo.return
func.func @negative_sums(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<16> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %three = stablehlo.constant dense<1.5> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0:4 = stablehlo.while(%i = %zero, %s = %start, %g = %start, %k = %h) : !i, !t, !t, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %k1 = stablehlo.dot %k, %w : (!t, !t) -> !t
    %q = stablehlo.multiply %k1, %k1 : !t
    %s1 = stablehlo.add %s, %q : !t
    %p = stablehlo.dot %k1, %w : (!t, !t) -> !t
    %g1 = stablehlo.add %g, %p : !t
    stablehlo.return %next, %s1, %g1, %k1 : !i, !t, !t, !t
  }
  %r = stablehlo.dot %0#2, %w : (!t, !t) -> !t
  return %r : !t
}

/// An average whose rate is an argument.
// CHECK-LABEL: func.func @negative_average
// CHECK: stablehlo.while
// CHECK: stablehlo.multiply {{.*}}xf32>
// CHECK: stablehlo.add {{.*}}xf32>
// CHECK: stablehlo.return
func.func @negative_average(%x: !t, %w: !t, %rate: tensor<f32>) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<16> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %three = stablehlo.constant dense<1.5> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0:2 = stablehlo.while(%i = %zero, %m = %start) : !i, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %b = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> !t
    %o = stablehlo.multiply %b, %m : !t
    %m1 = stablehlo.add %o, %h : !t
    stablehlo.return %next, %m1 : !i, !t
  }
  %r = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %r : !t
}

/// Newton's iteration for 1 / sqrt(h): its factors are as exact as its value.
// CHECK-LABEL: func.func @negative_newton
// CHECK: stablehlo.while
// CHECK-NOT: bf16
// CHECK: stablehlo.return {{.*}} : tensor<i32>
func.func @negative_newton(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<16> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %three = stablehlo.constant dense<1.5> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0:2 = stablehlo.while(%i = %zero, %y = %half) : !i, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %a = stablehlo.multiply %h, %y : !t
    %p = stablehlo.multiply %a, %y : !t
    %q = stablehlo.multiply %p, %half : !t
    %d = stablehlo.subtract %three, %q : !t
    %y1 = stablehlo.multiply %y, %d : !t
    stablehlo.return %next, %y1 : !i, !t
  }
  %r = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %r : !t
}

/// A maximum that decays: roundings of the decay add up.
// CHECK-LABEL: func.func @negative_maximum
// CHECK: stablehlo.while
// CHECK-NOT: bf16
// CHECK: stablehlo.return {{.*}} : tensor<i32>
func.func @negative_maximum(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<16> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %three = stablehlo.constant dense<1.5> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0:2 = stablehlo.while(%i = %zero, %m = %half) : !i, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %d = stablehlo.multiply %m, %half : !t
    %m1 = stablehlo.maximum %d, %h : !t
    stablehlo.return %next, %m1 : !i, !t
  }
  %r = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %r : !t
}

/// A gated unit moves towards a value that a contraction computes of its state: a recurrent network.
// CHECK-LABEL: func.func @gated
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<64x64xbf16>
// CHECK: stablehlo.add {{.*}}bf16>
// CHECK: stablehlo.return
func.func @gated(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<16> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %three = stablehlo.constant dense<1.5> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0:2 = stablehlo.while(%i = %zero, %s = %h) : !i, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %c = stablehlo.dot %s, %w : (!t, !t) -> !t
    %d = stablehlo.subtract %c, %s : !t
    %g = stablehlo.multiply %d, %h : !t
    %s1 = stablehlo.add %s, %g : !t
    stablehlo.return %next, %s1 : !i, !t
  }
  %r = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %r : !t
}

/// Two residual streams: what is added to one depends on it by way of the other.
// CHECK-LABEL: func.func @two_streams
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<64x64xbf16>, tensor<64x64xbf16>
// CHECK: stablehlo.add {{.*}}bf16>
// CHECK: stablehlo.add {{.*}}bf16>
// CHECK: stablehlo.return
func.func @two_streams(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0> : !i
  %one = stablehlo.constant dense<1> : !i
  %end = stablehlo.constant dense<16> : !i
  %start = stablehlo.constant dense<0.0> : !t
  %half = stablehlo.constant dense<0.5> : !t
  %three = stablehlo.constant dense<1.5> : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %0:3 = stablehlo.while(%i = %zero, %a = %h, %b = %h) : !i, !t, !t
  cond {
    %c = stablehlo.compare LT, %i, %end : (!i, !i) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %next = stablehlo.add %i, %one : !i
    %p = stablehlo.dot %b, %w : (!t, !t) -> !t
    %a1 = stablehlo.add %a, %p : !t
    %q = stablehlo.dot %a1, %w : (!t, !t) -> !t
    %b1 = stablehlo.add %b, %q : !t
    stablehlo.return %next, %a1, %b1 : !i, !t, !t
  }
  %r = stablehlo.dot %0#1, %w : (!t, !t) -> !t
  return %r : !t
}
