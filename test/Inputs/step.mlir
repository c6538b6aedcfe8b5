module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<256x64xf32>, %arg1: tensor<64x10xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64x256xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<256x64xf32>, %arg7: tensor<64x10xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x256xf32>, %arg11: tensor<64x64xf32>, %arg12: tensor<256x64xf32>, %arg13: tensor<64x10xf32>, %arg14: tensor<64x64xf32>, %arg15: tensor<64x64xf32>, %arg16: tensor<64x256xf32>, %arg17: tensor<64x64xf32>, %arg18: tensor<32x16x64xf32>, %arg19: tensor<32xi32>) -> (tensor<256x64xf32> {jax.result_info = "result[0]['down']"}, tensor<64x10xf32> {jax.result_info = "result[0]['head']"}, tensor<64x64xf32> {jax.result_info = "result[0]['k']"}, tensor<64x64xf32> {jax.result_info = "result[0]['q']"}, tensor<64x256xf32> {jax.result_info = "result[0]['up']"}, tensor<64x64xf32> {jax.result_info = "result[0]['v']"}, tensor<256x64xf32> {jax.result_info = "result[1]['down']"}, tensor<64x10xf32> {jax.result_info = "result[1]['head']"}, tensor<64x64xf32> {jax.result_info = "result[1]['k']"}, tensor<64x64xf32> {jax.result_info = "result[1]['q']"}, tensor<64x256xf32> {jax.result_info = "result[1]['up']"}, tensor<64x64xf32> {jax.result_info = "result[1]['v']"}, tensor<256x64xf32> {jax.result_info = "result[2]['down']"}, tensor<64x10xf32> {jax.result_info = "result[2]['head']"}, tensor<64x64xf32> {jax.result_info = "result[2]['k']"}, tensor<64x64xf32> {jax.result_info = "result[2]['q']"}, tensor<64x256xf32> {jax.result_info = "result[2]['up']"}, tensor<64x64xf32> {jax.result_info = "result[2]['v']"}, tensor<f32> {jax.result_info = "result[3]"}) {
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %0 = stablehlo.reduce(%arg18 init: %cst) applies stablehlo.add across dimensions = [2] : (tensor<32x16x64xf32>, tensor<f32>) -> tensor<32x16xf32>
    %1 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %cst_0 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %3 = stablehlo.divide %1, %2 : tensor<32x16x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x64xf32>
    %5 = stablehlo.subtract %arg18, %4 : tensor<32x16x64xf32>
    %6 = stablehlo.multiply %5, %5 : tensor<32x16x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [2] : (tensor<32x16x64xf32>, tensor<f32>) -> tensor<32x16xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %cst_2 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %10 = stablehlo.divide %8, %9 : tensor<32x16x1xf32>
    %cst_3 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %12 = stablehlo.add %10, %11 : tensor<32x16x1xf32>
    %13 = stablehlo.rsqrt %12 : tensor<32x16x1xf32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x64xf32>
    %15 = stablehlo.multiply %5, %14 : tensor<32x16x64xf32>
    %16 = stablehlo.dot_general %15, %arg3, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<64x64xf32>) -> tensor<32x16x64xf32>
    %17 = stablehlo.dot_general %15, %arg2, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<64x64xf32>) -> tensor<32x16x64xf32>
    %18 = stablehlo.dot_general %16, %17, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<32x16x64xf32>) -> tensor<32x16x16xf32>
    %cst_4 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %19 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<32x16x16xf32>
    %20 = stablehlo.multiply %18, %19 : tensor<32x16x16xf32>
    %cst_5 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %21 = stablehlo.reduce(%20 init: %cst_5) applies stablehlo.maximum across dimensions = [2] : (tensor<32x16x16xf32>, tensor<f32>) -> tensor<32x16xf32>
    %cst_6 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %22 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<32x16xf32>
    %23 = stablehlo.maximum %22, %21 : tensor<32x16xf32>
    %24 = stablehlo.broadcast_in_dim %23, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %25 = stablehlo.broadcast_in_dim %24, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x16xf32>
    %26 = stablehlo.subtract %20, %25 : tensor<32x16x16xf32>
    %27 = stablehlo.exponential %26 : tensor<32x16x16xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_7) applies stablehlo.add across dimensions = [2] : (tensor<32x16x16xf32>, tensor<f32>) -> tensor<32x16xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %30 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x16xf32>
    %31 = stablehlo.divide %27, %30 : tensor<32x16x16xf32>
    %32 = stablehlo.multiply %29, %29 : tensor<32x16x1xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %33 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %34 = stablehlo.divide %33, %32 : tensor<32x16x1xf32>
    %35 = stablehlo.dot_general %15, %arg5, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<64x64xf32>) -> tensor<32x16x64xf32>
    %36 = stablehlo.dot_general %31, %35, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x16xf32>, tensor<32x16x64xf32>) -> tensor<32x16x64xf32>
    %37 = stablehlo.add %arg18, %36 : tensor<32x16x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %38 = stablehlo.reduce(%37 init: %cst_9) applies stablehlo.add across dimensions = [2] : (tensor<32x16x64xf32>, tensor<f32>) -> tensor<32x16xf32>
    %39 = stablehlo.broadcast_in_dim %38, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %cst_10 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %40 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %41 = stablehlo.divide %39, %40 : tensor<32x16x1xf32>
    %42 = stablehlo.broadcast_in_dim %41, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x64xf32>
    %43 = stablehlo.subtract %37, %42 : tensor<32x16x64xf32>
    %44 = stablehlo.multiply %43, %43 : tensor<32x16x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %45 = stablehlo.reduce(%44 init: %cst_11) applies stablehlo.add across dimensions = [2] : (tensor<32x16x64xf32>, tensor<f32>) -> tensor<32x16xf32>
    %46 = stablehlo.broadcast_in_dim %45, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %cst_12 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %48 = stablehlo.divide %46, %47 : tensor<32x16x1xf32>
    %cst_13 = stablehlo.constant dense<9.99999974E-6> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %50 = stablehlo.add %48, %49 : tensor<32x16x1xf32>
    %51 = stablehlo.rsqrt %50 : tensor<32x16x1xf32>
    %52 = stablehlo.divide %51, %50 : tensor<32x16x1xf32>
    %cst_14 = stablehlo.constant dense<-5.000000e-01> : tensor<f32>
    %53 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %54 = stablehlo.multiply %53, %52 : tensor<32x16x1xf32>
    %55 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x64xf32>
    %56 = stablehlo.multiply %43, %55 : tensor<32x16x64xf32>
    %57 = stablehlo.dot_general %56, %arg4, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<64x256xf32>) -> tensor<32x16x256xf32>
    %58 = stablehlo.tanh %57 : tensor<32x16x256xf32>
    %cst_15 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %59 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<32x16x256xf32>
    %60 = stablehlo.subtract %59, %58 : tensor<32x16x256xf32>
    %61 = stablehlo.dot_general %58, %arg0, contracting_dims = [2] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x16x256xf32>, tensor<256x64xf32>) -> tensor<32x16x64xf32>
    %62 = stablehlo.add %37, %61 : tensor<32x16x64xf32>
    %cst_16 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %63 = stablehlo.reduce(%62 init: %cst_16) applies stablehlo.add across dimensions = [1] : (tensor<32x16x64xf32>, tensor<f32>) -> tensor<32x64xf32>
    %cst_17 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %64 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %65 = stablehlo.divide %63, %64 : tensor<32x64xf32>
    %66 = stablehlo.dot_general %65, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x64xf32>, tensor<64x10xf32>) -> tensor<32x10xf32>
    %67:3 = call @log_softmax(%66) : (tensor<32x10xf32>) -> (tensor<32x10xf32>, tensor<32x10xf32>, tensor<32x1xf32>)
    %68 = call @_one_hot(%arg19) : (tensor<32xi32>) -> tensor<32x10xf32>
    %69 = stablehlo.multiply %67#0, %68 : tensor<32x10xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %70 = stablehlo.reduce(%69 init: %cst_18) applies stablehlo.add across dimensions = [0, 1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<f32>
    %71 = stablehlo.negate %70 : tensor<f32>
    %cst_19 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %72 = stablehlo.divide %71, %cst_19 : tensor<f32>
    %73 = stablehlo.composite "amp.loss" %72 {composite_attributes = {group = "main"}, decomposition = @amp.loss, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %cst_20 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %74 = stablehlo.composite "amp.seed" %cst_20 {composite_attributes = {group = "main"}, decomposition = @amp.seed, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %cst_21 = stablehlo.constant dense<3.200000e+01> : tensor<f32>
    %75 = stablehlo.divide %74, %cst_21 : tensor<f32>
    %76 = stablehlo.negate %75 : tensor<f32>
    %77 = stablehlo.broadcast_in_dim %76, dims = [] : (tensor<f32>) -> tensor<32x10xf32>
    %78 = stablehlo.multiply %77, %68 : tensor<32x10xf32>
    %79 = call @log_softmax_0(%67#1, %67#2, %78) : (tensor<32x10xf32>, tensor<32x1xf32>, tensor<32x10xf32>) -> tensor<32x10xf32>
    %80 = stablehlo.dot_general %79, %65, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<32x10xf32>, tensor<32x64xf32>) -> tensor<10x64xf32>
    %81 = stablehlo.transpose %80, dims = [1, 0] : (tensor<10x64xf32>) -> tensor<64x10xf32>
    %82 = stablehlo.dot_general %79, %arg1, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x10xf32>, tensor<64x10xf32>) -> tensor<32x64xf32>
    %cst_22 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %83 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<32x64xf32>
    %84 = stablehlo.divide %82, %83 : tensor<32x64xf32>
    %85 = stablehlo.broadcast_in_dim %84, dims = [0, 2] : (tensor<32x64xf32>) -> tensor<32x16x64xf32>
    %86 = stablehlo.dot_general %85, %58, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<32x16x256xf32>) -> tensor<64x256xf32>
    %87 = stablehlo.transpose %86, dims = [1, 0] : (tensor<64x256xf32>) -> tensor<256x64xf32>
    %88 = stablehlo.dot_general %85, %arg0, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<256x64xf32>) -> tensor<32x16x256xf32>
    %89 = stablehlo.multiply %88, %60 : tensor<32x16x256xf32>
    %90 = stablehlo.multiply %89, %58 : tensor<32x16x256xf32>
    %91 = stablehlo.add %89, %90 : tensor<32x16x256xf32>
    %92 = stablehlo.dot_general %91, %56, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x256xf32>, tensor<32x16x64xf32>) -> tensor<256x64xf32>
    %93 = stablehlo.transpose %92, dims = [1, 0] : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %94 = stablehlo.dot_general %91, %arg4, contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x256xf32>, tensor<64x256xf32>) -> tensor<32x16x64xf32>
    %95 = stablehlo.multiply %43, %94 : tensor<32x16x64xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %96 = stablehlo.reduce(%95 init: %cst_23) applies stablehlo.add across dimensions = [2] : (tensor<32x16x64xf32>, tensor<f32>) -> tensor<32x16xf32>
    %97 = stablehlo.reshape %96 : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %98 = stablehlo.broadcast_in_dim %51, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x64xf32>
    %99 = stablehlo.multiply %94, %98 : tensor<32x16x64xf32>
    %100 = stablehlo.multiply %97, %54 : tensor<32x16x1xf32>
    %cst_24 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %101 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %102 = stablehlo.divide %100, %101 : tensor<32x16x1xf32>
    %cst_25 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %103 = stablehlo.reduce(%102 init: %cst_25) applies stablehlo.add across dimensions = [2] : (tensor<32x16x1xf32>, tensor<f32>) -> tensor<32x16xf32>
    %104 = stablehlo.broadcast_in_dim %103, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x64xf32>
    %105 = stablehlo.multiply %43, %104 : tensor<32x16x64xf32>
    %106 = stablehlo.add %99, %105 : tensor<32x16x64xf32>
    %107 = stablehlo.multiply %104, %43 : tensor<32x16x64xf32>
    %108 = stablehlo.add %106, %107 : tensor<32x16x64xf32>
    %109 = stablehlo.negate %108 : tensor<32x16x64xf32>
    %cst_26 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %110 = stablehlo.reduce(%109 init: %cst_26) applies stablehlo.add across dimensions = [2] : (tensor<32x16x64xf32>, tensor<f32>) -> tensor<32x16xf32>
    %111 = stablehlo.reshape %110 : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %112 = stablehlo.add %85, %108 : tensor<32x16x64xf32>
    %cst_27 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %113 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<32x16x1xf32>
    %114 = stablehlo.divide %111, %113 : tensor<32x16x1xf32>
    %cst_28 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %115 = stablehlo.reduce(%114 init: %cst_28) applies stablehlo.add across dimensions = [2] : (tensor<32x16x1xf32>, tensor<f32>) -> tensor<32x16xf32>
    %116 = stablehlo.broadcast_in_dim %115, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x64xf32>
    %117 = stablehlo.add %112, %116 : tensor<32x16x64xf32>
    %118 = stablehlo.dot_general %117, %31, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<32x16x16xf32>) -> tensor<32x64x16xf32>
    %119 = stablehlo.transpose %118, dims = [0, 2, 1] : (tensor<32x64x16xf32>) -> tensor<32x16x64xf32>
    %120 = stablehlo.dot_general %117, %35, batching_dims = [0] x [0], contracting_dims = [2] x [2], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<32x16x64xf32>) -> tensor<32x16x16xf32>
    %121 = stablehlo.dot_general %119, %15, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<32x16x64xf32>) -> tensor<64x64xf32>
    %122 = stablehlo.transpose %121, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %123 = stablehlo.broadcast_in_dim %34, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x16xf32>
    %124 = stablehlo.multiply %120, %123 : tensor<32x16x16xf32>
    %125 = stablehlo.multiply %124, %27 : tensor<32x16x16xf32>
    %cst_29 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %126 = stablehlo.reduce(%125 init: %cst_29) applies stablehlo.add across dimensions = [2] : (tensor<32x16x16xf32>, tensor<f32>) -> tensor<32x16xf32>
    %127 = stablehlo.reshape %126 : (tensor<32x16xf32>) -> tensor<32x16x1xf32>
    %128 = stablehlo.negate %127 : tensor<32x16x1xf32>
    %129 = stablehlo.broadcast_in_dim %29, dims = [0, 1, 2] : (tensor<32x16x1xf32>) -> tensor<32x16x16xf32>
    %130 = stablehlo.divide %120, %129 : tensor<32x16x16xf32>
    %cst_30 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %131 = stablehlo.reduce(%128 init: %cst_30) applies stablehlo.add across dimensions = [2] : (tensor<32x16x1xf32>, tensor<f32>) -> tensor<32x16xf32>
    %132 = stablehlo.broadcast_in_dim %131, dims = [0, 1] : (tensor<32x16xf32>) -> tensor<32x16x16xf32>
    %133 = stablehlo.add %130, %132 : tensor<32x16x16xf32>
    %134 = stablehlo.multiply %133, %27 : tensor<32x16x16xf32>
    %cst_31 = stablehlo.constant dense<1.250000e-01> : tensor<f32>
    %135 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<32x16x16xf32>
    %136 = stablehlo.multiply %134, %135 : tensor<32x16x16xf32>
    %137 = stablehlo.dot_general %136, %16, batching_dims = [0] x [0], contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x16xf32>, tensor<32x16x64xf32>) -> tensor<32x16x64xf32>
    %138 = stablehlo.dot_general %136, %17, batching_dims = [0] x [0], contracting_dims = [2] x [1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x16xf32>, tensor<32x16x64xf32>) -> tensor<32x16x64xf32>
    %139 = stablehlo.dot_general %137, %15, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<32x16x64xf32>) -> tensor<64x64xf32>
    %140 = stablehlo.transpose %139, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %141 = stablehlo.dot_general %138, %15, contracting_dims = [0, 1] x [0, 1], precision = [DEFAULT, DEFAULT] : (tensor<32x16x64xf32>, tensor<32x16x64xf32>) -> tensor<64x64xf32>
    %142 = stablehlo.transpose %141, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %143:6 = stablehlo.composite "amp.gradients" %87, %81, %140, %142, %93, %122 {composite_attributes = {group = "main", names = ["['down']", "['head']", "['k']", "['q']", "['up']", "['v']"]}, decomposition = @amp.gradients, version = 1 : i32} : (tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>) -> (tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>)
    %cst_32 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %144 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %145 = stablehlo.multiply %144, %arg6 : tensor<256x64xf32>
    %cst_33 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %146 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %147 = stablehlo.multiply %146, %143#0 : tensor<256x64xf32>
    %148 = stablehlo.add %145, %147 : tensor<256x64xf32>
    %cst_34 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %149 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %150 = stablehlo.multiply %149, %arg7 : tensor<64x10xf32>
    %cst_35 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %151 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %152 = stablehlo.multiply %151, %143#1 : tensor<64x10xf32>
    %153 = stablehlo.add %150, %152 : tensor<64x10xf32>
    %cst_36 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %154 = stablehlo.broadcast_in_dim %cst_36, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %155 = stablehlo.multiply %154, %arg8 : tensor<64x64xf32>
    %cst_37 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %156 = stablehlo.broadcast_in_dim %cst_37, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %157 = stablehlo.multiply %156, %143#2 : tensor<64x64xf32>
    %158 = stablehlo.add %155, %157 : tensor<64x64xf32>
    %cst_38 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %159 = stablehlo.broadcast_in_dim %cst_38, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %160 = stablehlo.multiply %159, %arg9 : tensor<64x64xf32>
    %cst_39 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %161 = stablehlo.broadcast_in_dim %cst_39, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %162 = stablehlo.multiply %161, %143#3 : tensor<64x64xf32>
    %163 = stablehlo.add %160, %162 : tensor<64x64xf32>
    %cst_40 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %164 = stablehlo.broadcast_in_dim %cst_40, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %165 = stablehlo.multiply %164, %arg10 : tensor<64x256xf32>
    %cst_41 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %166 = stablehlo.broadcast_in_dim %cst_41, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %167 = stablehlo.multiply %166, %143#4 : tensor<64x256xf32>
    %168 = stablehlo.add %165, %167 : tensor<64x256xf32>
    %cst_42 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %169 = stablehlo.broadcast_in_dim %cst_42, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %170 = stablehlo.multiply %169, %arg11 : tensor<64x64xf32>
    %cst_43 = stablehlo.constant dense<1.000000e-01> : tensor<f32>
    %171 = stablehlo.broadcast_in_dim %cst_43, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %172 = stablehlo.multiply %171, %143#5 : tensor<64x64xf32>
    %173 = stablehlo.add %170, %172 : tensor<64x64xf32>
    %cst_44 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %174 = stablehlo.broadcast_in_dim %cst_44, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %175 = stablehlo.multiply %174, %arg12 : tensor<256x64xf32>
    %cst_45 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %176 = stablehlo.broadcast_in_dim %cst_45, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %177 = stablehlo.multiply %176, %143#0 : tensor<256x64xf32>
    %178 = stablehlo.multiply %177, %143#0 : tensor<256x64xf32>
    %179 = stablehlo.add %175, %178 : tensor<256x64xf32>
    %cst_46 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %180 = stablehlo.broadcast_in_dim %cst_46, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %181 = stablehlo.multiply %180, %arg13 : tensor<64x10xf32>
    %cst_47 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %182 = stablehlo.broadcast_in_dim %cst_47, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %183 = stablehlo.multiply %182, %143#1 : tensor<64x10xf32>
    %184 = stablehlo.multiply %183, %143#1 : tensor<64x10xf32>
    %185 = stablehlo.add %181, %184 : tensor<64x10xf32>
    %cst_48 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %186 = stablehlo.broadcast_in_dim %cst_48, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %187 = stablehlo.multiply %186, %arg14 : tensor<64x64xf32>
    %cst_49 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %188 = stablehlo.broadcast_in_dim %cst_49, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %189 = stablehlo.multiply %188, %143#2 : tensor<64x64xf32>
    %190 = stablehlo.multiply %189, %143#2 : tensor<64x64xf32>
    %191 = stablehlo.add %187, %190 : tensor<64x64xf32>
    %cst_50 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %192 = stablehlo.broadcast_in_dim %cst_50, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %193 = stablehlo.multiply %192, %arg15 : tensor<64x64xf32>
    %cst_51 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %194 = stablehlo.broadcast_in_dim %cst_51, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %195 = stablehlo.multiply %194, %143#3 : tensor<64x64xf32>
    %196 = stablehlo.multiply %195, %143#3 : tensor<64x64xf32>
    %197 = stablehlo.add %193, %196 : tensor<64x64xf32>
    %cst_52 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %198 = stablehlo.broadcast_in_dim %cst_52, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %199 = stablehlo.multiply %198, %arg16 : tensor<64x256xf32>
    %cst_53 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %200 = stablehlo.broadcast_in_dim %cst_53, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %201 = stablehlo.multiply %200, %143#4 : tensor<64x256xf32>
    %202 = stablehlo.multiply %201, %143#4 : tensor<64x256xf32>
    %203 = stablehlo.add %199, %202 : tensor<64x256xf32>
    %cst_54 = stablehlo.constant dense<9.990000e-01> : tensor<f32>
    %204 = stablehlo.broadcast_in_dim %cst_54, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %205 = stablehlo.multiply %204, %arg17 : tensor<64x64xf32>
    %cst_55 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %206 = stablehlo.broadcast_in_dim %cst_55, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %207 = stablehlo.multiply %206, %143#5 : tensor<64x64xf32>
    %208 = stablehlo.multiply %207, %143#5 : tensor<64x64xf32>
    %209 = stablehlo.add %205, %208 : tensor<64x64xf32>
    %cst_56 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %210 = stablehlo.broadcast_in_dim %cst_56, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %211 = stablehlo.multiply %210, %148 : tensor<256x64xf32>
    %212 = stablehlo.sqrt %179 : tensor<256x64xf32>
    %cst_57 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %213 = stablehlo.broadcast_in_dim %cst_57, dims = [] : (tensor<f32>) -> tensor<256x64xf32>
    %214 = stablehlo.add %212, %213 : tensor<256x64xf32>
    %215 = stablehlo.divide %211, %214 : tensor<256x64xf32>
    %216 = stablehlo.subtract %arg0, %215 : tensor<256x64xf32>
    %cst_58 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %217 = stablehlo.broadcast_in_dim %cst_58, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %218 = stablehlo.multiply %217, %153 : tensor<64x10xf32>
    %219 = stablehlo.sqrt %185 : tensor<64x10xf32>
    %cst_59 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %220 = stablehlo.broadcast_in_dim %cst_59, dims = [] : (tensor<f32>) -> tensor<64x10xf32>
    %221 = stablehlo.add %219, %220 : tensor<64x10xf32>
    %222 = stablehlo.divide %218, %221 : tensor<64x10xf32>
    %223 = stablehlo.subtract %arg1, %222 : tensor<64x10xf32>
    %cst_60 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %224 = stablehlo.broadcast_in_dim %cst_60, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %225 = stablehlo.multiply %224, %158 : tensor<64x64xf32>
    %226 = stablehlo.sqrt %191 : tensor<64x64xf32>
    %cst_61 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %227 = stablehlo.broadcast_in_dim %cst_61, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %228 = stablehlo.add %226, %227 : tensor<64x64xf32>
    %229 = stablehlo.divide %225, %228 : tensor<64x64xf32>
    %230 = stablehlo.subtract %arg2, %229 : tensor<64x64xf32>
    %cst_62 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %231 = stablehlo.broadcast_in_dim %cst_62, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %232 = stablehlo.multiply %231, %163 : tensor<64x64xf32>
    %233 = stablehlo.sqrt %197 : tensor<64x64xf32>
    %cst_63 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %234 = stablehlo.broadcast_in_dim %cst_63, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %235 = stablehlo.add %233, %234 : tensor<64x64xf32>
    %236 = stablehlo.divide %232, %235 : tensor<64x64xf32>
    %237 = stablehlo.subtract %arg3, %236 : tensor<64x64xf32>
    %cst_64 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %238 = stablehlo.broadcast_in_dim %cst_64, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %239 = stablehlo.multiply %238, %168 : tensor<64x256xf32>
    %240 = stablehlo.sqrt %203 : tensor<64x256xf32>
    %cst_65 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %241 = stablehlo.broadcast_in_dim %cst_65, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %242 = stablehlo.add %240, %241 : tensor<64x256xf32>
    %243 = stablehlo.divide %239, %242 : tensor<64x256xf32>
    %244 = stablehlo.subtract %arg4, %243 : tensor<64x256xf32>
    %cst_66 = stablehlo.constant dense<1.000000e-03> : tensor<f32>
    %245 = stablehlo.broadcast_in_dim %cst_66, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %246 = stablehlo.multiply %245, %173 : tensor<64x64xf32>
    %247 = stablehlo.sqrt %209 : tensor<64x64xf32>
    %cst_67 = stablehlo.constant dense<9.99999993E-9> : tensor<f32>
    %248 = stablehlo.broadcast_in_dim %cst_67, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %249 = stablehlo.add %247, %248 : tensor<64x64xf32>
    %250 = stablehlo.divide %246, %249 : tensor<64x64xf32>
    %251 = stablehlo.subtract %arg5, %250 : tensor<64x64xf32>
    %252:18 = stablehlo.composite "amp.state" %216, %223, %230, %237, %244, %251, %148, %153, %158, %163, %168, %173, %179, %185, %191, %197, %203, %209, %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15, %arg16, %arg17 {composite_attributes = {group = "main", names = ["[0]['down']", "[0]['head']", "[0]['k']", "[0]['q']", "[0]['up']", "[0]['v']", "[1]['down']", "[1]['head']", "[1]['k']", "[1]['q']", "[1]['up']", "[1]['v']", "[2]['down']", "[2]['head']", "[2]['k']", "[2]['q']", "[2]['up']", "[2]['v']"]}, decomposition = @amp.state, version = 1 : i32} : (tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>) -> (tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>)
    return %252#0, %252#1, %252#2, %252#3, %252#4, %252#5, %252#6, %252#7, %252#8, %252#9, %252#10, %252#11, %252#12, %252#13, %252#14, %252#15, %252#16, %252#17, %73 : tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<f32>
  }
  func.func private @log_softmax(%arg0: tensor<32x10xf32>) -> (tensor<32x10xf32>, tensor<32x10xf32>, tensor<32x1xf32>) {
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %0 = stablehlo.reduce(%arg0 init: %cst) applies stablehlo.maximum across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %cst_0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %1 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.maximum %1, %0 : tensor<32xf32>
    %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x10xf32>
    %5 = stablehlo.subtract %arg0, %4 : tensor<32x10xf32>
    %6 = stablehlo.exponential %5 : tensor<32x10xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.reduce(%6 init: %cst_1) applies stablehlo.add across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [0] : (tensor<32xf32>) -> tensor<32x1xf32>
    %9 = stablehlo.log %8 : tensor<32x1xf32>
    %10 = stablehlo.broadcast_in_dim %9, dims = [0, 1] : (tensor<32x1xf32>) -> tensor<32x10xf32>
    %11 = stablehlo.subtract %5, %10 : tensor<32x10xf32>
    return %11, %6, %8 : tensor<32x10xf32>, tensor<32x10xf32>, tensor<32x1xf32>
  }
  func.func private @_one_hot(%arg0: tensor<32xi32>) -> tensor<32x10xf32> {
    %0 = stablehlo.broadcast_in_dim %arg0, dims = [0] : (tensor<32xi32>) -> tensor<32x1xi32>
    %1 = stablehlo.iota dim = 1 : tensor<1x10xi32>
    %2 = stablehlo.broadcast_in_dim %0, dims = [0, 1] : (tensor<32x1xi32>) -> tensor<32x10xi32>
    %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x10xi32>) -> tensor<32x10xi32>
    %4 = stablehlo.compare EQ, %2, %3, SIGNED : (tensor<32x10xi32>, tensor<32x10xi32>) -> tensor<32x10xi1>
    %5 = stablehlo.convert %4 : (tensor<32x10xi1>) -> tensor<32x10xf32>
    return %5 : tensor<32x10xf32>
  }
  func.func private @amp.loss(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func private @amp.seed(%arg0: tensor<f32>) -> tensor<f32> {
    return %arg0 : tensor<f32>
  }
  func.func private @log_softmax_0(%arg0: tensor<32x10xf32>, %arg1: tensor<32x1xf32>, %arg2: tensor<32x10xf32>) -> tensor<32x10xf32> {
    %0 = stablehlo.negate %arg2 : tensor<32x10xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %1 = stablehlo.reduce(%0 init: %cst) applies stablehlo.add across dimensions = [1] : (tensor<32x10xf32>, tensor<f32>) -> tensor<32xf32>
    %2 = stablehlo.reshape %1 : (tensor<32xf32>) -> tensor<32x1xf32>
    %3 = stablehlo.divide %2, %arg1 : tensor<32x1xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.reduce(%3 init: %cst_0) applies stablehlo.add across dimensions = [1] : (tensor<32x1xf32>, tensor<f32>) -> tensor<32xf32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [0] : (tensor<32xf32>) -> tensor<32x10xf32>
    %6 = stablehlo.multiply %5, %arg0 : tensor<32x10xf32>
    %7 = stablehlo.add %arg2, %6 : tensor<32x10xf32>
    return %7 : tensor<32x10xf32>
  }
  func.func private @amp.gradients(%arg0: tensor<256x64xf32>, %arg1: tensor<64x10xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64x256xf32>, %arg5: tensor<64x64xf32>) -> (tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5 : tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>
  }
  func.func private @amp.state(%arg0: tensor<256x64xf32>, %arg1: tensor<64x10xf32>, %arg2: tensor<64x64xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64x256xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<256x64xf32>, %arg7: tensor<64x10xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x256xf32>, %arg11: tensor<64x64xf32>, %arg12: tensor<256x64xf32>, %arg13: tensor<64x10xf32>, %arg14: tensor<64x64xf32>, %arg15: tensor<64x64xf32>, %arg16: tensor<64x256xf32>, %arg17: tensor<64x64xf32>, %arg18: tensor<256x64xf32>, %arg19: tensor<64x10xf32>, %arg20: tensor<64x64xf32>, %arg21: tensor<64x64xf32>, %arg22: tensor<64x256xf32>, %arg23: tensor<64x64xf32>, %arg24: tensor<256x64xf32>, %arg25: tensor<64x10xf32>, %arg26: tensor<64x64xf32>, %arg27: tensor<64x64xf32>, %arg28: tensor<64x256xf32>, %arg29: tensor<64x64xf32>, %arg30: tensor<256x64xf32>, %arg31: tensor<64x10xf32>, %arg32: tensor<64x64xf32>, %arg33: tensor<64x64xf32>, %arg34: tensor<64x256xf32>, %arg35: tensor<64x64xf32>) -> (tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9, %arg10, %arg11, %arg12, %arg13, %arg14, %arg15, %arg16, %arg17 : tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>, tensor<256x64xf32>, tensor<64x10xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x256xf32>, tensor<64x64xf32>
  }
}
