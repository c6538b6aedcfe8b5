// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-to-gpu=chip=sm_80 --split-input-file --verify-diagnostics

func.func @blocks(%a: tensor<2097152x2097152xf32>) -> tensor<2097152x2097152xf32> {
  // expected-error @+1 {{expects 2147483647 blocks of threads at most, but this needs 4294967296}}
  %0 = stablehlo.add %a, %a : tensor<2097152x2097152xf32>
  return %0 : tensor<2097152x2097152xf32>
}

// -----

func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{expects buffers of static shape for a GPU, but got 'memref<?xf32>'}}
  %0 = stablehlo.exponential %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
