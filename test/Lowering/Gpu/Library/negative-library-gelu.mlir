// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A gelu that is not cuBLASLt's stays a unit, for a kernel of our own.
// RUN: amp-opt %s --amp-library-products --split-input-file --verify-diagnostics | FileCheck %s

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

// CHECK: call @gelu
func.func @erf(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %c: memref<16x64xf32>, %h: memref<32x16xf32>, %d: memref<32x16xf32>) {
  call @gelu(%a, %b, %bias, %h) : (memref<32x64xf32>, memref<64x16xf32>, memref<16xf32>, memref<32x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: cuBLASLt's gelu is that of tanh, and this one of erf}}
func.func private @gelu(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %h: memref<32x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %cube = arith.constant 0.044715 : f32
  %slope = arith.constant 0.797884583 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %sum = memref.alloc() : memref<32x16xf32>
  %y = memref.alloc() : memref<32x16xf32>
  %t = memref.alloc() : memref<32x16xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<32x64xf32>, memref<64x16xf32>) outs(%sum : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_b: f32, %out: f32):
    %2 = arith.mulf %in, %in_b : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #column, #point], iterator_types = ["parallel", "parallel"]} ins(%sum, %bias : memref<32x16xf32>, memref<16xf32>) outs(%y : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_bias: f32, %out: f32):
    %1 = arith.addf %in, %in_bias : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%y : memref<32x16xf32>) outs(%t : memref<32x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %5 = math.erf %in : f32
    linalg.yield %5 : f32
  }
  linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%y, %t : memref<32x16xf32>, memref<32x16xf32>) outs(%h : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_t: f32, %out: f32):
    %0 = arith.addf %in_t, %one : f32
    %1 = arith.mulf %0, %half : f32
    %2 = arith.mulf %in, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

/// A constant of f32 that is another one.
// CHECK: call @gelu
func.func @constant(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %c: memref<16x64xf32>, %h: memref<32x16xf32>, %d: memref<32x16xf32>) {
  call @gelu(%a, %b, %bias, %h) : (memref<32x64xf32>, memref<64x16xf32>, memref<16xf32>, memref<32x16xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: what follows the product is no epilogue of it}}
func.func private @gelu(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %h: memref<32x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %cube = arith.constant 0.0448 : f32
  %slope = arith.constant 0.797884583 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %sum = memref.alloc() : memref<32x16xf32>
  %y = memref.alloc() : memref<32x16xf32>
  %t = memref.alloc() : memref<32x16xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<32x64xf32>, memref<64x16xf32>) outs(%sum : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_b: f32, %out: f32):
    %2 = arith.mulf %in, %in_b : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #column, #point], iterator_types = ["parallel", "parallel"]} ins(%sum, %bias : memref<32x16xf32>, memref<16xf32>) outs(%y : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_bias: f32, %out: f32):
    %1 = arith.addf %in, %in_bias : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%y : memref<32x16xf32>) outs(%t : memref<32x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.mulf %0, %in : f32
    %2 = arith.mulf %1, %cube : f32
    %3 = arith.addf %in, %2 : f32
    %4 = arith.mulf %3, %slope : f32
    %5 = math.tanh %4 : f32
    linalg.yield %5 : f32
  }
  linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%y, %t : memref<32x16xf32>, memref<32x16xf32>) outs(%h : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_t: f32, %out: f32):
    %0 = arith.addf %in_t, %one : f32
    %1 = arith.mulf %0, %half : f32
    %2 = arith.mulf %in, %1 : f32
    linalg.yield %2 : f32
  }
  return
}

// -----

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

