// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Causal attention and its gradient, of a layer of GPT-2 124M with 4 x 1024 tokens.
func.func @main(%q: tensor<4x1024x12x64xbf16>, %k: tensor<4x1024x12x64xbf16>, %v: tensor<4x1024x12x64xbf16>, %do: tensor<4x1024x12x64xbf16>) -> (tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>) {
  %scores = stablehlo.dot_general %q, %k, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<4x1024x12x64xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x1024xf32>
  %scale = stablehlo.constant dense<0.125> : tensor<4x12x1024x1024xf32>
  %scaled = stablehlo.multiply %scores, %scale : tensor<4x12x1024x1024xf32>
  %row = stablehlo.iota dim = 0 : tensor<1024x1024xi32>
  %column = stablehlo.iota dim = 1 : tensor<1024x1024xi32>
  %see = stablehlo.compare GE, %row, %column : (tensor<1024x1024xi32>, tensor<1024x1024xi32>) -> tensor<1024x1024xi1>
  %sees = stablehlo.broadcast_in_dim %see, dims = [2, 3] : (tensor<1024x1024xi1>) -> tensor<4x12x1024x1024xi1>
  %hidden = stablehlo.constant dense<-1.0e9> : tensor<4x12x1024x1024xf32>
  %x = stablehlo.select %sees, %scaled, %hidden : tensor<4x12x1024x1024xi1>, tensor<4x12x1024x1024xf32>
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %max = stablehlo.reduce(%x init: %none) applies stablehlo.maximum across dimensions = [3] : (tensor<4x12x1024x1024xf32>, tensor<f32>) -> tensor<4x12x1024xf32>
  %maxs = stablehlo.broadcast_in_dim %max, dims = [0, 1, 2] : (tensor<4x12x1024xf32>) -> tensor<4x12x1024x1024xf32>
  %shifted = stablehlo.subtract %x, %maxs : tensor<4x12x1024x1024xf32>
  %e = stablehlo.exponential %shifted : tensor<4x12x1024x1024xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x12x1024x1024xf32>, tensor<f32>) -> tensor<4x12x1024xf32>
  %sums = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2] : (tensor<4x12x1024xf32>) -> tensor<4x12x1024x1024xf32>
  %p = stablehlo.divide %e, %sums : tensor<4x12x1024x1024xf32>
  %w = stablehlo.convert %p : (tensor<4x12x1024x1024xf32>) -> tensor<4x12x1024x1024xbf16>
  %o = stablehlo.dot_general %w, %v, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<4x12x1024x1024xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x64xbf16>
  %dv = stablehlo.dot_general %w, %do, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : (tensor<4x12x1024x1024xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x64xbf16>
  %dp = stablehlo.dot_general %do, %v, batching_dims = [0, 2] x [0, 2], contracting_dims = [3] x [3] : (tensor<4x1024x12x64xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x1024xf32>
  %pdp = stablehlo.multiply %p, %dp : tensor<4x12x1024x1024xf32>
  %t = stablehlo.reduce(%pdp init: %zero) applies stablehlo.add across dimensions = [3] : (tensor<4x12x1024x1024xf32>, tensor<f32>) -> tensor<4x12x1024xf32>
  %ts = stablehlo.broadcast_in_dim %t, dims = [0, 1, 2] : (tensor<4x12x1024xf32>) -> tensor<4x12x1024x1024xf32>
  %dpt = stablehlo.subtract %dp, %ts : tensor<4x12x1024x1024xf32>
  %dx = stablehlo.multiply %p, %dpt : tensor<4x12x1024x1024xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x12x1024x1024xf32>
  %seen = stablehlo.select %sees, %dx, %zeros : tensor<4x12x1024x1024xi1>, tensor<4x12x1024x1024xf32>
  %ds = stablehlo.multiply %seen, %scale : tensor<4x12x1024x1024xf32>
  %dw = stablehlo.convert %ds : (tensor<4x12x1024x1024xf32>) -> tensor<4x12x1024x1024xbf16>
  %dq = stablehlo.dot_general %dw, %k, batching_dims = [0, 1] x [0, 2], contracting_dims = [3] x [1] : (tensor<4x12x1024x1024xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x64xbf16>
  %dk = stablehlo.dot_general %dw, %q, batching_dims = [0, 1] x [0, 2], contracting_dims = [2] x [1] : (tensor<4x12x1024x1024xbf16>, tensor<4x1024x12x64xbf16>) -> tensor<4x12x1024x64xbf16>
  return %o, %dq, %dk, %dv : tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>, tensor<4x12x1024x64xbf16>
}
