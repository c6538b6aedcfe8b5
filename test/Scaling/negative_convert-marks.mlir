// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-convert-marks -split-input-file -verify-diagnostics

func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32>
func.func @negative_other_mark(%x: tensor<2xf32>) {
  // expected-error @+1 {{expects a mark among amp.loss, amp.seed, amp.gradients and amp.state, but got "amp.grads"}}
  %0 = stablehlo.composite "amp.grads" %x {decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @f(%x: tensor<i32>) -> tensor<i32>
func.func @negative_loss_no_float(%x: tensor<i32>) {
  // expected-error @+1 {{expects a float loss, but got 'tensor<i32>'}}
  %0 = stablehlo.composite "amp.loss" %x {decomposition = @f} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func private @f(%x: tensor<i32>) -> tensor<i32>
func.func @negative_seed_no_float(%x: tensor<i32>) {
  // expected-error @+1 {{expects a float seed, but got 'tensor<i32>'}}
  %0 = stablehlo.composite "amp.seed" %x {decomposition = @f} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func private @f(%x: tensor<i32>) -> tensor<i32>
func.func @negative_gradient_no_float(%x: tensor<i32>) {
  // expected-error @+1 {{expects a float gradient, but got 'tensor<i32>'}}
  %0 = stablehlo.composite "amp.gradients" %x {decomposition = @f} : (tensor<i32>) -> tensor<i32>
  return
}

// -----

func.func private @f(%x: tensor<2xf32>, %y: tensor<2xf16>) -> tensor<2xf32>
func.func @negative_state_changes_type(%x: tensor<2xf32>, %y: tensor<2xf16>) {
  // expected-error @+1 {{expects "amp.state" to have operands like result 0, 'tensor<2xf32>', but operand 1 is 'tensor<2xf16>'}}
  %0 = stablehlo.composite "amp.state" %x, %y {decomposition = @f} : (tensor<2xf32>, tensor<2xf16>) -> tensor<2xf32>
  return
}

// -----

func.func private @f(%x: tensor<2xf32>) -> tensor<2xf32>
func.func @negative_state_without_old(%x: tensor<2xf32>) {
  // expected-error @+1 {{expects "amp.state" to have 2 operands for its 1 results, but got 1}}
  %0 = stablehlo.composite "amp.state" %x {decomposition = @f} : (tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func private @f(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
func.func @negative_loss_with_two_results(%x: tensor<2xf32>) {
  // expected-error @+1 {{expects "amp.loss" to have one result, but got 2}}
  %0:2 = stablehlo.composite "amp.loss" %x {decomposition = @f} : (tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>)
  return
}

// -----

func.func private @f(%x: tensor<f32>) -> tensor<f32>
func.func @negative_group_no_string(%x: tensor<f32>) {
  // expected-error @+1 {{expects 'group' of a mark to be a string, but got 1 : i64}}
  %0 = stablehlo.composite "amp.loss" %x {composite_attributes = {group = 1}, decomposition = @f} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func private @f(%x: tensor<f32>) -> tensor<f32>
func.func @negative_group_empty(%x: tensor<f32>) {
  // expected-error @+1 {{expects a group with a name, but got ""}}
  %0 = stablehlo.composite "amp.loss" %x {composite_attributes = {group = ""}, decomposition = @f} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func private @f(%x: tensor<f32>) -> tensor<f32>
func.func @negative_names_no_strings(%x: tensor<f32>) {
  // expected-error @+1 {{expects 'names' of a mark to be an array of strings, but got [1]}}
  %0 = stablehlo.composite "amp.gradients" %x {composite_attributes = {names = [1]}, decomposition = @f} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func private @f(%x: tensor<f32>) -> tensor<f32>
func.func @negative_too_many_names(%x: tensor<f32>) {
  // expected-error @+1 {{expects 1 names, but got 2}}
  %0 = stablehlo.composite "amp.gradients" %x {composite_attributes = {names = ["a", "b"]}, decomposition = @f} : (tensor<f32>) -> tensor<f32>
  return
}

// -----

func.func @negative_kind(%x: tensor<f32>) {
  // expected-error @+1 {{expects a kind among parameter, moment, counter, statistic, key, other, but got "weight"}}
  %0 = amp.state "main" (%x) else (%x) kinds ["weight"] : tensor<f32>
  return
}

// -----

func.func @negative_kinds(%x: tensor<f32>) {
  // expected-error @+1 {{expects 1 kinds, but got 0}}
  %0 = amp.state "main" (%x) else (%x) kinds [] : tensor<f32>
  return
}
