// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-threshold-weights=weights=threshold:4 -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-threshold-weights=weights=threshold:3,scale=channel -split-input-file | FileCheck %s --check-prefix=CHANNEL
// RUN: amp-opt %s --amp-threshold-weights=weights=threshold:4 -split-input-file | amp-opt --amp-threshold-weights=weights=threshold:4 -split-input-file | FileCheck %s

/// The matrix is an integer times epsilon wherever it is read, the weight decay of the update included; the bias stays f32.
/// The update adds to chi, whole quanta move the integer, and chi keeps the rest.

// CHECK: module attributes {amp.threshold = "threshold:4"}
// CHECK-LABEL: @step
// CHECK-SAME: %[[N:[^:]*]]: tensor<4x8xi8> {amp.state = "w"}, %[[B:[^:]*]]: tensor<8xf32> {amp.state = "b"}
// CHECK-SAME: %[[CHI:[^:]*]]: tensor<4x8xf32> {amp.role = "accumulator", amp.state = "w.chi"}
// CHECK-SAME: %[[EPS:[^:]*]]: tensor<f32> {amp.role = "epsilon", amp.state = "w.epsilon"})
// CHECK-SAME: -> (tensor<4x8xi8> {amp.state = "w"}, tensor<8xf32> {amp.state = "b"}, tensor<4x8xf32> {amp.role = "accumulator", amp.state = "w.chi", jax.result_info = "w.chi"}, tensor<f32> {amp.role = "epsilon", amp.state = "w.epsilon", jax.result_info = "w.epsilon"}, tensor<i32> {amp.role = "moved", jax.result_info = "w.moved"})
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[N]]
// CHECK: %[[SCALE:.*]] = stablehlo.broadcast_in_dim %[[EPS]], dims = []
// CHECK: %[[W:.*]] = stablehlo.multiply %[[WIDE]], %[[SCALE]]
// CHECK: stablehlo.dot_general %{{.*}}, %[[W]]
// CHECK: %[[DECAY:.*]] = stablehlo.multiply %[[W]],
// CHECK-NOT: stablehlo.subtract %[[W]]
// CHECK: %[[CHI1:.*]] = stablehlo.subtract %[[CHI]], %{{.*}} : tensor<4x8xf32>
// CHECK: %[[CHI2:.*]] = stablehlo.subtract %[[CHI1]], %[[DECAY]] : tensor<4x8xf32>
// CHECK: %[[BEFORE:.*]] = stablehlo.convert %[[N]] : (tensor<4x8xi8>) -> tensor<4x8xi32>
// CHECK: %[[QUANTA:.*]] = stablehlo.convert %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xi32>
// CHECK: %[[SUM:.*]] = stablehlo.add %[[BEFORE]], %[[QUANTA]]
// CHECK-DAG: %[[LEAST:.*]] = stablehlo.constant dense<-7> : tensor<i32>
// CHECK-DAG: %[[MOST:.*]] = stablehlo.constant dense<7> : tensor<i32>
// CHECK: %[[AFTER:.*]] = stablehlo.clamp %[[LEAST]], %[[SUM]], %[[MOST]]
// CHECK: %[[FINITE:.*]] = stablehlo.is_finite %[[CHI2]]
// CHECK: %[[STORED:.*]] = stablehlo.convert %[[AFTER]] : (tensor<4x8xi32>) -> tensor<4x8xi8>
// CHECK: %[[NEXT:.*]] = stablehlo.select %[[FINITE]], %[[STORED]], %{{.*}} : tensor<4x8xi1>, tensor<4x8xi8>
// CHECK: %[[KNOWN:.*]] = stablehlo.optimization_barrier %[[NEXT]]
// CHECK: %[[BYTES:.*]] = stablehlo.convert %[[KNOWN]]
// CHECK: %[[STEPS:.*]] = stablehlo.subtract %[[BYTES]], %[[BEFORE]]
// CHECK: %[[REST:.*]] = stablehlo.subtract %[[CHI2]], %{{.*}} : tensor<4x8xf32>
// CHECK: %[[S:.*]]:4 = amp.state "main" (%[[NEXT]], %{{.*}}, %[[REST]], %{{.*}}) else (%[[N]], %[[B]], %[[CHI]], %[[EPS]]) names ["w", "b", "w.chi", "w.epsilon"] kinds ["parameter", "parameter", "other", "other"]
// CHECK: stablehlo.compare NE, %[[N]], %[[S]]#0
// CHECK: return %[[S]]#0, %[[S]]#1, %[[S]]#2, %[[S]]#3, %{{.*}}
// CHECK: func.func @step_init_weights(%{{.*}}: tensor<4x8xf32> {amp.state = "w"}) -> (tensor<4x8xi8> {amp.state = "w", {{.*}}}, tensor<4x8xf32> {{{.*}}}, tensor<f32> {{{.*}}})
// CHECK: func.func @step_read_weights(%{{.*}}: tensor<4x8xi8> {amp.state = "w"}, %{{.*}}: tensor<f32> {amp.state = "w.epsilon"}) -> (tensor<4x8xf32>

