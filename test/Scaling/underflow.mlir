// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss=loss-scale=none -verify-diagnostics -o /dev/null

/// Without marks, a step is known by what it returns: the loss and an argument that something was added to.
func.func @step(%w: tensor<4x4xf32>, %x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
  %h = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xf16>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %0 = stablehlo.dot %h, %h : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x4xf32>, tensor<f32>) -> tensor<f32>
  // expected-warning@+1 {{this looks like the update of a training step without marks; its backward pass in f16 loses gradients below 6e-8: compute=bf16 keeps them, and so does loss-scale=dynamic where seed, gradients and states are marked (or found: infer-marks=true)}}
  %2 = stablehlo.subtract %w, %0 : tensor<4x4xf32>
  return %2, %1 : tensor<4x4xf32>, tensor<f32>
}

/// Or two of these, on each of several devices.
sdy.mesh @mesh = <["d"=2]>
func.func @devices(%w: tensor<4xf32>, %b: tensor<4xf32>, %g: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = sdy.manual_computation(%w, %b, %g) in_shardings=[<@mesh, [{}]>, <@mesh, [{}]>, <@mesh, [{}]>] out_shardings=[<@mesh, [{}]>, <@mesh, [{}]>] manual_axes={"d"} (%w0: tensor<4xf32>, %b0: tensor<4xf32>, %g0: tensor<4xf32>) {
    %2 = stablehlo.negate %g0 : tensor<4xf32>
    // expected-warning@+1 {{this looks like the update of a training step without marks}}
    %1 = stablehlo.add %w0, %2 : tensor<4xf32>
    %3 = stablehlo.add %2, %b0 : tensor<4xf32>
    sdy.return %1, %3 : tensor<4xf32>, tensor<4xf32>
  } : (tensor<4xf32>, tensor<4xf32>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>)
  return %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

/// A residual block is none.
func.func @residual(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.tanh %x : tensor<4xf32>
  %1 = stablehlo.add %x, %0 : tensor<4xf32>
  return %1 : tensor<4xf32>
}
