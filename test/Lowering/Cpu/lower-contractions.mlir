// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-lower-contractions | FileCheck %s

#a = affine_map<(m, n, k) -> (m, k)>
#b = affine_map<(m, n, k) -> (n, k)>
#c = affine_map<(m, n, k) -> (m, n)>

/// Sizes, then steps in a, b and c: b is read as it lies, n by n.
// CHECK-DAG: llvm.mlir.global private constant @[[$TABLE:.*]](dense<[4, 8, 16, 16, 0, 1, 0, 16, 1, 8, 1, 0]>
// CHECK-DAG: llvm.mlir.global private constant @[[$WINDOWS:.*]](dense<[5, 3, 2, 1, 0, 1, 0, 2, 1, 3, 1, 0]>

// CHECK-LABEL: func @product_bf16_fill_goes
func.func @product_bf16_fill_goes(%a: memref<4x16xbf16>, %b: memref<8x16xbf16>, %c: memref<4x8xf32>) {
  %zero = arith.constant 0.0 : f32
  // CHECK-NOT: linalg.fill
  linalg.fill ins(%zero : f32) outs(%c : memref<4x8xf32>)
  // CHECK: %[[T:.*]] = llvm.mlir.addressof @[[$TABLE]]
  // CHECK: llvm.call @amprt_contract(%{{.*}}, %[[T]], %{{.*}}, %[[BF16:[^,]*]], %{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}, %[[NOT:.*]]) :
  // CHECK-NOT: linalg
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x16xbf16>, memref<8x16xbf16>) outs(%c : memref<4x8xf32>) {
  ^bb0(%x: bf16, %y: bf16, %sum: f32):
    %wx = arith.extf %x : bf16 to f32
    %wy = arith.extf %y : bf16 to f32
    %p = arith.mulf %wx, %wy : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

/// Two loops walk one dimension of the image: a convolution is a contraction.
// CHECK-LABEL: func @windows_keep_what_is_there
func.func @windows_keep_what_is_there(%image: memref<6xf32>, %kernel: memref<3x2xf32>, %out: memref<5x3xf32>) {
  // CHECK: llvm.mlir.addressof @[[$WINDOWS]]
  linalg.generic {indexing_maps = [affine_map<(x, o, k) -> (x + k)>, affine_map<(x, o, k) -> (o, k)>, affine_map<(x, o, k) -> (x, o)>],
                  iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%image, %kernel : memref<6xf32>, memref<3x2xf32>) outs(%out : memref<5x3xf32>) {
  ^bb0(%x: f32, %y: f32, %sum: f32):
    %p = arith.mulf %x, %y : f32
    %s = arith.addf %sum, %p : f32
    linalg.yield %s : f32
  }
  return
}

/// f16 sums are not what the runtime computes.
// CHECK-LABEL: func @negative_f16_sum
// CHECK: linalg.generic
func.func @negative_f16_sum(%a: memref<4x16xf16>, %b: memref<8x16xf16>, %c: memref<4x8xf16>) {
  linalg.generic {indexing_maps = [#a, #b, #c], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %b : memref<4x16xf16>, memref<8x16xf16>) outs(%c : memref<4x8xf16>) {
  ^bb0(%x: f16, %y: f16, %sum: f16):
    %p = arith.mulf %x, %y : f16
    %s = arith.addf %sum, %p : f16
    linalg.yield %s : f16
  }
  return
}
