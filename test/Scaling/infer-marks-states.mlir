// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-infer-marks --amp-convert-marks -split-input-file -verify-diagnostics | FileCheck %s

/// Coupled weight decay: the new moment depends on its parameter, too. The new parameter is computed from the new moment, so that the matching is unique.
// CHECK-LABEL: @coupled_decay
// CHECK: amp.state "main" (%{{.*}}, %{{.*}}) else (%arg1, %arg0)
func.func @coupled_decay(%m: tensor<4xf32>, %w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 2 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %c = stablehlo.constant dense<0.01> : tensor<4xf32>
  %0 = stablehlo.multiply %w, %c : tensor<4xf32>
  %1 = stablehlo.add %g, %0 : tensor<4xf32>
  %2 = stablehlo.multiply %m, %c : tensor<4xf32>
  %m1 = stablehlo.add %2, %1 : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %m1 : tensor<4xf32>
  return %w1, %m1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// A counter, a schedule that depends on itself alone, an average of weights, and a running loss.
// CHECK-LABEL: @others
// CHECK: amp.state "main" (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) else (%arg0, %arg1, %arg2, %arg3, %arg4)
func.func @others(%w: tensor<4xf32>, %n: tensor<i32>, %rate: tensor<f32>, %average: tensor<4xf32>, %total: tensor<f32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %loss = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 5 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %0 = stablehlo.broadcast_in_dim %rate, dims = [] : (tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.multiply %0, %g : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %1 : tensor<4xf32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %n1 = stablehlo.add %n, %c1 : tensor<i32>
  %rate1 = stablehlo.sqrt %rate : tensor<f32>
  %c = stablehlo.constant dense<0.9> : tensor<4xf32>
  %2 = stablehlo.multiply %average, %c : tensor<4xf32>
  %average1 = stablehlo.add %2, %w1 : tensor<4xf32>
  %total1 = stablehlo.add %total, %loss : tensor<f32>
  return %w1, %n1, %rate1, %average1, %total1 : tensor<4xf32>, tensor<i32>, tensor<f32>, tensor<4xf32>, tensor<f32>
}

// -----

/// A loss that a weight among the arguments multiplies is no state, although it has the type of the weight.
// CHECK-LABEL: @weighted_loss
// CHECK: %[[LOSS:.*]] = amp.loss
// CHECK: %[[STATE:.*]] = amp.state "main" (%{{.*}}) else (%arg0)
// CHECK: return %[[STATE]], %[[LOSS]]
func.func @weighted_loss(%w: tensor<4xf32>, %weight: tensor<f32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %sum = stablehlo.reduce(%s init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  %loss = stablehlo.multiply %weight, %sum : tensor<f32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %d = stablehlo.multiply %one, %weight : tensor<f32>
  %b = stablehlo.broadcast_in_dim %d, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %dp = stablehlo.multiply %b, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1, %loss : tensor<4xf32>, tensor<f32>
}

// -----

/// Two 16-bit copies of weights of one type may replace either copy, so that they follow what is kept of their original.
// CHECK-LABEL: @copies
// CHECK: %[[STATE:.*]]:2 = amp.state "main" (%{{.*}}, %{{.*}}) else (%arg0, %arg1)
// CHECK: %[[V:.*]] = stablehlo.convert %[[STATE]]#0
// CHECK: %[[W:.*]] = stablehlo.convert %[[STATE]]#1
// CHECK: return %[[STATE]]#0, %[[STATE]]#1, %[[V]], %[[W]]
func.func @copies(%v: tensor<4xf32>, %w: tensor<4xf32>, %v16: tensor<4xbf16>, %w16: tensor<4xbf16>, %x: tensor<8x4xbf16>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xbf16>, tensor<4xbf16>) {
  %q = stablehlo.dot_general %x, %v16, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4xbf16>) -> tensor<8xbf16>
  %r = stablehlo.dot_general %x, %w16, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4xbf16>) -> tensor<8xbf16>
  %p = stablehlo.add %q, %r : tensor<8xbf16>
  %s = stablehlo.exponential %p : tensor<8xbf16>
  // expected-remark @+1 {{copies     result 2 follows result 0}}
  %one = stablehlo.constant dense<1.0> : tensor<8xbf16>
  %dp = stablehlo.multiply %one, %s : tensor<8xbf16>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xbf16>, tensor<8x4xbf16>) -> tensor<4xbf16>
  %h = stablehlo.dot_general %s, %x, contracting_dims = [0] x [0] : (tensor<8xbf16>, tensor<8x4xbf16>) -> tensor<4xbf16>
  %g32 = stablehlo.convert %g : (tensor<4xbf16>) -> tensor<4xf32>
  %v1 = stablehlo.subtract %v, %g32 : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g32 : tensor<4xf32>
  %0 = stablehlo.convert %v1 : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = stablehlo.convert %w1 : (tensor<4xf32>) -> tensor<4xbf16>
  return %v1, %w1, %0, %1 : tensor<4xf32>, tensor<4xf32>, tensor<4xbf16>, tensor<4xbf16>
}

// -----

/// One 16-bit copy that is left can replace one argument that is left.
// CHECK-LABEL: @copy
// CHECK: amp.state "main" (%{{.*}}, %{{.*}}) else (%arg0, %arg1)
func.func @copy(%w: tensor<4xf32>, %w16: tensor<4xbf16>, %x: tensor<8x4xbf16>) -> (tensor<4xf32>, tensor<4xbf16>) {
  %p = stablehlo.dot_general %x, %w16, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4xbf16>) -> tensor<8xbf16>
  %s = stablehlo.exponential %p : tensor<8xbf16>
  // expected-remark @+1 {{inferred marks: 1 gradients, 2 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xbf16>
  %dp = stablehlo.multiply %one, %s : tensor<8xbf16>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xbf16>, tensor<8x4xbf16>) -> tensor<4xbf16>
  %g32 = stablehlo.convert %g : (tensor<4xbf16>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g32 : tensor<4xf32>
  %1 = stablehlo.convert %w1 : (tensor<4xf32>) -> tensor<4xbf16>
  return %w1, %1 : tensor<4xf32>, tensor<4xbf16>
}

// -----

/// Frozen parameters, which no other result carries, replace themselves. A sum over steps in one branch of a conditional is no snapshot.
// CHECK-LABEL: @frozen
// CHECK: amp.state "main" (%{{.*}}, %arg1, %{{.*}}) else (%arg0, %arg1, %arg2)
func.func @frozen(%w: tensor<4xf32>, %frozen: tensor<4xf32>, %sum: tensor<4xf32>, %now: tensor<i1>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) {
  %f = stablehlo.dot_general %x, %frozen, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %q = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %p = stablehlo.add %f, %q : tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 3 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %0:2 = "stablehlo.if"(%now) ({
    %1 = stablehlo.add %sum, %g : tensor<4xf32>
    stablehlo.return %1, %1 : tensor<4xf32>, tensor<4xf32>
  }, {
    %zero = stablehlo.constant dense<0.0> : tensor<4xf32>
    stablehlo.return %zero, %sum : tensor<4xf32>, tensor<4xf32>
  }) : (tensor<i1>) -> (tensor<4xf32>, tensor<4xf32>)
  %w1 = stablehlo.subtract %w, %0#0 : tensor<4xf32>
  return %w1, %frozen, %0#1 : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>
}
