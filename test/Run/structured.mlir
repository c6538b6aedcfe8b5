// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Corners of structured ops, as numbers. Each program ends if an expectation fails.
// RUN: amp-run %s
// RUN: not amp-run %s --entry=planted 2>&1 | FileCheck %s
// CHECK: structured.mlir:[[#]]:[[#]]: expect_eq: values differ

func.func @main() {
  call @gather_clamps() : () -> ()
  call @scatter_skips_elements() : () -> ()
  call @sort_is_stable() : () -> ()
  call @top_k_of_nan() : () -> ()
  call @windows_overlap() : () -> ()
  call @case_outside() : () -> ()
  call @transform_of_four() : () -> ()
  call @transform_of_prime() : () -> ()
  call @draws() : () -> ()
  return
}

/// A start outside moves to where the slice fits.
func.func private @gather_clamps() {
  %a = stablehlo.constant dense<[10, 11, 12, 13]> : tensor<4xi32>
  %i = stablehlo.constant dense<[[-5], [1], [100]]> : tensor<3x1xi32>
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 2>}> : (tensor<4xi32>, tensor<3x1xi32>) -> tensor<3x2xi32>
  %1 = stablehlo.constant dense<[[10, 11], [11, 12], [12, 13]]> : tensor<3x2xi32>
  stablehlo.custom_call @check.expect_eq(%0, %1) {has_side_effect = true} : (tensor<3x2xi32>, tensor<3x2xi32>) -> ()
  return
}

/// Of a window that is partly outside, the elements inside still count; an
/// index far outside must not wrap round.
func.func private @scatter_skips_elements() {
  %a = stablehlo.constant dense<0> : tensor<4xi32>
  %i = stablehlo.constant dense<[[-1], [3], [1], [1], [9223372036854775807]]> : tensor<5x1xi64>
  %u = stablehlo.constant dense<[[1, 2], [3, 4], [5, 6], [7, 8], [9, 9]]> : tensor<5x2xi32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>):
    %t = stablehlo.add %x, %y : tensor<i32>
    stablehlo.return %t : tensor<i32>
  }) : (tensor<4xi32>, tensor<5x1xi64>, tensor<5x2xi32>) -> tensor<4xi32>
  %1 = stablehlo.constant dense<[2, 12, 14, 3]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%0, %1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

/// Equal keys keep the order of their values.
func.func private @sort_is_stable() {
  %k = stablehlo.constant dense<[2, 1, 2, 1, 0, 2, 1]> : tensor<7xi32>
  %v = stablehlo.iota dim = 0 : tensor<7xi32>
  %0:2 = "stablehlo.sort"(%k, %v) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<i32>, %y: tensor<i32>, %p: tensor<i32>, %q: tensor<i32>):
    %c = stablehlo.compare LT, %x, %y : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<7xi32>, tensor<7xi32>) -> (tensor<7xi32>, tensor<7xi32>)
  %1 = stablehlo.constant dense<[4, 1, 3, 6, 0, 2, 5]> : tensor<7xi32>
  stablehlo.custom_call @check.expect_eq(%0#1, %1) {has_side_effect = true} : (tensor<7xi32>, tensor<7xi32>) -> ()
  return
}

