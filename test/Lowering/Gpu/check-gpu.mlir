// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not amp-opt %s --amp-check-gpu=chip=sm_70 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: not amp-opt %s --amp-to-gpu=chip=h100 2>&1 | FileCheck %s --check-prefix=PIPELINE
// RUN: not amp-opt %s --amp-check-gpu="chip=sm_103 format=bin" 2>&1 | FileCheck %s --check-prefix=CUBIN
// RUN: amp-opt %s --amp-to-gpu=chip=sm_103 2>&1 | FileCheck %s --check-prefix=NEAREST
// RUN: not amp-opt %s --amp-check-gpu=format=elf 2>&1 | FileCheck %s --check-prefix=FORMAT
// RUN: not amp-opt %s --amp-to-gpu=products=cublas 2>&1 | FileCheck %s --check-prefix=PRODUCTS
// RUN: not amp-opt %s --amp-to-gpu=convolutions=dnn 2>&1 | FileCheck %s --check-prefix=CONVOLUTIONS
// RUN: not amp-opt %s --amp-to-gpu=attention=flash 2>&1 | FileCheck %s --check-prefix=ATTENTION
// RUN: not amp-opt %s --amp-to-gpu=memory=much 2>&1 | FileCheck %s --check-prefix=MEMORY
// RUN: env -u CUDA_HOME -u CUDA_ROOT -u CUDA_PATH PATH=/nowhere not %build/bin/amp-opt %s --amp-check-gpu=format=bin 2>&1 | FileCheck %s --check-prefix=PTXAS
// RUN: env -u CUDA_HOME -u CUDA_ROOT -u CUDA_PATH PATH=/nowhere %build/bin/amp-opt %s --amp-to-gpu | FileCheck %s --check-prefix=ISA

// CHIP: {{^}}error: expects a chip of sm_80, sm_86, {{.*}}, but got 'sm_70'
// PIPELINE: error: expects a chip of sm_80, {{.*}}, but got 'h100'
// CUBIN: error: format 'bin' needs a chip of the table, but got 'sm_103', which format=isa can assemble for
/// Kernels for the nearest chip before it run on another one.
// NEAREST: remark: chip 'sm_103' is not in the table: kernels are those of sm_100
// NEAREST: .target sm_100\0A
// FORMAT: error: expects format isa, bin or fatbin, but got 'elf'
// PRODUCTS: error: expects products own or cublaslt, but got 'cublas'
// CONVOLUTIONS: error: expects convolutions own or cudnn, but got 'dnn'
// ATTENTION: error: expects attention separate or fused, but got 'flash'
// MEMORY: {{^}}error: expects memory as a number and a unit, such as 80GiB, but got 'much'
// PTXAS: error: format 'bin' needs 'ptxas' of CUDA's toolkit, which is in neither CUDA_HOME, CUDA_ROOT, CUDA_PATH nor PATH; format=isa works without it
/// The text needs no toolkit.
module {
  // ISA: llvm.func @main
  // ISA: gpu.binary @kernels {{.*}}assembly = "//
  func.func @main(%a: tensor<64xf32>) -> tensor<64xf32> {
    %0 = stablehlo.exponential %a : tensor<64xf32>
    return %0 : tensor<64xf32>
  }
}
