module @jit_cnn attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<3x3x3x32xf32>, %arg1: tensor<3x3x32x64xf32>, %arg2: tensor<256xf32>, %arg3: tensor<16384x256xf32>, %arg4: tensor<10xf32>, %arg5: tensor<256x10xf32>, %arg6: tensor<3x3x3x32xf32>, %arg7: tensor<3x3x32x64xf32>, %arg8: tensor<256xf32>, %arg9: tensor<16384x256xf32>, %arg10: tensor<10xf32>, %arg11: tensor<256x10xf32>, %arg12: tensor<256x64x64x3xf32>, %arg13: tensor<256xi32>) -> (tensor<3x3x3x32xf32> {jax.result_info = "result[0]['conv1']"}, tensor<3x3x32x64xf32> {jax.result_info = "result[0]['conv2']"}, tensor<256xf32> {jax.result_info = "result[0]['hidden_b']"}, tensor<16384x256xf32> {jax.result_info = "result[0]['hidden_w']"}, tensor<10xf32> {jax.result_info = "result[0]['logits_b']"}, tensor<256x10xf32> {jax.result_info = "result[0]['logits_w']"}, tensor<3x3x3x32xf32> {jax.result_info = "result[1]['conv1']"}, tensor<3x3x32x64xf32> {jax.result_info = "result[1]['conv2']"}, tensor<256xf32> {jax.result_info = "result[1]['hidden_b']"}, tensor<16384x256xf32> {jax.result_info = "result[1]['hidden_w']"}, tensor<10xf32> {jax.result_info = "result[1]['logits_b']"}, tensor<256x10xf32> {jax.result_info = "result[1]['logits_w']"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.convolution(%arg12, %arg0) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<256x64x64x3xf32>, tensor<3x3x3x32xf32>) -> tensor<256x64x64x32xf32>
    %1 = call @relu(%0) : (tensor<256x64x64x32xf32>) -> tensor<256x64x64x32xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x64x64x32xf32>
    %3 = stablehlo.compare GT, %0, %2, FLOAT : (tensor<256x64x64x32xf32>, tensor<256x64x64x32xf32>) -> tensor<256x64x64x32xi1>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<f32>
    %5 = "stablehlo.reduce_window"(%1, %4) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %106 = stablehlo.maximum %arg14, %arg15 : tensor<f32>
      stablehlo.return %106 : tensor<f32>
    }) : (tensor<256x64x64x32xf32>, tensor<f32>) -> tensor<256x32x32x32xf32>
    %6 = stablehlo.convolution(%5, %arg1) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<256x32x32x32xf32>, tensor<3x3x32x64xf32>) -> tensor<256x32x32x64xf32>
    %7 = call @relu_0(%6) : (tensor<256x32x32x64xf32>) -> tensor<256x32x32x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<256x32x32x64xf32>
    %9 = stablehlo.compare GT, %6, %8, FLOAT : (tensor<256x32x32x64xf32>, tensor<256x32x32x64xf32>) -> tensor<256x32x32x64xi1>
    %cst_2 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<f32>
    %11 = "stablehlo.reduce_window"(%7, %10) <{base_dilations = array<i64: 1, 1, 1, 1>, padding = dense<0> : tensor<4x2xi64>, window_dilations = array<i64: 1, 1, 1, 1>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %106 = stablehlo.maximum %arg14, %arg15 : tensor<f32>
      stablehlo.return %106 : tensor<f32>
    }) : (tensor<256x32x32x64xf32>, tensor<f32>) -> tensor<256x16x16x64xf32>
    %12 = stablehlo.reshape %11 : (tensor<256x16x16x64xf32>) -> tensor<256x16384xf32>
    %13 = stablehlo.dot_general %12, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x16384xf32>, tensor<16384x256xf32>) -> tensor<256x256xf32>
    %14 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<256x256xf32>
    %16 = stablehlo.add %13, %15 : tensor<256x256xf32>
    %17 = call @relu_1(%16) : (tensor<256x256xf32>) -> tensor<256x256xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %19 = stablehlo.compare GT, %16, %18, FLOAT : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xi1>
    %20 = stablehlo.dot_general %17, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x256xf32>, tensor<256x10xf32>) -> tensor<256x10xf32>
    %21 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<256x10xf32>
    %23 = stablehlo.add %20, %22 : tensor<256x10xf32>
    %24:3 = call @log_softmax(%23) : (tensor<256x10xf32>) -> (tensor<256x10xf32>, tensor<256x10xf32>, tensor<256x1xf32>)
    %25 = call @_one_hot(%arg13) : (tensor<256xi32>) -> tensor<256x10xf32>
    %26 = stablehlo.multiply %24#0, %25 : tensor<256x10xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_4) applies stablehlo.add across dimensions = [1] : (tensor<256x10xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_5) applies stablehlo.add across dimensions = [0] : (tensor<256xf32>, tensor<f32>) -> tensor<f32>
    %cst_6 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_6 : tensor<f32>
    %30 = stablehlo.negate %29 : tensor<f32>
    %31 = stablehlo.composite "amp.loss" %30 {composite_attributes = {group = "main"}, decomposition = @amp.loss, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.composite "amp.seed" %cst_7 {composite_attributes = {group = "main"}, decomposition = @amp.seed, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %33 = stablehlo.negate %32 : tensor<f32>
    %cst_8 = stablehlo.constant dense<2.560000e+02> : tensor<f32>
    %34 = stablehlo.divide %33, %cst_8 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0] : (tensor<256xf32>) -> tensor<256x10xf32>
    %37 = stablehlo.multiply %36, %25 : tensor<256x10xf32>
    %38 = call @log_softmax_2(%24#1, %24#2, %37) : (tensor<256x10xf32>, tensor<256x1xf32>, tensor<256x10xf32>) -> tensor<256x10xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<256x10xf32>, tensor<f32>) -> tensor<10xf32>
    %40 = stablehlo.reshape %39 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %42 = stablehlo.dot_general %38, %17, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x10xf32>, tensor<256x256xf32>) -> tensor<10x256xf32>
    %43 = stablehlo.transpose %42, dims = [1, 0] : (tensor<10x256xf32>) -> tensor<256x10xf32>
    %44 = stablehlo.dot_general %38, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x10xf32>, tensor<256x10xf32>) -> tensor<256x256xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %46 = stablehlo.select %19, %44, %45 : tensor<256x256xi1>, tensor<256x256xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<256x256xf32>, tensor<f32>) -> tensor<256xf32>
    %48 = stablehlo.reshape %47 : (tensor<256xf32>) -> tensor<1x256xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.reduce(%48 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %50 = stablehlo.dot_general %46, %12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<256x256xf32>, tensor<256x16384xf32>) -> tensor<256x16384xf32>
    %51 = stablehlo.transpose %50, dims = [1, 0] : (tensor<256x16384xf32>) -> tensor<16384x256xf32>
    %52 = stablehlo.dot_general %46, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<256x256xf32>, tensor<16384x256xf32>) -> tensor<256x16384xf32>
    %53 = stablehlo.reshape %52 : (tensor<256x16384xf32>) -> tensor<256x16x16x64xf32>
    %cst_14 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %54 = stablehlo.pad %7, %cst_14, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<256x32x32x64xf32>, tensor<f32>) -> tensor<256x32x32x64xf32>
    %cst_15 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %55 = "stablehlo.select_and_scatter"(%54, %53, %cst_15) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %106 = stablehlo.compare GE, %arg14, %arg15, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %106 : tensor<i1>
    }, {
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %106 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %106 : tensor<f32>
    }) : (tensor<256x32x32x64xf32>, tensor<256x16x16x64xf32>, tensor<f32>) -> tensor<256x32x32x64xf32>
    %56 = stablehlo.slice %55 [0:256, 0:32, 0:32, 0:64] : (tensor<256x32x32x64xf32>) -> tensor<256x32x32x64xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<256x32x32x64xf32>
    %58 = stablehlo.select %9, %56, %57 : tensor<256x32x32x64xi1>, tensor<256x32x32x64xf32>
    %59 = stablehlo.convolution(%5, %58) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<256x32x32x32xf32>, tensor<256x32x32x64xf32>) -> tensor<3x3x32x64xf32>
    %60 = stablehlo.reverse %arg1, dims = [0, 1] : tensor<3x3x32x64xf32>
    %61 = stablehlo.convolution(%58, %60) dim_numbers = [b, 0, 1, f]x[0, 1, o, i]->[b, 0, 1, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<256x32x32x64xf32>, tensor<3x3x32x64xf32>) -> tensor<256x32x32x32xf32>
    %cst_17 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %62 = stablehlo.pad %1, %cst_17, low = [0, 0, 0, 0], high = [0, 0, 0, 0], interior = [0, 0, 0, 0] : (tensor<256x64x64x32xf32>, tensor<f32>) -> tensor<256x64x64x32xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = "stablehlo.select_and_scatter"(%62, %61, %cst_18) <{padding = dense<0> : tensor<4x2xi64>, window_dimensions = array<i64: 1, 2, 2, 1>, window_strides = array<i64: 1, 2, 2, 1>}> ({
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %106 = stablehlo.compare GE, %arg14, %arg15, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %106 : tensor<i1>
    }, {
    ^bb0(%arg14: tensor<f32>, %arg15: tensor<f32>):
      %106 = stablehlo.add %arg14, %arg15 : tensor<f32>
      stablehlo.return %106 : tensor<f32>
    }) : (tensor<256x64x64x32xf32>, tensor<256x32x32x32xf32>, tensor<f32>) -> tensor<256x64x64x32xf32>
    %64 = stablehlo.slice %63 [0:256, 0:64, 0:64, 0:32] : (tensor<256x64x64x32xf32>) -> tensor<256x64x64x32xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %65 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<256x64x64x32xf32>
    %66 = stablehlo.select %3, %64, %65 : tensor<256x64x64x32xi1>, tensor<256x64x64x32xf32>
    %67 = stablehlo.convolution(%arg12, %66) dim_numbers = [f, 0, 1, b]x[i, 0, 1, o]->[0, 1, b, f], window = {stride = [1, 1], pad = [[1, 1], [1, 1]], lhs_dilate = [1, 1], rhs_dilate = [1, 1], reverse = [false, false]} {batch_group_count = 1 : i64, feature_group_count = 1 : i64, precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]} : (tensor<256x64x64x3xf32>, tensor<256x64x64x32xf32>) -> tensor<3x3x3x32xf32>
    %68:6 = stablehlo.composite "amp.gradients" %67, %59, %49, %51, %41, %43 {composite_attributes = {group = "main", names = ["['conv1']", "['conv2']", "['hidden_b']", "['hidden_w']", "['logits_b']", "['logits_w']"]}, decomposition = @amp.gradients, version = 1 : i32} : (tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>) -> (tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>)
    %cst_20 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<3x3x3x32xf32>
    %70 = stablehlo.multiply %69, %arg6 : tensor<3x3x3x32xf32>
    %71 = stablehlo.add %70, %68#0 : tensor<3x3x3x32xf32>
    %cst_21 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<3x3x32x64xf32>
    %73 = stablehlo.multiply %72, %arg7 : tensor<3x3x32x64xf32>
    %74 = stablehlo.add %73, %68#1 : tensor<3x3x32x64xf32>
    %cst_22 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %76 = stablehlo.multiply %75, %arg8 : tensor<256xf32>
    %77 = stablehlo.add %76, %68#2 : tensor<256xf32>
    %cst_23 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<16384x256xf32>
    %79 = stablehlo.multiply %78, %arg9 : tensor<16384x256xf32>
    %80 = stablehlo.add %79, %68#3 : tensor<16384x256xf32>
    %cst_24 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %82 = stablehlo.multiply %81, %arg10 : tensor<10xf32>
    %83 = stablehlo.add %82, %68#4 : tensor<10xf32>
    %cst_25 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<256x10xf32>
    %85 = stablehlo.multiply %84, %arg11 : tensor<256x10xf32>
    %86 = stablehlo.add %85, %68#5 : tensor<256x10xf32>
    %cst_26 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %87 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<3x3x3x32xf32>
    %88 = stablehlo.multiply %87, %71 : tensor<3x3x3x32xf32>
    %89 = stablehlo.subtract %arg0, %88 : tensor<3x3x3x32xf32>
    %cst_27 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %90 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<3x3x32x64xf32>
    %91 = stablehlo.multiply %90, %74 : tensor<3x3x32x64xf32>
    %92 = stablehlo.subtract %arg1, %91 : tensor<3x3x32x64xf32>
    %cst_28 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %93 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %94 = stablehlo.multiply %93, %77 : tensor<256xf32>
    %95 = stablehlo.subtract %arg2, %94 : tensor<256xf32>
    %cst_29 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %96 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<16384x256xf32>
    %97 = stablehlo.multiply %96, %80 : tensor<16384x256xf32>
    %98 = stablehlo.subtract %arg3, %97 : tensor<16384x256xf32>
    %cst_30 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %99 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %100 = stablehlo.multiply %99, %83 : tensor<10xf32>
    %101 = stablehlo.subtract %arg4, %100 : tensor<10xf32>
    %cst_31 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %102 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<256x10xf32>
    %103 = stablehlo.multiply %102, %86 : tensor<256x10xf32>
    %104 = stablehlo.subtract %arg5, %103 : tensor<256x10xf32>
    %105:12 = stablehlo.composite "amp.state" %89, %92, %95, %98, %101, %104, %71, %74, %77, %80, %83, %86, %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11 {composite_attributes = {group = "main", names = ["[0]['conv1']", "[0]['conv2']", "[0]['hidden_b']", "[0]['hidden_w']", "[0]['logits_b']", "[0]['logits_w']", "[1]['conv1']", "[1]['conv2']", "[1]['hidden_b']", "[1]['hidden_w']", "[1]['logits_b']", "[1]['logits_w']"]}, decomposition = @amp.state, version = 1 : i32} : (tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>, tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>, tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>, tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>) -> (tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>, tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>)
    return %105#0, %105#1, %105#2, %105#3, %105#4, %105#5, %105#6, %105#7, %105#8, %105#9, %105#10, %105#11, %31 : tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>, tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<256x64x64x32xf32>) -> tensor<256x64x64x32xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x64x64x32xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<256x64x64x32xf32>
    return %1 : tensor<256x64x64x32xf32>
  }
  func.func private @relu_0(%arg0: tensor<256x32x32x64xf32>) -> tensor<256x32x32x64xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x32x32x64xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<256x32x32x64xf32>
    return %1 : tensor<256x32x32x64xf32>
  }
  func.func private @relu_1(%arg0: tensor<256x256xf32>) -> tensor<256x256xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<256x256xf32>
    return %1 : tensor<256x256xf32>
  }
  func.func private @log_softmax(%arg0: tensor<256x10xf32>) -> (tensor<256x10xf32>, tensor<256x10xf32>, tensor<256x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<256x10xf32>, tensor<f32>) -> tensor<256xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<256xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<256x1xf32>) -> tensor<256x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<256x10xf32>
    %6 = stablehlo.exponential %5 : tensor<256x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<256x10xf32>, tensor<f32>) -> tensor<256xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<256xf32>) -> tensor<256x1xf32>
    %9 = stablehlo.log %8 : tensor<256x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<256x1xf32>) -> tensor<256x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<256x10xf32>
    return %11, %6, %8 : tensor<256x10xf32>, tensor<256x10xf32>, tensor<256x1xf32>
  }
  func.func private @_one_hot(%arg0: tensor<256xi32>) -> tensor<256x10xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<256xi32>) -> tensor<256x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x10xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<256x1xi32>) -> tensor<256x10xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<256x10xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<256x10xi32>, tensor<256x10xi32>) -> tensor<256x10xi1>
    %5 = stablehlo.convert %4 : (tensor<256x10xi1>) -> tensor<256x10xf32>
    return %5 : tensor<256x10xf32>
  }
  func.func private @amp.loss(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func private @amp.seed(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func private @log_softmax_2(%arg0: tensor<256x10xf32>, %arg1: tensor<256x1xf32>, %arg2: tensor<256x10xf32>) -> tensor<256x10xf32> {
    %0 = stablehlo.negate %arg2 : tensor<256x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<256x10xf32>, tensor<f32>) -> tensor<256xf32>
    %2 = stablehlo.reshape %1 : (tensor<256xf32>) -> tensor<256x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<256x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<256x1xf32>, tensor<f32>) -> tensor<256xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<256xf32>) -> tensor<256x10xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<256x10xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<256x10xf32>
    return %7 : tensor<256x10xf32>
  }
  func.func private @amp.gradients(%arg0: tensor<3x3x3x32xf32>, %arg1: tensor<3x3x32x64xf32>, %arg2: tensor<256xf32>, %arg3: tensor<16384x256xf32>, %arg4: tensor<10xf32>, %arg5: tensor<256x10xf32>) -> (tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5 : tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>
  }
  func.func private @amp.state(%arg0: tensor<3x3x3x32xf32>, %arg1: tensor<3x3x32x64xf32>, %arg2: tensor<256xf32>, %arg3: tensor<16384x256xf32>, %arg4: tensor<10xf32>, %arg5: tensor<256x10xf32>, %arg6: tensor<3x3x3x32xf32>, %arg7: tensor<3x3x32x64xf32>, %arg8: tensor<256xf32>, %arg9: tensor<16384x256xf32>, %arg10: tensor<10xf32>, %arg11: tensor<256x10xf32>, %arg12: tensor<3x3x3x32xf32>, %arg13: tensor<3x3x32x64xf32>, %arg14: tensor<256xf32>, %arg15: tensor<16384x256xf32>, %arg16: tensor<10xf32>, %arg17: tensor<256x10xf32>, %arg18: tensor<3x3x3x32xf32>, %arg19: tensor<3x3x32x64xf32>, %arg20: tensor<256xf32>, %arg21: tensor<16384x256xf32>, %arg22: tensor<10xf32>, %arg23: tensor<256x10xf32>) -> (tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>, tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11 : tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>, tensor<3x3x3x32xf32>, tensor<3x3x32x64xf32>, tensor<256xf32>, tensor<16384x256xf32>, tensor<10xf32>, tensor<256x10xf32>
  }
}
