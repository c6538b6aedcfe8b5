// RUN: amp-opt %s --amp="compute=bf16 solver=paint report=%t.json" -o /dev/null
// RUN: FileCheck %s < %t.json

/// The weights, which their updates replace, could be carried in 16 bits, also
/// behind a transpose and in a call; the data cannot, nor what no product reads.
// CHECK-LABEL: "casts": [
// CHECK-DAG: {"from":"f32","to":"bf16","location":"weight"{{[^{}]*}}"carryable":true
// CHECK-DAG: {"from":"f32","to":"bf16","location":"turned"{{[^}]*}}"carryable":true
// CHECK-DAG: {"from":"f32","to":"bf16","location":"called"{{[^}]*}}"carryable":true
// CHECK-DAG: {"from":"f32","to":"bf16","location":"data"{{[^}]*}}"carryable":false
// CHECK-DAG: {"from":"f32","to":"bf16","location":"bias"{{[^}]*}}"carryable":false
module {
  func.func private @product(%x: tensor<7x4xf32>, %w: tensor<4x4xf32>) -> tensor<7x4xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
    return %0 : tensor<7x4xf32>
  }
  func.func @main(%w: tensor<4x4xf32> {tf.aliasing_output = 0 : i32} loc("weight"), %t: tensor<4x4xf32> {tf.aliasing_output = 1 : i32} loc("turned"), %c: tensor<4x4xf32> {tf.aliasing_output = 2 : i32} loc("called"), %x: tensor<7x4xf32> loc("data"), %b: tensor<7x4xf32> {tf.aliasing_output = 3 : i32} loc("bias")) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<7x4xf32>) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
    %1 = stablehlo.transpose %t, dims = [1, 0] : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
    %3 = stablehlo.add %2, %b : tensor<7x4xf32>
    %4 = call @product(%3, %c) : (tensor<7x4xf32>, tensor<4x4xf32>) -> tensor<7x4xf32>
    return %w, %t, %c, %4 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<4x4xf32>, tensor<7x4xf32>
  }
}
