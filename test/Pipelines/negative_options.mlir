// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors about options name the known ones, and no place in the program.
// RUN: not amp-opt %s --amp="compute=bf16 level=O1" 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: {{^}}error: expects an option of --amp (align, {{.*}}compute, {{.*}}scaler, {{.*}}weights), but got 'level'
// UNKNOWN-NOT: {{.}}
// RUN: not amp-opt %s --pass-pipeline="builtin.module(amp{level=O1})" 2>&1 | FileCheck %s --check-prefix=TEXT
// TEXT: error: expects an option of --amp (align, {{.*}}weights), but got 'level'
// RUN: not amp-opt %s --amp-to-gpu="arch=sm_90" 2>&1 | FileCheck %s --check-prefix=GPU
// GPU: {{^}}error: expects an option of --amp-to-gpu ({{.*}}chip, {{.*}}format, {{.*}}summary{{.*}}), but got 'arch'
// RUN: not amp-opt %s --amp="compute=bf16 summary=perhaps" 2>&1 | FileCheck %s --check-prefix=VALUE
// VALUE: {{^}}error: {{.*}}summary option: 'perhaps' is invalid value for boolean argument
// RUN: not amp-opt %s --amp="compute=fp8" 2>&1 | FileCheck %s --check-prefix=COMPUTE
// COMPUTE: {{^}}error: expects compute=f16, compute=bf16 or compute=f32, but got 'fp8'
// COMPUTE-NOT: {{.}}
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  return %x : tensor<4xf32>
}
