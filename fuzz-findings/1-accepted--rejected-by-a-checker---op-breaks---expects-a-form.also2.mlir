// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-fuzz %s --amp="compute=f16 f32=strict align=profitable" --input-seed=795152

/// accepted: rejected by a checker: 'stablehlo.einsum' op breaks "a low format holds what is known to occur": expects a format that holds each count up to 3.3e+05, but got 'f16'

module {
  func.func @main(%arg0: tensor<ui8>) -> tensor<1xui8> {
    %c = stablehlo.constant dense<4> : tensor<ui8>
    %0 = stablehlo.remainder %c, %arg0 : tensor<ui8>
    %cst = stablehlo.constant dense<[1.000000e+00, 1.000000e+02]> : tensor<2xf32>
    %1 = stablehlo.abs %cst : tensor<2xf32>
    %cst_0 = stablehlo.constant dense<6.250000e-02> : tensor<2xf32>
    %2 = stablehlo.add %1, %cst_0 : tensor<2xf32>
    %3 = stablehlo.sine %2 : tensor<2xf32>
    %4 = stablehlo.iota dim = 0 : tensor<2xf32>
    %5 = stablehlo.convert %0 : (tensor<ui8>) -> tensor<f32>
    %6 = stablehlo.broadcast_in_dim %5, dims = [] : (tensor<f32>) -> tensor<4x5xf32>
    %7 = stablehlo.convert %0 : (tensor<ui8>) -> tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<5x1xf32>
    %9 = stablehlo.einsum %6, %8, config = "ab,bc->ac" : (tensor<4x5xf32>, tensor<5x1xf32>) -> tensor<4x1xf32>
    %10 = stablehlo.iota dim = 0 : tensor<240xf32>
    %11 = stablehlo.iota dim = 0 : tensor<240xi32>
    %12 = stablehlo.convert %11 : (tensor<240xi32>) -> tensor<240xf32>
    %c_1 = stablehlo.constant dense<0> : tensor<i32>
    %13 = stablehlo.convert %0 : (tensor<ui8>) -> tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<2xf32>
    %15:2 = stablehlo.while(%iterArg = %c_1, %iterArg_12 = %14) : tensor<i32>, tensor<2xf32>
    cond {
      %c_13 = stablehlo.constant dense<5> : tensor<i32>
      %36 = stablehlo.compare LT, %iterArg, %c_13 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %36 : tensor<i1>
    } do {
      %c_13 = stablehlo.constant dense<1> : tensor<i32>
      %36 = stablehlo.add %iterArg, %c_13 : tensor<i32>
      %37 = stablehlo.convert %iterArg_12 : (tensor<2xf32>) -> tensor<2xui32>
      %38 = stablehlo.add %iterArg_12, %iterArg_12 : tensor<2xf32>
      stablehlo.return %36, %38 : tensor<i32>, tensor<2xf32>
    }
    %16 = stablehlo.convert %0 : (tensor<ui8>) -> tensor<f32>
    %17 = stablehlo.broadcast_in_dim %16, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
    %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_3 = stablehlo.constant dense<-4.000000e+00> : tensor<f32>
    %cst_4 = stablehlo.constant dense<4.000000e+00> : tensor<f32>
    %18 = stablehlo.clamp %cst_3, %17, %cst_4 : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
    %cst_5 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_6 = stablehlo.constant dense<1.600000e+01> : tensor<f32>
    %19 = stablehlo.clamp %cst_5, %cst_2, %cst_6 : tensor<f32>
    %20 = stablehlo.iota dim = 0 : tensor<4xf32>
    %cst_7 = stablehlo.constant dense<4.000000e+00> : tensor<4xf32>
    %21 = stablehlo.divide %20, %cst_7 : tensor<4xf32>
    %22 = stablehlo.broadcast_in_dim %21, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
    %23 = stablehlo.subtract %17, %22 : tensor<4x4xf32>
    %24 = stablehlo.multiply %23, %23 : tensor<4x4xf32>
    %cst_8 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %25 = stablehlo.tanh %24 : tensor<4x4xf32>
    %26 = stablehlo.logistic %cst_8 : tensor<f32>
    %27 = stablehlo.iota dim = 0 : tensor<4xf32>
    %cst_9 = stablehlo.constant dense<4.000000e+00> : tensor<4xf32>
    %28 = stablehlo.divide %27, %cst_9 : tensor<4xf32>
    %29 = stablehlo.broadcast_in_dim %28, dims = [0] : (tensor<4xf32>) -> tensor<4x4xf32>
    %cst_10 = stablehlo.constant dense<1.250000e-01> : tensor<4x4xf32>
    %30 = stablehlo.add %29, %cst_10 : tensor<4x4xf32>
    %31 = stablehlo.sqrt %30 : tensor<4x4xf32>
    %32 = stablehlo.divide %23, %31 : tensor<4x4xf32>
    %33 = stablehlo.dynamic_slice %32, %15#0, %15#0, sizes = [4, 1] : (tensor<4x4xf32>, tensor<i32>, tensor<i32>) -> tensor<4x1xf32>
    %cst_11 = stablehlo.constant dense<[2.500000e-01, 4.000000e+00]> : tensor<2xf32>
    %34 = chlo.sinh %cst_11 : tensor<2xf32> -> tensor<2xf32>
    %35 = stablehlo.reshape %0 : (tensor<ui8>) -> tensor<1xui8>
    return %35 : tensor<1xui8>
  }
}
