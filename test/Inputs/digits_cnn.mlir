module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x3x1x16xf32>, %arg1: tensor<3x3x16x32xf32>, %arg2: tensor<10xf32>, %arg3: tensor<128x10xf32>, %arg4: tensor<3x3x1x16xf32>, %arg5: tensor<3x3x16x32xf32>, %arg6: tensor<10xf32>, %arg7: tensor<128x10xf32>, %arg8: tensor<64x8x8x1xf32>, %arg9: tensor<64xi32>) -> (tensor<3x3x1x16xf32> {jax.result_info = "result[0]['conv1']"}, tensor<3x3x16x32xf32> {jax.result_info = "result[0]['conv2']"}, tensor<10xf32> {jax.result_info = "result[0]['out_b']"}, tensor<128x10xf32> {jax.result_info = "result[0]['out_w']"}, tensor<3x3x1x16xf32> {jax.result_info = "result[1]['conv1']"}, tensor<3x3x16x32xf32> {jax.result_info = "result[1]['conv2']"}, tensor<10xf32> {jax.result_info = "result[1]['out_b']"}, tensor<128x10xf32> {jax.result_info = "result[1]['out_w']"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.convolution(%arg8, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x8x8x1xf32>, tensor<3x3x1x16xf32>) -> tensor<64x8x8x16xf32>
    %1 = call @relu(%0) : (tensor<64x8x8x16xf32>) -> tensor<64x8x8x16xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x8x8x16xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<64x8x8x16xf32>, tensor<64x8x8x16xf32>) -> tensor<64x8x8x16xi1>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %5 = "stablehlo.reduce_window"(%1, %4) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %79 = stablehlo.maximum %arg10, %arg11 : tensor<f32>
      stablehlo.return %79 : tensor<f32>
    }) : (tensor<64x8x8x16xf32>, tensor<f32>) -> tensor<64x4x4x16xf32>
    %6 = stablehlo.convolution(%5, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x4x4x16xf32>, tensor<3x3x16x32xf32>) -> tensor<64x4x4x32xf32>
    %7 = call @relu_0(%6) : (tensor<64x4x4x32xf32>) -> tensor<64x4x4x32xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x4x4x32xf32>
    %9 = stablehlo.compare GT, %6, %8, FLOAT : (tensor<64x4x4x32xf32>, tensor<64x4x4x32xf32>) -> tensor<64x4x4x32xi1>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<f32>
    %11 = "stablehlo.reduce_window"(%7, %10) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %79 = stablehlo.maximum %arg10, %arg11 : tensor<f32>
      stablehlo.return %79 : tensor<f32>
    }) : (tensor<64x4x4x32xf32>, tensor<f32>) -> tensor<64x2x2x32xf32>
    %12 = stablehlo.reshape %11 : (tensor<64x2x2x32xf32>) -> tensor<64x128xf32>
    %13 = stablehlo.dot_general %12, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x128xf32>, tensor<128x10xf32>) -> tensor<64x10xf32>
    %14 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<64x10xf32>
    %16 = stablehlo.add %13, %15 : tensor<64x10xf32>
    %17:3 = call @log_softmax(%16) : (tensor<64x10xf32>) -> (tensor<64x10xf32>, tensor<64x10xf32>, tensor<64x1xf32>)
    %18 = call @_one_hot(%arg9) : (tensor<64xi32>) -> tensor<64x10xf32>
    %19 = stablehlo.multiply %17#0, %18 : tensor<64x10xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_3) applies stablehlo.add across dimensions = [1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_4) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %22 = stablehlo.divide %21, %cst_5 : tensor<f32>
    %23 = stablehlo.negate %22 : tensor<f32>
    %24 = stablehlo.composite "amp.loss" %23 {composite_attributes = {group = "main"}, decomposition = @amp.loss, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.composite "amp.seed" %cst_6 {composite_attributes = {group = "main"}, decomposition = @amp.seed, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %26 = stablehlo.negate %25 : tensor<f32>
    %cst_7 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %27 = stablehlo.divide %26, %cst_7 : tensor<f32>
    %28 = stablehlo.broadcast_in_dim %27, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<64xf32>) -> tensor<64x10xf32>
    %30 = stablehlo.multiply %29, %18 : tensor<64x10xf32>
    %31 = call @log_softmax_1(%17#1, %17#2, %30) : (tensor<64x10xf32>, tensor<64x1xf32>, tensor<64x10xf32>) -> tensor<64x10xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %32 = stablehlo.reduce(%31 init: %cst_8) applies stablehlo.add across dimensions = [0] : (tensor<64x10xf32>, tensor<f32>) -> tensor<10xf32>
    %33 = stablehlo.reshape %32 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %34 = stablehlo.reduce(%33 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %35 = stablehlo.dot_general %31, %12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x10xf32>, tensor<64x128xf32>) -> tensor<10x128xf32>
    %36 = stablehlo.transpose %35, dims = [1, 0] : (tensor<10x128xf32>) -> tensor<128x10xf32>
    %37 = stablehlo.dot_general %31, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x10xf32>, tensor<128x10xf32>) -> tensor<64x128xf32>
    %38 = stablehlo.reshape %37 : (tensor<64x128xf32>) -> tensor<64x2x2x32xf32>
    %cst_10 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %39 = stablehlo.pad %7, %cst_10, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<64x4x4x32xf32>, tensor<f32>) -> tensor<64x4x4x32xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %40 = "stablehlo.select_and_scatter"(%39, %38, %cst_11) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %79 = stablehlo.compare GE, %arg10, %arg11, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %79 : tensor<i1>
    }, {
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %79 = stablehlo.add %arg10, %arg11 : tensor<f32>
      stablehlo.return %79 : tensor<f32>
    }) : (tensor<64x4x4x32xf32>, tensor<64x2x2x32xf32>, tensor<f32>) -> tensor<64x4x4x32xf32>
    %41 = stablehlo.slice %40 [0:64, 0:4, 0:4, 0:32] : (tensor<64x4x4x32xf32>) -> tensor<64x4x4x32xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %42 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<64x4x4x32xf32>
    %43 = stablehlo.select %9, %41, %42 : tensor<64x4x4x32xi1>, tensor<64x4x4x32xf32>
    %44 = stablehlo.convolution(%5, %43) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x4x4x16xf32>, tensor<64x4x4x32xf32>) -> tensor<3x3x16x32xf32>
    %45 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x16x32xf32>
    %46 = stablehlo.convolution(%43, %45) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x4x4x32xf32>, tensor<3x3x16x32xf32>) -> tensor<64x4x4x16xf32>
    %cst_13 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %47 = stablehlo.pad %1, %cst_13, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<64x8x8x16xf32>, tensor<f32>) -> tensor<64x8x8x16xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = "stablehlo.select_and_scatter"(%47, %46, %cst_14) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %79 = stablehlo.compare GE, %arg10, %arg11, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %79 : tensor<i1>
    }, {
    ^bb0(%arg10: tensor<f32>, %arg11: tensor<f32>):
      %79 = stablehlo.add %arg10, %arg11 : tensor<f32>
      stablehlo.return %79 : tensor<f32>
    }) : (tensor<64x8x8x16xf32>, tensor<64x4x4x16xf32>, tensor<f32>) -> tensor<64x8x8x16xf32>
    %49 = stablehlo.slice %48 [0:64, 0:8, 0:8, 0:16] : (tensor<64x8x8x16xf32>) -> tensor<64x8x8x16xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<64x8x8x16xf32>
    %51 = stablehlo.select %3, %49, %50 : tensor<64x8x8x16xi1>, tensor<64x8x8x16xf32>
    %52 = stablehlo.convolution(%arg8, %51) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<64x8x8x1xf32>, tensor<64x8x8x16xf32>) -> tensor<3x3x1x16xf32>
    %53:4 = stablehlo.composite "amp.gradients" %52, %44, %34, %36 {composite_attributes = {group = "main", names = ["['conv1']", "['conv2']", "['out_b']", "['out_w']"]}, decomposition = @amp.gradients, version = 1 : i32} : (tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>) -> (tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>)
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<3x3x1x16xf32>
    %55 = stablehlo.multiply %54, %arg4 : tensor<3x3x1x16xf32>
    %56 = stablehlo.add %55, %53#0 : tensor<3x3x1x16xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<3x3x16x32xf32>
    %58 = stablehlo.multiply %57, %arg5 : tensor<3x3x16x32xf32>
    %59 = stablehlo.add %58, %53#1 : tensor<3x3x16x32xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %61 = stablehlo.multiply %60, %arg6 : tensor<10xf32>
    %62 = stablehlo.add %61, %53#2 : tensor<10xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<128x10xf32>
    %64 = stablehlo.multiply %63, %arg7 : tensor<128x10xf32>
    %65 = stablehlo.add %64, %53#3 : tensor<128x10xf32>
    %cst_20 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x3x1x16xf32>
    %67 = stablehlo.multiply %66, %56 : tensor<3x3x1x16xf32>
    %68 = stablehlo.subtract %arg0, %67 : tensor<3x3x1x16xf32>
    %cst_21 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x3x16x32xf32>
    %70 = stablehlo.multiply %69, %59 : tensor<3x3x16x32xf32>
    %71 = stablehlo.subtract %arg1, %70 : tensor<3x3x16x32xf32>
    %cst_22 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %73 = stablehlo.multiply %72, %62 : tensor<10xf32>
    %74 = stablehlo.subtract %arg2, %73 : tensor<10xf32>
    %cst_23 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<128x10xf32>
    %76 = stablehlo.multiply %75, %65 : tensor<128x10xf32>
    %77 = stablehlo.subtract %arg3, %76 : tensor<128x10xf32>
    %78:8 = stablehlo.composite "amp.state" %68, %71, %74, %77, %56, %59, %62, %65, %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7 {composite_attributes = {group = "main", names = ["[0]['conv1']", "[0]['conv2']", "[0]['out_b']", "[0]['out_w']", "[1]['conv1']", "[1]['conv2']", "[1]['out_b']", "[1]['out_w']"]}, decomposition = @amp.state, version = 1 : i32} : (tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>) -> (tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>)
    return %78#0, %78#1, %78#2, %78#3, %78#4, %78#5, %78#6, %78#7, %24 : tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<64x8x8x16xf32>) -> tensor<64x8x8x16xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x8x8x16xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<64x8x8x16xf32>
    return %1 : tensor<64x8x8x16xf32>
  }
  func.func private @relu_0(%arg0: tensor<64x4x4x32xf32>) -> tensor<64x4x4x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x4x4x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<64x4x4x32xf32>
    return %1 : tensor<64x4x4x32xf32>
  }
  func.func private @log_softmax(%arg0: tensor<64x10xf32>) -> (tensor<64x10xf32>, tensor<64x10xf32>, tensor<64x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<64xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<64xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<64xf32>) -> tensor<64x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<64x10xf32>
    %6 = stablehlo.exponential %5 : tensor<64x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<64xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<64xf32>) -> tensor<64x1xf32>
    %9 = stablehlo.log %8 : tensor<64x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<64x1xf32>) -> tensor<64x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<64x10xf32>
    return %11, %6, %8 : tensor<64x10xf32>, tensor<64x10xf32>, tensor<64x1xf32>
  }
  func.func private @_one_hot(%arg0: tensor<64xi32>) -> tensor<64x10xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<64xi32>) -> tensor<64x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x10xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<64x1xi32>) -> tensor<64x10xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<64x10xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<64x10xi32>, tensor<64x10xi32>) -> tensor<64x10xi1>
    %5 = stablehlo.convert %4 : (tensor<64x10xi1>) -> tensor<64x10xf32>
    return %5 : tensor<64x10xf32>
  }
  func.func private @amp.loss(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func private @amp.seed(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func private @log_softmax_1(%arg0: tensor<64x10xf32>, %arg1: tensor<64x1xf32>, %arg2: tensor<64x10xf32>) -> tensor<64x10xf32> {
    %0 = stablehlo.negate %arg2 : tensor<64x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<64xf32>
    %2 = stablehlo.reshape %1 : (tensor<64xf32>) -> tensor<64x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<64x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<64x1xf32>, tensor<f32>) -> tensor<64xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<64xf32>) -> tensor<64x10xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<64x10xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<64x10xf32>
    return %7 : tensor<64x10xf32>
  }
  func.func private @amp.gradients(%arg0: tensor<3x3x1x16xf32>, %arg1: tensor<3x3x16x32xf32>, %arg2: tensor<10xf32>, %arg3: tensor<128x10xf32>) -> (tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>) {
    return %arg0, %arg1, %arg2, %arg3 : tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>
  }
  func.func private @amp.state(%arg0: tensor<3x3x1x16xf32>, %arg1: tensor<3x3x16x32xf32>, %arg2: tensor<10xf32>, %arg3: tensor<128x10xf32>, %arg4: tensor<3x3x1x16xf32>, %arg5: tensor<3x3x16x32xf32>, %arg6: tensor<10xf32>, %arg7: tensor<128x10xf32>, %arg8: tensor<3x3x1x16xf32>, %arg9: tensor<3x3x16x32xf32>, %arg10: tensor<10xf32>, %arg11: tensor<128x10xf32>, %arg12: tensor<3x3x1x16xf32>, %arg13: tensor<3x3x16x32xf32>, %arg14: tensor<10xf32>, %arg15: tensor<128x10xf32>) -> (tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7 : tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>, tensor<3x3x1x16xf32>, tensor<3x3x16x32xf32>, tensor<10xf32>, tensor<128x10xf32>
  }
}
