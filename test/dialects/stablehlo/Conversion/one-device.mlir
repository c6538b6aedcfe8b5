// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg --canonicalize | FileCheck %s

sdy.mesh @one = <["data"=1]>

/// A group of one gets what it sends.
// CHECK-LABEL: @group_of_one
// CHECK-NEXT: return %arg0
func.func @group_of_one(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.all_reduce"(%a) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %s = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = "stablehlo.all_gather"(%0) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  %2 = "stablehlo.collective_permute"(%1) <{source_target_pairs = dense<0> : tensor<1x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %2 : tensor<4xf32>
}

/// Nobody sends: zeros.
// CHECK-LABEL: @nothing_received
// CHECK: linalg.fill
func.func @nothing_received(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = "stablehlo.collective_permute"(%a) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// CHECK-LABEL: @this_device
// CHECK: %[[ZERO:.*]] = arith.constant dense<0> : tensor<i32>
// CHECK: return %[[ZERO]], %[[ZERO]]
func.func @this_device() -> (tensor<ui32>, tensor<ui32>) {
  %0 = stablehlo.partition_id : tensor<ui32>
  %1 = stablehlo.replica_id : tensor<ui32>
  return %0, %1 : tensor<ui32>, tensor<ui32>
}

/// The body of one device sees whole tensors.
// CHECK-LABEL: @manual
// CHECK-NOT: sdy
// CHECK: arith.addf
func.func @manual(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = sdy.manual_computation(%a) in_shardings=[<@one, [{"data"}]>] out_shardings=[<@one, [{"data"}]>] manual_axes={"data"} (%x: tensor<4xf32>) {
    %1 = stablehlo.add %x, %x : tensor<4xf32>
    sdy.return %1 : tensor<4xf32>
  } : (tensor<4xf32>) -> tensor<4xf32>
  %2 = sdy.sharding_constraint %0 <@one, [{"data"}]> : tensor<4xf32>
  return %2 : tensor<4xf32>
}
