// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss=loss-scale=static:1024 -o %t
// RUN: amp-opt %t --amp-check-scaling=input=%s -o /dev/null
// RUN: sed 's/else (%w, %clock, %flag) :/else (%w, %clock, %flag) kinds ["parameter", "key", "key"] :/' %s > %t.keys
// RUN: amp-opt %t.keys --amp-scale-loss=loss-scale=static:1024 -o %t.advanced
// RUN: amp-opt %t.advanced --amp-check-scaling=input=%t.keys -o /dev/null
// RUN: not amp-opt %t.advanced --amp-check-scaling=input=%s -o /dev/null 2>&1 | FileCheck %s

/// A clock and a rate whose bits become floats, and that no generator reads, keep their values in a skipped step, unless a mark says key.
// CHECK: error: breaks "every state that is returned is guarded": state 2 is not
func.func @clock_and_rate(%w: tensor<f32>, %clock: tensor<ui32>, %flag: tensor<ui32>) -> (tensor<f32>, tensor<ui32>, tensor<ui32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %g = amp.gradients "main" %seed : tensor<f32>
  %sixteen = stablehlo.constant dense<16> : tensor<ui32>
  %step = stablehlo.constant dense<1> : tensor<ui32>
  %whole = stablehlo.shift_right_logical %clock, %sixteen : tensor<ui32>
  %next = stablehlo.add %whole, %step : tensor<ui32>
  %clock1 = stablehlo.shift_left %next, %sixteen : tensor<ui32>
  %ticks = stablehlo.convert %clock : (tensor<ui32>) -> tensor<f32>
  %unit = stablehlo.constant dense<1.52587890625e-05> : tensor<f32>
  %time = stablehlo.multiply %ticks, %unit : tensor<f32>
  %flag1 = stablehlo.xor %flag, %step : tensor<ui32>
  %place = stablehlo.constant dense<22> : tensor<ui32>
  %bit = stablehlo.shift_left %flag, %place : tensor<ui32>
  %exponent = stablehlo.constant dense<1065353216> : tensor<ui32>
  %bits = stablehlo.or %bit, %exponent : tensor<ui32>
  %rate = stablehlo.bitcast_convert %bits : (tensor<ui32>) -> tensor<f32>
  %0 = stablehlo.multiply %g, %rate : tensor<f32>
  %1 = stablehlo.add %0, %time : tensor<f32>
  %s:3 = amp.state "main" (%1, %clock1, %flag1) else (%w, %clock, %flag) : tensor<f32>, tensor<ui32>, tensor<ui32>
  return %s#0, %s#1, %s#2 : tensor<f32>, tensor<ui32>, tensor<ui32>
}
