// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-keep-norms -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-keep-norms --amp-carry-weights=weights=pure -split-input-file | FileCheck %s --check-prefix=PURE
// RUN: amp-opt %s --amp-keep-norms --amp-carry-weights=weights=master -split-input-file | FileCheck %s --check-prefix=MASTER

/// The scale of a norm is noted, through casts, layout and a loop; the matrix is not. Outright low becomes the matrix alone;
/// shadows, beside which the parameters stay, are of both.
// CHECK-LABEL: @step
// CHECK-SAME: (%arg0: tensor<4xf32> {amp.keep = "layer_norm", amp.state = "scale"}, %arg1: tensor<4x4xf32> {amp.state = "w"},
// PURE-LABEL: @step
// PURE-SAME: (%arg0: tensor<4xf32> {amp.state = "scale"}, %arg1: tensor<4x4xbf16> {amp.state = "w"},
// MASTER-LABEL: @step
// MASTER-SAME: (%arg0: tensor<4xf32> {amp.state = "scale"}, %arg1: tensor<4x4xf32> {amp.state = "w"},
// MASTER-SAME: {amp.role = "shadow", amp.state = "scale.bf16"}
// MASTER-SAME: {amp.role = "shadow", amp.state = "w.bf16"}
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, deny = ["group.layer_norm.statistic"]>} {
  func.func @step(%scale: tensor<4xf32> {amp.state = "scale"}, %w: tensor<4x4xf32> {amp.state = "w"}, %x: tensor<4x4xbf16>)
      -> (tensor<4xf32> {amp.state = "scale"}, tensor<4x4xf32> {amp.state = "w"}, tensor<4x4xbf16>) {
    %i = stablehlo.constant dense<0> : tensor<i32>
    %0:3 = stablehlo.while(%k = %i, %s = %scale, %y = %x) : tensor<i32>, tensor<4xf32>, tensor<4x4xbf16>
    cond {
      %n = stablehlo.constant dense<2> : tensor<i32>
      %1 = stablehlo.compare LT, %k, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %1 : tensor<i1>
    } do {
      %1 = stablehlo.convert %s : (tensor<4xf32>) -> tensor<4xbf16>
      %2 = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<4xbf16>) -> tensor<4x4xbf16>
      %3 = stablehlo.multiply %y, %2 {amp.role = "layer_norm.output"} : tensor<4x4xbf16>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %4 = stablehlo.add %k, %one : tensor<i32>
      stablehlo.return %4, %s, %3 : tensor<i32>, tensor<4xf32>, tensor<4x4xbf16>
    }
    %5 = stablehlo.convert %w : (tensor<4x4xf32>) -> tensor<4x4xbf16>
    %6 = stablehlo.dot_general %0#2, %5, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
    return %scale, %w, %6 : tensor<4xf32>, tensor<4x4xf32>, tensor<4x4xbf16>
  }
}

// -----

/// A policy that keeps no norm in f32 keeps no parameter of one.
// CHECK-LABEL: @low_norms
// CHECK-NOT: amp.keep
// PURE-LABEL: @low_norms
// PURE-SAME: (%arg0: tensor<4xbf16>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"]>} {
  func.func @low_norms(%scale: tensor<4xf32> {amp.state = "scale"}, %x: tensor<4xbf16>) -> (tensor<4xf32> {amp.state = "scale"}, tensor<4xbf16>) {
    %0 = stablehlo.convert %scale : (tensor<4xf32>) -> tensor<4xbf16>
    %1 = stablehlo.multiply %x, %0 {amp.role = "layer_norm.output"} : tensor<4xbf16>
    return %scale, %1 : tensor<4xf32>, tensor<4xbf16>
  }
}
