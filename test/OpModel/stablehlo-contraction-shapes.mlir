// RUN: amp-opt %s -split-input-file --amp-print-summary -o /dev/null 2>&1 | FileCheck %s

/// Operations of each kind of contraction, by hand.

/// 2 * batch 3 * 4 * 5 * depth 6 = 720
// CHECK-LABEL: summary of @dot_general
// CHECK: contraction 1 7.2e-07
module @dot_general {
  func.func @f(%a: tensor<4x3x6xf32>, %b: tensor<3x5x6xf32>) {
    %0 = stablehlo.dot_general %a, %b, batching_dims = [1] x [0], contracting_dims = [2] x [2] : (tensor<4x3x6xf32>, tensor<3x5x6xf32>) -> tensor<3x4x5xf32>
    return
  }
}

// -----

/// Matrix by vector: 2 * 4 * 6 = 48
// CHECK-LABEL: summary of @dot
// CHECK: contraction 1 4.8e-08
module @dot {
  func.func @f(%a: tensor<4x6xf32>, %b: tensor<6xf32>) {
    %0 = stablehlo.dot %a, %b : (tensor<4x6xf32>, tensor<6xf32>) -> tensor<4xf32>
    return
  }
}

// -----

/// 2 * 4 * 5 * depth 6 = 240
// CHECK-LABEL: summary of @einsum
// CHECK: contraction 1 2.4e-07
module @einsum {
  func.func @f(%a: tensor<4x6xf32>, %b: tensor<6x5xf32>) {
    %0 = stablehlo.einsum %a, %b, config = "mk,kn->mn" : (tensor<4x6xf32>, tensor<6x5xf32>) -> tensor<4x5xf32>
    return
  }
}

// -----

/// 2 * 2*6*6 pixels * 16 channels * 3*3*4 = 82944
// CHECK-LABEL: summary of @convolution
// CHECK: contraction 1 8.2944e-05
module @convolution {
  func.func @f(%x: tensor<2x8x8x4xf32>, %w: tensor<3x3x4x16xf32>) {
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x4x16xf32>) -> tensor<2x6x6x16xf32>
    return
  }
}

// -----

/// Depthwise: 2 * 2*6*6 pixels * 4 groups * 2 channels each * 3*3*1 = 10368
// CHECK-LABEL: summary of @grouped
// CHECK: contraction 1 1.0368e-05
module @grouped {
  func.func @f(%x: tensor<2x8x8x4xf32>, %w: tensor<3x3x1x8xf32>) {
    %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 4 : i64} : (tensor<2x8x8x4xf32>, tensor<3x3x1x8xf32>) -> tensor<2x6x6x8xf32>
    return
  }
}

// -----

/// Rows choose one of 3 matrices: 2 * 11 * 5 * 7 = 770
// CHECK-LABEL: summary of @ragged_dot
// CHECK: contraction 1 7.7e-07
module @ragged_dot {
  func.func @f(%x: tensor<11x5xf32>, %w: tensor<3x5x7xf32>, %sizes: tensor<3xi64>) {
    %0 = "chlo.ragged_dot"(%x, %w, %sizes) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<11x5xf32>, tensor<3x5x7xf32>, tensor<3xi64>) -> tensor<11x7xf32>
    return
  }
}
