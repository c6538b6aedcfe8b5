// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss=loss-scale=static:2 -split-input-file -verify-diagnostics | FileCheck %s

/// Without a mark, states are paired by attributes.
// CHECK-LABEL: @by_attribute
// CHECK: %[[NEW:.*]] = stablehlo.subtract
// CHECK: %[[S:.*]] = amp.guard %{{.*}}, (%[[NEW]]) else (%arg1)
// CHECK: return %{{.*}}, %[[S]],
func.func @by_attribute(%x: tensor<f32>, %w: tensor<f32> {amp.state = "w"}) -> (tensor<f32>, tensor<f32> {amp.state = "w"}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  %1 = stablehlo.subtract %w, %g : tensor<f32>
  return %x, %1 : tensor<f32>, tensor<f32>
}

// -----

/// A state that the marks omit and attributes pair is guarded, too; a shadow has the kind of its parameter.
// CHECK-LABEL: @marked_and_by_attribute
// CHECK: %[[M:.*]] = stablehlo.add
// CHECK: %[[S:.*]] = amp.guard %{{.*}} else (%arg0)
// CHECK: %[[LOW:.*]] = stablehlo.convert %[[S]]
// CHECK: %[[S2:.*]] = amp.guard %{{.*}}, (%[[M]]) else (%arg1)
// CHECK: return %[[S]], %[[S2]], %[[LOW]],
func.func @marked_and_by_attribute(%w: tensor<f32>, %m: tensor<f32> {amp.state = "m"}, %low: tensor<f16> {amp.role = "shadow", amp.state = "w.f16"})
    -> (tensor<f32>, tensor<f32> {amp.state = "m"}, tensor<f16> {amp.role = "shadow", amp.state = "w.f16"}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  %1 = stablehlo.subtract %w, %g : tensor<f32>
  %2 = stablehlo.add %m, %g : tensor<f32>
  %3 = amp.state "main" (%1) else (%w) names ["w"] : tensor<f32>
  %4 = stablehlo.convert %3 : (tensor<f32>) -> tensor<f16>
  return %3, %2, %4 : tensor<f32>, tensor<f32>, tensor<f16>
}

// -----

/// By names: trees with the same leaves, in order; where they are donated in another order, that is not believed. A lone leaf
/// needs donation to agree: the counter is a state, the rate and the loss are none.
// CHECK-LABEL: @by_names
// CHECK: amp.guard %{{.*}}, (%[[W:.*]], %[[M:.*]], %[[N:.*]]) else (%arg0, %arg1, %arg2)
func.func @by_names(%w: tensor<f32> {tf.aliasing_output = 1 : i32} loc("p['w']"), %m: tensor<f32> {tf.aliasing_output = 0 : i32} loc("m['w']"), %n: tensor<i32> {tf.aliasing_output = 2 : i32} loc("n"), %rate: tensor<f32> loc("rate"), %x: tensor<4xf32> loc("x['w']"))
    -> (tensor<f32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]['w']"}, tensor<i32> {jax.result_info = "result[2]"}, tensor<f32> {jax.result_info = "result[3]"}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  %1 = stablehlo.subtract %w, %g : tensor<f32>
  %2 = stablehlo.add %m, %g : tensor<f32>
  %c = stablehlo.constant dense<1> : tensor<i32>
  %3 = stablehlo.add %n, %c : tensor<i32>
  return %1, %2, %3, %rate : tensor<f32>, tensor<f32>, tensor<i32>, tensor<f32>
}

// -----

/// Gradients alone need no state.
// CHECK-LABEL: @only_gradients
// CHECK-NOT: amp.guard
func.func @only_gradients(%w: tensor<f32>) -> tensor<f32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  return %g : tensor<f32>
}

// -----

/// Donation alone is no pair: it goes by shapes.
// expected-error @+1 {{expects an amp.state mark, the same amp.state on an argument and its result, or names that pair them, because result 0 is made from gradients, but found no state; amp.role = "gradient" or "metric" on a result says that it is none}}
func.func @negative_unpaired(%w: tensor<f32> {tf.aliasing_output = 0 : i32}) -> tensor<f32> {
  %0 = amp.seed "main" %w : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  %1 = stablehlo.subtract %w, %g : tensor<f32>
  return %1 : tensor<f32>
}

// -----

/// Beside marked states, names alone guard nothing: an average that the marks
/// forgot changes where a step overflows. A metric, and what no gradient
/// reaches, are no such states.
// CHECK-LABEL: @forgotten
// CHECK: %[[M:.*]] = stablehlo.add
// CHECK: return %{{.*}}, %[[M]],
// expected-warning @+1 {{a step that overflows changes state 'state['m']': result 1, which is made from gradients, replaces argument 1, but no amp.state mark guards it}}
func.func @forgotten(%w: tensor<f32> loc("params['w']"), %m: tensor<f32> loc("state['m']"), %n: tensor<f32> loc("state['n']"), %norm: tensor<f32> loc("metrics['norm']"))
    -> (tensor<f32> {jax.result_info = "result[0]['w']"}, tensor<f32> {jax.result_info = "result[1]['m']"}, tensor<f32> {jax.result_info = "result[1]['n']"}, tensor<f32> {amp.role = "metric", jax.result_info = "result[2]['norm']"}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %g = amp.gradients "main" %0 : tensor<f32>
  %1 = stablehlo.subtract %w, %g : tensor<f32>
  %2 = stablehlo.add %m, %g : tensor<f32>
  %3 = stablehlo.add %n, %one : tensor<f32>
  %4 = amp.state "main" (%1) else (%w) names ["w"] : tensor<f32>
  return %4, %2, %3, %g : tensor<f32>, tensor<f32>, tensor<f32>, tensor<f32>
}
