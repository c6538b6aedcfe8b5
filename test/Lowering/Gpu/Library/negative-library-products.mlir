// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A product that cuBLASLt lacks stays a unit, for a kernel of our own.
// RUN: amp-opt %s --amp-library-products --split-input-file --verify-diagnostics | FileCheck %s

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>) {
  call @unit(%a, %b, %d) : (memref<8x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: what follows the product is no epilogue of it}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  linalg.exp ins(%d : memref<8x16xf32>) outs(%d : memref<8x16xf32>)
  return
}

// -----

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %e: memref<8x16xf32>) {
  call @unit(%a, %b, %d, %e) : (memref<8x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>, memref<8x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: it leaves more than one matrix behind}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %e: memref<8x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  linalg.negf ins(%d : memref<8x16xf32>) outs(%e : memref<8x16xf32>)
  return
}

// -----

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x1xbf16>, %d: memref<8x1xf32>) {
  call @unit(%a, %b, %d) : (memref<8x4xbf16>, memref<4x1xbf16>, memref<8x1xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: its contraction multiplies a vector}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x1xbf16>, %d: memref<8x1xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x1xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x1xbf16>) outs(%d : memref<8x1xf32>)
  return
}

// -----

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %x: memref<8x16xf32>, %y: memref<8x16xf32>) {
  call @unit(%a, %b, %d, %x, %y) : (memref<8x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>, memref<8x16xf32>, memref<8x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: what it adds is neither a matrix like its result nor a bias}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %x: memref<8x16xf32>, %y: memref<8x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  linalg.add ins(%d, %x : memref<8x16xf32>, memref<8x16xf32>) outs(%d : memref<8x16xf32>)
  linalg.add ins(%d, %y : memref<8x16xf32>, memref<8x16xf32>) outs(%d : memref<8x16xf32>)
  return
}

// -----

// CHECK: call @unit
func.func @main(%w: memref<8x32xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>) {
  call @unit(%w, %b, %d) : (memref<8x32xbf16>, memref<4x16xbf16>, memref<8x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: a factor has neither rows nor columns in one piece}}
func.func private @unit(%w: memref<8x32xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %a = memref.subview %w[0, 0] [8, 4] [1, 2] : memref<8x32xbf16> to memref<8x4xbf16, strided<[32, 2]>>
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16, strided<[32, 2]>>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  return
}

// -----

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %w: memref<8x32xf32>) {
  call @unit(%a, %b, %w) : (memref<8x4xbf16>, memref<4x16xbf16>, memref<8x32xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: its result has neither rows nor columns in one piece}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %w: memref<8x32xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %d = memref.subview %w[0, 0] [8, 16] [1, 2] : memref<8x32xf32> to memref<8x16xf32, strided<[32, 2]>>
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32, strided<[32, 2]>>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%d : memref<8x16xf32, strided<[32, 2]>>)
  return
}

// -----

// CHECK: call @unit
func.func @main(%w: memref<32x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %i: index) {
  call @unit(%w, %b, %d, %i) : (memref<32x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>, index) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: a matrix begins where only the run knows}}
func.func private @unit(%w: memref<32x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %i: index) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %a = memref.subview %w[%i, 0] [8, 4] [1, 1] : memref<32x4xbf16> to memref<8x4xbf16, strided<[4, 1], offset: ?>>
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16, strided<[4, 1], offset: ?>>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: call @unit
func.func @main(%a: memref<8x4xf32>, %b: memref<4x16xf32>, %d: memref<8x16xbf16>) {
  call @unit(%a, %b, %d) : (memref<8x4xf32>, memref<4x16xf32>, memref<8x16xbf16>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: cuBLASLt has no product of its factors' and its result's types}}
