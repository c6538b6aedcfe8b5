// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --verify-diagnostics --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --cse --amp-fuse-attention -o /dev/null
// A softmax with other maxima or sums stays as it is.

/// Exponentials of the logits themselves may be infinite.
func.func @negative_no_maximum(%q: tensor<24x16xbf16>, %k: tensor<24x16xbf16>, %v: tensor<24x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x24xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<24x16xbf16>) -> tensor<24x24xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x24xf32>
  %e = stablehlo.exponential %x : tensor<24x24xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x24xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x24xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x24xf32>
  %w = stablehlo.convert %p : (tensor<24x24xf32>) -> tensor<24x24xbf16>
  // expected-remark@+1 {{attention stays separate: it subtracts no maximum}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x24xbf16>, tensor<24x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
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
