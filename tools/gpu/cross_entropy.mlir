// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Cross-entropy of GPT-2's last layer with 4 x 1024 tokens, and the gradients of its operands. The vocabulary is padded to 50304.
func.func @main(%x: tensor<4096x768xbf16>, %w: tensor<50304x768xbf16>, %labels: tensor<4096xi32>) -> (tensor<f32>, tensor<4096x768xbf16>, tensor<50304x768xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %none = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %logits = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<4096x768xbf16>, tensor<50304x768xbf16>) -> tensor<4096x50304xf32>
  %max = stablehlo.reduce(%logits init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4096x50304xf32>, tensor<f32>) -> tensor<4096xf32>
  %maxs = stablehlo.broadcast_in_dim %max, dims = [0] : (tensor<4096xf32>) -> tensor<4096x50304xf32>
  %shifted = stablehlo.subtract %logits, %maxs : tensor<4096x50304xf32>
  %e = stablehlo.exponential %shifted : tensor<4096x50304xf32>
  %sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x50304xf32>, tensor<f32>) -> tensor<4096xf32>
  %log = stablehlo.log %sum : tensor<4096xf32>
  %total = stablehlo.add %log, %max : tensor<4096xf32>
  %index = stablehlo.reshape %labels : (tensor<4096xi32>) -> tensor<4096x1xi32>
  %picked = "stablehlo.gather"(%logits, %index) <{dimension_numbers = #stablehlo.gather<collapsed_slice_dims = [1], operand_batching_dims = [0], start_indices_batching_dims = [0], start_index_map = [1], index_vector_dim = 1>, indices_are_sorted = false, slice_sizes = array<i64: 1, 1>}> : (tensor<4096x50304xf32>, tensor<4096x1xi32>) -> tensor<4096xf32>
  %losses = stablehlo.subtract %total, %picked : tensor<4096xf32>
  %loss = stablehlo.reduce(%losses init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4096xf32>, tensor<f32>) -> tensor<f32>
  %rows = stablehlo.constant dense<4096.0> : tensor<f32>
  %mean = stablehlo.divide %loss, %rows : tensor<f32>
  %share = stablehlo.constant dense<2.44140625e-4> : tensor<4096xf32>
  %inverse = stablehlo.divide %share, %sum : tensor<4096xf32>
  %inverses = stablehlo.broadcast_in_dim %inverse, dims = [0] : (tensor<4096xf32>) -> tensor<4096x50304xf32>
  %p = stablehlo.multiply %e, %inverses : tensor<4096x50304xf32>
  %column = stablehlo.iota dim = 1 : tensor<4096x50304xi32>
  %label = stablehlo.broadcast_in_dim %labels, dims = [0] : (tensor<4096xi32>) -> tensor<4096x50304xi32>
  %is = stablehlo.compare EQ, %column, %label : (tensor<4096x50304xi32>, tensor<4096x50304xi32>) -> tensor<4096x50304xi1>
  %shares = stablehlo.constant dense<2.44140625e-4> : tensor<4096x50304xf32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4096x50304xf32>
  %hit = stablehlo.select %is, %shares, %zeros : tensor<4096x50304xi1>, tensor<4096x50304xf32>
  %difference = stablehlo.subtract %p, %hit : tensor<4096x50304xf32>
  %d = stablehlo.convert %difference : (tensor<4096x50304xf32>) -> tensor<4096x50304xbf16>
  %dx = stablehlo.dot_general %d, %w, contracting_dims = [1] x [0] : (tensor<4096x50304xbf16>, tensor<50304x768xbf16>) -> tensor<4096x768xbf16>
  %dw = stablehlo.dot_general %d, %x, contracting_dims = [0] x [0] : (tensor<4096x50304xbf16>, tensor<4096x768xbf16>) -> tensor<50304x768xf32>
  return %mean, %dx, %dw : tensor<f32>, tensor<4096x768xbf16>, tensor<50304x768xf32>
}
