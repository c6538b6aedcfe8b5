// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-outline-kernels | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

/// Two layers, one kernel; one loop where the operands are contiguous.
// CHECK-LABEL: func @two_layers
func.func @two_layers(%a: memref<1024x1024xf32>, %b: memref<1024x1024xf32>) {
  // CHECK: call @[[$ADD:.*]](%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) {cpu.grain = {{.*}}} : (index, index, memref<1048576xf32>, memref<1048576xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<1024x1024xf32>) outs(%b : memref<1024x1024xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  // CHECK: call @[[$ADD]](
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : memref<1024x1024xf32>) outs(%b : memref<1024x1024xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %x, %x : f32
    linalg.yield %s : f32
  }
  return
}

/// A sum over rows runs along them: the column stands innermost. Too small to
/// split.
// CHECK-LABEL: func @columns
func.func @columns(%a: memref<32x64xf32>, %b: memref<64xf32>) {
  // CHECK: call @[[$SUM:[a-z_0-9]*]](%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) : (index
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]}
      ins(%a : memref<32x64xf32>) outs(%b : memref<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %s = arith.addf %o, %x : f32
    linalg.yield %s : f32
  }
  return
}

/// A written row may be the row that the next iteration reads.
// CHECK-LABEL: func @overlapping
func.func @overlapping(%a: memref<33x64xf32>) {
  %upper = memref.subview %a[0, 0] [32, 64] [1, 1] : memref<33x64xf32> to memref<32x64xf32, strided<[64, 1]>>
  %lower = memref.subview %a[1, 0] [32, 64] [1, 1] : memref<33x64xf32> to memref<32x64xf32, strided<[64, 1], offset: 64>>
  // CHECK: call @[[$COPY:[a-z_0-9]*]](
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%upper : memref<32x64xf32, strided<[64, 1]>>) outs(%lower : memref<32x64xf32, strided<[64, 1], offset: 64>>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}

// CHECK: func private @[[$ADD]](%{{.*}}: index, %{{.*}}: index, %{{.*}}: memref<1048576xf32>, %{{.*}}: memref<1048576xf32>) attributes {cpu.distinct, cpu.kernel}
// CHECK: func private @[[$SUM]]({{.*}}) attributes {cpu.distinct, cpu.kernel}
// CHECK: iterator_types = ["reduction", "parallel"]
// CHECK: func private @[[$COPY]]({{.*}}) attributes {cpu.kernel}
