module @jit_simplenet attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<4096xf32>, %arg1: tensor<4096x4096xf32>, %arg2: tensor<4096xf32>, %arg3: tensor<4096x4096xf32>, %arg4: tensor<4096xf32>, %arg5: tensor<4096x4096xf32>, %arg6: tensor<4096xf32>, %arg7: tensor<4096x4096xf32>, %arg8: tensor<4096xf32>, %arg9: tensor<4096x4096xf32>, %arg10: tensor<4096xf32>, %arg11: tensor<4096x4096xf32>, %arg12: tensor<512x4096xf32>, %arg13: tensor<512x4096xf32>) -> (tensor<4096xf32> {jax.result_info = "result[0]['in_b']"}, tensor<4096x4096xf32> {jax.result_info = "result[0]['in_w']"}, tensor<4096xf32> {jax.result_info = "result[0]['mid_b']"}, tensor<4096x4096xf32> {jax.result_info = "result[0]['mid_w']"}, tensor<4096xf32> {jax.result_info = "result[0]['out_b']"}, tensor<4096x4096xf32> {jax.result_info = "result[0]['out_w']"}, tensor<4096xf32> {jax.result_info = "result[1]['in_b']"}, tensor<4096x4096xf32> {jax.result_info = "result[1]['in_w']"}, tensor<4096xf32> {jax.result_info = "result[1]['mid_b']"}, tensor<4096x4096xf32> {jax.result_info = "result[1]['mid_w']"}, tensor<4096xf32> {jax.result_info = "result[1]['out_b']"}, tensor<4096x4096xf32> {jax.result_info = "result[1]['out_w']"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.dot_general %arg12, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %1 = stablehlo.broadcast_in_dim %arg0, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<512x4096xf32>
    %3 = stablehlo.add %0, %2 : tensor<512x4096xf32>
    %4 = call @relu(%3) : (tensor<512x4096xf32>) -> tensor<512x4096xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %6 = stablehlo.compare GT, %3, %5, FLOAT : (tensor<512x4096xf32>, tensor<512x4096xf32>) -> tensor<512x4096xi1>
    %7 = stablehlo.dot_general %4, %arg3, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %8 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<512x4096xf32>
    %10 = stablehlo.add %7, %9 : tensor<512x4096xf32>
    %11 = call @relu(%10) : (tensor<512x4096xf32>) -> tensor<512x4096xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %13 = stablehlo.compare GT, %10, %12, FLOAT : (tensor<512x4096xf32>, tensor<512x4096xf32>) -> tensor<512x4096xi1>
    %14 = stablehlo.dot_general %11, %arg5, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %15 = stablehlo.broadcast_in_dim %arg4, dims = [1] : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %16 = stablehlo.broadcast_in_dim %15, dims = [0, 1] : (tensor<1x4096xf32>) -> tensor<512x4096xf32>
    %17 = stablehlo.add %14, %16 : tensor<512x4096xf32>
    %18 = stablehlo.subtract %17, %arg13 : tensor<512x4096xf32>
    %19 = stablehlo.multiply %18, %18 : tensor<512x4096xf32>
    %cst_1 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %20 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %21 = stablehlo.multiply %20, %18 : tensor<512x4096xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %22 = stablehlo.reduce(%19 init: %cst_2) applies stablehlo.add across dimensions = [0, 1] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<f32>
    %cst_3 = stablehlo.constant dense<0x4A000000> : tensor<f32>
    %23 = stablehlo.divide %22, %cst_3 : tensor<f32>
    %24 = stablehlo.composite "amp.loss" %23 {composite_attributes = {group = "main"}, decomposition = @amp.loss, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.composite "amp.seed" %cst_4 {composite_attributes = {group = "main"}, decomposition = @amp.seed, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %cst_5 = stablehlo.constant dense<0x4A000000> : tensor<f32>
    %26 = stablehlo.divide %25, %cst_5 : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %26, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %28 = stablehlo.multiply %27, %21 : tensor<512x4096xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %29 = stablehlo.reduce(%28 init: %cst_6) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %30 = stablehlo.reshape %29 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %31 = stablehlo.reduce(%30 init: %cst_7) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %32 = stablehlo.dot_general %28, %11, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x4096xf32>) -> tensor<4096x4096xf32>
    %33 = stablehlo.transpose %32, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %34 = stablehlo.dot_general %28, %arg5, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %36 = stablehlo.select %13, %34, %35 : tensor<512x4096xi1>, tensor<512x4096xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %37 = stablehlo.reduce(%36 init: %cst_9) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %38 = stablehlo.reshape %37 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_10) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %40 = stablehlo.dot_general %36, %4, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x4096xf32>) -> tensor<4096x4096xf32>
    %41 = stablehlo.transpose %40, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %42 = stablehlo.dot_general %36, %arg3, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<4096x4096xf32>) -> tensor<512x4096xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %43 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %44 = stablehlo.select %6, %42, %43 : tensor<512x4096xi1>, tensor<512x4096xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_12) applies stablehlo.add across dimensions = [0] : (tensor<512x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %46 = stablehlo.reshape %45 : (tensor<4096xf32>) -> tensor<1x4096xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.reduce(%46 init: %cst_13) applies stablehlo.add across dimensions = [0] : (tensor<1x4096xf32>, tensor<f32>) -> tensor<4096xf32>
    %48 = stablehlo.dot_general %44, %arg12, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<512x4096xf32>, tensor<512x4096xf32>) -> tensor<4096x4096xf32>
    %49 = stablehlo.transpose %48, dims = [1, 0] : (tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
    %50:6 = stablehlo.composite "amp.gradients" %47, %49, %39, %41, %31, %33 {composite_attributes = {group = "main", names = ["['in_b']", "['in_w']", "['mid_b']", "['mid_w']", "['out_b']", "['out_w']"]}, decomposition = @amp.gradients, version = 1 : i32} : (tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>) -> (tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>)
    %cst_14 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %52 = stablehlo.multiply %51, %arg6 : tensor<4096xf32>
    %53 = stablehlo.add %52, %50#0 : tensor<4096xf32>
    %cst_15 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %55 = stablehlo.multiply %54, %arg7 : tensor<4096x4096xf32>
    %56 = stablehlo.add %55, %50#1 : tensor<4096x4096xf32>
    %cst_16 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %58 = stablehlo.multiply %57, %arg8 : tensor<4096xf32>
    %59 = stablehlo.add %58, %50#2 : tensor<4096xf32>
    %cst_17 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %61 = stablehlo.multiply %60, %arg9 : tensor<4096x4096xf32>
    %62 = stablehlo.add %61, %50#3 : tensor<4096x4096xf32>
    %cst_18 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %64 = stablehlo.multiply %63, %arg10 : tensor<4096xf32>
    %65 = stablehlo.add %64, %50#4 : tensor<4096xf32>
    %cst_19 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %67 = stablehlo.multiply %66, %arg11 : tensor<4096x4096xf32>
    %68 = stablehlo.add %67, %50#5 : tensor<4096x4096xf32>
    %cst_20 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %70 = stablehlo.multiply %69, %53 : tensor<4096xf32>
    %71 = stablehlo.subtract %arg0, %70 : tensor<4096xf32>
    %cst_21 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %73 = stablehlo.multiply %72, %56 : tensor<4096x4096xf32>
    %74 = stablehlo.subtract %arg1, %73 : tensor<4096x4096xf32>
    %cst_22 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %76 = stablehlo.multiply %75, %59 : tensor<4096xf32>
    %77 = stablehlo.subtract %arg2, %76 : tensor<4096xf32>
    %cst_23 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %79 = stablehlo.multiply %78, %62 : tensor<4096x4096xf32>
    %80 = stablehlo.subtract %arg3, %79 : tensor<4096x4096xf32>
    %cst_24 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<4096xf32>
    %82 = stablehlo.multiply %81, %65 : tensor<4096xf32>
    %83 = stablehlo.subtract %arg4, %82 : tensor<4096xf32>
    %cst_25 = stablehlo.constant dense<0.00999999977> : tensor<f32>
    %84 = stablehlo.broadcast_in_dim %cst_25, dims = [] : (tensor<f32>) -> tensor<4096x4096xf32>
    %85 = stablehlo.multiply %84, %68 : tensor<4096x4096xf32>
    %86 = stablehlo.subtract %arg5, %85 : tensor<4096x4096xf32>
    %87:12 = stablehlo.composite "amp.state" %71, %74, %77, %80, %83, %86, %53, %56, %59, %62, %65, %68, %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11 {composite_attributes = {group = "main", names = ["[0]['in_b']", "[0]['in_w']", "[0]['mid_b']", "[0]['mid_w']", "[0]['out_b']", "[0]['out_w']", "[1]['in_b']", "[1]['in_w']", "[1]['mid_b']", "[1]['mid_w']", "[1]['out_b']", "[1]['out_w']"]}, decomposition = @amp.state, version = 1 : i32} : (tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>) -> (tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>)
    return %87#0, %87#1, %87#2, %87#3, %87#4, %87#5, %87#6, %87#7, %87#8, %87#9, %87#10, %87#11, %24 : tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<f32>
  }
  func.func private @relu(%arg0: tensor<512x4096xf32>) -> tensor<512x4096xf32> {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<512x4096xf32>
    %1 = stablehlo.maximum %arg0, %0 : tensor<512x4096xf32>
    return %1 : tensor<512x4096xf32>
  }
  func.func private @amp.loss(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func private @amp.seed(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func private @amp.gradients(%arg0: tensor<4096xf32>, %arg1: tensor<4096x4096xf32>, %arg2: tensor<4096xf32>, %arg3: tensor<4096x4096xf32>, %arg4: tensor<4096xf32>, %arg5: tensor<4096x4096xf32>) -> (tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5 : tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>
  }
  func.func private @amp.state(%arg0: tensor<4096xf32>, %arg1: tensor<4096x4096xf32>, %arg2: tensor<4096xf32>, %arg3: tensor<4096x4096xf32>, %arg4: tensor<4096xf32>, %arg5: tensor<4096x4096xf32>, %arg6: tensor<4096xf32>, %arg7: tensor<4096x4096xf32>, %arg8: tensor<4096xf32>, %arg9: tensor<4096x4096xf32>, %arg10: tensor<4096xf32>, %arg11: tensor<4096x4096xf32>, %arg12: tensor<4096xf32>, %arg13: tensor<4096x4096xf32>, %arg14: tensor<4096xf32>, %arg15: tensor<4096x4096xf32>, %arg16: tensor<4096xf32>, %arg17: tensor<4096x4096xf32>, %arg18: tensor<4096xf32>, %arg19: tensor<4096x4096xf32>, %arg20: tensor<4096xf32>, %arg21: tensor<4096x4096xf32>, %arg22: tensor<4096xf32>, %arg23: tensor<4096x4096xf32>) -> (tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11 : tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>, tensor<4096xf32>, tensor<4096x4096xf32>
  }
}
