// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

// CHECK-LABEL: func @constants
func.func @constants(%a: tensor<2x?xf32>, %u: tensor<*xf32>) {
  // CHECK: chlo.constant dense<[1.000000e+00, 2.000000e+00]> : tensor<2xf16>
  %0 = chlo.constant dense<[1.0, 2.0]> : tensor<2xf16>
  // CHECK: chlo.constant {tag = 1 : i32} dense<3> : tensor<i4>
  %1 = chlo.constant {tag = 1 : i32} dense<3> : tensor<i4>
  // CHECK: "chlo.constant_like"(%{{.*}}) <{value = 1.000000e+00 : f16}> : (tensor<2x?xf32>) -> tensor<2x?xf16>
  %2 = "chlo.constant_like"(%a) <{value = 1.0 : f16}> : (tensor<2x?xf32>) -> tensor<2x?xf16>
  // CHECK: "chlo.constant_like"(%{{.*}}) <{value = true}> : (tensor<*xf32>) -> tensor<*xi1>
  %3 = "chlo.constant_like"(%u) <{value = true}> : (tensor<*xf32>) -> tensor<*xi1>
  return
}

// CHECK-LABEL: func @top_k
func.func @top_k(%a: tensor<4x8xf32>, %d: tensor<?x8xbf16>, %u: tensor<*xf32>) {
  // CHECK: %values, %indices = chlo.top_k(%{{.*}}, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %0:2 = chlo.top_k(%a, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  // CHECK: chlo.top_k(%{{.*}}, k = 8) {tag = 1 : i32} : tensor<?x8xbf16> -> (tensor<?x8xbf16>, tensor<4x?xi32>)
  %1:2 = chlo.top_k(%d, k = 8) {tag = 1 : i32} : tensor<?x8xbf16> -> (tensor<?x8xbf16>, tensor<4x?xi32>)
  // CHECK: chlo.top_k(%{{.*}}, k = 0) : tensor<*xf32> -> (tensor<*xf32>, tensor<*xi32>)
  %2:2 = chlo.top_k(%u, k = 0) : tensor<*xf32> -> (tensor<*xf32>, tensor<*xi32>)
  return
}
