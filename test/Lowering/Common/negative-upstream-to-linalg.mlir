// RUN: amp-opt %s --split-input-file --verify-diagnostics --amp-upstream-to-linalg

func.func @scatter(%x: tensor<8xf32>, %updates: tensor<3xf32>, %at: tensor<3x1xi32>) -> tensor<8xf32> {
  // expected-error @+1 {{'tm_tensor.scatter' has no lowering to linalg}}
  %0 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%updates, %at : tensor<3xf32>, tensor<3x1xi32>) outs(%x : tensor<8xf32>) {
  ^bb0(%new: f32, %old: f32):
    tm_tensor.yield %new : f32
  } -> tensor<8xf32>
  return %0 : tensor<8xf32>
}

// -----

func.func @bitcast(%x: tensor<8xf32>) -> tensor<8xi32> {
  // expected-error @+1 {{'mhlo.bitcast' has no lowering to linalg}}
  %0 = mhlo.bitcast %x : (tensor<8xf32>) -> tensor<8xi32>
  return %0 : tensor<8xi32>
}
