// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-parallel-calls | FileCheck %s

// CHECK: llvm.func @amprt_parallel_for(i64, i64, !llvm.ptr, !llvm.ptr)

// CHECK-LABEL: llvm.func @main
llvm.func @main(%a: !llvm.ptr, %unread: i64) {
  %begin = llvm.mlir.constant(0 : i64) : i64
  %end = llvm.mlir.constant(4096 : i64) : i64
  // CHECK-DAG: %[[CONTEXT:.*]] = llvm.alloca
  // CHECK-DAG: %[[PART:.*]] = llvm.mlir.addressof @kernel_part
  // CHECK-DAG: %[[GRAIN:.*]] = llvm.mlir.constant(64 : i64)
  // CHECK: llvm.call @amprt_parallel_for(%{{.*}}, %[[GRAIN]], %[[PART]], %[[CONTEXT]])
  llvm.call @kernel(%begin, %end, %unread, %a) {cpu.grain = 64 : i64} : (i64, i64, i64, !llvm.ptr) -> ()
  // CHECK: llvm.call @kernel(
  llvm.call @kernel(%begin, %end, %unread, %a) : (i64, i64, i64, !llvm.ptr) -> ()
  llvm.return
}

// CHECK-LABEL: llvm.func internal @kernel_part
// CHECK-SAME: (%[[ALL:.*]]: !llvm.ptr, %[[FROM:.*]]: i64, %[[TO:.*]]: i64)
// CHECK-DAG: %[[UNREAD:.*]] = llvm.mlir.poison : i64
// CHECK-DAG: %[[LOADED:.*]] = llvm.load %[[ALL]] : !llvm.ptr -> !llvm.struct<(ptr)>
// CHECK: %[[A:.*]] = llvm.extractvalue %[[LOADED]][0]
// CHECK: llvm.call @kernel(%[[FROM]], %[[TO]], %[[UNREAD]], %[[A]])

// CHECK: llvm.func internal @kernel(%{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: !llvm.ptr {llvm.noalias}) attributes {{.*}}no_inline
llvm.func @kernel(%begin: i64, %end: i64, %unread: i64, %a: !llvm.ptr) attributes {cpu.kernel, cpu.distinct} {
  llvm.store %begin, %a : i64, !llvm.ptr
  llvm.return
}
