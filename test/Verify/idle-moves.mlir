// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: not amp-opt %t/negative_scale.mlir --amp-verify=input=%t/input.mlir 2>&1 | FileCheck %s

/// A value is rounded for an op that computes in 16 bits, not for a move between f32 ops.

// CHECK: error: {{.*}}expects f32 for what is only moved between f32 ops

//--- input.mlir
!t = tensor<4x4xf32>
!flat = tensor<16xf32>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["layout", "contraction.result"], deny = ["transcendental"]>} {
  func.func @main(%x: !flat, %scale: !flat) -> !t {
    %0 = stablehlo.reshape %scale : (!flat) -> !t
    %1 = stablehlo.exponential %0 : !t
    %2 = stablehlo.reshape %x : (!flat) -> !t
    %3 = stablehlo.dot %2, %1 : (!t, !t) -> !t
    return %3 : !t
  }
}

//--- output.mlir
!t = tensor<4x4xf32>
!flat = tensor<16xf32>
!h = tensor<4x4xbf16>
!flath = tensor<16xbf16>
func.func @main(%x: !flat, %scale: !flat) -> !t {
  %0 = stablehlo.reshape %scale : (!flat) -> !t
  %1 = stablehlo.exponential %0 : !t
  %xh = amp.cast %x <unlisted> : !flat to !flath
  %2 = stablehlo.reshape %xh : (!flath) -> !h
  %low1 = amp.cast %1 <unlisted> : !t to !h
  %3 = stablehlo.dot %2, %low1 : (!h, !h) -> !t
  return %3 : !t
}

//--- negative_scale.mlir
!t = tensor<4x4xf32>
!flat = tensor<16xf32>
!h = tensor<4x4xbf16>
!flath = tensor<16xbf16>
func.func @main(%x: !flat, %scale: !flat) -> !t {
  %scaleh = amp.cast %scale <unlisted> : !flat to !flath
  %0 = stablehlo.reshape %scaleh : (!flath) -> !h
  %wide0 = amp.cast %0 <unlisted> : !h to !t
  %1 = stablehlo.exponential %wide0 : !t
  %xh = amp.cast %x <unlisted> : !flat to !flath
  %2 = stablehlo.reshape %xh : (!flath) -> !h
  %low1 = amp.cast %1 <unlisted> : !t to !h
  %3 = stablehlo.dot %2, %low1 : (!h, !h) -> !t
  return %3 : !t
}
