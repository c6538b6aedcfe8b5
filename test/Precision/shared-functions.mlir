// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp=compute=bf16 -split-input-file -verify-diagnostics -o /dev/null

/// Functions whose calls share a decision are one remark, at the first of them, however many there are.
func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = call @f(%x) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = call @f(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = call @f(%1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = call @f(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = call @f(%3) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %5 = call @g(%4) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %6 = call @g(%5) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %7 = call @g(%6) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %8 = call @g(%7) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %9 = call @g(%8) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %10 = call @g(%9) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %11 = call @g(%10) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %12 = call @g(%11) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %13 = call @h(%12) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %14 = call @h(%13) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %15 = call @h(%14) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %16 = call @h(%15) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %17 = call @h(%16) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %18 = call @h(%17) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %19 = call @h(%18) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %20 = call @h(%19) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %20 : tensor<4x4xf32>
}
func.func private @f(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = stablehlo.tanh %3 : tensor<4x4xf32>
  %5 = stablehlo.tanh %4 : tensor<4x4xf32>
  %6 = stablehlo.tanh %5 : tensor<4x4xf32>
  %7 = stablehlo.tanh %6 : tensor<4x4xf32>
  return %7 : tensor<4x4xf32>
}
func.func private @g(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.tanh %2 : tensor<4x4xf32>
  %4 = stablehlo.tanh %3 : tensor<4x4xf32>
  %5 = stablehlo.tanh %4 : tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}
// expected-remark @+1 {{precision is decided once for 2 of the 8 calls of this function, because a copy for each would more than double the program; so it is for 13 calls of 2 other functions}}
func.func private @h(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.exponential %0 : tensor<4x4xf32>
  %2 = stablehlo.tanh %1 : tensor<4x4xf32>
  %3 = stablehlo.tanh %2 : tensor<4x4xf32>
  %4 = stablehlo.tanh %3 : tensor<4x4xf32>
  %5 = stablehlo.tanh %4 : tensor<4x4xf32>
  return %5 : tensor<4x4xf32>
}
