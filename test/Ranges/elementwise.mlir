// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// Both ends of each operand count, whatever their signs.
func.func @arithmetic(%a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}, %b: tensor<4xf32> {amp.range = #amp.range<1.0, 4.0>}, %n: tensor<4xf32> {amp.range = #amp.range<-5.0, -1.0>}, %x: tensor<4xf32>) {
  // expected-remark @+1 {{: [-1, 7] declared}}
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  // expected-remark @+1 {{: [-6, 2] declared}}
  %1 = stablehlo.subtract %a, %b : tensor<4xf32>
  // expected-remark @+1 {{: [-15, 10] declared}}
  %2 = stablehlo.multiply %a, %n : tensor<4xf32>
  // expected-remark @+1 {{: [-2, 3] declared}}
  %3 = stablehlo.divide %a, %b : tensor<4xf32>
  // expected-remark @+1 {{: [-3, 2] declared}}
  %4 = stablehlo.divide %a, %n : tensor<4xf32>
  // expected-remark @+1 {{: [0, 4] declared}}
  %5 = stablehlo.remainder %b, %n : tensor<4xf32>
  // expected-remark @+1 {{: [1, 4] declared}}
  %6 = stablehlo.maximum %a, %b : tensor<4xf32>
  // expected-remark @+1 {{: [-5, -1] declared}}
  %7 = stablehlo.minimum %a, %n : tensor<4xf32>
  // expected-remark @+1 {{: [-3, 2] declared}}
  %8 = stablehlo.negate %a : tensor<4xf32>
  // expected-remark @+1 {{: [0, 3] declared}}
  %9 = stablehlo.abs %a : tensor<4xf32>
  // expected-remark @+1 {{: [1, 5] declared}}
  %10 = stablehlo.abs %n : tensor<4xf32>
  // expected-remark @+1 {{: [1, 1] declared, integers}}
  %11 = stablehlo.sign %b : tensor<4xf32>
  // expected-remark @+1 {{: [-1, 1] program, integers}}
  %12 = stablehlo.sign %x : tensor<4xf32>
  return
}

/// An operand that may be anything makes anything, unless the op itself has ends.
func.func @unknown_operands(%a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}, %b: tensor<4xf32> {amp.range = #amp.range<1.0, 4.0>}, %n: tensor<4xf32> {amp.range = #amp.range<-5.0, -1.0>}, %x: tensor<4xf32>) {
  // expected-remark @+1 {{: unknown}}
  %0 = stablehlo.add %a, %x : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %1 = stablehlo.multiply %a, %x : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %2 = stablehlo.divide %x, %b : tensor<4xf32>
  // expected-remark @+1 {{: [-2, inf] declared}}
  %3 = stablehlo.maximum %a, %x : tensor<4xf32>
  // expected-remark @+1 {{: [-inf, 4] declared}}
  %4 = stablehlo.minimum %b, %x : tensor<4xf32>
  // expected-remark @+1 {{: [0, inf] program}}
  %5 = stablehlo.abs %x : tensor<4xf32>
  // expected-remark @+1 {{: [0, 0] program}}
  %6 = stablehlo.subtract %x, %x : tensor<4xf32>
  return
}

/// A square is never negative.
func.func @same_operands(%a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}, %b: tensor<4xf32> {amp.range = #amp.range<1.0, 4.0>}, %n: tensor<4xf32> {amp.range = #amp.range<-5.0, -1.0>}, %x: tensor<4xf32>) {
  // expected-remark @+1 {{: [0, 9] declared}}
  %0 = stablehlo.multiply %a, %a : tensor<4xf32>
  // expected-remark @+1 {{: [1, 25] declared}}
  %1 = stablehlo.multiply %n, %n : tensor<4xf32>
  // expected-remark @+1 {{: [0, inf] program}}
  %2 = stablehlo.multiply %x, %x : tensor<4xf32>
  // expected-remark @+1 {{: [0, 9] declared}}
  %3 = chlo.square %a : tensor<4xf32> -> tensor<4xf32>
  return
}

