// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A constant that keeps a divisor from zero, and that f16 does not hold, keeps the division f32, whatever is known of the
/// rest; bf16 holds it.
// RUN: amp-opt %s --amp="compute=f16 preset=apex-o3" --mlir-print-ir-after=amp-assign-precision -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,F16
// RUN: amp-opt %s --amp="compute=bf16 preset=apex-o3" --mlir-print-ir-after=amp-assign-precision -o /dev/null 2>&1 | FileCheck %s --check-prefixes=CHECK,BF16

// CHECK-LABEL: @variance
// F16: stablehlo.rsqrt {{.*}}#amp.precision<[], <range, "kept from zero by a constant that becomes zero">>
// F16: stablehlo.multiply {{.*}}#amp.precision<[], <range, "quotient by a tiny constant, from 'stablehlo.rsqrt'">>
// CHECK: stablehlo.dot_general
func.func @variance(%x: tensor<64xf32>, %y: tensor<64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %epsilon = stablehlo.constant dense<1.0e-12> : tensor<f32>
  %0 = stablehlo.broadcast_in_dim %epsilon, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %1 = stablehlo.add %x, %0 : tensor<64xf32>
  %2 = stablehlo.rsqrt %1 : tensor<64xf32>
  %3 = stablehlo.reshape %2 : (tensor<64xf32>) -> tensor<1x64xf32>
  %4 = stablehlo.reshape %3 : (tensor<1x64xf32>) -> tensor<64xf32>
  %5 = stablehlo.multiply %y, %4 : tensor<64xf32>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [0] x [0] : (tensor<64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
  return %6 : tensor<64xf32>
}

/// Through moves and the root.
// CHECK-LABEL: @norm
// F16: stablehlo.sqrt {{.*}}#amp.precision<[], <range
// F16: stablehlo.divide {{.*}}#amp.precision<[], <range
// BF16-NOT: <range
// CHECK: stablehlo.dot_general
func.func @norm(%x: tensor<64xf32>, %y: tensor<64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %epsilon = stablehlo.constant dense<1.0e-10> : tensor<64xf32>
  %0 = stablehlo.maximum %epsilon, %x : tensor<64xf32>
  %1 = stablehlo.sqrt %0 : tensor<64xf32>
  %2 = stablehlo.reshape %1 : (tensor<64xf32>) -> tensor<8x8xf32>
  %3 = stablehlo.reshape %2 : (tensor<8x8xf32>) -> tensor<64xf32>
  %4 = stablehlo.divide %y, %3 : tensor<64xf32>
  %5 = stablehlo.dot_general %4, %w, contracting_dims = [0] x [0] : (tensor<64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
  return %5 : tensor<64xf32>
}

/// An epsilon that f16 holds, and the dividend, decide nothing.
// CHECK-LABEL: @held
// F16: stablehlo.divide {{.*}}#amp.precision<[f16],
func.func @held(%x: tensor<64xf32>, %y: tensor<64xf32>, %w: tensor<64x64xf32>) -> tensor<64xf32> {
  %small = stablehlo.constant dense<1.0e-10> : tensor<64xf32>
  %epsilon = stablehlo.constant dense<1.0e-3> : tensor<64xf32>
  %0 = stablehlo.add %x, %epsilon : tensor<64xf32>
  %1 = stablehlo.add %y, %small : tensor<64xf32>
  %2 = stablehlo.divide %1, %0 : tensor<64xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [0] x [0] : (tensor<64xf32>, tensor<64x64xf32>) -> tensor<64xf32>
  return %3 : tensor<64xf32>
}