func.func private @unit(%a: memref<8x4xf32>, %b: memref<4x16xf32>, %d: memref<8x16xbf16>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %s = memref.alloc() : memref<8x16xf32>
  linalg.fill ins(%zero : f32) outs(%s : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xf32>, memref<4x16xf32>) outs(%s : memref<8x16xf32>)
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%s : memref<8x16xf32>) outs(%d : memref<8x16xbf16>) {
  ^bb0(%in: f32, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    linalg.yield %0 : bf16
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>) {
  call @unit(%a, %b, %d) : (memref<8x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: what it rounds to 16 bits on the way is stored otherwise}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  linalg.generic {indexing_maps = [#point], iterator_types = ["parallel", "parallel"]} outs(%d : memref<8x16xf32>) {
  ^bb0(%out: f32):
    %0 = arith.truncf %out : f32 to bf16
    %1 = arith.extf %0 : bf16 to f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#one = affine_map<(d0, d1) -> ()>
#point = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %x: memref<8x16xf32>, %f: memref<f32>) {
  call @unit(%a, %b, %d, %x, %f) : (memref<8x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>, memref<8x16xf32>, memref<f32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: its factor and what it adds are both no constants}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %x: memref<8x16xf32>, %f: memref<f32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  linalg.generic {indexing_maps = [#one, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%f, %x : memref<f32>, memref<8x16xf32>) outs(%d : memref<8x16xf32>) {
  ^bb0(%in: f32, %in_x: f32, %out: f32):
    %0 = arith.mulf %out, %in : f32
    %1 = arith.subf %0, %in_x : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#column = affine_map<(d0, d1) -> (d1)>
#point = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %h: memref<16xf32>) {
  call @unit(%a, %b, %d, %h) : (memref<8x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>, memref<16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: its mask is not like its result}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %h: memref<16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  linalg.generic {indexing_maps = [#column, #point], iterator_types = ["parallel", "parallel"]} ins(%h : memref<16xf32>) outs(%d : memref<8x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.cmpf ogt, %in, %zero : f32
    %1 = arith.select %0, %out, %zero : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>

// CHECK: call @unit
func.func @main(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>) {
  call @unit(%a, %b, %d, %d) : (memref<8x4xbf16>, memref<4x16xbf16>, memref<8x16xf32>, memref<8x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: it overwrites what it reads}}
func.func private @unit(%a: memref<8x4xbf16>, %b: memref<4x16xbf16>, %d: memref<8x16xf32>, %h: memref<8x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x16xf32>)
  linalg.matmul ins(%a, %b : memref<8x4xbf16>, memref<4x16xbf16>) outs(%d : memref<8x16xf32>)
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%h : memref<8x16xf32>) outs(%d : memref<8x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.cmpf ogt, %in, %zero : f32
    %1 = arith.select %0, %out, %zero : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

// CHECK: call @unit
func.func @main(%a: memref<8x8xf32>, %b: memref<8x8xf32>) {
  call @unit(%a, %b, %a) : (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: it overwrites what it reads}}
func.func private @unit(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %d: memref<8x8xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x8xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%d : memref<8x8xf32>)
  return
}

// -----

#a = affine_map<(d0, d1, d2, d3, d4) -> (d0, d2, d1, d4)>
#b = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d4, d3)>
#d = affine_map<(d0, d1, d2, d3, d4) -> (d0, d1, d2, d3)>

/// Heads of attention that lie between the rows are a batch in two steps.
// CHECK: call @unit
func.func @main(%w: memref<2x8x3x4xbf16>, %b: memref<2x3x4x16xbf16>, %d: memref<2x3x8x16xf32>) {
  call @unit(%w, %b, %d) : (memref<2x8x3x4xbf16>, memref<2x3x4x16xbf16>, memref<2x3x8x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: its loops are more than those of matrices in even steps}}
func.func private @unit(%w: memref<2x8x3x4xbf16>, %b: memref<2x3x4x16xbf16>, %d: memref<2x3x8x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<2x3x8x16xf32>)
  linalg.generic {indexing_maps = [#a, #b, #d], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%w, %b : memref<2x8x3x4xbf16>, memref<2x3x4x16xbf16>) outs(%d : memref<2x3x8x16xf32>) {
  ^bb0(%in: bf16, %in_b: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  return
}
