// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s

!t = tensor<64x512xf32>

/// Variance as the mean of squares less the square of the mean, behind a relu in a function: the number cancels there, too.
// CHECK-LABEL: func.func @negative_variance
// CHECK: stablehlo.dot_general {{.*}}f16>) -> tensor<64x512xf32>
// CHECK: stablehlo.add {{.*}} tensor<64x512xf32>
// CHECK: "stablehlo.gather"{{.*}} -> tensor<8x512xf32>
// CHECK: stablehlo.multiply {{.*}} tensor<8x512xf32>
// CHECK: return
func.func @negative_variance(%x: tensor<64x32xf32>, %v: tensor<32x512xf32>, %i: tensor<8x1xi32>, %w: tensor<512x32xf32>) -> (tensor<64x32xf32>, tensor<8xf32>) {
  %init = stablehlo.constant dense<0.0> : tensor<f32>
  %c = stablehlo.constant dense<200.0> : !t
  %many = stablehlo.constant dense<512.0> : tensor<8xf32>
  %eps = stablehlo.constant dense<1.0e-5> : tensor<8xf32>
  %d = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x512xf32>) -> !t
  %h = stablehlo.add %d, %c : !t
  %g = "stablehlo.gather"(%h, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 512>}> : (!t, tensor<8x1xi32>) -> tensor<8x512xf32>
  %m = stablehlo.reduce(%g init: %init) applies stablehlo.add across dimensions = [1] : (tensor<8x512xf32>, tensor<f32>) -> tensor<8xf32>
  %n = stablehlo.divide %m, %many : tensor<8xf32>
  %g2 = stablehlo.multiply %g, %g : tensor<8x512xf32>
  %m2 = stablehlo.reduce(%g2 init: %init) applies stablehlo.add across dimensions = [1] : (tensor<8x512xf32>, tensor<f32>) -> tensor<8xf32>
  %n2 = stablehlo.divide %m2, %many : tensor<8xf32>
  %nn = stablehlo.multiply %n, %n : tensor<8xf32>
  %s = stablehlo.subtract %n2, %nn : tensor<8xf32>
  %r = func.call @relu(%s) : (tensor<8xf32>) -> tensor<8xf32>
  %e = stablehlo.add %r, %eps : tensor<8xf32>
  %q = stablehlo.sqrt %e : tensor<8xf32>
  %o = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (!t, tensor<512x32xf32>) -> tensor<64x32xf32>
  return %o, %q : tensor<64x32xf32>, tensor<8xf32>
}
func.func private @relu(%x: tensor<8xf32>) -> tensor<8xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<8xf32>
  %r = stablehlo.maximum %x, %zero : tensor<8xf32>
  return %r : tensor<8xf32>
}
