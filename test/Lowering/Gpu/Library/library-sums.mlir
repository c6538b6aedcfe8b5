// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums over the rows of what a product multiplies are left by the product.
// RUN: amp-opt %s --amp-library-products --split-input-file | FileCheck %s

#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#nm = affine_map<(d0, d1, d2) -> (d1, d0)>
#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#each = affine_map<(d0) -> (d0)>

/// The gradient of a bias, before its weight's: the product leaves it, and what
/// follows comes behind the product and needs dy no more.
// CHECK-LABEL: func.func @factor_b(
// CHECK-SAME:  %[[X:[^:]*]]: memref<32x64xbf16>, %[[DY:[^:]*]]: memref<32x16xbf16>, %[[DW:[^:]*]]: memref<64x16xf32>, %[[DB:[^:]*]]: memref<16xf32>, %[[B:[^:]*]]: memref<16xf32>
// CHECK-NEXT:  call @product_64x16x32(%[[X]], %[[DY]], %[[DW]], %[[DB]])
// CHECK-NEXT:  call @[[REST:.*]](%[[DB]], %[[B]])
// CHECK-NEXT:  return
// CHECK:     func.func private @[[REST]](%[[SUM:[^:]*]]: memref<16xf32>, %[[OLD:[^:]*]]: memref<16xf32>) attributes {amp.unit = "elementwise"}
// CHECK-NOT:   reduction
// CHECK:       linalg.generic {{.*}} ins(%[[OLD]], %[[SUM]] :
// CHECK:     func.func private @product_64x16x32
// CHECK-SAME:  epilogue = "bgrad_b", {{.*}} operands = ["a", "b", "d", "bias"], transpose_a, {{.*}} type_bias = "f32", type_d = "f32"
func.func @factor_b(%x: memref<32x64xbf16>, %dy: memref<32x16xbf16>, %dw: memref<64x16xf32>, %db: memref<16xf32>, %b: memref<16xf32>) {
  call @sum(%db, %dy, %b) : (memref<16xf32>, memref<32x16xbf16>, memref<16xf32>) -> ()
  call @product(%x, %dy, %dw) : (memref<32x64xbf16>, memref<32x16xbf16>, memref<64x16xf32>) -> ()
  return
}
func.func private @product(%x: memref<32x64xbf16>, %dy: memref<32x16xbf16>, %dw: memref<64x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%dw : memref<64x16xf32>)
  linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %dy : memref<32x64xbf16>, memref<32x16xbf16>) outs(%dw : memref<64x16xf32>) {
  ^bb0(%in: bf16, %in_b: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
func.func private @sum(%db: memref<16xf32>, %dy: memref<32x16xbf16>, %b: memref<16xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  %rate = arith.constant 0.5 : f32
  linalg.fill ins(%zero : f32) outs(%db : memref<16xf32>)
  linalg.generic {indexing_maps = [#point, #column], iterator_types = ["reduction", "parallel"]} ins(%dy : memref<32x16xbf16>) outs(%db : memref<16xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#each, #each, #each], iterator_types = ["parallel"]} ins(%b, %db : memref<16xf32>, memref<16xf32>) outs(%db : memref<16xf32>) {
  ^bb0(%in: f32, %in_sum: f32, %out: f32):
    %0 = arith.mulf %in_sum, %rate : f32
    %1 = arith.subf %in, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#nm = affine_map<(d0, d1, d2) -> (d1, d0)>
#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#each = affine_map<(d0) -> (d0)>

/// A weight that is stored the other way round: its first factor is dy. Of a
/// unit that is a sum alone, nothing remains; its buffer is there in time.
// CHECK-LABEL: func.func @factor_a(
// CHECK-SAME:  %[[X:[^:]*]]: memref<32x64xbf16>, %[[DY:[^:]*]]: memref<32x16xbf16>, %[[DW:[^:]*]]: memref<16x64xf32>
// CHECK:       %[[DB:.*]] = memref.alloc() : memref<16xf32>
// CHECK-NEXT:  call @product_16x64x32(%[[DY]], %[[X]], %[[DW]], %[[DB]])
// CHECK-NEXT:  memref.copy %[[DB]]
// CHECK-NOT:   amp.unit
// CHECK:     func.func private @product_16x64x32
// CHECK-SAME:  epilogue = "bgrad_a", {{.*}} transpose_a
func.func @factor_a(%x: memref<32x64xbf16>, %dy: memref<32x16xbf16>, %dw: memref<16x64xf32>, %to: memref<16xf32>) {
  call @product(%x, %dy, %dw) : (memref<32x64xbf16>, memref<32x16xbf16>, memref<16x64xf32>) -> ()
  %db = memref.alloc() : memref<16xf32>
  call @sum(%db, %dy) : (memref<16xf32>, memref<32x16xbf16>) -> ()
  memref.copy %db, %to : memref<16xf32> to memref<16xf32>
  return
}
func.func private @product(%x: memref<32x64xbf16>, %dy: memref<32x16xbf16>, %dw: memref<16x64xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%dw : memref<16x64xf32>)
  linalg.generic {indexing_maps = [#km, #kn, #nm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %dy : memref<32x64xbf16>, memref<32x16xbf16>) outs(%dw : memref<16x64xf32>) {
  ^bb0(%in: bf16, %in_b: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
func.func private @sum(%db: memref<16xf32>, %dy: memref<32x16xbf16>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%db : memref<16xf32>)
  linalg.generic {indexing_maps = [#point, #column], iterator_types = ["reduction", "parallel"]} ins(%dy : memref<32x16xbf16>) outs(%db : memref<16xf32>) {
  ^bb0(%in: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
