// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always dynamic=round-up check" -o %t
// RUN: amp-opt %t --amp-check-alignment=input=%s | cmp - %t
// RUN: amp-opt %t --amp-align-shapes="align=always dynamic=round-up" | cmp - %t
// RUN: FileCheck %s --check-prefix=PADDED < %t
// PADDED: dynamic_pad

/// Faults that are planted: what a maximum reads behind the end, a mask that a product wants, a mean by the padded count, a mask that begins too late, a
/// result that is not cut, a next multiple that is less, a shape that is not the longer one, padding that is not zero.
// RUN: sed '/amp.unpadded/s/dense<0xFF800000>/dense<0.000000e+00>/' %t > %t.fault
// RUN: not amp-opt %t.fault --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=NEUTRAL
// NEUTRAL: error: breaks "nothing reads what is behind an end": 'stablehlo.reduce' reduces dimension 1 and expects what changes nothing behind index [[#]], but got 0.000000e+00 : f32
// RUN: sed 's/dot_general %39,/dot_general %37,/' %t > %t.fault
// RUN: not amp-opt %t.fault --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=MASK
// MASK: error: breaks "nothing reads what is behind an end": 'stablehlo.dot_general' sums over dimension 1 of operand 0 and expects zeros behind index
// RUN: sed 's/stablehlo.convert %23/stablehlo.convert %3/' %t > %t.fault
// RUN: not amp-opt %t.fault --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=MEAN
// MEAN: error: breaks "without its padding a program is what it was": 'stablehlo.multiply' has another counterpart
// RUN: sed 's/dynamic_broadcast_in_dim %0, %5/dynamic_broadcast_in_dim %3, %5/' %t > %t.fault
// RUN: not amp-opt %t.fault --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: error: breaks "without its padding a program is what it was": 'stablehlo.select' has another counterpart
// RUN: sed 's/%40, %38 :/%40, %37 :/' %t > %t.fault
// RUN: not amp-opt %t.fault --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=SLICE
// SLICE: error: breaks "public functions keep their types": 
// RUN: sed 's/dense<3> : tensor<i32>/dense<2> : tensor<i32>/' %t > %t.fault
// RUN: not amp-opt %t.fault --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=LESS
// LESS: error: breaks "without its padding a program is what it was": 'stablehlo.dynamic_pad' has another counterpart
// RUN: sed 's/dynamic_iota %5\(.*xf32>\)/dynamic_iota %12\1/' %t > %t.fault
// RUN: not amp-opt %t.fault --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: error: 'stablehlo.dynamic_broadcast_in_dim' op expects dimension 0 to have size
// RUN: sed '/amp.unpadded = array<i64>/s/dense<0.000000e+00>/dense<1.000000e+00>/' %t > %t.fault
// RUN: not amp-opt %t.fault --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=ONES
// ONES: error: breaks "nothing reads what is behind an end": 'stablehlo.dot_general' sums over dimension 1 of operand

func.func @main(%x: tensor<64x8xf32>, %w: tensor<8x?xf32>, %v: tensor<?x8xf32>) -> (tensor<64xf32>, tensor<64xf32>, tensor<64x8xf32>, tensor<64x?xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = stablehlo.get_dimension_size %w, dim = 1 : (tensor<8x?xf32>) -> tensor<i32>
  %count = stablehlo.convert %n : (tensor<i32>) -> tensor<f32>
  %counts = stablehlo.broadcast_in_dim %count, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x?xf32>) -> tensor<64x?xf32>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<64x?xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x?xf32>, tensor<f32>) -> tensor<64xf32>
  %mean = stablehlo.divide %2, %counts : tensor<64xf32>
  %n1 = stablehlo.reshape %n : (tensor<i32>) -> tensor<1xi32>
  %shape = stablehlo.dynamic_iota %n1, dim = 0 : (tensor<1xi32>) -> tensor<?xf32>
  %rows = stablehlo.constant dense<64> : tensor<1xi32>
  %both = stablehlo.concatenate %rows, %n1, dim = 0 : (tensor<1xi32>, tensor<1xi32>) -> tensor<2xi32>
  %places = stablehlo.dynamic_broadcast_in_dim %shape, %both, dims = [1] : (tensor<?xf32>, tensor<2xi32>) -> tensor<64x?xf32>
  %3 = stablehlo.cosine %0 : tensor<64x?xf32>
  %4 = stablehlo.add %3, %places : tensor<64x?xf32>
  %5 = stablehlo.dot_general %4, %v, contracting_dims = [1] x [0] : (tensor<64x?xf32>, tensor<?x8xf32>) -> tensor<64x8xf32>
  return %1, %mean, %5, %4 : tensor<64xf32>, tensor<64xf32>, tensor<64x8xf32>, tensor<64x?xf32>
}
