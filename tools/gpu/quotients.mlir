// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Correctly rounded quotients and roots of f32 (quotients.py), several of a thread, as bits.
func.func @main(%x: tensor<1048576xf32>, %y: tensor<1048576xf32>) -> (tensor<1048576xui32>, tensor<1048576xui32>, tensor<1048576xui32>, tensor<1048576xui32>) {
  %three = stablehlo.constant dense<3.0> : tensor<1048576xf32>
  %one = stablehlo.constant dense<1.0> : tensor<1048576xf32>
  %0 = stablehlo.divide %x, %y : tensor<1048576xf32>
  %1 = stablehlo.divide %one, %y : tensor<1048576xf32>
  %2 = stablehlo.divide %x, %three : tensor<1048576xf32>
  %3 = stablehlo.sqrt %x : tensor<1048576xf32>
  %4 = stablehlo.bitcast_convert %0 : (tensor<1048576xf32>) -> tensor<1048576xui32>
  %5 = stablehlo.bitcast_convert %1 : (tensor<1048576xf32>) -> tensor<1048576xui32>
  %6 = stablehlo.bitcast_convert %2 : (tensor<1048576xf32>) -> tensor<1048576xui32>
  %7 = stablehlo.bitcast_convert %3 : (tensor<1048576xf32>) -> tensor<1048576xui32>
  return %4, %5, %6, %7 : tensor<1048576xui32>, tensor<1048576xui32>, tensor<1048576xui32>, tensor<1048576xui32>
}
