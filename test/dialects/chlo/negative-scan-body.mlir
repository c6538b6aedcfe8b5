// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file -allow-unregistered-dialect

func.func @negative_scan_argument_count(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects a body with 2 arguments, but got 1}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%a: tensor<3xf32>):
    "test.return"(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_slice_type(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects body argument 0 of type 'tensor<3xf32>', but got 'tensor<4xf32>'}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%a: tensor<4xf32>, %k: tensor<3xf32>):
    "test.return"(%k, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_carry_type(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects body argument 1 of type 'tensor<3xf32>', but got 'tensor<3xf16>'}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf16>):
    "test.return"(%a, %a) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_return_count(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects a body that returns 2 values, but got 1}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a) : (tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_output_rank(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects body value 0 to be a tensor that the scanned dimension can extend, but got 'tensor<3xf32>'}}
  %0:2 = chlo.scan() inits (%c) dimension=2 {
  ^bb0(%k: tensor<3xf32>):
    "test.return"(%k, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<3xf32>) -> (tensor<?x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_carry_kind(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects body value 0 to be a tensor, but got 'f32'}}
  %0 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    %v = arith.constant 0.0 : f32
    "test.return"(%v) : (f32) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @negative_scan_output_shape(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects result 0 compatible with 'tensor<5x3xf32>', but got 'tensor<6x3xf32>'}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<6x3xf32>, tensor<3xf32>)
  return
}
