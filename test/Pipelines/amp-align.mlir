// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=bf16 align=profitable" -o %t && FileCheck %s < %t
// RUN: amp-opt %t --amp="compute=bf16 align=profitable" | cmp - %t
// RUN: amp-opt %s --amp="compute=bf16" | FileCheck %s --check-prefix=OFF
// RUN: not amp-opt %s --amp="compute=bf16 align=sometimes" 2>&1 | FileCheck %s --check-prefix=MODE

/// Casts first: what is padded is what the chip multiplies.
// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dot_general {{.*}} -> tensor<8192x33728x
// CHECK: stablehlo.reduce({{.*}}) applies stablehlo.maximum across dimensions = [1] : (tensor<8192x33728x
// OFF-NOT: stablehlo.pad
// MODE: error: expects align to be off, profitable or always, but got 'sometimes'
func.func @main(%x: tensor<8192x1024xf32>, %w: tensor<1024x33708xf32>) -> tensor<8192xf32> {
  %least = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8192x1024xf32>, tensor<1024x33708xf32>) -> tensor<8192x33708xf32>
  %1 = stablehlo.negate %0 : tensor<8192x33708xf32>
  %2 = stablehlo.reduce(%1 init: %least) applies stablehlo.maximum across dimensions = [1] : (tensor<8192x33708xf32>, tensor<f32>) -> tensor<8192xf32>
  return %2 : tensor<8192xf32>
}
