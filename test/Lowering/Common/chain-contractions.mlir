// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg --canonicalize --cse --amp-fuse-elementwise --amp-chain-contractions --split-input-file | FileCheck %s

/// Three products, each rounded, then their sums: one sum in f32, rounded once.
// CHECK-LABEL: func.func @rounded
// CHECK:      %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%{{.*}} : tensor<1536x1536xf32>)
// CHECK:      %[[Y:.*]] = linalg.generic {{.*}} ins(%arg2, %arg3 : {{.*}}) outs(%[[X]] : tensor<1536x1536xf32>)
// CHECK:      %[[Z:.*]] = linalg.generic {{.*}} ins(%arg4, %arg5 : {{.*}}) outs(%[[Y]] : tensor<1536x1536xf32>)
// CHECK:      linalg.generic {{.*}} ins(%[[Z]]
// CHECK-NOT:    arith.addf
// CHECK:      return
func.func @rounded(%a: tensor<1536x64xbf16>, %b: tensor<64x1536xbf16>, %c: tensor<1536x64xbf16>, %d: tensor<64x1536xbf16>, %e: tensor<1536x64xbf16>, %f: tensor<64x1536xbf16>) -> tensor<1536x1536xbf16> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1536x64xbf16>, tensor<64x1536xbf16>) -> tensor<1536x1536xbf16>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<1536x64xbf16>, tensor<64x1536xbf16>) -> tensor<1536x1536xbf16>
  %2 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<1536x64xbf16>, tensor<64x1536xbf16>) -> tensor<1536x1536xbf16>
  %3 = stablehlo.add %0, %1 : tensor<1536x1536xbf16>
  %4 = stablehlo.add %3, %2 : tensor<1536x1536xbf16>
  return %4 : tensor<1536x1536xbf16>
}

// -----

/// The later one continues, wherever the sum reads it; a third term stays.
// CHECK-LABEL: func.func @biased
// CHECK:      %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs(%{{.*}} : tensor<1536x1536xf32>)
// CHECK:      %[[Y:.*]] = linalg.generic {{.*}} ins(%arg2, %arg3 : {{.*}}) outs(%[[X]] : tensor<1536x1536xf32>)
// CHECK:      linalg.generic {{.*}} ins(%[[Y]], %arg4
// CHECK:        arith.addf
// CHECK-NOT:    arith.addf
// CHECK:      return
func.func @biased(%a: tensor<1536x64xf16>, %b: tensor<64x1536xf16>, %c: tensor<1536x64xf16>, %d: tensor<64x1536xf16>, %bias: tensor<1536x1536xf32>) -> tensor<1536x1536xf32> {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1536x64xf16>, tensor<64x1536xf16>) -> tensor<1536x1536xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<1536x64xf16>, tensor<64x1536xf16>) -> tensor<1536x1536xf32>
  %2 = stablehlo.add %1, %0 : tensor<1536x1536xf32>
  %3 = stablehlo.add %2, %bias : tensor<1536x1536xf32>
  return %3 : tensor<1536x1536xf32>
}

// -----

/// A result that another op reads.
// CHECK-LABEL: func.func @read_twice
// CHECK:      %[[ZERO:.*]] = linalg.fill
// CHECK-COUNT-2: outs(%[[ZERO]] : tensor<1536x1536xf32>)
// CHECK:      arith.addf %in
func.func @read_twice(%a: tensor<1536x64xf16>, %b: tensor<64x1536xf16>, %c: tensor<1536x64xf16>, %d: tensor<64x1536xf16>) -> (tensor<1536x1536xf32>, tensor<1536x1536xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1536x64xf16>, tensor<64x1536xf16>) -> tensor<1536x1536xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<1536x64xf16>, tensor<64x1536xf16>) -> tensor<1536x1536xf32>
  %2 = stablehlo.add %1, %0 : tensor<1536x1536xf32>
  return %2, %0 : tensor<1536x1536xf32>, tensor<1536x1536xf32>
}

// -----

/// Parts of one buffer, which a kernel does not read.
// CHECK-LABEL: func.func @slices
// CHECK:      arith.addf %in
func.func @slices(%a: tensor<1536x64xbf16>, %b: tensor<1536x64xbf16>, %w: tensor<128x1536xbf16>) -> tensor<1536x1536xf32> {
  %u = stablehlo.slice %w [0:64, 0:1536] : (tensor<128x1536xbf16>) -> tensor<64x1536xbf16>
  %v = stablehlo.slice %w [64:128, 0:1536] : (tensor<128x1536xbf16>) -> tensor<64x1536xbf16>
  %0 = stablehlo.dot_general %a, %u, contracting_dims = [1] x [0] : (tensor<1536x64xbf16>, tensor<64x1536xbf16>) -> tensor<1536x1536xf32>
  %1 = stablehlo.dot_general %b, %v, contracting_dims = [1] x [0] : (tensor<1536x64xbf16>, tensor<64x1536xbf16>) -> tensor<1536x1536xf32>
  %2 = stablehlo.add %0, %1 : tensor<1536x1536xf32>
  return %2 : tensor<1536x1536xf32>
}

// -----

