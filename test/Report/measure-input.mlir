// RUN: amp-opt %s --amp-measure-input | FileCheck %s
// RUN: amp-opt %s --amp-measure-input --amp-lower-to-native | FileCheck %s --check-prefix=ENDS

/// Measures of the input module, as an attribute of the module until native lowering.
// CHECK: module attributes {amp.before = {
// CHECK-SAME: flops = {f32 = 4.000000e+00 : f64}
// CHECK-SAME: parameter_bytes = {f32 = 1.600000e+01 : f64}

// ENDS-NOT: amp.
module {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.add %x, %x {amp.reason = #amp.reason<unlisted>} : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}
