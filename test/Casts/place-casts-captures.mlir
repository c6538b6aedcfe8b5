// RUN: amp-opt %s --amp | FileCheck %s

/// A value that a body captures is cast outside: the body runs once for each
/// element.
// CHECK: %[[S:.*]] = stablehlo.convert %arg1 : (tensor<f32>) -> tensor<bf16>
// CHECK: stablehlo.map
// CHECK-NOT: convert
// CHECK: stablehlo.add %{{.*}}, %[[S]] : tensor<bf16>
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction", "elementwise"]>} {
  func.func @main(%x: tensor<4xf32>, %s: tensor<f32>) -> tensor<f32> {
    %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.add %a, %s : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<4xf32>) -> tensor<4xf32>
    %1 = stablehlo.dot %0, %0 : (tensor<4xf32>, tensor<4xf32>) -> tensor<f32>
    return %1 : tensor<f32>
  }
}
