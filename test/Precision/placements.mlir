// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint" -split-input-file | FileCheck %s

/// Values that @Sharding of GSPMD places on devices are what they were.
// CHECK-LABEL: @power
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
// CHECK: %[[P:.*]] = stablehlo.custom_call @Sharding
// CHECK: stablehlo.multiply %[[P]], {{.*}} : tensor<64x64xf32>
func.func @power(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = stablehlo.multiply %h, %h : tensor<64x64xf32>
  %q2 = stablehlo.custom_call @Sharding(%q) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = stablehlo.multiply %q2, %h : tensor<64x64xf32>
  %o = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: @difference
// CHECK: %[[D:.*]] = stablehlo.subtract {{.*}} : tensor<64x64xf32>
// CHECK: %[[P:.*]] = stablehlo.custom_call @Sharding(%[[D]])
// CHECK: stablehlo.divide %arg0, %[[P]] : tensor<64x64xf32>
func.func @difference(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = stablehlo.tanh %h : tensor<64x64xf32>
  %q = stablehlo.multiply %t, %t : tensor<64x64xf32>
  %k = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %d = stablehlo.subtract %k, %q : tensor<64x64xf32>
  %d2 = stablehlo.custom_call @Sharding(%d) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = stablehlo.divide %x, %d2 : tensor<64x64xf32>
  %o = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: @mask
// CHECK: %[[P:.*]] = stablehlo.custom_call @Sharding
// CHECK: stablehlo.add %{{.*}}, %[[P]] : tensor<64x64xf32>
func.func @mask(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %k = stablehlo.constant dense<-1.0e30> : tensor<64x64xf32>
  %k2 = stablehlo.custom_call @Sharding(%k) {backend_config = "", mhlo.sharding = "{replicated}"} : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %r = stablehlo.add %h, %k2 : tensor<64x64xf32>
  %o = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

/// So are elements of tuples, and values that the program rounds.
// CHECK-LABEL: @tuple
// CHECK: %[[P:.*]] = stablehlo.get_tuple_element
// CHECK: stablehlo.add %{{.*}}, %[[P]] : tensor<64x64xf32>
func.func @tuple(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %k = stablehlo.constant dense<-1.0e30> : tensor<64x64xf32>
  %t = stablehlo.tuple %x, %k : tuple<tensor<64x64xf32>, tensor<64x64xf32>>
  %k2 = stablehlo.get_tuple_element %t[1] : (tuple<tensor<64x64xf32>, tensor<64x64xf32>>) -> tensor<64x64xf32>
  %r = stablehlo.add %h, %k2 : tensor<64x64xf32>
  %o = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: @exponential
// CHECK: %[[P:.*]] = stablehlo.reduce_precision
// CHECK: stablehlo.dot_general %[[P]], %arg1, {{.*}} : (tensor<64x64xf32>, tensor<64x64xf32>)
func.func @exponential(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %e = stablehlo.exponential %h : tensor<64x64xf32>
  %r = stablehlo.reduce_precision %e, format = e8m10 : tensor<64x64xf32>
  %o = stablehlo.dot_general %r, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %o : tensor<64x64xf32>
}

// -----

// CHECK-LABEL: @squares
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.reduce_precision
// CHECK: stablehlo.reduce({{.*}} : (tensor<64x64xf32>, tensor<f32>)
func.func @squares(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %q = stablehlo.multiply %h, %h : tensor<64x64xf32>
  %r = stablehlo.reduce_precision %q, format = e8m10 : tensor<64x64xf32>
  %s = stablehlo.reduce(%r init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  return %s : tensor<64xf32>
}
