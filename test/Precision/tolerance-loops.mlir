// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" -split-input-file | FileCheck %s

/// A loop that ends within a tolerance: in 16 bits, its iteration may never come
/// there. Operands of the matmul may be low.
// CHECK-LABEL: @fixed_point
// CHECK: stablehlo.while({{.*}}) : tensor<64x64xf32>, tensor<f32>
// CHECK: stablehlo.dot_general {{.*}}bf16>, {{.*}}bf16>) -> tensor<64x64xf32>
// CHECK: stablehlo.tanh {{.*}} : tensor<64x64xf32>
func.func @fixed_point(%k: tensor<64x64xf32>, %a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %r:2 = stablehlo.while(%x = %a, %e = %one) : tensor<64x64xf32>, tensor<f32>
    cond {
      %tolerance = stablehlo.constant dense<1.0e-06> : tensor<f32>
      %p = stablehlo.compare GT, %e, %tolerance : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %0 = stablehlo.dot_general %k, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.tanh %0 : tensor<64x64xf32>
      %2 = stablehlo.subtract %1, %x : tensor<64x64xf32>
      %3 = stablehlo.abs %2 : tensor<64x64xf32>
      %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      stablehlo.return %1, %4 : tensor<64x64xf32>, tensor<f32>
    }
  %y = stablehlo.dot_general %r#0, %k, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

/// The iteration compares, and the condition reads the flag that it carries.
// CHECK-LABEL: @flag
// CHECK: stablehlo.while({{.*}}) : tensor<64x64xf32>, tensor<i1>
// CHECK: stablehlo.dot_general {{.*}}bf16>, {{.*}}bf16>) -> tensor<64x64xf32>
func.func @flag(%k: tensor<64x64xf32>, %a: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %false = stablehlo.constant dense<false> : tensor<i1>
  %r:2 = stablehlo.while(%x = %a, %done = %false) : tensor<64x64xf32>, tensor<i1>
    cond {
      %go = stablehlo.not %done : tensor<i1>
      stablehlo.return %go : tensor<i1>
    } do {
      %zero = stablehlo.constant dense<0.0> : tensor<f32>
      %tolerance = stablehlo.constant dense<1.0e-06> : tensor<f32>
      %0 = stablehlo.dot_general %k, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.tanh %0 : tensor<64x64xf32>
      %2 = stablehlo.subtract %1, %x : tensor<64x64xf32>
      %3 = stablehlo.abs %2 : tensor<64x64xf32>
      %4 = stablehlo.reduce(%3 init: %zero) applies stablehlo.maximum across dimensions = [0, 1] : (tensor<64x64xf32>, tensor<f32>) -> tensor<f32>
      %5 = stablehlo.compare LE, %4, %tolerance : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %1, %5 : tensor<64x64xf32>, tensor<i1>
    }
  %y = stablehlo.dot_general %r#0, %k, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
