// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" | FileCheck %s

/// @outer, which has two calls, returns the f32 exponential of @inner to dots in
/// bf16. For amp-verify it has no carried values, so that the result of @inner had no
/// reader and was taken for idle.
!t = tensor<64x64xf32>
// CHECK: func.func private @inner({{.*}}) -> tensor<64x64xbf16>
func.func @main(%x: !t, %y: !t, %w: !t) -> (!t, !t) {
  %0 = call @outer(%x) : (!t) -> !t
  %1 = stablehlo.dot %0, %w : (!t, !t) -> !t
  %2 = call @outer(%y) : (!t) -> !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %1, %3 : !t, !t
}
func.func private @outer(%x: !t) -> !t {
  %0 = call @inner(%x) : (!t) -> !t
  return %0 : !t
}
func.func private @inner(%x: !t) -> !t {
  %0 = stablehlo.exponential %x : !t
  return %0 : !t
}
