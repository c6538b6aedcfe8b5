// RUN: amp-opt %s --split-input-file --amp-upstream-to-linalg --mlir-print-local-scope | FileCheck %s

/// Casts that --amp places between ops of linalg are elementwise on tensors.
// CHECK-LABEL: @casts(
// CHECK: linalg.generic {{.*}} ins(%{{.*}} : tensor<4x8xf32>) outs(%{{.*}} : tensor<4x8xf16>)
// CHECK: arith.truncf %{{.*}} : f32 to f16
// CHECK: linalg.generic {{.*}}"reduction"{{.*}} ins(%{{.*}}, %{{.*}} : tensor<4x8xf16>, tensor<8x4xf16>) outs(%{{.*}} : tensor<4x4xf32>)
// CHECK-NOT: linalg.matmul
func.func @casts(%x: tensor<4x8xf32>, %w: tensor<8x4xf16>, %zero: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = arith.truncf %x : tensor<4x8xf32> to tensor<4x8xf16>
  %1 = linalg.matmul ins(%0, %w : tensor<4x8xf16>, tensor<8x4xf16>) outs(%zero : tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}

// -----

// CHECK-LABEL: @softmax(
// CHECK-NOT: linalg.softmax
// CHECK: arith.maxnumf
// CHECK: math.exp
// CHECK: arith.divf
func.func @softmax(%x: tensor<4x8xf32>, %empty: tensor<4x8xf32>) -> tensor<4x8xf32> {
  %0 = linalg.softmax dimension(1) ins(%x : tensor<4x8xf32>) outs(%empty : tensor<4x8xf32>) -> tensor<4x8xf32>
  return %0 : tensor<4x8xf32>
}

// -----

/// Control flow first: its yields are TOSA's.
// CHECK-LABEL: @branch(
// CHECK: scf.if
// CHECK: math.tanh
// CHECK-NOT: tosa.
func.func @branch(%p: tensor<i1>, %x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.cond_if %p (%a = %x) : tensor<i1> (tensor<4xf32>) -> tensor<4xf32> {
  ^bb0(%a: tensor<4xf32>):
    %1 = tosa.tanh %a : (tensor<4xf32>) -> tensor<4xf32>
    tosa.yield %1 : tensor<4xf32>
  } else {
  ^bb0(%a: tensor<4xf32>):
    tosa.yield %a : tensor<4xf32>
  }
  return %0 : tensor<4xf32>
}

// -----

/// StableHLO is none of it, and constants of tensors neither.
// CHECK-LABEL: @stablehlo(
// CHECK-NEXT: arith.constant dense<1.000000e+00>
// CHECK-NEXT: stablehlo.add
func.func @stablehlo(%x: tensor<4xf32>) -> tensor<4xf32> {
  %c = arith.constant dense<1.0> : tensor<4xf32>
  %0 = stablehlo.add %x, %c : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// MHLO's copies between StableHLO ops are their operands.
// CHECK-LABEL: @copies(
// CHECK-NEXT: %[[A:.*]] = stablehlo.abs
// CHECK: math.erf
// CHECK-NOT: mhlo.
func.func @copies(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.abs %x : tensor<4xf32>
  %1 = mhlo.copy %0 : tensor<4xf32>
  %2 = mhlo.erf %1 : tensor<4xf32>
  return %2 : tensor<4xf32>
}
