// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --verify-diagnostics --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --cse --amp-fuse-attention -o /dev/null
// Ops that read or change scores or probabilities keep both in memory.

/// The backward pass of a training step reads the probabilities.
func.func @negative_probabilities_are_returned(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>, tensor<24x40xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: its scores or probabilities are also used elsewhere}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o, %w : tensor<24x8xbf16>, tensor<24x40xbf16>
}

// -----

/// A log-sum-exp reads the row sums.
func.func @negative_sums_are_returned(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>, tensor<24xf32>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: its scores or probabilities are also used elsewhere}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o, %sum : tensor<24x8xbf16>, tensor<24xf32>
}

// -----

/// A sum between softmax and values.
func.func @negative_sum(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %keep: tensor<24x40xf32>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %dropped = stablehlo.add %p, %keep : tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: ops stand between its softmax and its second contraction}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// Probabilities become 0 by their own size.
func.func @negative_small_ones_become_zero(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %least: tensor<24x40xf32>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<24x40xf32>
  %flags = stablehlo.compare LT, %p, %least : (tensor<24x40xf32>, tensor<24x40xf32>) -> tensor<24x40xi1>
  %dropped = stablehlo.select %flags, %zeros, %p : tensor<24x40xi1>, tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: a select stands between its softmax and its second contraction}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// The sum of other exponentials divides the result of the second contraction.
func.func @negative_other_division(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xf32>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %twice = stablehlo.add %e, %e : tensor<24x40xf32>
  %sum = stablehlo.reduce(%twice init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %w = stablehlo.convert %e : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: nothing divides its exponentials by their sum, before or behind its second contraction}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  %sumo = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x8xf32>
  %wide = stablehlo.convert %o : (tensor<24x8xbf16>) -> tensor<24x8xf32>
  %quotient = stablehlo.divide %wide, %sumo : tensor<24x8xf32>
  return %quotient : tensor<24x8xf32>
}

// -----

/// Probabilities are multiplied by their own maximum.
func.func @negative_own_maximum(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> tensor<24x8xbf16> {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %total = stablehlo.reduce(%p init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %by = stablehlo.broadcast_in_dim %total, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %dropped = stablehlo.multiply %p, %by : tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: what multiplies its probabilities depends on its scores}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// A factor that forty ops compute from the probabilities.
func.func @negative_far_dependence(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %by: tensor<24x40xf32>) -> tensor<24x8xbf16> {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %h1 = stablehlo.add %p, %by : tensor<24x40xf32>
  %h2 = stablehlo.add %h1, %by : tensor<24x40xf32>
  %h3 = stablehlo.add %h2, %by : tensor<24x40xf32>
  %h4 = stablehlo.add %h3, %by : tensor<24x40xf32>
  %h5 = stablehlo.add %h4, %by : tensor<24x40xf32>
  %h6 = stablehlo.add %h5, %by : tensor<24x40xf32>
  %h7 = stablehlo.add %h6, %by : tensor<24x40xf32>
  %h8 = stablehlo.add %h7, %by : tensor<24x40xf32>
  %h9 = stablehlo.add %h8, %by : tensor<24x40xf32>
  %h10 = stablehlo.add %h9, %by : tensor<24x40xf32>
  %h11 = stablehlo.add %h10, %by : tensor<24x40xf32>
  %h12 = stablehlo.add %h11, %by : tensor<24x40xf32>
  %h13 = stablehlo.add %h12, %by : tensor<24x40xf32>
  %h14 = stablehlo.add %h13, %by : tensor<24x40xf32>
  %h15 = stablehlo.add %h14, %by : tensor<24x40xf32>
  %h16 = stablehlo.add %h15, %by : tensor<24x40xf32>
  %h17 = stablehlo.add %h16, %by : tensor<24x40xf32>
  %h18 = stablehlo.add %h17, %by : tensor<24x40xf32>
  %h19 = stablehlo.add %h18, %by : tensor<24x40xf32>
  %h20 = stablehlo.add %h19, %by : tensor<24x40xf32>
  %h21 = stablehlo.add %h20, %by : tensor<24x40xf32>
  %h22 = stablehlo.add %h21, %by : tensor<24x40xf32>
  %h23 = stablehlo.add %h22, %by : tensor<24x40xf32>
  %h24 = stablehlo.add %h23, %by : tensor<24x40xf32>
  %h25 = stablehlo.add %h24, %by : tensor<24x40xf32>
  %h26 = stablehlo.add %h25, %by : tensor<24x40xf32>
  %h27 = stablehlo.add %h26, %by : tensor<24x40xf32>
  %h28 = stablehlo.add %h27, %by : tensor<24x40xf32>
  %h29 = stablehlo.add %h28, %by : tensor<24x40xf32>
  %h30 = stablehlo.add %h29, %by : tensor<24x40xf32>
  %h31 = stablehlo.add %h30, %by : tensor<24x40xf32>
  %h32 = stablehlo.add %h31, %by : tensor<24x40xf32>
  %h33 = stablehlo.add %h32, %by : tensor<24x40xf32>
  %h34 = stablehlo.add %h33, %by : tensor<24x40xf32>
  %h35 = stablehlo.add %h34, %by : tensor<24x40xf32>
  %h36 = stablehlo.add %h35, %by : tensor<24x40xf32>
  %h37 = stablehlo.add %h36, %by : tensor<24x40xf32>
  %h38 = stablehlo.add %h37, %by : tensor<24x40xf32>
  %h39 = stablehlo.add %h38, %by : tensor<24x40xf32>
  %h40 = stablehlo.add %h39, %by : tensor<24x40xf32>
  %dropped = stablehlo.multiply %p, %h40 : tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: what multiplies its probabilities depends on them}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// The kernel multiplies exponentials of up to 1, of which f16 might not hold the product.
func.func @negative_large_factors(%q: tensor<24x16xf16>, %k: tensor<40x16xf16>, %v: tensor<40x8xf16>, %by: tensor<24x40xf32>) -> tensor<24x8xf16> {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xf16>, tensor<40x16xf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %dropped = stablehlo.multiply %p, %by : tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xf16>
  // expected-remark@+1 {{attention stays separate: its dropout's factors may exceed f16}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xf16>, tensor<40x8xf16>) -> tensor<24x8xf16>
  return %o : tensor<24x8xf16>
}

// -----

/// Exponentials and probabilities round to 8 bits otherwise.
func.func @negative_8_bits(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> tensor<24x8xbf16> {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %low = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xf8E4M3FN>
  %dropped = stablehlo.convert %low : (tensor<24x40xf8E4M3FN>) -> tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: its dropout's factors are rounded to 8 bits}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}
