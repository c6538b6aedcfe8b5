// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-convert-marks | FileCheck %s
// RUN: amp-opt %s --amp-convert-marks | amp-opt | FileCheck %s
// RUN: amp-opt %s --amp-convert-marks --mlir-print-op-generic | amp-opt | FileCheck %s

/// Composites become ops, wherever they are, and their functions go.

// CHECK-LABEL: @step
// CHECK: %[[LOSS:.*]] = amp.loss "main" %{{.*}} : tensor<f32>
// CHECK: %[[SEED:.*]] = amp.seed "main" %{{.*}} : tensor<f32>
// CHECK: %[[G:.*]]:2 = amp.gradients "gan" %{{.*}}, %{{.*}} names ["w", "b"] : tensor<4xf32>, tensor<f32>
// CHECK: %[[S:.*]]:2 = amp.state "main" (%[[G]]#0, %{{.*}}) else (%{{.*}}, %{{.*}}) names ["w", "key"] kinds ["parameter", "key"] : tensor<4xf32>, tensor<2xui32>
// CHECK: return %[[S]]#0, %[[S]]#1, %[[LOSS]], %[[SEED]]
func.func @step(%w: tensor<4xf32>, %key: tensor<2xui32>, %x: tensor<f32>) -> (tensor<4xf32>, tensor<2xui32>, tensor<f32>, tensor<f32>) {
  %loss = stablehlo.composite "amp.loss" %x {decomposition = @amp.loss} : (tensor<f32>) -> tensor<f32>
  %seed = stablehlo.composite "amp.seed" %x {composite_attributes = {group = "main"}, decomposition = @amp.seed, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  %g:2 = stablehlo.composite "amp.gradients" %w, %x {composite_attributes = {group = "gan", names = ["w", "b"]}, decomposition = @amp.gradients} : (tensor<4xf32>, tensor<f32>) -> (tensor<4xf32>, tensor<f32>)
  %s:2 = stablehlo.composite "amp.state" %g#0, %key, %w, %key {composite_attributes = {kinds = ["parameter", "key"], names = ["w", "key"]}, decomposition = @amp.state} : (tensor<4xf32>, tensor<2xui32>, tensor<4xf32>, tensor<2xui32>) -> (tensor<4xf32>, tensor<2xui32>)
  return %s#0, %s#1, %loss, %seed : tensor<4xf32>, tensor<2xui32>, tensor<f32>, tensor<f32>
}

/// One kind stands for all states of a mark.
// CHECK-LABEL: @in_regions
func.func @in_regions(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  // CHECK: stablehlo.if
  %0 = "stablehlo.if"(%p) ({
    // CHECK: amp.state "main" (%{{.*}}) else (%{{.*}}) kinds ["counter"] : tensor<f32>
    %1 = stablehlo.composite "amp.state" %x, %x {composite_attributes = {kind = "counter"}, decomposition = @amp.state_1} : (tensor<f32>, tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }, {
    stablehlo.return %x : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// CHECK-NOT: @amp.loss
// CHECK-NOT: @amp.seed
// CHECK-NOT: @amp.state
func.func private @amp.loss(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @amp.seed(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @amp.gradients(%x: tensor<4xf32>, %y: tensor<f32>) -> (tensor<4xf32>, tensor<f32>) {
  return %x, %y : tensor<4xf32>, tensor<f32>
}
func.func private @amp.state(%x: tensor<4xf32>, %k: tensor<2xui32>, %y: tensor<4xf32>, %l: tensor<2xui32>) -> (tensor<4xf32>, tensor<2xui32>) {
  return %x, %k : tensor<4xf32>, tensor<2xui32>
}
func.func private @amp.state_1(%x: tensor<f32>, %y: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}

/// Other composites are none of ours, nor is where AMP is off.
// CHECK: stablehlo.composite "my.op"
// CHECK: stablehlo.composite "amp.off"
func.func @others(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "my.op" %x {decomposition = @kept} : (tensor<f32>) -> tensor<f32>
  %1 = stablehlo.composite "amp.off" %0 {decomposition = @kept} : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
// CHECK: func.func private @kept
func.func private @kept(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
