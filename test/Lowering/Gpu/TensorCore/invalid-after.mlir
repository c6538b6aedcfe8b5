// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-tensor-core-kernels --split-input-file --verify-diagnostics
/// Epilogues of a matmul that are not supported.

#id = affine_map<(m, n) -> (m, n)>
#turned = affine_map<(m, n) -> (n, m)>
#corner = affine_map<(m, n) -> (0, 0)>
// expected-remark@+1 {{not on tensor cores: an op reads the product in two orders}}
func.func private @two_orders(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>, %e: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#id, #turned, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %d : memref<64x64xf32>, memref<64x64xf32>) outs(%e : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}
// expected-remark@+1 {{not on tensor cores: an op reads the product at other places than its own}}
func.func private @corner(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>, %e: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#corner, #id], iterator_types = ["parallel", "parallel"]} ins(%d : memref<64x64xf32>) outs(%e : memref<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  }
  return
}
// expected-remark@+1 {{not on tensor cores: an op does not follow the product element by element}}
func.func private @elsewhere(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>, %e: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#id], iterator_types = ["parallel", "parallel"]} outs(%e : memref<64x64xf32>) {
  ^bb0(%o: f32):
    %0 = arith.addf %o, %o : f32
    linalg.yield %0 : f32
  }
  return
}
// expected-remark@+1 {{not on tensor cores: an op after the product computes 'memref.load'}}
func.func private @load(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>, %e: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%d : memref<64x64xf32>) outs(%e : memref<64x64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %0 = linalg.index 0 : index
    %1 = memref.load %d[%0, %0] : memref<64x64xf32>
    linalg.yield %1 : f32
  }
  return
}
// expected-remark@+1 {{not on tensor cores: a part of a buffer is read after it is written}}
func.func private @part(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>, %e: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  %flat = memref.collapse_shape %d [[0, 1]] : memref<64x64xf32> into memref<4096xf32>
  %again = memref.expand_shape %flat [[0, 1]] output_shape [64, 64] : memref<4096xf32> into memref<64x64xf32>
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]} ins(%d, %again : memref<64x64xf32>, memref<64x64xf32>) outs(%e : memref<64x64xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %0 = arith.addf %x, %y : f32
    linalg.yield %0 : f32
  }
  return
}
// expected-remark@+1 {{not on tensor cores: it holds 'memref.copy'}}
func.func private @copy(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>, %e: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  memref.copy %d, %e : memref<64x64xf32> to memref<64x64xf32>
  return
}
