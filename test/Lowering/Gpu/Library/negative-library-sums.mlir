// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Sums that no product of cuBLASLt leaves stay kernels.
// RUN: amp-opt %s --amp-library-products --split-input-file --verify-diagnostics | FileCheck %s

#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#nm = affine_map<(d0, d1, d2) -> (d1, d0)>
#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
#each = affine_map<(d0) -> (d0)>

/// A bias's gradient would be rounded as the weight's is.
// CHECK: call @sum(
// CHECK: "plain"
func.func @main(%x: memref<32x64xbf16>, %dy: memref<32x16xbf16>, %dw: memref<64x16xbf16>, %db: memref<16xf32>, %b: memref<16xf32>) {
  // expected-remark @+1 {{sum not by cuBLASLt: the product of what it sums is not f32}}
  call @sum(%db, %dy, %b) : (memref<16xf32>, memref<32x16xbf16>, memref<16xf32>) -> ()
  call @product(%x, %dy, %dw) : (memref<32x64xbf16>, memref<32x16xbf16>, memref<64x16xbf16>) -> ()
  return
}
func.func private @product(%x: memref<32x64xbf16>, %dy: memref<32x16xbf16>, %dw: memref<64x16xbf16>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<64x16xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<64x16xf32>)
  linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %dy : memref<32x64xbf16>, memref<32x16xbf16>) outs(%sum : memref<64x16xf32>) {
  ^bb0(%in: bf16, %in_b: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%sum : memref<64x16xf32>) outs(%dw : memref<64x16xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
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

/// Operands rounded to TF32 may be summed so.
// CHECK: call @sum(
// CHECK: "plain"
func.func @main(%x: memref<32x64xf32>, %dy: memref<32x16xf32>, %dw: memref<64x16xf32>, %db: memref<16xf32>, %b: memref<16xf32>) {
  // expected-remark @+1 {{sum not by cuBLASLt: the product of what it sums has an epilogue, a batch or TF32}}
  call @sum(%db, %dy, %b) : (memref<16xf32>, memref<32x16xf32>, memref<16xf32>) -> ()
  call @product(%x, %dy, %dw) : (memref<32x64xf32>, memref<32x16xf32>, memref<64x16xf32>) -> ()
  return
}
func.func private @product(%x: memref<32x64xf32>, %dy: memref<32x16xf32>, %dw: memref<64x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%dw : memref<64x16xf32>)
  linalg.generic {indexing_maps = [#km, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%x, %dy : memref<32x64xf32>, memref<32x16xf32>) outs(%dw : memref<64x16xf32>) {
  ^bb0(%in: f32, %in_b: f32, %out: f32):
    %0 = arith.mulf %in, %in_b {amp.tf32} : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}
func.func private @sum(%db: memref<16xf32>, %dy: memref<32x16xf32>, %b: memref<16xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  %rate = arith.constant 0.5 : f32
  linalg.fill ins(%zero : f32) outs(%db : memref<16xf32>)
  linalg.generic {indexing_maps = [#point, #column], iterator_types = ["reduction", "parallel"]} ins(%dy : memref<32x16xf32>) outs(%db : memref<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %1 = arith.addf %out, %in : f32
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

/// The summed operand is overwritten.
// CHECK: call @sum(
// CHECK: "plain"
func.func @main(%x: memref<32x64xbf16>, %dy: memref<32x16xbf16>, %dw: memref<64x16xf32>, %db: memref<16xf32>, %b: memref<16xf32>, %other: memref<32x16xbf16>) {
  // expected-remark @+1 {{sum not by cuBLASLt: the product of what it sums is too far away}}
  call @sum(%db, %dy, %b) : (memref<16xf32>, memref<32x16xbf16>, memref<16xf32>) -> ()
  memref.copy %other, %dy : memref<32x16xbf16> to memref<32x16xbf16>
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
