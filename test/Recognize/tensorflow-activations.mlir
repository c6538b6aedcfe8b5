// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-recognize | FileCheck %s

/// Activations as TensorFlow 2.21 exports them:
/// `experimental_get_compiler_ir(stage="stablehlo")` of a compiled function.

/// The argument is multiplied by one.
// CHECK-LABEL: @silu
func.func @silu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %1 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: multiply{{.*}}"silu.interior"
  %2 = stablehlo.multiply %1, %0 : tensor<4x8xf32>
  // CHECK: logistic{{.*}}"silu.interior"
  %3 = stablehlo.logistic %2 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"silu.output"
  %4 = stablehlo.multiply %0, %3 : tensor<4x8xf32>
  %5 = stablehlo.reshape %4 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %5 : tensor<4x8xf32>
}

/// Chosen by two thresholds.
// CHECK-LABEL: @softplus
func.func @softplus(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  %cst = stablehlo.constant dense<1.1920929E-7> : tensor<f32>
  %1 = stablehlo.log %cst : tensor<f32>
  %cst_0 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %2 = stablehlo.add %1, %cst_0 : tensor<f32>
  %3 = stablehlo.negate %2 : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %3, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %5 = stablehlo.compare  GT, %0, %4 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %6 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %7 = stablehlo.compare  LT, %0, %6 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  // CHECK: exponential{{.*}}"softplus.interior"
  %8 = stablehlo.exponential %0 : tensor<4x8xf32>
  // CHECK: log_plus_one{{.*}}"softplus.output"
  %9 = stablehlo.log_plus_one %8 : tensor<4x8xf32>
  %10 = stablehlo.select %7, %8, %9 : tensor<4x8xi1>, tensor<4x8xf32>
  %11 = stablehlo.select %5, %0, %10 : tensor<4x8xi1>, tensor<4x8xf32>
  %12 = stablehlo.reshape %11 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %12 : tensor<4x8xf32>
}

