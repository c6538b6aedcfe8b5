// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-kernel-loops | FileCheck %s

/// The caller's range is that of the first parallel loop of more than one turn.
// CHECK-LABEL: func private @kernel
// CHECK-SAME: (%[[BEGIN:[a-z0-9]*]]: index, %[[END:[a-z0-9]*]]: index,
func.func private @kernel(%begin: index, %end: index, %a: memref<32x64xf32>, %b: memref<64xf32>) attributes {cpu.kernel} {
  // CHECK: %[[ROWS:.*]] = arith.constant 32
  // CHECK: scf.for %[[ROW:[a-z0-9]*]] = %{{.*}} to %[[ROWS]]
  // CHECK: scf.for %[[COLUMN:[a-z0-9]*]] = %[[BEGIN]] to %[[END]]
  // CHECK: %[[I:.*]] = affine.apply #{{.*}}(%[[ROW]])
  // CHECK: %[[J:.*]] = affine.apply #{{.*}}(%[[COLUMN]])
  // CHECK: memref.load %{{.*}}[%[[I]], %[[J]]]
  // CHECK: memref.store
  linalg.generic {indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d1)>],
                  iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<32x64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  }
  return
}

/// Nothing is parallel: all of it runs, whatever the range.
// CHECK-LABEL: func private @total
func.func private @total(%begin: index, %end: index, %a: memref<32xf32>, %b: memref<f32>) attributes {cpu.kernel} {
  // CHECK: %[[SIZE:.*]] = arith.constant 32
  // CHECK: scf.for %{{.*}} = %{{.*}} to %[[SIZE]]
  linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%a : memref<32xf32>) outs(%b : memref<f32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  }
  return
}
