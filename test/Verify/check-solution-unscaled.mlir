// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Users of an unscaled gradient are f32 by the structure of the step, not by a list or a rule.
// RUN: amp-opt %s --amp="compute=f16 preset=contractions loss-scale=static:1024" --mlir-print-ir-before=amp-check-solution --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s

/// The cube root of a gradient reads the gradient without its scale.
// CHECK: module @gradient {{.*}}flow_pins = array<i8: 0, 1, 1, 1, 0, 1, 3, 1>
module @gradient {
  func.func @main(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %sum = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %loss = amp.loss "main" %sum : tensor<f32>
    %one = stablehlo.constant dense<1.0> : tensor<f32>
    %seed = amp.seed "main" %one : tensor<f32>
    %dy = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %dw = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    %root = stablehlo.cbrt %dw : tensor<8x8xf32>
    %g = amp.gradients "main" %root : tensor<8x8xf32>
    %new = stablehlo.subtract %w, %g : tensor<8x8xf32>
    %state = amp.state "main" (%new) else (%w) : tensor<8x8xf32>
    return %state, %loss : tensor<8x8xf32>, tensor<f32>
  }
}
