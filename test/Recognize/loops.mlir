// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// One loop stacks what its sigmoids make, another takes it off for their
/// backward pass.
// CHECK-LABEL: func @stacked(
func.func @stacked(%x: tensor<4x8x16xf32>, %g: tensor<4x8x16xf32>) -> tensor<4x8x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %shift = stablehlo.constant dense<0.0> : tensor<8x16xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<8x16xf32>
  %stack = stablehlo.constant dense<0.0> : tensor<4x8x16xf32>
  %forth:5 = stablehlo.while(%i = %zero, %in = %x, %none = %shift, %s = %stack, %p = %stack) : tensor<i32>, tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %0 = stablehlo.dynamic_slice %in, %i, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.negate %1 : tensor<8x16xf32>
    %3 = stablehlo.exponential %2 : tensor<8x16xf32>
    %4 = stablehlo.add %ones, %3 : tensor<8x16xf32>
    %5 = stablehlo.divide %ones, %4 : tensor<8x16xf32>
    %6 = stablehlo.reshape %5 : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %7 = stablehlo.dynamic_update_slice %s, %6, %i, %zero, %zero : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %8 = stablehlo.subtract %ones, %5 : tensor<8x16xf32>
    %9 = stablehlo.reshape %8 : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %10 = stablehlo.dynamic_update_slice %p, %9, %i, %zero, %zero : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %11 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %11, %in, %none, %7, %10 : tensor<i32>, tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  }
  %back:5 = stablehlo.while(%i = %zero, %s = %forth#3, %p = %forth#4, %in = %g, %out = %stack) : tensor<i32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %at = stablehlo.subtract %three, %i : tensor<i32>
    %0 = stablehlo.dynamic_slice %s, %at, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.dynamic_slice %p, %at, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %4 = stablehlo.dynamic_slice %in, %at, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    // CHECK: multiply %{{.*}} {amp.role = "sigmoid.interior"}
    %6 = stablehlo.multiply %1, %3 : tensor<8x16xf32>
    // CHECK: multiply %{{.*}} {amp.role = "sigmoid.output"}
    %7 = stablehlo.multiply %5, %6 : tensor<8x16xf32>
    %8 = stablehlo.reshape %7 : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %9 = stablehlo.dynamic_update_slice %out, %8, %at, %zero, %zero : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %10 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %10, %s, %p, %in, %9 : tensor<i32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  }
  return %back#4 : tensor<4x8x16xf32>
}

/// Its parts are of different times round.
// CHECK-LABEL: func @of_another_time(
func.func @of_another_time(%x: tensor<4x8x16xf32>, %g: tensor<4x8x16xf32>) -> tensor<4x8x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %three = stablehlo.constant dense<3> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %shift = stablehlo.constant dense<0.0> : tensor<8x16xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<8x16xf32>
  %stack = stablehlo.constant dense<0.0> : tensor<4x8x16xf32>
  %forth:5 = stablehlo.while(%i = %zero, %in = %x, %none = %shift, %s = %stack, %p = %stack) : tensor<i32>, tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %0 = stablehlo.dynamic_slice %in, %i, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.negate %1 : tensor<8x16xf32>
    %3 = stablehlo.exponential %2 : tensor<8x16xf32>
    %4 = stablehlo.add %ones, %3 : tensor<8x16xf32>
    %5 = stablehlo.divide %ones, %4 : tensor<8x16xf32>
    %6 = stablehlo.reshape %5 : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %7 = stablehlo.dynamic_update_slice %s, %6, %i, %zero, %zero : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %8 = stablehlo.subtract %ones, %5 : tensor<8x16xf32>
    %9 = stablehlo.reshape %8 : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %10 = stablehlo.dynamic_update_slice %p, %9, %i, %zero, %zero : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %11 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %11, %in, %none, %7, %10 : tensor<i32>, tensor<4x8x16xf32>, tensor<8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  }
  %back:5 = stablehlo.while(%i = %zero, %s = %forth#3, %p = %forth#4, %in = %g, %out = %stack) : tensor<i32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %at = stablehlo.subtract %three, %i : tensor<i32>
    %0 = stablehlo.dynamic_slice %s, %at, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %2 = stablehlo.dynamic_slice %p, %i, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %3 = stablehlo.reshape %2 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %4 = stablehlo.dynamic_slice %in, %at, %zero, %zero, sizes = [1, 8, 16] : (tensor<4x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x8x16xf32>
    %5 = stablehlo.reshape %4 : (tensor<1x8x16xf32>) -> tensor<8x16xf32>
    %6 = stablehlo.multiply %1, %3 : tensor<8x16xf32>
    // CHECK-NOT: multiply %{{.*}} {amp.role = "sigmoid
    %7 = stablehlo.multiply %5, %6 : tensor<8x16xf32>
    %8 = stablehlo.reshape %7 : (tensor<8x16xf32>) -> tensor<1x8x16xf32>
    %9 = stablehlo.dynamic_update_slice %out, %8, %at, %zero, %zero : (tensor<4x8x16xf32>, tensor<1x8x16xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<4x8x16xf32>
    %10 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %10, %s, %p, %in, %9 : tensor<i32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>, tensor<4x8x16xf32>
  }
  return %back#4 : tensor<4x8x16xf32>
}

/// A loop hands round what is one value all the time, such as the zero that
/// flax subtracts in an RMS norm.
// CHECK-LABEL: func @handed(
func.func @handed(%x: tensor<8x16xf32>) -> tensor<8x16xf32> {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %four = stablehlo.constant dense<4> : tensor<i32>
  %none = stablehlo.constant dense<0.0> : tensor<8x16xf32>
  %0:3 = stablehlo.while(%i = %zero, %mean = %none, %y = %x) : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>
  cond {
    %more = stablehlo.compare LT, %i, %four : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %eps = stablehlo.constant dense<1.0e-6> : tensor<8xf32>
    %n = stablehlo.constant dense<16.0> : tensor<8xf32>
    %init = stablehlo.constant dense<0.0> : tensor<f32>
    %1 = stablehlo.multiply %y, %y : tensor<8x16xf32>
    // CHECK: reduce({{.*}} {amp.role = "rms_norm.statistic"}
    %2 = stablehlo.reduce(%1 init: %init) applies stablehlo.add across dimensions = [1] : (tensor<8x16xf32>, tensor<f32>) -> tensor<8xf32>
    %3 = stablehlo.divide %2, %n : tensor<8xf32>
    %4 = stablehlo.add %3, %eps : tensor<8xf32>
    // CHECK: rsqrt %{{.*}} {amp.role = "rms_norm.statistic"}
    %5 = stablehlo.rsqrt %4 : tensor<8xf32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [0] : (tensor<8xf32>) -> tensor<8x16xf32>
    // CHECK: subtract %{{.*}} {amp.role = "rms_norm.interior"}
    %7 = stablehlo.subtract %y, %mean : tensor<8x16xf32>
    %8 = stablehlo.multiply %7, %6 : tensor<8x16xf32>
    %9 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %9, %mean, %8 : tensor<i32>, tensor<8x16xf32>, tensor<8x16xf32>
  }
  return %0#2 : tensor<8x16xf32>
}
