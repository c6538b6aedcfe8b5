// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// Infinite values stay infinite, whatever is added or multiplied.
func.func @kept(%a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}, %x: tensor<4xf32>) {
  // expected-remark @+1 {{: [inf, inf] program, integers}}
  %inf = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  // expected-remark @+1 {{: [-inf, -inf] program, integers}}
  %low = stablehlo.constant dense<0xFF800000> : tensor<4xf32>
  // expected-remark @+1 {{: [inf, inf] declared}}
  %0 = stablehlo.add %a, %inf : tensor<4xf32>
  // expected-remark @+1 {{: [inf, inf] program}}
  %1 = stablehlo.sqrt %inf : tensor<4xf32>
  // expected-remark @+1 {{: [inf, inf] program}}
  %2 = stablehlo.exponential %inf : tensor<4xf32>
  // expected-remark @+1 {{: [0, 1.175e-38] program}}
  %3 = stablehlo.exponential %low : tensor<4xf32>
  // expected-remark @+1 {{: [inf, inf] program}}
  %4 = chlo.asinh %inf : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [inf, inf] program, integers}}
  %5 = stablehlo.multiply %low, %low : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %6 = stablehlo.add %x, %inf : tensor<4xf32>
  return
}

/// inf - inf, 0 * inf and inf / inf have no end.
func.func @undefined(%a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}) {
  // expected-remark @+1 {{: unknown, integers, reaches [0, 1]}}
  %both = stablehlo.constant dense<[0xFF800000, 0x7F800000, 0.0, 1.0]> : tensor<4xf32>
  // expected-remark @+1 {{: [inf, inf] program, integers}}
  %inf = stablehlo.constant dense<0x7F800000> : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %0 = stablehlo.add %both, %inf : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %1 = stablehlo.subtract %both, %inf : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %2 = stablehlo.multiply %a, %inf : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %3 = stablehlo.divide %both, %inf : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %4 = stablehlo.power %a, %inf : tensor<4xf32>
  // expected-remark @+1 {{: [-2, 1] program, integers}}
  %finite = stablehlo.constant dense<[-2.0, 1.0, 0.0, 1.0]> : tensor<4xf32>
  %p = stablehlo.constant dense<true> : tensor<i1>
  // expected-remark @+1 {{: unknown, integers, reaches [-2, 1]}}
  %5 = "stablehlo.if"(%p) ({
    stablehlo.return %both : tensor<4xf32>
  }, {
    stablehlo.return %finite : tensor<4xf32>
  }) : (tensor<i1>) -> tensor<4xf32>
  return
}

/// An integer that leaves its type may be any: nearer to zero than its operands.
func.func @wraps() {
  %a = stablehlo.constant dense<100> : tensor<4xi8>
  %b = stablehlo.constant dense<[64, 80, 96, 112]> : tensor<4xi8>
  %0 = stablehlo.multiply %a, %b : tensor<4xi8>
  // expected-remark @+1 {{: [-128, 127] program, counted}}
  %1 = stablehlo.convert %0 : (tensor<4xi8>) -> tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %2 = stablehlo.divide %1, %1 : tensor<4xf32>
  return
}

/// Narrow formats round counters.
func.func @counter() {
  // expected-remark @+1 {{: [0, 289.2] program, counted}}
  %0 = stablehlo.iota dim = 0 : tensor<288xbf16>
  // expected-remark @+1 {{: [0, 255] program, counted}}
  %1 = stablehlo.iota dim = 0 : tensor<256xbf16>
  return
}
