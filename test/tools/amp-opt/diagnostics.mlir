// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Of an op with a body, a diagnostic prints the first line alone.
// RUN: not amp-opt %s 2>&1 | FileCheck %s
// CHECK: diagnostics.mlir:[[#@LINE+4]]:1: error: 'func.func' op type of entry block argument #0
// CHECK: note: see current operation:
// CHECK-NEXT: "func.func"() <{{.*}} ({
// CHECK-NOT: {{return|stablehlo}}
"func.func"() ({
^bb0(%x: tensor<8xf32>):
  %0 = "stablehlo.abs"(%x) : (tensor<8xf32>) -> tensor<8xf32>
  "func.return"(%0) : (tensor<8xf32>) -> ()
}) {sym_name = "main", function_type = (tensor<4xf32>) -> tensor<8xf32>} : () -> ()
