// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-record-step --amp-scale-loss --amp-check-scaling -o %t
// RUN: amp-opt %t --amp-check-scaling=input=%s | cmp - %t

/// Every fault that is planted is found: a state whose new value is returned, an old value that is another state's, a sum that
/// became a difference, a loop that starts elsewhere.
// RUN: sed 's/return %\([^ ,]*\)#0, %\([^ ,]*\)#1/return %\1#1, %\1#0/' %t > %t.swapped
// RUN: not amp-opt %t.swapped --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=SWAPPED
// SWAPPED: error: breaks "without its scaling a step is what it was"
// RUN: sed 's/else *(%arg0, %arg1)/else (%arg1, %arg0)/' %t > %t.old
// RUN: not amp-opt %t.old --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=OLD
// OLD: error: breaks "without its scaling a step is what it was"
// RUN: sed 's/stablehlo.subtract/stablehlo.add/' %t > %t.sum
// RUN: not amp-opt %t.sum --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=SUM
// SUM: error: breaks "without its scaling a step is what it was": 'stablehlo.add' has another counterpart
// RUN: sed 's/, %iterArg_\([0-9]*\) = %cst/, %iterArg_\1 = %arg0/' %t > %t.start
// RUN: not amp-opt %t.start --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=START
// START: error: breaks "without its scaling a step is what it was"
// RUN: sed -E 's/%[^ ]+ = amp.guard %[^ ]*, \((%[^ ,]*), (%[^ ,]*)\).*//; s/return %[^ ]*#0, %[^ ]*#1/return %arg0, %arg1/' %t > %t.bare
// RUN: not amp-opt %t.bare --amp-check-scaling=input=%s 2>&1 | FileCheck %s --check-prefix=BARE
// BARE: error: breaks "every state that is returned is guarded": state "v" is not

func.func @step(%w: tensor<f32>, %v: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0:2 = stablehlo.while(%a = %i, %sum = %zero) : tensor<i32>, tensor<f32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %2 = func.call @part(%seed, %w) : (tensor<f32>, tensor<f32>) -> tensor<f32>
    %3 = stablehlo.add %sum, %2 : tensor<f32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %a, %c : tensor<i32>
    stablehlo.return %4, %3 : tensor<i32>, tensor<f32>
  }
  %g:2 = amp.gradients "main" %0#1, %seed : tensor<f32>, tensor<f32>
  %5 = stablehlo.subtract %w, %g#0 : tensor<f32>
  %6 = stablehlo.multiply %v, %g#1 : tensor<f32>
  %s:2 = amp.state "main" (%5, %6) else (%w, %v) names ["w", "v"] : tensor<f32>, tensor<f32>
  return %s#0, %s#1 : tensor<f32>, tensor<f32>
}
func.func private @part(%seed: tensor<f32>, %w: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.multiply %seed, %w : tensor<f32>
  %1 = stablehlo.tanh %0 : tensor<f32>
  return %1 : tensor<f32>
}
