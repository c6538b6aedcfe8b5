// RUN: amp-opt %s --amp="compute=bf16 solver=paint verify" -split-input-file | FileCheck %s

/// A linear recurrence with a decay per channel near 1, which bf16 rounds to 1:
/// the decay, its difference to one, and the state are f32.
// CHECK-LABEL: @recurrence
// CHECK: stablehlo.logistic {{.*}} : tensor<64xf32>
// CHECK: stablehlo.subtract {{.*}} : tensor<64x64xf32>
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<64x64xf32>
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xf32>
func.func @recurrence(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %p: tensor<64xf32>) -> tensor<64x64xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %0 = stablehlo.logistic %p : tensor<64xf32>
  %a = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.subtract %one, %a : tensor<64x64xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i9 = stablehlo.constant dense<1000> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %h = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %t = stablehlo.compare LT, %i, %i9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %k = stablehlo.add %i, %i1 : tensor<i32>
      %u = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.multiply %a, %h : tensor<64x64xf32>
      %2 = stablehlo.multiply %b, %u : tensor<64x64xf32>
      %3 = stablehlo.add %1, %2 : tensor<64x64xf32>
      stablehlo.return %k, %3 : tensor<i32>, tensor<64x64xf32>
    }
  %y = stablehlo.dot_general %r#1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

/// The parts of a complex state: the factor by which one adds to the other is f32, too.
// CHECK-LABEL: @rotation
// CHECK: stablehlo.broadcast_in_dim {{.*}} : (tensor<64xf32>) -> tensor<64x64xf32>
// CHECK: stablehlo.broadcast_in_dim {{.*}} : (tensor<64xf32>) -> tensor<64x64xf32>
// CHECK: stablehlo.while({{.*}}) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
// CHECK-COUNT-4: stablehlo.multiply {{.*}} : tensor<64x64xf32>
func.func @rotation(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %t: tensor<64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.cosine %t : tensor<64xf32>
  %1 = stablehlo.sine %t : tensor<64xf32>
  %c = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %s = stablehlo.broadcast_in_dim %1, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i9 = stablehlo.constant dense<1000> : tensor<i32>
  %u = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r:3 = stablehlo.while(%i = %i0, %a = %u, %b = %u) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %i9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %k = stablehlo.add %i, %i1 : tensor<i32>
      %ca = stablehlo.multiply %c, %a : tensor<64x64xf32>
      %sb = stablehlo.multiply %s, %b : tensor<64x64xf32>
      %d = stablehlo.subtract %ca, %sb : tensor<64x64xf32>
      %sa = stablehlo.multiply %s, %a : tensor<64x64xf32>
      %cb = stablehlo.multiply %c, %b : tensor<64x64xf32>
      %e = stablehlo.add %sa, %cb : tensor<64x64xf32>
      stablehlo.return %k, %d, %e : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
  %y = stablehlo.dot_general %r#1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}

// -----

/// Gates that depend on the state, as in a recurrent network: what they multiply
/// may be low.
// CHECK-LABEL: @gated
// CHECK: stablehlo.multiply {{.*}} : tensor<64x64xbf16>
func.func @gated(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i9 = stablehlo.constant dense<1000> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %h = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %t = stablehlo.compare LT, %i, %i9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %k = stablehlo.add %i, %i1 : tensor<i32>
      %u = stablehlo.dot_general %h, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %g = stablehlo.tanh %u : tensor<64x64xf32>
      %1 = stablehlo.multiply %g, %h : tensor<64x64xf32>
      %3 = stablehlo.dot_general %1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      stablehlo.return %k, %3 : tensor<i32>, tensor<64x64xf32>
    }
  %y = stablehlo.dot_general %r#1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