/// One scale per output: the dimension that the matmul does not sum over.
// CHANNEL-LABEL: @step
// CHANNEL-SAME: %[[EPS:[^:]*]]: tensor<8xf32> {amp.role = "epsilon", amp.state = "w.epsilon"})
// CHANNEL: stablehlo.broadcast_in_dim %[[EPS]], dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
// CHANNEL: dense<-3> : tensor<i32>
func.func @step(%w: tensor<4x8xf32>, %b: tensor<8xf32>, %x: tensor<2x4xf32>) -> (tensor<4x8xf32>, tensor<8xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x8xf32>) -> tensor<2x8xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<8xf32>) -> tensor<2x8xf32>
  %2 = stablehlo.add %0, %1 : tensor<2x8xf32>
  %dw = stablehlo.dot_general %x, %2, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %db = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<2x8xf32>, tensor<f32>) -> tensor<8xf32>
  %g:2 = amp.gradients "main" %dw, %db : tensor<4x8xf32>, tensor<8xf32>
  %rate = stablehlo.constant dense<0.5> : tensor<4x8xf32>
  %decay = stablehlo.multiply %w, %rate : tensor<4x8xf32>
  %3 = stablehlo.subtract %w, %g#0 : tensor<4x8xf32>
  %4 = stablehlo.subtract %3, %decay : tensor<4x8xf32>
  %5 = stablehlo.add %b, %g#1 : tensor<8xf32>
  %s:2 = amp.state "main" (%4, %5) else (%w, %b) names ["w", "b"] : tensor<4x8xf32>, tensor<8xf32>
  return %s#0, %s#1 : tensor<4x8xf32>, tensor<8xf32>
}

// -----

/// A kernel: its output channels are its last dimension. A skipped update is the accumulator itself, and a call on the way to the
/// new value (jnp.where) is inlined. A reader of the new weight reads the integer's.
// CHECK-LABEL: @convolution
// CHECK-SAME: %[[N:[^:]*]]: tensor<3x3x2x4xi8>
// CHECK-SAME: %[[CHI:[^:]*]]: tensor<3x3x2x4xf32> {amp.role = "accumulator"
// CHECK: %[[SUM:.*]] = stablehlo.add %{{.*}}, %[[CHI]]
// CHECK: stablehlo.select %{{.*}}, %[[SUM]], %[[CHI]]
// CHECK: %[[S:.*]]:3 = amp.state
// CHECK: %[[NEXT:.*]] = stablehlo.convert %[[S]]#0 : (tensor<3x3x2x4xi8>) -> tensor<3x3x2x4xf32>
// CHECK: %[[NEW:.*]] = stablehlo.multiply %[[NEXT]]
// CHECK: %[[NORM:.*]] = stablehlo.reduce(%[[NEW]]
// CHECK: return %[[S]]#0, %[[NORM]], %[[S]]#1, %[[S]]#2
// CHANNEL-LABEL: @convolution
// CHANNEL-SAME: tensor<4xf32> {amp.role = "epsilon"
// CHANNEL: stablehlo.broadcast_in_dim %{{.*}}, dims = [3] : (tensor<4xf32>) -> tensor<3x3x2x4xf32>
func.func @convolution(%w: tensor<3x3x2x4xf32> {amp.state = "w"}, %x: tensor<1x8x8x2xf32>, %ok: tensor<i1>, %d: tensor<3x3x2x4xf32>) -> (tensor<3x3x2x4xf32> {amp.state = "w"}, tensor<f32>) {
  %0 = stablehlo.convolution(%x, %w) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {pad = [[1, 1], [1, 1]]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x8x8x2xf32>, tensor<3x3x2x4xf32>) -> tensor<1x8x8x4xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<1x8x8x4xf32>, tensor<f32>) -> tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<3x3x2x4xf32>
  %g = amp.gradients "main" %2 : tensor<3x3x2x4xf32>
  %3 = stablehlo.add %g, %w : tensor<3x3x2x4xf32>
  %4 = func.call @where(%ok, %3, %w) : (tensor<i1>, tensor<3x3x2x4xf32>, tensor<3x3x2x4xf32>) -> tensor<3x3x2x4xf32>
  %s = amp.state "main" (%4) else (%w) : tensor<3x3x2x4xf32>
  %norm = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<3x3x2x4xf32>, tensor<f32>) -> tensor<f32>
  return %s, %norm : tensor<3x3x2x4xf32>, tensor<f32>
}
func.func private @where(%p: tensor<i1>, %a: tensor<3x3x2x4xf32>, %b: tensor<3x3x2x4xf32>) -> tensor<3x3x2x4xf32> {
  %0 = stablehlo.select %p, %a, %b : tensor<i1>, tensor<3x3x2x4xf32>
  return %0 : tensor<3x3x2x4xf32>
}

