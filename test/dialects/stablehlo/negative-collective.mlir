// RUN: amp-opt %s -split-input-file -verify-diagnostics
///
/// Errors of the verifiers of collectives and transfers.

func.func @negative_all_gather_groups(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects replica groups as a matrix, but got 'tensor<2xi64>'}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[0, 1]> : tensor<2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @negative_all_gather_outside(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects a dimension in [0, 2), but got 2}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 2 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf32>
  return
}
// -----
func.func @negative_all_gather_converts(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects a result of element type 'f32', but got 'f16'}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x2xf16>
  return
}
// -----
func.func @negative_all_gather_shape(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects a result of shape ?x2, but got 'tensor<4x3xf32>'}}
  %0 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> tensor<4x3xf32>
  return
}
// -----
func.func @negative_all_gather_results(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_gather' op expects 1 results, but got 2}}
  %0:2 = "stablehlo.all_gather"(%a) <{all_gather_dim = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<2x2xf32>) -> (tensor<4x2xf32>, tensor<4x2xf32>)
  return
}
// -----
func.func @negative_all_reduce_shape(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op expects a result of shape 2, but got 'tensor<3xf32>'}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_all_reduce_converts(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.all_reduce' op expects a result of element type 'f32', but got 'f16'}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({ ^bb0(%x: tensor<f32>, %y: tensor<f32>): stablehlo.return %x : tensor<f32> }) : (tensor<2xf32>) -> tensor<2xf16>
  return
}
// -----
func.func @negative_all_to_all_splits(%a: tensor<2x2xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op expects splits of at least 1, but got 0}}
  %0 = "stablehlo.all_to_all"(%a) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 0 : i64, split_dimension = 1 : i64}> : (tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}
// -----
func.func @negative_all_to_all_multiple(%a: tensor<2x3xf32>) {
  // expected-error@+1 {{'stablehlo.all_to_all' op expects a split dimension of a multiple of 2, but got 'tensor<2x3xf32>'}}
  %0 = "stablehlo.all_to_all"(%a) <{concat_dimension = 0 : i64, replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>, split_count = 2 : i64, split_dimension = 1 : i64}> : (tensor<2x3xf32>) -> tensor<4x1xf32>
  return
}
// -----
func.func @negative_collective_permute_pairs(%a: tensor<2xf32>) {
  // expected-error@+1 {{'stablehlo.collective_permute' op expects pairs of source and target, but got 'tensor<1x3xi64>'}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1, 2]]> : tensor<1x3xi64>}> : (tensor<2xf32>) -> tensor<2xf32>
  return
}
// -----
func.func @negative_async_done_converts(%f: !stablehlo.future<tensor<2xf32>>) {
  // expected-error@+1 {{'stablehlo.async_done' op expects results of types ('tensor<2xf32>'), but got ('tensor<3xf32>')}}
  %0 = "stablehlo.async_done"(%f) : (!stablehlo.future<tensor<2xf32>>) -> tensor<3xf32>
  return
}
// -----
func.func @negative_infeed_without_token(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op expects a token as the last result, but got ('tensor<2xf32>')}}
  %0 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> tensor<2xf32>
  return
}
// -----
func.func @negative_infeed_of_two_tokens(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.infeed' op expects tensors of static shape before the token, but got '!stablehlo.token'}}
  %0:2 = "stablehlo.infeed"(%t) : (!stablehlo.token) -> (!stablehlo.token, !stablehlo.token)
  return
}
// -----
func.func @negative_send_channel(%a: tensor<2xf32>, %t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.send' op expects a channel of type 1 between devices, but got 0}}
  %0 = "stablehlo.send"(%a, %t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 0>}> : (tensor<2xf32>, !stablehlo.token) -> !stablehlo.token
  return
}
// -----
func.func @negative_recv_channel_from_host(%t: !stablehlo.token) {
  // expected-error@+1 {{'stablehlo.recv' op expects a channel of type 3 to or from the host, but got 1}}
  %0 = "stablehlo.recv"(%t) <{channel_handle = #stablehlo.channel_handle<handle = 5, type = 1>, is_host_transfer = true}> : (!stablehlo.token) -> !stablehlo.token
  return
}