/// A divisor that may be zero, of either sign, leaves nothing known.
func.func @divisor_with_zero(%a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}, %b: tensor<4xf32> {amp.range = #amp.range<1.0, 4.0>}, %n: tensor<4xf32> {amp.range = #amp.range<-5.0, -1.0>}, %x: tensor<4xf32>) {
  // expected-remark @+1 {{: unknown}}
  %0 = stablehlo.divide %b, %a : tensor<4xf32>
  // expected-remark @+1 {{: [0, 3]}}
  %1 = stablehlo.abs %a : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %2 = stablehlo.divide %b, %1 : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %3 = stablehlo.rsqrt %1 : tensor<4xf32>
  return
}

/// An epsilon keeps the divisor from zero.
func.func @epsilon(%y: tensor<4xf32>, %a: tensor<4xf32> {amp.range = #amp.range<0.0, 1.0>}) {
  // expected-remark @+1 {{: [1e-05, 1e-05] program}}
  %eps = stablehlo.constant dense<1.0e-5> : tensor<4xf32>
  // expected-remark @+1 {{: [0, inf] program}}
  %0 = stablehlo.multiply %y, %y : tensor<4xf32>
  // expected-remark @+1 {{: [1e-05, inf] program}}
  %1 = stablehlo.add %0, %eps : tensor<4xf32>
  // expected-remark @+1 {{: [0, 316.2] program}}
  %2 = stablehlo.rsqrt %1 : tensor<4xf32>
  // expected-remark @+1 {{: [0, 1e+05] declared}}
  %3 = stablehlo.divide %a, %1 : tensor<4xf32>
  return
}

/// Clamps, selects and powers.
func.func @others(%x: tensor<4xf32>, %a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}, %p: tensor<4xf32> {amp.range = #amp.range<0.5, 4.0>}, %c: tensor<4xi1>) {
  // expected-remark @+1 {{: [-1, -1] program, integers}}
  %low = stablehlo.constant dense<-1.0> : tensor<4xf32>
  // expected-remark @+1 {{: [6, 6] program, integers}}
  %high = stablehlo.constant dense<6.0> : tensor<4xf32>
  // expected-remark @+1 {{: [-1, 6] program}}
  %0 = stablehlo.clamp %low, %x, %high : tensor<4xf32>
  // expected-remark @+1 {{: [-2, 6] declared}}
  %1 = stablehlo.select %c, %a, %high : tensor<4xi1>, tensor<4xf32>
  // expected-remark @+1 {{: [3, 3] program, integers}}
  %three = stablehlo.constant dense<3.0> : tensor<4xf32>
  // expected-remark @+1 {{: [-8, 27] declared}}
  %2 = stablehlo.power %a, %three : tensor<4xf32>
  // expected-remark @+1 {{: [2, 2] program, integers}}
  %two = stablehlo.constant dense<2.0> : tensor<4xf32>
  // expected-remark @+1 {{: [0, 9] declared}}
  %3 = stablehlo.power %a, %two : tensor<4xf32>
  // expected-remark @+1 {{: [1.5, 1.5] program}}
  %half = stablehlo.constant dense<1.5> : tensor<4xf32>
  // expected-remark @+1 {{: [0.3536, 8] declared}}
  %4 = stablehlo.power %p, %half : tensor<4xf32>
  // expected-remark @+1 {{: [-2, 3] declared, integers}}
  %5 = stablehlo.floor %a : tensor<4xf32>
  // expected-remark @+1 {{: [1, 4] declared, integers}}
  %6 = stablehlo.ceil %p : tensor<4xf32>
  // expected-remark @+1 {{: [0, 4] declared, integers}}
  %7 = stablehlo.round_nearest_even %p : tensor<4xf32>
  return
}
