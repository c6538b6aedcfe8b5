// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: not amp-opt %s --amp-tensor-core-kernels=chip=sm_70 2>&1 | FileCheck %s --check-prefix=CHIP
// RUN: amp-opt %s --amp-tensor-core-kernels --split-input-file --verify-diagnostics

// CHIP: error: expects a chip of sm_80, sm_86, {{.*}}, but got 'sm_70'

// expected-remark@+1 {{not on tensor cores: its f32 factors may not be rounded to TF32}}
func.func private @f32(%a: memref<64x64xf32>, %b: memref<64x64xf32>, %d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xf32>, memref<64x64xf32>) outs(%d : memref<64x64xf32>)
  return
}

// -----

// expected-remark@+1 {{not on tensor cores: its contraction is not a sum of products in f32}}
func.func private @sum_in_bf16(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xbf16>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xbf16>)
  return
}

// -----

// expected-remark@+1 {{not on tensor cores: it fills a buffer with other than zeros}}
func.func private @fill(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%d : memref<64x64xf32>)
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  return
}

// -----

#id = affine_map<(m, n) -> (m, n)>
#column = affine_map<(m, n) -> (n)>
// expected-remark@+1 {{not on tensor cores: an op sums over rows or columns of the product}}
func.func private @column_sums(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>, %s: memref<64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#id, #column], iterator_types = ["reduction", "parallel"]} ins(%d : memref<64x64xf32>) outs(%s : memref<64xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %in, %out : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#same = affine_map<(m, n) -> (m, n)>
#turned = affine_map<(m, n) -> (n, m)>
/// Another block may still need what this one would overwrite.
// expected-remark@+1 {{not on tensor cores: it overwrites what other threads read}}
func.func private @in_place(%a: memref<64x64xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>, %e: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  linalg.generic {indexing_maps = [#same, #turned, #same], iterator_types = ["parallel", "parallel"]} ins(%d, %e : memref<64x64xf32>, memref<64x64xf32>) outs(%e : memref<64x64xf32>) {
  ^bb0(%in: f32, %w: f32, %out: f32):
    %0 = arith.addf %in, %w : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

// expected-remark@+1 {{not on tensor cores: its contraction multiplies a vector}}
func.func private @vector(%a: memref<64x64xbf16>, %b: memref<64x1xbf16>, %d: memref<64x1xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x1xbf16>) outs(%d : memref<64x1xf32>)
  return
}

// -----

// expected-remark@+1 {{not on tensor cores: its factors are not both f16, bf16 or f32}}
func.func private @mixed(%a: memref<64x64xbf16>, %b: memref<64x64xf16>, %d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16>, memref<64x64xf16>) outs(%d : memref<64x64xf32>)
  return
}
// expected-remark@+1 {{not on tensor cores: a shape is not static}}
func.func private @dynamic(%a: memref<?x64xbf16>, %b: memref<64x64xbf16>, %d: memref<?x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<?x64xbf16>, memref<64x64xbf16>) outs(%d : memref<?x64xf32>)
  return
}
// expected-remark@+1 {{not on tensor cores: a buffer is local, or its layout is not static}}
func.func private @layout(%a: memref<64x64xbf16, strided<[?, 1]>>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x64xbf16, strided<[?, 1]>>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>)
  return
}
// expected-remark@+1 {{not on tensor cores: its contraction is empty}}
func.func private @empty(%a: memref<64x0xbf16>, %b: memref<0x64xbf16>, %d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x0xbf16>, memref<0x64xbf16>) outs(%d : memref<64x64xf32>)
  return
}
// expected-remark@+1 {{not on tensor cores: a buffer has over 2^30 elements}}
func.func private @large(%a: memref<64x16777217xbf16>, %b: memref<16777217x64xbf16>, %d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.matmul ins(%a, %b : memref<64x16777217xbf16>, memref<16777217x64xbf16>) outs(%d : memref<64x64xf32>)
  return
}
// expected-remark@+1 {{not on tensor cores: its grid is too large}}
func.func private @batches(%a: memref<65536x2x2xbf16>, %b: memref<65536x2x2xbf16>, %d: memref<65536x2x2xf32>) attributes {amp.unit = "contraction"} {
  linalg.batch_matmul ins(%a, %b : memref<65536x2x2xbf16>, memref<65536x2x2xbf16>) outs(%d : memref<65536x2x2xf32>)
  return
}
// expected-remark@+1 {{not on tensor cores: it holds no contraction}}
func.func private @nothing(%d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  return
}

// -----

#lhs = affine_map<(m, n, k, l) -> (m, k, l)>
#rhs = affine_map<(m, n, k, l) -> (k, n)>
#out = affine_map<(m, n, k, l) -> (m, n)>
// expected-remark@+1 {{not on tensor cores: a loop of its contraction is in one factor alone}}
func.func private @alone(%a: memref<64x64x2xbf16>, %b: memref<64x64xbf16>, %d: memref<64x64xf32>) attributes {amp.unit = "contraction"} {
  linalg.generic {indexing_maps = [#lhs, #rhs, #out], iterator_types = ["parallel", "parallel", "reduction", "reduction"]} ins(%a, %b : memref<64x64x2xbf16>, memref<64x64xbf16>) outs(%d : memref<64x64xf32>) {
  ^bb0(%x: bf16, %y: bf16, %o: f32):
    %0 = arith.extf %x : bf16 to f32
    %1 = arith.extf %y : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %o, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
