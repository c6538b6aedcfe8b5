// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// Every elementwise op, with mixed static and dynamic shapes where types differ. The text is what jaxlib 0.10.2 prints, byte for byte.
module {
  func.func @unary(%arg0: tensor<2x?xi32>, %arg1: tensor<2x3xf32>, %arg2: tensor<2xcomplex<f32>>, %arg3: tensor<4xi1>) {
    %0 = stablehlo.abs %arg0 : tensor<2x?xi32>
    %1 = stablehlo.abs %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %2 = stablehlo.cbrt %arg1 : tensor<2x3xf32>
    %3 = stablehlo.ceil %arg1 : tensor<2x3xf32>
    %4 = stablehlo.convert %arg1 : (tensor<2x3xf32>) -> tensor<2x3xf16>
    %5 = stablehlo.convert %arg1 : tensor<2x3xf32>
    %6 = stablehlo.count_leading_zeros %arg0 : tensor<2x?xi32>
    %7 = stablehlo.cosine %arg1 : tensor<2x3xf32>
    %8 = stablehlo.exponential %arg1 : tensor<2x3xf32>
    %9 = stablehlo.exponential_minus_one %arg1 : tensor<2x3xf32>
    %10 = stablehlo.floor %arg1 : tensor<2x3xf32>
    %11 = stablehlo.imag %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %12 = stablehlo.imag %arg1 : tensor<2x3xf32>
    %13 = stablehlo.is_finite %arg1 : (tensor<2x3xf32>) -> tensor<2x3xi1>
    %14 = stablehlo.log %arg1 : tensor<2x3xf32>
    %15 = stablehlo.log_plus_one %arg1 : tensor<2x3xf32>
    %16 = stablehlo.logistic %arg1 : tensor<2x3xf32>
    %17 = stablehlo.negate %arg2 : tensor<2xcomplex<f32>>
    %18 = stablehlo.not %arg3 : tensor<4xi1>
    %19 = stablehlo.popcnt %arg0 : tensor<2x?xi32>
    %20 = stablehlo.real %arg2 : (tensor<2xcomplex<f32>>) -> tensor<2xf32>
    %21 = stablehlo.round_nearest_afz %arg1 : tensor<2x3xf32>
    %22 = stablehlo.round_nearest_even %arg1 : tensor<2x3xf32>
    %23 = stablehlo.rsqrt %arg1 : tensor<2x3xf32>
    %24 = stablehlo.sign %arg1 : tensor<2x3xf32>
    %25 = stablehlo.sine %arg1 : tensor<2x3xf32>
    %26 = stablehlo.sqrt %arg1 : tensor<2x3xf32>
    %27 = stablehlo.tan %arg1 : tensor<2x3xf32>
    %28 = stablehlo.tanh %arg1 {note = "kept"} : tensor<2x3xf32>
    return
  }
  func.func @binary(%arg0: tensor<2x3xf32>, %arg1: tensor<2x?xf32>, %arg2: tensor<4xi32>, %arg3: tensor<4xi1>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2x3xf32>
    %1 = stablehlo.add %arg0, %arg1 : (tensor<2x3xf32>, tensor<2x?xf32>) -> tensor<2x3xf32>
    %2 = stablehlo.and %arg3, %arg3 : tensor<4xi1>
    %3 = stablehlo.atan2 %arg0, %arg0 : tensor<2x3xf32>
    %4 = stablehlo.divide %arg0, %arg0 : tensor<2x3xf32>
    %5 = stablehlo.maximum %arg0, %arg0 : tensor<2x3xf32>
    %6 = stablehlo.minimum %arg0, %arg0 : tensor<2x3xf32>
    %7 = stablehlo.multiply %arg0, %arg0 : tensor<2x3xf32>
    %8 = stablehlo.or %arg2, %arg2 : tensor<4xi32>
    %9 = stablehlo.power %arg0, %arg0 : tensor<2x3xf32>
    %10 = stablehlo.remainder %arg0, %arg0 : tensor<2x3xf32>
    %11 = stablehlo.shift_left %arg2, %arg2 : tensor<4xi32>
    %12 = stablehlo.shift_right_arithmetic %arg2, %arg2 : tensor<4xi32>
    %13 = stablehlo.shift_right_logical %arg2, %arg2 : tensor<4xi32>
    %14 = stablehlo.subtract %arg0, %arg0 : tensor<2x3xf32>
    %15 = stablehlo.xor %arg2, %arg2 : tensor<4xi32>
    return
  }
  func.func @mixed(%arg0: tensor<2x3xf32>, %arg1: tensor<?x3xf32>, %arg2: tensor<f32>, %arg3: tensor<i1>, %arg4: tensor<2x3xi1>) {
    %0 = stablehlo.complex %arg0, %arg0 : tensor<2x3xcomplex<f32>>
    %1 = stablehlo.complex %arg0, %arg1 : (tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<2x3xcomplex<f32>>
    %2 = stablehlo.compare EQ, %arg0, %arg0 : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %3 = stablehlo.compare NE, %arg0, %arg0, NOTYPE : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %4 = stablehlo.compare GE, %arg0, %arg0, FLOAT : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %5 = stablehlo.compare GT, %arg0, %arg0, TOTALORDER : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xi1>
    %6 = stablehlo.compare LE, %arg4, %arg4, UNSIGNED : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
    %7 = stablehlo.compare LT, %arg4, %arg4, SIGNED {note} : (tensor<2x3xi1>, tensor<2x3xi1>) -> tensor<2x3xi1>
    %8 = stablehlo.select %arg3, %arg0, %arg0 : tensor<i1>, tensor<2x3xf32>
    %9 = stablehlo.select %arg4, %arg0, %arg1 : (tensor<2x3xi1>, tensor<2x3xf32>, tensor<?x3xf32>) -> tensor<2x3xf32>
    %10 = stablehlo.clamp %arg0, %arg0, %arg0 : tensor<2x3xf32>
    %11 = stablehlo.clamp %arg2, %arg0, %arg2 : (tensor<f32>, tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %12 = stablehlo.reduce_precision %arg0, format = e5m10 : tensor<2x3xf32>
    %13 = "stablehlo.map"(%arg0, %arg0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%arg5: tensor<f32>, %arg6: tensor<f32>):
      %14 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %14 : tensor<f32>
    }) : (tensor<2x3xf32>, tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
