// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-saved --amp-store-saved="least-elements=8 remarks=true" --amp-check-saved --split-input-file --verify-diagnostics | FileCheck %s
// RUN: amp-opt %s --amp-store-saved="saved=keep" --split-input-file | FileCheck %s --check-prefix=KEEP
// KEEP-NOT: f8E

/// The root is converted behind its op; what the backward pass reads of it, a mask too, is computed again. The forward pass stays.
// CHECK: amp.applied = {saved = "f8"}
// CHECK-LABEL: @rectifier
// CHECK: %[[H:.*]] = stablehlo.dot_general %arg1, %arg0
// CHECK-NEXT: %[[Q:.*]] = stablehlo.convert %[[H]] : (tensor<4x8xbf16>) -> tensor<4x8xf8E5M2>
// CHECK: stablehlo.maximum %[[H]]
// CHECK: amp.seed
// CHECK-DAG: %[[R:.*]] = stablehlo.convert %[[Q]] : (tensor<4x8xf8E5M2>) -> tensor<4x8xbf16>
// CHECK-DAG: %[[A:.*]] = stablehlo.maximum %[[R]]
// CHECK-DAG: %[[M:.*]] = stablehlo.compare GT, %[[R]]
// CHECK: %[[G:.*]] = stablehlo.select %[[M]]
// CHECK: stablehlo.dot_general %arg1, %[[G]]
// CHECK: stablehlo.multiply %[[A]]
// expected-remark @+1 {{stores values that the backward pass reads in 32 bytes of 8-bit floats instead of 64 bytes}}
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

/// A power of two makes a known range fit into f8E4M3FN: |h| is at most 8 * 3 * 1, and 24 * 16 at most 448.
// CHECK-LABEL: @known
// CHECK: %[[H:.*]] = stablehlo.dot_general
// CHECK: %[[UP:.*]] = stablehlo.constant dense<1.600000e+01> : tensor<4x8xf32>
// CHECK: %[[S:.*]] = stablehlo.multiply %[[H]], %[[UP]]
// CHECK: %[[Q:.*]] = stablehlo.convert %[[S]] : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
// CHECK: %[[R:.*]] = stablehlo.convert %[[Q]]
// CHECK: %[[DOWN:.*]] = stablehlo.constant dense<6.250000e-02>
// CHECK: %[[N:.*]] = stablehlo.multiply %[[R]], %[[DOWN]]
// CHECK: stablehlo.multiply %[[N]], %{{.*}}
// expected-remark @+1 {{in 32 bytes of 8-bit floats instead of 128 bytes}}
func.func @known(%w: tensor<8x8xf32> {amp.range = #amp.range<-3.0, 3.0>}, %x: tensor<4x8xf32> {amp.range = #amp.range<0.0, 1.0>}) -> (tensor<4x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %sum = stablehlo.reduce(%h init: %none) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %g = stablehlo.multiply %h, %b : tensor<4x8xf32>
  return %g, %loss : tensor<4x8xf32>, tensor<f32>
}

// -----

/// The sum of two roots is a root, and so is each of them where it is read.
// CHECK-LABEL: @residual
// CHECK: %[[A:.*]] = stablehlo.dot_general
// CHECK-NOT: f8E
// CHECK: %[[S:.*]] = stablehlo.add
// CHECK-NEXT: stablehlo.convert %[[S]] : (tensor<4x8xf32>) -> tensor<4x8xf8E5M2>
// CHECK-NOT: -> tensor<4x8xf8E5M2>
// expected-remark @+1 {{in 32 bytes of 8-bit floats instead of 128 bytes}}
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

/// Not stored so: arguments, roots of a softmax and operands of its products, roots that are compared with other values, and integers of a root.
// CHECK-LABEL: @excluded
// CHECK-NOT: f8E
// expected-remark @+1 {{in 0 bytes of 8-bit floats instead of 0 bytes}}
func.func @excluded(%w: tensor<8x8xf32>, %x: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi32>, tensor<f32>) {
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
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
  %g = stablehlo.multiply %p, %b : tensor<8x8xf32>
  %dq = stablehlo.dot_general %g, %q, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  %chosen = stablehlo.select %is, %b, %x : tensor<8x8xi1>, tensor<8x8xf32>
  %whole = stablehlo.convert %chosen : (tensor<8x8xf32>) -> tensor<8x8xi32>
  %at = stablehlo.add %index, %whole : tensor<8x8xi32>
  return %dq, %chosen, %at, %loss : tensor<8x8xf32>, tensor<8x8xf32>, tensor<8x8xi32>, tensor<f32>
}
