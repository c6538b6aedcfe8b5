// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt -allow-unregistered-dialect %s | FileCheck %s
// RUN: amp-opt -allow-unregistered-dialect --mlir-print-op-generic %s | amp-opt -allow-unregistered-dialect | FileCheck %s

// CHECK-LABEL: func @cumulative
func.func @cumulative(%x: tensor<5x3xf32>, %c: tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>) {
  // CHECK:      %0:2 = chlo.scan(%arg0) inits (%arg1) dimension=0  {
  // CHECK-NEXT: ^bb0(%input: tensor<3xf32>, %carry: tensor<3xf32>):
  // CHECK-NEXT:   %1 = chlo.erf %input
  // CHECK:      } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%slice: tensor<3xf32>, %carry: tensor<3xf32>):
    %1 = chlo.erf %slice : tensor<3xf32> -> tensor<3xf32>
    "test.return"(%1, %carry) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return %0#0, %0#1 : tensor<5x3xf32>, tensor<3xf32>
}

// CHECK-LABEL: func @options
func.func @options(%x: tensor<5x?x3xf32>, %y: tensor<2x5xi32>, %c: tensor<f32>) {
  // CHECK: chlo.scan(%arg0, %arg1) inits () dimension=1  attributes {is_associative = false, is_reverse = true, scan_dim_size = 5 : i64, tag = 1 : i32} {
  // CHECK: ^bb0(%input: tensor<5x3xf32>, %input_0: tensor<2xi32>):
  %0 = chlo.scan(%x, %y) inits () dimension=1 attributes {is_associative = false, is_reverse = true, scan_dim_size = 5 : i64, tag = 1 : i32} {
  ^bb0(%slice: tensor<5x3xf32>, %index: tensor<2xi32>):
    "test.return"(%slice) : (tensor<5x3xf32>) -> ()
  } : (tensor<5x?x3xf32>, tensor<2x5xi32>) -> tensor<5x?x3xf32>
  /// No input: only carries go in.
  // CHECK: chlo.scan() inits (%arg2) dimension=0  {
  // CHECK-NEXT: ^bb0(%carry: tensor<f32>):
  %1:2 = chlo.scan() inits (%c) dimension=0 {
  ^bb0(%carry: tensor<f32>):
    "test.return"(%carry, %carry) : (tensor<f32>, tensor<f32>) -> ()
  } : (tensor<f32>) -> (tensor<?xf32>, tensor<f32>)
  return
}
