module @jit_step attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x256xf32>, %arg1: tensor<10xf32>, %arg2: tensor<512x10xf32>, %arg3: tensor<256xf32>, %arg4: tensor<8x256xf32>, %arg5: tensor<64x256xf32>, %arg6: tensor<10xf32>, %arg7: tensor<512x10xf32>, %arg8: tensor<256xf32>, %arg9: tensor<8x256xf32>, %arg10: tensor<64x8x8x1xf32>, %arg11: tensor<64xi32>) -> (tensor<64x256xf32> {jax.result_info = "result[0]['h_w']"}, tensor<10xf32> {jax.result_info = "result[0]['out_b']"}, tensor<512x10xf32> {jax.result_info = "result[0]['out_w']"}, tensor<256xf32> {jax.result_info = "result[0]['x_b']"}, tensor<8x256xf32> {jax.result_info = "result[0]['x_w']"}, tensor<64x256xf32> {jax.result_info = "result[1]['h_w']"}, tensor<10xf32> {jax.result_info = "result[1]['out_b']"}, tensor<512x10xf32> {jax.result_info = "result[1]['out_w']"}, tensor<256xf32> {jax.result_info = "result[1]['x_b']"}, tensor<8x256xf32> {jax.result_info = "result[1]['x_w']"}, tensor<f32> {jax.result_info = "result[2]"}) {
    %0 = stablehlo.reshape %arg10 : (tensor<64x8x8x1xf32>) -> tensor<64x8x8xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<64x8x8xf32>) -> tensor<8x64x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %3 = stablehlo.broadcast_in_dim %arg3, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_1 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %6 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_3 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_6 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_7 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %12 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_9 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_10 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_11 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %cst_12 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<8x64x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %17:20 = stablehlo.while(%iterArg = %1, %iterArg_36 = %arg4, %iterArg_37 = %arg0, %iterArg_38 = %3, %iterArg_39 = %c, %iterArg_40 = %2, %iterArg_41 = %2, %iterArg_42 = %4, %iterArg_43 = %5, %iterArg_44 = %6, %iterArg_45 = %7, %iterArg_46 = %8, %iterArg_47 = %9, %iterArg_48 = %10, %iterArg_49 = %11, %iterArg_50 = %12, %iterArg_51 = %13, %iterArg_52 = %14, %iterArg_53 = %15, %iterArg_54 = %16) : tensor<8x64x8xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<1x256xf32>, tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>
    cond {
      %c_55 = stablehlo.constant dense<8> : tensor<i32>
      %85 = stablehlo.compare LT, %iterArg_39, %c_55, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %85 : tensor<i1>
    } do {
      %85 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_39) : (tensor<8x64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
      %86:15 = func.call @closed_call(%iterArg_36, %iterArg_37, %iterArg_38, %iterArg_40, %iterArg_41, %85) : (tensor<8x256xf32>, tensor<64x256xf32>, tensor<1x256xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x8xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>)
      %87 = func.call @dynamic_update_index_in_dim(%iterArg_42, %86#2, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %88 = func.call @dynamic_update_index_in_dim(%iterArg_43, %86#3, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %89 = func.call @dynamic_update_index_in_dim(%iterArg_44, %86#4, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %90 = func.call @dynamic_update_index_in_dim(%iterArg_45, %86#5, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %91 = func.call @dynamic_update_index_in_dim(%iterArg_46, %86#6, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %92 = func.call @dynamic_update_index_in_dim(%iterArg_47, %86#7, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %93 = func.call @dynamic_update_index_in_dim(%iterArg_48, %86#8, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %94 = func.call @dynamic_update_index_in_dim(%iterArg_49, %86#9, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %95 = func.call @dynamic_update_index_in_dim(%iterArg_50, %86#10, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %96 = func.call @dynamic_update_index_in_dim(%iterArg_51, %86#11, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %97 = func.call @dynamic_update_index_in_dim(%iterArg_52, %86#12, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %98 = func.call @dynamic_update_index_in_dim(%iterArg_53, %86#13, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %99 = func.call @dynamic_update_index_in_dim(%iterArg_54, %86#14, %iterArg_39) : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<i32>) -> tensor<8x64x64xf32>
      %c_55 = stablehlo.constant dense<1> : tensor<i32>
      %100 = stablehlo.add %iterArg_39, %c_55 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_36, %iterArg_37, %iterArg_38, %100, %86#0, %86#1, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99 : tensor<8x64x8xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<1x256xf32>, tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>
    }
    %18 = stablehlo.transpose %17#7, dims = [1, 0, 2] : (tensor<8x64x64xf32>) -> tensor<64x8x64xf32>
    %19 = stablehlo.reshape %18 : (tensor<64x8x64xf32>) -> tensor<64x512xf32>
    %20 = stablehlo.dot_general %19, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x512xf32>, tensor<512x10xf32>) -> tensor<64x10xf32>
    %21 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<64x10xf32>
    %23 = stablehlo.add %20, %22 : tensor<64x10xf32>
    %24:3 = call @log_softmax(%23) : (tensor<64x10xf32>) -> (tensor<64x10xf32>, tensor<64x10xf32>, tensor<64x1xf32>)
    %25 = call @_one_hot(%arg11) : (tensor<64xi32>) -> tensor<64x10xf32>
    %26 = stablehlo.multiply %24#0, %25 : tensor<64x10xf32>
    %cst_13 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %27 = stablehlo.reduce(%26 init: %cst_13) applies stablehlo.add across dimensions = [1] : (tensor<64x10xf32>, tensor<f32>) -> tensor<64xf32>
    %cst_14 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %28 = stablehlo.reduce(%27 init: %cst_14) applies stablehlo.add across dimensions = [0] : (tensor<64xf32>, tensor<f32>) -> tensor<f32>
    %cst_15 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %29 = stablehlo.divide %28, %cst_15 : tensor<f32>
    %30 = stablehlo.negate %29 : tensor<f32>
    %31 = stablehlo.composite "amp.loss" %30 {composite_attributes = {group = "main"}, decomposition = @amp.loss, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %cst_16 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.composite "amp.seed" %cst_16 {composite_attributes = {group = "main"}, decomposition = @amp.seed, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
    %33 = stablehlo.negate %32 : tensor<f32>
    %cst_17 = stablehlo.constant dense<6.400000e+01> : tensor<f32>
    %34 = stablehlo.divide %33, %cst_17 : tensor<f32>
    %35 = stablehlo.broadcast_in_dim %34, dims = [] : (tensor<f32>) -> tensor<64xf32>
    %36 = stablehlo.broadcast_in_dim %35, dims = [0] : (tensor<64xf32>) -> tensor<64x10xf32>
    %37 = stablehlo.multiply %36, %25 : tensor<64x10xf32>
    %38 = call @log_softmax_0(%24#1, %24#2, %37) : (tensor<64x10xf32>, tensor<64x1xf32>, tensor<64x10xf32>) -> tensor<64x10xf32>
    %cst_18 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %39 = stablehlo.reduce(%38 init: %cst_18) applies stablehlo.add across dimensions = [0] : (tensor<64x10xf32>, tensor<f32>) -> tensor<10xf32>
    %40 = stablehlo.reshape %39 : (tensor<10xf32>) -> tensor<1x10xf32>
    %cst_19 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %41 = stablehlo.reduce(%40 init: %cst_19) applies stablehlo.add across dimensions = [0] : (tensor<1x10xf32>, tensor<f32>) -> tensor<10xf32>
    %42 = stablehlo.dot_general %38, %19, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x10xf32>, tensor<64x512xf32>) -> tensor<10x512xf32>
    %43 = stablehlo.transpose %42, dims = [1, 0] : (tensor<10x512xf32>) -> tensor<512x10xf32>
    %44 = stablehlo.dot_general %38, %arg2, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x10xf32>, tensor<512x10xf32>) -> tensor<64x512xf32>
    %45 = stablehlo.reshape %44 : (tensor<64x512xf32>) -> tensor<64x8x64xf32>
    %46 = stablehlo.transpose %45, dims = [1, 0, 2] : (tensor<64x8x64xf32>) -> tensor<8x64x64xf32>
    %cst_20 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %47 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %cst_21 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %48 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %cst_22 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %49 = stablehlo.broadcast_in_dim %cst_22, dims = [] : (tensor<f32>) -> tensor<8x256xf32>
    %cst_23 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %50 = stablehlo.broadcast_in_dim %cst_23, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %cst_24 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %51 = stablehlo.broadcast_in_dim %cst_24, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %c_25 = stablehlo.constant dense<0> : tensor<i32>
    %52:21 = stablehlo.while(%iterArg = %46, %iterArg_36 = %1, %iterArg_37 = %17#8, %iterArg_38 = %17#9, %iterArg_39 = %17#10, %iterArg_40 = %17#11, %iterArg_41 = %17#12, %iterArg_42 = %17#13, %iterArg_43 = %17#14, %iterArg_44 = %17#15, %iterArg_45 = %17#16, %iterArg_46 = %17#17, %iterArg_47 = %17#18, %iterArg_48 = %17#19, %iterArg_49 = %arg0, %iterArg_50 = %c_25, %iterArg_51 = %49, %iterArg_52 = %50, %iterArg_53 = %51, %iterArg_54 = %47, %iterArg_55 = %48) : tensor<8x64x64xf32>, tensor<8x64x8xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<64x256xf32>, tensor<i32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    cond {
      %c_56 = stablehlo.constant dense<8> : tensor<i32>
      %85 = stablehlo.compare LT, %iterArg_50, %c_56, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %85 : tensor<i1>
    } do {
      %c_56 = stablehlo.constant dense<8> : tensor<i32>
      %85 = stablehlo.subtract %c_56, %iterArg_50 : tensor<i32>
      %c_57 = stablehlo.constant dense<1> : tensor<i32>
      %86 = stablehlo.subtract %85, %c_57 : tensor<i32>
      %87 = func.call @dynamic_index_in_dim_1(%iterArg, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %88 = func.call @dynamic_index_in_dim(%iterArg_36, %86) : (tensor<8x64x8xf32>, tensor<i32>) -> tensor<64x8xf32>
      %89 = func.call @dynamic_index_in_dim_1(%iterArg_37, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %90 = func.call @dynamic_index_in_dim_1(%iterArg_38, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %91 = func.call @dynamic_index_in_dim_1(%iterArg_39, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %92 = func.call @dynamic_index_in_dim_1(%iterArg_40, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %93 = func.call @dynamic_index_in_dim_1(%iterArg_41, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %94 = func.call @dynamic_index_in_dim_1(%iterArg_42, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %95 = func.call @dynamic_index_in_dim_1(%iterArg_43, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %96 = func.call @dynamic_index_in_dim_1(%iterArg_44, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %97 = func.call @dynamic_index_in_dim_1(%iterArg_45, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %98 = func.call @dynamic_index_in_dim_1(%iterArg_46, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %99 = func.call @dynamic_index_in_dim_1(%iterArg_47, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %100 = func.call @dynamic_index_in_dim_1(%iterArg_48, %86) : (tensor<8x64x64xf32>, tensor<i32>) -> tensor<64x64xf32>
      %101:5 = func.call @closed_call_2(%iterArg_49, %iterArg_51, %iterArg_52, %iterArg_53, %iterArg_54, %iterArg_55, %87, %88, %89, %90, %91, %92, %93, %94, %95, %96, %97, %98, %99, %100) : (tensor<64x256xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x8xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> (tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<64x64xf32>, tensor<64x64xf32>)
      %c_58 = stablehlo.constant dense<1> : tensor<i32>
      %102 = stablehlo.add %iterArg_50, %c_58 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_36, %iterArg_37, %iterArg_38, %iterArg_39, %iterArg_40, %iterArg_41, %iterArg_42, %iterArg_43, %iterArg_44, %iterArg_45, %iterArg_46, %iterArg_47, %iterArg_48, %iterArg_49, %102, %101#0, %101#1, %101#2, %101#3, %101#4 : tensor<8x64x64xf32>, tensor<8x64x8xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<8x64x64xf32>, tensor<64x256xf32>, tensor<i32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
    %53:5 = stablehlo.composite "amp.gradients" %52#17, %41, %43, %52#18, %52#16 {composite_attributes = {group = "main", names = ["['h_w']", "['out_b']", "['out_w']", "['x_b']", "['x_w']"]}, decomposition = @amp.gradients, version = 1 : i32} : (tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>) -> (tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>)
    %cst_26 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %54 = stablehlo.broadcast_in_dim %cst_26, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %55 = stablehlo.multiply %54, %arg5 : tensor<64x256xf32>
    %56 = stablehlo.add %55, %53#0 : tensor<64x256xf32>
    %cst_27 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %57 = stablehlo.broadcast_in_dim %cst_27, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %58 = stablehlo.multiply %57, %arg6 : tensor<10xf32>
    %59 = stablehlo.add %58, %53#1 : tensor<10xf32>
    %cst_28 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %60 = stablehlo.broadcast_in_dim %cst_28, dims = [] : (tensor<f32>) -> tensor<512x10xf32>
    %61 = stablehlo.multiply %60, %arg7 : tensor<512x10xf32>
    %62 = stablehlo.add %61, %53#2 : tensor<512x10xf32>
    %cst_29 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %63 = stablehlo.broadcast_in_dim %cst_29, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %64 = stablehlo.multiply %63, %arg8 : tensor<256xf32>
    %65 = stablehlo.add %64, %53#3 : tensor<256xf32>
    %cst_30 = stablehlo.constant dense<0.899999976> : tensor<f32>
    %66 = stablehlo.broadcast_in_dim %cst_30, dims = [] : (tensor<f32>) -> tensor<8x256xf32>
    %67 = stablehlo.multiply %66, %arg9 : tensor<8x256xf32>
    %68 = stablehlo.add %67, %53#4 : tensor<8x256xf32>
    %cst_31 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %69 = stablehlo.broadcast_in_dim %cst_31, dims = [] : (tensor<f32>) -> tensor<64x256xf32>
    %70 = stablehlo.multiply %69, %56 : tensor<64x256xf32>
    %71 = stablehlo.subtract %arg0, %70 : tensor<64x256xf32>
    %cst_32 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %72 = stablehlo.broadcast_in_dim %cst_32, dims = [] : (tensor<f32>) -> tensor<10xf32>
    %73 = stablehlo.multiply %72, %59 : tensor<10xf32>
    %74 = stablehlo.subtract %arg1, %73 : tensor<10xf32>
    %cst_33 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %75 = stablehlo.broadcast_in_dim %cst_33, dims = [] : (tensor<f32>) -> tensor<512x10xf32>
    %76 = stablehlo.multiply %75, %62 : tensor<512x10xf32>
    %77 = stablehlo.subtract %arg2, %76 : tensor<512x10xf32>
    %cst_34 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %78 = stablehlo.broadcast_in_dim %cst_34, dims = [] : (tensor<f32>) -> tensor<256xf32>
    %79 = stablehlo.multiply %78, %65 : tensor<256xf32>
    %80 = stablehlo.subtract %arg3, %79 : tensor<256xf32>
    %cst_35 = stablehlo.constant dense<5.000000e-02> : tensor<f32>
    %81 = stablehlo.broadcast_in_dim %cst_35, dims = [] : (tensor<f32>) -> tensor<8x256xf32>
    %82 = stablehlo.multiply %81, %68 : tensor<8x256xf32>
    %83 = stablehlo.subtract %arg4, %82 : tensor<8x256xf32>
    %84:10 = stablehlo.composite "amp.state" %71, %74, %77, %80, %83, %56, %59, %62, %65, %68, %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9 {composite_attributes = {group = "main", names = ["[0]['h_w']", "[0]['out_b']", "[0]['out_w']", "[0]['x_b']", "[0]['x_w']", "[1]['h_w']", "[1]['out_b']", "[1]['out_w']", "[1]['x_b']", "[1]['x_w']"]}, decomposition = @amp.state, version = 1 : i32} : (tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>) -> (tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>)
    return %84#0, %84#1, %84#2, %84#3, %84#4, %84#5, %84#6, %84#7, %84#8, %84#9, %31 : tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>, tensor<f32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<8x64x8xf32>, %arg1: tensor<i32>) -> tensor<64x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 8] : (tensor<8x64x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x8xf32>) -> tensor<64x8xf32>
    return %1 : tensor<64x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x256xf32>, %arg1: tensor<64x256xf32>, %arg2: tensor<1x256xf32>, %arg3: tensor<64x64xf32>, %arg4: tensor<64x64xf32>, %arg5: tensor<64x8xf32>) -> (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
    %0 = stablehlo.dot_general %arg5, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x8xf32>, tensor<8x256xf32>) -> tensor<64x256xf32>
    %1 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x64xf32>, tensor<64x256xf32>) -> tensor<64x256xf32>
    %2 = stablehlo.add %0, %1 : tensor<64x256xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<64x256xf32>
    %4 = stablehlo.add %2, %3 : tensor<64x256xf32>
    %5 = stablehlo.slice %4 [0:64, 0:64] : (tensor<64x256xf32>) -> tensor<64x64xf32>
    %6 = stablehlo.slice %4 [0:64, 64:128] : (tensor<64x256xf32>) -> tensor<64x64xf32>
    %7 = stablehlo.slice %4 [0:64, 128:192] : (tensor<64x256xf32>) -> tensor<64x64xf32>
    %8 = stablehlo.slice %4 [0:64, 192:256] : (tensor<64x256xf32>) -> tensor<64x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %10 = stablehlo.add %6, %9 : tensor<64x64xf32>
    %11 = stablehlo.negate %10 : tensor<64x64xf32>
    %12 = stablehlo.exponential %11 : tensor<64x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %14 = stablehlo.add %13, %12 : tensor<64x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %16 = stablehlo.divide %15, %14 : tensor<64x64xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %17 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %18 = stablehlo.subtract %17, %16 : tensor<64x64xf32>
    %19 = stablehlo.multiply %16, %18 : tensor<64x64xf32>
    %20 = stablehlo.multiply %16, %arg4 : tensor<64x64xf32>
    %21 = stablehlo.negate %5 : tensor<64x64xf32>
    %22 = stablehlo.exponential %21 : tensor<64x64xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %24 = stablehlo.add %23, %22 : tensor<64x64xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %25 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %26 = stablehlo.divide %25, %24 : tensor<64x64xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %27 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %28 = stablehlo.subtract %27, %26 : tensor<64x64xf32>
    %29 = stablehlo.multiply %26, %28 : tensor<64x64xf32>
    %30 = stablehlo.tanh %7 : tensor<64x64xf32>
    %cst_6 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %31 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %32 = stablehlo.subtract %31, %30 : tensor<64x64xf32>
    %33 = stablehlo.multiply %26, %30 : tensor<64x64xf32>
    %34 = stablehlo.add %20, %33 : tensor<64x64xf32>
    %35 = stablehlo.negate %8 : tensor<64x64xf32>
    %36 = stablehlo.exponential %35 : tensor<64x64xf32>
    %cst_7 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %37 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %38 = stablehlo.add %37, %36 : tensor<64x64xf32>
    %cst_8 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %39 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %40 = stablehlo.divide %39, %38 : tensor<64x64xf32>
    %cst_9 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %41 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %42 = stablehlo.subtract %41, %40 : tensor<64x64xf32>
    %43 = stablehlo.multiply %40, %42 : tensor<64x64xf32>
    %44 = stablehlo.tanh %34 : tensor<64x64xf32>
    %cst_10 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %45 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<64x64xf32>
    %46 = stablehlo.subtract %45, %44 : tensor<64x64xf32>
    %47 = stablehlo.multiply %40, %44 : tensor<64x64xf32>
    return %47, %34, %47, %arg3, %19, %arg4, %16, %29, %30, %32, %26, %43, %44, %46, %40 : tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<8x64x64xf32>, %arg1: tensor<64x64xf32>, %arg2: tensor<i32>) -> tensor<8x64x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<64x64xf32>) -> tensor<1x64x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<8x64x64xf32>, tensor<1x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x64x64xf32>
    return %1 : tensor<8x64x64xf32>
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
  func.func private @log_softmax_0(%arg0: tensor<64x10xf32>, %arg1: tensor<64x1xf32>, %arg2: tensor<64x10xf32>) -> tensor<64x10xf32> {
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
  func.func private @dynamic_index_in_dim_1(%arg0: tensor<8x64x64xf32>, %arg1: tensor<i32>) -> tensor<64x64xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 64, 64] : (tensor<8x64x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x64x64xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x64x64xf32>) -> tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  }
  func.func private @closed_call_2(%arg0: tensor<64x256xf32>, %arg1: tensor<8x256xf32>, %arg2: tensor<64x256xf32>, %arg3: tensor<256xf32>, %arg4: tensor<64x64xf32>, %arg5: tensor<64x64xf32>, %arg6: tensor<64x64xf32>, %arg7: tensor<64x8xf32>, %arg8: tensor<64x64xf32>, %arg9: tensor<64x64xf32>, %arg10: tensor<64x64xf32>, %arg11: tensor<64x64xf32>, %arg12: tensor<64x64xf32>, %arg13: tensor<64x64xf32>, %arg14: tensor<64x64xf32>, %arg15: tensor<64x64xf32>, %arg16: tensor<64x64xf32>, %arg17: tensor<64x64xf32>, %arg18: tensor<64x64xf32>, %arg19: tensor<64x64xf32>) -> (tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<64x64xf32>, tensor<64x64xf32>) {
    %0 = stablehlo.add %arg4, %arg6 : tensor<64x64xf32>
    %1 = stablehlo.multiply %arg19, %0 : tensor<64x64xf32>
    %2 = stablehlo.multiply %0, %arg17 : tensor<64x64xf32>
    %3 = stablehlo.multiply %1, %arg18 : tensor<64x64xf32>
    %4 = stablehlo.add %arg5, %3 : tensor<64x64xf32>
    %5 = stablehlo.multiply %3, %arg17 : tensor<64x64xf32>
    %6 = stablehlo.add %4, %5 : tensor<64x64xf32>
    %7 = stablehlo.multiply %2, %arg16 : tensor<64x64xf32>
    %8 = stablehlo.multiply %arg15, %6 : tensor<64x64xf32>
    %9 = stablehlo.multiply %6, %arg13 : tensor<64x64xf32>
    %10 = stablehlo.multiply %8, %arg14 : tensor<64x64xf32>
    %11 = stablehlo.multiply %10, %arg13 : tensor<64x64xf32>
    %12 = stablehlo.add %10, %11 : tensor<64x64xf32>
    %13 = stablehlo.multiply %9, %arg12 : tensor<64x64xf32>
    %14 = stablehlo.multiply %arg11, %6 : tensor<64x64xf32>
    %15 = stablehlo.multiply %6, %arg10 : tensor<64x64xf32>
    %16 = stablehlo.multiply %15, %arg9 : tensor<64x64xf32>
    %17 = stablehlo.concatenate %13, %16, %12, %7, dim = 1 : (tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x256xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %18 = stablehlo.reduce(%17 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<64x256xf32>, tensor<f32>) -> tensor<256xf32>
    %19 = stablehlo.reshape %18 : (tensor<256xf32>) -> tensor<1x256xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %20 = stablehlo.reduce(%19 init: %cst_0) applies stablehlo.add across dimensions = [0] : (tensor<1x256xf32>, tensor<f32>) -> tensor<256xf32>
    %21 = stablehlo.add %arg3, %20 : tensor<256xf32>
    %22 = stablehlo.dot_general %17, %arg8, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x256xf32>, tensor<64x64xf32>) -> tensor<256x64xf32>
    %23 = stablehlo.transpose %22, dims = [1, 0] : (tensor<256x64xf32>) -> tensor<64x256xf32>
    %24 = stablehlo.add %arg2, %23 : tensor<64x256xf32>
    %25 = stablehlo.dot_general %17, %arg0, contracting_dims = [1] x [1], precision = [DEFAULT, DEFAULT] : (tensor<64x256xf32>, tensor<64x256xf32>) -> tensor<64x64xf32>
    %26 = stablehlo.dot_general %17, %arg7, contracting_dims = [0] x [0], precision = [DEFAULT, DEFAULT] : (tensor<64x256xf32>, tensor<64x8xf32>) -> tensor<256x8xf32>
    %27 = stablehlo.transpose %26, dims = [1, 0] : (tensor<256x8xf32>) -> tensor<8x256xf32>
    %28 = stablehlo.add %arg1, %27 : tensor<8x256xf32>
    return %28, %24, %21, %25, %14 : tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<64x64xf32>, tensor<64x64xf32>
  }
  func.func private @amp.gradients(%arg0: tensor<64x256xf32>, %arg1: tensor<10xf32>, %arg2: tensor<512x10xf32>, %arg3: tensor<256xf32>, %arg4: tensor<8x256xf32>) -> (tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4 : tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>
  }
  func.func private @amp.state(%arg0: tensor<64x256xf32>, %arg1: tensor<10xf32>, %arg2: tensor<512x10xf32>, %arg3: tensor<256xf32>, %arg4: tensor<8x256xf32>, %arg5: tensor<64x256xf32>, %arg6: tensor<10xf32>, %arg7: tensor<512x10xf32>, %arg8: tensor<256xf32>, %arg9: tensor<8x256xf32>, %arg10: tensor<64x256xf32>, %arg11: tensor<10xf32>, %arg12: tensor<512x10xf32>, %arg13: tensor<256xf32>, %arg14: tensor<8x256xf32>, %arg15: tensor<64x256xf32>, %arg16: tensor<10xf32>, %arg17: tensor<512x10xf32>, %arg18: tensor<256xf32>, %arg19: tensor<8x256xf32>) -> (tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>) {
    return %arg0, %arg1, %arg2, %arg3, %arg4, %arg5, %arg6, %arg7, %arg8, %arg9 : tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<10xf32>, tensor<512x10xf32>, tensor<256xf32>, tensor<8x256xf32>
  }
}
