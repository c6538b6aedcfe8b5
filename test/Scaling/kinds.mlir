// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-scale-loss -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-scale-loss=remarks -split-input-file 2>/dev/null | FileCheck %s

/// Which states without kinds are keys, and so advance in a skipped step: unsigned integers whose bits are mixed and drawn from.

/// A flag that alternates, a linear feedback register that picks one of two rates, and a key that nothing draws from: all kept.
// CHECK-LABEL: @mixed_only
// CHECK: amp.guard %{{.*}}, (%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}}) else (%arg0, %arg1, %arg2, %arg3)
func.func @mixed_only(%w: tensor<f32>, %flag: tensor<ui32>, %register: tensor<ui32>, %state: tensor<2xui64>) -> (tensor<f32>, tensor<ui32>, tensor<ui32>, tensor<2xui64>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %g = amp.gradients "main" %seed : tensor<f32>
  %bit = stablehlo.constant dense<1> : tensor<ui32>
  %flag1 = stablehlo.xor %flag, %bit : tensor<ui32>
  %sign = stablehlo.convert %flag : (tensor<ui32>) -> tensor<f32>
  %0 = stablehlo.multiply %g, %sign : tensor<f32>
  %half = stablehlo.shift_right_logical %register, %bit : tensor<ui32>
  %taps = stablehlo.constant dense<2147483734> : tensor<ui32>
  %register1 = stablehlo.xor %half, %taps : tensor<ui32>
  %low = stablehlo.and %half, %bit : tensor<ui32>
  %pick = stablehlo.convert %low : (tensor<ui32>) -> tensor<f32>
  %rate = stablehlo.constant dense<1.0e-3> : tensor<f32>
  %1 = stablehlo.multiply %pick, %rate : tensor<f32>
  %2 = stablehlo.add %0, %1 : tensor<f32>
  %state1, %bits = stablehlo.rng_bit_generator %state, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<4xui32>)
  %s:4 = amp.state "main" (%2, %flag1, %register1, %state1) else (%w, %flag, %register, %state) : tensor<f32>, tensor<ui32>, tensor<ui32>, tensor<2xui64>
  return %s#0, %s#1, %s#2, %s#3 : tensor<f32>, tensor<ui32>, tensor<ui32>, tensor<2xui64>
}

// -----

/// A flag whose bits flip the sign of a float, and one that is read as a float in its own update alone.
// CHECK-LABEL: @bits_of_floats
// CHECK: amp.guard %{{.*}}, (%{{.*}}, %{{.*}}, %{{.*}}) else (%arg0, %arg1, %arg2)
func.func @bits_of_floats(%w: tensor<f32>, %flag: tensor<ui32>, %own: tensor<ui32>) -> (tensor<f32>, tensor<ui32>, tensor<ui32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %g = amp.gradients "main" %seed : tensor<f32>
  %bit = stablehlo.constant dense<2147483648> : tensor<ui32>
  %flag1 = stablehlo.xor %flag, %bit : tensor<ui32>
  %0 = stablehlo.bitcast_convert %g : (tensor<f32>) -> tensor<ui32>
  %1 = stablehlo.xor %0, %flag : tensor<ui32>
  %2 = stablehlo.bitcast_convert %1 : (tensor<ui32>) -> tensor<f32>
  %exponent = stablehlo.constant dense<1065353216> : tensor<ui32>
  %3 = stablehlo.or %own, %exponent : tensor<ui32>
  %4 = stablehlo.bitcast_convert %3 : (tensor<ui32>) -> tensor<f32>
  %5 = stablehlo.bitcast_convert %4 : (tensor<f32>) -> tensor<ui32>
  %own1 = stablehlo.xor %5, %exponent : tensor<ui32>
  %s:3 = amp.state "main" (%2, %flag1, %own1) else (%w, %flag, %own) : tensor<f32>, tensor<ui32>, tensor<ui32>
  return %s#0, %s#1, %s#2 : tensor<f32>, tensor<ui32>, tensor<ui32>
}

// -----

