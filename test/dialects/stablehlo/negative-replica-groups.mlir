// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Replica groups have each device once.
func.func @negative_all_gather_id_twice(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects each of replica ids once, but got 1 again}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [1, 2]]> : tensor<2x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @negative_all_gather_id_left_out(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects replica ids in [0, 2), but got 2}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 2]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @negative_all_gather_padded(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects replica ids in [0, 4), but got -1}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1], [2, -1]]> : tensor<2x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @negative_all_gather_ids_all_one(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects each of replica ids once, but got 0 again}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1000000x1000000xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @negative_all_gather_global_ids_without_groups(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects replica groups with use_global_device_ids, but got none}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<> : tensor<0x2xi64>, use_global_device_ids}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @negative_all_reduce_global_ids_without_channel(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op expects a channel of at least 1 with use_global_device_ids, but got 0}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, use_global_device_ids, channel_handle = #stablehlo.channel_handle<handle = 0, type = 0>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_all_gather_is_no_multiple(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects dimension 0 of 'tensor<3x2xf32>' to be a multiple of that of 'tensor<2x2xf32>'}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<3x2xf32>
  return
}
// -----
func.func @negative_all_gather_of_nothing(%a: tensor<0x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects dimension 0 of 'tensor<0x2xf32>' to be a multiple of that of 'tensor<0x2xf32>'}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<0x2xf32>) -> tensor<0x2xf32>
  return
}
// -----
func.func @negative_reduce_scatter_rank(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op expects a result of rank 1, but got 'tensor<1x1xf32>'}}
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>) -> tensor<1x1xf32>
  return
}
// -----
func.func @negative_all_to_all_group_size(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op expects 2 replicas in a group, but got 1}}
  %0 = "stablehlo.all_to_all"(%a) <{concat_dimension = 0 : i64, replica_groups = dense<[[0], [1]]> : tensor<2x1xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @negative_all_to_all_shape(%a: tensor<2x4xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op expects a result of shape 4x2, but got 'tensor<2x2xf32>'}}
  %0 = "stablehlo.all_to_all"(%a) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x4xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @negative_collective_broadcast_id(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_broadcast' op expects replica ids of at least 0, but got -1}}
  %0 = "stablehlo.collective_broadcast"(%a) <{replica_groups = dense<[[0, -1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_collective_permute_target_twice(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op expects each of targets once, but got 1 again}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1], [2, 1]]> : tensor<2x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_collective_permute_source(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op expects sources of at least 0, but got -1}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[-1, 1]]> : tensor<1x2xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_reduce_scatter_of_nothing(%a: tensor<0xf32>) {
  // expected-error@+1 {{'stablehlo.reduce_scatter' op expects elements to scatter of at least 1, but got 0}}
  %0 = "stablehlo.reduce_scatter"(%a) <{scatter_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<0xf32>) -> tensor<0xf32>
  return
}
