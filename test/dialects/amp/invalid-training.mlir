// RUN: amp-opt %s -split-input-file -verify-diagnostics

/// negative_growth_of_one
// expected-error @+1 {{expects growth to be above 1 and finite in f32, but got 1.0}}
module attributes {note = #amp.scaler<dynamic, growth = 1.0>} {}

// -----

/// negative_growth_beyond_f32
// expected-error @+1 {{expects growth to be above 1 and finite in f32, but got inf}}
module attributes {note = #amp.scaler<dynamic, growth = 1.0e+40>} {}

// -----

/// negative_backoff_that_grows
// expected-error @+1 {{expects backoff to be between 0 and 1 and finite in f32, but got 2.0}}
module attributes {note = #amp.scaler<dynamic, backoff = 2.0>} {}

// -----

/// negative_floor_below_zero
// expected-error @+1 {{expects min to be 0 or more and finite in f32, but got -1.0}}
module attributes {note = #amp.scaler<dynamic, min = -1.0>} {}

// -----

/// negative_cap_below_floor
// expected-error @+1 {{expects max to be above min and finite in f32, but got 1.0}}
module attributes {note = #amp.scaler<dynamic, min = 2.0, max = 1.0>} {}

// -----

/// negative_init_above_cap
// expected-error @+1 {{expects init to be above 0, between min and max and finite in f32, but got 65536.0}}
module attributes {note = #amp.scaler<dynamic, max = 1024.0>} {}

// -----

/// negative_scale_of_zero
// expected-error @+1 {{expects init to be above 0, between min and max and finite in f32, but got 0.0}}
module attributes {note = #amp.scaler<static, init = 0.0>} {}

// -----

/// negative_interval_of_none
// expected-error @+1 {{expects interval to be 1 or more, but got 0}}
module attributes {note = #amp.scaler<dynamic, interval = 0>} {}

// -----

/// negative_hysteresis_of_none
// expected-error @+1 {{expects hysteresis to be 1 or more, but got 0}}
module attributes {note = #amp.scaler<dynamic, hysteresis = 0>} {}

// -----

/// negative_decr_every_none
// expected-error @+1 {{expects decr_every_n to be 1 or more, but got -2}}
module attributes {note = #amp.scaler<dynamic, decr_every_n = -2>} {}

// -----

/// negative_two_kinds_of_patience
// expected-error @+1 {{expects hysteresis or decr_every_n, not both, but got 2 and 3}}
module attributes {note = #amp.scaler<dynamic, hysteresis = 2, decr_every_n = 3>} {}

// -----

/// negative_error_without_floor
// expected-error @+1 {{expects min above 0 with at_min = error, but got 0}}
module attributes {note = #amp.scaler<dynamic, at_min = error>} {}

// -----

/// negative_inexact_init
// expected-error @+1 {{expects init to be a power of two, as exact scaling was asked for, but got 1000.0}}
module attributes {note = #amp.scaler<static, init = 1000.0, exact = true>} {}

// -----

/// negative_inexact_growth
// expected-error @+1 {{expects growth to be a power of two, as exact scaling was asked for, but got 1.5}}
module attributes {note = #amp.scaler<dynamic, growth = 1.5, exact = true>} {}

// -----

/// negative_inexact_backoff
// expected-error @+1 {{expects backoff to be a power of two, as exact scaling was asked for, but got 0.75}}
module attributes {note = #amp.scaler<dynamic, backoff = 0.75, exact = true>} {}

// -----

/// negative_inexact_floor
// expected-error @+1 {{expects min to be a power of two, as exact scaling was asked for, but got 3.0}}
module attributes {note = #amp.scaler<dynamic, min = 3.0, exact = true>} {}

// -----

/// negative_inexact_cap
// expected-error @+1 {{expects max to be a power of two, as exact scaling was asked for, but got 70000.0}}
module attributes {note = #amp.scaler<dynamic, max = 70000.0, exact = true>} {}

// -----

func.func @negative_scale_of_integers(%x: tensor<2xi32>, %s: tensor<f32>) {
  // expected-error @+1 {{'amp.scale' op operand #0 must be tensor of floating-point values, but got 'tensor<2xi32>'}}
  %0 = amp.scale %x by %s : tensor<2xi32>
  return
}

// -----

func.func @negative_vector_scale(%x: tensor<2xf32>, %s: tensor<2xf32>) {
  // expected-error @+1 {{'amp.scale' op operand #1 must be 0D tensor of 32-bit float values, but got 'tensor<2xf32>'}}
  %0 = "amp.scale"(%x, %s) : (tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @negative_unscale_of_nothing(%s: tensor<f32>) {
  // expected-error @+1 {{'amp.unscale' op expects a gradient at least, but got none}}
  %0 = "amp.unscale"(%s) : (tensor<f32>) -> tensor<i1>
  return
}

// -----

func.func @negative_unscale_to_other_types(%x: tensor<2xf32>, %s: tensor<f32>) {
  // expected-error @+1 {{'amp.unscale' op failed to verify that gradients and results have the same types}}
  %0:2 = "amp.unscale"(%x, %s) : (tensor<2xf32>, tensor<f32>) -> (tensor<2xf16>, tensor<i1>)
  return
}

// -----

func.func @negative_too_few_states(%s: tensor<f32>, %f: tensor<i1>) {
  // expected-error @+1 {{'amp.update_scale' op expects the 2 states of its scaler, but got 1}}
  %0 = amp.update_scale %s if %f by <dynamic> : tensor<f32>
  return
}

// -----

func.func @negative_states_in_disorder(%s: tensor<f32>, %t: tensor<i32>, %f: tensor<i1>) {
  // expected-error @+1 {{'amp.update_scale' op expects 'scale' to be 'tensor<f32>', but got 'tensor<i32>'}}
  %0:2 = amp.update_scale %t, %s if %f by <dynamic> : tensor<i32>, tensor<f32>
  return
}

// -----

func.func @negative_states_of_other_types(%s: tensor<f32>, %t: tensor<i32>, %f: tensor<i1>) {
  // expected-error @+1 {{'amp.update_scale' op failed to verify that states keep their types}}
  %0:2 = "amp.update_scale"(%s, %t, %f) {scaler = #amp.scaler<dynamic>} : (tensor<f32>, tensor<i32>, tensor<i1>) -> (tensor<f32>, tensor<f32>)
  return
}

// -----

func.func @negative_guard_of_other_types(%f: tensor<i1>, %a: tensor<2xf32>, %b: tensor<3xf32>) {
  // expected-error @+1 {{'amp.guard' op failed to verify that new and old states have the same types}}
  %0 = "amp.guard"(%f, %a, %b) : (tensor<i1>, tensor<2xf32>, tensor<3xf32>) -> tensor<2xf32>
  return
}

// -----

func.func @negative_guard_to_other_types(%f: tensor<i1>, %a: tensor<2xf32>) {
  // expected-error @+1 {{'amp.guard' op failed to verify that new and guarded states have the same types}}
  %0 = "amp.guard"(%f, %a, %a) : (tensor<i1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf16>
  return
}

// -----

func.func @negative_guard_by_many_flags(%f: tensor<2xi1>, %a: tensor<2xf32>) {
  // expected-error @+1 {{'amp.guard' op operand #0 must be 0D tensor of 1-bit signless integer values, but got 'tensor<2xi1>'}}
  %0 = "amp.guard"(%f, %a, %a) : (tensor<2xi1>, tensor<2xf32>, tensor<2xf32>) -> tensor<2xf32>
  return
}