/// A sum that begins with a contraction that others read, or of another block.
#rows = affine_map<(d0, d1, d2) -> (d0, d2)>
#columns = affine_map<(d0, d1, d2) -> (d2, d1)>
#out = affine_map<(d0, d1, d2) -> (d0, d1)>
// CHECK-LABEL: func.func @begun
// CHECK:      %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1
// CHECK:      %[[Y:.*]] = linalg.generic {{.*}} ins(%arg2, %arg3 : {{.*}}) outs(%[[ZERO:[^ ]*]] :
// CHECK:      linalg.generic {{.*}} ins(%arg2, %arg1 : {{.*}}) outs(%[[Y]] :
// CHECK:      arith.addf %in
func.func @begun(%a: tensor<1536x64xbf16>, %b: tensor<64x1536xbf16>, %c: tensor<1536x64xbf16>, %d: tensor<64x1536xbf16>) -> (tensor<1536x1536xf32>, tensor<1536x1536xf32>) {
  %x = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1536x64xbf16>, tensor<64x1536xbf16>) -> tensor<1536x1536xf32>
  %y = stablehlo.dot_general %c, %d, contracting_dims = [1] x [0] : (tensor<1536x64xbf16>, tensor<64x1536xbf16>) -> tensor<1536x1536xf32>
  %z = linalg.generic {indexing_maps = [#rows, #columns, #out], iterator_types = ["parallel", "parallel", "reduction"]} ins(%c, %b : tensor<1536x64xbf16>, tensor<64x1536xbf16>) outs(%y : tensor<1536x1536xf32>) {
  ^bb0(%in: bf16, %in_0: bf16, %out: f32):
    %0 = arith.extf %in : bf16 to f32
    %1 = arith.extf %in_0 : bf16 to f32
    %2 = arith.mulf %0, %1 : f32
    %3 = arith.addf %out, %2 : f32
    linalg.yield %3 : f32
  } -> tensor<1536x1536xf32>
  %s = stablehlo.add %x, %z : tensor<1536x1536xf32>
  return %s, %y : tensor<1536x1536xf32>, tensor<1536x1536xf32>
}

// -----

/// A factor that is transposed, other sizes, a difference, f32 factors that
/// may not be cut, and few results.
// CHECK-LABEL: func.func @unlike
// CHECK-COUNT-5: {{arith.addf %in|arith.subf %in}}
func.func @unlike(%a: tensor<1536x64xf16>, %b: tensor<64x1536xf16>, %c: tensor<1536x64xf16>, %d: tensor<1536x64xf16>, %e: tensor<1536x32xf16>, %f: tensor<32x1536xf16>, %g: tensor<1536x64xf32>, %h: tensor<64x1536xf32>) -> (tensor<1536x1536xf32>, tensor<1536x1536xf32>, tensor<1536x1536xf32>, tensor<1536x1536xf32>, tensor<64x64xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] : (tensor<1536x64xf16>, tensor<64x1536xf16>) -> tensor<1536x1536xf32>
  %1 = stablehlo.dot_general %c, %d, contracting_dims = [1] x [1] : (tensor<1536x64xf16>, tensor<1536x64xf16>) -> tensor<1536x1536xf32>
  %2 = stablehlo.add %0, %1 : tensor<1536x1536xf32>
  %3 = stablehlo.dot_general %e, %f, contracting_dims = [1] x [0] : (tensor<1536x32xf16>, tensor<32x1536xf16>) -> tensor<1536x1536xf32>
  %4 = stablehlo.dot_general %c, %b, contracting_dims = [1] x [0] : (tensor<1536x64xf16>, tensor<64x1536xf16>) -> tensor<1536x1536xf32>
  %5 = stablehlo.add %3, %4 : tensor<1536x1536xf32>
  %6 = stablehlo.dot_general %d, %b, contracting_dims = [1] x [0] : (tensor<1536x64xf16>, tensor<64x1536xf16>) -> tensor<1536x1536xf32>
  %7 = stablehlo.dot_general %d, %a, contracting_dims = [1] x [1] : (tensor<1536x64xf16>, tensor<1536x64xf16>) -> tensor<1536x1536xf32>
  %8 = stablehlo.subtract %6, %7 : tensor<1536x1536xf32>
  %9 = stablehlo.dot_general %g, %h, contracting_dims = [1] x [0] : (tensor<1536x64xf32>, tensor<64x1536xf32>) -> tensor<1536x1536xf32>
  %10 = stablehlo.sine %g : tensor<1536x64xf32>
  %11 = stablehlo.dot_general %10, %h, contracting_dims = [1] x [0] : (tensor<1536x64xf32>, tensor<64x1536xf32>) -> tensor<1536x1536xf32>
  %12 = stablehlo.add %9, %11 : tensor<1536x1536xf32>
  %13 = stablehlo.dot_general %a, %c, contracting_dims = [0] x [0] : (tensor<1536x64xf16>, tensor<1536x64xf16>) -> tensor<64x64xf32>
  %14 = stablehlo.dot_general %a, %d, contracting_dims = [0] x [0] : (tensor<1536x64xf16>, tensor<1536x64xf16>) -> tensor<64x64xf32>
  %15 = stablehlo.add %13, %14 : tensor<64x64xf32>
  return %2, %5, %8, %12, %15 : tensor<1536x1536xf32>, tensor<1536x1536xf32>, tensor<1536x1536xf32>, tensor<1536x1536xf32>, tensor<64x64xf32>
}
