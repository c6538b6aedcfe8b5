// RUN: amp-opt %s --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s

/// A reduction whose body calls a function keeps its types: the function has
/// other callers.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["stablehlo.reduce"]>} {
  // CHECK-LABEL: @negative_body_calls
  func.func @negative_body_calls(%x: tensor<4xf32>, %init: tensor<f32>) -> tensor<f32> {
    // CHECK: stablehlo.reduce
    // CHECK: amp.precision = #amp.precision<[], <given, "body">>
    %0 = "stablehlo.reduce"(%x, %init) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = func.call @larger(%a, %b) : (tensor<f32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @larger(%a: tensor<f32>, %b: tensor<f32>) -> tensor<f32> {
    %0 = stablehlo.maximum %a, %b : tensor<f32>
    return %0 : tensor<f32>
  }
}
