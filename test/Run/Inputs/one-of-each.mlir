// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// One of each op of StableHLO and CHLO whose row has a slot.
func.func @main(%x: tensor<4x8xf32>, %v: tensor<8xf32>, %s: tensor<f32>, %p: tensor<4x8xi1>, %i: tensor<i32>, %two: tensor<2xi32>, %img: tensor<1x4x4x2xf32>, %k: tensor<3x3x2x2xf32>, %pads: tensor<2x2xi32>, %w: tensor<2x8x5xf32>, %at: tensor<2x1xi32>, %u: tensor<2x8xf32>, %half: tensor<2x4xf32>) {
  // Elementwise.
  %abs = stablehlo.abs %x : tensor<4x8xf32>
  %add = stablehlo.add %x, %x : tensor<4x8xf32>
  %ceil = stablehlo.ceil %x : tensor<4x8xf32>
  %divide = stablehlo.divide %x, %x : tensor<4x8xf32>
  %floor = stablehlo.floor %x : tensor<4x8xf32>
  %map = "stablehlo.map"(%x, %x) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %m = stablehlo.maximum %a, %c : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %multiply = stablehlo.multiply %x, %x : tensor<4x8xf32>
  %negate = stablehlo.negate %x : tensor<4x8xf32>
  %remainder = stablehlo.remainder %x, %x : tensor<4x8xf32>
  %round_afz = stablehlo.round_nearest_afz %x : tensor<4x8xf32>
  %round_even = stablehlo.round_nearest_even %x : tensor<4x8xf32>
  %subtract = stablehlo.subtract %x, %x : tensor<4x8xf32>
  // Functions.
  %atan2 = stablehlo.atan2 %x, %x : tensor<4x8xf32>
  %cbrt = stablehlo.cbrt %x : tensor<4x8xf32>
  %cosine = stablehlo.cosine %x : tensor<4x8xf32>
  %exp = stablehlo.exponential %x : tensor<4x8xf32>
  %expm1 = stablehlo.exponential_minus_one %x : tensor<4x8xf32>
  %log = stablehlo.log %x : tensor<4x8xf32>
  %log1p = stablehlo.log_plus_one %x : tensor<4x8xf32>
  %logistic = stablehlo.logistic %x : tensor<4x8xf32>
  %power = stablehlo.power %x, %x : tensor<4x8xf32>
  %rsqrt = stablehlo.rsqrt %x : tensor<4x8xf32>
  %sine = stablehlo.sine %x : tensor<4x8xf32>
  %sqrt = stablehlo.sqrt %x : tensor<4x8xf32>
  %tan = stablehlo.tan %x : tensor<4x8xf32>
  %tanh = stablehlo.tanh %x : tensor<4x8xf32>
  // Choices.
  %clamp = stablehlo.clamp %s, %x, %s : (tensor<f32>, tensor<4x8xf32>, tensor<f32>) -> tensor<4x8xf32>
  %compare = stablehlo.compare LT, %x, %x, FLOAT : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %maximum = stablehlo.maximum %x, %x : tensor<4x8xf32>
  %minimum = stablehlo.minimum %x, %x : tensor<4x8xf32>
  %select = stablehlo.select %p, %x, %x : tensor<4x8xi1>, tensor<4x8xf32>
  %sign = stablehlo.sign %x : tensor<4x8xf32>
  %sort:2 = "stablehlo.sort"(%v, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %less = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %less : tensor<i1>
  }) : (tensor<8xf32>, tensor<8xf32>) -> (tensor<8xf32>, tensor<8xf32>)
  // Moves.
  %barrier:2 = stablehlo.optimization_barrier %x, %v : tensor<4x8xf32>, tensor<8xf32>
  %broadcast = stablehlo.broadcast %v, sizes = [4] : (tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_in_dim = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %concatenate = stablehlo.concatenate %x, %u, dim = 0 : (tensor<4x8xf32>, tensor<2x8xf32>) -> tensor<6x8xf32>
  %dynamic_broadcast = stablehlo.dynamic_broadcast_in_dim %v, %two, dims = [1] : (tensor<8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %dynamic_pad = stablehlo.dynamic_pad %x, %s, %two, %two, %two : (tensor<4x8xf32>, tensor<f32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %dynamic_reshape = stablehlo.dynamic_reshape %x, %two : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<?x?xf32>
  %dynamic_slice = stablehlo.dynamic_slice %x, %i, %i, sizes = [2, 8] : (tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> tensor<2x8xf32>
  %dynamic_update_slice = stablehlo.dynamic_update_slice %x, %u, %i, %i : (tensor<4x8xf32>, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> tensor<4x8xf32>
  %pad = stablehlo.pad %x, %s, low = [1, 0], high = [0, 1], interior = [0, 0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<5x9xf32>
  %real_dynamic_slice = stablehlo.real_dynamic_slice %x, %two, %two, %two : (tensor<4x8xf32>, tensor<2xi32>, tensor<2xi32>, tensor<2xi32>) -> tensor<?x?xf32>
  %reshape = stablehlo.reshape %x : (tensor<4x8xf32>) -> tensor<32xf32>
  %reverse = stablehlo.reverse %x, dims = [0] : tensor<4x8xf32>
  %set_dimension_size = stablehlo.set_dimension_size %x, %i, dim = 0 : (tensor<4x8xf32>, tensor<i32>) -> tensor<?x8xf32, #stablehlo.bounds<4, ?>>
  %slice = stablehlo.slice %x [0:2, 0:8] : (tensor<4x8xf32>) -> tensor<2x8xf32>
  %transpose = stablehlo.transpose %x, dims = [1, 0] : (tensor<4x8xf32>) -> tensor<8x4xf32>
  // Reads and writes by index.
  %dynamic_gather = "stablehlo.dynamic_gather"(%x, %at, %two) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2xi32>) -> tensor<2x?xf32>
  %gather = "stablehlo.gather"(%x, %at) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}> : (tensor<4x8xf32>, tensor<2x1xi32>) -> tensor<2x8xf32>
  %scatter = "stablehlo.scatter"(%x, %at, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x1xi32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  %torch_index_select = "stablehlo.torch_index_select"(%x, %two) <{dim = 0 : i64, batch_dims = 0 : i64}> : (tensor<4x8xf32>, tensor<2xi32>) -> tensor<2x8xf32>
  // Sums.
  %norm_grad:3 = "stablehlo.batch_norm_grad"(%x, %v, %v, %v, %x) <{epsilon = 0.1 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<4x8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  %norm_inference = "stablehlo.batch_norm_inference"(%x, %v, %v, %v, %v) <{epsilon = 0.1 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %norm_training:3 = "stablehlo.batch_norm_training"(%x, %v, %v) <{epsilon = 0.1 : f32, feature_index = 1 : i64}> : (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>, tensor<8xf32>)
  %reduce = stablehlo.reduce(%x init: %s) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %reduce_window = "stablehlo.reduce_window"(%x, %s) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<f32>) -> tensor<2x4xf32>
  %select_and_scatter = "stablehlo.select_and_scatter"(%x, %half, %s) <{window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %greater = stablehlo.compare GE, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %greater : tensor<i1>
  }, {
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x8xf32>, tensor<2x4xf32>, tensor<f32>) -> tensor<4x8xf32>
  %unary_einsum = "stablehlo.unary_einsum"(%x) <{einsum_config = "ab->a"}> : (tensor<4x8xf32>) -> tensor<4xf32>
  // Products.
  %convolution = stablehlo.convolution(%img, %k) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {} {batch_group_count = 1 : i64, feature_group_count = 1 : i64} : (tensor<1x4x4x2xf32>, tensor<3x3x2x2xf32>) -> tensor<1x2x2x2xf32>
  %dot = stablehlo.dot %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  %dot_general = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4xf32>
  %dynamic_conv = "stablehlo.dynamic_conv"(%img, %k, %pads) <{batch_group_count = 1 : i64, dimension_numbers = #stablehlo.conv<[b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f]>, feature_group_count = 1 : i64}> : (tensor<1x4x4x2xf32>, tensor<3x3x2x2xf32>, tensor<2x2xi32>) -> tensor<1x?x?x2xf32>
  %einsum = "stablehlo.einsum"(%x, %x) <{einsum_config = "ab,cb->ac"}> : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x4xf32>
  %ragged_dot = "chlo.ragged_dot"(%x, %w, %two) <{ragged_dot_dimension_numbers = #chlo.ragged_dot<lhs_batching_dimensions = [], rhs_batching_dimensions = [], lhs_contracting_dimensions = [1], rhs_contracting_dimensions = [1], lhs_ragged_dimensions = [0], rhs_group_dimensions = [0]>}> : (tensor<4x8xf32>, tensor<2x8x5xf32>, tensor<2xi32>) -> tensor<4x5xf32>
  // Between devices.
  %all_gather = "stablehlo.all_gather"(%x) <{all_gather_dim = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %all_reduce = "stablehlo.all_reduce"(%x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %all_to_all = "stablehlo.all_to_all"(%x) <{split_dimension = 1 : i64, concat_dimension = 1 : i64, split_count = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %collective_broadcast = "stablehlo.collective_broadcast"(%x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %collective_permute = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<[[0, 0]]> : tensor<1x2xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %cross_replica_sum = "stablehlo.cross-replica-sum"(%x) <{replica_groups = dense<[[0]]> : tensor<1x1xi64>}> : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %reduce_scatter = "stablehlo.reduce_scatter"(%x) <{scatter_dimension = 1 : i64, replica_groups = dense<[[0]]> : tensor<1x1xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHLO.
  %acos = chlo.acos %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %acosh = chlo.acosh %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %asin = chlo.asin %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %asinh = chlo.asinh %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %atan = chlo.atan %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %atanh = chlo.atanh %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %bessel = chlo.bessel_i1e %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %broadcast_add = chlo.broadcast_add %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_atan2 = chlo.broadcast_atan2 %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_compare = chlo.broadcast_compare %x, %v {comparison_direction = #chlo<comparison_direction LT>} : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xi1>
  %broadcast_divide = chlo.broadcast_divide %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_maximum = chlo.broadcast_maximum %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_minimum = chlo.broadcast_minimum %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_multiply = chlo.broadcast_multiply %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_polygamma = chlo.broadcast_polygamma %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_power = chlo.broadcast_power %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_remainder = chlo.broadcast_remainder %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_select = chlo.broadcast_select %p, %x, %x : (tensor<4x8xi1>, tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xf32>
  %broadcast_subtract = chlo.broadcast_subtract %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %broadcast_zeta = chlo.broadcast_zeta %x, %v : (tensor<4x8xf32>, tensor<8xf32>) -> tensor<4x8xf32>
  %cosh = chlo.cosh %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %digamma = chlo.digamma %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %erf = chlo.erf %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %erf_inv = chlo.erf_inv %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %erfc = chlo.erfc %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %lgamma = chlo.lgamma %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %polygamma = chlo.polygamma %x, %x : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  %scan:2 = chlo.scan(%x) inits (%v) dimension=0 {
  ^bb0(%a: tensor<8xf32>, %b: tensor<8xf32>):
    %sum = stablehlo.add %a, %b : tensor<8xf32>
    stablehlo.return %sum, %sum : tensor<8xf32>, tensor<8xf32>
  } : (tensor<4x8xf32>, tensor<8xf32>) -> (tensor<4x8xf32>, tensor<8xf32>)
  %sinh = chlo.sinh %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %square = chlo.square %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %chlo_tan = chlo.tan %x : tensor<4x8xf32> -> tensor<4x8xf32>
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<4x8xf32> -> (tensor<4x2xf32>, tensor<4x2xi32>)
  %zeta = chlo.zeta %x, %x : tensor<4x8xf32>, tensor<4x8xf32> -> tensor<4x8xf32>
  return
}
