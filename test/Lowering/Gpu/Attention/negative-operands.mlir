// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --verify-diagnostics --stablehlo-to-linalg --linalg-fold-unit-extent-dims --canonicalize --cse --amp-fuse-attention -o /dev/null
// Operands that the kernel has no form for.

/// Statistics in f64.
func.func @negative_wide_sums(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf64>
  %inf = stablehlo.constant dense<0xFFF0000000000000> : tensor<f64>
  %zero = stablehlo.constant dense<0.0> : tensor<f64>
  %0 = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %s = stablehlo.convert %0 : (tensor<24x40xf32>) -> tensor<24x40xf64>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf64>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf64>, tensor<f64>) -> tensor<24xf64>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf64>) -> tensor<24x40xf64>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf64>
  %e = stablehlo.exponential %d : tensor<24x40xf64>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf64>, tensor<f64>) -> tensor<24xf64>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf64>) -> tensor<24x40xf64>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf64>
  %pb = stablehlo.convert %p : (tensor<24x40xf64>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: its softmax computes in f64}}
  %o = stablehlo.dot_general %pb, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
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

// -----

/// Keys of 16 and values of 256 elements, of which each thread would copy unequal parts.
func.func @negative_unequal_heads(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x256xbf16>) -> (tensor<24x256xbf16>) {
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
  // expected-remark@+1 {{attention stays separate: threads that copy heads of 256 elements have unequal parts of those of 16}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x256xbf16>) -> tensor<24x256xbf16>
  return %o : tensor<24x256xbf16>
}

// -----

/// Scores that accumulate in f64.
func.func @negative_f64_scores(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xbf16>) {
  %c = stablehlo.constant dense<0.25> : tensor<24x40xf32>
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %zero64 = arith.constant dense<0.0> : tensor<24x40xf64>
  %wide = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d2)>, affine_map<(d0, d1, d2) -> (d1, d2)>, affine_map<(d0, d1, d2) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%q, %k : tensor<24x16xbf16>, tensor<40x16xbf16>) outs(%zero64 : tensor<24x40xf64>) {
  ^bb0(%a: bf16, %b: bf16, %out: f64):
    %0 = arith.extf %a : bf16 to f64
    %1 = arith.extf %b : bf16 to f64
    %2 = arith.mulf %0, %1 : f64
    %3 = arith.addf %out, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<24x40xf64>
  %s = stablehlo.convert %wide : (tensor<24x40xf64>) -> tensor<24x40xf32>
  %x = stablehlo.multiply %s, %c : tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e = stablehlo.exponential %d : tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %w = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: its contractions do not accumulate in f32}}
  %o = stablehlo.dot_general %w, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xbf16>
  return %o : tensor<24x8xbf16>
}

// -----

/// Exponentials in 8 bits are not what a kernel computes.
func.func @negative_f8_exponentials(%q: tensor<24x16xbf16>, %k: tensor<40x16xbf16>, %v: tensor<40x8xbf16>) -> (tensor<24x8xf32>) {
  %inf = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %x = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<24x16xbf16>, tensor<40x16xbf16>) -> tensor<24x40xf32>
  %max = stablehlo.reduce(%x init: %inf) applies stablehlo.maximum across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %maxb = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %d = stablehlo.subtract %x, %maxb : tensor<24x40xf32>
  %e0 = stablehlo.exponential %d : tensor<24x40xf32>
  %e8 = stablehlo.convert %e0 : (tensor<24x40xf32>) -> tensor<24x40xf8E4M3FN>
  %e = stablehlo.convert %e8 : (tensor<24x40xf8E4M3FN>) -> tensor<24x40xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<24x40xf32>, tensor<f32>) -> tensor<24xf32>
  %sumb = stablehlo.broadcast_in_dim %sum, dims = [0] : (tensor<24xf32>) -> tensor<24x40xf32>
  %p = stablehlo.divide %e, %sumb : tensor<24x40xf32>
  %pb = stablehlo.convert %p : (tensor<24x40xf32>) -> tensor<24x40xbf16>
  // expected-remark@+1 {{attention stays separate: nothing divides its exponentials by their sum, before or behind its second contraction}}
  %o = stablehlo.dot_general %pb, %v, contracting_dims = [1] x [0] : (tensor<24x40xbf16>, tensor<40x8xbf16>) -> tensor<24x8xf32>
  return %o : tensor<24x8xf32>
}
