// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: jax
/// Arguments are drawn by their role, so that the reference is finite.
// RUN: amp-run %s --generate --outputs=%t.npz
// RUN: %venv_python %S/Inputs/finite.py %t.npz
// RUN: amp-run check %s %s --generate | FileCheck %s
// CHECK: 0 off by more than

/// Of Adam: a second moment under a root, through a call and a correction; one
/// that only its name tells; a counter from 1, whose correction divides; classes
/// and positions within their dimensions; a scale.
func.func @main(%w: tensor<64xf32>, %m: tensor<64xf32>, %v: tensor<64xf32>, %named: tensor<64xf32>, %count: tensor<i32>,
                %label: tensor<16xi32>, %at: tensor<i32>, %scale: tensor<f32> {amp.role = "scale"}, %table: tensor<3x64xf32>)
    -> (tensor<64xf32>, tensor<64xf32>, tensor<i32>, tensor<16x3xf32>, tensor<1x64xf32>, tensor<16xi32>, tensor<i32>, tensor<f32>, tensor<64xf32>) {
  %b = stablehlo.constant dense<0.9> : tensor<64xf32>
  %c = stablehlo.constant dense<0.1> : tensor<64xf32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %beta = stablehlo.constant dense<0.5> : tensor<f32>
  %zero = stablehlo.constant dense<0> : tensor<i32>
  %g = stablehlo.multiply %w, %w : tensor<64xf32>
  %g2 = stablehlo.multiply %g, %g : tensor<64xf32>
  %old = stablehlo.multiply %b, %v : tensor<64xf32>
  %new = stablehlo.multiply %c, %g2 : tensor<64xf32>
  %nu = stablehlo.add %old, %new : tensor<64xf32>
  %n = stablehlo.convert %count : (tensor<i32>) -> tensor<f32>
  %power = stablehlo.power %beta, %n : tensor<f32>
  %left = stablehlo.subtract %one, %power : tensor<f32>
  %correction = stablehlo.broadcast_in_dim %left, dims = [] : (tensor<f32>) -> tensor<64xf32>
  %hat = stablehlo.divide %nu, %correction : tensor<64xf32>
  %root = call @root(%hat) : (tensor<64xf32>) -> tensor<64xf32>
  %named1:2 = stablehlo.composite "amp.state" %nu, %count, %named, %count {composite_attributes = {group = "main", names = ["[1].nu['w']", "[1].count"]}, decomposition = @amp.state} : (tensor<64xf32>, tensor<i32>, tensor<64xf32>, tensor<i32>) -> (tensor<64xf32>, tensor<i32>)
  %classes = stablehlo.iota dim = 1 : tensor<16x3xi32>
  %labels = stablehlo.broadcast_in_dim %label, dims = [0] : (tensor<16xi32>) -> tensor<16x3xi32>
  %is = stablehlo.compare EQ, %labels, %classes : (tensor<16x3xi32>, tensor<16x3xi32>) -> tensor<16x3xi1>
  %hot = stablehlo.convert %is : (tensor<16x3xi1>) -> tensor<16x3xf32>
  %row = stablehlo.dynamic_slice %table, %at, %zero, sizes = [1, 64] : (tensor<3x64xf32>, tensor<i32>, tensor<i32>) -> tensor<1x64xf32>
  return %root, %named, %count, %hot, %row, %label, %at, %scale, %m : tensor<64xf32>, tensor<64xf32>, tensor<i32>, tensor<16x3xf32>, tensor<1x64xf32>, tensor<16xi32>, tensor<i32>, tensor<f32>, tensor<64xf32>
}
func.func private @root(%x: tensor<64xf32>) -> tensor<64xf32> {
  %0 = stablehlo.sqrt %x : tensor<64xf32>
  return %0 : tensor<64xf32>
}
func.func private @amp.state(%a: tensor<64xf32>, %b: tensor<i32>, %c: tensor<64xf32>, %d: tensor<i32>) -> (tensor<64xf32>, tensor<i32>) {
  return %a, %b : tensor<64xf32>, tensor<i32>
}
