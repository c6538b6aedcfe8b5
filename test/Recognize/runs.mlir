// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// A backward pass in a function of two calls is one where both calls pass what
/// a forward pass made.

func.func @both(%x: tensor<8xf32>, %y: tensor<8xf32>, %g: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %0:3 = call @forth(%x) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %1:3 = call @forth(%y) : (tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>)
  %2 = call @back(%0#1, %0#2, %x, %g) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %3 = call @back(%1#1, %1#2, %y, %g) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %4 = call @halfway(%0#1, %0#2, %x, %g) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %5 = call @halfway(%g, %1#2, %y, %g) : (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<8xf32>
  %6 = stablehlo.add %2, %4 : tensor<8xf32>
  %7 = stablehlo.add %3, %5 : tensor<8xf32>
  return %6, %7 : tensor<8xf32>, tensor<8xf32>
}
func.func private @forth(%x: tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %0 = stablehlo.logistic %x : tensor<8xf32>
  %1 = stablehlo.subtract %one, %0 : tensor<8xf32>
  %2 = stablehlo.multiply %0, %1 : tensor<8xf32>
  %3 = stablehlo.multiply %x, %0 : tensor<8xf32>
  return %3, %2, %0 : tensor<8xf32>, tensor<8xf32>, tensor<8xf32>
}
// CHECK-LABEL: func private @back
func.func private @back(%slope: tensor<8xf32>, %s: tensor<8xf32>, %x: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  // CHECK-COUNT-3: multiply %{{.*}} {amp.role = "silu.interior"}
  %0 = stablehlo.multiply %x, %g : tensor<8xf32>
  %1 = stablehlo.multiply %g, %s : tensor<8xf32>
  %2 = stablehlo.multiply %0, %slope : tensor<8xf32>
  // CHECK: add %{{.*}} {amp.role = "silu.output"}
  %3 = stablehlo.add %1, %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}
/// The second call passes no slope.
// CHECK-LABEL: func private @halfway
// CHECK-NOT: amp.role
func.func private @halfway(%slope: tensor<8xf32>, %s: tensor<8xf32>, %x: tensor<8xf32>, %g: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.multiply %x, %g : tensor<8xf32>
  %1 = stablehlo.multiply %g, %s : tensor<8xf32>
  %2 = stablehlo.multiply %0, %slope : tensor<8xf32>
  %3 = stablehlo.add %1, %2 : tensor<8xf32>
  return %3 : tensor<8xf32>
}
