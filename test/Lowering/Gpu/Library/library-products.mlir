// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-library-products --split-input-file | FileCheck %s

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

/// A bias is rounded to the type of the result. The gradient of relu is 0 where
/// what relu gave is 0, which is read element by element after the product.
// CHECK-LABEL: func.func @relu_and_its_gradient(
// CHECK-SAME:  %[[A:[^:]*]]: memref<32x64xbf16>, %[[B:[^:]*]]: memref<64x16xbf16>, %[[BIAS:[^:]*]]: memref<16xf32>, %[[C:[^:]*]]: memref<16x64xbf16>, %[[D:[^:]*]]: memref<32x16xbf16>
// CHECK:       %[[H:.*]] = memref.alloc() : memref<32x16xbf16>
// CHECK:       %[[LOW:.*]] = memref.alloc() : memref<16xbf16>
// CHECK:       call @cast_16_f32_bf16(%[[BIAS]], %[[LOW]])
// CHECK:       call @product_32x16x64(%[[A]], %[[B]], %[[H]], %[[LOW]])
// CHECK:       call @product_32x16x64_0(%[[A]], %[[C]], %[[D]])
// CHECK:       call @mask_32_16_bf16_bf16(%[[H]], %[[D]])
// CHECK:     func.func private @product_32x16x64(memref<32x64xbf16>, memref<64x16xbf16>, memref<32x16xbf16>, memref<16xbf16>)
// CHECK-SAME: amp.product = {alpha = 1.000000e+00 : f32, at_byte = array<i64: 0, 0, 0, 0>, batch = 1 : i64, beta = 0.000000e+00 : f32, epilogue = "relu_bias",
// CHECK-SAME: k = 64 : i64, leading_a = 64 : i64, leading_b = 16 : i64, leading_d = 16 : i64, m = 32 : i64, n = 16 : i64,
// CHECK-SAME: operands = ["a", "b", "d", "bias"],
// CHECK-SAME: type_a = "bf16", type_b = "bf16", type_bias = "bf16", type_d = "bf16"}
// CHECK:     func.func private @product_32x16x64_0
// CHECK-SAME: epilogue = "plain", {{.*}} leading_b = 64 : i64, {{.*}} operands = ["a", "b", "d"], transpose_b,
// CHECK:     func.func private @mask_32_16_bf16_bf16(%[[MASK:.*]]: memref<32x16xbf16>, %[[OUT:.*]]: memref<32x16xbf16>) attributes {amp.unit = "elementwise"}
// CHECK:       linalg.generic {{.*}} ins(%[[MASK]] : memref<32x16xbf16>) outs(%[[OUT]] : memref<32x16xbf16>)
// CHECK-NEXT:  ^bb0(%[[IN:.*]]: bf16, %[[GIVEN:.*]]: bf16):
// CHECK:       %[[KEEPS:.*]] = arith.cmpf ogt, %[[IN]], %{{.*}} : bf16
// CHECK:       arith.select %[[KEEPS]], %[[GIVEN]], %{{.*}} : bf16
func.func @relu_and_its_gradient(%a: memref<32x64xbf16>, %b: memref<64x16xbf16>, %bias: memref<16xf32>, %c: memref<16x64xbf16>, %d: memref<32x16xbf16>) {
  %h = memref.alloc() : memref<32x16xbf16>
  call @forward(%a, %b, %bias, %h) : (memref<32x64xbf16>, memref<64x16xbf16>, memref<16xf32>, memref<32x16xbf16>) -> ()
  call @backward(%a, %c, %h, %d) : (memref<32x64xbf16>, memref<16x64xbf16>, memref<32x16xbf16>, memref<32x16xbf16>) -> ()
  return
}
func.func private @forward(%a: memref<32x64xbf16>, %b: memref<64x16xbf16>, %bias: memref<16xf32>, %h: memref<32x16xbf16>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : bf16
  %sum = memref.alloc() : memref<32x16xf32>
  %x = memref.alloc() : memref<32x16xbf16>
  linalg.fill ins(%zero : f32) outs(%sum : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<32x64xbf16>, memref<64x16xbf16>) outs(%sum : memref<32x16xf32>) {
  ^bb0(%in: bf16, %in_b: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #column, #point], iterator_types = ["parallel", "parallel"]} ins(%sum, %bias : memref<32x16xf32>, memref<16xf32>) outs(%x : memref<32x16xbf16>) {
  ^bb0(%in: f32, %in_bias: f32, %out: bf16):
    %0 = arith.truncf %in_bias : f32 to bf16
    %1 = arith.truncf %in : f32 to bf16
    %2 = arith.addf %1, %0 : bf16
    linalg.yield %2 : bf16
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%x : memref<32x16xbf16>) outs(%h : memref<32x16xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.maximumf %in, %none : bf16
    linalg.yield %0 : bf16
  }
  return
}
func.func private @backward(%a: memref<32x64xbf16>, %c: memref<16x64xbf16>, %h: memref<32x16xbf16>, %d: memref<32x16xbf16>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %none = arith.constant 0.0 : bf16
  %sum = memref.alloc() : memref<32x16xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %c : memref<32x64xbf16>, memref<16x64xbf16>) outs(%sum : memref<32x16xf32>) {
  ^bb0(%in: bf16, %in_b: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%sum, %h : memref<32x16xf32>, memref<32x16xbf16>) outs(%d : memref<32x16xbf16>) {
  ^bb0(%in: f32, %in_h: bf16, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.cmpf ogt, %in_h, %none : bf16
    %2 = arith.select %1, %0, %none : bf16
    linalg.yield %2 : bf16
  }
  return
}

// -----

#km = affine_map<(d0, d1, d2) -> (d2, d0)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nm = affine_map<(d0, d1, d2) -> (d1, d0)>
#point = affine_map<(d0, d1) -> (d0, d1)>

/// The update of a weight is one product: d = w - 0.5 * b^T a, whose factors
/// change places because the result is written in columns.
// CHECK:     func.func @update(%[[A:[^:]*]]: memref<64x32xf32>, %[[B:[^:]*]]: memref<64x16xf32>, %[[W:[^:]*]]: memref<16x32xf32>, %[[D:[^:]*]]: memref<16x32xf32>)
// CHECK:       call @product_16x32x64(%[[B]], %[[A]], %[[D]], %[[W]])
// CHECK:     func.func private @product_16x32x64(memref<64x16xf32>, memref<64x32xf32>, memref<16x32xf32>, memref<16x32xf32>)
// CHECK-SAME: alpha = -5.000000e-01 : f32, {{.*}} beta = 1.000000e+00 : f32, epilogue = "plain", {{.*}} operands = ["a", "b", "d", "c"], tf32, transpose_a
func.func @update(%a: memref<64x32xf32>, %b: memref<64x16xf32>, %w: memref<16x32xf32>, %d: memref<16x32xf32>) {
  call @unit(%a, %b, %w, %d) : (memref<64x32xf32>, memref<64x16xf32>, memref<16x32xf32>, memref<16x32xf32>) -> ()
  return
}
func.func private @unit(%a: memref<64x32xf32>, %b: memref<64x16xf32>, %w: memref<16x32xf32>, %d: memref<16x32xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %rate = arith.constant 0.5 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<16x32xf32>)
  linalg.generic {indexing_maps = [#km, #kn, #nm], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<64x32xf32>, memref<64x16xf32>) outs(%d : memref<16x32xf32>) {
  ^bb0(%in: f32, %in_b: f32, %out: f32):
    %0 = arith.mulf %in, %in_b {amp.tf32} : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%w, %d : memref<16x32xf32>, memref<16x32xf32>) outs(%d : memref<16x32xf32>) {
  ^bb0(%in: f32, %in_d: f32, %out: f32):
    %0 = arith.mulf %in_d, %rate : f32
    %1 = arith.subf %in, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#bmk = affine_map<(d0, d1, d2, d3) -> (d0, d1, d3)>
#kn = affine_map<(d0, d1, d2, d3) -> (d3, d2)>
#bkn = affine_map<(d0, d1, d2, d3) -> (d0, d3, d2)>
#bmn = affine_map<(d0, d1, d2, d3) -> (d0, d1, d2)>
#point = affine_map<(d0, d1, d2) -> (d0, d1, d2)>
#one = affine_map<(d0, d1, d2) -> ()>

/// A batch in even steps, and a factor that the device knows; the scale of a
/// loss, for example. f32 that may not be cut stays whole.
// CHECK-LABEL: func.func @batch
// CHECK:       call @product_32x16x64(%arg0, %arg1, %arg3, %arg2)
// CHECK:     func.func private @product_32x16x64
// CHECK-SAME: batch = 3 : i64, {{.*}} operands = ["a", "b", "d", "alpha"], stride_a = 2048 : i64, stride_b = 1024 : i64, stride_d = 512 : i64, type_a = "f32"
// CHECK-NOT: tf32,
func.func @batch(%a: memref<3x32x64xf32>, %b: memref<3x64x16xf32>, %scale: memref<f32>, %d: memref<3x32x16xf32>) {
  call @unit(%a, %b, %scale, %d) : (memref<3x32x64xf32>, memref<3x64x16xf32>, memref<f32>, memref<3x32x16xf32>) -> ()
  return
}
func.func private @unit(%a: memref<3x32x64xf32>, %b: memref<3x64x16xf32>, %scale: memref<f32>, %d: memref<3x32x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<3x32x16xf32>)
  linalg.generic {indexing_maps = [#bmk, #bkn, #bmn], iterator_types = ["parallel", "parallel", "parallel", "reduction"]} ins(%a, %b : memref<3x32x64xf32>, memref<3x64x16xf32>) outs(%d : memref<3x32x16xf32>) {
  ^bb0(%in: f32, %in_b: f32, %out: f32):
    %0 = arith.mulf %in, %in_b : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#one, #point], iterator_types = ["parallel", "parallel", "parallel"]} ins(%scale : memref<f32>) outs(%d : memref<3x32x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}
