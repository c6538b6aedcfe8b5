// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found and reduced by amp-fuzz.
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s

/// One product of two constants is a number: amp-verify took it for a count.
// CHECK-COUNT-2: stablehlo.dot_general {{.*}}f16>
func.func @main(%x: tensor<8x3xf32>) -> tensor<8x5xf32> {
  %0 = stablehlo.constant dense<1.0e+02> : tensor<3x1xf32>
  %1 = stablehlo.constant dense<1.0e+02> : tensor<5x1xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [1] : (tensor<3x1xf32>, tensor<5x1xf32>) -> tensor<3x5xf32>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<8x3xf32>, tensor<3x5xf32>) -> tensor<8x5xf32>
  return %3 : tensor<8x5xf32>
}
