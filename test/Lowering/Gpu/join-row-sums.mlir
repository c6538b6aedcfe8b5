// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-join-row-sums --split-input-file | FileCheck %s

#e = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
#c = affine_map<(d0, d1) -> (d1)>

/// Two sums over the columns of what a group on rows writes, in runs of 16
/// rows. %p is stored for neither, %d for the caller.
// CHECK-LABEL: func @joined(
// CHECK-SAME: %[[X:.*]]: memref<4096x768xf32>, %[[Y:.*]]: memref<4096x768xf32>, %[[W:.*]]: memref<4096xf32>, %[[D:.*]]: memref<4096x768xf32>, %[[S:[^:]*]]: memref<4096xf32>
// CHECK-NOT: memref<4096x768xf32>
// CHECK: %[[DPARTS:.*]] = memref.alloc() : memref<256x768xf32>
// CHECK: %[[PPARTS:.*]] = memref.alloc() : memref<256x768xf32>
// CHECK: call @[[ROWS:.*]](%[[X]], %[[Y]], %[[D]], %[[S]]
// CHECK-SAME: %[[PPARTS]])
// CHECK: call @{{.*}}(%{{.*}}, %[[DPARTS]]) : (memref<768xf32>, memref<256x768xf32>) -> ()
// CHECK: call @{{.*}}(%{{.*}}, %[[PPARTS]]) : (memref<768xf32>, memref<256x768xf32>) -> ()
// CHECK: func.func private @[[ROWS]]({{.*}}) attributes {amp.unit = "reduction"}
// CHECK: memref.alloc() : memref<4096x768xf32>
// CHECK-COUNT-2: {{parts}}
func.func @joined(%x: memref<4096x768xf32>, %y: memref<4096x768xf32>, %w: memref<4096xf32>, %d: memref<4096x768xf32>, %s: memref<4096xf32>, %bias: memref<768xf32>, %scale: memref<768xf32>) {
  %p = memref.alloc() : memref<4096x768xf32>
  call @rows(%x, %y, %p, %d, %s) : (memref<4096x768xf32>, memref<4096x768xf32>, memref<4096x768xf32>, memref<4096x768xf32>, memref<4096xf32>) -> ()
  call @sum(%d, %bias) : (memref<4096x768xf32>, memref<768xf32>) -> ()
  call @scaled(%w, %p, %scale) : (memref<4096xf32>, memref<4096x768xf32>, memref<768xf32>) -> ()
  return
}
func.func private @rows(%x: memref<4096x768xf32>, %y: memref<4096x768xf32>, %p: memref<4096x768xf32>, %d: memref<4096x768xf32>, %s: memref<4096xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#e, #e, #e], iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<4096x768xf32>, memref<4096x768xf32>) outs(%p : memref<4096x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%s : memref<4096xf32>)
  linalg.generic {indexing_maps = [#e, #r], iterator_types = ["parallel", "reduction"]} ins(%p : memref<4096x768xf32>) outs(%s : memref<4096xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#e, #r, #e], iterator_types = ["parallel", "parallel"]} ins(%p, %s : memref<4096x768xf32>, memref<4096xf32>) outs(%d : memref<4096x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @sum(%d: memref<4096x768xf32>, %s: memref<768xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<768xf32>)
  linalg.generic {indexing_maps = [#e, #c], iterator_types = ["reduction", "parallel"]} ins(%d : memref<4096x768xf32>) outs(%s : memref<768xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @scaled(%w: memref<4096xf32>, %d: memref<4096x768xf32>, %s: memref<768xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<768xf32>)
  linalg.generic {indexing_maps = [#r, #e, #c], iterator_types = ["reduction", "parallel"]} ins(%w, %d : memref<4096xf32>, memref<4096x768xf32>) outs(%s : memref<768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    %1 = arith.addf %o, %0 fastmath<reassoc> : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#e = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
#c = affine_map<(d0, d1) -> (d1)>

/// Runs of four rows would be too few blocks.
// CHECK-LABEL: func @few(
// CHECK: call @rows(
// CHECK: call @sum(
// CHECK-NOT: {parts}
func.func @few(%x: memref<512x768xf32>, %y: memref<512x768xf32>, %p: memref<512x768xf32>, %d: memref<512x768xf32>, %s: memref<512xf32>, %bias: memref<768xf32>) {
  call @rows(%x, %y, %p, %d, %s) : (memref<512x768xf32>, memref<512x768xf32>, memref<512x768xf32>, memref<512x768xf32>, memref<512xf32>) -> ()
  call @sum(%d, %bias) : (memref<512x768xf32>, memref<768xf32>) -> ()
  return
}
func.func private @rows(%x: memref<512x768xf32>, %y: memref<512x768xf32>, %p: memref<512x768xf32>, %d: memref<512x768xf32>, %s: memref<512xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#e, #e, #e], iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<512x768xf32>, memref<512x768xf32>) outs(%p : memref<512x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%s : memref<512xf32>)
  linalg.generic {indexing_maps = [#e, #r], iterator_types = ["parallel", "reduction"]} ins(%p : memref<512x768xf32>) outs(%s : memref<512xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#e, #r, #e], iterator_types = ["parallel", "parallel"]} ins(%p, %s : memref<512x768xf32>, memref<512xf32>) outs(%d : memref<512x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @sum(%d: memref<512x768xf32>, %s: memref<768xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<768xf32>)
  linalg.generic {indexing_maps = [#e, #c], iterator_types = ["reduction", "parallel"]} ins(%d : memref<512x768xf32>) outs(%s : memref<768xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#e = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
#c = affine_map<(d0, d1) -> (d1)>

/// Rows that no registers hold are read again.
// CHECK-LABEL: func @long(
// CHECK: call @rows(
// CHECK: call @sum(
// CHECK-NOT: {parts}
func.func @long(%x: memref<4096x50304xf32>, %y: memref<4096x50304xf32>, %p: memref<4096x50304xf32>, %d: memref<4096x50304xf32>, %s: memref<4096xf32>, %bias: memref<50304xf32>) {
  call @rows(%x, %y, %p, %d, %s) : (memref<4096x50304xf32>, memref<4096x50304xf32>, memref<4096x50304xf32>, memref<4096x50304xf32>, memref<4096xf32>) -> ()
  call @sum(%d, %bias) : (memref<4096x50304xf32>, memref<50304xf32>) -> ()
  return
}
func.func private @rows(%x: memref<4096x50304xf32>, %y: memref<4096x50304xf32>, %p: memref<4096x50304xf32>, %d: memref<4096x50304xf32>, %s: memref<4096xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#e, #e, #e], iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<4096x50304xf32>, memref<4096x50304xf32>) outs(%p : memref<4096x50304xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%s : memref<4096xf32>)
  linalg.generic {indexing_maps = [#e, #r], iterator_types = ["parallel", "reduction"]} ins(%p : memref<4096x50304xf32>) outs(%s : memref<4096xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#e, #r, #e], iterator_types = ["parallel", "parallel"]} ins(%p, %s : memref<4096x50304xf32>, memref<4096xf32>) outs(%d : memref<4096x50304xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @sum(%d: memref<4096x50304xf32>, %s: memref<50304xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<50304xf32>)
  linalg.generic {indexing_maps = [#e, #c], iterator_types = ["reduction", "parallel"]} ins(%d : memref<4096x50304xf32>) outs(%s : memref<50304xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#e = affine_map<(d0, d1) -> (d0, d1)>
#r = affine_map<(d0, d1) -> (d0)>
#c = affine_map<(d0, d1) -> (d1)>

/// The summed value changes before the sum, and a write keeps the rows from
/// waiting.
// CHECK-LABEL: func @changed(
// CHECK: call @rows(
// CHECK: memref.copy
// CHECK: call @sum(
// CHECK-NOT: {parts}
func.func @changed(%x: memref<4096x768xf32>, %y: memref<4096x768xf32>, %p: memref<4096x768xf32>, %d: memref<4096x768xf32>, %s: memref<4096xf32>, %bias: memref<768xf32>) {
  call @rows(%x, %y, %p, %d, %s) : (memref<4096x768xf32>, memref<4096x768xf32>, memref<4096x768xf32>, memref<4096x768xf32>, memref<4096xf32>) -> ()
  memref.copy %x, %d : memref<4096x768xf32> to memref<4096x768xf32>
  call @sum(%d, %bias) : (memref<4096x768xf32>, memref<768xf32>) -> ()
  return
}
func.func private @rows(%x: memref<4096x768xf32>, %y: memref<4096x768xf32>, %p: memref<4096x768xf32>, %d: memref<4096x768xf32>, %s: memref<4096xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.generic {indexing_maps = [#e, #e, #e], iterator_types = ["parallel", "parallel"]} ins(%x, %y : memref<4096x768xf32>, memref<4096x768xf32>) outs(%p : memref<4096x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.mulf %a, %b : f32
    linalg.yield %0 : f32
  }
  linalg.fill ins(%zero : f32) outs(%s : memref<4096xf32>)
  linalg.generic {indexing_maps = [#e, #r], iterator_types = ["parallel", "reduction"]} ins(%p : memref<4096x768xf32>) outs(%s : memref<4096xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  linalg.generic {indexing_maps = [#e, #r, #e], iterator_types = ["parallel", "parallel"]} ins(%p, %s : memref<4096x768xf32>, memref<4096xf32>) outs(%d : memref<4096x768xf32>) {
  ^bb0(%a: f32, %b: f32, %o: f32):
    %0 = arith.subf %a, %b : f32
    linalg.yield %0 : f32
  }
  return
}
func.func private @sum(%d: memref<4096x768xf32>, %s: memref<768xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%s : memref<768xf32>)
  linalg.generic {indexing_maps = [#e, #c], iterator_types = ["reduction", "parallel"]} ins(%d : memref<4096x768xf32>) outs(%s : memref<768xf32>) {
  ^bb0(%a: f32, %o: f32):
    %0 = arith.addf %o, %a fastmath<reassoc> : f32
    linalg.yield %0 : f32
  }
  return
}
