// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 verify" | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s

/// @choose moves the 16-bit argument of @elu to a select in f32. Both calls of @elu were decided alike, so that its argument has no maker for
/// amp-verify, which took the move for idle.
!t = tensor<64x256xf32>
// CHECK: func.func private @choose(%{{.*}}: tensor<64x256xi1>, %{{.*}}: tensor<64x256xbf16>, %{{.*}}: tensor<64x256xf32>)
func.func @main(%x: tensor<64x32xf32>, %y: tensor<64x32xf32>, %v: tensor<32x256xf32>, %u: tensor<256x64xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>) {
  %one = stablehlo.constant dense<1.0> : !t
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x256xf32>) -> !t
  %1 = call @elu(%0) : (!t) -> !t
  %e1 = stablehlo.add %1, %one : !t
  %2 = stablehlo.dot_general %e1, %u, contracting_dims = [1] x [0] : (!t, tensor<256x64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.dot_general %y, %v, contracting_dims = [1] x [0] : (tensor<64x32xf32>, tensor<32x256xf32>) -> !t
  %4 = call @elu(%3) : (!t) -> !t
  %e2 = stablehlo.add %4, %one : !t
  %5 = stablehlo.dot_general %e2, %u, contracting_dims = [1] x [0] : (!t, tensor<256x64xf32>) -> tensor<64x64xf32>
  return %2, %5 : tensor<64x64xf32>, tensor<64x64xf32>
}
func.func private @elu(%x: !t) -> !t {
  %zero = stablehlo.constant dense<0.0> : !t
  %0 = stablehlo.compare GT, %x, %zero, FLOAT : (!t, !t) -> tensor<64x256xi1>
  %1 = stablehlo.select %0, %zero, %x : tensor<64x256xi1>, !t
  %one = stablehlo.constant dense<1.0> : !t
  %e = stablehlo.exponential_minus_one %1 : !t
  %2 = stablehlo.multiply %one, %e : !t
  %3 = call @choose(%0, %x, %2) : (tensor<64x256xi1>, !t, !t) -> !t
  return %3 : !t
}
func.func private @choose(%p: tensor<64x256xi1>, %x: !t, %y: !t) -> !t {
  %0 = stablehlo.select %p, %x, %y : tensor<64x256xi1>, !t
  return %0 : !t
}
