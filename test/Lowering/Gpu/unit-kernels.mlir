// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-unit-kernels | FileCheck %s

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

/// 8 neighbours a thread, 16 bytes an access; of the sums of columns, a thread has
/// four side by side, and 64 threads share them; those of rows have 128 threads
/// each.
// CHECK-LABEL: func.func @main
// CHECK: gpu.launch_func @kernels::@cast_64x512_bf16 blocks in (%c16, %c1, %c1) threads in (%c256, %c1
// CHECK: gpu.launch_func @kernels::@sum_64x512_f32 blocks in (%c32{{.*}}, %{{.*}}, %{{.*}}) threads in (%c256
// CHECK: gpu.launch_func @kernels::@max_64x512_f32 blocks in (%c32{{.*}} threads in (%c256
// CHECK: gpu.launch_func @kernels::@loops blocks in (%c4{{.*}}, %{{.*}}, %{{.*}}) threads in (%c128
func.func @main(%a: memref<64x512xf32>, %b: memref<64x512xbf16>, %c: memref<512xf32>, %r: memref<64xf32>, %at: memref<128xi32>) {
  call @cast(%a, %b) : (memref<64x512xf32>, memref<64x512xbf16>) -> ()
  call @columns(%a, %c) : (memref<64x512xf32>, memref<512xf32>) -> ()
  call @rows(%a, %r) : (memref<64x512xf32>, memref<64xf32>) -> ()
  call @scatter(%at, %c) : (memref<128xi32>, memref<512xf32>) -> ()
  return
}

// CHECK-LABEL: gpu.func @cast_64x512_bf16
// CHECK-COUNT-2: vector.load %{{.*}}alignment = 16{{.*}}vector<4xf32>
// CHECK: vector.store %{{.*}}alignment = 16{{.*}}vector<8xbf16>
// CHECK-LABEL: gpu.func @sum_64x512_f32
// CHECK-SAME: workgroup(%{{.*}} : memref<32xf32, #gpu.address_space<workgroup>>, %{{.*}} : memref<32xf32, #gpu.address_space<workgroup>>,
// CHECK: vector.load %{{.*}}alignment = 16{{.*}}vector<4xf32>
// CHECK-COUNT-12: gpu.shuffle xor
// CHECK: gpu.barrier
// CHECK-COUNT-12: gpu.shuffle xor
// CHECK-NOT: gpu.barrier
// CHECK: vector.store %{{.*}}alignment = 16{{.*}}vector<4xf32>
// CHECK-LABEL: gpu.func @max_64x512_f32
// CHECK: vector.load %{{.*}}vector<4xf32>
// CHECK-LABEL: gpu.func @loops
/// Any iteration may add to any place.
// CHECK-NOT: scf.for
// CHECK: memref.atomic_rmw addf
func.func private @cast(%a: memref<64x512xf32>, %b: memref<64x512xbf16>) attributes {amp.unit = "elementwise"} {
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%a : memref<64x512xf32>) outs(%b : memref<64x512xbf16>) {
  ^bb0(%x: f32, %o: bf16):
    %0 = arith.truncf %x : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}
func.func private @columns(%a: memref<64x512xf32>, %c: memref<512xf32>) attributes {amp.unit = "reduction"} {
  linalg.generic {indexing_maps = [#point, #column], iterator_types = ["reduction", "parallel"]} ins(%a : memref<64x512xf32>) outs(%c : memref<512xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @rows(%a: memref<64x512xf32>, %r: memref<64xf32>) attributes {amp.unit = "reduction"} {
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<64x512xf32>) outs(%r : memref<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maximumf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @scatter(%at: memref<128xi32>, %c: memref<512xf32>) attributes {amp.unit = "serial"} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c128 = arith.constant 128 : index
  %one = arith.constant 1.0 : f32
  scf.for %k = %c0 to %c4 step %c1 {
    scf.for %i = %c0 to %c128 step %c1 {
      %n = memref.load %at[%i] : memref<128xi32>
      %j = arith.index_cast %n : i32 to index
      %x = memref.load %c[%j] : memref<512xf32>
      %y = arith.addf %x, %one : f32
      memref.store %y, %c[%j] : memref<512xf32>
    }
  }
  return
}

/// A window's shape is no input; the number of threads is known to ptxas.
// CHECK-LABEL: gpu.func @max_64_f32
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-NOT: memref<3xf32>
// CHECK: gpu.return
func.func @windows(%a: memref<64xf32>, %r: memref<62xf32>) {
  call @window(%a, %r) : (memref<64xf32>, memref<62xf32>) -> ()
  return
}
func.func private @window(%a: memref<64xf32>, %r: memref<62xf32>) attributes {amp.unit = "reduction"} {
  %shape = memref.alloc() : memref<3xf32>
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0 + d1)>, affine_map<(d0, d1) -> (d1)>, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]} ins(%a, %shape : memref<64xf32>, memref<3xf32>) outs(%r : memref<62xf32>) {
  ^bb0(%x: f32, %unused: f32, %m: f32):
    %1 = arith.maximumf %x, %m : f32
    linalg.yield %1 : f32
  }
  return
}

/// Read along one dim, written along the other: a thread has a tile, four tiles
/// of a warp lie below each other.
// CHECK-LABEL: gpu.func @copy_128x64_f32
// CHECK-SAME: memref<128x64xf32>) kernel
// CHECK-SAME: known_block_size = array<i32: 256, 1, 1>
// CHECK-COUNT-4: vector.load %{{.*}}alignment = 16{{.*}}vector<4xf32>
// CHECK-COUNT-4: vector.store %{{.*}}alignment = 16{{.*}}vector<4xf32>
// CHECK-NOT: memref.store
// CHECK: gpu.return
func.func @turned(%a: memref<64x128xf32>, %r: memref<128x64xf32>) {
  call @turn(%a, %r) : (memref<64x128xf32>, memref<128x64xf32>) -> ()
  return
}
func.func private @turn(%a: memref<64x128xf32>, %r: memref<128x64xf32>) attributes {amp.unit = "elementwise"} {
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, #point], iterator_types = ["parallel", "parallel"]} ins(%a : memref<64x128xf32>) outs(%r : memref<128x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}