/// erfc by three polynomials, each with its part of the line.
// CHECK-LABEL: @gelu
func.func @gelu(%arg0: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %cst = stablehlo.constant dense<5.000000e-01> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %cst, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %1 = stablehlo.reshape %arg0 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %2 = stablehlo.multiply %0, %1 : tensor<4x8xf32>
  // CHECK: negate{{.*}}"gelu.input"
  %3 = stablehlo.negate %1 : tensor<4x8xf32>
  %cst_0 = stablehlo.constant dense<0.707106769> : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %cst_0, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.input"
  %5 = stablehlo.multiply %3, %4 : tensor<4x8xf32>
  %6 = stablehlo.abs %5 : tensor<4x8xf32>
  %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %7 = stablehlo.broadcast_in_dim %cst_1, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %8 = stablehlo.compare  GT, %6, %7 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %cst_2 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
  %9 = stablehlo.broadcast_in_dim %cst_2, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %10 = stablehlo.compare  LT, %5, %9 : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<4x8xi1>
  %cst_3 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
  %11 = stablehlo.broadcast_in_dim %cst_3, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %12 = stablehlo.multiply %5, %5 : tensor<4x8xf32>
  // CHECK: negate{{.*}}"gelu.interior"
  %13 = stablehlo.negate %12 : tensor<4x8xf32>
  // CHECK: exponential{{.*}}"gelu.interior"
  %14 = stablehlo.exponential %13 : tensor<4x8xf32>
  %cst_4 = stablehlo.constant dense<0.102081165> : tensor<f32>
  %15 = stablehlo.broadcast_in_dim %cst_4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %cst_5 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %16 = stablehlo.broadcast_in_dim %cst_5, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: divide{{.*}}"gelu.interior"
  %17 = stablehlo.divide %16, %12 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %18 = stablehlo.multiply %15, %17 : tensor<4x8xf32>
  %cst_6 = stablehlo.constant dense<0.429206669> : tensor<f32>
  %19 = stablehlo.broadcast_in_dim %cst_6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %20 = stablehlo.add %18, %19 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %21 = stablehlo.multiply %20, %17 : tensor<4x8xf32>
  %cst_7 = stablehlo.constant dense<0.323790789> : tensor<f32>
  %22 = stablehlo.broadcast_in_dim %cst_7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %23 = stablehlo.add %21, %22 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %24 = stablehlo.multiply %23, %17 : tensor<4x8xf32>
  %cst_8 = stablehlo.constant dense<0.053971976> : tensor<f32>
  %25 = stablehlo.broadcast_in_dim %cst_8, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %26 = stablehlo.add %24, %25 : tensor<4x8xf32>
  // CHECK: abs{{.*}}"gelu.interior"
  %27 = stablehlo.abs %5 : tensor<4x8xf32>
  %cst_9 = stablehlo.constant dense<1.006000e+01> : tensor<f32>
  %28 = stablehlo.broadcast_in_dim %cst_9, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: minimum{{.*}}"gelu.interior"
  %29 = stablehlo.minimum %27, %28 : tensor<4x8xf32>
  %cst_10 = stablehlo.constant dense<0.0172516778> : tensor<f32>
  %30 = stablehlo.broadcast_in_dim %cst_10, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %31 = stablehlo.multiply %30, %17 : tensor<4x8xf32>
  %cst_11 = stablehlo.constant dense<0.391371638> : tensor<f32>
  %32 = stablehlo.broadcast_in_dim %cst_11, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %33 = stablehlo.add %31, %32 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %34 = stablehlo.multiply %33, %17 : tensor<4x8xf32>
  %cst_12 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %35 = stablehlo.broadcast_in_dim %cst_12, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %36 = stablehlo.add %34, %35 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %37 = stablehlo.multiply %36, %17 : tensor<4x8xf32>
  %cst_13 = stablehlo.constant dense<0.621732413> : tensor<f32>
  %38 = stablehlo.broadcast_in_dim %cst_13, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %39 = stablehlo.add %37, %38 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %40 = stablehlo.multiply %39, %17 : tensor<4x8xf32>
  %cst_14 = stablehlo.constant dense<0.095662862> : tensor<f32>
  %41 = stablehlo.broadcast_in_dim %cst_14, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %42 = stablehlo.add %40, %41 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %43 = stablehlo.multiply %29, %42 : tensor<4x8xf32>
  // CHECK: divide{{.*}}"gelu.interior"
  %44 = stablehlo.divide %26, %43 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %45 = stablehlo.multiply %14, %44 : tensor<4x8xf32>
  // CHECK: subtract{{.*}}"gelu.interior"
  %46 = stablehlo.subtract %11, %45 : tensor<4x8xf32>
  // CHECK: select{{.*}}"gelu.interior"
  %47 = stablehlo.select %10, %46, %45 : tensor<4x8xi1>, tensor<4x8xf32>
  %cst_15 = stablehlo.constant dense<5.61802299E-4> : tensor<f32>
  %48 = stablehlo.broadcast_in_dim %cst_15, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %49 = stablehlo.multiply %5, %5 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %50 = stablehlo.multiply %48, %49 : tensor<4x8xf32>
  %cst_16 = stablehlo.constant dense<-0.00491381669> : tensor<f32>
  %51 = stablehlo.broadcast_in_dim %cst_16, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %52 = stablehlo.add %50, %51 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %53 = stablehlo.multiply %52, %49 : tensor<4x8xf32>
  %cst_17 = stablehlo.constant dense<0.0267075151> : tensor<f32>
  %54 = stablehlo.broadcast_in_dim %cst_17, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %55 = stablehlo.add %53, %54 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %56 = stablehlo.multiply %55, %49 : tensor<4x8xf32>
  %cst_18 = stablehlo.constant dense<-0.112800106> : tensor<f32>
  %57 = stablehlo.broadcast_in_dim %cst_18, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %58 = stablehlo.add %56, %57 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %59 = stablehlo.multiply %58, %49 : tensor<4x8xf32>
  %cst_19 = stablehlo.constant dense<0.376122952> : tensor<f32>
  %60 = stablehlo.broadcast_in_dim %cst_19, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %61 = stablehlo.add %59, %60 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %62 = stablehlo.multiply %61, %49 : tensor<4x8xf32>
  %cst_20 = stablehlo.constant dense<-1.12837911> : tensor<f32>
  %63 = stablehlo.broadcast_in_dim %cst_20, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %64 = stablehlo.add %62, %63 : tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.interior"
  %65 = stablehlo.multiply %5, %64 : tensor<4x8xf32>
  %cst_21 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
  %66 = stablehlo.broadcast_in_dim %cst_21, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  // CHECK: add{{.*}}"gelu.interior"
  %67 = stablehlo.add %65, %66 : tensor<4x8xf32>
  // CHECK: select{{.*}}"gelu.interior"
  %68 = stablehlo.select %8, %47, %67 : tensor<4x8xi1>, tensor<4x8xf32>
  // CHECK: multiply{{.*}}"gelu.output"
  %69 = stablehlo.multiply %2, %68 : tensor<4x8xf32>
  %70 = stablehlo.reshape %69 : (tensor<4x8xf32>) -> tensor<4x8xf32>
  return %70 : tensor<4x8xf32>
}
