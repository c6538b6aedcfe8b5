// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always pad-state=true check" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp-check-alignment=input=%s | cmp - %t
// RUN: amp-opt %t --amp-align-shapes="align=always pad-state=true" | cmp - %t
// RUN: amp-opt %s --amp-align-shapes=align=always | FileCheck %s --check-prefix=PLAIN
// RUN: amp-opt %s --amp="compute=bf16 weights=master align=always pad-state=true" -o %t.amp && FileCheck %s --check-prefix=AMP < %t.amp
// RUN: amp-opt %t.amp --amp="compute=bf16 weights=master align=always pad-state=true" | cmp - %t.amp

/// A weight and its moment stay padded: no pad, no slice. What the update leaves behind the end is zero again, or was all along.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: %[[W:[^:]*]]: tensor<80x8xf32> {amp.state = "w", amp.unpadded = array<i64: 77, 8>}
// CHECK-SAME: %[[M:[^:]*]]: tensor<80x8xf32> {amp.state = "m", amp.unpadded = array<i64: 77, 8>}
// CHECK-SAME: -> (tensor<80x8xf32> {amp.state = "w", amp.unpadded = array<i64: 77, 8>}, tensor<80x8xf32> {amp.state = "m", amp.unpadded = array<i64: 77, 8>}, tensor<f32>, tensor<8x8xf32> {amp.state = "k"}, tensor<77x8xf32>)
// CHECK-NOT: stablehlo.pad
// CHECK: %[[CUT:.*]] = stablehlo.slice %[[W]] [0:77, 0:8]
// CHECK: stablehlo.dot_general %{{.*}}, %[[W]]
// CHECK: %[[MOVED:.*]] = stablehlo.add %[[M]], {{.*}} : tensor<80x8xf32>
// CHECK: %[[MOMENT:.*]] = stablehlo.select %{{.*}}, %[[MOVED]],
// CHECK: %[[NEW:.*]] = stablehlo.subtract %[[W]], {{.*}} : tensor<80x8xf32>
// CHECK: %[[ZEROS:.*]] = stablehlo.select %{{.*}}, %[[NEW]],
// CHECK: return %[[ZEROS]], %[[MOMENT]], %{{.*}}, %{{.*}}, %[[CUT]]

// CHECK-LABEL: func.func @main_pad_state(
// CHECK-SAME: tensor<77x8xf32> {amp.state = "w"}, %{{.*}}: tensor<77x8xf32> {amp.state = "m"}) -> (tensor<80x8xf32> {amp.state = "w"}, tensor<80x8xf32> {amp.state = "m"})
// CHECK-COUNT-2: stablehlo.pad {{.*}} low = [0, 0], high = [3, 0]
// CHECK-LABEL: func.func @main_unpad_state(
// CHECK-COUNT-2: stablehlo.slice {{.*}} [0:77, 0:8]

// PLAIN-LABEL: func.func @main(
// PLAIN-SAME: tensor<77x8xf32> {amp.state = "w"}
// PLAIN-NOT: @main_pad_state

/// The shadow of a weight that grew grows, too.
// AMP: func.func @main({{.*}}tensor<80x8xbf16> {amp.role = "shadow", amp.state = "w.bf16", amp.unpadded = array<i64: 77, 8>}
// AMP: func.func @main_pad_state({{.*}}tensor<77x8xbf16> {amp.state = "w.bf16"})

/// Every fault that is planted is found: a state that leaves with something behind its end, one that grew alone, a checkpoint
/// that is padded with ones, or padded in front.
// RUN: sed 's/return %17, %14/return %16, %14/' %t > %t.ones
// RUN: not amp-opt %t.ones --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=ONES
// ONES: error: breaks "states stay padded with zeros": result 0 may hold something else behind index 77 of dimension 0
// RUN: sed 's/{amp.state = "m", amp.unpadded = array<i64: 77, 8>}/{amp.state = "m"}/' %t > %t.alone
// RUN: not amp-opt %t.alone --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: error: breaks "public functions keep their types"
// RUN: sed '/main_pad_state/,/return/s/dense<0.0/dense<1.0/' %t > %t.checkpoint
// RUN: not amp-opt %t.checkpoint --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=CHECKPOINT
// CHECKPOINT: error: breaks "what is added pads or cuts": 'stablehlo.pad' in 'main_pad_state'
// RUN: sed '/main_pad_state/,/return/s/low = .0, 0., high = .3, 0./low = [3, 0], high = [0, 0]/' %t > %t.front
// RUN: not amp-opt %t.front --amp-check-alignment=input=%s 2>&1 | FileCheck %s --check-prefix=CHECKPOINT

func.func @main(%w: tensor<77x8xf32> {amp.state = "w"}, %m: tensor<77x8xf32> {amp.state = "m"}, %k: tensor<8x8xf32> {amp.state = "k"}, %x: tensor<64x8xf32>) -> (tensor<77x8xf32> {amp.state = "w"}, tensor<77x8xf32> {amp.state = "m"}, tensor<f32>, tensor<8x8xf32> {amp.state = "k"}, tensor<77x8xf32>) {
  %rate = stablehlo.constant dense<0.1> : tensor<77x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [1] : (tensor<64x8xf32>, tensor<77x8xf32>) -> tensor<64x77xf32>
  %loss = stablehlo.reduce(%y init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<64x77xf32>, tensor<f32>) -> tensor<f32>
  %g = stablehlo.dot_general %y, %x, contracting_dims = [0] x [0] : (tensor<64x77xf32>, tensor<64x8xf32>) -> tensor<77x8xf32>
  %m1 = stablehlo.add %m, %g : tensor<77x8xf32>
  %d = stablehlo.multiply %m1, %rate : tensor<77x8xf32>
  %w1 = stablehlo.subtract %w, %d : tensor<77x8xf32>
  return %w1, %m1, %loss, %k, %w : tensor<77x8xf32>, tensor<77x8xf32>, tensor<f32>, tensor<8x8xf32>, tensor<77x8xf32>
}
