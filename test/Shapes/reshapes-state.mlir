// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always pad-state check" -o %t
// RUN: FileCheck %s < %t
// RUN: amp-opt %t --amp-check-alignment=input=%s | cmp - %t

/// A state that comes with zeros behind its end: they are there after a split and a merge, so that no product needs a mask.
// CHECK-LABEL: func.func @main(
// CHECK-SAME: tensor<1008x512xbf16>
func.func @main(%x: tensor<4096x1004xbf16>, %w: tensor<1004x512xbf16> {amp.state = "w"}) -> (tensor<4096x512xbf16>, tensor<1004x512xbf16> {amp.state = "w"}) {
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<1008x512xbf16>) -> tensor<252x4x512xbf16>
  // CHECK: %[[W:.*]] = stablehlo.reshape %{{.*}} : (tensor<252x4x512xbf16>) -> tensor<1008x512xbf16>
  // CHECK: stablehlo.dot_general %{{.*}}, %[[W]]
  // CHECK-NOT: stablehlo.s{{elect|lice}}
  // CHECK: return %{{.*}}, %[[W]]
  %0 = stablehlo.reshape %w : (tensor<1004x512xbf16>) -> tensor<251x4x512xbf16>
  %1 = stablehlo.tanh %0 : tensor<251x4x512xbf16>
  %2 = stablehlo.reshape %1 : (tensor<251x4x512xbf16>) -> tensor<1004x512xbf16>
  %3 = stablehlo.dot_general %x, %2, contracting_dims = [1] x [0] : (tensor<4096x1004xbf16>, tensor<1004x512xbf16>) -> tensor<4096x512xbf16>
  return %3, %2 : tensor<4096x512xbf16>, tensor<1004x512xbf16>
}
