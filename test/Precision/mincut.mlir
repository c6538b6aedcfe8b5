// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file --amp-attach-policy=compute=f16 --amp-assign-precision=compare=true --mlir-print-local-scope | FileCheck %s

/// 2^37 operations on 2^24 elements: the time saved on tensor cores pays for
/// casts of both arguments. The result leaves in f32.
// CHECK: amp.solution = {chip = "sm_90", f32 = {{[0-9]+}} : i64, flow = [[TIME:[0-9]+]] : i64, {{.*}}paint = {{[0-9]+}} : i64, solver = "mincut", time = [[TIME]] : i64}
// CHECK-LABEL: @large_product_pays_for_its_casts
// CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
func.func @large_product_pays_for_its_casts(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

/// A matrix times a vector reads every element once: casting the matrix reads
/// and writes more than the product saves.
// CHECK-LABEL: @matrix_times_vector_stays
// CHECK: dot_general {{.*}}<[], <cost, "contraction">>
func.func @matrix_times_vector_stays(%w: tensor<4096x4096xf32>, %x: tensor<4096xf32>) -> tensor<4096xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  return %0 : tensor<4096xf32>
}

// -----

/// The same, where other products read the low matrix too: one cast for all.
// CHECK-LABEL: @a_shared_cast_pays_together
// CHECK-COUNT-5: dot_general {{.*}}<[f16, f32], <allow, "contraction">>
func.func @a_shared_cast_pays_together(%w: tensor<4096x4096xf32>, %a: tensor<4096xf32>, %b: tensor<4096xf32>, %c: tensor<4096xf32>, %d: tensor<4096xf32>, %e: tensor<4096xf32>) -> (tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>) {
  %0 = stablehlo.dot_general %w, %a, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  %1 = stablehlo.dot_general %w, %b, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  %2 = stablehlo.dot_general %w, %c, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  %3 = stablehlo.dot_general %w, %d, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  %4 = stablehlo.dot_general %w, %e, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
  return %0, %1, %2, %3, %4 : tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>, tensor<4096xf32>
}

// -----

/// Cost has no say where the user forces, and none where a list denies.
// CHECK-LABEL: @force_and_deny_cost_what_they_cost
// CHECK: dot_general {{.*}}<[f16, f32], <require, "force">>
// CHECK: exponential {{.*}}<[], <deny, "transcendental">>
func.func @force_and_deny_cost_what_they_cost(%w: tensor<64x64xf32>, %x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.dot_general %w, %x, contracting_dims = [1] x [0] {amp.require = #amp.require<force>} : (tensor<64x64xf32>, tensor<64xf32>) -> tensor<64xf32>
  %1 = stablehlo.exponential %0 : tensor<64xf32>
  return %1 : tensor<64xf32>
}

// -----

/// An op that infers from a denied sum stays f32, however much memory f16 would save:
/// x * x before a mean must not overflow because it was cheap.
// CHECK-LABEL: @denied_by_path_is_not_for_sale
// CHECK: stablehlo.reduce{{.*}}<[], <deny, "reduction">>
// CHECK: multiply {{.*}}<[], <path, "stablehlo.reduce">>
func.func @denied_by_path_is_not_for_sale(%x: tensor<4096x4096xf32>, %w: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<4096x4096xf32>, tensor<f32>) -> tensor<4096xf32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<4096xf32>) -> tensor<4096x4096xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4096x4096xf32>
  %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %3 : tensor<4096x4096xf32>
}

// -----

/// An elementwise op writes what its only reader, a product, wants to read:
/// the cast takes no memory of its own, so that even a small product is low.
// CHECK-LABEL: @a_cast_that_fuses_is_nearly_free
// CHECK: tanh {{.*}}<[f16], <infer, "stablehlo.tanh">, proven>
// CHECK: dot_general {{.*}}<[f16, f32], <allow, "contraction">, proven>
func.func @a_cast_that_fuses_is_nearly_free(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.tanh %x : tensor<64x64xf32>
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %1 : tensor<64x64xf32>
}

// -----

/// A matrix times a vector in a loop of ten turns: the cast of the matrix stands
/// before the loop, and is paid for once.
// CHECK-LABEL: @turns_of_a_loop_pay_together
// CHECK: dot_general {{.*}}<[f16, f16], <allow, "contraction">>
func.func @turns_of_a_loop_pay_together(%w: tensor<4096x4096xf32>, %x: tensor<4096xf32>) -> tensor<4096xf32> {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %first, %y = %x) : tensor<i32>, tensor<4096xf32>
  cond {
    %end = stablehlo.constant dense<10> : tensor<i32>
    %more = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %step = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    %z = stablehlo.dot_general %w, %y, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    stablehlo.return %next, %z : tensor<i32>, tensor<4096xf32>
  }
  return %0#1 : tensor<4096xf32>
}

// -----

/// One turn does not pay.
// CHECK-LABEL: @one_turn_does_not_pay
// CHECK: dot_general {{.*}}<[], <cost, "contraction">>
func.func @one_turn_does_not_pay(%w: tensor<4096x4096xf32>, %x: tensor<4096xf32>) -> tensor<4096xf32> {
  %first = stablehlo.constant dense<9> : tensor<i32>
  %0:2 = stablehlo.while(%i = %first, %y = %x) : tensor<i32>, tensor<4096xf32>
  cond {
    %end = stablehlo.constant dense<10> : tensor<i32>
    %more = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %more : tensor<i1>
  } do {
    %step = stablehlo.constant dense<1> : tensor<i32>
    %next = stablehlo.add %i, %step : tensor<i32>
    %z = stablehlo.dot_general %w, %y, contracting_dims = [1] x [0] : (tensor<4096x4096xf32>, tensor<4096xf32>) -> tensor<4096xf32>
    stablehlo.return %next, %z : tensor<i32>, tensor<4096xf32>
  }
  return %0#1 : tensor<4096xf32>
}
