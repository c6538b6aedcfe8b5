// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-saved --amp-store-saved="least-elements=8 remarks=true" --amp-check-saved --split-input-file --verify-diagnostics | FileCheck %s
// RUN: amp-opt %s --amp-store-saved="saved=keep" --split-input-file | FileCheck %s --check-prefix=KEEP
// KEEP-NOT: f8E

/// The root is divided by a scale behind its op and converted; what the backward pass reads of it, a mask too, is computed again. The forward pass
/// stays. The scale makes the largest magnitude the largest number of f8E4M3FN, 448.
// CHECK: amp.applied = {saved = "f8"}
// CHECK-LABEL: @rectifier
// CHECK: %[[H:.*]] = stablehlo.dot_general %arg1, %arg0
// CHECK: %[[ABS:.*]] = stablehlo.abs %[[H]] : tensor<4x8xbf16>
// CHECK: %[[MOST:.*]] = stablehlo.reduce(%[[ABS]] init: %{{.*}}) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<4x8xbf16>, tensor<bf16>) -> tensor<bf16>
// CHECK: %[[WIDE:.*]] = stablehlo.convert %[[MOST]] : (tensor<bf16>) -> tensor<f32>
// CHECK: %[[SHARE:.*]] = stablehlo.constant dense<0.00223214296> : tensor<f32>
// CHECK: %[[M:.*]] = stablehlo.multiply %[[WIDE]], %[[SHARE]]
// CHECK: %[[LEAST:.*]] = stablehlo.constant dense<1.17549435E-38> : tensor<f32>
// CHECK: %[[SCALE:.*]] = stablehlo.maximum %[[M]], %[[LEAST]]
// CHECK: %[[F:.*]] = stablehlo.convert %[[H]] : (tensor<4x8xbf16>) -> tensor<4x8xf32>
// CHECK: %[[ALL:.*]] = stablehlo.broadcast_in_dim %[[SCALE]], dims = []
// CHECK: %[[D:.*]] = stablehlo.divide %[[F]], %[[ALL]]
// CHECK: %[[Q:.*]] = stablehlo.convert %[[D]] : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
// CHECK: stablehlo.maximum %[[H]]
// CHECK: amp.seed
// CHECK: %[[C:.*]] = stablehlo.convert %[[Q]] : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
// CHECK: %[[AGAIN:.*]] = stablehlo.broadcast_in_dim %[[SCALE]], dims = []
// CHECK: %[[P:.*]] = stablehlo.multiply %[[C]], %[[AGAIN]]
// CHECK: %[[R:.*]] = stablehlo.convert %[[P]] : (tensor<4x8xf32>) -> tensor<4x8xbf16>
// CHECK: %[[MASK:.*]] = stablehlo.compare GT, %[[R]]
// CHECK: %[[G:.*]] = stablehlo.select %[[MASK]]
// CHECK: stablehlo.dot_general %arg1, %[[G]]
// CHECK: %[[A:.*]] = stablehlo.maximum %[[R]]
// CHECK: stablehlo.multiply %[[A]]
// expected-remark @+1 {{stores values that the backward pass reads in 36 bytes of 8-bit floats and scales instead of 64 bytes}}
func.func @rectifier(%w: tensor<8x8xbf16>, %x: tensor<4x8xbf16>) -> (tensor<8x8xbf16>, tensor<4x8xbf16>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<4x8xbf16>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %a = stablehlo.maximum %h, %zero : tensor<4x8xbf16>
  %mask = stablehlo.compare GT, %h, %zero, FLOAT : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xi1>
  %wide = stablehlo.convert %a : (tensor<4x8xbf16>) -> tensor<4x8xf32>
  %sum = stablehlo.reduce(%wide init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %low = stablehlo.convert %seed : (tensor<f32>) -> tensor<bf16>
  %b = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<bf16>) -> tensor<4x8xbf16>
  %g = stablehlo.select %mask, %b, %zero : tensor<4x8xi1>, tensor<4x8xbf16>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
  %other = stablehlo.multiply %a, %g : tensor<4x8xbf16>
  return %dw, %other, %loss : tensor<8x8xbf16>, tensor<4x8xbf16>, tensor<f32>
}

// -----

