// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint summary report=%t.json" -o /dev/null 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=JSON --input-file=%t.json

/// Of four 16-bit ops one reads and makes what is known to fit, one makes what
/// comes from a seed, and nobody knows about the others.
// CHECK: 16-bit ops      25.0 % proven safe, 25.0 % guarded by scaling, 50.0 % assumed
// JSON:     "name":"stablehlo.dot_general"{{.*}}"safety":"assumed"
// JSON:     "name":"stablehlo.tanh"{{.*}}"safety":"proven"
// JSON:     "name":"stablehlo.dot_general"{{.*}}"safety":"assumed"
// JSON:     "name":"stablehlo.dot_general"{{.*}}"safety":"guarded"
/// The operands and results of a call are decided with the function.
// JSON:     "name":"func.call"{{.*}}"reason":{"entry":null,"kind":"none","words":"decided with the function that it calls"}
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>, %loss: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.tanh %0 : tensor<4x4xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %seed = stablehlo.composite "amp.seed" %loss {decomposition = @id} : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %3 = stablehlo.dot_general %seed, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %4 = call @id(%2) : (tensor<4x4xf32>) -> tensor<4x4xf32>
  return %4, %3 : tensor<4x4xf32>, tensor<4x4xf32>
}
func.func private @id(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
  return %x : tensor<4x4xf32>
}
