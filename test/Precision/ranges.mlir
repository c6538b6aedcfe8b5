// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy="compute=f16" --amp-assign-precision=solver=paint | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp-attach-policy="compute=bf16" --amp-assign-precision=solver=paint | FileCheck %s --check-prefixes=CHECK,BF16

/// Everything may be low here: only ranges say no, and why.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "elementwise", "transcendental", "select", "convert"], clear = ["contraction.result", "layout", "control"]>} {

/// Declared extremes are taken as values that occur: the square of 300 exceeds f16, but not bf16.
// CHECK-LABEL: func @declared
func.func @declared(%a: tensor<4x4xf32> {amp.range = #amp.range<-300.0, 300.0>}, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // F16: stablehlo.multiply {{.*}}<[], <range, "reaches 9.0e+04">>
  // BF16: stablehlo.multiply {{.*}}<[bf16], <allow, "elementwise">, proven>
  %0 = stablehlo.multiply %a, %a : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

/// A sum of many only might come that far: that pins nothing, and proves nothing.
// CHECK-LABEL: func @possible
func.func @possible(%a: tensor<4x4096xf32> {amp.range = #amp.range<0.0, 5.0>}, %b: tensor<4096x4xf32> {amp.range = #amp.range<0.0, 5.0>}, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: stablehlo.dot_general {{.*}}16, {{b?}}f16], <allow, "contraction">
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<4x4096xf32>, tensor<4096x4xf32>) -> tensor<4x4xf32>
  // F16: stablehlo.negate {{.*}}<[f16], <allow, "elementwise">>
  // BF16: stablehlo.negate {{.*}}<[bf16], <allow, "elementwise">, proven>
  %1 = stablehlo.negate %0 : tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}

/// Positions beside data: f16 tells apart whole numbers up to 2048, bf16 up to 256.
// CHECK-LABEL: func @positions
func.func @positions(%x: tensor<1000x4xf32>, %y: tensor<4x1000xf32> {amp.range = #amp.range<-0.5, 0.5>}, %ids: tensor<4x1000xi32> {amp.range = #amp.range<0.0, 4999.0>}) -> tensor<4x4xf32> {
  %0 = stablehlo.convert %ids : (tensor<4x1000xi32>) -> tensor<4x1000xf32>
  // CHECK: stablehlo.multiply {{.*}}<[], <range, "integers up to 4999, from 'stablehlo.convert'">>
  %1 = stablehlo.multiply %0, %y : tensor<4x1000xf32>
  %2 = stablehlo.iota dim = 1 : tensor<4x1000xf32>
  // F16: stablehlo.add {{.*}}<[f16], <allow, "elementwise">, proven>
  // BF16: stablehlo.add {{.*}}<[], <range, "integers up to 999, from 'stablehlo.iota'">>
  %3 = stablehlo.add %2, %y : tensor<4x1000xf32>
  // CHECK: stablehlo.tanh {{.*}}16], <allow, "transcendental">, proven>
  %4 = stablehlo.tanh %3 : tensor<4x1000xf32>
  // An angle of 2500 has no sixteenth of a radian in either format.
  // CHECK: stablehlo.sine {{.*}}<[], <range, "angles up to 2.5e+03, from 'stablehlo.multiply'">>
  %5 = stablehlo.sine %1 : tensor<4x1000xf32>
  // CHECK: stablehlo.add {{.*}}16], <allow, "elementwise">, proven>
  %6 = stablehlo.add %4, %5 : tensor<4x1000xf32>
  %7 = stablehlo.dot_general %6, %x, contracting_dims = [1] x [0] : (tensor<4x1000xf32>, tensor<1000x4xf32>) -> tensor<4x4xf32>
  return %7 : tensor<4x4xf32>
}

/// Weights that f16 flushes to zero, declared and constant.
// CHECK-LABEL: func @tiny_weights
func.func @tiny_weights(%x: tensor<2x2xf32>, %w: tensor<2x2xf32> {amp.range = #amp.range<-3.0e-8, 2.0e-8>}) -> tensor<2x2xf32> {
  // F16: stablehlo.dot_general {{.*}}<[], <range, "stays below 3.0e-08">>
  // BF16: stablehlo.dot_general {{.*}}<[bf16
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  %c = stablehlo.constant dense<[[1.0e-8, -2.0e-8], [0.0, 1.5e-8]]> : tensor<2x2xf32>
  // F16: stablehlo.dot_general {{.*}}<[], <range, "constant becomes zero">>
  // BF16: stablehlo.dot_general {{.*}}<[bf16
  %1 = stablehlo.dot_general %0, %c, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return %1 : tensor<2x2xf32>
}

/// x / (y + eps): the sum stays f32 for its epsilon, and the quotient, so that it is not divided by zero.
// CHECK-LABEL: func @epsilon
func.func @epsilon(%x: tensor<4x4xf32>, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %eps = stablehlo.constant dense<1.0e-12> : tensor<4x4xf32>
  // CHECK: stablehlo.abs {{.*}}16], <allow, "elementwise">>
  %0 = stablehlo.abs %y : tensor<4x4xf32>
  // F16: stablehlo.add {{.*}}<[], <range, "constant becomes zero">>
  // BF16: stablehlo.add {{.*}}<[bf16]
  %1 = stablehlo.add %0, %eps : tensor<4x4xf32>
  // F16: stablehlo.divide {{.*}}<[], <range, "as near zero as 1.0e-12, from 'stablehlo.add'">>
  // BF16: stablehlo.divide {{.*}}<[bf16]
  %2 = stablehlo.divide %x, %1 : tensor<4x4xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %3 : tensor<4x4xf32>
}

/// A mask of -1e9 reaches the subtraction of the maximum: a row of nothing else would be NaN in f16.
// CHECK-LABEL: func @mask
func.func @mask(%x: tensor<4x4xf32>, %keep: tensor<4x4xi1>) -> tensor<4x4xf32> {
  %scores = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %mask = stablehlo.constant dense<-1.0e9> : tensor<4x4xf32>
  %lowest = stablehlo.constant dense<0xFF800000> : tensor<f32>
  // F16: stablehlo.select {{.*}}<[], <range, "constant overflows">>
  %0 = stablehlo.select %keep, %scores, %mask : tensor<4x4xi1>, tensor<4x4xf32>
  %1 = stablehlo.reduce(%0 init: %lowest) applies stablehlo.maximum across dimensions = [1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<4xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
  // F16: stablehlo.subtract {{.*}}<[], <range, "reaches 1.0e+09, from 'stablehlo.select'">>
  // BF16: stablehlo.subtract {{.*}}<[bf16]
  %3 = stablehlo.subtract %0, %2 : tensor<4x4xf32>
  // Very small values are zero in every format.
  // CHECK: stablehlo.exponential {{.*}}16], <allow, "transcendental">, proven>
  %4 = stablehlo.exponential %3 : tensor<4x4xf32>
  %5 = stablehlo.dot_general %4, %scores, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}

/// Downstream of a seed scaling guards both ends: no pin, and no proof.
// CHECK-LABEL: func @seed
func.func @seed(%x: tensor<4x4xf32> {amp.range = #amp.range<-1.0e-6, 1.0e-6>}, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4x4xf32>
  %seed = stablehlo.composite "amp.seed" %one {decomposition = @id} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %0 = stablehlo.dot_general %seed, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: stablehlo.tanh {{.*}}16], <allow, "transcendental">, guarded>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
func.func private @id(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}

/// A function that two calls share is proven only if both are.
// CHECK-LABEL: func @shared
func.func @shared(%x: tensor<4x4xf32> {amp.range = #amp.range<0.0, 2.0>}, %y: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = call @negated(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = call @negated(%y) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  // CHECK: stablehlo.dot_general
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %2 : tensor<4x4xf32>
}
// CHECK-LABEL: func private @negated
func.func private @negated(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  // CHECK: stablehlo.negate {{.*}}16], <allow, "elementwise">>
  %0 = stablehlo.negate %x : tensor<4x4xf32>
  return %0 : tensor<4x4xf32>
}
}
