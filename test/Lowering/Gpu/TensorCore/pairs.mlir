// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums and products of 16 bits behind a contraction are computed for two columns at once, from the rounding of its result on; a function whose
// result is rounded stays beside its rounding, which lets it be approximated.
// RUN: amp-opt %s --amp-to-gpu="chip=sm_90a format=isa" | FileCheck %s --implicit-check-not="{{(mul|add).rn.bf16[^x]}}"
// RUN: amp-opt %s --amp-to-gpu="chip=sm_80 format=isa" | FileCheck %s --check-prefix=FMA --implicit-check-not="{{(mul|add|fma).rn.bf16[^x]}}"

// CHECK: cvt.rn.bf16x2.f32
// CHECK: mul.rn.bf16x2
// CHECK: ex2.approx
// CHECK: add.rn.bf16x2
// FMA: cvt.rn.bf16x2.f32
// FMA: ex2.approx
func.func @main(%a: tensor<128x256xbf16>, %b: tensor<256x128xbf16>, %c: tensor<128x128xbf16>) -> tensor<128x128xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<128x256xbf16>, tensor<256x128xbf16>) -> tensor<128x128xbf16>
  %1 = stablehlo.multiply %0, %c : tensor<128x128xbf16>
  %2 = stablehlo.exponential %1 : tensor<128x128xbf16>
  %3 = stablehlo.add %2, %0 : tensor<128x128xbf16>
  return %3 : tensor<128x128xbf16>
}
