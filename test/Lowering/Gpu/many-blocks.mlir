// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-unit-kernels --split-input-file | FileCheck %s

#map = affine_map<(d0) -> (d0)>

/// A grid has 2147483647 blocks in x at most. The number of a block is composed
/// of x and y; where y times x is more than the kernel has, the rest does
/// nothing.
// CHECK-LABEL: func.func @odd
// CHECK-DAG: %[[X:.*]] = arith.constant 1431655766 : index
// CHECK-DAG: %[[Y:.*]] = arith.constant 3 : index
// CHECK: gpu.launch_func @kernels::@{{.*}} blocks in (%[[X]], %[[Y]],
// CHECK: gpu.func
// CHECK: %[[ROW:.*]] = gpu.block_id y
// CHECK: %[[COLUMN:.*]] = gpu.block_id x
// CHECK: %[[STRIDE:.*]] = arith.constant 1431655766
// CHECK: %[[BEFORE:.*]] = arith.muli %[[ROW]], %[[STRIDE]]
// CHECK: %[[BLOCK:.*]] = arith.addi %[[BEFORE]], %[[COLUMN]]
// CHECK: %[[END:.*]] = arith.constant 4294967297
// CHECK: %[[IS:.*]] = arith.cmpi ult, %[[BLOCK]], %[[END]]
// CHECK: scf.if %[[IS]]
// CHECK-NOT: gpu.block_id
// CHECK: arith.muli %[[BLOCK]]
func.func @odd(%a: memref<4398046511872xf32>) {
  call @unit(%a) : (memref<4398046511872xf32>) -> ()
  return
}
func.func private @unit(%a: memref<4398046511872xf32>) attributes {amp.unit = "elementwise"} {
  linalg.generic {indexing_maps = [#map], iterator_types = ["parallel"]} outs(%a : memref<4398046511872xf32>) {
  ^bb0(%x: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  return
}
