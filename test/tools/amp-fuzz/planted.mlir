// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-fuzz %s --amp="compute=f16"
// RUN: sed 's/tanh/sine/' %s > %t.other
// RUN: not amp-fuzz %s --amp="compute=f16" --rewritten=%t.other | FileCheck %s --check-prefix=OTHER
// RUN: sed 's/dense<2.0> : tensor<4x4xf32>/dense<0x7C00> : tensor<4x4xf16>/; s/%%x, %%two : tensor<4x4xf32>/%%low, %%two : tensor<4x4xf16>/; s/\/\/ LOW/%%low = stablehlo.convert %%x : (tensor<4x4xf32>) -> tensor<4x4xf16>/; s/tanh %%scaled/tanh %%wide/; s/\/\/ WIDE/%%wide = stablehlo.convert %%scaled : (tensor<4x4xf16>) -> tensor<4x4xf32>/' %s > %t.infinite
// RUN: not amp-fuzz %s --amp="compute=f16" --rewritten=%t.infinite --property=overflow | FileCheck %s --check-prefix=OVERFLOW

/// Properties that an output with a planted fault violates: another function, and an infinity where f32 is finite.
// OTHER: meaning: program: result 0, element 0 is {{.*}} before any rounding
// OVERFLOW: overflow: stablehlo.constant overflows where f32 values are in range
func.func @main(%x: tensor<4x4xf32> {amp.range = #amp.range<0.5, 2.0>}) -> tensor<4x4xf32> {
  %two = stablehlo.constant dense<2.0> : tensor<4x4xf32>
  // LOW
  %scaled = stablehlo.multiply %x, %two : tensor<4x4xf32>
  // WIDE
  %0 = stablehlo.tanh %scaled : tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
