// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A Shardy dialect that cannot read its meshes: the devices that share a verdict on overflow are unknown, and scaling is refused.
// RUN: not mlir-opt %s --allow-unregistered-dialect --load-dialect-plugin=%build/lib/amp-plugin-core.so --load-pass-plugin=%build/lib/amp-plugin-core.so --pass-pipeline="builtin.module(amp-scale-loss)" 2>&1 | FileCheck %s
// CHECK: [[#@LINE+5]]:10: error: cannot tell which devices share a verdict on overflow: expects a dialect 'sdy' with OpShardings (amp/OpAttributes.h), but got one without
"builtin.module"() ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["x"=2]>, sym_name = "mesh"}> : () -> ()
  "func.func"() <{function_type = (tensor<4xf32>, tensor<8xf32>) -> tensor<4xf32>, sym_name = "manual"}> ({
  ^bb0(%arg0: tensor<4xf32>, %arg1: tensor<8xf32>):
    %0 = "sdy.manual_computation"(%arg0, %arg1) <{in_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>, <@mesh, [{"x"}]>]>, manual_axes = #sdy<manual_axes{"x"}>, out_shardings = #sdy.sharding_per_value<[<@mesh, [{}]>]>}> ({
    ^bb0(%arg2: tensor<4xf32>, %arg3: tensor<4xf32>):
      %1 = "stablehlo.constant"() <{value = dense<1.000000e+00> : tensor<f32>}> : () -> tensor<f32>
      %2 = "amp.seed"(%1) <{group = "main"}> : (tensor<f32>) -> tensor<f32>
      %3 = "stablehlo.broadcast_in_dim"(%2) <{broadcast_dimensions = array<i64>}> : (tensor<f32>) -> tensor<4xf32>
      %4 = "stablehlo.multiply"(%3, %arg3) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %5 = "amp.gradients"(%4) <{group = "main"}> : (tensor<4xf32>) -> tensor<4xf32>
      %6 = "stablehlo.subtract"(%arg2, %5) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      %7 = "amp.state"(%6, %arg2) <{group = "main", names = ["w"]}> : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
      "sdy.return"(%7) : (tensor<4xf32>) -> ()
    }) : (tensor<4xf32>, tensor<8xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
  }) : () -> ()
}) : () -> ()
