// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -split-input-file -verify-diagnostics

// expected-error @+1 {{expects the lower end first, but got 2.0}}
func.func @f(%x: f32 {amp.range = #amp.range<2.0, 1.0>}) { return }

// -----

// expected-error @+1 {{expects finite numbers, and none below zero for the smallest magnitude}}
func.func @f(%x: f32 {amp.range = #amp.range<0x7FF8000000000000, 1.0>}) { return }

// -----

// expected-error @+1 {{expects finite numbers, and none below zero for the smallest magnitude}}
func.func @f(%x: f32 {amp.range = #amp.range<0.0, 1.0, nonzero = -1.0>}) { return }

// -----

// expected-error @+1 {{expects 'amp.range' of argument 0 to be #amp.range, but got 1 : i64}}
func.func @f(%x: f32 {amp.range = 1}) { return }

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{expects 'amp.range' to be #amp.range or an array of them, but got "small"}}
  %0 = arith.negf %x {amp.range = "small"} : f32
  return
}

// -----

func.func @f(%x: f32) {
  // expected-error @+1 {{expects 'amp.range' to have one range per result, 1, but got 2}}
  %0 = arith.negf %x {amp.range = [#amp.range<0.0, 1.0>, unit]} : f32
  return
}
