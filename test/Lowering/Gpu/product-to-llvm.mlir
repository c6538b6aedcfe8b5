// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-gpu-host-to-llvm | FileCheck %s

/// The request to a library is a constant of the runtime's struct: sizes,
/// rows apart, matrices apart, transposes, types, TF32, epilogue, factors.
// CHECK:       llvm.mlir.global private constant @how_product() {{.*}} : !llvm.struct<(i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i64, i32, i32, i32, i32, i32, i32, i32, i32, f32, f32)>
// CHECK-COUNT-1: llvm.mlir.constant(32 : i64)
// CHECK:       llvm.mlir.constant(-5.000000e-01 : f32) : f32
// CHECK-LABEL: llvm.func @main
// CHECK-SAME:  %[[A:[^:]*]]: !llvm.ptr, %[[B:[^:]*]]: !llvm.ptr, %[[D:[^:]*]]: !llvm.ptr, %[[ALPHA:[^:]*]]: !llvm.ptr
// CHECK-SAME:  amp.argument_names = ["w", "", "", ""]
// CHECK:       %[[WITH:.*]] = llvm.alloca %{{.*}} x !llvm.ptr
// CHECK:       %[[PLACE:.*]] = llvm.getelementptr %[[WITH]][0]
// CHECK:       llvm.store %[[A]], %[[PLACE]]
/// Operand b begins 128 bytes into its buffer.
// CHECK:       %[[OFFSET:.*]] = llvm.mlir.constant(128 : i64)
// CHECK:       %[[PART:.*]] = llvm.getelementptr %[[B]][%[[OFFSET]]]
// CHECK:       llvm.store %[[PART]]
/// There is no c, bias or mask.
// CHECK:       %[[NONE:.*]] = llvm.mlir.zero
// CHECK:       llvm.store %[[NONE]]
// CHECK:       %[[LAST:.*]] = llvm.getelementptr %[[WITH]][6]
// CHECK:       llvm.store %[[ALPHA]], %[[LAST]]
// CHECK:       %[[HOW:.*]] = llvm.mlir.addressof @how_product
// CHECK:       llvm.call @amprt_matmul(%[[HOW]], %[[WITH]], %{{.*}})
// CHECK-NOT:   @product
func.func @main(%a: memref<32x64xf32> {amp.state = "w"}, %b: memref<66x16xf32>, %d: memref<32x16xf32>, %alpha: memref<f32>) {
  call @product(%a, %b, %d, %alpha) : (memref<32x64xf32>, memref<66x16xf32>, memref<32x16xf32>, memref<f32>) -> ()
  return
}
func.func private @product(memref<32x64xf32>, memref<66x16xf32>, memref<32x16xf32>, memref<f32>) attributes {amp.product = {
  alpha = 1.0 : f32, at_byte = array<i64: 0, 128, 0, 0>, batch = 1 : i64, beta = -0.5 : f32, epilogue = "relu", k = 64 : i64, leading_a = 64 : i64,
  leading_b = 16 : i64, leading_d = 16 : i64, m = 32 : i64, n = 16 : i64, operands = ["a", "b", "d", "alpha"], tf32,
  type_a = "f32", type_b = "f32", type_bias = "f32", type_d = "f32"}}
