// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// Backward passes of activations, as JAX derives them from the forward passes
/// above them in each function. What the forward pass makes is its own.

// CHECK-LABEL: @sigmoid
func.func @sigmoid(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.exponential %0 : tensor<8xf32>
  %2 = stablehlo.add %one, %1 : tensor<8xf32>
  // CHECK: divide %{{.*}} {amp.role = "sigmoid.output"}
  %3 = stablehlo.divide %one, %2 : tensor<8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "sigmoid.interior"}
  %4 = stablehlo.subtract %one, %3 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "sigmoid.interior"}
  %5 = stablehlo.multiply %3, %4 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "sigmoid.output"}
  %6 = stablehlo.multiply %g, %5 : tensor<8xf32>
  return %3, %6 : tensor<8xf32>, tensor<8xf32>
}

/// In two functions, and what the first one leaves for the second.
// CHECK-LABEL: func @silu(
func.func @silu(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:3 = call @silu_forth(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %1 = call @silu_back(%0#1, %0#2, %x, %g) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  return %0#0, %1 : tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func private @silu_forth
func.func private @silu_forth(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  // CHECK: logistic %{{.*}} {amp.role = "silu.interior"}
  %0 = stablehlo.logistic %x : tensor<8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "silu.interior"}
  %1 = stablehlo.subtract %one, %0 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "silu.interior"}
  %2 = stablehlo.multiply %0, %1 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "silu.output"}
  %3 = stablehlo.multiply %x, %0 : tensor<8xf32>
  return %3, %2, %0 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func private @silu_back
func.func private @silu_back(%slope: tensor<8xf32>, %s: tensor<8xf32>, %x: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: multiply %{{.*}} {amp.role = "silu.interior"}
  %0 = stablehlo.multiply %x, %g : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "silu.interior"}
  %1 = stablehlo.multiply %g, %s : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "silu.interior"}
  %2 = stablehlo.multiply %0, %slope : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "silu.output"}
  %3 = stablehlo.add %1, %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}

/// Of another gradient in each part: no backward pass of anything.
// CHECK-LABEL: @no_silu
// CHECK-NOT: silu
func.func @no_silu(%x: tensor<8xf32>, %g: tensor<8xf32>, %h: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.logistic %x : tensor<8xf32>
  %1 = stablehlo.subtract %one, %0 : tensor<8xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<8xf32>
  %3 = stablehlo.multiply %x, %h : tensor<8xf32>
  %4 = stablehlo.multiply %g, %0 : tensor<8xf32>
  %5 = stablehlo.multiply %3, %2 : tensor<8xf32>
  %6 = stablehlo.add %4, %5 : tensor<8xf32>
  return %6 : tensor<8xf32>
}

// CHECK-LABEL: @gelu_erfc
func.func @gelu_erfc(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %root = stablehlo.constant dense<0.707106769> : tensor<8xf32>
  %top = stablehlo.constant dense<-1.12837923> : tensor<8xf32>
  %0 = stablehlo.multiply %half, %x : tensor<8xf32>
  %1 = stablehlo.negate %x : tensor<8xf32>
  %2 = stablehlo.multiply %1, %root : tensor<8xf32>
  // CHECK: erfc %{{.*}} {amp.role = "gelu.interior"}
  %3 = chlo.erfc %2 : tensor<8xf32> -> tensor<8xf32>
  // CHECK: square %{{.*}} {amp.role = "gelu.interior"}
  %4 = chlo.square %2 : tensor<8xf32> -> tensor<8xf32>
  %5 = stablehlo.negate %4 : tensor<8xf32>
  // CHECK: exponential %{{.*}} {amp.role = "gelu.interior"}
  %6 = stablehlo.exponential %5 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "gelu.output"}
  %7 = stablehlo.multiply %0, %3 : tensor<8xf32>
  // CHECK-COUNT-5: multiply %{{.*}} {amp.role = "gelu.interior"}
  %8 = stablehlo.multiply %0, %g : tensor<8xf32>
  %9 = stablehlo.multiply %g, %3 : tensor<8xf32>
  %10 = stablehlo.multiply %top, %8 : tensor<8xf32>
  %11 = stablehlo.multiply %10, %6 : tensor<8xf32>
  %12 = stablehlo.multiply %11, %root : tensor<8xf32>
  %13 = stablehlo.negate %12 : tensor<8xf32>
  %14 = stablehlo.multiply %half, %9 : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "gelu.output"}
  %15 = stablehlo.add %13, %14 : tensor<8xf32>
  return %7, %15 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @gelu_erf
func.func @gelu_erf(%x: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %two = stablehlo.constant dense<1.41421356> : tensor<8xf32>
  %root = stablehlo.constant dense<0.707106769> : tensor<8xf32>
  %top = stablehlo.constant dense<1.12837923> : tensor<8xf32>
  %0 = stablehlo.multiply %half, %x : tensor<8xf32>
  %1 = stablehlo.divide %x, %two : tensor<8xf32>
  %2 = chlo.erf %1 : tensor<8xf32> -> tensor<8xf32>
  %3 = stablehlo.multiply %1, %1 : tensor<8xf32>
  %4 = stablehlo.negate %3 : tensor<8xf32>
  %5 = stablehlo.exponential %4 : tensor<8xf32>
  %6 = stablehlo.add %one, %2 : tensor<8xf32>
  // CHECK-COUNT-6: multiply %{{.*}} {amp.role = "gelu.interior"}
  %7 = stablehlo.multiply %0, %g : tensor<8xf32>
  %8 = stablehlo.multiply %g, %6 : tensor<8xf32>
  %9 = stablehlo.multiply %top, %7 : tensor<8xf32>
  %10 = stablehlo.multiply %9, %5 : tensor<8xf32>
  %11 = stablehlo.multiply %10, %root : tensor<8xf32>
  %12 = stablehlo.multiply %half, %8 : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "gelu.output"}
  %13 = stablehlo.add %11, %12 : tensor<8xf32>
  return %13 : tensor<8xf32>
}

