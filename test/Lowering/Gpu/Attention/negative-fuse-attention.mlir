// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --verify-diagnostics --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --cse --amp-fuse-attention -o /dev/null
// What is no attention stays as it is, with the reason.

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

/// Both dimensions have one size; the softmax is over queries.
func.func @negative_softmax_over_queries(%q: tensor<24x16xbf16>, %k: tensor<24x16xbf16>, %v: tensor<24x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x24xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<24x16xbf16>) -> tensor<24x24xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x24xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [0] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [1] : (tensor<24xf32>) -> tensor<24x24xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x24xf32>
  %e = stablehlo.exponential %d : tensor<24x24xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [1] : (tensor<24xf32>) -> tensor<24x24xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x24xf32>
  %w = stablehlo.convert %p : (tensor<24x24xf32>) -> tensor<24x24xbf16>
  // expected-remark@+1 {{attention stays separate: it does not divide by the sum of its exponentials over the contracted dimension}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x24xbf16>, tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// Right statistics, but broadcast along rows of a square matrix.
func.func @negative_statistics_transposed(%q: tensor<24x16xbf16>, %k: tensor<24x16xbf16>, %v: tensor<24x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x24xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<24x16xbf16>) -> tensor<24x24xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x24xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x24xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x24xf32>
  %e = stablehlo.exponential %d : tensor<24x24xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [1] : (tensor<24xf32>) -> tensor<24x24xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x24xf32>
  %w = stablehlo.convert %p : (tensor<24x24xf32>) -> tensor<24x24xbf16>
  // expected-remark@+1 {{attention stays separate: it does not divide by the sum of its exponentials over the contracted dimension}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x24xbf16>, tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// The maximum of the scores before their scale: exponentials may overflow.
func.func @negative_maximum_before_scale(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%s init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: it does not subtract the maximum of its logits over the contracted dimension}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// Two scales: one for the maximum, another one for the exponent.
func.func @negative_two_scales(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %c2 = stablehlo.constant dense<0.5> : tensor<24x40xf32>
  %y = stablehlo.multiply %s, %c2 : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %y, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: it does not subtract the maximum of its logits over the contracted dimension}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// A maximum with 0 is another softmax (softmax1, quiet attention).
func.func @negative_maximum_with_zero(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %zero) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: it does not subtract the maximum of its logits over the contracted dimension}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// The sum of other exponentials.
func.func @negative_sum_of_squares(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %e2 = stablehlo.multiply %e, %e : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e2 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: it does not divide by the sum of its exponentials over the contracted dimension}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// A sum that starts at 1.
func.func @negative_sum_from_one(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %sum = stablehlo.reduce(%e init: %one) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: it does not divide by the sum of its exponentials over the contracted dimension}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// Dropout between softmax and values.
func.func @negative_dropout(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>, %keep: tensor<24x40xf32>) -> (tensor<24x8xbf16>) {
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
  %dropped = stablehlo.multiply %p, %keep : tensor<24x40xf32>
  %w = stablehlo.convert %dropped : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: ops stand between its softmax and its second contraction}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// Statistics in bf16.
func.func @negative_low_precision_sums(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xbf16>
  %inf = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %zero = stablehlo.constant dense<0.0> : tensor<bf16>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xbf16>
  %x = stablehlo.multiply %s, %c : tensor<24x40xbf16>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xbf16>, tensor<bf16>) -> tensor<24xbf16>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xbf16>) -> tensor<24x40xbf16>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xbf16>
  %e = stablehlo.exponential %d : tensor<24x40xbf16>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xbf16>, tensor<bf16>) -> tensor<24xbf16>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xbf16>) -> tensor<24x40xbf16>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: its softmax computes in bf16}}
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// TF32 would round what the program does not.
func.func @negative_f32_operands(%q: tensor<24x16xf32>, %k: tensor<40x16xf32>, %v: tensor<40x8xf32>) -> (tensor<24x8xf32>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xf32>, tensor<40x16xf32>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  // expected-remark@+1 {{attention stays separate: its operands are f32, not f16 or bf16}}
  %o = stablehlo.dot_general %p, %v, contracting_dims = [1] x [0] : (tensor<24x40xf32>, tensor<40x8xf32>) -> tensor<24x8xf32>
  return %o : tensor<24x8xf32>
}

// -----

/// Logits that no contraction computes.
func.func @negative_no_scores(%s: tensor<24x40xf32>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: no contraction of queries and keys computes its logits}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// A logit that depends on two scores.
func.func @negative_mask_reads_other_scores(%q: tensor<24x16xbf16>, %k: tensor<24x16xbf16>, %v: tensor<24x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x24xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<24x16xbf16>) -> tensor<24x24xf32>
  %t = stablehlo.transpose %s, dims = [1, 0] : (tensor<24x24xf32>) -> tensor<24x24xf32>
  %x = stablehlo.add %s, %t : tensor<24x24xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x24xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x24xf32>
  %e = stablehlo.exponential %d : tensor<24x24xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x24xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x24xf32>
  %w = stablehlo.convert %p : (tensor<24x24xf32>) -> tensor<24x24xbf16>
  // expected-remark@+1 {{attention stays separate: its logits depend on scores of other rows or columns}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x24xbf16>, tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// Wide heads do not fit the registers.
func.func @negative_wide_heads(%q: tensor<24x264xbf16>, %k: tensor<40x264xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x264xbf16>, tensor<40x264xbf16>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: its heads have 264 elements, over 256}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}
