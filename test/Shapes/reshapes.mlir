// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="align=always check remarks" -o %t 2>&1 | FileCheck %s --check-prefix=SAYS
// RUN: FileCheck %s < %t
// RUN: amp-opt %t --amp-check-alignment=input=%s | cmp - %t

/// A dimension split and merged again is padded by whole groups, from the first matmul to the second: one mask, no slice.
// CHECK-LABEL: func.func @grouped(
func.func @grouped(%x: tensor<4096x512xbf16>, %w: tensor<512x1004xbf16>, %v: tensor<1004x512xbf16>) -> tensor<4096x512xbf16> {
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<4096x1008xbf16>) -> tensor<4096x252x4xbf16>
  // CHECK: stablehlo.cosine %{{.*}} : tensor<4096x252x4xbf16>
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<4096x252x4xbf16>) -> tensor<4096x1008xbf16>
  // CHECK-NOT: stablehlo.slice
  // CHECK: return
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x512xbf16>, tensor<512x1004xbf16>) -> tensor<4096x1004xbf16>
  %1 = stablehlo.reshape %0 : (tensor<4096x1004xbf16>) -> tensor<4096x251x4xbf16>
  %2 = stablehlo.cosine %1 : tensor<4096x251x4xbf16>
  %3 = stablehlo.reshape %2 : (tensor<4096x251x4xbf16>) -> tensor<4096x1004xbf16>
  %4 = stablehlo.dot_general %3, %v, contracting_dims = [1] x [0] : (tensor<4096x1004xbf16>, tensor<1004x512xbf16>) -> tensor<4096x512xbf16>
  return %4 : tensor<4096x512xbf16>
}

/// The outermost of what is merged: the next product has it in another size.
// CHECK-LABEL: func.func @outermost(
func.func @outermost(%x: tensor<4096x512xbf16>, %w: tensor<512x1006xbf16>) -> tensor<4x1024x64xbf16> {
  %v = stablehlo.constant dense<1.5> : tensor<4x2012x64xbf16>
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<4096x1008xbf16>) -> tensor<4x1024x1008xbf16>
  // CHECK: stablehlo.reshape %{{.*}} : (tensor<4x1024x1008x2xbf16>) -> tensor<4x1024x2016xbf16>
  // CHECK-NOT: stablehlo.slice
  // CHECK: return
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x512xbf16>, tensor<512x1006xbf16>) -> tensor<4096x1006xbf16>
  %1 = stablehlo.reshape %0 : (tensor<4096x1006xbf16>) -> tensor<4x1024x1006xbf16>
  %2 = stablehlo.tanh %1 : tensor<4x1024x1006xbf16>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0, 1, 2] : (tensor<4x1024x1006xbf16>) -> tensor<4x1024x1006x2xbf16>
  %4 = stablehlo.reshape %3 : (tensor<4x1024x1006x2xbf16>) -> tensor<4x1024x2012xbf16>
  %5 = stablehlo.dot_general %4, %v, batching_dims = [0] x [0], contracting_dims = [2] x [1] : (tensor<4x1024x2012xbf16>, tensor<4x2012x64xbf16>) -> tensor<4x1024x64xbf16>
  return %5 : tensor<4x1024x64xbf16>
}

/// Padding of what is not outermost would stand in front of what follows it.
// CHECK-LABEL: func.func @inner(
func.func @inner(%x: tensor<4096x512xbf16>, %w: tensor<512x2x1006xbf16>) -> tensor<4096x2012xbf16> {
  // CHECK: %[[CUT:.*]] = stablehlo.slice %{{.*}} [0:4096, 0:2, 0:1006]
  // CHECK: stablehlo.reshape %[[CUT]]
  // SAYS: reshapes.mlir:[[#@LINE+2]]:{{.*}} remark: cuts 1006 here: it is not the outermost of what is merged or split, so its padding would not stay behind the end
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x512xbf16>, tensor<512x2x1006xbf16>) -> tensor<4096x2x1006xbf16>
  %1 = stablehlo.reshape %0 : (tensor<4096x2x1006xbf16>) -> tensor<4096x2012xbf16>
  return %1 : tensor<4096x2012xbf16>
}

/// 77 heads of 13: whole heads would be 1040 for 1008.
// CHECK-LABEL: func.func @heads(
func.func @heads(%x: tensor<4096x512xbf16>, %w: tensor<512x1001xbf16>) -> tensor<4096x77x13xbf16> {
  // CHECK: %[[CUT:.*]] = stablehlo.slice %{{.*}} [0:4096, 0:1001]
  // CHECK: stablehlo.reshape %[[CUT]]
  // SAYS: reshapes.mlir:[[#@LINE+2]]:{{.*}} remark: cuts 1001 here: what it is merged into or split from would be longer by more than that saves
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x512xbf16>, tensor<512x1001xbf16>) -> tensor<4096x1001xbf16>
  %1 = stablehlo.reshape %0 : (tensor<4096x1001xbf16>) -> tensor<4096x77x13xbf16>
  return %1 : tensor<4096x77x13xbf16>
}
