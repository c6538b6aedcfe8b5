// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-threshold-weights=weights=threshold:4,device=pcm,seed=7 | FileCheck %s
// RUN: amp-opt %s --amp-threshold-weights=weights=threshold:4,device=pcm,drift=0,reading=0,refresh-steps=0 | FileCheck %s --check-prefix=QUIET

/// A pair of conductances stands for each weight; key and step number are shared, and the key is a key: it advances in a skipped step.
// CHECK-LABEL: @step
// CHECK-SAME: %[[PAIR:[^:]*]]: tensor<2x4x4xf32> {amp.state = "w"}
// CHECK-SAME: tensor<4x4xf32> {amp.role = "accumulator", amp.state = "w.chi"}, %[[EPS:[^:]*]]: tensor<f32> {amp.role = "epsilon", amp.state = "w.epsilon"}
// CHECK-SAME: %[[HISTORY:[^:]*]]: tensor<2x4x4xf32> {amp.role = "device", amp.state = "w.history"}, %[[AGE:[^:]*]]: tensor<2x4x4xf32> {amp.role = "device", amp.state = "w.age"}
// CHECK-SAME: %[[KEY:[^:]*]]: tensor<2xui64> {amp.role = "device", amp.state = "device.key"}, %[[STEP:[^:]*]]: tensor<i32> {amp.role = "device", amp.state = "device.step"})
/// Reads, writes and the refresh draw from the key, one after the other; drift is a power of the time.
// CHECK: %[[KEY1:.*]], %{{.*}} = stablehlo.rng_bit_generator %[[KEY]], algorithm = THREE_FRY
// CHECK: stablehlo.popcnt
// CHECK: %[[KEY2:.*]], %{{.*}} = stablehlo.rng_bit_generator %[[KEY1]]
// CHECK: %[[KEY3:.*]], %{{.*}} = stablehlo.rng_bit_generator %[[KEY2]]
// CHECK: stablehlo.power
// CHECK: %[[SCALE:.*]] = stablehlo.broadcast_in_dim %[[EPS]], dims = []
// CHECK: %[[W:.*]] = stablehlo.multiply %{{.*}}, %[[SCALE]] : tensor<4x4xf32>
// CHECK: stablehlo.dot_general %{{.*}}, %[[W]]
// CHECK: amp.state "main" ({{.*}}%[[KEY3]], {{.*}}) else (%[[PAIR]], {{.*}}) names ["w", "w.chi", "w.epsilon", "w.history", "w.age", "device.key", "device.step"] kinds ["parameter", "other", "other", "other", "other", "key", "counter"]
// CHECK: @step_init_weights
// CHECK: stablehlo.constant dense<7> : tensor<2xui64>

/// A device effect that is off adds no op.
// QUIET-LABEL: @step
// QUIET-COUNT-1: stablehlo.rng_bit_generator
// QUIET-NOT: stablehlo.rng_bit_generator
// QUIET-NOT: stablehlo.power
// QUIET-NOT: stablehlo.remainder
// QUIET: @step_init_weights
func.func @step(%w: tensor<4x4xf32>, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  %2 = stablehlo.subtract %w, %g : tensor<4x4xf32>
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}
