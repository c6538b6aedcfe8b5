// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Functions that the chip approximates where 16 bits are left of them (functions.py), as bits.
func.func @main(%x: tensor<4194304xf32>, %y: tensor<4194304xf32>) -> (tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>) {
  %one = stablehlo.constant dense<1.0> : tensor<4194304xf32>
  %0 = stablehlo.exponential %x : tensor<4194304xf32>
  %1 = stablehlo.tanh %x : tensor<4194304xf32>
  %2 = stablehlo.sqrt %x : tensor<4194304xf32>
  %3 = stablehlo.rsqrt %x : tensor<4194304xf32>
  %4 = stablehlo.divide %one, %x : tensor<4194304xf32>
  %5 = stablehlo.divide %x, %y : tensor<4194304xf32>
  %6 = stablehlo.convert %0 : (tensor<4194304xf32>) -> tensor<4194304xbf16>
  %7 = stablehlo.convert %1 : (tensor<4194304xf32>) -> tensor<4194304xbf16>
  %8 = stablehlo.convert %2 : (tensor<4194304xf32>) -> tensor<4194304xbf16>
  %9 = stablehlo.convert %3 : (tensor<4194304xf32>) -> tensor<4194304xbf16>
  %10 = stablehlo.convert %4 : (tensor<4194304xf32>) -> tensor<4194304xbf16>
  %11 = stablehlo.convert %5 : (tensor<4194304xf32>) -> tensor<4194304xbf16>
  %12 = stablehlo.convert %0 : (tensor<4194304xf32>) -> tensor<4194304xf16>
  %13 = stablehlo.convert %1 : (tensor<4194304xf32>) -> tensor<4194304xf16>
  %14 = stablehlo.convert %2 : (tensor<4194304xf32>) -> tensor<4194304xf16>
  %15 = stablehlo.convert %3 : (tensor<4194304xf32>) -> tensor<4194304xf16>
  %16 = stablehlo.convert %4 : (tensor<4194304xf32>) -> tensor<4194304xf16>
  %17 = stablehlo.convert %5 : (tensor<4194304xf32>) -> tensor<4194304xf16>
  %18 = stablehlo.bitcast_convert %6 : (tensor<4194304xbf16>) -> tensor<4194304xui16>
  %19 = stablehlo.bitcast_convert %7 : (tensor<4194304xbf16>) -> tensor<4194304xui16>
  %20 = stablehlo.bitcast_convert %8 : (tensor<4194304xbf16>) -> tensor<4194304xui16>
  %21 = stablehlo.bitcast_convert %9 : (tensor<4194304xbf16>) -> tensor<4194304xui16>
  %22 = stablehlo.bitcast_convert %10 : (tensor<4194304xbf16>) -> tensor<4194304xui16>
  %23 = stablehlo.bitcast_convert %11 : (tensor<4194304xbf16>) -> tensor<4194304xui16>
  %24 = stablehlo.bitcast_convert %12 : (tensor<4194304xf16>) -> tensor<4194304xui16>
  %25 = stablehlo.bitcast_convert %13 : (tensor<4194304xf16>) -> tensor<4194304xui16>
  %26 = stablehlo.bitcast_convert %14 : (tensor<4194304xf16>) -> tensor<4194304xui16>
  %27 = stablehlo.bitcast_convert %15 : (tensor<4194304xf16>) -> tensor<4194304xui16>
  %28 = stablehlo.bitcast_convert %16 : (tensor<4194304xf16>) -> tensor<4194304xui16>
  %29 = stablehlo.bitcast_convert %17 : (tensor<4194304xf16>) -> tensor<4194304xui16>
  return %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29 : tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>, tensor<4194304xui16>
}
