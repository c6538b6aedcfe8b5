// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// Functions that only grow take both ends along.
func.func @of_declared(%a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}, %p: tensor<4xf32> {amp.range = #amp.range<0.25, 4.0>}, %x: tensor<4xf32>, %u: tensor<4xf32> {amp.range = #amp.range<-0.5, 0.5>}) {
  // expected-remark @+1 {{: [0.1353, 20.09] declared}}
  %0 = stablehlo.exponential %a : tensor<4xf32>
  // expected-remark @+1 {{: [-0.8647, 19.09] declared}}
  %1 = stablehlo.exponential_minus_one %a : tensor<4xf32>
  // expected-remark @+1 {{: [-1.386, 1.386] declared}}
  %2 = stablehlo.log %p : tensor<4xf32>
  // expected-remark @+1 {{: [0.2231, 1.609] declared}}
  %3 = stablehlo.log_plus_one %p : tensor<4xf32>
  // expected-remark @+1 {{: [0.1192, 0.9526] declared}}
  %4 = stablehlo.logistic %a : tensor<4xf32>
  // expected-remark @+1 {{: [-0.964, 0.9951] declared}}
  %5 = stablehlo.tanh %a : tensor<4xf32>
  // expected-remark @+1 {{: [0.5, 2] declared}}
  %6 = stablehlo.sqrt %p : tensor<4xf32>
  // expected-remark @+1 {{: [0, 1.732] declared}}
  %7 = stablehlo.sqrt %a : tensor<4xf32>
  // expected-remark @+1 {{: [0.5, 2] declared}}
  %8 = stablehlo.rsqrt %p : tensor<4xf32>
  // expected-remark @+1 {{: [0.63, 1.587] declared}}
  %9 = stablehlo.cbrt %p : tensor<4xf32>
  // expected-remark @+1 {{: [-0.9953, 1] declared}}
  %10 = chlo.erf %a : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [1.542e-08, 0.7237] declared}}
  %11 = chlo.erfc %p : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [0.245, 1.326] declared}}
  %12 = chlo.atan %p : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [-0.5236, 0.5236] declared}}
  %13 = chlo.asin %u : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [-3.627, 10.02] declared}}
  %14 = chlo.sinh %a : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [1, 10.07] declared}}
  %15 = chlo.cosh %a : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [-1.444, 1.818] declared}}
  %16 = chlo.asinh %a : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 2.063] declared}}
  %17 = chlo.acosh %p : tensor<4xf32> -> tensor<4xf32>
  return
}

/// Bounded whatever they read.
func.func @of_anything(%a: tensor<4xf32> {amp.range = #amp.range<-2.0, 3.0>}, %p: tensor<4xf32> {amp.range = #amp.range<0.25, 4.0>}, %x: tensor<4xf32>, %u: tensor<4xf32> {amp.range = #amp.range<-0.5, 0.5>}) {
  // expected-remark @+1 {{: [0, inf] program}}
  %0 = stablehlo.exponential %x : tensor<4xf32>
  // expected-remark @+1 {{: [-1, inf] program}}
  %1 = stablehlo.exponential_minus_one %x : tensor<4xf32>
  // expected-remark @+1 {{: [0, 1] program}}
  %2 = stablehlo.logistic %x : tensor<4xf32>
  // expected-remark @+1 {{: [-1, 1] program}}
  %3 = stablehlo.tanh %x : tensor<4xf32>
  // expected-remark @+1 {{: [-1, 1] program}}
  %4 = stablehlo.sine %x : tensor<4xf32>
  // expected-remark @+1 {{: [-1, 1] program}}
  %5 = stablehlo.cosine %x : tensor<4xf32>
  // expected-remark @+1 {{: [0, inf] program}}
  %6 = stablehlo.sqrt %x : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %7 = stablehlo.log %x : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %8 = stablehlo.rsqrt %x : tensor<4xf32>
  // expected-remark @+1 {{: [-1, 1] program}}
  %9 = chlo.erf %x : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 2] program}}
  %10 = chlo.erfc %x : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [-1.571, 1.571] program}}
  %11 = chlo.atan %x : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 3.142] program}}
  %12 = chlo.acos %x : tensor<4xf32> -> tensor<4xf32>
  // expected-remark @+1 {{: [-3.142, 3.142] program}}
  %13 = stablehlo.atan2 %x, %x : tensor<4xf32>
  return
}
