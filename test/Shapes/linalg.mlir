// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always check" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-check-alignment=input=%s | cmp - %t
// RUN: amp-opt %t --amp-align-shapes=align=always | cmp - %t
// RUN: amp-opt %s --amp="compute=bf16 align=always" -o /dev/null
// RUN: amp-opt %s --amp-align-shapes="align=always pad-state=true check" | FileCheck %s --check-prefix=STATE

/// Every fault that is planted is found.
// RUN: sed '/amp.unpadded = array<i64>/s/0.000000e+00 : bf16/1.000000e+00 : bf16/' %t > %t.ones
// RUN: not amp-opt %t.ones --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=ONES
// ONES: error: breaks "nothing reads what is behind an end": 'linalg.matmul' sums over dimension 1 of operand 0 and expects zeros behind index 77
// RUN: sed 's/low.0, 0. high.0, 3./low[0, 3] high[0, 0]/' %t > %t.front
// RUN: not amp-opt %t.front --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=FRONT
// FRONT: error: breaks "without its padding a program is what it was": 'tensor.pad' has another counterpart
// RUN: sed 's/arith.addf/arith.mulf/' %t > %t.body
// RUN: not amp-opt %t.body --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=BODY
// BODY: error: breaks "without its padding a program is what it was"

/// Padded once, through a bias and casts inside of a body and outside; masked where a product sums what an addition left there.
// CHECK-LABEL: func.func @chain
// CHECK-SAME: %[[X:[^:]*]]: tensor<64x77xbf16>, %[[W:[^:]*]]: tensor<77x128xbf16>
// CHECK: %[[XLONG:.*]] = tensor.pad %[[X]] low[0, 0] high[0, 3]
// CHECK: %[[WLONG:.*]] = tensor.pad %[[W]] low[0, 0] high[3, 0]
// CHECK: linalg.matmul ins(%[[XLONG]], %[[WLONG]] : tensor<64x80xbf16>, tensor<80x128xbf16>)
// CHECK: %[[EMPTY:.*]] = tensor.empty() {{.*}} : tensor<64x80xf32>
// CHECK: %[[INIT:.*]] = linalg.fill {{.*}} outs(%[[EMPTY]]
// CHECK: linalg.matmul {{.*}} outs(%[[INIT]] : tensor<64x80xf32>) -> tensor<64x80xf32>
// CHECK: arith.truncf %{{.*}} : tensor<64x80xf32> to tensor<64x80xbf16>
// CHECK: %[[SUM:.*]] = linalg.generic {{.*}} tensor<80xbf16>) outs(%{{.*}} : tensor<64x80xbf16>)
// CHECK-DAG: %[[CUT:.*]] = tensor.extract_slice %[[SUM]][0, 0] [64, 77] [1, 1]
// CHECK-DAG: %[[MASKED:.*]] = linalg.generic {{.*}} ins(%[[SUM]] : tensor<64x80xbf16>)
// CHECK: linalg.matmul ins(%[[MASKED]], %[[WLONG]]
// CHECK: return %{{.*}}, %[[CUT]]
#id = affine_map<(i, j) -> (i, j)>
#column = affine_map<(i, j) -> (j)>
func.func @chain(%x: tensor<64x77xbf16>, %w: tensor<77x128xbf16>, %b: tensor<77xbf16>) -> (tensor<64x128xf32>, tensor<64x77xbf16>) {
  %zero = arith.constant 0.0 : f32
  %0 = tensor.empty() : tensor<64x128xf32>
  %1 = linalg.fill ins(%zero : f32) outs(%0 : tensor<64x128xf32>) -> tensor<64x128xf32>
  %2 = linalg.matmul ins(%x, %w : tensor<64x77xbf16>, tensor<77x128xbf16>) outs(%1 : tensor<64x128xf32>) -> tensor<64x128xf32>
  %3 = arith.truncf %2 : tensor<64x128xf32> to tensor<64x128xbf16>
  %4 = tensor.empty() : tensor<128x77xbf16>
  %5 = linalg.transpose ins(%w : tensor<77x128xbf16>) outs(%4 : tensor<128x77xbf16>) permutation = [1, 0]
  %6 = tensor.empty() : tensor<64x77xf32>
  %7 = linalg.fill ins(%zero : f32) outs(%6 : tensor<64x77xf32>) -> tensor<64x77xf32>
  %8 = linalg.matmul ins(%3, %5 : tensor<64x128xbf16>, tensor<128x77xbf16>) outs(%7 : tensor<64x77xf32>) -> tensor<64x77xf32>
  %9 = arith.truncf %8 : tensor<64x77xf32> to tensor<64x77xbf16>
  %10 = tensor.empty() : tensor<64x77xbf16>
  %11 = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%9, %b : tensor<64x77xbf16>, tensor<77xbf16>) outs(%10 : tensor<64x77xbf16>) {
  ^bb0(%a: bf16, %d: bf16, %c: bf16):
    %s = arith.addf %a, %d : bf16
    linalg.yield %s : bf16
  } -> tensor<64x77xbf16>
  %12 = linalg.matmul ins(%11, %w : tensor<64x77xbf16>, tensor<77x128xbf16>) outs(%1 : tensor<64x128xf32>) -> tensor<64x128xf32>
  return %12, %11 : tensor<64x128xf32>, tensor<64x77xbf16>
}

