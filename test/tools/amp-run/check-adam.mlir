// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// The first step of Adam divides a gradient by its own magnitude: where the
/// gradient is near zero, rounding decides the sign of the update, and both are
/// right. Elements with a gradient that is far from zero are compared as ever.
// RUN: split-file %s %t
// RUN: amp-run check %t/a.mlir %t/low.mlir | FileCheck %s
// RUN: not amp-run check %t/a.mlir %t/wrong.mlir | FileCheck %s --check-prefix=WRONG

// CHECK: out_0 A max {{.*}} B max 1.0
// CHECK: 0 off by more than {{.*}}, 1 more because of rounding that the step magnifies
// CHECK-NOT: diverges

// WRONG: 1 off by more than
// WRONG: first op that diverges: stablehlo.divide
// WRONG-NEXT: element [0] is 1 instead of -{{0.99|1}}

//--- a.mlir
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[[-1.0, -1.0], [1.001, -1.0]]> : tensor<2x2xf32>
  %w = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xf32>
  %g = stablehlo.dot %x, %w : (tensor<2x2xf32>, tensor<2xf32>) -> tensor<2xf32>
  %epsilon = stablehlo.constant dense<1.0e-8> : tensor<2xf32>
  %square = stablehlo.multiply %g, %g : tensor<2xf32>
  %root = stablehlo.sqrt %square : tensor<2xf32>
  %divisor = stablehlo.add %root, %epsilon : tensor<2xf32>
  %update = stablehlo.divide %g, %divisor : tensor<2xf32>
  return %update : tensor<2xf32>
}

//--- low.mlir
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[[-1.0, -1.0], [1.001, -1.0]]> : tensor<2x2xbf16>
  %w = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %g = stablehlo.dot %x, %w : (tensor<2x2xbf16>, tensor<2xbf16>) -> tensor<2xf32>
  %epsilon = stablehlo.constant dense<1.0e-8> : tensor<2xf32>
  %square = stablehlo.multiply %g, %g : tensor<2xf32>
  %root = stablehlo.sqrt %square : tensor<2xf32>
  %divisor = stablehlo.add %root, %epsilon : tensor<2xf32>
  %update = stablehlo.divide %g, %divisor : tensor<2xf32>
  return %update : tensor<2xf32>
}

/// The update of the large gradient has the wrong sign.
//--- wrong.mlir
func.func @main() -> tensor<2xf32> {
  %x = stablehlo.constant dense<[[-1.0, -1.0], [1.001, -1.0]]> : tensor<2x2xbf16>
  %w = stablehlo.constant dense<[1.0, 1.0]> : tensor<2xbf16>
  %g = stablehlo.dot %x, %w : (tensor<2x2xbf16>, tensor<2xbf16>) -> tensor<2xf32>
  %epsilon = stablehlo.constant dense<1.0e-8> : tensor<2xf32>
  %square = stablehlo.multiply %g, %g : tensor<2xf32>
  %root = stablehlo.sqrt %square : tensor<2xf32>
  %divisor = stablehlo.add %root, %epsilon : tensor<2xf32>
  %update = stablehlo.divide %root, %divisor : tensor<2xf32>
  return %update : tensor<2xf32>
}
