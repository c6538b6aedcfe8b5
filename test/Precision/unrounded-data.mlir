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

// -----

/// A scale and an offset, as a folded normalisation has them, may subtract; so
/// does a negative number.
// CHECK-LABEL: @scale_and_offset
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.add {{.*}} : tensor<64x64xf32>
// CHECK-LABEL: @negative_number
// CHECK: stablehlo.add {{.*}} : tensor<64x64xf32>
func.func @scale_and_offset(%x: tensor<64x64xf32>, %s: tensor<64xf32>, %o: tensor<64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.broadcast_in_dim %s, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %1 = stablehlo.broadcast_in_dim %o, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %2 = stablehlo.multiply %x, %0 : tensor<64x64xf32>
  %3 = stablehlo.add %2, %1 : tensor<64x64xf32>
  %4 = stablehlo.dot_general %3, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %4 : tensor<64x64xf32>
}
func.func @negative_number(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = stablehlo.constant dense<-1024.0> : tensor<64x64xf32>
  %0 = stablehlo.add %x, %c : tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

/// A second difference, whose last addend is no product.
// CHECK-LABEL: @second_difference
// CHECK: stablehlo.slice {{.*}} -> tensor<64x62xf32>
// CHECK: stablehlo.add {{.*}} : tensor<64x62xf32>
func.func @second_difference(%x: tensor<64x64xf32>, %w: tensor<62x64xf32>) -> tensor<64x64xf32> {
  %c = stablehlo.constant dense<2.0> : tensor<64x62xf32>
  %0 = stablehlo.slice %x [0:64, 2:64] : (tensor<64x64xf32>) -> tensor<64x62xf32>
  %1 = stablehlo.slice %x [0:64, 1:63] : (tensor<64x64xf32>) -> tensor<64x62xf32>
  %2 = stablehlo.slice %x [0:64, 0:62] : (tensor<64x64xf32>) -> tensor<64x62xf32>
  %3 = stablehlo.multiply %1, %c : tensor<64x62xf32>
  %4 = stablehlo.subtract %0, %3 : tensor<64x62xf32>
  %5 = stablehlo.add %4, %2 : tensor<64x62xf32>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [1] x [0] : (tensor<64x62xf32>, tensor<62x64xf32>) -> tensor<64x64xf32>
  return %6 : tensor<64x64xf32>
}

// -----

/// Data less its running minimum, which is not low either; and less a weighted
/// mean of it, with a batch of any size.
// CHECK-LABEL: @running_minimum
// CHECK: stablehlo.reduce_window{{.*}}(%arg0
// CHECK: (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
// CHECK: stablehlo.subtract {{.*}} : tensor<64x64xf32>
// CHECK-LABEL: @weighted_mean
// CHECK: stablehlo.multiply {{.*}} : tensor<?x64xf32>
// CHECK: stablehlo.subtract {{.*}} : tensor<?x64xf32>
func.func @running_minimum(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %c = stablehlo.constant dense<0x7F800000> : tensor<f32>
  %0 = "stablehlo.reduce_window"(%x, %c) <{window_dimensions = array<i64: 1, 5>, padding = dense<[[0, 0], [4, 0]]> : tensor<2x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.minimum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<64x64xf32>, tensor<f32>) -> tensor<64x64xf32>
  %1 = stablehlo.subtract %x, %0 : tensor<64x64xf32>
  %2 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %2 : tensor<64x64xf32>
}
func.func @weighted_mean(%x: tensor<?x64xf32>, %weight: tensor<?x64xf32>, %shape: tensor<2xi32>, %w: tensor<64x64xf32>) -> tensor<?x64xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.multiply %x, %weight : tensor<?x64xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x64xf32>, tensor<f32>) -> tensor<?xf32>
  %2 = stablehlo.reduce(%weight init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<?x64xf32>, tensor<f32>) -> tensor<?xf32>
  %3 = stablehlo.divide %1, %2 : tensor<?xf32>
  %4 = stablehlo.dynamic_broadcast_in_dim %3, %shape, dims = [0] : (tensor<?xf32>, tensor<2xi32>) -> tensor<?x64xf32>
  %5 = stablehlo.subtract %x, %4 : tensor<?x64xf32>
  %6 = stablehlo.dot_general %5, %w, contracting_dims = [1] x [0] : (tensor<?x64xf32>, tensor<64x64xf32>) -> tensor<?x64xf32>
  return %6 : tensor<?x64xf32>
}
