// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" | FileCheck %s

!t = tensor<512x512xf32>

/// An exponential that a choice takes below a number only, as elu, or whose
/// operand is chosen so.
// CHECK-LABEL: func.func @elu
// CHECK-COUNT-3: stablehlo.dot {{.*}}f16>
func.func @elu(%x: !t, %w: !t) -> !t {
  %zero = stablehlo.constant dense<0.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.compare GT, %0, %zero : (!t, !t) -> tensor<512x512xi1>
  %2 = stablehlo.exponential_minus_one %0 : !t
  %3 = stablehlo.select %1, %0, %2 : tensor<512x512xi1>, !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  %5 = stablehlo.compare LE, %zero, %4 : (!t, !t) -> tensor<512x512xi1>
  %6 = stablehlo.select %5, %zero, %4 : tensor<512x512xi1>, !t
  %7 = stablehlo.exponential %6 : !t
  %8 = stablehlo.dot %7, %w : (!t, !t) -> !t
  return %8 : !t
}

/// A choice that keeps the large operands limits nothing.
// CHECK-LABEL: func.func @negative_choice
// CHECK: stablehlo.dot {{.*}}f16>
// CHECK: stablehlo.dot {{.*}} : (tensor<512x512xf32>, tensor<512x512xf32>)
// CHECK: stablehlo.dot {{.*}} : (tensor<512x512xf32>, tensor<512x512xf32>)
func.func @negative_choice(%x: !t, %w: !t) -> (!t, !t) {
  %zero = stablehlo.constant dense<0.0> : !t
  %0 = stablehlo.dot %x, %w : (!t, !t) -> !t
  %1 = stablehlo.compare LT, %0, %zero : (!t, !t) -> tensor<512x512xi1>
  %2 = stablehlo.select %1, %zero, %0 : tensor<512x512xi1>, !t
  %3 = stablehlo.exponential %2 : !t
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  %5 = stablehlo.exponential %0 : !t
  %6 = stablehlo.select %1, %0, %5 : tensor<512x512xi1>, !t
  %7 = stablehlo.dot %6, %w : (!t, !t) -> !t
  return %4, %7 : !t, !t
}
