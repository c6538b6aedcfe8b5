// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-slice-contractions | FileCheck %s

#a = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

/// The gradient of a weight whose rows are padded: rows of padding are not
/// computed, and not read.
// CHECK-LABEL: func @rows
// CHECK-SAME: (%[[A:.*]]: tensor<16x104xbf16>, %[[B:.*]]: tensor<16x8xbf16>)
// CHECK: tensor.empty() : tensor<101x8xf32>
// CHECK: %[[ZEROS:.*]] = linalg.fill
// CHECK: %[[PART:.*]] = tensor.extract_slice %[[A]][0, 0] [16, 101] [1, 1] : tensor<16x104xbf16> to tensor<16x101xbf16>
// CHECK-NOT: tensor.extract_slice
// CHECK: %[[R:.*]] = linalg.generic {{.*}} ins(%[[PART]], %[[B]] : tensor<16x101xbf16>, tensor<16x8xbf16>) outs(%[[ZEROS]] : tensor<101x8xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: return %[[R]]
func.func @rows(%a: tensor<16x104xbf16>, %b: tensor<16x8xbf16>) -> tensor<101x8xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<104x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<104x8xf32>) -> tensor<104x8xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x104xbf16>, tensor<16x8xbf16>) outs(%zeros : tensor<104x8xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %m = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  } -> tensor<104x8xf32>
  %r = tensor.extract_slice %p[0, 0] [101, 8] [1, 1] : tensor<104x8xf32> to tensor<101x8xf32>
  return %r : tensor<101x8xf32>
}

/// Both factors, from other places than the first.
// CHECK-LABEL: func @block
// CHECK: tensor.extract_slice %{{.*}}[0, 8] [16, 64] [1, 1]
// CHECK: tensor.extract_slice %{{.*}}[0, 3] [16, 4] [1, 1]
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<64x4xf32>)
func.func @block(%a: tensor<16x104xbf16>, %b: tensor<16x8xbf16>) -> tensor<64x4xf32> {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<104x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<104x8xf32>) -> tensor<104x8xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x104xbf16>, tensor<16x8xbf16>) outs(%zeros : tensor<104x8xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %m = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  } -> tensor<104x8xf32>
  %r = tensor.extract_slice %p[8, 3] [64, 4] [1, 1] : tensor<104x8xf32> to tensor<64x4xf32>
  return %r : tensor<64x4xf32>
}

/// A contraction that is also read as a whole is computed as a whole.
// CHECK-LABEL: func @negative_two_readers
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<104x8xf32>)
// CHECK: tensor.extract_slice {{.*}} : tensor<104x8xf32> to tensor<101x8xf32>
func.func @negative_two_readers(%a: tensor<16x104xbf16>, %b: tensor<16x8xbf16>) -> (tensor<101x8xf32>, tensor<104x8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<104x8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<104x8xf32>) -> tensor<104x8xf32>
  %p = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : tensor<16x104xbf16>, tensor<16x8xbf16>) outs(%zeros : tensor<104x8xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %m = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %m : f32
    linalg.yield %s : f32
  } -> tensor<104x8xf32>
  %r = tensor.extract_slice %p[0, 0] [101, 8] [1, 1] : tensor<104x8xf32> to tensor<101x8xf32>
  return %r, %p : tensor<101x8xf32>, tensor<104x8xf32>
}
