// RUN: grep -v "^//" %s > %t.wanted
// RUN: amp-opt %s > %t.found
// RUN: diff %t.wanted %t.found
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | diff %t.wanted -
///
/// reduce in its short and long form, windows, sort. The text is what jaxlib 0.10.2 prints, byte for byte.
module {
  func.func @reduce(%arg0: tensor<2x3xf32>, %arg1: tensor<f32>, %arg2: tensor<2x3xi32>, %arg3: tensor<i32>, %arg4: tensor<?x3xf16>) {
    %0 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.add across dimensions = [0, 1] {note} : (tensor<2x3xf32>, tensor<f32>) -> tensor<f32>
    %1 = stablehlo.reduce(%arg0 init: %arg1) applies stablehlo.maximum across dimensions = [] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2x3xf32>
    %2 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
     reducer(%arg5: tensor<f32>, %arg6: tensor<f32>)  {
      %6 = stablehlo.add %arg6, %arg5 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }
    %3 = stablehlo.reduce(%arg0 init: %arg1) across dimensions = [0] : (tensor<2x3xf32>, tensor<f32>) -> tensor<3xf32>
     reducer(%arg5: tensor<f32>, %arg6: tensor<f32>)  {
      %6 = stablehlo.subtract %arg5, %arg6 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }
    %4:2 = stablehlo.reduce(%arg0 init: %arg1), (%arg2 init: %arg3) across dimensions = [0] {note} : (tensor<2x3xf32>, tensor<2x3xi32>, tensor<f32>, tensor<i32>) -> (tensor<3xf32>, tensor<3xi32>)
     reducer(%arg5: tensor<f32>, %arg7: tensor<f32>) (%arg6: tensor<i32>, %arg8: tensor<i32>)  {
      %6 = stablehlo.add %arg5, %arg7 : tensor<f32>
      stablehlo.return %6, %arg6 : tensor<f32>, tensor<i32>
    }
    %5 = stablehlo.reduce(%arg4 init: %arg1) across dimensions = [0] : (tensor<?x3xf16>, tensor<f32>) -> tensor<3xf32>
     reducer(%arg5: tensor<f32>, %arg6: tensor<f32>)  {
      %6 = stablehlo.add %arg5, %arg6 : tensor<f32>
      stablehlo.return %6 : tensor<f32>
    }
    return
  }
  func.func @windows(%arg0: tensor<3x2xi32>, %arg1: tensor<i32>, %arg2: tensor<4x4xf32>, %arg3: tensor<2x2xf32>, %arg4: tensor<f32>, %arg5: tensor<?x?xf16>) {
    %0 = "stablehlo.reduce_window"(%arg0, %arg1) <{base_dilations = array<i64: 2, 1>, padding = dense<[[2, 1], [0, 0]]> : tensor<2x2xi64>, window_dilations = array<i64: 3, 1>, window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 4, 1>}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>):
      %4 = stablehlo.add %arg6, %arg7 : tensor<i32>
      stablehlo.return %4 : tensor<i32>
    }) : (tensor<3x2xi32>, tensor<i32>) -> tensor<2x2xi32>
    %1:2 = "stablehlo.reduce_window"(%arg0, %arg0, %arg1, %arg1) <{window_dimensions = array<i64: 2, 1>}> ({
    ^bb0(%arg6: tensor<i32>, %arg7: tensor<i32>, %arg8: tensor<i32>, %arg9: tensor<i32>):
      stablehlo.return %arg7, %arg6 : tensor<i32>, tensor<i32>
    }) : (tensor<3x2xi32>, tensor<3x2xi32>, tensor<i32>, tensor<i32>) -> (tensor<2x2xi32>, tensor<2x2xi32>)
    %2 = "stablehlo.reduce_window"(%arg5, %arg4) <{window_dimensions = array<i64: 2, 1>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      stablehlo.return %arg7 : tensor<f32>
    }) : (tensor<?x?xf16>, tensor<f32>) -> tensor<?x?xf32>
    %3 = "stablehlo.select_and_scatter"(%arg2, %arg3, %arg4) <{padding = dense<0> : tensor<2x2xi64>, window_dimensions = array<i64: 2, 2>, window_strides = array<i64: 2, 2>}> ({
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %4 = stablehlo.compare GE, %arg6, %arg7 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    }, {
    ^bb0(%arg6: tensor<f32>, %arg7: tensor<f32>):
      %4 = stablehlo.add %arg6, %arg7 : tensor<f32>
      stablehlo.return %4 : tensor<f32>
    }) : (tensor<4x4xf32>, tensor<2x2xf32>, tensor<f32>) -> tensor<4x4xf32>
    return
  }
  func.func @sort(%arg0: tensor<2x3xf32>, %arg1: tensor<2x3xi32>) {
    %0:2 = "stablehlo.sort"(%arg0, %arg1) <{dimension = 0 : i64, is_stable = true}> ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>, %arg4: tensor<i32>, %arg5: tensor<i32>):
      %2 = stablehlo.compare LT, %arg2, %arg3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<2x3xf32>, tensor<2x3xi32>) -> (tensor<2x3xf32>, tensor<2x3xi32>)
    %1 = "stablehlo.sort"(%arg0) ({
    ^bb0(%arg2: tensor<f32>, %arg3: tensor<f32>):
      %2 = stablehlo.compare LT, %arg2, %arg3, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %2 : tensor<i1>
    }) : (tensor<2x3xf32>) -> tensor<2x3xf32>
    return
  }
}
