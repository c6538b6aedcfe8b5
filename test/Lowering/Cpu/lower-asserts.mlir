// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-lower-asserts | FileCheck %s

// CHECK: llvm.mlir.global private constant @[[$TEXT:.*]]("{{.*}}lower-asserts.mlir:[[#]]:{{.*}}: too large\00")
// CHECK-LABEL: func @check
// CHECK: %[[FAILED:.*]] = arith.xori
// CHECK: scf.if %[[FAILED]]
// CHECK: %[[ADDRESS:.*]] = llvm.mlir.addressof @[[$TEXT]]
// CHECK: llvm.call @amprt_fail(%[[ADDRESS]])
func.func @check(%ok: i1) {
  cf.assert %ok, "too large"
  return
}
