// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=mincut --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=apex-o3" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy=compute=bf16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefix=BF16

/// A value that f16 cannot hold is computed in f32, and read in f32. bf16 has the range of f32.
// BF16-NOT: {{reaches|may reach|is bounded by}}
!t = tensor<512x512xf32>

/// Operands of a contraction.
// CHECK-LABEL: @negative_contraction
func.func @negative_contraction(%x: !t, %w: !t) -> !t {
  %h = stablehlo.logistic %x : !t
  %c = stablehlo.constant dense<300.0> : !t
  %0 = stablehlo.multiply %h, %c : !t
  // CHECK: stablehlo.multiply
  // CHECK: stablehlo.multiply {{.*}}<[], <range,
  %1 = stablehlo.multiply %0, %c : !t
  // CHECK: stablehlo.dot {{.*}}<[], <range, "{{.*}}, from 'stablehlo.multiply'">>
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  // CHECK: stablehlo.dot {{.*}}<[f16, f{{16|32}}], <allow, "contraction">>
  %3 = stablehlo.dot %0, %w : (!t, !t) -> !t
  %4 = stablehlo.add %2, %3 : !t
  return %4 : !t
}

/// Concatenations, selections and slices move the values on.
// CHECK-LABEL: @negative_moves
func.func @negative_moves(%x: !t, %w: !t, %p: tensor<1024x512xi1>) -> tensor<1024x512xf32> {
  %i = stablehlo.iota dim = 1 : !t
  %c = stablehlo.constant dense<200.0> : !t
  %b = stablehlo.multiply %i, %c : !t
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  // CHECK: stablehlo.concatenate {{.*}}<[], <{{range|structure}},
  %0 = stablehlo.concatenate %b, %h, dim = 0 : (!t, !t) -> tensor<1024x512xf32>
  %z = stablehlo.constant dense<0.0> : tensor<1024x512xf32>
  // CHECK: stablehlo.select {{.*}}<[], <range, "{{.*}}, from 'stablehlo.concatenate'">>
  %1 = stablehlo.select %p, %0, %z : tensor<1024x512xi1>, tensor<1024x512xf32>
  // CHECK: stablehlo.dot {{.*}}<[], <range, "{{.*}}, from 'stablehlo.select'">>
  %2 = stablehlo.dot %1, %w : (tensor<1024x512xf32>, !t) -> tensor<1024x512xf32>
  return %2 : tensor<1024x512xf32>
}

