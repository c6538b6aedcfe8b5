// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always check remarks" -o %t 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: FileCheck %s < %t
// RUN: amp-opt %t --amp-check-alignment=input=%s | cmp - %t

/// A dimension that is split and merged again is padded by whole groups; one merged as an inner dimension is sliced.
// CHECK-LABEL: func.func @grouped(
func.func @grouped(%x: tensor<512x512xbf16>, %w: tensor<512x1004xbf16>, %v: tensor<1004x512xbf16>) -> (tensor<512x512xbf16>, tensor<514048xf32>) {
  // CHECK: tensor.expand_shape %{{.*}} output_shape [512, 252, 4] : tensor<512x1008xf32> into tensor<512x252x4xf32>
  // CHECK: arith.negf %{{.*}} : tensor<512x252x4xf32>
  // CHECK: %[[BACK:.*]] = tensor.collapse_shape %{{.*}} : tensor<512x252x4xf32> into tensor<512x1008xf32>
  // CHECK: %[[CUT:.*]] = tensor.extract_slice %[[BACK]][0, 0] [512, 1004]
  // CHECK: tensor.collapse_shape %[[CUT]] {{.*}} : tensor<512x1004xf32> into tensor<514048xf32>
  // SAYS: linalg-reshapes.mlir:[[#@LINE+8]]:{{.*}} remark: cuts 1004 here: it is not the outermost
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<512x1004xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<512x1004xf32>) -> tensor<512x1004xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<512x512xbf16>, tensor<512x1004xbf16>) outs(%1 : tensor<512x1004xf32>) -> tensor<512x1004xf32>
  %3 = tensor.expand_shape %2 [[0], [1, 2]] output_shape [512, 251, 4] : tensor<512x1004xf32> into tensor<512x251x4xf32>
  %4 = arith.negf %3 : tensor<512x251x4xf32>
  %5 = tensor.collapse_shape %4 [[0], [1, 2]] : tensor<512x251x4xf32> into tensor<512x1004xf32>
  %flat = tensor.collapse_shape %5 [[0, 1]] : tensor<512x1004xf32> into tensor<514048xf32>
  %6 = arith.truncf %5 : tensor<512x1004xf32> to tensor<512x1004xbf16>
  %7 = tensor.empty() : tensor<512x512xf32>
  %8 = linalg.fill ins(%zero : f32) outs(%7 : tensor<512x512xf32>) -> tensor<512x512xf32>
  %9 = linalg.matmul ins(%6, %v : tensor<512x1004xbf16>, tensor<1004x512xbf16>) outs(%8 : tensor<512x512xf32>) -> tensor<512x512xf32>
  %10 = arith.truncf %9 : tensor<512x512xf32> to tensor<512x512xbf16>
  return %10, %flat : tensor<512x512xbf16>, tensor<514048xf32>
}
