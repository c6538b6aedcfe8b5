// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not amp-opt %s --amp-store-saved -o /dev/null 2>&1 | FileCheck %s --check-prefix=MARKS
// MARKS: error: expects a marked training step, whose forward pass saves values for its backward pass, but found no seed in the block of a public function; let the exporter emit composite "amp.seed", or use infer-marks
// RUN: not amp-opt %s --amp="compute=bf16 saved=f8" -o /dev/null 2>&1 | FileCheck %s --check-prefix=MARKS
// RUN: not amp-opt %s --amp="compute=bf16 saved=f4" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FORMAT
// FORMAT: error: expects saved to be keep or f8, but got 'f4'
// RUN: amp-opt %s --amp="compute=bf16 saved=keep" -o /dev/null
func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
