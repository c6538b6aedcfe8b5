// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint verify" -split-input-file | FileCheck %s

/// Coordinates around 1000 lose their differences in 16 bits; the differences
/// themselves may be low.
// CHECK-LABEL: @differences
// CHECK: stablehlo.subtract {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.dot_general {{.*}}16>, {{.*}}16>)
func.func @differences(%x: tensor<64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.broadcast_in_dim %x, dims = [0] : (tensor<64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.broadcast_in_dim %x, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.subtract %0, %1 : tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// -----

/// A prediction less its target, with what is added to the prediction.
// CHECK-LABEL: @residual
// CHECK: stablehlo.add {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.subtract {{.*}} : tensor<64x64xf32>
func.func @residual(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %target: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = stablehlo.constant dense<7.6e+03> : tensor<64x64xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.add %0, %c : tensor<64x64xf32>
  %2 = stablehlo.subtract %1, %target : tensor<64x64xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %3 : tensor<64x64xf32>
}

// -----

/// A mean that is broadcast, and a value that a contraction has rounded: as in
/// batch normalization.
// CHECK-LABEL: @normalization
// CHECK: stablehlo.subtract {{.*}}16>
func.func @normalization(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %mean: tensor<64xf32>) -> tensor<64x64xf32> {
  %m = stablehlo.broadcast_in_dim %mean, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.subtract %0, %m : tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}

// -----

/// Buckets: distinct values would be in another one. An offset that a network
/// adds to a grid is f32 up to its contraction.
// CHECK-LABEL: @buckets
// CHECK: stablehlo.compare {{.*}} : (tensor<64x64xf32>, tensor<64x64xf32>)
// CHECK: stablehlo.add {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.floor {{.*}} : tensor<64x64xf32>
func.func @buckets(%x: tensor<64x64xf32>, %edges: tensor<64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %e = stablehlo.broadcast_in_dim %edges, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %0 = stablehlo.compare GE, %x, %e : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xi1>
  %1 = stablehlo.convert %0 : (tensor<64x64xi1>) -> tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %3 = stablehlo.add %2, %x : tensor<64x64xf32>
  %4 = stablehlo.floor %3 : tensor<64x64xf32>
  %5 = stablehlo.dot_general %4, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %5 : tensor<64x64xf32>
}