/// A batch, and a sum that reads a mask: nothing is cut.
// CHECK-LABEL: func.func @batch
// CHECK: %[[DOT:.*]] = linalg.batch_matmul ins(%{{.*}} : tensor<4x16x80xbf16>, tensor<4x80x80xbf16>) outs(%{{.*}} : tensor<4x16x80xf32>)
// CHECK-NOT: tensor.extract_slice
// CHECK: linalg.reduce ins(%{{.*}} : tensor<4x16x80xf32>)
func.func @batch(%x: tensor<4x16x77xbf16>, %w: tensor<4x77x77xbf16>) -> tensor<4x16xf32> {
  %init = arith.constant dense<0.0> : tensor<4x16x77xf32>
  %0 = linalg.batch_matmul ins(%x, %w : tensor<4x16x77xbf16>, tensor<4x77x77xbf16>) outs(%init : tensor<4x16x77xf32>) -> tensor<4x16x77xf32>
  %sums = arith.constant dense<0.0> : tensor<4x16xf32>
  %1 = linalg.reduce ins(%0 : tensor<4x16x77xf32>) outs(%sums : tensor<4x16xf32>) dimensions = [2] (%a: f32, %b: f32) {
    %s = arith.addf %a, %b : f32
    linalg.yield %s : f32
  }
  return %1 : tensor<4x16xf32>
}

/// A body that divides integers, or reads at computed places, would do so behind the end.
// CHECK-LABEL: func.func @negative_bodies
// CHECK: %[[CUT:.*]] = tensor.extract_slice
// CHECK: linalg.generic {{.*}} ins(%[[CUT]] : tensor<16x77xf32>) outs(%{{.*}} : tensor<16x77xi32>)
// CHECK: linalg.generic {{.*}} ins(%[[CUT]] : tensor<16x77xf32>) outs(%{{.*}} : tensor<16x77xf32>)
func.func @negative_bodies(%x: tensor<16x8xbf16>, %w: tensor<8x77xbf16>, %t: tensor<77xf32>) -> (tensor<16x77xi32>, tensor<16x77xf32>) {
  %init = arith.constant dense<0.0> : tensor<16x77xf32>
  %0 = linalg.matmul ins(%x, %w : tensor<16x8xbf16>, tensor<8x77xbf16>) outs(%init : tensor<16x77xf32>) -> tensor<16x77xf32>
  %e = tensor.empty() : tensor<16x77xi32>
  %1 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<16x77xf32>) outs(%e : tensor<16x77xi32>) {
  ^bb0(%a: f32, %c: i32):
    %n = arith.fptosi %a : f32 to i32
    %q = arith.divsi %n, %n : i32
    linalg.yield %q : i32
  } -> tensor<16x77xi32>
  %f = tensor.empty() : tensor<16x77xf32>
  %2 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]} ins(%0 : tensor<16x77xf32>) outs(%f : tensor<16x77xf32>) {
  ^bb0(%a: f32, %c: f32):
    %i = linalg.index 1 : index
    %r = tensor.extract %t[%i] : tensor<77xf32>
    %s = arith.addf %a, %r : f32
    linalg.yield %s : f32
  } -> tensor<16x77xf32>
  return %1, %2 : tensor<16x77xi32>, tensor<16x77xf32>
}

/// A state stays padded, and is cleared where it leaves.
// STATE-LABEL: func.func @step(
// STATE-SAME: %[[W:[^:]*]]: tensor<80x8xbf16> {amp.state = "w", amp.unpadded = array<i64: 77, 8>}
// STATE: linalg.transpose ins(%[[W]] : tensor<80x8xbf16>)
// STATE: %[[NEW:.*]] = arith.addf %[[W]], %[[W]]
// STATE: %[[ZEROS:.*]] = linalg.generic {{.*}} ins(%[[NEW]] : tensor<80x8xbf16>)
// STATE: return %[[ZEROS]]
// STATE: func.func @step_pad_state(
// STATE: tensor.pad
// STATE: func.func @step_unpad_state(
// STATE: tensor.extract_slice
func.func @step(%w: tensor<77x8xbf16> {amp.state = "w"}, %x: tensor<64x8xbf16>) -> (tensor<77x8xbf16> {amp.state = "w"}, tensor<64x77xf32>) {
  %init = arith.constant dense<0.0> : tensor<64x77xf32>
  %0 = tensor.empty() : tensor<8x77xbf16>
  %1 = linalg.transpose ins(%w : tensor<77x8xbf16>) outs(%0 : tensor<8x77xbf16>) permutation = [1, 0]
  %2 = linalg.matmul ins(%x, %1 : tensor<64x8xbf16>, tensor<8x77xbf16>) outs(%init : tensor<64x77xf32>) -> tensor<64x77xf32>
  %3 = arith.addf %w, %w : tensor<77x8xbf16>
  return %3, %2 : tensor<77x8xbf16>, tensor<64x77xf32>
}
