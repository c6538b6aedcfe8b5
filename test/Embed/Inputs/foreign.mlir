"builtin.module"() ({
  "func.func"() <{function_type = (tensor<64x8x16xf32>, tensor<64x16x32xf32>, tensor<8x14x14x4xf32>, tensor<3x3x4x8xf32>) -> (tensor<64x8x32xf32>, tensor<8x12x12x8xf32>, tensor<64x8x32xf32>), sym_name = "main"}> ({
  ^bb0(%a: tensor<64x8x16xf32>, %b: tensor<64x16x32xf32>, %x: tensor<8x14x14x4xf32>, %k: tensor<3x3x4x8xf32>):
    %0 = "stablehlo.dot_general"(%a, %b) <{dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [0], rhs_batching_dimensions = [0], lhs_contracting_dimensions = [2], rhs_contracting_dimensions = [1]>}> : (tensor<64x8x16xf32>, tensor<64x16x32xf32>) -> tensor<64x8x32xf32>
    %1 = "stablehlo.tanh"(%0) : (tensor<64x8x32xf32>) -> tensor<64x8x32xf32>
    %2 = "stablehlo.exponential"(%1) : (tensor<64x8x32xf32>) -> tensor<64x8x32xf32>
    %3 = "stablehlo.convolution"(%x, %k) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64, window_reversal = array<i1: false, false>, window_strides = array<i64: 1, 1>, lhs_dilation = array<i64: 1, 1>, rhs_dilation = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>}> : (tensor<8x14x14x4xf32>, tensor<3x3x4x8xf32>) -> tensor<8x12x12x8xf32>
    %4 = "stablehlo.tanh"(%3) : (tensor<8x12x12x8xf32>) -> tensor<8x12x12x8xf32>
    "func.return"(%1, %4, %2) : (tensor<64x8x32xf32>, tensor<8x12x12x8xf32>, tensor<64x8x32xf32>) -> ()
  }) : () -> ()
}) : () -> ()
