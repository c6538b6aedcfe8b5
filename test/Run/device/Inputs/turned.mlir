// Transpositions: tiles that are whole, ends of warps, an odd length, operands that are not turned.
func.func @main(%a: tensor<200x96xf32>, %b: tensor<3x64x40xbf16>, %c: tensor<37x64xf32>, %d: tensor<72x88xbf16>, %e: tensor<88x72xf32>) -> (tensor<96x200xf32>, tensor<3x40x64xbf16>, tensor<64x37xf32>, tensor<88x72xf32>, tensor<40x3x64xbf16>) {
  %0 = stablehlo.transpose %a, dims = [1, 0] : (tensor<200x96xf32>) -> tensor<96x200xf32>
  %1 = stablehlo.transpose %b, dims = [0, 2, 1] : (tensor<3x64x40xbf16>) -> tensor<3x40x64xbf16>
  %2 = stablehlo.transpose %c, dims = [1, 0] : (tensor<37x64xf32>) -> tensor<64x37xf32>
  %3 = stablehlo.transpose %d, dims = [1, 0] : (tensor<72x88xbf16>) -> tensor<88x72xbf16>
  %4 = stablehlo.convert %3 : (tensor<88x72xbf16>) -> tensor<88x72xf32>
  %5 = stablehlo.multiply %4, %e : tensor<88x72xf32>
  %6 = stablehlo.transpose %b, dims = [2, 0, 1] : (tensor<3x64x40xbf16>) -> tensor<40x3x64xbf16>
  return %0, %1, %2, %5, %6 : tensor<96x200xf32>, tensor<3x40x64xbf16>, tensor<64x37xf32>, tensor<88x72xf32>, tensor<40x3x64xbf16>
}
