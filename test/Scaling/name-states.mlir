// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss=loss-scale=none -split-input-file | FileCheck %s

/// Pairs of marks in functions and composites outlive the marks; the calls stay. A state without a name, or with an
/// empty one, is named by its position.
// CHECK-LABEL: @called
// CHECK-SAME: (%arg0: tensor<f32> {amp.state = "main.0"}, %arg1: tensor<f32> {amp.state = "b"}) -> (tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.state = "b"}, tensor<f32> {amp.state = "main.0"})
// CHECK: call @loss
// CHECK: call @update
// CHECK-NOT: = amp.
func.func @called(%w: tensor<f32>, %b: tensor<f32>) -> (tensor<f32>, tensor<f32>, tensor<f32>) {
  %0 = call @loss(%w) : (tensor<f32>) -> tensor<f32>
  %1:2 = call @update(%b, %w) : (tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return %0, %1#0, %1#1 : tensor<f32>, tensor<f32>, tensor<f32>
}
func.func private @loss(%w: tensor<f32>) -> tensor<f32> {
  %0 = amp.loss "main" %w : tensor<f32>
  return %0 : tensor<f32>
}
func.func private @update(%b: tensor<f32>, %w: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = stablehlo.composite "my.update" %w, %b {decomposition = @sum} : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %s:2 = amp.state "main" (%w, %0) else (%w, %b) names ["", "b"] : tensor<f32>, tensor<f32>
  return %s#1, %s#0 : tensor<f32>, tensor<f32>
}
func.func private @sum(%w: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.add %w, %b : tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// A step that others call keeps its own pairs.
// CHECK-LABEL: @step
// CHECK-SAME: (%arg0: tensor<f32> {amp.state = "w"}) -> (tensor<f32> {amp.state = "w"})
// CHECK-LABEL: @steps
// CHECK: call @step
func.func @step(%w: tensor<f32>) -> tensor<f32> {
  %0 = call @half(%w) : (tensor<f32>) -> tensor<f32>
  %s = amp.state "main" (%0) else (%w) names ["w"] : tensor<f32>
  return %s : tensor<f32>
}
func.func @steps(%w: tensor<f32>) -> tensor<f32> {
  %0 = call @step(%w) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @half(%w: tensor<f32>) -> tensor<f32> {
  %s = amp.state "main" (%w) else (%w) : tensor<f32>
  return %s : tensor<f32>
}
