// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always check" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-check-alignment=input=%s | cmp - %t

/// Every fault that is planted is found.
// RUN: sed 's/0xFF800000 : f32/0.000000e+00 : f32/' %t > %t.neutral
// RUN: not amp-opt %t.neutral --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=NEUTRAL
// NEUTRAL: error: breaks "nothing reads what is behind an end": 'linalg.reduce' reduces dimension 1 of operand 0 and expects what changes nothing behind index 77
// RUN: sed 's/arith.constant 77 : index/arith.constant 78 : index/' %t > %t.late
// RUN: not amp-opt %t.late --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=LATE
// LATE: error: breaks "without its padding a program is what it was"

/// As in a softmax: a maximum, and a sum of what is no zero there, each masked by what changes nothing.
// CHECK-LABEL: func.func @weights
// CHECK: %[[DOT:.*]] = linalg.matmul {{.*}} -> tensor<16x80xf32>
// CHECK: %[[LEAST:.*]] = linalg.generic {{.*}} ins(%[[DOT]] : tensor<16x80xf32>) outs(%{{.*}} : tensor<16x80xf32>)
// CHECK: linalg.index 1
// CHECK: arith.cmpi ult
// CHECK: arith.constant {{.*}}0xFF800000 : f32
// CHECK: linalg.reduce ins(%[[LEAST]] : tensor<16x80xf32>)
// CHECK: %[[LESS:.*]] = linalg.generic {{.*}} ins(%[[DOT]], %{{.*}} : tensor<16x80xf32>, tensor<16xf32>) outs(%{{.*}} : tensor<16x80xf32>)
// CHECK: %[[ZEROS:.*]] = linalg.generic {{.*}} ins(%[[LESS]] : tensor<16x80xf32>)
// CHECK: arith.constant {{.*}}-0.000000e+00 : f32
// CHECK: linalg.generic {{.*}} ins(%[[ZEROS]] : tensor<16x80xf32>) outs(%{{.*}} : tensor<16xf32>)
#id = affine_map<(i, j) -> (i, j)>
#row = affine_map<(i, j) -> (i)>
func.func @weights(%x: tensor<16x8xbf16>, %w: tensor<8x77xbf16>, %v: tensor<77x8xbf16>) -> (tensor<16x8xf32>, tensor<16xf32>) {
  %init = arith.constant dense<0.0> : tensor<16x77xf32>
  %least = arith.constant dense<0xFF800000> : tensor<16xf32>
  %zeros = arith.constant dense<0.0> : tensor<16xf32>
  %out = arith.constant dense<0.0> : tensor<16x8xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<16x8xbf16>, tensor<8x77xbf16>) outs(%init : tensor<16x77xf32>) -> tensor<16x77xf32>
  %1 = linalg.reduce ins(%0 : tensor<16x77xf32>) outs(%least : tensor<16xf32>) dimensions = [1] (%a: f32, %b: f32) {
    %m = arith.maximumf %a, %b : f32
    linalg.yield %m : f32
  }
  %e = tensor.empty() : tensor<16x77xf32>
  %2 = linalg.generic {indexing_maps = [#id, #row, #id], iterator_types = ["parallel", "parallel"]} ins(%0, %1 : tensor<16x77xf32>, tensor<16xf32>) outs(%e : tensor<16x77xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32):
    %d = arith.subf %b, %a : f32
    linalg.yield %d : f32
  } -> tensor<16x77xf32>
  %3 = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]} ins(%2 : tensor<16x77xf32>) outs(%zeros : tensor<16xf32>) {
  ^bb0(%a: f32, %b: f32):
    %s = arith.addf %b, %a : f32
    linalg.yield %s : f32
  } -> tensor<16xf32>
  %4 = arith.truncf %2 : tensor<16x77xf32> to tensor<16x77xbf16>
  %5 = linalg.matmul ins(%4, %v : tensor<16x77xbf16>, tensor<77x8xbf16>) outs(%out : tensor<16x8xf32>) -> tensor<16x8xf32>
  return %5, %3 : tensor<16x8xf32>, tensor<16xf32>
}