/// A row of at least 256 elements has a scale of its own, over as few dimensions as hold them.
// CHECK-LABEL: @rows
// CHECK: %[[ABS:.*]] = stablehlo.abs {{.*}} : tensor<3x4x16x16xf32>
// CHECK: stablehlo.reduce(%[[ABS]] init: %{{.*}}) applies stablehlo.maximum across dimensions = [2, 3] : (tensor<3x4x16x16xf32>, tensor<f32>) -> tensor<3x4xf32>
// CHECK: stablehlo.broadcast_in_dim {{.*}}, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x16x16xf32>
// CHECK: stablehlo.convert {{.*}} -> tensor<3x4x16x16xf8E4M3FN>
// CHECK: stablehlo.broadcast_in_dim {{.*}}, dims = [0, 1] : (tensor<3x4xf32>) -> tensor<3x4x16x16xf32>
// expected-remark @+1 {{in 3120 bytes of 8-bit floats and scales instead of 12288 bytes}}
func.func @rows(%w: tensor<16x16xf32>, %x: tensor<3x4x16x16xf32>) -> (tensor<3x4x16x16xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [3] x [0] : (tensor<3x4x16x16xf32>, tensor<16x16xf32>) -> tensor<3x4x16x16xf32>
  %sum = stablehlo.reduce(%h init: %none) applies stablehlo.add across dimensions = [0, 1, 2, 3] : (tensor<3x4x16x16xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<3x4x16x16xf32>
  %g = stablehlo.multiply %h, %b : tensor<3x4x16x16xf32>
  return %g, %loss : tensor<3x4x16x16xf32>, tensor<f32>
}

// -----

/// The sum of two roots is a root, and so is each of them where it is read.
// CHECK-LABEL: @residual
// CHECK: %[[A:.*]] = stablehlo.dot_general
// CHECK-NOT: f8E
// CHECK: %[[S:.*]] = stablehlo.add
// CHECK: stablehlo.abs %[[S]]
// CHECK: stablehlo.divide %[[S]]
// CHECK-NEXT: -> tensor<4x8xf8E4M3FN>
// CHECK-NOT: -> tensor<4x8xf8E4M3FN>
// expected-remark @+1 {{in 36 bytes of 8-bit floats and scales instead of 128 bytes}}
func.func @residual(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %a = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %s = stablehlo.add %x, %a : tensor<4x8xf32>
  %t = stablehlo.tanh %s : tensor<4x8xf32>
  %sum = stablehlo.reduce(%t init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %t, %b : tensor<4x8xf32>
  return %g, %loss : tensor<4x8xf32>, tensor<f32>
}

// -----

/// Not stored so: divisors and what logarithms are of.
// CHECK-LABEL: @poles
// CHECK-NOT: f8E
// expected-remark @+1 {{in 0 bytes of 8-bit floats and scales instead of 0 bytes}}
func.func @poles(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %k = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %l = stablehlo.log %k : tensor<8x8xf32>
  %sum = stablehlo.reduce(%h init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %g = stablehlo.divide %b, %h : tensor<8x8xf32>
  %m = stablehlo.multiply %b, %l : tensor<8x8xf32>
  return %g, %m, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<f32>
}

// -----

/// Not stored so: arguments, f64, roots of a softmax and operands of its products, roots that are compared with other values, and integers of a root.
// CHECK-LABEL: @excluded
// CHECK-NOT: f8E
// expected-remark @+1 {{in 0 bytes of 8-bit floats and scales instead of 0 bytes}}
func.func @excluded(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>, %wide: tensor<8x8xf64>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi32>, tensor<8x8xf64>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %q = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %scores = stablehlo.dot_general %q, %q, contracting_dims = [1] x [1] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %e = stablehlo.exponential %scores : tensor<8x8xf32>
  %l = stablehlo.reduce(%e init: %none) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %ls = stablehlo.broadcast_in_dim %l, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %p = stablehlo.divide %e, %ls : tensor<8x8xf32>
  %h = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %top = stablehlo.reduce(%h init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32>
  %tops = stablehlo.broadcast_in_dim %top, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32>
  %is = stablehlo.compare EQ, %h, %tops, FLOAT : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xi1>
  %r = stablehlo.dot_general %w, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %index = stablehlo.convert %r : (tensor<8x8xf32>) -> tensor<8x8xi32>
  %d = stablehlo.dot_general %wide, %wide, contracting_dims = [1] x [0] : (tensor<8x8xf64>, tensor<8x8xf64>) -> tensor<8x8xf64>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %b64 = stablehlo.convert %b : (tensor<8x8xf32>) -> tensor<8x8xf64>
  %g64 = stablehlo.multiply %d, %b64 : tensor<8x8xf64>
  %g = stablehlo.multiply %p, %b : tensor<8x8xf32>
  %dq = stablehlo.dot_general %g, %q, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %chosen = stablehlo.select %is, %b, %x : tensor<8x8xi1>, tensor<8x8xf32>
  %whole = stablehlo.convert %chosen : (tensor<8x8xf32>) -> tensor<8x8xi32>
  %at = stablehlo.add %index, %whole : tensor<8x8xi32>
  return %dq, %chosen, %at, %g64, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi32>, tensor<8x8xf64>, tensor<f32>
}

// -----

/// Ops are computed again behind all that they read: the constant stands behind
/// the first use of what is stored.
// CHECK-LABEL: @late_constant
// CHECK: amp.seed
// CHECK: %[[R:.*]] = stablehlo.convert %{{.*}} : (tensor<4x8xf32>) -> tensor<4x8xbf16>
// CHECK: stablehlo.dot_general %{{.*}}, %[[R]]
// CHECK: %[[QUARTER:.*]] = stablehlo.constant dense<2.500000e-01> : tensor<4x8xbf16>
// CHECK: stablehlo.compare GT, %[[R]], %[[QUARTER]]
// expected-remark @+1 {{stores values}}
func.func @late_constant(%w: tensor<8x8xbf16>, %x: tensor<4x8xbf16>) -> (tensor<8x8xbf16>, tensor<8x8xbf16>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xbf16>, tensor<8x8xbf16>) -> tensor<4x8xbf16>
  %wide = stablehlo.convert %h : (tensor<4x8xbf16>) -> tensor<4x8xf32>
  %sum = stablehlo.reduce(%wide init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %low = stablehlo.convert %seed : (tensor<f32>) -> tensor<bf16>
  %b = stablehlo.broadcast_in_dim %low, dims = [] : (tensor<bf16>) -> tensor<4x8xbf16>
  %dv = stablehlo.dot_general %b, %h, contracting_dims = [0] x [0] : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
  %quarter = stablehlo.constant dense<0.25> : tensor<4x8xbf16>
  %mask = stablehlo.compare GT, %h, %quarter, FLOAT : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<4x8xi1>
  %g = stablehlo.select %mask, %b, %quarter : tensor<4x8xi1>, tensor<4x8xbf16>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xbf16>, tensor<4x8xbf16>) -> tensor<8x8xbf16>
  return %dw, %dv, %loss : tensor<8x8xbf16>, tensor<8x8xbf16>, tensor<f32>
}
