// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-analyze-ranges=print=true -o /dev/null

/// The same rules by other names.
func.func @arith(%x: f32 {amp.range = #amp.range<-2.0, 3.0>}, %i: i32, %c: i1) {
  // expected-remark @+1 {{: [2, 2] program}}
  %two = arith.constant 2.0 : f32
  // expected-remark @+1 {{: [0, 5] declared}}
  %0 = arith.addf %x, %two : f32
  // expected-remark @+1 {{: [-1, 1.5] declared}}
  %1 = arith.divf %x, %two : f32
  // expected-remark @+1 {{: [-2, 3] declared}}
  %2 = arith.select %c, %x, %two : f32
  // expected-remark @+1 {{: [0, 4.295e+09] program, counted}}
  %3 = arith.uitofp %i : i32 to f32
  // expected-remark @+1 {{: [0, 1] program}}
  %4 = math.tanh %3 : f32
  // expected-remark @+1 {{: [0.1353, 20.09] declared}}
  %5 = math.exp %x : f32
  return
}

func.func @tosa(%x: tensor<2x8xf32> {amp.range = #amp.range<-2.0, 3.0>}) {
  // expected-remark @+1 {{: [-16, 24] declared}}
  %0 = tosa.reduce_sum %x {axis = 1 : i32} : (tensor<2x8xf32>) -> tensor<2x1xf32>
  // expected-remark @+1 {{: [-2, 3] declared}}
  %1 = tosa.reduce_max %x {axis = 1 : i32} : (tensor<2x8xf32>) -> tensor<2x1xf32>
  // expected-remark @+1 {{: [0.1192, 0.9526] declared}}
  %2 = tosa.sigmoid %x : (tensor<2x8xf32>) -> tensor<2x8xf32>
  return
}

/// scf hands on as StableHLO's control flow does.
func.func @scf(%x: f32 {amp.range = #amp.range<1.0, 2.0>}, %c: i1, %n: index) {
  %zero = arith.constant 0 : index
  %one = arith.constant 1 : index
  // expected-remark @+1 {{: [-2, 2] declared}}
  %0 = scf.for %i = %zero to %n step %one iter_args(%a = %x) -> f32 {
    %1 = arith.negf %a : f32
    scf.yield %1 : f32
  }
  // expected-remark @+1 {{: [-2, 2] declared}}
  %2 = scf.if %c -> f32 {
    scf.yield %x : f32
  } else {
    scf.yield %0 : f32
  }
  return
}
