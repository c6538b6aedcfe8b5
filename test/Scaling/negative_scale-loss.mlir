// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss -split-input-file -verify-diagnostics

// expected-error @+1 {{expects a marked training step where the loss is to be scaled, but found no gradients; let the exporter emit}}
module {
  func.func @negative_unmarked(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}

// -----

// expected-error @+1 {{expects a step that is not scaled yet, but it was scaled by #amp.scaler<static, init = 2.0>}}
module attributes {amp.applied = {scaling = "#amp.scaler<static, init = 2.0>"}} {
}

// -----

func.func @negative_loss_no_scalar(%x: tensor<2xf32>, %one: tensor<f32>) -> (tensor<f32>, tensor<2xf32>) {
  // expected-error @+1 {{expects a scalar loss, or a seed of its type or that is spread over it, but got 'tensor<2xf32>'}}
  %0 = amp.loss "main" %x : tensor<2xf32>
  %1 = amp.seed "main" %one : tensor<f32>
  %2 = amp.gradients "main" %1 : tensor<f32>
  return %2, %0 : tensor<f32>, tensor<2xf32>
}

// -----

func.func @negative_marked_twice(%one: tensor<f32>) -> tensor<f32> {
  %0 = amp.seed "main" %one : tensor<f32>
  // expected-note @+1 {{here}}
  %1 = amp.gradients "main" %0 : tensor<f32>
  // expected-error @+1 {{expects each gradient to be marked once, but operand 0 was marked before}}
  %2 = amp.gradients "main" %1 : tensor<f32>
  return %2 : tensor<f32>
}

// -----

func.func @negative_no_seed(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expects an amp.seed in group 'b', but got none}}
  %0 = amp.gradients "b" %x : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @negative_loss_without_seed(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expects an amp.seed in group 'main', but got none}}
  %0 = amp.loss "main" %x : tensor<f32>
  return %0 : tensor<f32>
}

// -----

/// A loss of something else: its gradients are made from no value that it is made from.
func.func @negative_other_loss(%x: tensor<f32>, %w: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  // expected-error @+1 {{expects the loss of group 'main' to be what its gradients are of, but they share nothing that they are made from}}
  %0 = amp.loss "main" %x : tensor<f32>
  %1 = amp.seed "main" %one : tensor<f32>
  %2 = stablehlo.multiply %1, %w : tensor<f32>
  // expected-note @+1 {{gradients}}
  %3 = amp.gradients "main" %2 : tensor<f32>
  return %3, %0 : tensor<f32>, tensor<f32>
}

// -----

// expected-error @+1 {{expects state 'w' to keep its type, but argument 0 is 'tensor<f32>' and result 0 is 'tensor<f16>'}}
func.func @negative_state_changes_type(%w: tensor<f32> {amp.state = "w"}) -> (tensor<f16> {amp.state = "w"}) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %0 = amp.seed "main" %one : tensor<f32>
  %1 = amp.gradients "main" %0 : tensor<f32>
  %2 = stablehlo.convert %1 : (tensor<f32>) -> tensor<f16>
  return %2 : tensor<f16>
}

// -----

func.func @negative_no_gradients(%x: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expects an amp.gradients in group 'main', but got none}}
  %0 = amp.seed "main" %x : tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @negative_seed_not_reached(%x: tensor<f32>, %one: tensor<f32>) -> tensor<f32> {
  // expected-note @+1 {{the seed}}
  %0 = amp.seed "main" %one : tensor<f32>
  // expected-error @+1 {{expects gradients that come from the seed of group 'main', but none does}}
  %1 = amp.gradients "main" %x : tensor<f32>
  return %1 : tensor<f32>
}

// -----

/// The derivative of a derivative: two seeds meet in a product.
func.func @negative_second_order(%w: tensor<f32>, %one: tensor<f32>) -> tensor<f32> {
  %0 = amp.seed "main" %one : tensor<f32>
  %1 = amp.seed "main" %one : tensor<f32>
  // expected-note @+1 {{'stablehlo.multiply' makes it}}
  %2 = stablehlo.multiply %0, %1 : tensor<f32>
  // expected-error @+1 {{expects what 'amp.gradients' reads to be unscaled or linear in the seed, but operand 1 has degree 2 in the scale of the loss: a step that differentiates gradients of a scaled loss has no one scale to divide by; mark the outermost loss alone}}
  %3:2 = amp.gradients "main" %0, %2 : tensor<f32>, tensor<f32>
  return %3#0 : tensor<f32>
}

// -----

func.func @negative_reciprocal(%w: tensor<f32>, %one: tensor<f32>) -> (tensor<f32>, tensor<f32>) {
  %0 = amp.seed "main" %one : tensor<f32>
  // expected-note @+1 {{'stablehlo.rsqrt' makes it}}
  %1 = stablehlo.rsqrt %0 : tensor<f32>
  %2 = amp.gradients "main" %0 : tensor<f32>
  // expected-error @+1 {{expects what 'func.return' reads to be unscaled or linear in the seed, but operand 1 has degree -1/2 in the scale of the loss}}
  return %2, %1 : tensor<f32>, tensor<f32>
}

// -----

func.func @negative_unknown_control_flow(%c: i1, %one: tensor<f32>) -> tensor<f32> {
  %0 = scf.if %c -> tensor<f32> {
    // expected-error @+1 {{cannot take the scale of the loss into 'scf.if': expects stablehlo.while, if or case, or sdy.manual_computation}}
    %1 = amp.seed "main" %one : tensor<f32>
    %2 = amp.gradients "main" %1 : tensor<f32>
    scf.yield %2 : tensor<f32>
  } else {
    scf.yield %one : tensor<f32>
  }
  return %0 : tensor<f32>
}

// -----

// expected-error @+1 {{expects a step that the module does not call itself: its signature changes}}
func.func @negative_called(%one: tensor<f32>) -> tensor<f32> {
  %0 = amp.seed "main" %one : tensor<f32>
  %1 = amp.gradients "main" %0 : tensor<f32>
  return %1 : tensor<f32>
}
func.func private @caller(%one: tensor<f32>) -> tensor<f32> {
  %0 = call @negative_called(%one) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @negative_recursive(%one: tensor<f32>) -> tensor<f32> {
  %0 = call @f(%one) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%one: tensor<f32>) -> tensor<f32> {
  %0 = amp.seed "main" %one : tensor<f32>
  // expected-error @+1 {{expects no recursion in a marked step, but 'f' calls itself}}
  %1 = call @f(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
