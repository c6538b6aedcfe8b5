// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" -split-input-file | FileCheck %s

/// A factorization reads f32 whatever computes its operand: a sum that is
/// rounded may no longer be positive definite. Operands of the matmul may be low.
// CHECK-LABEL: @factorize
// CHECK: stablehlo.dot_general {{.*}}f16>, {{.*}}f16>) -> tensor<64x64xf32>
// CHECK: stablehlo.add {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.custom_call
func.func @factorize(%a: tensor<64x64xf32>, %z: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %half = stablehlo.constant dense<0.5> : tensor<64x64xf32>
  %0 = stablehlo.dot_general %a, %z, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.transpose %0, dims = [1, 0] : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.add %0, %1 : tensor<64x64xf32>
  %3 = stablehlo.multiply %2, %half : tensor<64x64xf32>
  %4 = stablehlo.custom_call @lapack_spotrf_ffi(%3) : (tensor<64x64xf32>) -> tensor<64x64xf32>
  %5 = stablehlo.dot_general %4, %z, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}
