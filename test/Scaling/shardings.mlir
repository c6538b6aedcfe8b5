// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-carry-weights --amp-scale-loss -split-input-file | FileCheck %s

/// Appended states have shardings if main does: a shadow that of its parameter, the scaler a replicated one. Donation by
/// number stays what it was.
// CHECK-LABEL: @step
// CHECK-SAME: %arg0: tensor<4xf32> {amp.state = "w", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 1 : i32}
// CHECK-SAME: %arg1: tensor<4xbf16> {amp.role = "shadow", amp.state = "w.bf16", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
// CHECK-SAME: %arg2: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: %arg3: tensor<i32> {amp.role = "growth_tracker", {{[^}]*}} sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: %arg4: tensor<i32> {amp.role = "skipped", {{[^}]*}} sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: -> (tensor<f32>, tensor<4xf32> {amp.state = "w", sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
// CHECK-SAME: tensor<4xbf16> {amp.role = "shadow", {{[^}]*}} sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}
// CHECK-SAME: tensor<f32> {amp.role = "scale", {{[^}]*}} sdy.sharding = #sdy.sharding<@mesh, []>}
// CHECK-SAME: tensor<i1> {amp.role = "found_inf", {{[^}]*}} sdy.sharding = #sdy.sharding<@mesh, []>}
sdy.mesh @mesh = <["x"=2]>
func.func @step(%w: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>, tf.aliasing_output = 1 : i32})
    -> (tensor<f32>, tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}]>}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %1 = stablehlo.convert %w : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = stablehlo.convert %1 : (tensor<4xbf16>) -> tensor<4xf32>
  %3 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %4 = stablehlo.multiply %3, %2 : tensor<4xf32>
  %g = amp.gradients "main" %4 : tensor<4xf32>
  %5 = stablehlo.subtract %w, %g : tensor<4xf32>
  %s = amp.state "main" (%5) else (%w) names ["w"] : tensor<4xf32>
  return %one, %s : tensor<f32>, tensor<4xf32>
}

// -----

/// In the words of the older partitioner.
// CHECK-LABEL: @older
// CHECK-SAME: tensor<4xbf16> {amp.role = "shadow", amp.state = "w.bf16", mhlo.sharding = "{devices=[2]<=[2]}"}
// CHECK-SAME: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", mhlo.sharding = "{replicated}"}
func.func @older(%w: tensor<4xf32> {mhlo.sharding = "{devices=[2]<=[2]}"}) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %0 = amp.seed "main" %one : tensor<4xf32>
  %1 = stablehlo.convert %w : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = stablehlo.convert %1 : (tensor<4xbf16>) -> tensor<4xf32>
  %3 = stablehlo.multiply %0, %2 : tensor<4xf32>
  %g = amp.gradients "main" %3 : tensor<4xf32>
  %s = amp.state "main" (%g) else (%w) names ["w"] : tensor<4xf32>
  return %s : tensor<4xf32>
}
