// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Found by amp-fuzz: 23 random bits beside the exponent of 1 are a float in [1, 2), so that sinh of it stays below 1.2 and may be
// read low; amp-verify knew no bounds of bits and rejected that.
// RUN: amp-opt %s --amp="compute=f16 solver=paint preset=apex-o3" -o %t
// RUN: FileCheck %s < %t
// CHECK: stablehlo.dot_general {{.*}}(tensor<2x3xf16>

/// 31 of them reach into the exponent: the same output with this program is unsound.
// RUN: sed 's/dense<9>/dense<1>/' %s > %t.input
// RUN: sed 's/dense<9>/dense<1>/' %t > %t.output
// RUN: not amp-opt %t.output --amp-verify=input=%t.input 2>&1 | FileCheck %s --check-prefix=WIDE
// WIDE: 'stablehlo.dot_general' op breaks "a low format holds what is known to occur": expects a format that holds 4.4e+06, which the program bounds, but got 'f16'

/// A negative number that is shifted by nothing is no large one, and one that is shifted has zeros above.
// RUN: sed 's/dense<9>/dense<0>/' %s > %t.input0
// RUN: sed 's/dense<9>/dense<0>/' %t > %t.output0
// RUN: not amp-opt %t.output0 --amp-verify=input=%t.input0 2>&1 | FileCheck %s --check-prefix=WIDE
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction", "collective", "elementwise", "reduction", "scan", "transcendental"], clear = ["contraction.result", "control", "gather_scatter", "layout", "select"]>} {
  func.func @main(%key: tensor<2xui64>, %w: tensor<3x4xf32>) -> tensor<2x4xf32> {
    %state, %bits = stablehlo.rng_bit_generator %key, algorithm = THREE_FRY : (tensor<2xui64>) -> (tensor<2xui64>, tensor<2x3xi32>)
    %places = stablehlo.constant dense<9> : tensor<2x3xi32>
    %mantissa = stablehlo.shift_right_logical %bits, %places : tensor<2x3xi32>
    %exponent = stablehlo.constant dense<1065353216> : tensor<2x3xi32>
    %both = stablehlo.or %mantissa, %exponent : tensor<2x3xi32>
    %float = stablehlo.bitcast_convert %both : (tensor<2x3xi32>) -> tensor<2x3xf32>
    %one = stablehlo.constant dense<1.0> : tensor<2x3xf32>
    %uniform = stablehlo.subtract %float, %one : tensor<2x3xf32>
    %lo = stablehlo.constant dense<-1.6e1> : tensor<f32>
    %hi = stablehlo.constant dense<1.6e1> : tensor<f32>
    %clamped = stablehlo.clamp %lo, %uniform, %hi : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %sinh = chlo.sinh %clamped : tensor<2x3xf32> -> tensor<2x3xf32>
    %y = stablehlo.dot_general %sinh, %w, contracting_dims = [1] x [0] : (tensor<2x3xf32>, tensor<3x4xf32>) -> tensor<2x4xf32>
    return %y : tensor<2x4xf32>
  }
}
