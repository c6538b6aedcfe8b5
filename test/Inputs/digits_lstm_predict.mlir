module @jit_predict attributes {mhlo.num_partitions = 1 : i32, mhlo.num_replicas = 1 : i32} {
  func.func public @main(%arg0: tensor<64x256xf32>, %arg1: tensor<10xf32>, %arg2: tensor<512x10xf32>, %arg3: tensor<256xf32>, %arg4: tensor<8x256xf32>, %arg5: tensor<360x8x8x1xf32>) -> (tensor<360xi32> {jax.result_info = "result"}) {
    %0 = stablehlo.reshape %arg5 : (tensor<360x8x8x1xf32>) -> tensor<360x8x8xf32>
    %1 = stablehlo.transpose %0, dims = [1, 0, 2] : (tensor<360x8x8xf32>) -> tensor<8x360x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<8x360x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %4:8 = stablehlo.while(%iterArg = %1, %iterArg_1 = %arg4, %iterArg_2 = %arg0, %iterArg_3 = %arg3, %iterArg_4 = %c, %iterArg_5 = %2, %iterArg_6 = %2, %iterArg_7 = %3) : tensor<8x360x8xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<i32>, tensor<360x64xf32>, tensor<360x64xf32>, tensor<8x360x64xf32>
    cond {
      %c_8 = stablehlo.constant dense<8> : tensor<i32>
      %12 = stablehlo.compare LT, %iterArg_4, %c_8, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %12 : tensor<i1>
    } do {
      %12 = func.call @dynamic_index_in_dim(%iterArg, %iterArg_4) : (tensor<8x360x8xf32>, tensor<i32>) -> tensor<360x8xf32>
      %13:3 = func.call @closed_call(%iterArg_1, %iterArg_2, %iterArg_3, %iterArg_5, %iterArg_6, %12) : (tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<360x64xf32>, tensor<360x64xf32>, tensor<360x8xf32>) -> (tensor<360x64xf32>, tensor<360x64xf32>, tensor<360x64xf32>)
      %14 = func.call @dynamic_update_index_in_dim(%iterArg_7, %13#2, %iterArg_4) : (tensor<8x360x64xf32>, tensor<360x64xf32>, tensor<i32>) -> tensor<8x360x64xf32>
      %c_8 = stablehlo.constant dense<1> : tensor<i32>
      %15 = stablehlo.add %iterArg_4, %c_8 : tensor<i32>
      stablehlo.return %iterArg, %iterArg_1, %iterArg_2, %iterArg_3, %15, %13#0, %13#1, %14 : tensor<8x360x8xf32>, tensor<8x256xf32>, tensor<64x256xf32>, tensor<256xf32>, tensor<i32>, tensor<360x64xf32>, tensor<360x64xf32>, tensor<8x360x64xf32>
    }
    %5 = stablehlo.transpose %4#7, dims = [1, 0, 2] : (tensor<8x360x64xf32>) -> tensor<360x8x64xf32>
    %6 = stablehlo.reshape %5 : (tensor<360x8x64xf32>) -> tensor<360x512xf32>
    %7 = stablehlo.dot_general %6, %arg2, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<360x512xf32>, tensor<512x10xf32>) -> tensor<360x10xf32>
    %8 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<10xf32>) -> tensor<1x10xf32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [0, 1] : (tensor<1x10xf32>) -> tensor<360x10xf32>
    %10 = stablehlo.add %7, %9 : tensor<360x10xf32>
    %11 = call @argmax(%10) : (tensor<360x10xf32>) -> tensor<360xi32>
    return %11 : tensor<360xi32>
  }
  func.func private @dynamic_index_in_dim(%arg0: tensor<8x360x8xf32>, %arg1: tensor<i32>) -> tensor<360x8xf32> {
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %0 = stablehlo.dynamic_slice %arg0, %arg1, %c, %c_0, sizes = [1, 360, 8] : (tensor<8x360x8xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<1x360x8xf32>
    %1 = stablehlo.reshape %0 : (tensor<1x360x8xf32>) -> tensor<360x8xf32>
    return %1 : tensor<360x8xf32>
  }
  func.func private @closed_call(%arg0: tensor<8x256xf32>, %arg1: tensor<64x256xf32>, %arg2: tensor<256xf32>, %arg3: tensor<360x64xf32>, %arg4: tensor<360x64xf32>, %arg5: tensor<360x8xf32>) -> (tensor<360x64xf32>, tensor<360x64xf32>, tensor<360x64xf32>) {
    %0 = stablehlo.dot_general %arg5, %arg0, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<360x8xf32>, tensor<8x256xf32>) -> tensor<360x256xf32>
    %1 = stablehlo.dot_general %arg3, %arg1, contracting_dims = [1] x [0], precision = [DEFAULT, DEFAULT] : (tensor<360x64xf32>, tensor<64x256xf32>) -> tensor<360x256xf32>
    %2 = stablehlo.add %0, %1 : tensor<360x256xf32>
    %3 = stablehlo.broadcast_in_dim %arg2, dims = [1] : (tensor<256xf32>) -> tensor<1x256xf32>
    %4 = stablehlo.broadcast_in_dim %3, dims = [0, 1] : (tensor<1x256xf32>) -> tensor<360x256xf32>
    %5 = stablehlo.add %2, %4 : tensor<360x256xf32>
    %6 = stablehlo.slice %5 [0:360, 0:64] : (tensor<360x256xf32>) -> tensor<360x64xf32>
    %7 = stablehlo.slice %5 [0:360, 64:128] : (tensor<360x256xf32>) -> tensor<360x64xf32>
    %8 = stablehlo.slice %5 [0:360, 128:192] : (tensor<360x256xf32>) -> tensor<360x64xf32>
    %9 = stablehlo.slice %5 [0:360, 192:256] : (tensor<360x256xf32>) -> tensor<360x64xf32>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %10 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %11 = stablehlo.add %7, %10 : tensor<360x64xf32>
    %12 = stablehlo.negate %11 : tensor<360x64xf32>
    %13 = stablehlo.exponential %12 : tensor<360x64xf32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %15 = stablehlo.add %14, %13 : tensor<360x64xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %16 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %17 = stablehlo.divide %16, %15 : tensor<360x64xf32>
    %18 = stablehlo.multiply %17, %arg4 : tensor<360x64xf32>
    %19 = stablehlo.negate %6 : tensor<360x64xf32>
    %20 = stablehlo.exponential %19 : tensor<360x64xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %21 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %22 = stablehlo.add %21, %20 : tensor<360x64xf32>
    %cst_3 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %23 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %24 = stablehlo.divide %23, %22 : tensor<360x64xf32>
    %25 = stablehlo.tanh %8 : tensor<360x64xf32>
    %26 = stablehlo.multiply %24, %25 : tensor<360x64xf32>
    %27 = stablehlo.add %18, %26 : tensor<360x64xf32>
    %28 = stablehlo.negate %9 : tensor<360x64xf32>
    %29 = stablehlo.exponential %28 : tensor<360x64xf32>
    %cst_4 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %30 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %31 = stablehlo.add %30, %29 : tensor<360x64xf32>
    %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %32 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<360x64xf32>
    %33 = stablehlo.divide %32, %31 : tensor<360x64xf32>
    %34 = stablehlo.tanh %27 : tensor<360x64xf32>
    %35 = stablehlo.multiply %33, %34 : tensor<360x64xf32>
    return %35, %27, %35 : tensor<360x64xf32>, tensor<360x64xf32>, tensor<360x64xf32>
  }
  func.func private @dynamic_update_index_in_dim(%arg0: tensor<8x360x64xf32>, %arg1: tensor<360x64xf32>, %arg2: tensor<i32>) -> tensor<8x360x64xf32> {
    %0 = stablehlo.broadcast_in_dim %arg1, dims = [1, 2] : (tensor<360x64xf32>) -> tensor<1x360x64xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %1 = stablehlo.dynamic_update_slice %arg0, %0, %arg2, %c, %c_0 : (tensor<8x360x64xf32>, tensor<1x360x64xf32>, tensor<i32>, tensor<i32>, tensor<i32>) -> tensor<8x360x64xf32>
    return %1 : tensor<8x360x64xf32>
  }
  func.func private @argmax(%arg0: tensor<360x10xf32>) -> tensor<360xi32> {
    %0 = stablehlo.iota dim = 1 : tensor<360x10xi32>
    %cst = stablehlo.constant dense<0xFF800000> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %1:2 = stablehlo.reduce(%arg0 init: %cst), (%0 init: %c) across dimensions = [1] : (tensor<360x10xf32>, tensor<360x10xi32>, tensor<f32>, tensor<i32>) -> (tensor<360xf32>, tensor<360xi32>)
     reducer(%arg1: tensor<f32>, %arg3: tensor<f32>) (%arg2: tensor<i32>, %arg4: tensor<i32>)  {
      %2 = stablehlo.compare GT, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %3 = stablehlo.compare NE, %arg1, %arg1, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %4 = stablehlo.or %2, %3 : tensor<i1>
      %5 = stablehlo.compare EQ, %arg1, %arg3, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %6 = stablehlo.compare LT, %arg2, %arg4, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
      %7 = stablehlo.and %5, %6 : tensor<i1>
      %8 = stablehlo.or %4, %7 : tensor<i1>
      %9 = stablehlo.select %4, %arg1, %arg3 : tensor<i1>, tensor<f32>
      %10 = stablehlo.select %8, %arg2, %arg4 : tensor<i1>, tensor<i32>
      stablehlo.return %9, %10 : tensor<f32>, tensor<i32>
    }
    return %1#1 : tensor<360xi32>
  }
}
