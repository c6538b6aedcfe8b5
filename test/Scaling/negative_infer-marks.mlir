// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-infer-marks -split-input-file -verify-diagnostics

/// Two optimizers on one parameter.
func.func @negative_two_updates(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  %c = stablehlo.constant dense<0.1> : tensor<4xf32>
  %0 = stablehlo.multiply %c, %g : tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_two_updates': results 0 and 1 both update argument 0; decide by amp.role = "metric" on the result that is no state}}
  %w2 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %w1, %w2 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// The attribute that the message names decides.
func.func @one_is_a_metric(%w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32> {amp.role = "metric"}) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  %c = stablehlo.constant dense<0.1> : tensor<4xf32>
  %0 = stablehlo.multiply %c, %g : tensor<4xf32>
  %w2 = stablehlo.subtract %w, %0 : tensor<4xf32>
  return %w1, %w2 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// The result is computed from two arguments in the same way.
func.func @negative_either_argument(%v: tensor<4xf32>, %w: tensor<4xf32>, %x: tensor<8x4xf32>) -> tensor<4xf32> {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %u = stablehlo.add %v, %w : tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_either_argument': result 0 may replace argument 0 or argument 1; decide by the same amp.state, such as "w", on the result and on its argument}}
  %w1 = stablehlo.subtract %u, %g : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// The attribute that the message names decides.
func.func @argument_is_said(%v: tensor<4xf32>, %w: tensor<4xf32> {amp.state = "w"}, %x: tensor<8x4xf32>) -> (tensor<4xf32> {amp.state = "w"}) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %u = stablehlo.add %v, %w : tensor<4xf32>
  %w1 = stablehlo.subtract %u, %g : tensor<4xf32>
  return %w1 : tensor<4xf32>
}

// -----

/// One of two parameters gets its gradient through an op that is not linear in the seed.
func.func @negative_not_scaled(%v: tensor<4xf32>, %w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %q = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %t = stablehlo.tanh %q : tensor<8xf32>
  %h = stablehlo.dot_general %t, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_not_scaled': the update of argument 0 is computed from it, but does not grow with the seed; decide by amp.role = "seed" on the op that starts its backward pass}}
  %v1 = stablehlo.subtract %v, %h : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %v1, %w1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// All results are multiples of either argument.
func.func @negative_either_seed(%a: tensor<8x3xf32>, %b: tensor<8x3xf32>, %v: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  // expected-error @+1 {{cannot infer the marks of 'negative_either_seed': all results grow with argument 0 and with argument 1; decide by amp.role = "seed" on one of them}}
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<3x3xf32>
  %e = stablehlo.exponential %v : tensor<3x3xf32>
  %1 = stablehlo.multiply %0, %e : tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// -----

/// The attribute that the message names decides.
// expected-remark @below {{inferred marks: 2 gradients, 0 states; 'seed_is_said' is a gradient function}}
func.func @seed_is_said(%a: tensor<8x3xf32>, %b: tensor<8x3xf32> {amp.role = "seed"}, %v: tensor<3x3xf32>) -> (tensor<3x3xf32>, tensor<3x3xf32>) {
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [0] x [0] : (tensor<8x3xf32>, tensor<8x3xf32>) -> tensor<3x3xf32>
  %e = stablehlo.exponential %v : tensor<3x3xf32>
  %1 = stablehlo.multiply %0, %e : tensor<3x3xf32>
  return %0, %1 : tensor<3x3xf32>, tensor<3x3xf32>
}

// -----

/// A wide copy of the new state cannot be made from the 16-bit state that is kept.
func.func @negative_wide_copy(%w: tensor<4xf16>, %u: tensor<4xf32>, %v: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf16>, tensor<4xf32>) {
  %wide = stablehlo.convert %w : (tensor<4xf16>) -> tensor<4xf32>
  %p = stablehlo.dot_general %x, %wide, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_wide_copy': result 1 is a copy of the state of result 0; decide by the same amp.state, such as "w", on the result and on the argument that it replaces}}
  %1 = stablehlo.subtract %wide, %g : tensor<4xf32>
  %w1 = stablehlo.convert %1 : (tensor<4xf32>) -> tensor<4xf16>
  return %w1, %1 : tensor<4xf16>, tensor<4xf32>
}

// -----

/// One parameter is updated in each turn of a loop, another one behind it.
func.func @negative_in_loop_and_behind(%u: tensor<4xf32>, %w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %first = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%i = %first, %v = %w) : tensor<i32>, tensor<4xf32>
  cond {
    %end = stablehlo.constant dense<4> : tensor<i32>
    %1 = stablehlo.compare LT, %i, %end : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %p = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
    %s = stablehlo.exponential %p : tensor<8xf32>
    %c = stablehlo.constant dense<1.0> : tensor<8xf32>
    %dp = stablehlo.multiply %c, %s : tensor<8xf32>
    %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
    %v1 = stablehlo.subtract %v, %g : tensor<4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %3 = stablehlo.add %i, %one : tensor<i32>
    stablehlo.return %3, %v1 : tensor<i32>, tensor<4xf32>
  }
  %p = stablehlo.dot_general %x, %u, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %c = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %c, %s : tensor<8xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_in_loop_and_behind': gradients are used in several places, such as a loop and behind it, before all of them are known; decide by amp.gradients written where they are complete}}
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %u1 = stablehlo.subtract %u, %g : tensor<4xf32>
  return %u1, %0#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// Heavy ball with the last weights as state: the second result is the first argument, and replaces the second one.
func.func @negative_last_weights(%w: tensor<4xf32>, %last: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %d = stablehlo.subtract %w, %last : tensor<4xf32>
  %0 = stablehlo.subtract %w, %g : tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_last_weights': result 0 may replace argument 0 or argument 1; decide by the same amp.state, such as "w", on the result and on its argument}}
  %w1 = stablehlo.add %0, %d : tensor<4xf32>
  return %w1, %w : tensor<4xf32>, tensor<4xf32>
}

// -----

/// So may a multiple of the last weights.
func.func @negative_scaled_last_weights(%w: tensor<4xf32>, %last: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %d = stablehlo.subtract %w, %last : tensor<4xf32>
  %0 = stablehlo.subtract %w, %g : tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_scaled_last_weights': result 0 may replace argument 0 or argument 1; decide by the same amp.state, such as "w", on the result and on its argument}}
  %w1 = stablehlo.add %0, %d : tensor<4xf32>
  %c = stablehlo.constant dense<0.9> : tensor<4xf32>
  %1 = stablehlo.multiply %w, %c : tensor<4xf32>
  return %w1, %1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// Half of the decision is not enough: the last weights would not be kept.
func.func @negative_half_said(%w: tensor<4xf32> {amp.state = "w"}, %last: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32> {amp.state = "w"}, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %d = stablehlo.subtract %w, %last : tensor<4xf32>
  %0 = stablehlo.subtract %w, %g : tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_half_said': result 1 is argument 0, which result 0 replaces, and may replace argument 1; decide by the same amp.state, such as "w", on the result and on its argument, or amp.role = "metric" on the result}}
  %w1 = stablehlo.add %0, %d : tensor<4xf32>
  return %w1, %w : tensor<4xf32>, tensor<4xf32>
}

// -----

/// The attributes that the message names decide.
func.func @both_said(%w: tensor<4xf32> {amp.state = "w"}, %last: tensor<4xf32> {amp.state = "last"}, %x: tensor<8x4xf32>) -> (tensor<4xf32> {amp.state = "w"}, tensor<4xf32> {amp.state = "last"}) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 2 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %d = stablehlo.subtract %w, %last : tensor<4xf32>
  %0 = stablehlo.subtract %w, %g : tensor<4xf32>
  %w1 = stablehlo.add %0, %d : tensor<4xf32>
  return %w1, %w : tensor<4xf32>, tensor<4xf32>
}

// -----

/// Nesterov's method: by what they carry, the results would replace each other's arguments.
func.func @negative_nesterov(%w: tensor<4xf32>, %v: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %v1 = stablehlo.subtract %w, %g : tensor<4xf32>
  %0 = stablehlo.subtract %v1, %v : tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_nesterov': result 0 may replace argument 0 or argument 1; decide by the same amp.state, such as "w", on the result and on its argument}}
  %w1 = stablehlo.add %v1, %0 : tensor<4xf32>
  return %w1, %v1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// An average of weights, in the order of the arguments, is no such case.
func.func @average(%w: tensor<4xf32>, %average: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 2 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  %0 = stablehlo.subtract %w1, %average : tensor<4xf32>
  %c = stablehlo.constant dense<0.1> : tensor<4xf32>
  %1 = stablehlo.multiply %0, %c : tensor<4xf32>
  %average1 = stablehlo.add %average, %1 : tensor<4xf32>
  return %w1, %average1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// An accumulator behind an op through which nothing is carried.
func.func @negative_accumulator(%w: tensor<4xf32>, %a: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %g2 = stablehlo.multiply %g, %g : tensor<4xf32>
  %1 = stablehlo.multiply %a, %a : tensor<4xf32>
  %2 = stablehlo.add %1, %g2 : tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_accumulator': result 1 is computed from gradients and from argument 1, which no result replaces; decide by the same amp.state, such as "w", on the result and on its argument, or amp.role = "metric" on the result}}
  %a1 = stablehlo.sqrt %2 : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1, %a1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// The attribute that the message names decides.
func.func @accumulator_is_said(%w: tensor<4xf32>, %a: tensor<4xf32> {amp.state = "a"}, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32> {amp.state = "a"}) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 2 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %g2 = stablehlo.multiply %g, %g : tensor<4xf32>
  %1 = stablehlo.multiply %a, %a : tensor<4xf32>
  %2 = stablehlo.add %1, %g2 : tensor<4xf32>
  %a1 = stablehlo.sqrt %2 : tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1, %a1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// A flag that is computed anew in each step, from gradients alone: nothing reads the old one.
func.func @negative_flag(%w: tensor<4xf32>, %flag: tensor<i1>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<i1>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %n = stablehlo.compare NE, %g, %g : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  // expected-error @+1 {{cannot infer the marks of 'negative_flag': result 1 is computed from gradients and has the type of argument 1, which nothing reads and no result replaces; decide by the same amp.state, such as "w", on the result and on its argument, or amp.role = "metric" on the result}}
  %flag1 = stablehlo.reduce(%n init: %false) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1, %flag1 : tensor<4xf32>, tensor<i1>
}

// -----

/// A norm is a metric although it has the type of the weight of the loss: it reads the weight through gradients alone. So is a flag without an argument that it may replace.
func.func @metrics(%w: tensor<4xf32>, %weight: tensor<f32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<f32>, tensor<i1>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %b = stablehlo.broadcast_in_dim %weight, dims = [] : (tensor<f32>) -> tensor<8xf32>
  %ds = stablehlo.multiply %s, %b : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 1 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %ds : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %n = stablehlo.compare NE, %g, %g : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xi1>
  %false = stablehlo.constant dense<false> : tensor<i1>
  %flag = stablehlo.reduce(%n init: %false) applies stablehlo.or across dimensions = [0] : (tensor<4xi1>, tensor<i1>) -> tensor<i1>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %g2 = stablehlo.multiply %g, %g : tensor<4xf32>
  %1 = stablehlo.reduce(%g2 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  %norm = stablehlo.sqrt %1 : tensor<f32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  return %w1, %norm, %flag : tensor<4xf32>, tensor<f32>, tensor<i1>
}

// -----

/// Nesterov's two sequences, returned in the other order than their arguments: an average would not subtract its last value.
func.func @negative_two_sequences(%y: tensor<4xf32>, %w: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %y, %g : tensor<4xf32>
  %b = stablehlo.constant dense<0.9> : tensor<4xf32>
  %d = stablehlo.subtract %w1, %w : tensor<4xf32>
  %0 = stablehlo.multiply %d, %b : tensor<4xf32>
  // expected-error @+1 {{cannot infer the marks of 'negative_two_sequences': result 1 may replace argument 0 or argument 1; decide by the same amp.state, such as "w", on the result and on its argument}}
  %y1 = stablehlo.add %w1, %0 : tensor<4xf32>
  return %w1, %y1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// An average that moves by a part of its distance enters itself with both signs.
func.func @moving_average(%w: tensor<4xf32>, %average: tensor<4xf32>, %x: tensor<8x4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %p = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4xf32>) -> tensor<8xf32>
  %s = stablehlo.exponential %p : tensor<8xf32>
  // expected-remark @+1 {{inferred marks: 1 gradients, 2 states}}
  %one = stablehlo.constant dense<1.0> : tensor<8xf32>
  %dp = stablehlo.multiply %one, %s : tensor<8xf32>
  %g = stablehlo.dot_general %dp, %x, contracting_dims = [0] x [0] : (tensor<8xf32>, tensor<8x4xf32>) -> tensor<4xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<4xf32>
  %b = stablehlo.constant dense<0.1> : tensor<4xf32>
  %d = stablehlo.subtract %w1, %average : tensor<4xf32>
  %0 = stablehlo.multiply %d, %b : tensor<4xf32>
  %average1 = stablehlo.add %average, %0 : tensor<4xf32>
  return %w1, %average1 : tensor<4xf32>, tensor<4xf32>
}
