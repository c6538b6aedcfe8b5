// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always check" -o %t
// RUN: amp-opt %t --amp-check-alignment=input=%s | cmp - %t
// RUN: FileCheck %s --check-prefix=PADDED < %t
// PADDED: amp.unpadded

/// Every fault that is planted is found: what a maximum reads behind the end, what a product sums there, a mean by the padded
/// count, a mask that begins too late, padding that a sort, a reversal or the caller sees, a constant of another value.
// RUN: sed '/amp.unpadded/s/dense<0xFF800000>/dense<0.000000e+00>/' %t > %t.neutral
// RUN: not amp-opt %t.neutral --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=NEUTRAL
// NEUTRAL: error: breaks "nothing reads what is behind an end": 'stablehlo.reduce' reduces dimension 1 and expects what changes nothing behind index 77, but got 0.000000e+00 : f32
// RUN: sed '/amp.unpadded = array<i64>/s/dense<0.000000e+00>/dense<1.000000e+00>/' %t > %t.ones
// RUN: not amp-opt %t.ones --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=ONES
// ONES: error: breaks "nothing reads what is behind an end": 'stablehlo.dot_general' sums over dimension 1 of operand 0 and expects zeros behind index 77
// RUN: sed 's/dense<7.700000e+01>/dense<8.000000e+01>/' %t > %t.mean
// RUN: not amp-opt %t.mean --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=MEAN
// MEAN: error: breaks "without its padding a program is what it was": 'stablehlo.constant' has another counterpart
// RUN: sed 's/dense<77> : tensor<80xi32>/dense<78> : tensor<80xi32>/' %t > %t.late
// RUN: not amp-opt %t.late --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: error: breaks "without its padding a program is what it was": 'stablehlo.select' has another counterpart
// RUN: sed 's/\(%[0-9]*\) = stablehlo.reverse %15, dims = \[1\] : tensor<64x77xf32>/%r = stablehlo.reverse %14, dims = [1] : tensor<64x80xf32>\n%front = stablehlo.slice %r [0:64, 0:77] {amp.unpadded = array<i64: 64, 77>} : (tensor<64x80xf32>) -> tensor<64x77xf32>/; s/%19/%front/' %t > %t.reversed
// RUN: not amp-opt %t.reversed --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=REVERSED
// REVERSED: error: breaks "nothing reads what is behind an end": 'stablehlo.reverse' moves padding in front of an end
// RUN: sed -E 's/tensor<64x77xf32>\) \{/tensor<64x80xf32>) {/; s/return (.*), %15 : (.*), tensor<64x77xf32>/return \1, %14 : \2, tensor<64x80xf32>/' %t > %t.result
// RUN: not amp-opt %t.result --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=RESULT
// RESULT: error: breaks "public functions keep their types": expects '(tensor<64x8xf32>, tensor<8x77xf32>, tensor<77x8xf32>) -> ({{.*}}tensor<64x77xf32>)', but got '{{.*}}tensor<64x80xf32>)'
// RUN: sed 's/cosine/sine/' %t > %t.sine
// RUN: not amp-opt %t.sine --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=SINE
// SINE: error: breaks "without its padding a program is what it was": 'stablehlo.sine' has another counterpart
/// An index that may be behind the end.
// RUN: sed 's/dense<76> : tensor<1xi32>/dense<77> : tensor<1xi32>/' %t > %t.index
// RUN: not amp-opt %t.index --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=INDEX
// INDEX: error: breaks "{{.*}}'stablehlo.minimum' has another counterpart

func.func @main(%x: tensor<64x8xf32>, %w: tensor<8x77xf32>, %v: tensor<77x8xf32>) -> (tensor<1x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x8xf32>, tensor<64x77xf32>, tensor<64x77xf32>, tensor<64x77xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %n = stablehlo.constant dense<77.0> : tensor<64xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x8xf32>, tensor<8x77xf32>) -> tensor<64x77xf32>
  %1 = stablehlo.reduce(%0 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<64x77xf32>, tensor<f32>) -> tensor<64xf32>
  %2 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x77xf32>, tensor<f32>) -> tensor<64xf32>
  %mean = stablehlo.divide %2, %n : tensor<64xf32>
  %3 = stablehlo.cosine %0 : tensor<64x77xf32>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<64x77xf32>, tensor<77x8xf32>) -> tensor<64x8xf32>
  %5 = "stablehlo.sort"(%3) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %7 = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %7 : tensor<i1>
  }) : (tensor<64x77xf32>) -> tensor<64x77xf32>
  %6 = stablehlo.reverse %3, dims = [1] : tensor<64x77xf32>
  %i = stablehlo.constant dense<[[[5]]]> : tensor<1x1x1xi32>
  %j = stablehlo.reshape %i : (tensor<1x1x1xi32>) -> tensor<1x1xi32>
  %8 = "stablehlo.gather"(%3, %j) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [1], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 64, 1>}> : (tensor<64x77xf32>, tensor<1x1xi32>) -> tensor<1x64xf32>
  return %8, %1, %mean, %4, %5, %6, %3 : tensor<1x64xf32>, tensor<64xf32>, tensor<64xf32>, tensor<64x8xf32>, tensor<64x77xf32>, tensor<64x77xf32>, tensor<64x77xf32>
}
