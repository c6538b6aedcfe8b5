// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A backward pass that the program scales to eight bits.
func.func @main(%w: tensor<4xf32>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<4xf32>
  %most = stablehlo.constant dense<448.0> : tensor<4xf32>
  %least = stablehlo.constant dense<0.002> : tensor<4xf32>
  %seed = amp.seed "main" %one : tensor<4xf32>
  %0 = stablehlo.multiply %seed, %x : tensor<4xf32>
  %1 = stablehlo.multiply %0, %most : tensor<4xf32>
  %2 = stablehlo.convert %1 : (tensor<4xf32>) -> tensor<4xf8E4M3FN>
  %3 = stablehlo.convert %2 : (tensor<4xf8E4M3FN>) -> tensor<4xf32>
  %4 = stablehlo.multiply %3, %least : tensor<4xf32>
  %g = amp.gradients "main" %4 : tensor<4xf32>
  %5 = stablehlo.subtract %w, %g : tensor<4xf32>
  %s = amp.state "main" (%5) else (%w) names ["w"] : tensor<4xf32>
  return %s : tensor<4xf32>
}
