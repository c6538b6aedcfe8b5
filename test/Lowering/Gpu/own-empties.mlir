// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-own-empties | FileCheck %s

/// Two ops that write to the same destination would wait for each other, and
/// what a loop makes in one from outside of it would be copied.
// CHECK-LABEL: @joined
// CHECK: %[[A:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[A]] :
// CHECK: scf.for
// CHECK: %[[B:.*]] = tensor.empty() : tensor<4xf32>
// CHECK: linalg.exp ins(%{{.*}}) outs(%[[B]] :
func.func @joined(%x: tensor<4xf32>, %from: index, %to: index, %step: index) -> tensor<4xf32> {
  %e = tensor.empty() : tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %from to %to step %step iter_args(%c = %a) -> tensor<4xf32> {
    %b = linalg.exp ins(%c : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %r : tensor<4xf32>
}

/// A loop fills two arrays that start as zeros: each has zeros of its own.
// CHECK-LABEL: @zeros
// CHECK: %[[X:.*]] = linalg.fill
// CHECK: %[[Y:.*]] = linalg.fill
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %[[Y]], %{{.*}} = %[[X]])
func.func @zeros(%from: index, %to: index, %step: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r:2 = scf.for %i = %from to %to step %step iter_args(%x = %f, %y = %f) -> (tensor<4xf32>, tensor<4xf32>) {
    %a = tensor.insert %zero into %x[%i] : tensor<4xf32>
    %b = tensor.insert %zero into %y[%i] : tensor<4xf32>
    scf.yield %a, %b : tensor<4xf32>, tensor<4xf32>
  }
  return %r#0, %r#1 : tensor<4xf32>, tensor<4xf32>
}

/// Two slices, each with a border of zeros around it.
// CHECK-LABEL: @borders
// CHECK: %[[X:.*]] = linalg.fill
// CHECK: tensor.insert_slice %{{.*}} into %[[X]]
// CHECK: %[[Y:.*]] = linalg.fill
// CHECK: tensor.insert_slice %{{.*}} into %[[Y]]
func.func @borders(%a: tensor<2xf32>, %b: tensor<2xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %x = tensor.insert_slice %a into %f[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  %y = tensor.insert_slice %b into %f[1] [2] [1] : tensor<2xf32> into tensor<4xf32>
  return %x, %y : tensor<4xf32>, tensor<4xf32>
}

/// The zeros of a sum at the end are not kept through the ops before it.
// CHECK-LABEL: @late
// CHECK: linalg.exp
// CHECK: %[[Z:.*]] = linalg.fill
// CHECK-NEXT: scf.for {{.*}} iter_args(%{{.*}} = %[[Z]])
func.func @late(%x: tensor<4xf32>, %from: index, %to: index, %step: index) -> (tensor<4xf32>, tensor<4xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<4xf32>
  %f = linalg.fill ins(%zero : f32) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %a = linalg.exp ins(%x : tensor<4xf32>) outs(%e : tensor<4xf32>) -> tensor<4xf32>
  %r = scf.for %i = %from to %to step %step iter_args(%c = %f) -> tensor<4xf32> {
    %v = tensor.extract %a[%i] : tensor<4xf32>
    %b = tensor.insert %v into %c[%i] : tensor<4xf32>
    scf.yield %b : tensor<4xf32>
  }
  return %a, %r : tensor<4xf32>, tensor<4xf32>
}
