// Sums of rows of odd lengths, which begin at any place: short and long ones.
// Sums and maxima of negative numbers over rows that three warps have.
func.func @main(%x: tensor<70x8209xf32>, %y: tensor<66x271xbf16>, %z: tensor<65x40003xf32>, %w: tensor<66x384xf32>) -> (tensor<70x8209xbf16>, tensor<66x271xf32>, tensor<66xf32>, tensor<65x40003xf32>, tensor<66x384xf32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.exponential %x : tensor<70x8209xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<70x8209xf32>, tensor<f32>) -> tensor<70xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0] : (tensor<70xf32>) -> tensor<70x8209xf32>
  %3 = stablehlo.divide %0, %2 : tensor<70x8209xf32>
  %4 = stablehlo.convert %3 : (tensor<70x8209xf32>) -> tensor<70x8209xbf16>
  %5 = stablehlo.convert %y : (tensor<66x271xbf16>) -> tensor<66x271xf32>
  %6 = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<66x271xf32>, tensor<f32>) -> tensor<66xf32>
  %7 = stablehlo.broadcast_in_dim %6, dims = [0] : (tensor<66xf32>) -> tensor<66x271xf32>
  %8 = stablehlo.add %5, %7 : tensor<66x271xf32>
  %9 = stablehlo.reduce(%z init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<65x40003xf32>, tensor<f32>) -> tensor<65xf32>
  %10 = stablehlo.broadcast_in_dim %9, dims = [0] : (tensor<65xf32>) -> tensor<65x40003xf32>
  %11 = stablehlo.add %z, %10 : tensor<65x40003xf32>
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %12 = stablehlo.exponential %w : tensor<66x384xf32>
  %13 = stablehlo.negate %12 : tensor<66x384xf32>
  %14 = stablehlo.reduce(%13 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<66x384xf32>, tensor<f32>) -> tensor<66xf32>
  %15 = stablehlo.broadcast_in_dim %14, dims = [0] : (tensor<66xf32>) -> tensor<66x384xf32>
  %16 = stablehlo.divide %13, %15 : tensor<66x384xf32>
  %17 = stablehlo.reduce(%16 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<66x384xf32>, tensor<f32>) -> tensor<66xf32>
  %18 = stablehlo.broadcast_in_dim %17, dims = [0] : (tensor<66xf32>) -> tensor<66x384xf32>
  %19 = stablehlo.divide %16, %18 : tensor<66x384xf32>
  return %4, %8, %6, %11, %19 : tensor<70x8209xbf16>, tensor<66x271xf32>, tensor<66xf32>, tensor<65x40003xf32>, tensor<66x384xf32>
}
