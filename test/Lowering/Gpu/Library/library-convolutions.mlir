// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-library-convolutions --split-input-file | FileCheck %s

#x = affine_map<(n, y, x, o, p, q, c) -> (n, y * 2 + p, x + q * 3, c)>
#hwio = affine_map<(n, y, x, o, p, q, c) -> (p, q, c, o)>
#y = affine_map<(n, y, x, o, p, q, c) -> (n, y, x, o)>
#point = affine_map<(a, b, c, d) -> (a, b, c, d)>
#feature = affine_map<(a, b, c, d) -> (d)>

/// A filter is copied into cuDNN's order; what follows the convolution stays a
/// unit, which reads what cuDNN wrote, rounded as the unit itself does it first.
// CHECK-LABEL: func.func @forward(
// CHECK-SAME:  %[[X:[^:]*]]: memref<2x9x9x4xbf16>, %[[W:[^:]*]]: memref<3x2x4x8xbf16>, %[[BIAS:[^:]*]]: memref<8xbf16>, %[[D:[^:]*]]: memref<2x4x6x8xbf16>
// CHECK:       %[[OHWI:.*]] = memref.alloc() : memref<8x3x2x4xbf16>
// CHECK:       call @copy(%[[W]], %[[OHWI]])
// CHECK:       %[[Y:.*]] = memref.alloc() : memref<2x4x6x8xbf16>
// CHECK:       call @convolution(%[[X]], %[[OHWI]], %[[Y]])
// CHECK:       call @unit(%[[BIAS]], %[[D]], %[[Y]])
// CHECK:     func.func private @unit(%{{.*}}: memref<8xbf16>, %{{.*}}: memref<2x4x6x8xbf16>, %[[GIVEN:.*]]: memref<2x4x6x8xbf16>) attributes {amp.unit = "elementwise"}
// CHECK:       %[[SUM:.*]] = memref.alloc() : memref<2x4x6x8xf32>
// CHECK-NEXT:  linalg.generic {{.*}} ins(%[[GIVEN]] : memref<2x4x6x8xbf16>) outs(%[[SUM]] : memref<2x4x6x8xf32>)
// CHECK:         arith.extf
// CHECK:       linalg.generic {{.*}} ins(%[[SUM]], %{{.*}} : memref<2x4x6x8xf32>, memref<8xbf16>)
// CHECK:     func.func private @copy(%[[FROM:.*]]: memref<3x2x4x8xbf16>, %[[TO:.*]]: memref<8x3x2x4xbf16>) attributes {amp.unit = "elementwise"}
// CHECK:       linalg.generic {indexing_maps = [#[[ORDER:.*]], #{{.*}}], {{.*}} ins(%[[FROM]] : {{.*}} outs(%[[TO]] :
// CHECK:     func.func private @convolution(memref<2x9x9x4xbf16>, memref<8x3x2x4xbf16>, memref<2x4x6x8xbf16>)
// CHECK-SAME: amp.convolution = {alpha = 1.000000e+00 : f32, batch = 2 : i64, beta = 0.000000e+00 : f32, dilations = array<i64: 1, 3>, groups = 1 : i64,
// CHECK-SAME: in = array<i64: 9, 9>, in_features = 4 : i64, kind = "forward", layout = "features_last", out = array<i64: 4, 6>, out_features = 8 : i64,
// CHECK-SAME: pads = array<i64: 0, 0>, strides = array<i64: 2, 1>, type = "bf16", window = array<i64: 3, 2>}
func.func @forward(%x: memref<2x9x9x4xbf16>, %w: memref<3x2x4x8xbf16>, %bias: memref<8xbf16>, %d: memref<2x4x6x8xbf16>) {
  call @unit(%x, %w, %bias, %d) : (memref<2x9x9x4xbf16>, memref<3x2x4x8xbf16>, memref<8xbf16>, memref<2x4x6x8xbf16>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x9x4xbf16>, %w: memref<3x2x4x8xbf16>, %bias: memref<8xbf16>, %d: memref<2x4x6x8xbf16>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %sum = memref.alloc() : memref<2x4x6x8xf32>
  linalg.fill ins(%zero : f32) outs(%sum : memref<2x4x6x8xf32>)
  linalg.generic {indexing_maps = [#x, #hwio, #y], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %w : memref<2x9x9x4xbf16>, memref<3x2x4x8xbf16>) outs(%sum : memref<2x4x6x8xf32>) {
  ^bb0(%in: bf16, %in_w: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_w : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  }
  linalg.generic {indexing_maps = [#point, #feature, #point], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%sum, %bias : memref<2x4x6x8xf32>, memref<8xbf16>) outs(%d : memref<2x4x6x8xbf16>) {
  ^bb0(%in: f32, %in_bias: bf16, %out: bf16):
    %0 = arith.truncf %in : f32 to bf16
    %1 = arith.addf %0, %in_bias : bf16
    linalg.yield %1 : bf16
  }
  return
}

// -----

#x = affine_map<(p, q, c, o, n, y, x) -> (n, p + y * 2, q + x * 2, c)>
#dy = affine_map<(p, q, c, o, n, y, x) -> (n, y, x, o)>
#dw = affine_map<(p, q, c, o, n, y, x) -> (p, q, c, o)>
#point = affine_map<(a, b, c, d) -> (a, b, c, d)>

/// The gradient of a filter, of an image with a stride. A part of a buffer is
/// copied; the update reads the gradient in cuDNN's order.
// CHECK-LABEL: func.func @filter_gradient(
// CHECK-SAME:  %[[X:[^:]*]]: memref<2x9x9x4xf32>, %[[PADDED:[^:]*]]: memref<2x6x6x8xf32>, %[[W:[^:]*]]: memref<3x3x4x8xf32>, %[[D:[^:]*]]: memref<3x3x4x8xf32>
// CHECK:       %[[DW:.*]] = memref.alloc() : memref<8x3x3x4xf32>
// CHECK:       %[[DY:.*]] = memref.alloc() : memref<2x4x4x8xf32>
// CHECK:       call @copy(%[[PADDED]], %[[DY]])
// CHECK:       call @convolution(%[[X]], %[[DW]], %[[DY]])
// CHECK:       call @unit(%[[W]], %[[D]], %[[DW]])
// CHECK:     func.func private @unit(
// CHECK-SAME:  %[[GIVEN:[^:]*]]: memref<8x3x3x4xf32>) attributes {amp.unit = "elementwise"}
// CHECK:       linalg.generic {{.*}} ins(%[[GIVEN]] : memref<8x3x3x4xf32>) outs(%{{.*}} : memref<3x3x4x8xf32>)
// CHECK:     func.func private @copy(%[[FROM:.*]]: memref<2x6x6x8xf32>, %{{.*}}: memref<2x4x4x8xf32>)
// CHECK:       memref.subview %[[FROM]][0, 1, 1, 0]
// CHECK:     func.func private @convolution(memref<2x9x9x4xf32>, memref<8x3x3x4xf32>, memref<2x4x4x8xf32>)
// CHECK-SAME: kind = "filter_gradient", {{.*}} out = array<i64: 4, 4>, {{.*}} strides = array<i64: 2, 2>, tf32, type = "f32", window = array<i64: 3, 3>}
func.func @filter_gradient(%x: memref<2x9x9x4xf32>, %dy: memref<2x6x6x8xf32>, %w: memref<3x3x4x8xf32>, %d: memref<3x3x4x8xf32>) {
  call @unit(%x, %dy, %w, %d) : (memref<2x9x9x4xf32>, memref<2x6x6x8xf32>, memref<3x3x4x8xf32>, memref<3x3x4x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x9x9x4xf32>, %padded: memref<2x6x6x8xf32>, %w: memref<3x3x4x8xf32>, %d: memref<3x3x4x8xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  %dy = memref.subview %padded[0, 1, 1, 0] [2, 4, 4, 8] [1, 1, 1, 1] : memref<2x6x6x8xf32> to memref<2x4x4x8xf32, strided<[288, 48, 8, 1], offset: 56>>
  %dw = memref.alloc() : memref<3x3x4x8xf32>
  linalg.fill ins(%zero : f32) outs(%dw : memref<3x3x4x8xf32>)
  linalg.generic {indexing_maps = [#x, #dy, #dw], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction"]} ins(%x, %dy : memref<2x9x9x4xf32>, memref<2x4x4x8xf32, strided<[288, 48, 8, 1], offset: 56>>) outs(%dw : memref<3x3x4x8xf32>) {
  ^bb0(%in: f32, %in_dy: f32, %out: f32):
    %0 = arith.mulf %in, %in_dy {amp.tf32} : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  linalg.generic {indexing_maps = [#point, #point, #point], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%w, %dw : memref<3x3x4x8xf32>, memref<3x3x4x8xf32>) outs(%d : memref<3x3x4x8xf32>) {
  ^bb0(%in: f32, %in_dw: f32, %out: f32):
    %0 = arith.subf %in, %in_dw : f32
    linalg.yield %0 : f32
  }
  return
}

// -----

#x = affine_map<(n, g, o, y, c, p) -> (n, g, c, y + p)>
#w = affine_map<(n, g, o, y, c, p) -> (g, o, c, p)>
#y = affine_map<(n, g, o, y, c, p) -> (n, g, o, y)>

/// Groups, one dimension, features first, a filter and a result that lie as
/// cuDNN has them: just the call.
// CHECK-LABEL: func.func @as_it_is(
// CHECK-SAME:  %[[X:[^:]*]]: memref<2x3x4x9xf32>, %[[W:[^:]*]]: memref<3x5x4x3xf32>, %[[Y:[^:]*]]: memref<2x3x5x7xf32>
// CHECK-NEXT:  call @convolution(%[[X]], %[[W]], %[[Y]])
// CHECK-NEXT:  return
// CHECK-NOT:   func.func private @unit
// CHECK:       groups = 3 : i64, in = array<i64: 9>, in_features = 12 : i64, kind = "forward", layout = "features_first", out = array<i64: 7>, out_features = 15 : i64
func.func @as_it_is(%x: memref<2x3x4x9xf32>, %w: memref<3x5x4x3xf32>, %y: memref<2x3x5x7xf32>) {
  call @unit(%x, %w, %y) : (memref<2x3x4x9xf32>, memref<3x5x4x3xf32>, memref<2x3x5x7xf32>) -> ()
  return
}
func.func private @unit(%x: memref<2x3x4x9xf32>, %w: memref<3x5x4x3xf32>, %y: memref<2x3x5x7xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<2x3x5x7xf32>)
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<2x3x4x9xf32>, memref<3x5x4x3xf32>) outs(%y : memref<2x3x5x7xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (c, y + p, n)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

/// An image with its features before and its batch behind is the gradient of a
/// filter of as many places: cuDNN reads it where it is.
// CHECK-LABEL: func.func @other_way_round(
// CHECK:       call @copy(%{{.*}}, %[[DY:.*]]) : (memref<8x3x4xf32>, memref<4x3x8xf32>)
// CHECK:       call @convolution(%{{.*}}, %{{.*}}, %[[DY]])
// CHECK:       batch = 4 : i64, {{.*}} in_features = 2 : i64, kind = "filter_gradient", {{.*}} out = array<i64: 3>, out_features = 8 : i64, {{.*}} window = array<i64: 7>
func.func @other_way_round(%x: memref<4x9x2xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<4x9x2xf32>, memref<8x3x4xf32>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<4x9x2xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<2x7x8xf32>)
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<4x9x2xf32>, memref<8x3x4xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

#x = affine_map<(n, y, o, p, c) -> (y + p, n, c)>
#w = affine_map<(n, y, o, p, c) -> (o, p, c)>
#y = affine_map<(n, y, o, p, c) -> (n, y, o)>

/// An image in no order of cuDNN's is copied.
// CHECK-LABEL: func.func @other_order(
// CHECK:       call @copy(%{{.*}}, %[[X:.*]]) : (memref<9x2x4xf32>, memref<2x9x4xf32>)
// CHECK:       call @convolution(%[[X]], %{{.*}}, %{{.*}})
// CHECK:       kind = "forward", layout = "features_last"
func.func @other_order(%x: memref<9x2x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) {
  call @unit(%x, %w, %y) : (memref<9x2x4xf32>, memref<8x3x4xf32>, memref<2x7x8xf32>) -> ()
  return
}
func.func private @unit(%x: memref<9x2x4xf32>, %w: memref<8x3x4xf32>, %y: memref<2x7x8xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%y : memref<2x7x8xf32>)
  linalg.generic {indexing_maps = [#x, #w, #y], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]} ins(%x, %w : memref<9x2x4xf32>, memref<8x3x4xf32>) outs(%y : memref<2x7x8xf32>) {
  ^bb0(%in: f32, %in_w: f32, %out: f32):
    %0 = arith.mulf %in, %in_w : f32
    %1 = arith.addf %out, %0 : f32
    linalg.yield %1 : f32
  }
  return
}

// -----

/// A product of matrices is none of this pass's.
// CHECK-LABEL: func.func @product(
// CHECK:       call @unit
func.func @product(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %d: memref<8x8xf32>) {
  call @unit(%a, %b, %d) : (memref<8x8xf32>, memref<8x8xf32>, memref<8x8xf32>) -> ()
  return
}
func.func private @unit(%a: memref<8x8xf32>, %b: memref<8x8xf32>, %d: memref<8x8xf32>) attributes {amp.unit = "contraction"} {
  %zero = arith.constant 0.0 : f32
  linalg.fill ins(%zero : f32) outs(%d : memref<8x8xf32>)
  linalg.matmul ins(%a, %b : memref<8x8xf32>, memref<8x8xf32>) outs(%d : memref<8x8xf32>)
  return
}