/// +NaN is the largest, then come numbers; of equal ones the lower index.
func.func private @top_k_of_nan() {
  %a = stablehlo.constant dense<[3.0, 0x7FC00000, 3.0, 0xFF800000, 0x7F800000]> : tensor<5xf32>
  %v, %i = chlo.top_k(%a, k = 4) : tensor<5xf32> -> (tensor<4xf32>, tensor<4xi32>)
  %0 = stablehlo.constant dense<[0x7FC00000, 0x7F800000, 3.0, 3.0]> : tensor<4xf32>
  %1 = stablehlo.constant dense<[1, 4, 0, 2]> : tensor<4xi32>
  stablehlo.custom_call @check.expect_eq(%v, %0) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  stablehlo.custom_call @check.expect_eq(%i, %1) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

/// Windows that pick one element add to it; padding is never picked.
func.func private @windows_overlap() {
  %a = stablehlo.constant dense<[-1.0, -5.0, -2.0, -3.0]> : tensor<4xf32>
  %s = stablehlo.constant dense<[1.0, 10.0, 100.0, 1000.0]> : tensor<4xf32>
  %z = stablehlo.constant dense<0.5> : tensor<f32>
  %0 = "stablehlo.select_and_scatter"(%a, %s, %z) <{window_dimensions = array<i64: 3>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %c = stablehlo.compare GE, %x, %y : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }, {
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<4xf32>, tensor<4xf32>, tensor<f32>) -> tensor<4xf32>
  %1 = stablehlo.constant dense<[11.5, 0.5, 1100.5, 0.5]> : tensor<4xf32>
  stablehlo.custom_call @check.expect_eq(%0, %1) {has_side_effect = true} : (tensor<4xf32>, tensor<4xf32>) -> ()
  return
}

func.func private @case_outside() {
  %i = stablehlo.constant dense<-7> : tensor<i32>
  %0 = "stablehlo.case"(%i) ({
    %a = stablehlo.constant dense<1> : tensor<i32>
    stablehlo.return %a : tensor<i32>
  }, {
    %b = stablehlo.constant dense<2> : tensor<i32>
    stablehlo.return %b : tensor<i32>
  }) : (tensor<i32>) -> tensor<i32>
  %1 = stablehlo.constant dense<2> : tensor<i32>
  stablehlo.custom_call @check.expect_eq(%0, %1) {has_side_effect = true} : (tensor<i32>, tensor<i32>) -> ()
  return
}

/// Roots of unity at the quarters are exact.
func.func private @transform_of_four() {
  %a = stablehlo.constant dense<[1.0, 2.0, 3.0, 4.0]> : tensor<4xf32>
  %0 = stablehlo.fft %a, type = RFFT, length = [4] : (tensor<4xf32>) -> tensor<3xcomplex<f32>>
  %1 = stablehlo.constant dense<[(10.0, 0.0), (-2.0, 2.0), (-2.0, 0.0)]> : tensor<3xcomplex<f32>>
  stablehlo.custom_call @check.expect_eq(%0, %1) {has_side_effect = true} : (tensor<3xcomplex<f32>>, tensor<3xcomplex<f32>>) -> ()
  return
}

/// A prime length takes the way through a power of two; there and back it is the
/// input.
func.func private @transform_of_prime() {
  %a = stablehlo.iota dim = 0 : tensor<101xf64>
  %0 = stablehlo.fft %a, type = RFFT, length = [101] : (tensor<101xf64>) -> tensor<51xcomplex<f64>>
  %1 = stablehlo.fft %0, type = IRFFT, length = [101] : (tensor<51xcomplex<f64>>) -> tensor<101xf64>
  %one = stablehlo.constant dense<1.0> : tensor<101xf64>
  %2 = stablehlo.add %1, %one : tensor<101xf64>
  %3 = stablehlo.add %a, %one : tensor<101xf64>
  stablehlo.custom_call @check.expect_almost_eq(%2, %3) {has_side_effect = true, tolerance = 1.0e-11} : (tensor<101xf64>, tensor<101xf64>) -> ()
  return
}

/// Whole numbers from -5 to 4; the mean of normal ones is the given one, within
/// four standard errors (3 / 100 for 10,000 of deviation 3).
func.func private @draws() {
  %i = stablehlo.constant dense<-5> : tensor<i32>
  %j = stablehlo.constant dense<5> : tensor<i32>
  %last = stablehlo.constant dense<4> : tensor<i32>
  %n = stablehlo.constant dense<10000> : tensor<1xi64>
  %0 = stablehlo.rng %i, %j, %n, distribution = UNIFORM : (tensor<i32>, tensor<i32>, tensor<1xi64>) -> tensor<10000xi32>
  %1 = stablehlo.clamp %i, %0, %last : (tensor<i32>, tensor<10000xi32>, tensor<i32>) -> tensor<10000xi32>
  stablehlo.custom_call @check.expect_eq(%0, %1) {has_side_effect = true} : (tensor<10000xi32>, tensor<10000xi32>) -> ()
  %mean = stablehlo.constant dense<2.0> : tensor<f32>
  %deviation = stablehlo.constant dense<3.0> : tensor<f32>
  %2 = stablehlo.rng %mean, %deviation, %n, distribution = NORMAL : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<10000xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<10000xf32>, tensor<f32>) -> tensor<f32>
  %count = stablehlo.constant dense<10000.0> : tensor<f32>
  %4 = stablehlo.divide %3, %count : tensor<f32>
  stablehlo.custom_call @check.expect_almost_eq(%4, %mean) {has_side_effect = true, tolerance = 0.12} : (tensor<f32>, tensor<f32>) -> ()
  return
}

func.func @planted() {
  %a = stablehlo.constant dense<[1, 2]> : tensor<2xi32>
  %b = stablehlo.constant dense<[1, 3]> : tensor<2xi32>
  stablehlo.custom_call @check.expect_eq(%a, %b) {has_side_effect = true} : (tensor<2xi32>, tensor<2xi32>) -> ()
  return
}