/// The tanh is a result of the program.
// CHECK: call @gelu
// CHECK: call @slope
func.func @shared(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %c: memref<16x64xf32>, %h: memref<32x16xf32>, %d: memref<32x16xf32>, %to: memref<32x16xf32>) {
  %y = memref.alloc() : memref<32x16xf32>
  %t = memref.alloc() : memref<32x16xf32>
  // expected-remark @+1 {{not by cuBLASLt: it shares the tanh of gelu with others than its derivative}}
  call @gelu(%a, %b, %bias, %h, %y, %t) : (memref<32x64xf32>, memref<64x16xf32>, memref<16xf32>, memref<32x16xf32>, memref<32x16xf32>, memref<32x16xf32>) -> ()
  memref.copy %t, %to : memref<32x16xf32> to memref<32x16xf32>
  // expected-remark @+1 {{not by cuBLASLt: it shares the tanh of gelu with others than its derivative}}
  call @slope(%a, %c, %y, %t, %d) : (memref<32x64xf32>, memref<16x64xf32>, memref<32x16xf32>, memref<32x16xf32>, memref<32x16xf32>) -> ()
  return
}
/// The argument is overwritten before the derivative reads it.
// CHECK: call @gelu
// CHECK: call @slope
func.func @overwritten(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %c: memref<16x64xf32>, %h: memref<32x16xf32>, %d: memref<32x16xf32>, %to: memref<32x16xf32>) {
  %y = memref.alloc() : memref<32x16xf32>
  %t = memref.alloc() : memref<32x16xf32>
  // expected-remark @+1 {{not by cuBLASLt: it shares the tanh of gelu with others than its derivative}}
  call @gelu(%a, %b, %bias, %h, %y, %t) : (memref<32x64xf32>, memref<64x16xf32>, memref<16xf32>, memref<32x16xf32>, memref<32x16xf32>, memref<32x16xf32>) -> ()
  memref.copy %to, %y : memref<32x16xf32> to memref<32x16xf32>
  // expected-remark @+1 {{not by cuBLASLt: it shares the tanh of gelu with others than its derivative}}
  call @slope(%a, %c, %y, %t, %d) : (memref<32x64xf32>, memref<16x64xf32>, memref<32x16xf32>, memref<32x16xf32>, memref<32x16xf32>) -> ()
  return
}
func.func private @gelu(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %h: memref<32x16xf32>, %y: memref<32x16xf32>, %t: memref<32x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %cube = arith.constant 0.044715 : f32
  %slope = arith.constant 0.797884583 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %sum = memref.alloc() : memref<32x16xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<32x64xf32>, memref<64x16xf32>) outs(%sum : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_b: f32, %out: f32):
    %2 = arith.mulf %in, %in_b : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #column, #point], iterator_types = ["parallel", "parallel"]} ins(%sum, %bias : memref<32x16xf32>, memref<16xf32>) outs(%y : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_bias: f32, %out: f32):
    %1 = arith.addf %in, %in_bias : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%y : memref<32x16xf32>) outs(%t : memref<32x16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.mulf %0, %in : f32
    %2 = arith.mulf %1, %cube : f32
    %3 = arith.addf %in, %2 : f32
    %4 = arith.mulf %3, %slope : f32
    %5 = math.tanh %4 : f32
    linalg.yield %5 : f32
  }
  linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%y, %t : memref<32x16xf32>, memref<32x16xf32>) outs(%h : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_t: f32, %out: f32):
    %0 = arith.addf %in_t, %one : f32
    %1 = arith.mulf %0, %half : f32
    %2 = arith.mulf %in, %1 : f32
    linalg.yield %2 : f32
  }
  return
}
func.func private @slope(%a: memref<32x64xf32>, %c: memref<16x64xf32>, %y: memref<32x16xf32>, %t: memref<32x16xf32>, %d: memref<32x16xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %cube = arith.constant 0.044715 : f32
  %slope = arith.constant 0.797884583 : f32
  %one = arith.constant 1.0 : f32
  %half = arith.constant 0.5 : f32
  %three = arith.constant 3.0 : f32
  %sum = memref.alloc() : memref<32x16xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#mk, #nk, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %c : memref<32x64xf32>, memref<16x64xf32>) outs(%sum : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_b: f32, %out: f32):
    %2 = arith.mulf %in, %in_b : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #point, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%sum, %y, %t : memref<32x16xf32>, memref<32x16xf32>, memref<32x16xf32>) outs(%d : memref<32x16xf32>) {
  ^bb0(%in: f32, %in_y: f32, %in_t: f32, %out: f32):
    %0 = arith.mulf %in_y, %in : f32
    %1 = arith.addf %in_t, %one : f32
    %2 = arith.mulf %1, %half : f32
    %3 = arith.mulf %in, %2 : f32
    %4 = arith.mulf %0, %half : f32
    %5 = arith.subf %one, %in_t : f32
    %6 = arith.mulf %4, %5 : f32
    %7 = arith.mulf %6, %in_t : f32
    %8 = arith.addf %6, %7 : f32
    %9 = arith.mulf %8, %slope : f32
    %10 = arith.addf %3, %9 : f32
    %11 = arith.mulf %9, %cube : f32
    %12 = arith.mulf %in_y, %in_y : f32
    %13 = arith.mulf %12, %three : f32
    %14 = arith.mulf %11, %13 : f32
    %15 = arith.addf %10, %14 : f32
    linalg.yield %15 : f32
  }
  return
}

// -----

#point = affine_map<(d0, d1) -> (d0, d1)>

/// Rows of 12 elements are no multiple of 8.
// CHECK: call @gelu
func.func @rows(%a: memref<32x64xf32>, %b: memref<64x12xf32>, %h: memref<32x12xf32>, %y: memref<32x12xf32>) {
  call @gelu(%a, %b, %h, %y) : (memref<32x64xf32>, memref<64x12xf32>, memref<32x12xf32>, memref<32x12xf32>) -> ()
  return
}
// expected-remark @+1 {{not by cuBLASLt: what its gelu is taken of is not like its result}}
func.func private @gelu(%a: memref<32x64xf32>, %b: memref<64x12xf32>, %h: memref<32x12xf32>, %y: memref<32x12xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %cube = arith.constant 0.044715 : f32
  %slope = arith.constant 0.797884583 : f32
  %half = arith.constant 0.5 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<32x12xf32>)
  linalg.matmul ins(%a, %b : memref<32x64xf32>, memref<64x12xf32>) outs(%y : memref<32x12xf32>)
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%y : memref<32x12xf32>) outs(%h : memref<32x12xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.mulf %in, %in : f32
    %1 = arith.mulf %0, %in : f32
    %2 = arith.mulf %1, %cube : f32
    %3 = arith.addf %in, %2 : f32
    %4 = arith.mulf %3, %slope : f32
    %5 = math.tanh %4 : f32
    %6 = arith.mulf %in, %half : f32
    %7 = arith.mulf %6, %5 : f32
    %8 = arith.addf %6, %7 : f32
    linalg.yield %8 : f32
  }
  return
}
