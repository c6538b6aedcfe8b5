// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found by amp-fuzz: io=f16 judged a value that the program itself has in f16, infinite in every run.
// RUN: amp-opt %s --amp="compute=f16 io=f16" | FileCheck %s
// CHECK: return %{{.*}}, %{{.*}} : tensor<1xf16>, tensor<4xf16>
func.func @main() -> (tensor<1xf32>, tensor<4xf16>) {
  %base = stablehlo.constant dense<1.0e3> : tensor<4xf16>
  %exponent = stablehlo.constant dense<[6.25e-2, 1.0, 2.0, 8.0]> : tensor<4xf16>
  %power = stablehlo.power %base, %exponent : tensor<4xf16>
  %one = stablehlo.constant dense<1.0> : tensor<1xf32>
  return %one, %power : tensor<1xf32>, tensor<4xf16>
}
