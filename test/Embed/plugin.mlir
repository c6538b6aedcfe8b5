// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Stock mlir-opt loads our passes, pipelines and dialects, and shares the types of MLIR with them.
// RUN: mlir-opt --load-dialect-plugin=%build/lib/amp-plugin.so --load-pass-plugin=%build/lib/amp-plugin.so --pass-pipeline="builtin.module(amp{compute=bf16})" %s | FileCheck %s
// CHECK: %[[X:.*]] = stablehlo.convert %arg0 : (tensor<4096x4096xf32>) -> tensor<4096x4096xbf16>
// CHECK: %[[Y:.*]] = stablehlo.dot_general %[[X]], {{.*}} -> tensor<4096x4096xf32>
// CHECK: stablehlo.tanh %[[Y]] : tensor<4096x4096xf32>

// One pass; options that do not exist.
// RUN: mlir-opt --load-dialect-plugin=%build/lib/amp-plugin.so --load-pass-plugin=%build/lib/amp-plugin.so --pass-pipeline="builtin.module(amp-attach-policy{compute=f16})" %s | FileCheck %s --check-prefix=PASS
// PASS: module attributes {amp.policy = #amp.policy<compute = f16
// RUN: not mlir-opt --load-dialect-plugin=%build/lib/amp-plugin.so --load-pass-plugin=%build/lib/amp-plugin.so --pass-pipeline="builtin.module(amp{level=O1})" %s 2>&1 | FileCheck %s --check-prefix=OPTION
// OPTION: error: expects an option of --amp (align, {{.*}}weights), but got 'level'
func.func @main(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  %z = stablehlo.tanh %y : tensor<4096x4096xf32>
  return %z : tensor<4096x4096xf32>
}