// CHECK-LABEL: @gelu_tanh
func.func @gelu_tanh(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %three = stablehlo.constant dense<3.0> : tensor<8xf32>
  %small = stablehlo.constant dense<4.471500e-02> : tensor<8xf32>
  %root = stablehlo.constant dense<0.797884583> : tensor<8xf32>
  %0 = stablehlo.multiply %x, %x : tensor<8xf32>
  %1 = stablehlo.multiply %0, %x : tensor<8xf32>
  // CHECK: multiply %arg0, %arg0 {amp.role = "gelu.interior"}
  // CHECK: multiply %{{.*}} {amp.role = "gelu.interior"}
  // CHECK: multiply %arg0, %arg0 {amp.role = "gelu.interior"}
  %2 = stablehlo.multiply %x, %x : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "gelu.interior"}
  %3 = stablehlo.multiply %three, %2 : tensor<8xf32>
  %4 = stablehlo.multiply %small, %1 : tensor<8xf32>
  %5 = stablehlo.add %x, %4 : tensor<8xf32>
  %6 = stablehlo.multiply %root, %5 : tensor<8xf32>
  // CHECK: tanh %{{.*}} {amp.role = "gelu.interior"}
  %7 = stablehlo.tanh %6 : tensor<8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "gelu.interior"}
  %8 = stablehlo.subtract %one, %7 : tensor<8xf32>
  %9 = stablehlo.add %one, %7 : tensor<8xf32>
  %10 = stablehlo.multiply %half, %9 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "gelu.output"}
  %11 = stablehlo.multiply %x, %10 : tensor<8xf32>
  // CHECK-COUNT-5: multiply %{{.*}} {amp.role = "gelu.interior"}
  %12 = stablehlo.multiply %x, %g : tensor<8xf32>
  %13 = stablehlo.multiply %g, %10 : tensor<8xf32>
  %14 = stablehlo.multiply %half, %12 : tensor<8xf32>
  %15 = stablehlo.multiply %14, %8 : tensor<8xf32>
  %16 = stablehlo.multiply %15, %7 : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "gelu.interior"}
  %17 = stablehlo.add %15, %16 : tensor<8xf32>
  %18 = stablehlo.multiply %root, %17 : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "gelu.interior"}
  %19 = stablehlo.add %13, %18 : tensor<8xf32>
  %20 = stablehlo.multiply %small, %18 : tensor<8xf32>
  %21 = stablehlo.multiply %20, %3 : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "gelu.output"}
  %22 = stablehlo.add %19, %21 : tensor<8xf32>
  return %11, %22 : tensor<8xf32>, tensor<8xf32>
}

/// As JAX derives it from its logaddexp: exp(x - softplus(x)), infinities aside.
// CHECK-LABEL: @softplus
func.func @softplus(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %0 = stablehlo.maximum %x, %zero : tensor<8xf32>
  %1 = stablehlo.subtract %x, %zero : tensor<8xf32>
  %2 = stablehlo.compare NE, %1, %1, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %3 = stablehlo.add %x, %zero : tensor<8xf32>
  %4 = stablehlo.abs %1 : tensor<8xf32>
  %5 = stablehlo.negate %4 : tensor<8xf32>
  %6 = stablehlo.exponential %5 : tensor<8xf32>
  %7 = stablehlo.log_plus_one %6 : tensor<8xf32>
  %8 = stablehlo.add %0, %7 : tensor<8xf32>
  // CHECK: select %{{.*}} {amp.role = "softplus.output"}
  %9 = stablehlo.select %2, %3, %8 : tensor<8xi1>, tensor<8xf32>
  %10 = stablehlo.compare EQ, %x, %inf, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  // CHECK: select %{{.*}} {amp.role = "softplus.interior"}
  %11 = stablehlo.select %10, %zero, %x : tensor<8xi1>, tensor<8xf32>
  %12 = stablehlo.compare EQ, %9, %inf, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  // CHECK: select %{{.*}} {amp.role = "softplus.interior"}
  %13 = stablehlo.select %12, %zero, %9 : tensor<8xi1>, tensor<8xf32>
  // CHECK: subtract %{{.*}} {amp.role = "softplus.interior"}
  %14 = stablehlo.subtract %11, %13 : tensor<8xf32>
  // CHECK: exponential %{{.*}} {amp.role = "softplus.interior"}
  %15 = stablehlo.exponential %14 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "softplus.output"}
  %16 = stablehlo.multiply %g, %15 : tensor<8xf32>
  return %9, %16 : tensor<8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @softplus_log1p
func.func @softplus_log1p(%x: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  // CHECK: exponential %{{.*}} {amp.role = "softplus.interior"}
  %0 = stablehlo.exponential %x : tensor<8xf32>
  // CHECK: log_plus_one %{{.*}} {amp.role = "softplus.output"}
  %1 = stablehlo.log_plus_one %0 : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "softplus.interior"}
  %2 = stablehlo.add %0, %one : tensor<8xf32>
  // CHECK: divide %{{.*}} {amp.role = "softplus.interior"}
  %3 = stablehlo.divide %g, %2 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "softplus.output"}
  %4 = stablehlo.multiply %3, %0 : tensor<8xf32>
  return %1, %4 : tensor<8xf32>, tensor<8xf32>
}
