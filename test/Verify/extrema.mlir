// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: amp-opt %t/own.mlir --amp=compute=bf16 | FileCheck %s
// RUN: amp-opt %t/own.mlir --amp-verify=input=%t/own.mlir -o /dev/null

/// The gradient of a maximum goes where an element equals it. If one of the two
/// was rounded, none does, and the number of those that do is divided by.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"], clear = ["select", "layout"]>} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
    %c = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<4xf32>
    %2 = stablehlo.compare EQ, %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
    %3 = stablehlo.dot %1, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %2 : tensor<4xi1>
  }
}

//--- output.mlir
func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<0.0> : tensor<f16>
  %x16 = amp.cast %x <unlisted> : tensor<4xf32> to tensor<4xf16>
  // expected-note @+1 {{chosen here}}
  %0 = stablehlo.reduce(%x16 init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf16>, tensor<f16>) -> tensor<f16>
  %f = amp.cast %0 <unlisted> : tensor<f16> to tensor<f32>
  %1 = stablehlo.broadcast_in_dim %f, dims = [] : (tensor<f32>) -> tensor<4xf32>
  // expected-error @+1 {{'stablehlo.compare' op breaks "what belongs together has one type": expects 'f16', in which what it tests was chosen, but got 'f32'}}
  %2 = stablehlo.compare EQ, %x, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.dot %1, %1 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
  return %2 : tensor<4xi1>
}

// -----

/// Rounded on the way to the test, and widened again.
func.func @main(%x: tensor<4xf32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<0.0> : tensor<f32>
  // expected-note @+1 {{chosen here}}
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %h = amp.cast %0 <unlisted> : tensor<f32> to tensor<f16>
  %1 = stablehlo.broadcast_in_dim %h, dims = [] : (tensor<f16>) -> tensor<4xf16>
  %f = amp.cast %1 <unlisted> : tensor<4xf16> to tensor<4xf32>
  // expected-error @+1 {{'stablehlo.compare' op breaks "what belongs together has one type": expects 'f32', in which what it tests was chosen, but got a rounded value}}
  %2 = stablehlo.compare EQ, %x, %f : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %3 = stablehlo.dot %1, %1 : (tensor<4xf16>, tensor<4xf16>) -> tensor<f32>
  return %2 : tensor<4xi1>
}

//--- own.mlir
/// Conversions that the program itself has before a test are not checked.
// CHECK-LABEL: @own_convert
// CHECK: %[[WIDE:.*]] = stablehlo.convert %{{.*}} : (tensor<4xbf16>) -> tensor<4xf32>
// CHECK: stablehlo.compare EQ, %[[WIDE]],
func.func @own_convert(%x: tensor<4x8xbf16>, %y: tensor<4xf32>) -> tensor<4xi1> {
  %c = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %0 = stablehlo.reduce(%x init: %c) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xbf16>, tensor<bf16>) -> tensor<4xbf16>
  %1 = stablehlo.convert %0 : (tensor<4xbf16>) -> tensor<4xf32>
  %2 = stablehlo.compare EQ, %1, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  return %2 : tensor<4xi1>
}
