// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/states.mlir --amp-align-shapes="align=always pad-state=true check" -o %t/padded.mlir
// DEFINE: %{state} = not amp-opt --amp-check-alignment=input=%t/states.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix

/// Functions that pad a checkpoint and take it back: each state once, in place, and no further than it was.
// RUN: amp-opt %t/padded.mlir --amp-check-alignment=input=%t/states.mlir -o /dev/null
// RUN: sed '/_pad_state/,$s/return %0, %1/return %1, %0/' %t/padded.mlir | %{state}=SWAPPED
// SWAPPED: breaks "what is added pads or cuts": expects result 0 to be argument 0, a state, padded or cut in 'main_{{(un)?}}pad_state'
// RUN: sed '/_pad_state/,$s/stablehlo.pad %arg1/stablehlo.pad %arg0/' %t/padded.mlir | %{state}=TWICE
// TWICE: breaks "what is added pads or cuts": expects result 1 to be argument 1, a state, padded or cut in 'main_pad_state'
// RUN: sed 's/@main_pad_state/@main_pads/' %t/padded.mlir | %{state}=NAME
// NAME: breaks "what is added pads or cuts": expects a function that pads or cuts the states of a step in 'main_pads'
// RUN: sed '/_pad_state/,$s/amp.state = "m"/amp.state = "w"/' %t/padded.mlir | %{state}=ONESTATE
// ONESTATE: breaks "what is added pads or cuts": expects result 1 to be argument 1, a state, padded or cut

/// A concatenation moves the front of its second operand behind the end of the first: nothing that may be added.
// RUN: not amp-opt %t/joined.mlir --amp-check-alignment=input=%t/given.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=JOINED
// JOINED: breaks "without its padding a program is what it was": 'stablehlo.concatenate' has another counterpart

/// Shapes that dynamic ops read have the numbers of their types.
// RUN: amp-opt %t/dynamic.mlir --amp-align-shapes="align=always dynamic=round-up check" -o %t/rounded.mlir
// RUN: amp-opt %t/rounded.mlir --amp-check-alignment=input=%t/dynamic.mlir -o /dev/null
// RUN: sed 's/dense<64> : tensor<i32>/dense<65> : tensor<i32>/' %t/rounded.mlir | not amp-opt --amp-check-alignment=input=%t/dynamic.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=SHAPE
// SHAPE: breaks "without its padding a program is what it was": expects a shape of {{.*}}, but got 65 for 64
// RUN: sed 's/dense<0> : tensor<i32>/dense<-1> : tensor<i32>/' %t/rounded.mlir | not amp-opt --amp-check-alignment=input=%t/dynamic.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=HIGH
// HIGH: breaks "without its padding a program is what it was": 'stablehlo.dynamic_pad' has another counterpart

//--- states.mlir
func.func @main(%w: tensor<77x8xf32> {amp.state = "w"}, %m: tensor<77x8xf32> {amp.state = "m"}, %x: tensor<64x77xf32>) -> (tensor<77x8xf32> {amp.state = "w"}, tensor<77x8xf32> {amp.state = "m"}) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x77xf32>, tensor<77x8xf32>) -> tensor<64x8xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<64x77xf32>, tensor<64x8xf32>) -> tensor<77x8xf32>
  %2 = stablehlo.add %m, %1 : tensor<77x8xf32>
  %3 = stablehlo.subtract %w, %2 : tensor<77x8xf32>
  return %3, %2 : tensor<77x8xf32>, tensor<77x8xf32>
}

//--- given.mlir
func.func @main(%x: tensor<4x2xf32>, %w: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x2xf32>, tensor<2x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}
//--- joined.mlir
func.func @main(%x: tensor<4x2xf32>, %w: tensor<2x8xf32>) -> tensor<4x8xf32> {
  %zero = stablehlo.constant {amp.unpadded = array<i64>} dense<0.0> : tensor<f32>
  %long = stablehlo.pad %w, %zero, low = [0, 0], high = [4, 0], interior = [0, 0] {amp.unpadded = array<i64: 2, 8>} : (tensor<2x8xf32>, tensor<f32>) -> tensor<6x8xf32>
  %half = stablehlo.pad %x, %zero, low = [0, 0], high = [0, 1], interior = [0, 0] {amp.unpadded = array<i64: 4, 2>} : (tensor<4x2xf32>, tensor<f32>) -> tensor<4x3xf32>
  %both = stablehlo.concatenate %half, %half, dim = 1 {amp.unpadded = array<i64: 4, 2>} : (tensor<4x3xf32>, tensor<4x3xf32>) -> tensor<4x6xf32>
  %cut = stablehlo.slice %both [0:4, 0:6] {amp.unpadded = array<i64: 4, 2>} : (tensor<4x6xf32>) -> tensor<4x6xf32>
  %0 = stablehlo.dot_general %cut, %long, contracting_dims = [1] x [0] : (tensor<4x6xf32>, tensor<6x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

//--- dynamic.mlir
func.func @chain(%x: tensor<64x?xbf16>, %w: tensor<?x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x?xbf16>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x?xbf16>, tensor<?x128xbf16>) -> tensor<64x128xbf16>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [1] : (tensor<64x128xbf16>, tensor<?x128xbf16>) -> tensor<64x?xbf16>
  %2 = stablehlo.cosine %1 : tensor<64x?xbf16>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<64x?xbf16>, tensor<?x128xbf16>) -> tensor<64x128xbf16>
  return %3, %2 : tensor<64x128xbf16>, tensor<64x?xbf16>
}
