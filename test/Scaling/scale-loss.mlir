// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss | FileCheck %s
// RUN: amp-opt %s --amp-scale-loss=loss-scale=static:1024 | FileCheck %s --check-prefix=STATIC
// RUN: amp-opt %s --amp-scale-loss=loss-scale=none | FileCheck %s --check-prefix=NONE

/// The seed is scaled, gradients are unscaled, every state is guarded but the key, and the scaler comes and goes at the end.

// CHECK: module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, {{.*}}>", stages = ["scale"]}}
// CHECK-LABEL: @step
// CHECK-SAME: %[[W:[^:]*]]: tensor<4xf32> {amp.state = "w", tf.aliasing_output = 0 : i32}
// CHECK-SAME: %[[N:[^:]*]]: tensor<i32> {amp.state = "n"}
// CHECK-SAME: %[[KEY:[^:]*]]: tensor<2xui32> {amp.state = "key"}
// CHECK-SAME: %[[X:[^:]*]]: tensor<4xf32>
// CHECK-SAME: %[[SCALE:[^:]*]]: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}
// CHECK-SAME: %[[TRACKER:[^:]*]]: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}
// CHECK-SAME: %[[SKIPPED:[^:]*]]: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}
// CHECK-SAME: -> (tensor<4xf32> {amp.state = "w"}, tensor<i32> {amp.state = "n"}, tensor<2xui32> {amp.state = "key"}, tensor<f32> {amp.role = "loss"},
// CHECK-SAME: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", {{[^}]*}}}, tensor<i32> {amp.role = "skipped", {{[^}]*}}}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"})
// CHECK: %[[ONE:.*]] = stablehlo.constant dense<1.0{{.*}}> : tensor<f32>
// CHECK: %[[SEED:.*]] = amp.scale %[[ONE]] by %[[SCALE]]
// CHECK: stablehlo.broadcast_in_dim %[[SEED]]
// CHECK: %[[G:.*]], %[[FOUND:.*]] = amp.unscale %{{.*}} by %[[SCALE]]
// CHECK: %[[NEW:.*]] = stablehlo.subtract %[[W]], %[[G]]
// CHECK: %[[GUARDED:.*]]:2 = amp.guard %[[FOUND]], (%[[NEW]], %{{.*}}) else (%[[W]], %[[N]])
// CHECK: %[[NEXT:.*]]:2 = amp.update_scale %[[SCALE]], %[[TRACKER]] if %[[FOUND]]
// CHECK: %[[COUNT:.*]] = stablehlo.convert %[[FOUND]] : (tensor<i1>) -> tensor<i32>
// CHECK: %[[MORE:.*]] = stablehlo.add %[[SKIPPED]], %[[COUNT]]
// CHECK: return %[[GUARDED]]#0, %[[GUARDED]]#1, %[[KEY]], %{{.*}}, %[[NEXT]]#0, %[[NEXT]]#1, %[[MORE]], %[[FOUND]]

/// A function gives the first values.
// CHECK: func.func @step_init_scaler() -> (tensor<f32> {amp.role = "scale", {{.*}}}, tensor<i32> {{.*}}, tensor<i32> {{.*}})
// CHECK-DAG: stablehlo.constant dense<6.553600e+04>
// CHECK-DAG: stablehlo.constant dense<0>

/// A static scale carries nothing.
// STATIC-LABEL: @step
// STATIC-NOT: scale"
// STATIC-SAME: %{{[^:]*}}: tensor<4xf32>) ->
// STATIC: %[[SCALE:.*]] = stablehlo.constant dense<1.024000e+03> : tensor<f32>
// STATIC: amp.scale %{{.*}} by %[[SCALE]]
// STATIC: %[[G:.*]], %[[FOUND:.*]] = amp.unscale %{{.*}} by %[[SCALE]]
// STATIC: return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[FOUND]]
// STATIC-NOT: init_scaler

/// Without a scale, marks go, and what they paired is said otherwise.
// NONE: @step(%{{[^ ]*}}: tensor<4xf32> {amp.state = "w", tf.aliasing_output = 0 : i32}
// NONE-SAME: -> (tensor<4xf32> {amp.state = "w"
// NONE-NOT: = amp.
// NONE: return %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<4xf32>, tensor<i32>, tensor<2xui32>, tensor<f32>
// NONE-NOT: = amp.

func.func @step(%w: tensor<4xf32> {tf.aliasing_output = 0 : i32}, %n: tensor<i32>, %key: tensor<2xui32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<i32>, tensor<2xui32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.multiply %w, %x : tensor<4xf32>
  %sum = stablehlo.reduce(%p init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %g0 = stablehlo.multiply %b, %x : tensor<4xf32>
  %g = amp.gradients "main" %g0 names ["w"] : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %n1 = stablehlo.add %n, %c : tensor<i32>
  %s:3 = amp.state "main" (%w1, %n1, %key) else (%w, %n, %key) names ["w", "n", "key"] kinds ["parameter", "counter", "key"] : tensor<4xf32>, tensor<i32>, tensor<2xui32>
  return %s#0, %s#1, %s#2, %loss : tensor<4xf32>, tensor<i32>, tensor<2xui32>, tensor<f32>
}

/// A function that marks its loss, mapped over a batch: one seed for all of them, and no loss is changed.
// CHECK-LABEL: @batch_of_losses
// CHECK: %[[SEED:.*]] = amp.scale
// CHECK: stablehlo.broadcast_in_dim %[[SEED]]
// CHECK: amp.unscale
func.func @batch_of_losses(%x: tensor<8x4xf32>) -> (tensor<8x4xf32>, tensor<8xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<8xf32>
  %loss = amp.loss "main" %sum : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %2 = stablehlo.multiply %1, %x : tensor<8x4xf32>
  %g = amp.gradients "main" %2 : tensor<8x4xf32>
  return %g, %loss : tensor<8x4xf32>, tensor<8xf32>
}
