// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg --split-input-file --verify-diagnostics

func.func @unknown_target(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.custom_call' has no lowering to linalg: its target 'lapack_spotrf_ffi' is not known}}
  %0 = stablehlo.custom_call @lapack_spotrf_ffi(%a) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @many_devices(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{'stablehlo.all_reduce' has no lowering to linalg: its groups have many devices}}
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

func.func @permuted(%a: tensor<4xf32>) -> tensor<4xf32> {
  // expected-error @+1 {{its pairs have many devices}}
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<[[0, 1]]> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

sdy.mesh @eight = <["data"=8]>
func.func @manual(%a: tensor<16xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{'sdy.manual_computation' has no lowering to linalg: its mesh has many devices}}
  %0 = sdy.manual_computation(%a) in_shardings=[<@eight, [{"data"}]>] out_shardings=[<@eight, [{"data"}]>] manual_axes={"data"} (%x: tensor<2xf32>) {
    sdy.return %x : tensor<2xf32>
  } : (tensor<16xf32>) -> tensor<16xf32>
  return %0 : tensor<16xf32>
}

// -----

func.func @host(%a: tensor<4xf32>, %t: !stablehlo.token) -> !stablehlo.token {
  // expected-error @+1 {{'stablehlo.outfeed' has no lowering to linalg: there is nobody at the other end}}
  %0 = "stablehlo.outfeed"(%a, %t) : (tensor<4xf32>, !stablehlo.token) -> !stablehlo.token
  return %0 : !stablehlo.token
}

// -----

func.func @dynamic(%a: tensor<?x8xf32>, %b: tensor<8x4xf32>) -> tensor<?x4xf32> {
  // expected-error @+1 {{'stablehlo.dot_general' has no lowering to linalg: its shapes are not static}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<?x8xf32>, tensor<8x4xf32>) -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}

// -----

func.func @smallest(%a: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error @+1 {{it asks for the smallest values}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) {mhlo.attributes = {k = 2 : i64, largest = false}} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

func.func @k_missing(%a: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  // expected-error @+1 {{it does not say its k}}
  %0:2 = stablehlo.custom_call @mhlo.topk(%a) : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %0#0, %0#1 : tensor<2xf32>, tensor<2xi32>
}

// -----

func.func @check(%a: tensor<8xi32>) {
  // expected-error @+1 {{it compares integers}}
  stablehlo.custom_call @check.expect_close(%a, %a) {has_side_effect = true} : (tensor<8xi32>, tensor<8xi32>) -> ()
  return
}

// -----

func.func @check_one(%a: tensor<8xi32>) {
  // expected-error @+1 {{it does not compare two tensors}}
  stablehlo.custom_call @check.expect_eq(%a) {has_side_effect = true} : (tensor<8xi32>) -> ()
  return
}

// -----

func.func @resharded(%a: tensor<8xi32>) -> tensor<4xi32> {
  // expected-error @+1 {{its results have other types than its inputs}}
  %0 = stablehlo.custom_call @SPMDFullToShardShape(%a) : (tensor<8xi32>) -> tensor<4xi32>
  return %0 : tensor<4xi32>
}

// -----

func.func @random_truth(%a: tensor<4xi1>) -> tensor<4xi1> {
  %0 = stablehlo.constant dense<false> : tensor<i1>
  %1 = stablehlo.constant dense<4> : tensor<1xi64>
  // expected-error @+1 {{'stablehlo.rng' has no lowering to linalg: it draws truth values}}
  %2 = stablehlo.rng %0, %0, %1, distribution = UNIFORM : (tensor<i1>, tensor<i1>, tensor<1xi64>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}

// -----

func.func @varying_slices(%a: tensor<10x4xf32>, %i: tensor<3x1xi32>, %n: tensor<2xi64>) -> tensor<3x4xf32> {
  // expected-error @+1 {{'stablehlo.dynamic_gather' has no lowering to linalg: its slice sizes vary}}
  %0 = "stablehlo.dynamic_gather"(%a, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

// -----

func.func @short_state(%s: tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>) {
  // expected-error @+1 {{'stablehlo.rng_bit_generator' has no lowering to linalg: its state has another form}}
  %0, %1 = stablehlo.rng_bit_generator %s, algorithm = THREE_FRY : (tensor<4xui32>) -> (tensor<4xui32>, tensor<4xui32>)
  return %0, %1 : tensor<4xui32>, tensor<4xui32>
}
