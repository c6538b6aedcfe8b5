// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Contractions whose factors lie along rows and along columns, and one of few products.
func.func @main(%x: tensor<256x320xbf16>, %w: tensor<320x384xbf16>, %dy: tensor<256x384xbf16>, %b: tensor<384xf32>, %y: tensor<320x384xf32>) -> (tensor<256x384xf32>, tensor<256x320xbf16>, tensor<320x384xf32>, tensor<384xf32>, tensor<250x130xf32>, tensor<256x128xbf16>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<256x320xbf16>, tensor<320x384xbf16>) -> tensor<256x384xf32>
  %1 = stablehlo.broadcast_in_dim %b, dims = [1] : (tensor<384xf32>) -> tensor<256x384xf32>
  %2 = stablehlo.add %0, %1 : tensor<256x384xf32>
  %3 = stablehlo.dot_general %dy, %w, contracting_dims = [1] x [1] : (tensor<256x384xbf16>, tensor<320x384xbf16>) -> tensor<256x320xf32>
  %4 = stablehlo.convert %3 : (tensor<256x320xf32>) -> tensor<256x320xbf16>
  %5 = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<256x320xbf16>, tensor<256x384xbf16>) -> tensor<320x384xf32>
  %6 = stablehlo.add %5, %y : tensor<320x384xf32>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %7 = stablehlo.reduce(%2 init: %z) applies stablehlo.add across dimensions = [0] : (tensor<256x384xf32>, tensor<f32>) -> tensor<384xf32>
  %8 = stablehlo.slice %x [0:250, 0:136] : (tensor<256x320xbf16>) -> tensor<250x136xbf16>
  %9 = stablehlo.slice %w [0:136, 0:130] : (tensor<320x384xbf16>) -> tensor<136x130xbf16>
  %10 = stablehlo.dot_general %8, %9, contracting_dims = [1] x [0] : (tensor<250x136xbf16>, tensor<136x130xbf16>) -> tensor<250x130xf32>
  %11 = stablehlo.slice %x [0:256, 0:32] : (tensor<256x320xbf16>) -> tensor<256x32xbf16>
  %12 = stablehlo.slice %w [0:32, 0:128] : (tensor<320x384xbf16>) -> tensor<32x128xbf16>
  %13 = stablehlo.dot_general %11, %12, contracting_dims = [1] x [0] : (tensor<256x32xbf16>, tensor<32x128xbf16>) -> tensor<256x128xf32>
  %14 = stablehlo.add %13, %13 : tensor<256x128xf32>
  %15 = stablehlo.convert %14 : (tensor<256x128xf32>) -> tensor<256x128xbf16>
  return %2, %4, %6, %7, %10, %15 : tensor<256x384xf32>, tensor<256x320xbf16>, tensor<320x384xf32>, tensor<384xf32>, tensor<250x130xf32>, tensor<256x128xbf16>
}
