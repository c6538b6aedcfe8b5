// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// Ops in the forms in which their simple range would be wrong.

/// Each result of a collective is of its own operand; a device that nobody sends to gets zeros.
func.func @variadic_collectives(%x: tensor<4xf32> {amp.range = #amp.range<1.0, 2.0>}, %y: tensor<4xf32> {amp.range = #amp.range<-90000.0, 90000.0>}) {
  // expected-remark @+1 {{: [1, 2] declared; [-90000, 90000] declared}}
  %0:2 = "stablehlo.all_gather"(%x, %y) <{all_gather_dim = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // expected-remark @+1 {{: [1, 2] declared; [-90000, 90000] declared}}
  %1:2 = "stablehlo.all_to_all"(%x, %y) <{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> : (tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  // expected-remark @+1 {{: [0, 2] declared}}
  %2 = "stablehlo.collective_permute"(%x) <{source_target_pairs = dense<> : tensor<0x2xi64>}> : (tensor<4xf32>) -> tensor<4xf32>
  return
}

/// Whatever is not zero is true, and may be as small as it likes; NaN as an integer is zero.
func.func @flags(%x: tensor<4xf32> {amp.range = #amp.range<0.0, 0.9>}, %p: tensor<4xf32> {amp.range = #amp.range<2.0, 9.5>}, %k: tensor<4xi32> {amp.range = #amp.range<2.0, 9.0>}) {
  %0 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xi1>
  // expected-remark @+1 {{: [0, 1] declared, counted}}
  %1 = stablehlo.convert %0 : (tensor<4xi1>) -> tensor<4xf32>
  %2 = stablehlo.convert %k : (tensor<4xi32>) -> tensor<4xi1>
  // expected-remark @+1 {{: [1, 1] declared, counted}}
  %3 = stablehlo.convert %2 : (tensor<4xi1>) -> tensor<4xf32>
  %4 = stablehlo.convert %p : (tensor<4xf32>) -> tensor<4xi32>
  // expected-remark @+1 {{: [0, 9] declared, counted}}
  %5 = stablehlo.convert %4 : (tensor<4xi32>) -> tensor<4xf32>
  return
}

/// An i1 that has a sign is 0 or -1.
func.func @signed_flags(%a: tensor<4xi1>) {
  // expected-remark @+1 {{: [-1, 0] program, counted}}
  %0 = arith.sitofp %a : tensor<4xi1> to tensor<4xf32>
  // expected-remark @+1 {{: [0, 1] program, counted}}
  %1 = arith.uitofp %a : tensor<4xi1> to tensor<4xf32>
  %true = arith.constant dense<true> : tensor<4xi1>
  %false = arith.constant dense<false> : tensor<4xi1>
  %2 = arith.maxsi %true, %false : tensor<4xi1>
  // expected-remark @+1 {{: [0, 1] program, counted}}
  %3 = arith.uitofp %2 : tensor<4xi1> to tensor<4xf32>
  return
}

/// Few bits of mantissa round far, few of the exponent to infinity and to zero; without a mantissa NaN becomes infinite.
func.func @reduced_precision(%x: tensor<4xf32> {amp.range = #amp.range<0.001, 65000.0>}) {
  // expected-remark @+1 {{: [0.00075, 81250] declared}}
  %0 = stablehlo.reduce_precision %x, format = e8m1 : tensor<4xf32>
  // expected-remark @+1 {{: [0, inf] declared}}
  %1 = stablehlo.reduce_precision %x, format = e4m3 : tensor<4xf32>
  // expected-remark @+1 {{: unknown}}
  %2 = stablehlo.reduce_precision %x, format = e8m0 : tensor<4xf32>
  return
}

/// A dilated window may hold no element, and so may one of an empty tensor; padding and holes are the initial value.
func.func @windows(%x: tensor<2xf32> {amp.range = #amp.range<0.0, 1.0>}, %none: tensor<0xf32> {amp.range = #amp.range<0.0, 1.0>}) {
  %low = stablehlo.constant dense<-1.0e30> : tensor<f32>
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  // expected-remark @+1 {{: [-1e+30, 1] declared}}
  %0 = "stablehlo.reduce_window"(%x, %low) <{window_dimensions = array<i64: 2>, window_dilations = array<i64: 3>, window_strides = array<i64: 1>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<1xf32>
  // expected-remark @+1 {{: [-1e+30, 1] declared}}
  %1 = "stablehlo.reduce_window"(%none, %low) <{window_dimensions = array<i64: 2>, padding = dense<1> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.maximum %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<0xf32>, tensor<f32>) -> tensor<1xf32>
  // Two places of padding, and the initial value of each partial sum.
  // expected-remark @+1 {{: [5, 25] declared}}
  %2 = "stablehlo.reduce_window"(%x, %five) <{window_dimensions = array<i64: 2>, padding = dense<2> : tensor<1x2xi64>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<2xf32>, tensor<f32>) -> tensor<5xf32>
  return
}

/// Bodies that also yield a constant, a captured value, or the other of two reduced values.
func.func @bodies(%x: tensor<8xf32> {amp.range = #amp.range<0.0, 1.0>}, %y: tensor<8xf32> {amp.range = #amp.range<5.0, 6.0>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %five = stablehlo.constant dense<5.0> : tensor<f32>
  %large = stablehlo.constant dense<70000.0> : tensor<f32>
  // expected-remark @+1 {{: [0, 70000] declared}}
  %0 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<70000.0> : tensor<f32>
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %n = stablehlo.maximum %m, %c : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{: [0, 70000] declared}}
  %1 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %large : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  // expected-remark @+1 {{: [0, 6] declared; [0, 6] declared}}
  %2:2 = "stablehlo.reduce"(%x, %y, %zero, %five) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    stablehlo.return %d, %a : tensor<f32>, tensor<f32>
  }) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  // An argmax keeps its values and its positions apart.
  // expected-remark @+1 {{: [0, 1] declared; [5, 6] declared}}
  %3:2 = "stablehlo.reduce"(%x, %y, %zero, %five) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>, %d: tensor<f32>):
    %p = stablehlo.compare GT, %a, %c : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %v = stablehlo.select %p, %a, %c : tensor<i1>, tensor<f32>
    %w = stablehlo.select %p, %b, %d : tensor<i1>, tensor<f32>
    stablehlo.return %v, %w : tensor<f32>, tensor<f32>
  }) : (tensor<8xf32>, tensor<8xf32>, tensor<f32>, tensor<f32>) -> (tensor<f32>, tensor<f32>)
  return
}

/// A function that a body calls is passed more than its other calls pass.
func.func @body_calls(%x: tensor<8xf32>, %u: tensor<f32> {amp.range = #amp.range<0.0, 1.0>}) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = call @doubled(%u) : (tensor<f32>) -> tensor<f32>
  %1 = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = func.call @doubled(%b) : (tensor<f32>) -> tensor<f32>
    %n = stablehlo.maximum %a, %m : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<8xf32>, tensor<f32>) -> tensor<f32>
  return
}
func.func private @doubled(%x: tensor<f32>) -> tensor<f32> {
  // expected-remark @+1 {{: unknown}}
  %0 = stablehlo.add %x, %x : tensor<f32>
  return %0 : tensor<f32>
}

/// The remainder of an integer by zero is the integer; -1 and 0 are powers of integers to negative exponents.
func.func @integers(%a: tensor<4xi32> {amp.range = #amp.range<5.0, 7.0>}, %n: tensor<4xi32> {amp.range = #amp.range<0.0, 3.0>}, %m: tensor<4xi32> {amp.range = #amp.range<-2.0, -1.0>}) {
  %0 = stablehlo.remainder %a, %n : tensor<4xi32>
  // expected-remark @+1 {{: [0, 7] declared, counted}}
  %1 = stablehlo.convert %0 : (tensor<4xi32>) -> tensor<4xf32>
  %2 = stablehlo.power %a, %m : tensor<4xi32>
  // expected-remark @+1 {{: [-2.147e+09, 2.147e+09] declared, counted}}
  %3 = stablehlo.convert %2 : (tensor<4xi32>) -> tensor<4xf32>
  return
}

/// Small elements that are added one by one to a large one are each rounded like it.
func.func @absorbed(%x: tensor<1xf32> {amp.range = #amp.range<1.0e6, 1.0e6>}, %i: tensor<100000x1xi32>, %u: tensor<100000xf32> {amp.range = #amp.range<0.0, 0.04>}) {
  // expected-remark @+1 {{: [1e+06, 1.008e+06] declared}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<1xf32>, tensor<100000x1xi32>, tensor<100000xf32>) -> tensor<1xf32>
  return
}

/// Tensor cores round a whole number to another whole number.
func.func @whole_products(%a: tensor<2x2xf32> {amp.range = #amp.range<0.0, 301.0>}, %i: tensor<2x2xi32> {amp.range = #amp.range<0.0, 301.0>}) {
  // expected-remark @+1 {{: [0, 301] declared, counted}}
  %0 = stablehlo.convert %i : (tensor<2x2xi32>) -> tensor<2x2xf32>
  // expected-remark @+1 {{: [0, 1.819e+05] declared}}
  %1 = stablehlo.dot_general %0, %0, contracting_dims = [1] x [0] : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
  return
}

/// TOSA rounds floats to the nearest integer, adds a bias to convolutions, and may ignore NaN.
func.func @tosa(%x: tensor<4xf32> {amp.range = #amp.range<0.0, 0.9>}, %y: tensor<4xf32> {amp.range = #amp.range<-5.0, -4.0>}, %image: tensor<1x4x4x2xf32> {amp.range = #amp.range<0.0, 1.0>}, %w: tensor<3x1x1x2xf32> {amp.range = #amp.range<0.0, 1.0>}, %bias: tensor<3xf32> {amp.range = #amp.range<100.0, 200.0>}) {
  %0 = tosa.cast %x : (tensor<4xf32>) -> tensor<4xi32>
  // expected-remark @+1 {{: [0, 1] declared, counted}}
  %1 = tosa.cast %0 : (tensor<4xi32>) -> tensor<4xf32>
  %zp = "tosa.const"() <{values = dense<0.0> : tensor<1xf32>}> : () -> tensor<1xf32>
  // expected-remark @+1 {{: [100, 202] declared}}
  %2 = tosa.conv2d %image, %w, %bias, %zp, %zp {acc_type = f32, dilation = array<i64: 1, 1>, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>} : (tensor<1x4x4x2xf32>, tensor<3x1x1x2xf32>, tensor<3xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x4x4x3xf32>
  // expected-remark @+1 {{: [0, 0.9] declared}}
  %3 = tosa.maximum %x, %y : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  // expected-remark @+1 {{: [-5, 0.9] declared}}
  %4 = tosa.maximum %x, %y {nan_mode = IGNORE} : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
  return
}

/// A loop of known length: what it counts, adds up, and multiplies, in the loop and behind it.
func.func @counted_loop(%x: tensor<f32>) {
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %one = stablehlo.constant dense<1> : tensor<i32>
  %end = stablehlo.constant dense<500> : tensor<i32>
  %start = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  // expected-remark @+1 {{: [-500.1, 500.1] program; [249001, 249001] program, counted; [inf, inf] program, integers}}
  %0:4 = stablehlo.while(%i = %zero, %s = %start, %q = %start, %p = %two) : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
   cond {
    %c = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %n = stablehlo.add %i, %one : tensor<i32>
    // expected-remark @+1 {{: [0, 500] program, counted}}
    %f = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    // expected-remark @+1 {{: [0, 250000] program, counted}}
    %square = stablehlo.multiply %f, %f : tensor<f32>
    // expected-remark @+1 {{: [-1, 1] program}}
    %t = stablehlo.tanh %x : tensor<f32>
    // expected-remark @+1 {{: [-501.1, 501.1] program}}
    %sum = stablehlo.add %s, %t : tensor<f32>
    // expected-remark @+1 {{: [4, inf] program, integers}}
    %power = stablehlo.multiply %p, %p : tensor<f32>
    stablehlo.return %n, %sum, %square, %power : tensor<i32>, tensor<f32>, tensor<f32>, tensor<f32>
  }
  return
}

/// Parts of complex numbers share a range; a product of complex numbers has none.
func.func @complex(%x: tensor<4xf32>) {
  %big = stablehlo.constant dense<1.0e5> : tensor<4xf32>
  // expected-remark @+1 {{: [0, 1] program}}
  %t = stablehlo.logistic %x : tensor<4xf32>
  %c = stablehlo.complex %t, %big : tensor<4xcomplex<f32>>
  // expected-remark @+1 {{: [0, 1.414e+05] program}}
  %a = stablehlo.abs %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  // expected-remark @+1 {{: [0, 100000] program}}
  %r = stablehlo.real %c : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  %p = stablehlo.multiply %c, %c : tensor<4xcomplex<f32>>
  // expected-remark @+1 {{: unknown}}
  %i = stablehlo.imag %p : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}
