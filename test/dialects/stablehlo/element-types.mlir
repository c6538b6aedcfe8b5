// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// Every element type that a tensor may have. The text is what jaxlib 0.10.2 prints, byte for byte.
module {
  func.func @floats(%arg0: tensor<2xf4E2M1FN>, %arg1: tensor<2xf6E2M3FN>, %arg2: tensor<2xf6E3M2FN>, %arg3: tensor<2xf8E3M4>, %arg4: tensor<2xf8E4M3>, %arg5: tensor<2xf8E4M3FN>, %arg6: tensor<2xf8E4M3FNUZ>, %arg7: tensor<2xf8E4M3B11FNUZ>, %arg8: tensor<2xf8E5M2>, %arg9: tensor<2xf8E5M2FNUZ>, %arg10: tensor<2xf8E8M0FNU>, %arg11: tensor<2xf16>, %arg12: tensor<2xbf16>, %arg13: tensor<2xf32>, %arg14: tensor<2xf64>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xf4E2M1FN>
    %1 = stablehlo.add %arg1, %arg1 : tensor<2xf6E2M3FN>
    %2 = stablehlo.add %arg2, %arg2 : tensor<2xf6E3M2FN>
    %3 = stablehlo.add %arg3, %arg3 : tensor<2xf8E3M4>
    %4 = stablehlo.add %arg4, %arg4 : tensor<2xf8E4M3>
    %5 = stablehlo.add %arg5, %arg5 : tensor<2xf8E4M3FN>
    %6 = stablehlo.add %arg6, %arg6 : tensor<2xf8E4M3FNUZ>
    %7 = stablehlo.add %arg7, %arg7 : tensor<2xf8E4M3B11FNUZ>
    %8 = stablehlo.add %arg8, %arg8 : tensor<2xf8E5M2>
    %9 = stablehlo.add %arg9, %arg9 : tensor<2xf8E5M2FNUZ>
    %10 = stablehlo.add %arg10, %arg10 : tensor<2xf8E8M0FNU>
    %11 = stablehlo.add %arg11, %arg11 : tensor<2xf16>
    %12 = stablehlo.add %arg12, %arg12 : tensor<2xbf16>
    %13 = stablehlo.add %arg13, %arg13 : tensor<2xf32>
    %14 = stablehlo.add %arg14, %arg14 : tensor<2xf64>
    return
  }
  func.func @integers(%arg0: tensor<2xi1>, %arg1: tensor<2xi2>, %arg2: tensor<2xi4>, %arg3: tensor<2xi8>, %arg4: tensor<2xi16>, %arg5: tensor<2xi32>, %arg6: tensor<2xi64>, %arg7: tensor<2xui2>, %arg8: tensor<2xui4>, %arg9: tensor<2xui8>, %arg10: tensor<2xui16>, %arg11: tensor<2xui32>, %arg12: tensor<2xui64>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xi1>
    %1 = stablehlo.add %arg1, %arg1 : tensor<2xi2>
    %2 = stablehlo.add %arg2, %arg2 : tensor<2xi4>
    %3 = stablehlo.add %arg3, %arg3 : tensor<2xi8>
    %4 = stablehlo.add %arg4, %arg4 : tensor<2xi16>
    %5 = stablehlo.add %arg5, %arg5 : tensor<2xi32>
    %6 = stablehlo.add %arg6, %arg6 : tensor<2xi64>
    %7 = stablehlo.add %arg7, %arg7 : tensor<2xui2>
    %8 = stablehlo.add %arg8, %arg8 : tensor<2xui4>
    %9 = stablehlo.add %arg9, %arg9 : tensor<2xui8>
    %10 = stablehlo.add %arg10, %arg10 : tensor<2xui16>
    %11 = stablehlo.add %arg11, %arg11 : tensor<2xui32>
    %12 = stablehlo.add %arg12, %arg12 : tensor<2xui64>
    return
  }
  func.func @complex_numbers(%arg0: tensor<2xcomplex<f32>>, %arg1: tensor<2xcomplex<f64>>) {
    %0 = stablehlo.add %arg0, %arg0 : tensor<2xcomplex<f32>>
    %1 = stablehlo.add %arg1, %arg1 : tensor<2xcomplex<f64>>
    return
  }
  func.func @constants() {
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<2xf4E2M1FN>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<2xf6E2M3FN>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<2xf6E3M2FN>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E3M4>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FN>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3FNUZ>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E4M3B11FNUZ>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E5M2>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E5M2FNUZ>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<2xf8E8M0FNU>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<2xf16>
    %cst_11 = stablehlo.constant dense<1.000000e+00> : tensor<2xbf16>
    %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<2xf32>
    %cst_13 = stablehlo.constant dense<1.000000e+00> : tensor<2xf64>
    %c = stablehlo.constant dense<true> : tensor<2xi1>
    %c_14 = stablehlo.constant dense<1> : tensor<2xi2>
    %c_15 = stablehlo.constant dense<1> : tensor<2xi4>
    %c_16 = stablehlo.constant dense<1> : tensor<2xi8>
    %c_17 = stablehlo.constant dense<1> : tensor<2xi16>
    %c_18 = stablehlo.constant dense<1> : tensor<2xi32>
    %c_19 = stablehlo.constant dense<1> : tensor<2xi64>
    %c_20 = stablehlo.constant dense<1> : tensor<2xui2>
    %c_21 = stablehlo.constant dense<1> : tensor<2xui4>
    %c_22 = stablehlo.constant dense<1> : tensor<2xui8>
    %c_23 = stablehlo.constant dense<1> : tensor<2xui16>
    %c_24 = stablehlo.constant dense<1> : tensor<2xui32>
    %c_25 = stablehlo.constant dense<1> : tensor<2xui64>
    %cst_26 = stablehlo.constant dense<[(1.000000e+00,-2.000000e+00), (5.000000e-01,3.000000e+00)]> : tensor<2xcomplex<f64>>
    return
  }
}
