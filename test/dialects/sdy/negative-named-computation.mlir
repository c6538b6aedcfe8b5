// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_named_argument(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects body operand 0 of type 'tensor<8x8xf32>', but got 'tensor<8xf32>'}}
  %0 = sdy.named_computation<"f">(%a) (%b: tensor<8xf32>) {
    sdy.return %b : tensor<8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_named_argument_count(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects a body with 1 operands, but got 2}}
  %0 = sdy.named_computation<"f">(%a) (%b: tensor<8x8xf32>, %c: i32) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_named_result(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects body result 0 of type 'tensor<8xf32>', but got 'tensor<8x8xf32>'}}
  %0 = sdy.named_computation<"f">(%a) (%b: tensor<8x8xf32>) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_named_in_shardings(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects 1 operand shardings, but got 0}}
  %0 = sdy.named_computation<"f">(%a) in_shardings=[] (%b: tensor<8x8xf32>) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_named_out_sharding(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{result 0: expects a sharding of rank 2, but got}}
  %0 = sdy.named_computation<"f">(%a) out_shardings=[<@mesh, []>] (%b: tensor<8x8xf32>) {
    sdy.return %b : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  return
}
