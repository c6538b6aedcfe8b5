// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

// CHECK-LABEL: @sgd
func.func @sgd(%p: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %rate = stablehlo.constant dense<-0.1> : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "sgd.interior"}
  %0 = stablehlo.multiply %rate, %g : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "sgd.output"}
  %1 = stablehlo.add %p, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

/// A scaled branch that is added to an argument is no update: it goes up, or its sum is used further.
// CHECK-LABEL: @residual
// CHECK-NOT: amp.role
func.func @residual(%p: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %up = stablehlo.constant dense<0.1> : tensor<8xf32>
  %down = stablehlo.constant dense<-0.1> : tensor<8xf32>
  %0 = stablehlo.multiply %up, %g : tensor<8xf32>
  %1 = stablehlo.add %p, %0 : tensor<8xf32>
  %2 = stablehlo.multiply %down, %g : tensor<8xf32>
  %3 = stablehlo.add %p, %2 : tensor<8xf32>
  %4 = stablehlo.tanh %3 : tensor<8xf32>
  return %1, %4 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @momentum
func.func @momentum(%p: tensor<8xf32>, %m: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %keep = stablehlo.constant dense<0.9> : tensor<8xf32>
  %rate = stablehlo.constant dense<0.1> : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "momentum.interior"}
  %0 = stablehlo.multiply %keep, %m : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "momentum.interior"}
  %1 = stablehlo.add %g, %0 : tensor<8xf32>
  %2 = stablehlo.multiply %rate, %1 : tensor<8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "momentum.output"}
  %3 = stablehlo.subtract %p, %2 : tensor<8xf32>
  return %3, %1 : tensor<8xf32>, tensor<8xf32>
}

/// Adam, then with decay of the weights, then clipped by the length of all gradients.
// CHECK-LABEL: @adam
func.func @adam(%p: tensor<8xf32>, %m: tensor<8xf32>, %v: tensor<8xf32>, %x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %g = stablehlo.cosine %x : tensor<8xf32>
  %b1 = stablehlo.constant dense<0.9> : tensor<8xf32>
  %c1 = stablehlo.constant dense<0.1> : tensor<8xf32>
  %b2 = stablehlo.constant dense<0.999> : tensor<8xf32>
  %c2 = stablehlo.constant dense<0.001> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-08> : tensor<8xf32>
  %rate = stablehlo.constant dense<-0.001> : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "adam.interior"}
  %0 = stablehlo.multiply %c1, %g : tensor<8xf32>
  %1 = stablehlo.multiply %b1, %m : tensor<8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "adam.statistic"}
  %3 = stablehlo.multiply %g, %g : tensor<8xf32>
  %4 = stablehlo.multiply %c2, %3 : tensor<8xf32>
  %5 = stablehlo.multiply %b2, %v : tensor<8xf32>
  %6 = stablehlo.add %4, %5 : tensor<8xf32>
  // CHECK: sqrt %{{.*}} {amp.role = "adam.statistic"}
  %7 = stablehlo.sqrt %6 : tensor<8xf32>
  %8 = stablehlo.add %7, %eps : tensor<8xf32>
  // CHECK: divide %{{.*}} {amp.role = "adam.interior"}
  %9 = stablehlo.divide %2, %8 : tensor<8xf32>
  %10 = stablehlo.multiply %rate, %9 : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "adam.output"}
  %11 = stablehlo.add %p, %10 : tensor<8xf32>
  return %11, %2, %6 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @adamw
func.func @adamw(%p: tensor<8xf32>, %m: tensor<8xf32>, %v: tensor<8xf32>, %g: tensor<8xf32>, %bias: tensor<f32>) -> tensor<8xf32> {
  %b1 = stablehlo.constant dense<0.9> : tensor<8xf32>
  %c1 = stablehlo.constant dense<0.1> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-08> : tensor<8xf32>
  %decay = stablehlo.constant dense<0.01> : tensor<8xf32>
  %0 = stablehlo.multiply %c1, %g : tensor<8xf32>
  %1 = stablehlo.multiply %b1, %m : tensor<8xf32>
  %2 = stablehlo.add %0, %1 : tensor<8xf32>
  %3 = stablehlo.multiply %g, %g : tensor<8xf32>
  %4 = stablehlo.multiply %c1, %3 : tensor<8xf32>
  %5 = stablehlo.multiply %b1, %v : tensor<8xf32>
  %6 = stablehlo.add %4, %5 : tensor<8xf32>
  %7 = stablehlo.broadcast_in_dim %bias, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %8 = stablehlo.divide %2, %7 : tensor<8xf32>
  %9 = stablehlo.divide %6, %7 : tensor<8xf32>
  // CHECK: sqrt %{{.*}} {amp.role = "adamw.statistic"}
  %10 = stablehlo.sqrt %9 : tensor<8xf32>
  %11 = stablehlo.add %10, %eps : tensor<8xf32>
  %12 = stablehlo.divide %8, %11 : tensor<8xf32>
  %13 = stablehlo.multiply %decay, %p : tensor<8xf32>
  %14 = stablehlo.add %12, %13 : tensor<8xf32>
  %15 = stablehlo.multiply %7, %14 : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "adamw.output"}
  %16 = stablehlo.add %p, %15 : tensor<8xf32>
  return %16 : tensor<8xf32>
}

// CHECK-LABEL: @clip_by_global_norm
func.func @clip_by_global_norm(%a: tensor<8xf32>, %b: tensor<4xf32>) -> (tensor<8xf32>, tensor<4xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %most = stablehlo.constant dense<1.0> : tensor<f32>
  // CHECK: multiply %{{.*}} {amp.role = "clip_by_global_norm.statistic"}
  %0 = stablehlo.multiply %a, %a : tensor<8xf32>
  // CHECK: reduce{{.*}}{amp.role = "clip_by_global_norm.statistic"}
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %2 = chlo.square %b : tensor<4xf32> -> tensor<4xf32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %4 = stablehlo.add %zero, %1 : tensor<f32>
  // CHECK: add %{{.*}} {amp.role = "clip_by_global_norm.statistic"}
  %5 = stablehlo.add %4, %3 : tensor<f32>
  // CHECK: sqrt %{{.*}} {amp.role = "clip_by_global_norm.statistic"}
  %6 = stablehlo.sqrt %5 : tensor<f32>
  %7 = stablehlo.compare LT, %6, %most : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %8 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %9 = stablehlo.divide %a, %8 : tensor<8xf32>
  %10 = stablehlo.broadcast_in_dim %most, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %11 = stablehlo.multiply %9, %10 : tensor<8xf32>
  // CHECK: select %{{.*}} {amp.role = "clip_by_global_norm.output"}
  %12 = stablehlo.select %7, %a, %11 : tensor<i1>, tensor<8xf32>
  %13 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %14 = stablehlo.divide %b, %13 : tensor<4xf32>
  %15 = stablehlo.broadcast_in_dim %most, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %16 = stablehlo.multiply %14, %15 : tensor<4xf32>
  // CHECK: select %{{.*}} {amp.role = "clip_by_global_norm.output"}
  %17 = stablehlo.select %7, %b, %16 : tensor<i1>, tensor<4xf32>
  return %12, %17 : tensor<8xf32>, tensor<4xf32>
}
