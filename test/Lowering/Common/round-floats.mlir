// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// The numbers are tested in test/Run/elementwise.test.
// RUN: amp-opt %s --amp-round-floats | FileCheck %s

/// f16 is converted by the CPU; the sum rounds once.
// CHECK-LABEL: func @add_f16
// CHECK-COUNT-2: arith.extf %{{.*}} : f16 to f32
// CHECK: %[[SUM:.*]] = arith.addf %{{.*}}, %{{.*}} : f32
// CHECK: %[[R:.*]] = arith.truncf %[[SUM]] : f32 to f16
// CHECK: return %[[R]]
func.func @add_f16(%a: f16, %b: f16) -> f16 {
  %s = arith.addf %a, %b : f16
  return %s : f16
}

/// bf16 is the upper half of an f32: no conversion of floats is left.
// CHECK-LABEL: func @tanh_bf16
// CHECK-NOT: arith.extf
// CHECK: math.tanh %{{.*}} : f32
// CHECK-NOT: arith.truncf
func.func @tanh_bf16(%a: bf16) -> bf16 {
  %t = math.tanh %a : bf16
  return %t : bf16
}

/// f64 goes to f16 by way of an f32 that is odd where inexact: one rounding.
// CHECK-LABEL: func @narrow_f64
// CHECK: arith.truncf %{{.*}} : f64 to f32
// CHECK: %[[F32:.*]] = arith.bitcast %{{.*}} : i32 to f32
// CHECK: arith.truncf %[[F32]] : f32 to f16
func.func @narrow_f64(%a: f64) -> f16 {
  %t = arith.truncf %a : f64 to f16
  return %t : f16
}

/// A sign is a bit, also of NaN.
// CHECK-LABEL: func @negate_bf16
// CHECK: arith.xori
// CHECK-NOT: arith.negf
func.func @negate_bf16(%a: bf16) -> bf16 {
  %t = arith.negf %a : bf16
  return %t : bf16
}
