// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-unit-kernels | FileCheck %s

#row = affine_map<(d0, d1) -> (d0)>
#point = affine_map<(d0, d1) -> (d0, d1)>

/// Four rows of 512 elements: 256 threads of a block have two each.
// CHECK-LABEL: func.func @main
// CHECK: gpu.launch_func {{.*}}reduce_4x512_f32 blocks in (%c4, {{.*}} threads in (%c256,
/// Arithmetic with results so far is no selection: a thread has a row.
// CHECK: gpu.launch_func {{.*}}sum_4x512_f32 blocks in (%c1{{[_0-9]*}}, {{.*}} threads in (%c32,
/// Neither are regions that read results so far, nor places of type `index`.
// CHECK: gpu.launch_func {{.*}}reduce_4x512_f32_1 blocks in (%c1{{[_0-9]*}}, {{.*}} threads in (%c32{{[_0-9]*}},
// CHECK: gpu.launch_func {{.*}}reduce_4x512_f32_2 blocks in (%c1{{[_0-9]*}}, {{.*}} threads in (%c32{{[_0-9]*}},
func.func @main(%a: memref<4x512xf32>, %m: memref<4xf32>, %i: memref<4xi32>, %p: memref<4xindex>) {
  call @place(%a, %m, %i) : (memref<4x512xf32>, memref<4xf32>, memref<4xi32>) -> ()
  call @horner(%a, %m) : (memref<4x512xf32>, memref<4xf32>) -> ()
  call @region(%a, %m) : (memref<4x512xf32>, memref<4xf32>) -> ()
  call @index(%a, %m, %p) : (memref<4x512xf32>, memref<4xf32>, memref<4xindex>) -> ()
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

func.func private @region(%a: memref<4x512xf32>, %m: memref<4xf32>) attributes {amp.unit = "reduction"} {
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x512xf32>) outs(%m : memref<4xf32>) {
  ^bb0(%x: f32, %best: f32):
    %more = arith.cmpf ogt, %x, %best : f32
    %half = scf.if %more -> f32 {
      scf.yield %x : f32
    } else {
      %sum = arith.addf %x, %best : f32
      scf.yield %sum : f32
    }
    %next = arith.select %more, %half, %best : f32
    linalg.yield %next : f32
  }
  return
}

func.func private @index(%a: memref<4x512xf32>, %m: memref<4xf32>, %p: memref<4xindex>) attributes {amp.unit = "reduction"} {
  linalg.generic {indexing_maps = [#point, #row, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4x512xf32>) outs(%m, %p : memref<4xf32>, memref<4xindex>) {
  ^bb0(%x: f32, %best: f32, %place: index):
    %here = linalg.index 1 : index
    %keep = arith.cmpf oge, %best, %x : f32
    %value = arith.select %keep, %best, %x : f32
    %number = arith.select %keep, %place, %here : index
    linalg.yield %value, %number : f32, index
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
