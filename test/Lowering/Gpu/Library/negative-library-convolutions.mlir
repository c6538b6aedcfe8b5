// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A convolution that cuDNN lacks stays a unit, for a kernel of our own.
// RUN: amp-opt %s --amp-library-convolutions --split-input-file --verify-diagnostics | FileCheck %s

#x = affine_map<(m, n, y, o, p, c) -> (m, n, y + p, c)>
#w = affine_map<(m, n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(m, n, y, o, p, c) -> (m, n, y, o)>

/// A batch in two dimensions.
// CHECK: call @unit
func.func @main(%x: memref<2x2x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x2x9x4xf32>, memref<8x3x4xf32>, memref<2x2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x2x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x2x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: its loops are more than those of a convolution}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x2x9x4xf32>, memref<8x3x4xf32>) outs(%y : memref<2x2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, q, c) -> (n, y + p + q, c)>
#w = affine_map<(n, y, o, p, q, c) -> (o, p, q, c)>
#y = affine_map<(n, y, o, p, q, c) -> (n, y, o)>

/// A window in two dimensions along one.
// CHECK: call @unit
func.func @main(%x: memref<2x9x4xf32>, %w: memref<8x2x2x4xf32>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x9x4xf32>, memref<8x2x2x4xf32>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x4xf32>, %w: memref<8x2x2x4xf32>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: its loops are more than those of a convolution}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : memref<2x9x4xf32>, memref<8x2x2x4xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y - p + 2, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

/// A window that walks backwards.
// CHECK: call @unit
func.func @main(%x: memref<2x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x9x4xf32>, memref<8x3x4xf32>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: its window does not move in even steps}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x9x4xf32>, memref<8x3x4xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, a, b, c, d, o, p, q, r, s, i) -> (n, a + p, b + q, c + r, d + s, i)>
#w = affine_map<(n, a, b, c, d, o, p, q, r, s, i) -> (o, p, q, r, s, i)>
#y = affine_map<(n, a, b, c, d, o, p, q, r, s, i) -> (n, a, b, c, d, o)>

// CHECK: call @unit
func.func @main(%x: memref<2x4x4x4x4x4xf32>, %w: memref<8x2x2x2x2x4xf32>, %y: memref<2x3x3x3x3x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x4x4x4x4x4xf32>, memref<8x2x2x2x2x4xf32>, memref<2x3x3x3x3x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x4x4x4x4x4xf32>, %w: memref<8x2x2x2x2x4xf32>, %y: memref<2x3x3x3x3x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x3x3x3x3x8xf32>)
  // expected-remark @+1 {{not by cuDNN: it has more than 3 spatial dimensions}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction", "reduction"]} ins(%x, %w : memref<2x4x4x4x4x4xf32>, memref<8x2x2x2x2x4xf32>) outs(%y : memref<2x3x3x3x3x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

/// The last place is left out.
// CHECK: call @unit
func.func @main(%x: memref<2x10x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x10x4xf32>, memref<8x3x4xf32>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x10x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: its window has more places than it is put at}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x10x4xf32>, memref<8x3x4xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

// CHECK: call @unit
func.func @main(%x: memref<2x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x9x4xf32>, memref<8x3x4xf32>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 1.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: its sum starts from other than zeros}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x9x4xf32>, memref<8x3x4xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

/// It adds to what is there.
// CHECK: call @unit
func.func @main(%x: memref<2x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x9x4xf32>, memref<8x3x4xf32>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  // expected-remark @+1 {{not by cuDNN: its sum starts from other than zeros}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x9x4xf32>, memref<8x3x4xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

// CHECK: call @unit
func.func @main(%x: memref<2x9x4xbf16>, %w: memref<8x3x4xbf16>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x9x4xbf16>, memref<8x3x4xbf16>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x4xbf16>, %w: memref<8x3x4xbf16>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: cuDNN has no convolution of 16-bit factors whose result is f32}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x9x4xbf16>, memref<8x3x4xbf16>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: bf16, %in_w: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_w : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

/// A window of one element.
// CHECK: call @unit
func.func @main(%x: memref<2x3x4xf32>, %w: memref<4x1x4xf32>) {
  call @unit(%x, %w, %x) : (memref<2x3x4xf32>, memref<4x1x4xf32>, memref<2x3x4xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x3x4xf32>, %w: memref<4x1x4xf32>, %y: memref<2x3x4xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x3x4xf32>)
  // expected-remark @+1 {{not by cuDNN: it overwrites what it reads}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x3x4xf32>, memref<4x1x4xf32>) outs(%y : memref<2x3x4xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

// CHECK: call @unit
func.func @main(%x: memref<4x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<4x9x4xf32>, memref<8x3x4xf32>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<4x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  %i = arith.constant 1 : index
  %part = memref.subview %x[%i, 0, 0] [2, 9, 4] [1, 1, 1] : memref<4x9x4xf32> to memref<2x9x4xf32, strided<[36, 4, 1], offset: ?>>
  linalg.fill ins(%start : f32) outs(%y : memref<2x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: a factor is local, or begins where only the run knows}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%part, %w : memref<2x9x4xf32, strided<[36, 4, 1], offset: ?>>, memref<8x3x4xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

// CHECK: call @unit
func.func @main(%x: memref<?x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<?x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<?x9x4xf32>, memref<8x3x4xf32>, memref<?x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<?x9x4xf32>, %w: memref<8x3x4xf32>, %y: memref<?x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<?x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: its sizes are not known, or 0}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<?x9x4xf32>, memref<8x3x4xf32>) outs(%y : memref<?x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

// CHECK: call @unit
func.func @main(%x: memref<2x9x4xf64>, %w: memref<8x3x4xf64>, %y: memref<2x7x8xf64>) {
  call @unit(%x, %w, %y) : (memref<2x9x4xf64>, memref<8x3x4xf64>, memref<2x7x8xf64>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x4xf64>, %w: memref<8x3x4xf64>, %y: memref<2x7x8xf64>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f64
  linalg.fill ins(%start : f64) outs(%y : memref<2x7x8xf64>)
  // expected-remark @+1 {{not by cuDNN: its contraction is not a sum of products in f32}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x9x4xf64>, memref<8x3x4xf64>) outs(%y : memref<2x7x8xf64>) {
  ^bb0(%in: f64, %in_w: f64, %out: f64):
    %0 = arith.mulf %in, %in_w : f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  }
  return
}

// -----

#same = affine_map<(a, b, c) -> (a, b, c)>
#x = affine_map<(n, y, o, p, c) -> (n, y + p, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

/// One of two readers wants all of the sum.
// CHECK: call @unit
func.func @main(%x: memref<2x9x4xf16>, %w: memref<8x3x4xf16>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<2x9x4xf16>, memref<8x3x4xf16>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x4xf16>, %w: memref<8x3x4xf16>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %start = arith.constant 0.0 : f32
  linalg.fill ins(%start : f32) outs(%y : memref<2x7x8xf32>)
  // expected-remark @+1 {{not by cuDNN: cuDNN has no convolution of 16-bit factors whose result is f32}}
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x9x4xf16>, memref<8x3x4xf16>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f16, %in_w: f16, %out: f32):
    %0 = arith.extf %in : f16 to f32
    %1 = arith.extf %in_w : f16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#same, #same], iterator_types = ["parallel", "parallel", "parallel"]} ins(%y : memref<2x7x8xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %out: f32):
    %0 = arith.truncf %in : f32 to f16
    %1 = arith.extf %0 : f16 to f32
    %2 = arith.addf %in, %1 : f32
    linalg.yield %2 : f32
  }
  return
}