/// Loops and calls hand them on.
// CHECK-LABEL: @negative_control_flow
func.func @negative_control_flow(%x: !t, %w: !t) -> !t {
  %n = stablehlo.constant dense<0> : tensor<i32>
  %h = stablehlo.tanh %x : !t
  %c = stablehlo.constant dense<1.0e+05> : !t
  %b = stablehlo.multiply %h, %c : !t
  // CHECK: stablehlo.while{{.*}}<[], <range,
  %0:2 = stablehlo.while(%a = %b, %i = %n) : !t, tensor<i32>
  cond {
    %turns = stablehlo.constant dense<3> : tensor<i32>
    %p = stablehlo.compare LT, %i, %turns : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  } do {
    %one = stablehlo.constant dense<1> : tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %s = stablehlo.reverse %a, dims = [0] : !t
    stablehlo.return %s, %j : !t, tensor<i32>
  }
  %1 = func.call @scaled(%0#0, %w) : (!t, !t) -> !t
  // CHECK: call @scaled
  // CHECK: stablehlo.dot {{.*}}<[], <range,
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}
// CHECK-LABEL: func.func private @scaled
// CHECK: stablehlo.negate {{.*}}<[], <{{range|structure}},
func.func private @scaled(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.negate %x : !t
  return %0 : !t
}

/// Data without ends, times constants that fit each for itself, and over one that is small.
// CHECK-LABEL: @negative_scaled_data
func.func @negative_scaled_data(%x: !t, %w: !t) -> !t {
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %c = stablehlo.constant dense<300.0> : !t
  %0 = stablehlo.multiply %h, %c : !t
  // CHECK: stablehlo.multiply
  // CHECK: stablehlo.multiply {{.*}}<[], <range, "may reach 9.0e+04">>
  %1 = stablehlo.multiply %0, %c : !t
  // CHECK: stablehlo.add {{.*}}<[], <range, "may reach 9.0e+04, from 'stablehlo.multiply'">>
  %2 = stablehlo.add %1, %h : !t
  %k = stablehlo.constant dense<9.765625e-4> : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <range, "may reach 9.0e+04, from 'stablehlo.add'">>
  %3 = stablehlo.multiply %2, %k : !t
  // CHECK: stablehlo.dot {{.*}}<[f16, f{{16|32}}], <allow, "contraction">>
  %4 = stablehlo.dot %3, %w : (!t, !t) -> !t
  %e = stablehlo.constant dense<1.0e-05> : !t
  // CHECK: stablehlo.divide {{.*}}<[], <range, "may reach 1.0e+05">>
  %5 = stablehlo.divide %4, %e : !t
  // CHECK: stablehlo.dot {{.*}}<[], <range, "may reach 1.0e+05, from 'stablehlo.divide'">>
  %6 = stablehlo.dot %5, %w : (!t, !t) -> !t
  return %6 : !t
}

/// Declared ends bound what functions make of them, too.
// CHECK-LABEL: @negative_declared
func.func @negative_declared(%x: !t {amp.range = #amp.range<-4.0, 4.0>}, %w: !t) -> !t {
  %h = stablehlo.logistic %x : !t
  %c = stablehlo.constant dense<300.0> : !t
  %0 = stablehlo.multiply %h, %c : !t
  // CHECK: stablehlo.multiply
  // CHECK: stablehlo.multiply {{.*}}<[], <range,
  %1 = stablehlo.multiply %0, %c : !t
  // CHECK: stablehlo.dot {{.*}}<[], <range, "{{.*}}, from 'stablehlo.multiply'">>
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}

/// Recorded extremes occur.
// CHECK-LABEL: @negative_recorded
func.func @negative_recorded(%x: !t, %w: !t) -> !t {
  %0 = stablehlo.dot %x, %w {amp.range = #amp.range<-1.0e+05, 1.0, recorded>} : (!t, !t) -> !t
  // CHECK: stablehlo.negate {{.*}}<[], <range, "reaches 1.0e+05, from 'stablehlo.dot'">>
  %1 = stablehlo.negate %0 : !t
  // CHECK: stablehlo.dot {{.*}}<[], <range, "reaches 1.0e+05, from 'stablehlo.negate'">>
  %2 = stablehlo.dot %1, %w : (!t, !t) -> !t
  return %2 : !t
}

/// Sums of many that are alike: 512 * 512 probabilities, squares, maxima.
// CHECK-LABEL: @negative_sum
func.func @negative_sum(%x: !t, %w: tensor<1x512xf32>) -> tensor<1x512xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.logistic %x : !t
  %0 = stablehlo.reduce(%h init: %z) applies stablehlo.add across dimensions = [0, 1] : (!t, tensor<f32>) -> tensor<f32>
  %1 = stablehlo.broadcast_in_dim %0, dims = [] : (tensor<f32>) -> tensor<1x1xf32>
  // CHECK: stablehlo.dot {{.*}}<[], <range, "{{.*}}, from 'stablehlo.broadcast_in_dim'">>
  %2 = stablehlo.dot %1, %w : (tensor<1x1xf32>, tensor<1x512xf32>) -> tensor<1x512xf32>
  return %2 : tensor<1x512xf32>
}

/// tanh and logistic saturate: infinity gives what 1e5 gives.
// CHECK-LABEL: @saturates
func.func @saturates(%x: !t, %w: !t) -> !t {
  %h = stablehlo.dot %x, %w : (!t, !t) -> !t
  %c = stablehlo.constant dense<300.0> : !t
  %0 = stablehlo.multiply %h, %c : !t
  // CHECK: stablehlo.multiply {{.*}}<[], <range, "may reach 9.0e+04">>
  %1 = stablehlo.multiply %0, %c : !t
  // CHECK: stablehlo.tanh {{.*}} <{{allow|infer|cost}},
  %2 = stablehlo.tanh %1 : !t
  %3 = stablehlo.dot %2, %w : (!t, !t) -> !t
  return %3 : !t
}

/// A scatter keeps the elements that it does not overwrite, whatever its body does.
// CHECK-LABEL: @negative_scatter
func.func @negative_scatter(%x: !t, %w: !t, %i: tensor<1xi32>, %u: tensor<512xf32>) -> !t {
  %h = stablehlo.tanh %x : !t
  %c = stablehlo.constant dense<1.0e+05> : !t
  %b = stablehlo.multiply %h, %c : !t
  %0 = "stablehlo.scatter"(%b, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %d: tensor<f32>):
    %k = stablehlo.constant dense<300.0> : tensor<f32>
    %m = stablehlo.minimum %d, %k : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (!t, tensor<1xi32>, tensor<512xf32>) -> !t
  // CHECK: stablehlo.dot {{.*}}<[], <range, "{{.*}}, from 'stablehlo.scatter'">>
  %1 = stablehlo.dot %0, %w : (!t, !t) -> !t
  return %1 : !t
}
