// A product between two ops of f32; price.test forces it low.
module {
  func.func @main(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.exponential %x : tensor<64x64xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %2 = stablehlo.exponential %1 : tensor<64x64xf32>
    return %2 : tensor<64x64xf32>
  }
}
