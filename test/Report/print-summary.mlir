// RUN: amp-opt %s --amp-print-summary -o /dev/null 2>&1 | FileCheck %s

/// 2 * 4 * 2 * 8 = 128 operations for each of the two calls of @twice, and one
/// product of 2 * 4 * 4 * 4 = 128 that is f32; 16 logarithms at 8 each.
// CHECK:      summary of @sums
// CHECK-NEXT: ops that read       bf16     f32         GFLOP     share
// CHECK-NEXT: contraction            1       1      3.84e-07    75.0 %
// CHECK-NEXT: transcendental         0       1      1.28e-07    25.0 %
// CHECK-NEXT: layout                 0       1             0     0.0 %
/// @twice casts 32 elements, twice: 2 * 32 * 4 bytes read, half of it written.
// CHECK-NEXT: casts           1, reading 256 B, writing 128 B
/// Arguments of @main: 4x8 and 4x4 f32, 3 bools, one complex number.
// CHECK-NEXT: parameters      complex<f32> 8 B, f32 192 B, i1 3 B
/// 4x8 bf16 and one f64; what is splat counts in full.
// CHECK-NEXT: constants       bf16 32 B, f64 2.00 KiB
/// Two products and one buffer of 4x2 for each call; two results of 4x4.
// CHECK-NEXT: activations     f32 256 B
module @sums {
  func.func private @twice(%a: tensor<4x8xf32>, %b: tensor<4x4xf32>) -> tensor<4x2xf32> {
    %big = arith.constant dense<1.0> : tensor<256xf64>
    %init = tensor.empty() : tensor<4x2xf32>
    %weight = arith.constant dense<1.0> : tensor<8x2xbf16>
    %0 = amp.cast %a <allow, "contraction"> : tensor<4x8xf32> to tensor<4x8xbf16>
    %1 = linalg.matmul ins(%0, %weight : tensor<4x8xbf16>, tensor<8x2xbf16>) outs(%init : tensor<4x2xf32>) -> tensor<4x2xf32>
    return %1 : tensor<4x2xf32>
  }
  func.func @main(%a: tensor<4x8xf32>, %b: tensor<4x4xf32>, %c: tensor<3xi1>, %d: complex<f32>, %n: index) {
    %0 = call @twice(%a, %b) : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x2xf32>
    %1 = call @twice(%a, %b) : (tensor<4x8xf32>, tensor<4x4xf32>) -> tensor<4x2xf32>
    %2 = linalg.matmul ins(%b, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%b : tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = math.log %2 : tensor<4x4xf32>
    return
  }
}
