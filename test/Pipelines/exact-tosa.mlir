// RUN: amp-opt %s --amp="compute=bf16 preset=default solver=paint" | FileCheck %s

/// A maximum and the comparison that tests it have one type, whatever the op is
/// called: here f32, because the program returns what the comparison says.
// CHECK-LABEL: @reduce
// CHECK: tosa.reduce_max {{.*}}xf32>
// CHECK: tosa.equal {{.*}}xf32>
func.func @reduce(%x: tensor<1x4x4xf32>, %z: tensor<1xf32>) -> (tensor<1x4x4xf32>, tensor<1x4x4xi1>) {
  %0 = tosa.matmul %x, %x, %z, %z : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  %1 = tosa.reduce_max %0 {axis = 2 : i32} : (tensor<1x4x4xf32>) -> tensor<1x4x1xf32>
  %2 = tosa.equal %0, %1 : (tensor<1x4x4xf32>, tensor<1x4x1xf32>) -> tensor<1x4x4xi1>
  %3 = tosa.sub %0, %1 : (tensor<1x4x4xf32>, tensor<1x4x1xf32>) -> tensor<1x4x4xf32>
  %4 = tosa.matmul %3, %3, %z, %z : (tensor<1x4x4xf32>, tensor<1x4x4xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4xf32>
  return %4, %2 : tensor<1x4x4xf32>, tensor<1x4x4xi1>
}

// CHECK-LABEL: @top
// CHECK: chlo.top_k({{.*}}xf32>
// CHECK: stablehlo.compare {{.*}}xf32>
func.func @top(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xi1>) {
  %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %v, %i = chlo.top_k(%0, k = 1) : tensor<4x4xf32> -> (tensor<4x1xf32>, tensor<4x1xi32>)
  %b = stablehlo.broadcast_in_dim %v, dims = [0, 1] : (tensor<4x1xf32>) -> tensor<4x4xf32>
  %2 = stablehlo.compare GE, %0, %b : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %4 = stablehlo.dot %b, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %4, %2 : tensor<4x4xf32>, tensor<4x4xi1>
}
