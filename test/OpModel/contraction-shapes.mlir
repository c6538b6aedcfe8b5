// RUN: amp-opt %s -split-input-file --amp-print-summary -o /dev/null 2>&1 | FileCheck %s

/// Operations of each kind of contraction, by hand.

/// 2 * batch 3 * 4 * 5 * depth 6 = 720
// CHECK-LABEL: summary of @tosa_matmul
// CHECK: contraction 1 7.2e-07
module @tosa_matmul {
  func.func @f(%a: tensor<3x4x6xf16>, %b: tensor<3x6x5xf16>, %z: tensor<1xf16>) {
    %0 = tosa.matmul %a, %b, %z, %z : (tensor<3x4x6xf16>, tensor<3x6x5xf16>, tensor<1xf16>, tensor<1xf16>) -> tensor<3x4x5xf32>
    return
  }
}

// -----

/// 2 * 1*6*6 pixels * 16 channels * 3*3*4 = 41472
// CHECK-LABEL: summary of @tosa_conv2d
// CHECK: contraction 1 4.1472e-05
module @tosa_conv2d {
  func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<16x3x3x4xf32>, %b: tensor<16xf32>, %z: tensor<1xf32>) {
    %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x16xf32>
    return
  }
}

// -----

/// 2 * 1*6*6 pixels * 4 channels * 2 multiples * 3*3 = 5184
// CHECK-LABEL: summary of @tosa_depthwise
// CHECK: contraction 1 5.184e-06
module @tosa_depthwise {
  func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x2xf32>, %b: tensor<8xf32>, %z: tensor<1xf32>) {
    %0 = tosa.depthwise_conv2d %x, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<3x3x4x2xf32>, tensor<8xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x8xf32>
    return
  }
}

// -----

/// 2 * 1*8*8 input pixels * 16 channels * 3*3*4 = 73728
// CHECK-LABEL: summary of @tosa_transpose
// CHECK: contraction 1 7.3728e-05
module @tosa_transpose {
  func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<16x3x3x4xf32>, %b: tensor<16xf32>, %z: tensor<1xf32>) {
    %0 = tosa.transpose_conv2d %x, %w, %b, %z, %z {acc_type = f32, out_pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x10x10x16xf32>
    return
  }
}

// -----

/// 2 * 1*6*6 pixels * 16 channels * 3*3*4 = 41472
// CHECK-LABEL: summary of @linalg_conv
// CHECK: contraction 1 4.1472e-05
module @linalg_conv {
  func.func @f(%x: tensor<1x8x8x4xf32>, %w: tensor<3x3x4x16xf32>, %init: tensor<1x6x6x16xf32>) {
    %0 = linalg.conv_2d_nhwc_hwcf ins(%x, %w : tensor<1x8x8x4xf32>, tensor<3x3x4x16xf32>) outs(%init : tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32>
    return
  }
}
