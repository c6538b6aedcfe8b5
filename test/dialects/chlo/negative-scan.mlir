// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file -allow-unregistered-dialect

func.func @negative_scan_dimension_twice(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects no attribute 'dimension': the custom form spells it out}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 attributes {dimension = 1 : i64} {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_operand_types(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects 2 operand types, but got 1}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_result_types(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects at least 1 result types, but got 0}}
  chlo.scan(%x) inits (%c) dimension=0 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> ()
  return
}

// -----

func.func @negative_scan_of_nothing(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects an input or an output}}
  %0 = chlo.scan() inits (%c) dimension=0 {
  ^bb0(%k: tensor<3xf32>):
    "test.return"(%k) : (tensor<3xf32>) -> ()
  } : (tensor<3xf32>) -> tensor<3xf32>
  return
}

// -----

func.func @negative_scan_dimension(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects inputs that have dimension 2, but got 'tensor<5x3xf32>'}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=2 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_dimension_below_zero(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{64-bit signless integer attribute whose value is non-negative}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=-1 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_size(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects inputs of size 6 along dimension 0, but got 'tensor<5x3xf32>'}}
  %0:2 = chlo.scan(%x) inits (%c) dimension=0 attributes {scan_dim_size = 6 : i64} {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<3xf32>) -> (tensor<5x3xf32>, tensor<3xf32>)
  return
}

// -----

func.func @negative_scan_sizes(%x: tensor<5x3xf32>, %y: tensor<4x3xf32>, %c: tensor<3xf32>, %i: tensor<3xi32>) {
  // expected-error @+1 {{expects inputs of size 5 along dimension 0, but got 'tensor<4x3xf32>'}}
  %0:2 = chlo.scan(%x, %y) inits () dimension=0 {
  ^bb0(%a: tensor<3xf32>, %k: tensor<3xf32>):
    "test.return"(%a, %k) : (tensor<3xf32>, tensor<3xf32>) -> ()
  } : (tensor<5x3xf32>, tensor<4x3xf32>) -> (tensor<5x3xf32>, tensor<5x3xf32>)
  return
}
