// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

// CHECK-LABEL: @gelu_erf
func.func @gelu_erf(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %two = stablehlo.constant dense<2.0> : tensor<8xf32>
  %0 = stablehlo.rsqrt %two : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "gelu.input"}
  %1 = stablehlo.multiply %x, %0 : tensor<8xf32>
  // CHECK: erf %{{.*}} {amp.role = "gelu.interior"}
  %2 = chlo.erf %1 : tensor<8xf32> -> tensor<8xf32>
  %3 = stablehlo.add %2, %one : tensor<8xf32>
  %4 = stablehlo.multiply %x, %half : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "gelu.output"}
  %5 = stablehlo.multiply %3, %4 : tensor<8xf32>
  return %5 : tensor<8xf32>
}

// CHECK-LABEL: @gelu_erfc
func.func @gelu_erfc(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %root = stablehlo.constant dense<0.707106769> : tensor<8xf32>
  %0 = stablehlo.broadcast_in_dim %half, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %1 = stablehlo.multiply %0, %x : tensor<8xf32>
  %2 = stablehlo.negate %x : tensor<8xf32>
  %3 = stablehlo.multiply %2, %root : tensor<8xf32>
  %4 = chlo.erfc %3 : tensor<8xf32> -> tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "gelu.output"}
  %5 = stablehlo.multiply %1, %4 : tensor<8xf32>
  return %5 : tensor<8xf32>
}

// CHECK-LABEL: @gelu_tanh
func.func @gelu_tanh(%x: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %small = stablehlo.constant dense<4.471500e-02> : tensor<8xf32>
  %root = stablehlo.constant dense<0.797884583> : tensor<8xf32>
  %0 = stablehlo.multiply %x, %x : tensor<8xf32>
  %1 = stablehlo.multiply %0, %x : tensor<8xf32>
  %2 = stablehlo.multiply %small, %1 : tensor<8xf32>
  %3 = stablehlo.add %x, %2 : tensor<8xf32>
  %4 = stablehlo.multiply %root, %3 : tensor<8xf32>
  // CHECK: tanh %{{.*}} {amp.role = "gelu.interior"}
  %5 = stablehlo.tanh %4 : tensor<8xf32>
  %6 = stablehlo.add %one, %5 : tensor<8xf32>
  %7 = stablehlo.multiply %half, %6 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "gelu.output"}
  %8 = stablehlo.multiply %x, %7 : tensor<8xf32>
  return %8 : tensor<8xf32>
}

/// The error function is that of another value.
// CHECK-LABEL: @no_gelu
// CHECK-NOT: amp.role
func.func @no_gelu(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %root = stablehlo.constant dense<0.707106769> : tensor<8xf32>
  %0 = stablehlo.multiply %y, %root : tensor<8xf32>
  %1 = chlo.erf %0 : tensor<8xf32> -> tensor<8xf32>
  %2 = stablehlo.add %1, %one : tensor<8xf32>
  %3 = stablehlo.multiply %x, %half : tensor<8xf32>
  %4 = stablehlo.multiply %2, %3 : tensor<8xf32>
  return %4 : tensor<8xf32>
}

// CHECK-LABEL: @silu
func.func @silu(%x: tensor<8xf32>) -> tensor<8xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  // CHECK: negate %{{.*}} {amp.role = "silu.input"}
  %0 = stablehlo.negate %x : tensor<8xf32>
  %1 = stablehlo.exponential %0 : tensor<8xf32>
  %2 = stablehlo.add %one, %1 : tensor<8xf32>
  // CHECK: divide %{{.*}} {amp.role = "silu.interior"}
  %3 = stablehlo.divide %one, %2 : tensor<8xf32>
  // CHECK: multiply %{{.*}} {amp.role = "silu.output"}
  %4 = stablehlo.multiply %x, %3 : tensor<8xf32>
  return %4 : tensor<8xf32>
}

/// A gate is a sigmoid of another value than it is multiplied by.
// CHECK-LABEL: @gate
// CHECK-NOT: silu
func.func @gate(%x: tensor<8xf32>, %y: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK: logistic %{{.*}} {amp.role = "sigmoid.output"}
  %0 = stablehlo.logistic %x : tensor<8xf32>
  %1 = stablehlo.multiply %y, %0 : tensor<8xf32>
  return %1 : tensor<8xf32>
}

/// As JAX's logaddexp prints it.
// CHECK-LABEL: @softplus
func.func @softplus(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %0 = stablehlo.maximum %x, %zero : tensor<8xf32>
  %1 = stablehlo.subtract %x, %zero : tensor<8xf32>
  %2 = stablehlo.compare NE, %1, %1, FLOAT : (tensor<8xf32>, tensor<8xf32>) -> tensor<8xi1>
  %3 = stablehlo.add %x, %zero : tensor<8xf32>
  %4 = stablehlo.abs %1 : tensor<8xf32>
  %5 = stablehlo.negate %4 : tensor<8xf32>
  // CHECK: exponential %{{.*}} {amp.role = "softplus.interior"}
  %6 = stablehlo.exponential %5 : tensor<8xf32>
  // CHECK: log_plus_one %{{.*}} {amp.role = "softplus.interior"}
  %7 = stablehlo.log_plus_one %6 : tensor<8xf32>
  %8 = stablehlo.add %0, %7 : tensor<8xf32>
  // CHECK: select %{{.*}} {amp.role = "softplus.output"}
  %9 = stablehlo.select %2, %3, %8 : tensor<8xi1>, tensor<8xf32>
  return %9 : tensor<8xf32>
}
