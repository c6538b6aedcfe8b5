// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-unit-kernels | FileCheck %s

#row = affine_map<(d0, d1) -> (d0)>
#point = affine_map<(d0, d1) -> (d0, d1)>

/// Four rows of 512 elements: 256 threads of a block have two each.
// CHECK-LABEL: func.func @main
// CHECK: gpu.launch_func {{.*}}reduce_4x512_f32 blocks in (%c4, {{.*}} threads in (%c256,
/// Arithmetic with results so far is no selection: a thread has a row.
// CHECK: gpu.launch_func {{.*}}sum_4x512_f32 blocks in (%c1{{[_0-9]*}}, {{.*}} threads in (%c32,
func.func @main(%a: memref<4x512xf32>, %m: memref<4xf32>, %i: memref<4xi32>) {
  call @place(%a, %m, %i) : (memref<4x512xf32>, memref<4xf32>, memref<4xi32>) -> ()
  call @horner(%a, %m) : (memref<4x512xf32>, memref<4xf32>) -> ()
  return
}

func.func private @place(%a: memref<4x512xf32>, %m: memref<4xf32>, %i: memref<4xi32>) attributes {amp.unit = "reduction"} {
  linalg.generic {indexing_maps = [#point, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x512xf32>) outs(%m, %i : memref<4xf32>, memref<4xi32>) {
  ^bb0(%x: f32, %best: f32, %place: i32):
    %d = linalg.index 1 : index
    %here = arith.index_cast %d : index to i32
    %keep = arith.cmpf oge, %best, %x : f32
    %value = arith.select %keep, %best, %x : f32
    %number = arith.select %keep, %place, %here : i32
    linalg.yield %value, %number : f32, i32
  }
  return
}

func.func private @horner(%a: memref<4x512xf32>, %m: memref<4xf32>) attributes {amp.unit = "reduction"} {
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x512xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%x: f32, %sum: f32):
    %twice = arith.addf %sum, %sum : f32
    %next = arith.addf %twice, %x : f32
    linalg.yield %next : f32
  }
  return
}
