// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-split-contractions --split-input-file | FileCheck %s

#a = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

/// Two 64 x 64 tiles: 64 parts of 1024 products each, a batch. The parts are
/// added in their order; the first sum continues from the init.
// CHECK-DAG: #[[$A:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d3, d0)>
// CHECK-DAG: #[[$PARTS:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d0, d1)>
// CHECK-LABEL: func @one_loop
// CHECK-SAME: (%[[X:.*]]: tensor<65536x128xbf16>, %[[Y:.*]]: tensor<65536x32xbf16>, %[[INIT:.*]]: tensor<128x32xf32>)
// CHECK-DAG: %[[XS:.*]] = tensor.expand_shape %[[X]] {{.*}} into tensor<64x1024x128xbf16>
// CHECK-DAG: %[[YS:.*]] = tensor.expand_shape %[[Y]] {{.*}} into tensor<64x1024x32xbf16>
// CHECK: %[[ZERO:.*]] = linalg.fill {{.*}} outs(%{{.*}} : tensor<64x128x32xf32>)
// CHECK: %[[EACH:.*]] = linalg.generic {indexing_maps = [#[[$A]], {{.*}}, #[[$PARTS]]], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%[[XS]], %[[YS]] : {{.*}}) outs(%[[ZERO]]
// CHECK: arith.mulf
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]} ins(%[[EACH]] : tensor<64x128x32xf32>) outs(%[[INIT]] : tensor<128x32xf32>)
// CHECK-NEXT: ^bb0(%[[PART:.*]]: f32, %[[FORMER:.*]]: f32):
// CHECK-NEXT: arith.addf %[[PART]], %[[FORMER]]
// CHECK: return %[[SUM]]
func.func @one_loop(%x: tensor<65536x128xbf16>, %y: tensor<65536x32xbf16>, %init: tensor<128x32xf32>) -> tensor<128x32xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<65536x128xbf16>, tensor<65536x32xbf16>) outs(%init : tensor<128x32xf32>) {
  ^bb0(%l: bf16, %r: bf16, %o: f32):
    %lw = arith.extf %l : bf16 to f32
    %rw = arith.extf %r : bf16 to f32
    %p = arith.mulf %lw, %rw : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<128x32xf32>
  return %0 : tensor<128x32xf32>
}

// -----

/// A filter's gradient, without a batch: rows of the image are shifted by the
/// window, so each of them is a part.
// CHECK-LABEL: func @shifted
// CHECK-NOT: expand_shape
// CHECK: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} {{.*}} outs(%{{.*}} : tensor<96x3x3x32xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel", "parallel"]}
func.func @shifted(%x: tensor<98x514xf32>, %y: tensor<96x512x32xf32>, %init: tensor<3x3x32xf32>) -> tensor<3x3x32xf32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, f, h, w) -> (h + i, w + j)>, affine_map<(i, j, f, h, w) -> (h, w, f)>, affine_map<(i, j, f, h, w) -> (i, j, f)>],
                       iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%x, %y : tensor<98x514xf32>, tensor<96x512x32xf32>) outs(%init : tensor<3x3x32xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %p = arith.mulf %l, %r {amp.tf32} : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<3x3x32xf32>
  return %0 : tensor<3x3x32xf32>
}

// -----

#a = affine_map<(m, n, k) -> (k, m)>
#b = affine_map<(m, n, k) -> (k, n)>
#c = affine_map<(m, n, k) -> (m, n)>

/// 144 tiles occupy a GPU.
// CHECK-LABEL: func @negative_many_tiles
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @negative_many_tiles(%x: tensor<4096x768xbf16>, %y: tensor<4096x768xbf16>, %init: tensor<768x768xf32>) -> tensor<768x768xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<4096x768xbf16>, tensor<4096x768xbf16>) outs(%init : tensor<768x768xf32>) {
  ^bb0(%l: bf16, %r: bf16, %o: f32):
    %lw = arith.extf %l : bf16 to f32
    %rw = arith.extf %r : bf16 to f32
    %p = arith.mulf %lw, %rw : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<768x768xf32>
  return %0 : tensor<768x768xf32>
}

/// By the time that a block alone takes for 2,048 products, eight parts and
/// their sum end sooner.
// CHECK-LABEL: func @two_thousand
// CHECK: linalg.generic {{.*}} outs(%{{.*}} : tensor<8x64x64xf32>)
// CHECK: linalg.generic {{.*}} iterator_types = ["reduction", "parallel", "parallel"]}
func.func @two_thousand(%x: tensor<2048x64xbf16>, %y: tensor<2048x64xbf16>, %init: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2048x64xbf16>, tensor<2048x64xbf16>) outs(%init : tensor<64x64xf32>) {
  ^bb0(%l: bf16, %r: bf16, %o: f32):
    %lw = arith.extf %l : bf16 to f32
    %rw = arith.extf %r : bf16 to f32
    %p = arith.mulf %lw, %rw : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

/// A short sum ends before a second kernel would start.
// CHECK-LABEL: func @negative_short_sum
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @negative_short_sum(%x: tensor<256x64xbf16>, %y: tensor<256x64xbf16>, %init: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<256x64xbf16>, tensor<256x64xbf16>) outs(%init : tensor<64x64xf32>) {
  ^bb0(%l: bf16, %r: bf16, %o: f32):
    %lw = arith.extf %l : bf16 to f32
    %rw = arith.extf %r : bf16 to f32
    %p = arith.mulf %lw, %rw : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

/// Kernels for other contractions share each sum among the threads of a block:
/// full f32 precision, without amp.tf32.
// CHECK-LABEL: func @negative_full_precision
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @negative_full_precision(%x: tensor<65536x64xf32>, %y: tensor<65536x64xf32>, %init: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<65536x64xf32>, tensor<65536x64xf32>) outs(%init : tensor<64x64xf32>) {
  ^bb0(%l: f32, %r: f32, %o: f32):
    %p = arith.mulf %l, %r : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

/// A sum over elements of one operand alone is no contraction.
// CHECK-LABEL: func @negative_one_operand_alone
// CHECK-COUNT-1: linalg.generic
// CHECK-NOT: linalg.generic
func.func @negative_one_operand_alone(%x: tensor<65536x64xbf16>, %y: tensor<64xbf16>, %init: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = linalg.generic {indexing_maps = [#a, affine_map<(m, n, k) -> (n)>, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<65536x64xbf16>, tensor<64xbf16>) outs(%init : tensor<64x64xf32>) {
  ^bb0(%l: bf16, %r: bf16, %o: f32):
    %lw = arith.extf %l : bf16 to f32
    %rw = arith.extf %r : bf16 to f32
    %p = arith.mulf %lw, %rw : f32
    %s = arith.addf %o, %p : f32
    linalg.yield %s : f32
  } -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
