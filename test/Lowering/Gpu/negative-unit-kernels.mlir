// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-to-gpu=chip=sm_80 --split-input-file --verify-diagnostics

func.func @blocks(%a: tensor<1073741824x1073741824xf32>) -> tensor<1073741824x1073741824xf32> {
  // expected-error @+1 {{expects 140735340806145 blocks of threads at most, but got 1125899906842624}}
  %0 = stablehlo.add %a, %a : tensor<1073741824x1073741824xf32>
  return %0 : tensor<1073741824x1073741824xf32>
}

// -----

func.func @dynamic(%a: tensor<?xf32>) -> tensor<?xf32> {
  // expected-error @+1 {{expects buffers of static shape for a GPU, but got 'memref<?xf32>'}}
  %0 = stablehlo.exponential %a : tensor<?xf32>
  return %0 : tensor<?xf32>
}
