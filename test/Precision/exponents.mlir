// RUN: amp-opt %s --amp="compute=bf16 verify" -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 verify" -split-input-file | FileCheck %s

/// The gradient of logaddexp: logarithms of sums of 100 lose 1/4 in bf16, and
/// their exponentials 28 %. Selections and differences are f32.
// CHECK-LABEL: @logaddexp
// CHECK-COUNT-3: stablehlo.select {{.*}} : tensor<64xi1>, tensor<64xf32>
// CHECK: stablehlo.subtract {{.*}} : tensor<64xf32>
// CHECK: stablehlo.subtract {{.*}} : tensor<64xf32>
// CHECK: stablehlo.exponential {{.*}} : tensor<64xf32>
func.func @logaddexp(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<64xf32>
  %infinite = stablehlo.constant dense<0x7F800000> : tensor<64xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %t = stablehlo.logistic %h : tensor<64x64xf32>
  %a = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %b = stablehlo.reduce(%t init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %m = stablehlo.maximum %a, %b : tensor<64xf32>
  %d = stablehlo.subtract %a, %b : tensor<64xf32>
  %0 = stablehlo.abs %d : tensor<64xf32>
  %1 = stablehlo.negate %0 : tensor<64xf32>
  %2 = stablehlo.exponential %1 : tensor<64xf32>
  %3 = stablehlo.log_plus_one %2 : tensor<64xf32>
  %s = stablehlo.add %m, %3 : tensor<64xf32>
  %pa = stablehlo.compare EQ, %a, %infinite : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
  %fa = stablehlo.select %pa, %none, %a : tensor<64xi1>, tensor<64xf32>
  %ps = stablehlo.compare EQ, %s, %infinite : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
  %fs = stablehlo.select %ps, %none, %s : tensor<64xi1>, tensor<64xf32>
  %pb = stablehlo.compare EQ, %b, %infinite : (tensor<64xf32>, tensor<64xf32>) -> tensor<64xi1>
  %fb = stablehlo.select %pb, %none, %b : tensor<64xi1>, tensor<64xf32>
  %da = stablehlo.subtract %fa, %fs : tensor<64xf32>
  %ea = stablehlo.exponential %da : tensor<64xf32>
  %db = stablehlo.subtract %fb, %fs : tensor<64xf32>
  %eb = stablehlo.exponential %db : tensor<64xf32>
  %ca = stablehlo.broadcast_in_dim %ea, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %cb = stablehlo.broadcast_in_dim %eb, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %c = stablehlo.subtract %ca, %cb : tensor<64x64xf32>
  %y = stablehlo.dot_general %c, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

/// A result of a matmul has its error already.
// CHECK-LABEL: @scores
// CHECK: stablehlo.subtract {{.*}} : tensor<64x64x{{b?}}f16>
func.func @scores(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %t = stablehlo.tanh %h : tensor<64x64xf32>
  %m = stablehlo.reduce(%t init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<64xf32>
  %b = stablehlo.broadcast_in_dim %m, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %d = stablehlo.subtract %t, %b : tensor<64x64xf32>
  %e = stablehlo.exponential %d : tensor<64x64xf32>
  %f = stablehlo.add %e, %one : tensor<64x64xf32>
  %q = stablehlo.divide %e, %f : tensor<64x64xf32>
  %y = stablehlo.dot_general %q, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

/// ALiBi as BLOOM has it: in bf16, the sum with a bias of up to 255 is a multiple
/// of 1. The bias per distance is never positive; where it is large, the
/// exponential is nearly zero.
// CHECK-LABEL: @bias_per_position
// CHECK: stablehlo.add {{.*}} : tensor<512x512xf32>
// CHECK: stablehlo.select {{.*}} : tensor<512x512xi1>, tensor<512x512xf32>
// CHECK-LABEL: @bias_per_distance
// CHECK: stablehlo.add {{.*}} : tensor<512x512x{{b?}}f16>
func.func @bias_per_position(%q: tensor<512x64xf32>, %k: tensor<512x64xf32>, %m: tensor<512x512xi1>) -> tensor<512x64xf32> {
  %slope = stablehlo.constant dense<0.5> : tensor<512x512xf32>
  %lowest = stablehlo.constant dense<-6.0e+04> : tensor<512x512xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<512x64xf32>, tensor<512x64xf32>) -> tensor<512x512xf32>
  %i = stablehlo.iota dim = 1 : tensor<512x512xf32>
  %bias = stablehlo.multiply %i, %slope : tensor<512x512xf32>
  %a = stablehlo.add %s, %bias : tensor<512x512xf32>
  %b = stablehlo.select %m, %a, %lowest : tensor<512x512xi1>, tensor<512x512xf32>
  %r = stablehlo.reduce(%b init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %t = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %d = stablehlo.subtract %b, %t : tensor<512x512xf32>
  %e = stablehlo.exponential %d : tensor<512x512xf32>
  %y = stablehlo.dot_general %e, %k, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x64xf32>) -> tensor<512x64xf32>
  return %y : tensor<512x64xf32>
}
func.func @bias_per_distance(%q: tensor<512x64xf32>, %k: tensor<512x64xf32>) -> tensor<512x64xf32> {
  %slope = stablehlo.constant dense<-0.5> : tensor<512x512xf32>
  %low = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %s = stablehlo.dot_general %q, %k, contracting_dims = [1] x [1] : (tensor<512x64xf32>, tensor<512x64xf32>) -> tensor<512x512xf32>
  %i = stablehlo.iota dim = 1 : tensor<512x512xf32>
  %bias = stablehlo.multiply %i, %slope : tensor<512x512xf32>
  %a = stablehlo.add %s, %bias : tensor<512x512xf32>
  %r = stablehlo.reduce(%a init: %low) applies stablehlo.maximum across dimensions = [1] : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %t = stablehlo.broadcast_in_dim %r, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %d = stablehlo.subtract %a, %t : tensor<512x512xf32>
  %e = stablehlo.exponential %d : tensor<512x512xf32>
  %y = stablehlo.dot_general %e, %k, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x64xf32>) -> tensor<512x64xf32>
  return %y : tensor<512x64xf32>
}

// -----

/// log(1 + x), written out: 1 + x is f32, as 16 bits lose a small x; x may be low.
// CHECK-LABEL: @log_of_sum
// CHECK: stablehlo.tanh {{.*}} : tensor<64x64x{{b?}}f16>
// CHECK: stablehlo.add {{.*}} : tensor<64x64xf32>
func.func @log_of_sum(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.tanh %0 : tensor<64x64xf32>
  %2 = stablehlo.add %1, %one : tensor<64x64xf32>
  %3 = stablehlo.log %2 : tensor<64x64xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.dot_general %1, %4, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}
