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

func.func @negative_scalar_mark(%one: f32) -> f32 {
  // expected-error @+1 {{expects ranked tensors to be marked, but got 'f32'}}
  %0 = amp.seed "main" %one : f32
  %1 = amp.gradients "main" %0 : f32
  return %1 : f32
}

// -----

func.func @negative_scalar_leak(%one: tensor<f32>) -> (tensor<f32>, f32) {
  %0 = amp.seed "main" %one : tensor<f32>
  %1 = amp.gradients "main" %0 : tensor<f32>
  %2 = tensor.extract %0[] : tensor<f32>
  // expected-error @+1 {{expects operand 0 of 'math.exp', which has the scale of the loss, to be a tensor so that it can be unscaled, but got 'f32'}}
  %3 = math.exp %2 : f32
  return %1, %3 : tensor<f32>, f32
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
  // expected-note @+1 {{marks or scaled values get there here}}
  %0 = call @f(%one) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%one: tensor<f32>) -> tensor<f32> {
  %0 = amp.seed "main" %one : tensor<f32>
  // expected-error @+1 {{expects no recursion in a marked step, but 'f' calls itself}}
  %1 = call @f(%0) : (tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}

// -----

/// Recursion through a second function and a region, entered with a scaled value.
func.func @negative_mutual_recursion(%w: tensor<f32>, %one: tensor<f32>) -> tensor<f32> {
  %0 = amp.seed "main" %one : tensor<f32>
  // expected-note @+1 {{marks or scaled values get there here}}
  %1 = call @even(%0) : (tensor<f32>) -> tensor<f32>
  %2 = amp.gradients "main" %0 : tensor<f32>
  %3 = amp.state "main" (%1) else (%w) : tensor<f32>
  return %2 : tensor<f32>
}
func.func private @even(%x: tensor<f32>) -> tensor<f32> {
  %0 = call @odd(%x) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @odd(%x: tensor<f32>) -> tensor<f32> {
  %half = stablehlo.constant dense<0.5> : tensor<f32>
  %p = stablehlo.compare LT, %x, %half, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    // expected-error @+1 {{expects no recursion in a marked step, but 'even' calls itself; write it as a loop (stablehlo.while)}}
    %1 = func.call @even(%x) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %1 : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return %0 : tensor<f32>
}

// -----

func.func @negative_blocks(%w: tensor<f32>, %c: i1, %one: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expects marks in a function of one block that is public or called directly, but 'negative_blocks' is none; inline it, and write control flow as stablehlo.while, if or case}}
  %0 = amp.seed "main" %one : tensor<f32>
  cf.cond_br %c, ^bb1, ^bb2
^bb1:
  %1 = amp.gradients "main" %0 : tensor<f32>
  return %1 : tensor<f32>
^bb2:
  return %w : tensor<f32>
}

// -----

/// Nobody sees where an indirect call gets to: marks behind it are not left out silently.
func.func @negative_indirect(%w: tensor<f32>, %one: tensor<f32>) -> tensor<f32> {
  %0 = amp.seed "main" %one : tensor<f32>
  %1 = amp.gradients "main" %0 : tensor<f32>
  %f = func.constant @update : (tensor<f32>, tensor<f32>) -> tensor<f32>
  %2 = func.call_indirect %f(%w, %1) : (tensor<f32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
}
func.func private @update(%w: tensor<f32>, %g: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.subtract %w, %g : tensor<f32>
  // expected-error @+1 {{expects marks in a function of one block that is public or called directly, but 'update' is none}}
  %1 = amp.state "main" (%0) else (%w) : tensor<f32>
  return %1 : tensor<f32>
}

// -----

/// A called function of several blocks that a mark is in.
func.func @negative_called_blocks(%w: tensor<f32>, %c: i1, %one: tensor<f32>) -> tensor<f32> {
  // expected-error @+1 {{expects a function of one block where marks or scaled values are, but 'f' is none}}
  %0 = call @f(%one, %c) : (tensor<f32>, i1) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @f(%one: tensor<f32>, %c: i1) -> tensor<f32> {
  %0 = amp.seed "main" %one : tensor<f32>
  cf.br ^bb1
^bb1:
  %1 = amp.gradients "main" %0 : tensor<f32>
  return %1 : tensor<f32>
}

// -----

/// stablehlo.select, which keeps the old value in a skipped step, takes no numbers of type index.
func.func @negative_index_state(%w: tensor<f32>, %i: tensor<index>, %one: tensor<f32>) -> (tensor<f32>, tensor<index>) {
  %seed = amp.seed "main" %one : tensor<f32>
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %g = amp.gradients "main" %seed : tensor<f32>
  // expected-error @+1 {{expects state "i" to be a tensor of numbers with a width, so that a skipped step can keep it, but got 'tensor<index>'; convert it with stablehlo.convert}}
  %s:2 = amp.state "main" (%g, %i) else (%w, %i) names ["w", "i"] : tensor<f32>, tensor<index>
  return %s#0, %s#1 : tensor<f32>, tensor<index>
}
