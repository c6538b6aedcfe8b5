// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-outline-units --split-input-file | FileCheck %s --check-prefix=UNITS
// RUN: amp-opt %s --amp-outline-units --amp-unit-kernels --split-input-file | FileCheck %s --check-prefix=KERNELS

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

/// Softmax is one unit. Nothing reads the exponentials that were written over the
/// scores: they get a place of their own, and are not stored.
// UNITS-LABEL: func.func @softmax
// UNITS: call @unit_0(%{{.*}}, %{{.*}}) : (memref<4096x768xf32>, memref<4096x768xbf16>)
// UNITS-NEXT: return
// UNITS: func.func private @unit_0({{.*}}) attributes {amp.unit = "reduction"}
// UNITS: memref.alloc() : memref<4096x768xf32>

/// A warp has a row, 24 elements a thread, in registers.
// KERNELS-LABEL: func.func @softmax
// KERNELS: gpu.launch_func @kernels::@rows_4096x768_f32 blocks in (%c512{{.*}} threads in (%c256
// KERNELS: gpu.func @rows_4096x768_f32
// KERNELS-NOT: scf.for
// KERNELS-COUNT-6: vector.load %{{.*}} {alignment = 16 : i64} : memref<3145728xf32>, vector<4xf32>
// KERNELS-NOT: {{vector.load|gpu.barrier}}
// KERNELS: gpu.shuffle xor
// KERNELS: arith.maximumf
// KERNELS: math.exp
// KERNELS: gpu.shuffle xor
// KERNELS: arith.addf
// KERNELS-COUNT-3: vector.store %{{.*}} {alignment = 16 : i64} : memref<3145728xbf16>, vector<8xbf16>
// KERNELS-NOT: {{vector.store|gpu.barrier}}
// KERNELS: gpu.return
func.func @softmax(%a: memref<4096x768xf32>, %out: memref<4096x768xbf16>) {
  %low = arith.constant 0xFF800000 : f32
  %zero = arith.constant 0.0 : f32
  %top = memref.alloc() : memref<4096xf32>
  %sum = memref.alloc() : memref<4096xf32>
  %scores = memref.alloc() : memref<4096x768xf32>
  memref.copy %a, %scores : memref<4096x768xf32> to memref<4096x768xf32>
  linalg.fill ins(%low : f32) outs(%top : memref<4096xf32>)
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<4096x768xf32>) outs(%top : memref<4096xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.maximumf %o, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#point, #row, #point], iterator_types = ["parallel", "parallel"]} ins(%scores, %top : memref<4096x768xf32>, memref<4096xf32>) outs(%scores : memref<4096x768xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.subf %x, %y : f32
    %1 = math.exp %0 : f32
    linalg.yield %1 : f32
  }
  linalg.fill ins(%zero : f32) outs(%sum : memref<4096xf32>)
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]} ins(%scores : memref<4096x768xf32>) outs(%sum : memref<4096xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#point, #row, #point], iterator_types = ["parallel", "parallel"]} ins(%scores, %sum : memref<4096x768xf32>, memref<4096xf32>) outs(%out : memref<4096x768xbf16>) {
  ^bb0(%x: f32, %y: f32, %o: bf16):
    %0 = arith.divf %x, %y : f32
    %1 = arith.truncf %0 : f32 to bf16
    linalg.yield %1 : bf16
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

/// The sum of columns stands between, and can wait; what is read only there is
/// stored for it.
// UNITS-LABEL: func.func @reader_between
// UNITS: %[[TWICE:.*]] = memref.alloc() : memref<64x40xf32>
// UNITS: call @[[ROWS:.*]](%{{.*}}, %[[TWICE]], %{{.*}}) : (memref<64x40xf32>, memref<64x40xf32>, memref<64xf32>)
// UNITS: call @{{.*}}(%{{.*}}, %[[TWICE]]) : (memref<40xf32>, memref<64x40xf32>)
// UNITS-NEXT: return

/// 40 elements are 10 times 4: 16 lanes, of which 6 have nothing.
// KERNELS-LABEL: func.func @reader_between
// KERNELS: gpu.launch_func @kernels::@rows_64x40_f32 blocks in (%c32{{.*}} threads in (%c32
// KERNELS: gpu.func @rows_64x40_f32
// KERNELS: scf.if %{{.*}} -> (f32, f32, f32, f32)
// KERNELS-NOT: gpu.barrier
// KERNELS: gpu.return
func.func @reader_between(%a: memref<64x40xf32>, %columns: memref<40xf32>, %rows: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  %twice = memref.alloc() : memref<64x40xf32>
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%a : memref<64x40xf32>) outs(%twice : memref<64x40xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%columns : memref<40xf32>)
  linalg.generic {indexing_maps = [#point, #column], iterator_types = ["reduction", "parallel"]} ins(%twice : memref<64x40xf32>) outs(%columns : memref<40xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%rows : memref<64xf32>)
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]} ins(%twice : memref<64x40xf32>) outs(%rows : memref<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>

/// Rows need what other rows write.
// UNITS-LABEL: func.func @negative_other_rows
// UNITS-COUNT-2: call
func.func @negative_other_rows(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %rows: memref<64xf32>) {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%a : memref<64x64xf32>) outs(%b : memref<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%rows : memref<64xf32>)
  linalg.generic {indexing_maps = [#point, #turned, #row], iterator_types = ["parallel", "reduction"]} ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%rows : memref<64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.subf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>

/// A row that is too long for registers is read again for what its sum is
/// needed for. It begins anywhere: loops of vectors from the first place that is
/// aligned, all lanes together and then those that are left; what is before and
/// behind them, one by one. Eight warps meet in shared memory.
// KERNELS-LABEL: gpu.func @rows_4096x50257_f32
// KERNELS-SAME: workgroup(%{{.*}} : memref<8xf32, {{.*}}>)
// KERNELS: scf.for {{.*}} to %c50176{{.*}} step %c1024
// KERNELS: vector.load %{{.*}} {alignment = 16 : i64} : memref<205852672xf32>, vector<4xf32>
// KERNELS: scf.for {{.*}} to %c50252{{.*}} step %c1024
// KERNELS: vector.load %{{.*}} {alignment = 16 : i64} : memref<205852672xf32>, vector<4xf32>
// KERNELS: scf.for {{.*}} to %c5{{(_[0-9]+)?}} step %c256
// KERNELS: memref.load %{{.*}} : memref<205852672xf32>
// KERNELS-COUNT-5: gpu.shuffle xor
// KERNELS: gpu.barrier
// KERNELS-COUNT-3: gpu.shuffle xor
// KERNELS-COUNT-2: vector.store %{{.*}} {alignment = 16 : i64} : memref<205852672xf32>, vector<4xf32>
// KERNELS: memref.store %{{.*}} : memref<205852672xf32>
// KERNELS-NOT: scf.for
// KERNELS: gpu.return
func.func @long(%a: memref<4096x50257xf32>, %out: memref<4096x50257xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<4096xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<4096xf32>)
  linalg.generic {indexing_maps = [#point, #row], iterator_types = ["parallel", "reduction"]} ins(%a : memref<4096x50257xf32>) outs(%sum : memref<4096xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = arith.addf %o, %x : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#point, #row, #point], iterator_types = ["parallel", "parallel"]} ins(%a, %sum : memref<4096x50257xf32>, memref<4096xf32>) outs(%out : memref<4096x50257xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.divf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>
#row = affine_map<(d0, d1) -> (d0)>
#column = affine_map<(d0, d1) -> (d1)>

/// Six warps have two rows. The factor behind the sum is loaded with the other
/// operands, before threads wait for each other.
// KERNELS-LABEL: func @loads_first
// KERNELS: gpu.launch_func @kernels::@rows_64x384_f32 blocks in (%c32{{.*}} threads in (%c192
// KERNELS: gpu.func @rows_64x384_f32
// KERNELS-NOT: scf.if
// KERNELS-COUNT-3: vector.load
// KERNELS: gpu.shuffle xor
// KERNELS: gpu.barrier
// KERNELS-NOT: vector.load
// KERNELS: vector.store
// KERNELS: gpu.return
func.func @loads_first(%a: memref<64x384xf32>, %b: memref<64x384xf32>, %scale: memref<384xf32>, %out: memref<64x384xf32>) {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<64xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<64xf32>)
  linalg.generic {indexing_maps = [#point, #column, #row], iterator_types = ["parallel", "reduction"]} ins(%a, %scale : memref<64x384xf32>, memref<384xf32>) outs(%sum : memref<64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.mulf %x, %y : f32
    %1 = arith.addf %o, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#point, #point, #row, #point], iterator_types = ["parallel", "parallel"]} ins(%a, %b, %sum : memref<64x384xf32>, memref<64x384xf32>, memref<64xf32>) outs(%out : memref<64x384xf32>) {
  ^bb0(%x: f32, %y: f32, %s: f32, %o: f32):
    %0 = arith.mulf %x, %s : f32
    %1 = arith.addf %0, %y : f32
    linalg.yield %1 : f32
  }
  return
}
