// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Convolutions of linalg stay as they are, and it is said of each.
// RUN: amp-opt %s --amp-align-shapes="align=always remarks check" 2> %t | FileCheck %s
// RUN: FileCheck %s --check-prefix=SAID < %t
// CHECK-NOT: tensor.pad
// SAID: negative_linalg-convolution.mlir:[[#@LINE+2]]:8: remark: keeps all dimensions of 'linalg.conv_2d_nhwc_hwcf': convolutions of linalg are not padded
func.func @main(%x: tensor<8x30x30x3xbf16>, %w: tensor<3x3x3x10xbf16>, %to: tensor<8x28x28x10xf32>) -> tensor<8x28x28x10xf32> {
  %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<8x30x30x3xbf16>, tensor<3x3x3x10xbf16>) outs(%to : tensor<8x28x28x10xf32>) -> tensor<8x28x28x10xf32>
  return %0 : tensor<8x28x28x10xf32>
}
