// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A value that was stored in 8 bits may be read only where its rounding is harmless. In the step, %r is the value; in the rewrite, the stored one.
// RUN: rm -rf %t && split-file %s %t
// DEFINE: %{op} =
// DEFINE: %{write} = cat %t/step.mlir %t/%{op}.mlir %t/tail.mlir > %t/in.mlir && cat %t/rewrite.mlir %t/%{op}.mlir %t/tail.mlir > %t/out.mlir
// DEFINE: %{check} = amp-opt %t/out.mlir --amp-check-saved=input=%t/in.mlir -o /dev/null
// REDEFINE: %{op} = tanh
// RUN: %{write} && %{check}
// REDEFINE: %{op} = a_square_and_positive_number
// RUN: %{write} && %{check}
// REDEFINE: %{op} = exp_of_negative_value
// RUN: %{write} && %{check}
// REDEFINE: %{op} = a_derivative_of_silu
// RUN: %{write} && %{check}
// REDEFINE: %{op} = a_rectifier_of_six
// RUN: %{write} && %{check}
// REDEFINE: %{op} = a_difference_of_near_values
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = a_mean_and_an_offset
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = a_difference_of_the_value_and_its_floor
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = an_angle
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = a_period
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = an_exponential
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = an_exponential_of_less_than_the_maximum
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = a_power
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = a_root_of_gradient
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=POLE
// REDEFINE: %{op} = a_sine_of_gradient
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = a_divisor_in_region
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=POLE
// REDEFINE: %{op} = a_floor_in_region
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = a_difference_behind_barrier
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=MAGNIFIES
// REDEFINE: %{op} = a_sum_of_the_value
// RUN: %{write} && not %{check} 2>&1 | FileCheck %s --check-prefix=SUM
// MAGNIFIES: error: {{.*}}breaks "stored values keep their errors": it magnifies the error of what is computed from one
// SUM: error: {{.*}}breaks "stored values keep their errors": the backward pass reads a sum of one, from which its mean is not subtracted
// POLE: error: {{.*}}breaks "stored values choose nothing": it is infinite where what is computed from one is zero

//--- tanh.mlir
  %n = stablehlo.tanh %r : tensor<4x8xf32>

//--- a_square_and_positive_number.mlir
  %s = stablehlo.multiply %r, %r : tensor<4x8xf32>
  %n = stablehlo.add %s, %ones : tensor<4x8xf32>

//--- exp_of_negative_value.mlir
  %a = stablehlo.abs %r : tensor<4x8xf32>
  %m = stablehlo.negate %a : tensor<4x8xf32>
  %n = stablehlo.exponential %m : tensor<4x8xf32>

//--- a_derivative_of_silu.mlir
  %a = stablehlo.logistic %r : tensor<4x8xf32>
  %m = stablehlo.subtract %ones, %a : tensor<4x8xf32>
  %s = stablehlo.multiply %r, %m : tensor<4x8xf32>
  %n = stablehlo.add %s, %ones : tensor<4x8xf32>

//--- a_rectifier_of_six.mlir
  %n = stablehlo.clamp %zeros, %r, %six : tensor<4x8xf32>

//--- a_difference_of_near_values.mlir
  %n = stablehlo.subtract %r, %six : tensor<4x8xf32>

//--- a_mean_and_an_offset.mlir
  %n = stablehlo.subtract %r, %means : tensor<4x8xf32>

//--- a_difference_of_the_value_and_its_floor.mlir
  %a = stablehlo.floor %r : tensor<4x8xf32>
  %n = stablehlo.subtract %r, %a : tensor<4x8xf32>

//--- an_angle.mlir
  %n = stablehlo.sine %r : tensor<4x8xf32>

//--- a_period.mlir
  %n = stablehlo.remainder %r, %six : tensor<4x8xf32>

//--- an_exponential.mlir
  %n = stablehlo.exponential %r : tensor<4x8xf32>

//--- an_exponential_of_less_than_the_maximum.mlir
  %m = stablehlo.subtract %r, %tops : tensor<4x8xf32>
  %n = stablehlo.exponential %m : tensor<4x8xf32>

//--- a_power.mlir
  %n = stablehlo.power %six, %r : tensor<4x8xf32>

