// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-to-gpu=chip=sm_80 --split-input-file | FileCheck %s

/// Nothing is computed of no element; sums of none are zeros.
// CHECK-LABEL: llvm.func @none
// CHECK-COUNT-1: llvm.call @amprt_launch
// CHECK-NOT: llvm.call @amprt_launch
// CHECK: llvm.return
func.func @none(%a: tensor<0x4xf32>, %b: tensor<4x8xf32>) -> (tensor<0x8xf32>, tensor<4xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<0x4xf32>, tensor<4x8xf32>) -> tensor<0x8xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<0x4xf32>, tensor<f32>) -> tensor<4xf32>
  return %0, %1 : tensor<0x8xf32>, tensor<4xf32>
}

// -----

/// Types that take less than a byte, and those that no instruction computes.
// CHECK-LABEL: llvm.func @types
// CHECK: llvm.call @amprt_launch
// CHECK: gpu.binary @kernels
func.func @types(%a: tensor<8xi4>, %c: tensor<3xcomplex<f64>>, %f: tensor<7xf8E4M3FN>, %b: tensor<5xi1>, %u: tensor<9xui8>, %d: tensor<f64>) -> (tensor<8xi4>, tensor<3xcomplex<f64>>, tensor<7xf8E4M3FN>, tensor<5xi1>, tensor<9xui8>, tensor<f64>) {
  %0 = stablehlo.add %a, %a : tensor<8xi4>
  %1 = stablehlo.multiply %c, %c : tensor<3xcomplex<f64>>
  %2 = stablehlo.add %f, %f : tensor<7xf8E4M3FN>
  %3 = stablehlo.not %b : tensor<5xi1>
  %4 = stablehlo.maximum %u, %u : tensor<9xui8>
  %5 = stablehlo.multiply %d, %d : tensor<f64>
  return %0, %1, %2, %3, %4, %5 : tensor<8xi4>, tensor<3xcomplex<f64>>, tensor<7xf8E4M3FN>, tensor<5xi1>, tensor<9xui8>, tensor<f64>
}

// -----

/// Many updates of few places are atomic, in 16 bits too.
// CHECK-LABEL: llvm.func @places
// CHECK: gpu.binary @kernels {{.*}}atom.
func.func @places(%a: tensor<16xbf16>, %i: tensor<100000x1xi32>, %u: tensor<100000xbf16>) -> tensor<16xbf16> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %s = stablehlo.add %x, %y : tensor<bf16>
    stablehlo.return %s : tensor<bf16>
  }) : (tensor<16xbf16>, tensor<100000x1xi32>, tensor<100000xbf16>) -> tensor<16xbf16>
  return %0 : tensor<16xbf16>
}
