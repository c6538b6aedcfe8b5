// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-saved --amp-store-saved="least-elements=8 remarks=true" --amp-check-saved --split-input-file --verify-diagnostics | FileCheck %s

/// The deviation from the mean is stored; the value itself is their sum.
// CHECK-LABEL: @deviation
// CHECK: %[[H:.*]] = stablehlo.dot_general
// CHECK: %[[MEAN:.*]] = stablehlo.broadcast_in_dim %{{.*}} : (tensor<4xf32>) -> tensor<4x8xf32>
// CHECK: %[[D:.*]] = stablehlo.subtract %[[H]], %[[MEAN]]
// CHECK: stablehlo.abs %[[D]]
// CHECK: stablehlo.divide %[[D]]
// CHECK-NEXT: -> tensor<4x8xf8E4M3FN>
// CHECK: amp.seed
// CHECK: %[[R:.*]] = stablehlo.multiply
// CHECK: stablehlo.multiply %[[R]]
// CHECK: %[[AGAIN:.*]] = stablehlo.add %[[R]], %[[MEAN]]
// CHECK: stablehlo.multiply %[[AGAIN]]
// expected-remark @+1 {{in 36 bytes of 8-bit floats and scales instead of 128 bytes}}
func.func @deviation(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %count = stablehlo.constant dense<8.0> : tensor<4xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %sum = stablehlo.reduce(%h init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.divide %sum, %count : tensor<4xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %h, %means : tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %d, %b : tensor<4x8xf32>
  %g2 = stablehlo.multiply %h, %b : tensor<4x8xf32>
  return %g, %g2, %loss : tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>
}

// -----

/// A difference of near values, a sine and an exponential are stored, not their operand.
// CHECK-LABEL: @ill_conditioned
// CHECK: %[[F:.*]] = stablehlo.floor %[[H:.*]] :
// CHECK: %[[P:.*]] = stablehlo.subtract %[[H]], %[[F]]
// CHECK: stablehlo.abs %[[P]]
// CHECK: %[[D:.*]] = stablehlo.subtract %{{.*}}, %{{.*}}
// CHECK: stablehlo.abs %[[D]]
// CHECK: %[[S:.*]] = stablehlo.sine
// CHECK: stablehlo.abs %[[S]]
// CHECK: %[[E:.*]] = stablehlo.exponential
// CHECK: stablehlo.abs %[[E]]
// CHECK: amp.seed
// CHECK-NOT: stablehlo.floor
// CHECK-NOT: stablehlo.sine
// CHECK-NOT: stablehlo.exponential
// expected-remark @+1 {{in 272 bytes of 8-bit floats and scales instead of 1024 bytes}}
func.func @ill_conditioned(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %hundred = stablehlo.constant dense<100.0> : tensor<8x8xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %floor = stablehlo.floor %h : tensor<8x8xf32>
  %part = stablehlo.subtract %h, %floor : tensor<8x8xf32>
  %k = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %far = stablehlo.subtract %k, %hundred : tensor<8x8xf32>
  %l = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %s = stablehlo.sine %l : tensor<8x8xf32>
  %m = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = stablehlo.exponential %m : tensor<8x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %g0 = stablehlo.multiply %part, %b : tensor<8x8xf32>
  %g1 = stablehlo.multiply %far, %b : tensor<8x8xf32>
  %g2 = stablehlo.multiply %s, %b : tensor<8x8xf32>
  %g3 = stablehlo.multiply %e, %b : tensor<8x8xf32>
  return %g0, %g1, %g2, %g3, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
}

// -----

/// Smooth functions whose terms have one sign, or are small, are computed again from one root: GELU and its derivative, ELU, a Gaussian.
// CHECK-LABEL: @smooth
// CHECK-COUNT-1: -> tensor<8x8xf8E4M3FN>
// CHECK-NOT: -> tensor<8x8xf8E4M3FN>
// expected-remark @+1 {{in 68 bytes of 8-bit floats and scales instead of 256 bytes}}
func.func @smooth(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<8x8xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<8x8xf32>
  %small = stablehlo.constant dense<0.044715> : tensor<8x8xf32>
  %minus = stablehlo.constant dense<-0.5> : tensor<8x8xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %h2 = stablehlo.multiply %h, %h : tensor<8x8xf32>
  %h3 = stablehlo.multiply %h2, %h : tensor<8x8xf32>
  %c = stablehlo.multiply %small, %h3 : tensor<8x8xf32>
  %inner = stablehlo.add %h, %c : tensor<8x8xf32>
  %t = stablehlo.tanh %inner : tensor<8x8xf32>
  %cdf = stablehlo.add %ones, %t : tensor<8x8xf32>
  %gelu = stablehlo.multiply %h, %cdf : tensor<8x8xf32>
  %slope = stablehlo.subtract %ones, %t : tensor<8x8xf32>
  %slopes = stablehlo.multiply %h, %slope : tensor<8x8xf32>
  %derivative = stablehlo.add %cdf, %slopes : tensor<8x8xf32>
  %positive = stablehlo.compare GT, %h, %zero, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
  %negative = stablehlo.select %positive, %zero, %h : tensor<8x8xi1>, tensor<8x8xf32>
  %elu = stablehlo.exponential_minus_one %negative : tensor<8x8xf32>
  %power = stablehlo.multiply %h2, %minus : tensor<8x8xf32>
  %pdf = stablehlo.exponential %power : tensor<8x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %g0 = stablehlo.multiply %gelu, %b : tensor<8x8xf32>
  %g1 = stablehlo.multiply %derivative, %b : tensor<8x8xf32>
  %g2 = stablehlo.multiply %elu, %b : tensor<8x8xf32>
  %g3 = stablehlo.multiply %pdf, %b : tensor<8x8xf32>
  return %g0, %g1, %g2, %g3, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
}

// -----

/// A barrier forwards the stored value to smooth functions and gradients.
// CHECK-LABEL: @barrier
// CHECK: -> tensor<4x8xf8E4M3FN>
// expected-remark @+1 {{in 36 bytes of 8-bit floats and scales instead of 128 bytes}}
func.func @barrier(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %bar:2 = stablehlo.optimization_barrier %b, %h : tensor<4x8xf32>, tensor<4x8xf32>
  %t = stablehlo.tanh %bar#1 : tensor<4x8xf32>
  %g = stablehlo.multiply %bar#0, %t : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}

// -----

/// The gradient of E[h^2] - E[h]^2 is a difference of late products: the mean is subtracted from what is stored.
// CHECK-LABEL: @variance
// CHECK: %[[H:.*]] = stablehlo.dot_general
// CHECK: %[[SUM:.*]] = stablehlo.reduce(%[[H]]
// CHECK: %[[EIGHTH:.*]] = stablehlo.constant dense<1.250000e-01> : tensor<4xf32>
// CHECK: %[[MEAN:.*]] = stablehlo.multiply %[[SUM]], %[[EIGHTH]]
// CHECK: %[[MEANS:.*]] = stablehlo.broadcast_in_dim %[[MEAN]], dims = [0]
// CHECK: %[[D:.*]] = stablehlo.subtract %[[H]], %[[MEANS]]
// CHECK: stablehlo.abs %[[D]]
// CHECK: amp.seed
// CHECK: %[[R:.*]] = stablehlo.add %{{.*}}, %[[MEANS]]
// expected-remark @+1 {{in 36 bytes of 8-bit floats and scales instead of 128 bytes}}
func.func @variance(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %count = stablehlo.constant dense<8.0> : tensor<4xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %sum = stablehlo.reduce(%h init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.divide %sum, %count : tensor<4xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %h, %b : tensor<4x8xf32>
  %other = stablehlo.multiply %means, %b : tensor<4x8xf32>
  %d = stablehlo.subtract %g, %other : tensor<4x8xf32>
  return %d, %loss : tensor<4x8xf32>, tensor<f32>
}

// -----

/// Squares of deviations may be near their mean: their difference is stored. A scaled deviation plus an offset is computed again, as in a layer norm.
// CHECK-LABEL: @squares
// CHECK: %[[SCALE:.*]] = stablehlo.broadcast_in_dim %arg2
// CHECK: %[[OFFSET:.*]] = stablehlo.broadcast_in_dim %arg3
// CHECK: %[[Q:.*]] = stablehlo.multiply %[[D:.*]], %[[D]]
// CHECK: %[[E:.*]] = stablehlo.subtract %[[Q]]
// CHECK: stablehlo.abs %[[E]]
// CHECK: amp.seed
// CHECK: %[[N:.*]] = stablehlo.multiply %{{.*}}, %[[SCALE]]
// CHECK: stablehlo.add %[[N]], %[[OFFSET]]
// expected-remark @+1 {{in 72 bytes of 8-bit floats and scales instead of 128 bytes}}
func.func @squares(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>, %scale: tensor<4xf32>, %offset: tensor<4xf32>) -> (tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %ones = stablehlo.constant dense<1.0> : tensor<4x8xf32>
  %eighth = stablehlo.constant dense<0.125> : tensor<4xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %sum = stablehlo.reduce(%h init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.multiply %sum, %eighth : tensor<4xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %d = stablehlo.subtract %h, %means : tensor<4x8xf32>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %offsets = stablehlo.broadcast_in_dim %offset, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %scaled = stablehlo.multiply %d, %scales : tensor<4x8xf32>
  %y = stablehlo.add %scaled, %offsets : tensor<4x8xf32>
  %q = stablehlo.multiply %d, %d : tensor<4x8xf32>
  %e = stablehlo.subtract %q, %ones : tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %e, %b : tensor<4x8xf32>
  %g2 = stablehlo.multiply %y, %b : tensor<4x8xf32>
  return %g, %g2, %loss : tensor<4x8xf32>, tensor<4x8xf32>, tensor<f32>
}
