// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-outline-kernels | FileCheck %s

#here = affine_map<(d0, d1) -> (d0, d1)>

/// A buffer that is overwritten is one argument: no other argument overlaps it, so that its
/// loop can be vectors.
// CHECK-LABEL: func.func @in_place
func.func @in_place(%w: memref<8x16xf32>, %g: memref<8x16xf32>) {
  // CHECK: %[[W:.*]] = memref.collapse_shape %arg0
  // CHECK: %[[G:.*]] = memref.collapse_shape %arg1
  // CHECK-NOT: memref.collapse_shape
  // CHECK: call @[[KERNEL:.*]](%{{.*}}, %{{.*}}, %[[W]], %[[G]])
  linalg.generic {indexing_maps = [#here, #here, #here, #here], iterator_types = ["parallel", "parallel"]}
      ins(%w, %g, %w : memref<8x16xf32>, memref<8x16xf32>, memref<8x16xf32>) outs(%g : memref<8x16xf32>) {
  ^bb0(%a: f32, %b: f32, %c: f32, %o: f32):
    %s = arith.subf %a, %b : f32
    %t = arith.mulf %s, %c : f32
    linalg.yield %t : f32
  }
  return
}
// CHECK: func.func private @[[KERNEL]](%{{.*}}: index, %{{.*}}: index, %{{.*}}: memref<128xf32>, %{{.*}}: memref<128xf32>)
// CHECK-SAME: cpu.distinct
