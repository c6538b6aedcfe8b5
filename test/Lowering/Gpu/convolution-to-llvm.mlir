// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-gpu-host-to-llvm | FileCheck %s
// RUN: amp-opt %s --amp-print-launches -o /dev/null 2>&1 | FileCheck %s --check-prefix=TABLE

/// The request to a library is a constant of the runtime's struct: rank,
/// batch, groups, features, sizes, strides, pads and dilations of three
/// dimensions, then kind, layout, type and TF32, then the factors.
// CHECK:       llvm.mlir.global private constant @how_convolution() {{.*}} : !llvm.struct<(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, f32, f32)>
// CHECK-NEXT:  llvm.mlir.constant(2 : i64)
// CHECK-NEXT:  llvm.mlir.constant(8 : i64)
// CHECK-NEXT:  llvm.mlir.constant(2 : i64)
// CHECK-NEXT:  llvm.mlir.constant(6 : i64)
// CHECK-NEXT:  llvm.mlir.constant(4 : i64)
// CHECK-NEXT:  llvm.mlir.constant(9 : i64)
// CHECK-NEXT:  llvm.mlir.constant(7 : i64)
// CHECK-NEXT:  llvm.mlir.constant(0 : i64)
// CHECK-NEXT:  llvm.mlir.constant(3 : i64)
// CHECK-NEXT:  llvm.mlir.constant(1 : i64)
// CHECK-LABEL: llvm.func @main
// CHECK-SAME:  %[[X:[^:]*]]: !llvm.ptr, %[[W:[^:]*]]: !llvm.ptr, %[[Y:[^:]*]]: !llvm.ptr
// CHECK:       %[[WITH:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
// CHECK:       llvm.store %[[X]]
// CHECK:       llvm.store %[[W]]
// CHECK:       %[[LAST:.*]] = llvm.getelementptr %[[WITH]][2]
// CHECK:       llvm.store %[[Y]], %[[LAST]]
// CHECK:       %[[HOW:.*]] = llvm.mlir.addressof @how_convolution
// CHECK:       llvm.call @amprt_convolution(%[[HOW]], %[[WITH]], %{{.*}})
// CHECK-NOT:   @convolution

/// Two operations for each place, feature of y, and element of the window.
// TABLE:      kernel        launches      bytes read   bytes written             flops
// TABLE-NEXT: convolution          1           14784             144             12096
func.func @main(%x: memref<8x9x7x6xf32>, %w: memref<4x3x1x3xf32>, %y: memref<8x3x7x4xf32>) {
  call @convolution(%x, %w, %y) : (memref<8x9x7x6xf32>, memref<4x3x1x3xf32>, memref<8x3x7x4xf32>) -> ()
  return
}
func.func private @convolution(memref<8x9x7x6xf32>, memref<4x3x1x3xf32>, memref<8x3x7x4xf32>) attributes {amp.convolution = {
  alpha = 1.0 : f32, batch = 8 : i64, beta = 0.0 : f32, dilations = array<i64: 2, 1>, groups = 2 : i64, in = array<i64: 9, 7>, in_features = 6 : i64,
  kind = "filter_gradient", layout = "features_last", out = array<i64: 3, 7>, out_features = 4 : i64, pads = array<i64: 0, 0>,
  strides = array<i64: 2, 1>, tf32, type = "f32", window = array<i64: 3, 1>}}
