// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// gelu and its derivative as JAX writes them: the argument is kept, its tanh is not.
// RUN: amp-opt %s --amp-library-products --split-input-file | FileCheck %s

#mk = affine_map<(d0, d1, d2) -> (d0, d2)>
#kn = affine_map<(d0, d1, d2) -> (d2, d1)>
#nk = affine_map<(d0, d1, d2) -> (d1, d2)>
#mn = affine_map<(d0, d1, d2) -> (d0, d1)>
#point = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>

/// Constants are those of bf16.
// CHECK-LABEL: func.func @training(
// CHECK-SAME:  %[[A:[^:]*]]: memref<32x64xbf16>, %[[B:[^:]*]]: memref<64x16xbf16>, %[[BIAS:[^:]*]]: memref<16xbf16>, %[[C:[^:]*]]: memref<16x64xbf16>, %[[H:[^:]*]]: memref<32x16xbf16>, %[[D:[^:]*]]: memref<32x16xbf16>
// CHECK:       %[[Y:.*]] = memref.alloc() : memref<32x16xbf16>
// CHECK:       call @product_32x16x64(%[[A]], %[[B]], %[[H]], %[[BIAS]], %[[Y]])
// CHECK-NEXT:  call @product_32x16x64_0(%[[A]], %[[C]], %[[D]], %[[Y]])
// CHECK-NEXT:  return
// CHECK:     func.func private @product_32x16x64(
// CHECK-SAME:  epilogue = "gelu_aux_bias", {{.*}} leading_aux = 16 : i64, {{.*}} operands = ["a", "b", "d", "bias", "aux"],
// CHECK:     func.func private @product_32x16x64_0(
// CHECK-SAME:  epilogue = "dgelu", {{.*}} leading_aux = 16 : i64, {{.*}} operands = ["a", "b", "d", "aux"], transpose_b,
func.func @training(%a: memref<32x64xbf16>, %b: memref<64x16xbf16>, %bias: memref<16xbf16>, %c: memref<16x64xbf16>, %h: memref<32x16xbf16>, %d: memref<32x16xbf16>) {
  %y = memref.alloc() : memref<32x16xbf16>
  %t = memref.alloc() : memref<32x16xbf16>
  call @gelu(%a, %b, %bias, %h, %y, %t) : (memref<32x64xbf16>, memref<64x16xbf16>, memref<16xbf16>, memref<32x16xbf16>, memref<32x16xbf16>, memref<32x16xbf16>) -> ()
  call @slope(%a, %c, %y, %t, %d) : (memref<32x64xbf16>, memref<16x64xbf16>, memref<32x16xbf16>, memref<32x16xbf16>, memref<32x16xbf16>) -> ()
  return
}
func.func private @gelu(%a: memref<32x64xbf16>, %b: memref<64x16xbf16>, %bias: memref<16xbf16>, %h: memref<32x16xbf16>, %y: memref<32x16xbf16>, %t: memref<32x16xbf16>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %cube = arith.constant 0.044715 : bf16
  %slope = arith.constant 0.797884583 : bf16
  %one = arith.constant 1.0 : bf16
  %half = arith.constant 0.5 : bf16
  %sum = memref.alloc() : memref<32x16xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<32x16xf32>)
  linalg.generic {indexing_maps = [#mk, #kn, #mn], iterator_types = ["parallel", "parallel", "reduction"]} ins(%a, %b : memref<32x64xbf16>, memref<64x16xbf16>) outs(%sum : memref<32x16xf32>) {
  ^bb0(%in: bf16, %in_b: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_b : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #column, #point], iterator_types = ["parallel", "parallel"]} ins(%sum, %bias : memref<32x16xf32>, memref<16xbf16>) outs(%y : memref<32x16xbf16>) {
  ^bb0(%in: f32, %in_bias: bf16, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.addf %0, %in_bias : bf16
    linalg.yield %1 : bf16
  }
  linalg.generic {indexing_maps = [#point, #point], iterator_types = ["parallel", "parallel"]} ins(%y : memref<32x16xbf16>) outs(%t : memref<32x16xbf16>) {
  ^bb0(%in: bf16, %out: bf16):
    %0 = arith.mulf %in, %in : bf16
    %1 = arith.mulf %0, %in : bf16
    %2 = arith.mulf %1, %cube : bf16
    %3 = arith.addf %in, %2 : bf16
    %4 = arith.mulf %3, %slope : bf16
    %5 = math.tanh %4 : bf16
    linalg.yield %5 : bf16
  }
  linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%y, %t : memref<32x16xbf16>, memref<32x16xbf16>) outs(%h : memref<32x16xbf16>) {
  ^bb0(%in: bf16, %in_t: bf16, %out: bf16):
    %0 = arith.addf %in_t, %one : bf16
    %1 = arith.mulf %0, %half : bf16
    %2 = arith.mulf %in, %1 : bf16
    linalg.yield %2 : bf16
  }
  return
}
func.func private @slope(%a: memref<32x64xbf16>, %c: memref<16x64xbf16>, %y: memref<32x16xbf16>, %t: memref<32x16xbf16>, %d: memref<32x16xbf16>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %cube = arith.constant 0.044715 : bf16
  %slope = arith.constant 0.797884583 : bf16
  %one = arith.constant 1.0 : bf16
  %half = arith.constant 0.5 : bf16
  %three = arith.constant 3.0 : bf16
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
  linalg.generic {indexing_maps = [#point, #point, #point, #point], iterator_types = ["parallel", "parallel"]} ins(%sum, %y, %t : memref<32x16xf32>, memref<32x16xbf16>, memref<32x16xbf16>) outs(%d : memref<32x16xbf16>) {
  ^bb0(%in: f32, %in_y: bf16, %in_t: bf16, %out: bf16):
    %p = arith.truncf %in : f32 to bf16
    %0 = arith.mulf %in_y, %p : bf16
    %1 = arith.addf %in_t, %one : bf16
    %2 = arith.mulf %1, %half : bf16
    %3 = arith.mulf %p, %2 : bf16
    %4 = arith.mulf %0, %half : bf16
    %5 = arith.subf %one, %in_t : bf16
    %6 = arith.mulf %4, %5 : bf16
    %7 = arith.mulf %6, %in_t : bf16
    %8 = arith.addf %6, %7 : bf16
    %9 = arith.mulf %8, %slope : bf16
    %10 = arith.addf %3, %9 : bf16
    %11 = arith.mulf %9, %cube : bf16
    %12 = arith.mulf %in_y, %in_y : bf16
    %13 = arith.mulf %12, %three : bf16
    %14 = arith.mulf %11, %13 : bf16
    %15 = arith.addf %10, %14 : bf16
    linalg.yield %15 : bf16
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

/// Without a backward pass, nothing but the result is stored.
// CHECK-LABEL: func.func @inference(
// CHECK:       call @product_32x16x64(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) :
// CHECK:       epilogue = "gelu_bias", {{.*}} operands = ["a", "b", "d", "bias"]
func.func @inference(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %c: memref<16x64xf32>, %h: memref<32x16xf32>, %d: memref<32x16xf32>) {
  call @gelu(%a, %b, %bias, %h) : (memref<32x64xf32>, memref<64x16xf32>, memref<16xf32>, memref<32x16xf32>) -> ()
  return
}
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

/// The sum of the derivative's product over its rows, f32 as the product, is a
/// bias's gradient.
// CHECK-LABEL: func.func @sum(
// CHECK:       call @product_32x16x64(
// CHECK-NEXT:  call @product_32x16x64_0(%{{[^,]*}}, %{{[^,]*}}, %[[D:[^,]*]], %[[DB:[^,]*]], %{{[^,]*}})
// CHECK-NEXT:  return
// CHECK:       epilogue = "gelu_aux_bias"
// CHECK:       epilogue = "dgelu_bgrad", {{.*}} operands = ["a", "b", "d", "bias", "aux"]
func.func @sum(%a: memref<32x64xf32>, %b: memref<64x16xf32>, %bias: memref<16xf32>, %c: memref<16x64xf32>, %h: memref<32x16xf32>, %d: memref<32x16xf32>, %db: memref<16xf32>) {
  %y = memref.alloc() : memref<32x16xf32>
  %t = memref.alloc() : memref<32x16xf32>
  call @gelu(%a, %b, %bias, %h, %y, %t) : (memref<32x64xf32>, memref<64x16xf32>, memref<16xf32>, memref<32x16xf32>, memref<32x16xf32>, memref<32x16xf32>) -> ()
  call @slope(%a, %c, %y, %t, %d) : (memref<32x64xf32>, memref<16x64xf32>, memref<32x16xf32>, memref<32x16xf32>, memref<32x16xf32>) -> ()
  call @rows(%db, %d) : (memref<16xf32>, memref<32x16xf32>) -> ()
  return
}
func.func private @rows(%db: memref<16xf32>, %d: memref<32x16xf32>) attributes {amp.unit = "reduction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%db : memref<16xf32>)
  linalg.generic {indexing_maps = [#point, #column], iterator_types = ["reduction", "parallel"]} ins(%d : memref<32x16xf32>) outs(%db : memref<16xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.addf %out, %in : f32
    linalg.yield %0 : f32
  }
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
