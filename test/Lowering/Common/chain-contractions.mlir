// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg --canonicalize --cse --amp-fuse-elementwise --amp-chain-contractions --split-input-file | FileCheck %s

/// Three products, each rounded, then their sums: one sum in f32, rounded once.
// CHECK-LABEL: func.func @rounded
// CHECK:      %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%{{.*}} : tensor<512x512xf32>)
// CHECK:      %[[Y:.*]] = linalg.generic {{.*}} ins(%arg2, %arg3 : {{.*}}) outs(%[[X]] : tensor<512x512xf32>)
// CHECK:      %[[Z:.*]] = linalg.generic {{.*}} ins(%arg4, %arg5 : {{.*}}) outs(%[[Y]] : tensor<512x512xf32>)
// CHECK:      linalg.generic {{.*}} ins(%[[Z]]
// CHECK-NOT:    arith.addf
// CHECK:      return
func.func @rounded(%a: tensor<512x64xbf16>, %b: tensor<64x512xbf16>, %c: tensor<512x64xbf16>, %d: tensor<64x512xbf16>, %e: tensor<512x64xbf16>, %f: tensor<64x512xbf16>) -> tensor<512x512xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x64xbf16>, tensor<64x512xbf16>) -> tensor<512x512xbf16>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<512x64xbf16>, tensor<64x512xbf16>) -> tensor<512x512xbf16>
  %2 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<512x64xbf16>, tensor<64x512xbf16>) -> tensor<512x512xbf16>
  %3 = stablehlo.add %0, %1 : tensor<512x512xbf16>
  %4 = stablehlo.add %3, %2 : tensor<512x512xbf16>
  return %4 : tensor<512x512xbf16>
}

// -----

/// The later one continues, wherever the sum reads it; a third term stays.
// CHECK-LABEL: func.func @biased
// CHECK:      %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%{{.*}} : tensor<512x512xf32>)
// CHECK:      %[[Y:.*]] = linalg.generic {{.*}} ins(%arg2, %arg3 : {{.*}}) outs(%[[X]] : tensor<512x512xf32>)
// CHECK:      linalg.generic {{.*}} ins(%[[Y]], %arg4
// CHECK:        arith.addf
// CHECK-NOT:    arith.addf
// CHECK:      return
func.func @biased(%a: tensor<512x64xf16>, %b: tensor<64x512xf16>, %c: tensor<512x64xf16>, %d: tensor<64x512xf16>, %bias: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x64xf16>, tensor<64x512xf16>) -> tensor<512x512xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<512x64xf16>, tensor<64x512xf16>) -> tensor<512x512xf32>
  %2 = stablehlo.add %1, %0 : tensor<512x512xf32>
  %3 = stablehlo.add %2, %bias : tensor<512x512xf32>
  return %3 : tensor<512x512xf32>
}

// -----

/// A result that another op reads.
// CHECK-LABEL: func.func @read_twice
// CHECK:      %[[ZERO:.*]] = linalg.fill
// CHECK-COUNT-2: outs(%[[ZERO]] : tensor<512x512xf32>)
// CHECK:      arith.addf %in
func.func @read_twice(%a: tensor<512x64xf16>, %b: tensor<64x512xf16>, %c: tensor<512x64xf16>, %d: tensor<64x512xf16>) -> (tensor<512x512xf32>, tensor<512x512xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x64xf16>, tensor<64x512xf16>) -> tensor<512x512xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<512x64xf16>, tensor<64x512xf16>) -> tensor<512x512xf32>
  %2 = stablehlo.add %1, %0 : tensor<512x512xf32>
  return %2, %0 : tensor<512x512xf32>, tensor<512x512xf32>
}

// -----

/// A factor that is transposed, other sizes, a difference, f32 factors that
/// may not be cut, and few results.
// CHECK-LABEL: func.func @unlike
// CHECK-COUNT-5: {{arith.addf %in|arith.subf %in}}
func.func @unlike(%a: tensor<512x64xf16>, %b: tensor<64x512xf16>, %c: tensor<512x64xf16>, %d: tensor<512x64xf16>, %e: tensor<512x32xf16>, %f: tensor<32x512xf16>, %g: tensor<512x64xf32>, %h: tensor<64x512xf32>) -> (tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<64x64xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<512x64xf16>, tensor<64x512xf16>) -> tensor<512x512xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [1] : (tensor<512x64xf16>, tensor<512x64xf16>) -> tensor<512x512xf32>
  %2 = stablehlo.add %0, %1 : tensor<512x512xf32>
  %3 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<512x32xf16>, tensor<32x512xf16>) -> tensor<512x512xf32>
  %4 = stablehlo.dot_general %c, %b, contracting_dims = [1] x [0] : (tensor<512x64xf16>, tensor<64x512xf16>) -> tensor<512x512xf32>
  %5 = stablehlo.add %3, %4 : tensor<512x512xf32>
  %6 = stablehlo.dot_general %d, %b, contracting_dims = [1] x [0] : (tensor<512x64xf16>, tensor<64x512xf16>) -> tensor<512x512xf32>
  %7 = stablehlo.dot_general %d, %a, contracting_dims = [1] x [1] : (tensor<512x64xf16>, tensor<512x64xf16>) -> tensor<512x512xf32>
  %8 = stablehlo.subtract %6, %7 : tensor<512x512xf32>
  %9 = stablehlo.dot_general %g, %h, contracting_dims = [1] x [0] : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
  %10 = stablehlo.sine %g : tensor<512x64xf32>
  %11 = stablehlo.dot_general %10, %h, contracting_dims = [1] x [0] : (tensor<512x64xf32>, tensor<64x512xf32>) -> tensor<512x512xf32>
  %12 = stablehlo.add %9, %11 : tensor<512x512xf32>
  %13 = stablehlo.dot_general %a, %c, contracting_dims = [0] x [0] : (tensor<512x64xf16>, tensor<512x64xf16>) -> tensor<64x64xf32>
  %14 = stablehlo.dot_general %a, %d, contracting_dims = [0] x [0] : (tensor<512x64xf16>, tensor<512x64xf16>) -> tensor<64x64xf32>
  %15 = stablehlo.add %13, %14 : tensor<64x64xf32>
  return %2, %5, %8, %12, %15 : tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<512x512xf32>, tensor<64x64xf32>
}
