// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-print-launches -o /dev/null 2>&1 | FileCheck %s

/// A product that a library computes has a row, too: 2 m n k operations each
/// time, what it adds to counts as read, the result as written; one that adds
/// to its own result does both.
// CHECK:      kernel   launches      bytes read   bytes written             flops
// CHECK-NEXT: product         3           43008            6144            196608
// CHECK-NEXT: add             1           14336            2048             65536
// CHECK-NEXT: total           4           57344            8192            262144
func.func @main(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %c: memref<32x16xf32>, %d: memref<32x16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  scf.for %i = %c0 to %c3 step %c1 {
    func.call @product(%a, %b, %d, %c) : (memref<32x64xf32>, memref<64x16xf32>, memref<32x16xf32>, memref<32x16xf32>) -> ()
  }
  func.call @add(%a, %b, %d) : (memref<32x64xf32>, memref<64x16xf32>, memref<32x16xf32>) -> ()
  return
}
func.func private @product(memref<32x64xf32>, memref<64x16xf32>, memref<32x16xf32>, memref<32x16xf32>) attributes {amp.product = {
  alpha = 1.0 : f32, at_byte = array<i64: 0, 0, 0, 0>, batch = 1 : i64, beta = 1.0 : f32, epilogue = "plain", k = 64 : i64, leading_a = 64 : i64,
  leading_b = 16 : i64, leading_d = 16 : i64, m = 32 : i64, n = 16 : i64, operands = ["a", "b", "d", "c"],
  type_a = "f32", type_b = "f32", type_bias = "f32", type_d = "f32"}}
func.func private @add(memref<32x64xf32>, memref<64x16xf32>, memref<32x16xf32>) attributes {amp.product = {
  alpha = 1.0 : f32, at_byte = array<i64: 0, 0, 0>, batch = 1 : i64, beta = 1.0 : f32, epilogue = "plain", k = 64 : i64, leading_a = 64 : i64,
  leading_b = 16 : i64, leading_d = 16 : i64, m = 32 : i64, n = 16 : i64, operands = ["a", "b", "d"],
  type_a = "f32", type_b = "f32", type_bias = "f32", type_d = "f32"}}