/// Keys: bits that fill a mantissa, in a called function; bits that become a fraction; and what rng_bit_generator draws. A rotation and an
/// xor mix the first, as in Threefry; two steps of xorshift mix the second.
// CHECK-LABEL: @drawn
// CHECK: amp.guard %{{.*}}, (%{{[^,]*}}) else (%arg0)
func.func @drawn(%w: tensor<f32>, %a: tensor<ui32>, %b: tensor<ui32>, %c: tensor<2xui64>) -> (tensor<f32>, tensor<ui32>, tensor<ui32>, tensor<2xui64>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %0 = call @uniform(%a) : (tensor<ui32>) -> tensor<f32>
  %1 = stablehlo.multiply %seed, %0 : tensor<f32>
  %g = amp.gradients "main" %1 : tensor<f32>
  %bits = stablehlo.constant dense<13> : tensor<ui32>
  %rest = stablehlo.constant dense<19> : tensor<ui32>
  %a2 = stablehlo.shift_left %a, %bits : tensor<ui32>
  %a3 = stablehlo.shift_right_logical %a, %rest : tensor<ui32>
  %a4 = stablehlo.or %a2, %a3 : tensor<ui32>
  %a1 = stablehlo.xor %a4, %bits : tensor<ui32>
  %b0 = stablehlo.shift_left %b, %bits : tensor<ui32>
  %b2 = stablehlo.xor %b, %b0 : tensor<ui32>
  %b3 = stablehlo.shift_right_logical %b2, %rest : tensor<ui32>
  %b1 = stablehlo.xor %b2, %b3 : tensor<ui32>
  %whole = stablehlo.convert %b1 : (tensor<ui32>) -> tensor<f32>
  %unit = stablehlo.constant dense<2.32830644e-10> : tensor<f32>
  %2 = stablehlo.multiply %whole, %unit : tensor<f32>
  %3 = stablehlo.add %g, %2 : tensor<f32>
  %c1, %drawn = stablehlo.rng_bit_generator %c, algorithm = PHILOX : (tensor<2xui64>) -> (tensor<2xui64>, tensor<ui32>)
  %4 = stablehlo.convert %drawn : (tensor<ui32>) -> tensor<f32>
  %5 = stablehlo.add %3, %4 : tensor<f32>
  %s:4 = amp.state "main" (%5, %a1, %b1, %c1) else (%w, %a, %b, %c) : tensor<f32>, tensor<ui32>, tensor<ui32>, tensor<2xui64>
  return %s#0, %s#1, %s#2, %s#3 : tensor<f32>, tensor<ui32>, tensor<ui32>, tensor<2xui64>
}
func.func private @uniform(%key: tensor<ui32>) -> tensor<f32> {
  %nine = stablehlo.constant dense<9> : tensor<ui32>
  %0 = stablehlo.shift_right_logical %key, %nine : tensor<ui32>
  %exponent = stablehlo.constant dense<1065353216> : tensor<ui32>
  %1 = stablehlo.or %0, %exponent : tensor<ui32>
  %2 = stablehlo.bitcast_convert %1 : (tensor<ui32>) -> tensor<f32>
  return %2 : tensor<f32>
}

// -----

/// A counter from which numbers are drawn is no key: it also counts steps.
// CHECK-LABEL: @counter
// CHECK: amp.guard %{{.*}}, (%{{.*}}, %{{.*}}) else (%arg0, %arg1)
func.func @counter(%w: tensor<f32>, %n: tensor<ui32>) -> (tensor<f32>, tensor<ui32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %whole = stablehlo.convert %n : (tensor<ui32>) -> tensor<f32>
  %unit = stablehlo.constant dense<2.32830644e-10> : tensor<f32>
  %0 = stablehlo.multiply %whole, %unit : tensor<f32>
  %1 = stablehlo.multiply %seed, %0 : tensor<f32>
  %g = amp.gradients "main" %1 : tensor<f32>
  %c = stablehlo.constant dense<1> : tensor<ui32>
  %n1 = stablehlo.add %n, %c : tensor<ui32>
  %s:2 = amp.state "main" (%g, %n1) else (%w, %n) : tensor<f32>, tensor<ui32>
  return %s#0, %s#1 : tensor<f32>, tensor<ui32>
}

// -----

/// A clock with 16 fractional bits, whose step is added above them, and a flag that fills a mantissa as a rate of 1 or 1.5: their bits become
/// floats, but no generator mixes them.
// CHECK-LABEL: @clock_and_rate
// CHECK: amp.guard %{{.*}}, (%{{.*}}, %{{.*}}, %{{.*}}) else (%arg0, %arg1, %arg2)
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
