// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Found by amp-fuzz.
// RUN: amp-fuzz %s --amp="compute=f16 loss-scale=dynamic"
// RUN: amp-opt %s --amp-record-step --amp-scale-loss --amp-lower-training --amp-check-scaling > %t
// RUN: sed 's/\(%[a-z0-9]* = "stablehlo.outfeed"(\)%[a-z0-9_]*/\1%0/' %t > %t.other
// RUN: not cmp -s %t %t.other
// RUN: not amp-opt %t.other --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: sed '/stablehlo.outfeed/d' %t > %t.gone
// RUN: not amp-opt %t.gone --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=GONE

/// No result depends on what an outfeed sends: the checker compared results alone, saw no unscaling of its operand in the
/// lowered step, and refused it; an outfeed of another value, or none, would have passed.
func.func @main(%arg0: tensor<2x3xf32>, %arg1: tensor<3x1xf32>) -> tensor<3x1xf32> {
  %0 = stablehlo.dot_general %arg0, %arg1, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x1xf32>) -> tensor<2x1xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %1 = amp.seed "main" %cst : tensor<f32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [] : (tensor<f32>) -> tensor<2x1xf32>
  %3 = stablehlo.multiply %2, %0 : tensor<2x1xf32>
  %4 = stablehlo.dot_general %arg0, %3, contracting_dims = [0] x [0] : (tensor<2x3xf32>, tensor<2x1xf32>) -> tensor<3x1xf32>
  %5 = amp.gradients "main" %4 : tensor<3x1xf32>
  %6 = stablehlo.create_token : !stablehlo.token
  %7 = "stablehlo.outfeed"(%3, %6) <{outfeed_config = ""}> : (tensor<2x1xf32>, !stablehlo.token) -> !stablehlo.token
  %8 = stablehlo.subtract %arg1, %5 : tensor<3x1xf32>
  %9 = amp.state "main" (%8) else (%arg1) kinds ["parameter"] : tensor<3x1xf32>
  return %9 : tensor<3x1xf32>
}

// OTHER: error: breaks "without its scaling a step is what it was": 'stablehlo.dot_general' has another counterpart
// GONE: error: breaks "without its scaling a step is what it was": 'stablehlo.outfeed' has no counterpart