// -----

/// Stacked layers that a loop slices, transposed: each layer and each output has a scale. A table that a gather reads as well as a
/// matmul (a tied embedding) is one integer for both.
// CHECK-LABEL: @stacked
// CHECK-SAME: tensor<3x4x4xi8> {amp.state = "w"}, %{{[^:]*}}: tensor<5x4xi8> {amp.state = "table"}
// CHECK: %[[TABLE:.*]] = stablehlo.multiply %{{.*}}, %{{.*}} : tensor<5x4xf32>
// CHECK: "stablehlo.gather"(%[[TABLE]]
// CHECK: stablehlo.dot_general %{{.*}}, %[[TABLE]]
// CHANNEL-LABEL: @stacked
// CHANNEL-SAME: tensor<3x4xf32> {amp.role = "epsilon", amp.state = "w.epsilon"}
// CHANNEL-SAME: tensor<5xf32> {amp.role = "epsilon", amp.state = "table.epsilon"}
// CHANNEL: stablehlo.broadcast_in_dim %{{.*}}, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x4xf32>
func.func @stacked(%w: tensor<3x4x4xf32>, %table: tensor<5x4xf32>, %ids: tensor<2x1xi32>) -> (tensor<3x4x4xf32>, tensor<5x4xf32>) {
  %x = "stablehlo.gather"(%table, %ids) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<5x4xf32>, tensor<2x1xi32>) -> tensor<2x4xf32>
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%a = %i, %h = %x, %all = %w) : tensor<i32>, tensor<2x4xf32>, tensor<3x4x4xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %z = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_slice %all, %a, %z, %z, sizes = [1, 4, 4] : (tensor<3x4x4xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x4x4xf32>
    %2 = stablehlo.reshape %1 : (tensor<1x4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.transpose %2, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.dot_general %h, %3, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %5 = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %5, %4, %all : tensor<i32>, tensor<2x4xf32>, tensor<3x4x4xf32>
  }
  %logits = stablehlo.dot_general %0#1, %table, contracting_dims = [1] x [1] : (tensor<2x4xf32>, tensor<5x4xf32>) -> tensor<2x5xf32>
  %dt = stablehlo.dot_general %logits, %0#1, contracting_dims = [0] x [0] : (tensor<2x5xf32>, tensor<2x4xf32>) -> tensor<5x4xf32>
  %dw = stablehlo.broadcast_in_dim %0#1, dims = [0, 2] : (tensor<2x4xf32>) -> tensor<2x4x4xf32>
  %pad = stablehlo.concatenate %dw, %dw, dim = 0 : (tensor<2x4x4xf32>, tensor<2x4x4xf32>) -> tensor<4x4x4xf32>
  %three = stablehlo.slice %pad [0:3, 0:4, 0:4] : (tensor<4x4x4xf32>) -> tensor<3x4x4xf32>
  %g:2 = amp.gradients "main" %three, %dt : tensor<3x4x4xf32>, tensor<5x4xf32>
  %w1 = stablehlo.subtract %w, %g#0 : tensor<3x4x4xf32>
  %t1 = stablehlo.subtract %table, %g#1 : tensor<5x4xf32>
  %s:2 = amp.state "main" (%w1, %t1) else (%w, %table) names ["w", "table"] : tensor<3x4x4xf32>, tensor<5x4xf32>
  return %s#0, %s#1 : tensor<3x4x4xf32>, tensor<5x4xf32>
}

// -----

/// A state without a gradient (a hidden state that the next batch reads) and a moment are no parameters.
// CHECK-LABEL: @hidden
// CHECK-SAME: tensor<4x4xi8> {amp.state = "w"}, %{{[^:]*}}: tensor<4x4xf32> {amp.state = "m"}, %{{[^:]*}}: tensor<2x4xf32> {amp.state = "h"}
func.func @hidden(%w: tensor<4x4xf32>, %m: tensor<4x4xf32>, %h: tensor<2x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>) {
  %0 = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %h, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  %2 = stablehlo.add %m, %g : tensor<4x4xf32>
  %3 = stablehlo.subtract %w, %2 : tensor<4x4xf32>
  %s:3 = amp.state "main" (%3, %2, %0) else (%w, %m, %h) names ["w", "m", "h"] : tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>
  return %s#0, %s#1, %s#2 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<2x4xf32>
}
