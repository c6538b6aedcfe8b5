// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-threshold-weights=weights=threshold:4,scale=channel -split-input-file -verify-diagnostics
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:1 2>&1 | FileCheck %s --check-prefix=FEW
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:9 2>&1 | FileCheck %s --check-prefix=MANY
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:4,scale=row 2>&1 | FileCheck %s --check-prefix=SCALE
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:4,range=0 2>&1 | FileCheck %s --check-prefix=RANGE
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:4,device=rram 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:4,drift=0.1 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:4,device=pcm,drift=-1 2>&1 | FileCheck %s --check-prefix=DRIFT
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:4,noise=1 2>&1 | FileCheck %s --check-prefix=KEY
// FEW: error: expects weights to be threshold:BITS with 2 to 8 bits, but got 'threshold:1'
// MANY: error: expects weights to be threshold:BITS with 2 to 8 bits, but got 'threshold:9'
// NONE: error: expects weights to be threshold:BITS with 2 to 8 bits, but got 'threshold'
// SCALE: error: expects scale to be tensor or channel, but got 'row'
// RANGE: error: expects range to be a number of at least 0.01, but got '0'
// DEVICE: error: expects device to be none or pcm, but got 'rram'
// MODEL: error: expects device=pcm in front of 'drift', but got no device model
// DRIFT: error: expects drift to be a number of at least 0, but got '-1'
// KEY: error: expects scale, range, device or a number of the device model ({{.*}}), but got 'noise'

/// An update that is not the weight plus a term is an error that names the op.
func.func @negative_decay_by_factor(%w: tensor<4x4xf32>, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  %c = stablehlo.constant dense<0.5> : tensor<4x4xf32>
  // expected-error @+1 {{expects the new value of state "w" to be the old one plus an update (stablehlo.add or subtract), but got 'stablehlo.multiply'}}
  %2 = stablehlo.multiply %w, %c : tensor<4x4xf32>
  %3 = stablehlo.subtract %2, %g : tensor<4x4xf32>
  // expected-note @+1 {{the new value}}
  %s = amp.state "main" (%3) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

/// Twice the weight is no weight + something, either.
func.func @negative_twice(%w: tensor<4x4xf32>, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  %2 = stablehlo.subtract %w, %g : tensor<4x4xf32>
  // expected-error @+1 {{to be the old one plus an update (stablehlo.add or subtract), but got 'stablehlo.add'}}
  %3 = stablehlo.add %2, %w : tensor<4x4xf32>
  // expected-note @+1 {{the new value}}
  %s = amp.state "main" (%3) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

/// update - weight is minus the weight.
func.func @negative_minus(%w: tensor<4x4xf32>, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  // expected-error @+1 {{but got 'stablehlo.subtract'}}
  %2 = stablehlo.subtract %g, %w : tensor<4x4xf32>
  // expected-note @+1 {{the new value}}
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

/// One branch of a selection replaces the weight.
func.func @negative_replaced(%w: tensor<4x4xf32>, %x: tensor<2x4xf32>, %p: tensor<i1>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  // expected-error @+1 {{but got 'stablehlo.select'}}
  %2 = stablehlo.select %p, %w, %g : tensor<i1>, tensor<4x4xf32>
  // expected-note @+1 {{the new value}}
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

/// The step is inside a loop.
func.func @negative_loop(%w: tensor<4x4xf32>, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:2 = stablehlo.while(%a = %i, %v = %w) : tensor<i32>, tensor<4x4xf32>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
    %2 = stablehlo.dot_general %x, %1, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
    %g = amp.gradients "main" %2 : tensor<4x4xf32>
    %3 = stablehlo.subtract %v, %g : tensor<4x4xf32>
    // expected-error @+1 {{expects state "w" to be updated outside of control flow, but its amp.state is inside; run one step per call}}
    %s = amp.state "main" (%3) else (%v) names ["w"] : tensor<4x4xf32>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %4, %s : tensor<i32>, tensor<4x4xf32>
  }
  return %0#1 : tensor<4x4xf32>
}

// -----

/// The channels of a parameter that is reshaped in between are not known.
func.func @negative_reshaped(%w: tensor<16xf32>, %x: tensor<2x4xf32>) -> tensor<16xf32> {
  // expected-error @+1 {{expects transposes and slices between parameter 'w' and a contraction for scale=channel, but got 'stablehlo.reshape'; write scale=tensor}}
  %v = stablehlo.reshape %w : (tensor<16xf32>) -> tensor<4x4xf32>
  %0 = stablehlo.dot_general %x, %v, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %flat = stablehlo.reshape %1 : (tensor<4x4xf32>) -> tensor<16xf32>
  %g = amp.gradients "main" %flat : tensor<16xf32>
  %2 = stablehlo.subtract %w, %g : tensor<16xf32>
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<16xf32>
  return %s : tensor<16xf32>
}

// -----

func.func @negative_sharded(%w: tensor<4x4xf32> {mhlo.sharding = "{x}"}, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  %2 = stablehlo.subtract %w, %g : tensor<4x4xf32>
  // expected-error @+1 {{expects parameters without a sharding for scale=channel, but state "w" has 'mhlo.sharding'; write scale=tensor}}
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}

// -----

func.func @negative_dynamic(%w: tensor<?x4xf32>, %x: tensor<2x?xf32>) -> tensor<?x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x?xf32>, tensor<?x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x?xf32>, tensor<2x4xf32>) -> tensor<?x4xf32>
  %g = amp.gradients "main" %1 : tensor<?x4xf32>
  %2 = stablehlo.subtract %w, %g : tensor<?x4xf32>
  // expected-error @+1 {{expects state "w" to have a static shape, but got 'tensor<?x4xf32>'}}
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<?x4xf32>
  return %s : tensor<?x4xf32>
}

// -----

// expected-error @+1 {{expects a marked training step with a parameter that a matmul or convolution reads, but found none; mark gradients and states with amp.gradients and amp.state}}
module {
  func.func @negative_bias_alone(%b: tensor<4xf32>) -> tensor<4xf32> {
    %g = amp.gradients "main" %b : tensor<4xf32>
    %0 = stablehlo.subtract %b, %g : tensor<4xf32>
    %s = amp.state "main" (%0) else (%b) names ["b"] : tensor<4xf32>
    return %s : tensor<4xf32>
  }
}

// -----

// expected-error @+1 {{expects weights that are not carried yet, but they are 'master'}}
module attributes {amp.applied = {weights = "master"}} {
}
