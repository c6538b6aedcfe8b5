// Sums over outer dimensions: a thread has neighbouring columns, of all widths.
func.func @main(%a: tensor<512x1024xf32>, %b: tensor<700x36xf64>, %c: tensor<333x10xi32>, %d: tensor<5x3xf32>, %e: tensor<8x30x30x16xbf16>, %f: tensor<4x1000x64xbf16>) -> (tensor<1024xf32>, tensor<36xf64>, tensor<10xi32>, tensor<3xf32>, tensor<8x15x15x16xbf16>, tensor<64xf32>, tensor<4x64xf32>, tensor<64x4xf32>, tensor<f64>) {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %zd = stablehlo.constant dense<0.0> : tensor<f64>
  %zi = stablehlo.constant dense<0> : tensor<i32>
  %m = stablehlo.constant dense<0xFF80> : tensor<bf16>
  %0 = stablehlo.reduce(%a init: %z) applies stablehlo.add across dimensions = [0] : (tensor<512x1024xf32>, tensor<f32>) -> tensor<1024xf32>
  %1 = stablehlo.reduce(%b init: %zd) applies stablehlo.add across dimensions = [0] : (tensor<700x36xf64>, tensor<f64>) -> tensor<36xf64>
  %2 = stablehlo.reduce(%c init: %zi) applies stablehlo.add across dimensions = [0] : (tensor<333x10xi32>, tensor<i32>) -> tensor<10xi32>
  %3 = stablehlo.reduce(%d init: %z) applies stablehlo.add across dimensions = [0] : (tensor<5x3xf32>, tensor<f32>) -> tensor<3xf32>
  %4 = "stablehlo.reduce_window"(%e, %m) <{window_dimensions = array<i64: 1,2,2,1>, window_strides = array<i64: 1,2,2,1>}> ({
   ^bb0(%x: tensor<bf16>, %y: tensor<bf16>):
    %r = stablehlo.maximum %x, %y : tensor<bf16>
    stablehlo.return %r : tensor<bf16> }) : (tensor<8x30x30x16xbf16>, tensor<bf16>) -> tensor<8x15x15x16xbf16>
  %g = stablehlo.convert %f : (tensor<4x1000x64xbf16>) -> tensor<4x1000x64xf32>
  %5 = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x1000x64xf32>, tensor<f32>) -> tensor<64xf32>
  %6 = stablehlo.reduce(%g init: %z) applies stablehlo.add across dimensions = [1] : (tensor<4x1000x64xf32>, tensor<f32>) -> tensor<4x64xf32>
  %7 = stablehlo.transpose %6, dims = [1, 0] : (tensor<4x64xf32>) -> tensor<64x4xf32>
  %8 = stablehlo.reduce(%b init: %zd) applies stablehlo.add across dimensions = [0, 1] : (tensor<700x36xf64>, tensor<f64>) -> tensor<f64>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8 : tensor<1024xf32>, tensor<36xf64>, tensor<10xi32>, tensor<3xf32>, tensor<8x15x15x16xbf16>, tensor<64xf32>, tensor<4x64xf32>, tensor<64x4xf32>, tensor<f64>
}