//--- a_root_of_gradient.mlir
  %m = stablehlo.multiply %r, %b : tensor<4x8xf32>
  %n = stablehlo.rsqrt %m : tensor<4x8xf32>

//--- a_sine_of_gradient.mlir
  %m = stablehlo.multiply %r, %b : tensor<4x8xf32>
  %n = stablehlo.sine %m : tensor<4x8xf32>

//--- a_divisor_in_region.mlir
  %n = "stablehlo.if"(%p) ({
  %q = stablehlo.divide %b, %r : tensor<4x8xf32>
    stablehlo.return %q : tensor<4x8xf32> }, { stablehlo.return %b : tensor<4x8xf32> }) : (tensor<i1>) -> tensor<4x8xf32>

//--- a_floor_in_region.mlir
  %n = "stablehlo.if"(%p) ({
  %q = stablehlo.floor %r : tensor<4x8xf32>
    stablehlo.return %q : tensor<4x8xf32> }, { stablehlo.return %b : tensor<4x8xf32> }) : (tensor<i1>) -> tensor<4x8xf32>

//--- a_difference_behind_barrier.mlir
  %o:2 = stablehlo.optimization_barrier %b, %r : tensor<4x8xf32>, tensor<4x8xf32>
  %n = stablehlo.subtract %o#1, %means : tensor<4x8xf32>

//--- a_sum_of_the_value.mlir
  %q = stablehlo.multiply %r, %b : tensor<4x8xf32>
  %o = stablehlo.multiply %means, %b : tensor<4x8xf32>
  %n = stablehlo.subtract %q, %o : tensor<4x8xf32>

//--- step.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>, %p: tensor<i1>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %least_one = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<4x8xf32>
  %six = stablehlo.constant dense<6.0> : tensor<4x8xf32>
  %eighth = stablehlo.constant dense<0.125> : tensor<4xf32>
  %r = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %sums = stablehlo.reduce(%r init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.multiply %sums, %eighth : tensor<4xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %top = stablehlo.reduce(%r init: %least_one) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %tops = stablehlo.broadcast_in_dim %top, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>

//--- rewrite.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>, %p: tensor<i1>) -> (tensor<8x8xf32>, tensor<f32>) {
  %none = stablehlo.constant dense<0.0> : tensor<f32>
  %least_one = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zeros = stablehlo.constant dense<0.0> : tensor<4x8xf32>
  %ones = stablehlo.constant dense<1.0> : tensor<4x8xf32>
  %six = stablehlo.constant dense<6.0> : tensor<4x8xf32>
  %eighth = stablehlo.constant dense<0.125> : tensor<4xf32>
  %h = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %sums = stablehlo.reduce(%h init: %none) applies stablehlo.add across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %mean = stablehlo.multiply %sums, %eighth : tensor<4xf32>
  %means = stablehlo.broadcast_in_dim %mean, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %top = stablehlo.reduce(%h init: %least_one) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %tops = stablehlo.broadcast_in_dim %top, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %loss = amp.loss "main" %one : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %abs = stablehlo.abs %h : tensor<4x8xf32>
  %most = stablehlo.reduce(%abs init: %none) applies stablehlo.maximum across dimensions = [1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<4xf32>
  %share = stablehlo.constant dense<0.00223214296> : tensor<4xf32>
  %part = stablehlo.multiply %most, %share : tensor<4xf32>
  %least = stablehlo.constant dense<1.17549435E-38> : tensor<4xf32>
  %scale = stablehlo.maximum %part, %least : tensor<4xf32>
  %up = stablehlo.broadcast_in_dim %scale, dims = [0] : (tensor<4xf32>) -> tensor<4x8xf32>
  %quotient = stablehlo.divide %h, %up : tensor<4x8xf32>
  %stored = stablehlo.convert %quotient : (tensor<4x8xf32>) -> tensor<4x8xf8E4M3FN>
  %wide = stablehlo.convert %stored : (tensor<4x8xf8E4M3FN>) -> tensor<4x8xf32>
  %r = stablehlo.multiply %wide, %up : tensor<4x8xf32>

//--- tail.mlir
  %g = stablehlo.multiply %n, %b : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %g, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  return %dw, %loss : tensor<8x8xf32>, tensor<f32>
}
