// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// Every op that moves, repeats or makes elements by shape alone. The text is what jaxlib 0.10.2 prints, byte for byte.
module {
  func.func @static(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>) {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0, 2] : (tensor<2x3xf32>) -> tensor<2x4x3xf32>
    %1 = stablehlo.broadcast %arg0, sizes = [4, 5] : (tensor<2x3xf32>) -> tensor<4x5x2x3xf32>
    %2 = stablehlo.reshape %arg0 {note} : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %3 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<2x3xf32>) -> tensor<3x2xf32>
    %4 = stablehlo.reverse %arg0, dims = [0, 1] : tensor<2x3xf32>
    %5 = stablehlo.concatenate %arg0, %arg0, dim = 0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<4x3xf32>
    %6 = stablehlo.pad %arg0, %arg1, low = [0, 1], high = [0, -1], interior = [0, 0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %7 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3xi32>
    %8 = stablehlo.bitcast_convert %arg0 : (tensor<2x3xf32>) -> tensor<2x3x4xi8>
    %9 = stablehlo.bitcast_convert %8 : (tensor<2x3x4xi8>) -> tensor<2x3xf32>
    %10 = stablehlo.iota dim = 1 : tensor<2x3xf32>
    %11 = stablehlo.get_dimension_size %arg0, dim = 1 : (tensor<2x3xf32>) -> tensor<i32>
    %12 = stablehlo.set_dimension_size %arg0, %11, dim = 1 : (tensor<2x3xf32>, tensor<i32>) -> tensor<2x?xf32, #stablehlo.bounds<?, 3>>
    return
  }
  func.func @dynamic(%arg0: tensor<?x3xf32>, %arg1: tensor<2xi64>, %arg2: tensor<2xindex>, %arg3: tensor<f32>) {
    %0 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg1, dims = [0, 1] : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x3xf32>
    %1 = stablehlo.dynamic_broadcast_in_dim %arg0, %arg2, dims = [0, 1] {known_expanding_dimensions = array<i64: 0>, known_nonexpanding_dimensions = array<i64: 1>} : (tensor<?x3xf32>, tensor<2xindex>) -> tensor<?x3xf32>
    %2 = stablehlo.dynamic_reshape %arg0, %arg1 : (tensor<?x3xf32>, tensor<2xi64>) -> tensor<?x?xf32>
    %3 = stablehlo.dynamic_pad %arg0, %arg3, %arg1, %arg1, %arg1 : (tensor<?x3xf32>, tensor<f32>, tensor<2xi64>, tensor<2xi64>, tensor<2xi64>) -> tensor<?x?xf32>
    %4 = stablehlo.dynamic_iota %arg1, dim = 1 : (tensor<2xi64>) -> tensor<?x?xf32>
    %5 = stablehlo.concatenate %arg0, %2, dim = 0 : (tensor<?x3xf32>, tensor<?x?xf32>) -> tensor<?x3xf32>
    %6 = stablehlo.transpose %arg0, dims = [1, 0] : (tensor<?x3xf32>) -> tensor<3x?xf32>
    %7 = stablehlo.broadcast_in_dim %arg0, dims = [0, 1] : (tensor<?x3xf32>) -> tensor<4x3xf32>
    return
  }
  func.func @constants() {
    %c = stablehlo.constant dense<true> : tensor<i1>
    %c_0 = stablehlo.constant dense<[1, 2]> : tensor<2xui8>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %cst_1 = stablehlo.constant {note} dense<0x7F800000> : tensor<f32>
    %cst_2 = stablehlo.constant dense<(1.000000e+00,2.000000e+00)> : tensor<2xcomplex<f32>>
    %c_3 = stablehlo.constant sparse<[[0, 1]], 2> : tensor<2x2xi64>
    %cst_4 = stablehlo.constant dense<> : tensor<0x3xf32>
    return
  }
}
