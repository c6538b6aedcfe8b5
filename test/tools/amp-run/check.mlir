// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// 300 * 300 is beyond f16: the product is named, not the sum that shows it; in
/// a function, among conversions that the first program does not have.
// RUN: not amp-run check %s %S/Inputs/square-f16.mlir | FileCheck %s
// CHECK: out_0 A max 0.000e+00 rms 0.000e+00 B max inf
// CHECK: 2 values of ops compared, 2 off by more than
// CHECK: first op that diverges: stablehlo.multiply : tensor<3xf16> at loc("{{.*}}square-f16.mlir":13:8)
// CHECK: element [2] is inf instead of 90000

/// A program agrees with itself.
// RUN: amp-run check %s %s | FileCheck %s --check-prefix=SAME
// SAME: 2 values of ops compared, 0 off by more than 0.0001
// SAME-NOT: diverges

// RUN: not amp-run check %s 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: error: amp-run check expects two modules, or one with --target=cuda
// RUN: not amp-run --bound=0.1 %s 2>&1 | FileCheck %s --check-prefix=BOUND
// BOUND: error: amp-run run expects no --bound: it is an option of amp-run check
// RUN: not amp-run check --time %s %s 2>&1 | FileCheck %s --check-prefix=TIME
// TIME: error: amp-run check expects no --time: it is an option of amp-run run
func.func @main() -> tensor<f32> {
  %x = stablehlo.constant dense<[1.0, 2.0, 300.0]> : tensor<3xf32>
  %y = call @square(%x) : (tensor<3xf32>) -> tensor<3xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %sum = stablehlo.reduce(%y init: %z) applies stablehlo.add across dimensions = [0] : (tensor<3xf32>, tensor<f32>) -> tensor<f32>
  return %sum : tensor<f32>
}

func.func private @square(%x: tensor<3xf32>) -> tensor<3xf32> {
  %y = stablehlo.multiply %x, %x : tensor<3xf32>
  return %y : tensor<3xf32>
}
