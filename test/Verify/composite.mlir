// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s
///
/// A composite that is no mark names its function, but is no call that could be retyped.

// CHECK-LABEL: func.func @main(
// CHECK: stablehlo.composite "my.square" %{{.*}} {decomposition = @square} : (tensor<4xf32>) -> tensor<4xf32>
func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.composite "my.square" %x {decomposition = @square} : (tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
// CHECK: func.func private @square(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
func.func private @square(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}
