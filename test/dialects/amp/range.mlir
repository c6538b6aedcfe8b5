// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --verify-roundtrip | FileCheck %s

/// Declared on arguments and ops, or recorded; one per result, or `unit` where nothing is known.
// CHECK-LABEL: func.func @ranges
// CHECK-SAME: {amp.range = #amp.range<-1.000000e+00, 2.500000e+00>}
// CHECK: amp.range = #amp.range<0.000000e+00, 2.500000e+00, nonzero = 1.000000e-08, recorded>
// CHECK: amp.range = [#amp.range<0.000000e+00, 1.000000e+00, recorded>, unit]
func.func @ranges(%x: tensor<2xf32> {amp.range = #amp.range<-1.0, 2.5>}) {
  %0 = stablehlo.abs %x {amp.range = #amp.range<0.0, 2.5, nonzero = 1.0e-8, recorded>} : tensor<2xf32>
  %1:2 = "stablehlo.optimization_barrier"(%0, %x) {amp.range = [#amp.range<0.0, 1.0, recorded>, unit]} : (tensor<2xf32>, tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}
