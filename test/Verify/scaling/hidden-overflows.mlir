// RUN: split-file %s %t
// RUN: not amp-opt %t/replaced-metric.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=REPLACED-METRIC
// REPLACED-METRIC: breaks "without its scaling a step is what it was": 'stablehlo.select' has another counterpart
// RUN: not amp-opt %t/constant-guard.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=CONSTANT-GUARD
// CONSTANT-GUARD: breaks "without its scaling a step is what it was": 'amp.guard' has another counterpart
// RUN: not amp-opt %t/flag-in-branch.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLAG-IN-BRANCH
// FLAG-IN-BRANCH: breaks "every state that is returned is guarded": state 0 is not, because its flag tests less in one of its branches
// RUN: not amp-opt %t/flag-in-loop.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=FLAG-IN-LOOP
// FLAG-IN-LOOP: breaks "every state that is returned is guarded": state 0 is not, because its flag tests in its iterations, of which there may be none, what is computed before
// RUN: not amp-opt %t/inverted-accumulator.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=INVERTED-ACCUMULATOR
// INVERTED-ACCUMULATOR: breaks "every state that is returned is guarded": state 0 is not, because its flag inverts the flag of earlier iterations
// RUN: not amp-opt %t/forgotten-accumulator.mlir --amp-check-scaling=input=%t/step.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=FORGOTTEN-ACCUMULATOR
// FORGOTTEN-ACCUMULATOR: breaks "every state that is returned is guarded": state 0 is not, because its flag tests less in one of its branches
// RUN: not amp-opt %t/unguarded-reshape.mlir --amp-check-scaling=input=%t/states.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=UNGUARDED-RESHAPE
// UNGUARDED-RESHAPE: breaks "every state that is returned is guarded": state "w" is not
// RUN: not amp-opt %t/inverted-guard.mlir --amp-check-scaling=input=%t/states.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=INVERTED-GUARD
// INVERTED-GUARD: breaks "a flag tests each element of its gradients": the flag that guards state "w" is inverted
// RUN: not amp-opt %t/other-condition.mlir --amp-check-scaling=input=%t/states.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=OTHER-CONDITION
// OTHER-CONDITION: breaks "without its scaling a step is what it was": 'stablehlo.not' has another counterpart
// RUN: not amp-opt %t/dropped-effect.mlir --amp-check-scaling=input=%t/states.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=DROPPED-EFFECT
// DROPPED-EFFECT: breaks "without its scaling a step is what it was": 'stablehlo.custom_call' has no counterpart
// RUN: not amp-opt %t/donated-data.mlir --amp-check-scaling=input=%t/states.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=DONATED-DATA
// DONATED-DATA: breaks "arguments and results are only appended": expects argument 4 to have the attributes {}, but got {jax.buffer_donor = true}
// RUN: not amp-opt %t/rounded-gradient.mlir --amp-check-scaling=input=%t/narrow.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROUNDED-GRADIENT
// ROUNDED-GRADIENT: breaks "without its scaling a step is what it was": 'stablehlo.convert' has another counterpart

/// Scaled steps that hide an overflow, or change more than the scale: a metric
/// replaced in a skipped step; guards with a constant or inverted flag, or none,
/// on states that are reshaped; flags that a branch, a loop of no iterations or
/// an accumulator forgets; side effects under another condition, or dropped;
/// donated data; a gradient that is rounded after its unscaling.

//--- step.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf32>, %y: tensor<4x8xf32>) -> (tensor<8x8xf32>, tensor<f32>, tensor<f32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %1 = stablehlo.subtract %0, %y : tensor<4x8xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %3 : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %5 = stablehlo.multiply %4, %1 : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %5, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %g = amp.gradients "main" %dw : tensor<8x8xf32>
  %sq = stablehlo.multiply %g, %g : tensor<8x8xf32>
  %norm = stablehlo.reduce(%sq init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
  %rate = stablehlo.constant dense<0.01> : tensor<8x8xf32>
  %6 = stablehlo.multiply %g, %rate : tensor<8x8xf32>
  %7 = stablehlo.subtract %w, %6 : tensor<8x8xf32>
  %new = amp.state "main" (%7) else (%w) : tensor<8x8xf32>
  return %new, %loss, %norm : tensor<8x8xf32>, tensor<f32>, tensor<f32>
}

//--- replaced-metric.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "main.0"}, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg4: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg5: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "main.0"}, tensor<f32> {amp.role = "loss"}, tensor<f32>, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.subtract %0, %arg2 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.multiply %cst_0, %arg3 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4x8xf32>
    %7 = stablehlo.dot_general %arg1, %6, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.divide %cst_1, %arg3 : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %10 = stablehlo.multiply %7, %9 : tensor<8x8xf32>
    %11 = stablehlo.is_finite %10 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %13 = stablehlo.not %12 : tensor<i1>
    %14 = stablehlo.multiply %10, %10 : tensor<8x8xf32>
    %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %16 = stablehlo.multiply %10, %cst_2 : tensor<8x8xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<8x8xf32>
    %18 = stablehlo.select %13, %arg0, %17 : tensor<i1>, tensor<8x8xf32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %19 = stablehlo.add %arg4, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<2000> : tensor<i32>
    %20 = stablehlo.compare GE, %19, %c_4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.select %20, %c_5, %19 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.select %13, %c_6, %21 : tensor<i1>, tensor<i32>
    %cst_7 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %23 = stablehlo.multiply %arg3, %cst_8 : tensor<f32>
    %24 = stablehlo.maximum %23, %cst_7 : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.multiply %arg3, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %26 = stablehlo.minimum %25, %cst_10 : tensor<f32>
    %27 = stablehlo.select %20, %26, %arg3 : tensor<i1>, tensor<f32>
    %28 = stablehlo.select %13, %arg3, %27 : tensor<i1>, tensor<f32>
    %29 = stablehlo.select %13, %24, %28 : tensor<i1>, tensor<f32>
    %30 = stablehlo.convert %13 : (tensor<i1>) -> tensor<i32>
    %31 = stablehlo.add %arg5, %30 : tensor<i32>
    %jm = stablehlo.select %13, %cst, %3 : tensor<i1>, tensor<f32>
 return %18, %jm, %15, %29, %22, %31, %13 : tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- constant-guard.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "main.0"}, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg4: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg5: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "main.0"}, tensor<f32> {amp.role = "loss"}, tensor<f32>, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.subtract %0, %arg2 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = amp.scale %cst_0 by %arg3 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4x8xf32>
    %7 = stablehlo.dot_general %arg1, %6, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %unscaled, %found_inf = amp.unscale %7 by %arg3 : tensor<8x8xf32>
    %8 = stablehlo.multiply %unscaled, %unscaled : tensor<8x8xf32>
    %9 = stablehlo.reduce(%8 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_1 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %10 = stablehlo.multiply %unscaled, %cst_1 : tensor<8x8xf32>
    %nf = stablehlo.constant dense<true> : tensor<i1>
 %z = stablehlo.constant dense<0.0> : tensor<8x8xf32>
 %b10 = amp.guard %nf, (%10) else (%z) : tensor<8x8xf32>
 %11 = stablehlo.subtract %arg0, %b10 : tensor<8x8xf32>
    %12 = amp.guard %found_inf, (%11) else (%arg0) : tensor<8x8xf32>
    %13:2 = amp.update_scale %arg3, %arg4 if %found_inf by <dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true> : tensor<f32>, tensor<i32>
    %14 = stablehlo.convert %found_inf : (tensor<i1>) -> tensor<i32>
    %15 = stablehlo.add %arg5, %14 : tensor<i32>
    return %12, %3, %9, %13#0, %13#1, %15, %found_inf : tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- flag-in-branch.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "main.0"}, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg4: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg5: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "main.0"}, tensor<f32> {amp.role = "loss"}, tensor<f32>, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.subtract %0, %arg2 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.multiply %cst_0, %arg3 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4x8xf32>
    %7 = stablehlo.dot_general %arg1, %6, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.divide %cst_1, %arg3 : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %10 = stablehlo.multiply %7, %9 : tensor<8x8xf32>
    %11 = stablehlo.is_finite %10 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %p = stablehlo.constant dense<1000> : tensor<i32>
 %pp = stablehlo.compare GE, %arg4, %p : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %13 = "stablehlo.if"(%pp) ({ %n1 = stablehlo.not %12 : tensor<i1>
 stablehlo.return %n1 : tensor<i1> }, { %n2 = stablehlo.constant dense<false> : tensor<i1>
 stablehlo.return %n2 : tensor<i1> }) : (tensor<i1>) -> tensor<i1>
    %14 = stablehlo.multiply %10, %10 : tensor<8x8xf32>
    %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %16 = stablehlo.multiply %10, %cst_2 : tensor<8x8xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<8x8xf32>
    %18 = stablehlo.select %13, %arg0, %17 : tensor<i1>, tensor<8x8xf32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %19 = stablehlo.add %arg4, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<2000> : tensor<i32>
    %20 = stablehlo.compare GE, %19, %c_4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.select %20, %c_5, %19 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.select %13, %c_6, %21 : tensor<i1>, tensor<i32>
    %cst_7 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %23 = stablehlo.multiply %arg3, %cst_8 : tensor<f32>
    %24 = stablehlo.maximum %23, %cst_7 : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.multiply %arg3, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %26 = stablehlo.minimum %25, %cst_10 : tensor<f32>
    %27 = stablehlo.select %20, %26, %arg3 : tensor<i1>, tensor<f32>
    %28 = stablehlo.select %13, %arg3, %27 : tensor<i1>, tensor<f32>
    %29 = stablehlo.select %13, %24, %28 : tensor<i1>, tensor<f32>
    %30 = stablehlo.convert %13 : (tensor<i1>) -> tensor<i32>
    %31 = stablehlo.add %arg5, %30 : tensor<i32>
    return %18, %3, %15, %29, %22, %31, %13 : tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- flag-in-loop.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "main.0"}, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg4: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg5: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "main.0"}, tensor<f32> {amp.role = "loss"}, tensor<f32>, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.subtract %0, %arg2 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.multiply %cst_0, %arg3 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4x8xf32>
    %7 = stablehlo.dot_general %arg1, %6, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.divide %cst_1, %arg3 : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %10 = stablehlo.multiply %7, %9 : tensor<8x8xf32>
    %11 = stablehlo.is_finite %10 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %fa = stablehlo.constant dense<false> : tensor<i1>
 %w13:2 = stablehlo.while(%ia = %arg4, %acc = %fa) : tensor<i32>, tensor<i1>
 cond { %n = stablehlo.constant dense<3> : tensor<i32>
 %c1 = stablehlo.compare LT, %ia, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
 stablehlo.return %c1 : tensor<i1> } do {
 %n1 = stablehlo.not %12 : tensor<i1>
 %o = stablehlo.or %acc, %n1 : tensor<i1>
 %one = stablehlo.constant dense<1> : tensor<i32>
 %i2 = stablehlo.add %ia, %one : tensor<i32>
 stablehlo.return %i2, %o : tensor<i32>, tensor<i1> }

    %14 = stablehlo.multiply %10, %10 : tensor<8x8xf32>
    %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %16 = stablehlo.multiply %10, %cst_2 : tensor<8x8xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<8x8xf32>
    %18 = stablehlo.select %w13#1, %arg0, %17 : tensor<i1>, tensor<8x8xf32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %19 = stablehlo.add %arg4, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<2000> : tensor<i32>
    %20 = stablehlo.compare GE, %19, %c_4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.select %20, %c_5, %19 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.select %w13#1, %c_6, %21 : tensor<i1>, tensor<i32>
    %cst_7 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %23 = stablehlo.multiply %arg3, %cst_8 : tensor<f32>
    %24 = stablehlo.maximum %23, %cst_7 : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.multiply %arg3, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %26 = stablehlo.minimum %25, %cst_10 : tensor<f32>
    %27 = stablehlo.select %20, %26, %arg3 : tensor<i1>, tensor<f32>
    %28 = stablehlo.select %w13#1, %arg3, %27 : tensor<i1>, tensor<f32>
    %29 = stablehlo.select %w13#1, %24, %28 : tensor<i1>, tensor<f32>
    %30 = stablehlo.convert %w13#1 : (tensor<i1>) -> tensor<i32>
    %31 = stablehlo.add %arg5, %30 : tensor<i32>
    return %18, %3, %15, %29, %22, %31, %w13#1 : tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- inverted-accumulator.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "main.0"}, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg4: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg5: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "main.0"}, tensor<f32> {amp.role = "loss"}, tensor<f32>, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.subtract %0, %arg2 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.multiply %cst_0, %arg3 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4x8xf32>
    %7 = stablehlo.dot_general %arg1, %6, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.divide %cst_1, %arg3 : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %10 = stablehlo.multiply %7, %9 : tensor<8x8xf32>
    %11 = stablehlo.is_finite %10 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %fa = stablehlo.constant dense<false> : tensor<i1>
 %z0 = stablehlo.constant dense<0> : tensor<i32>
 %w13:2 = stablehlo.while(%ia = %z0, %acc = %fa) : tensor<i32>, tensor<i1>
 cond { %n = stablehlo.constant dense<3> : tensor<i32>
 %c1 = stablehlo.compare LT, %ia, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
 stablehlo.return %c1 : tensor<i1> } do {
 %n1 = stablehlo.not %12 : tensor<i1>
 %na = stablehlo.not %acc : tensor<i1>
 %o = stablehlo.or %na, %n1 : tensor<i1>
 %one = stablehlo.constant dense<1> : tensor<i32>
 %i2 = stablehlo.add %ia, %one : tensor<i32>
 stablehlo.return %i2, %o : tensor<i32>, tensor<i1> }

    %14 = stablehlo.multiply %10, %10 : tensor<8x8xf32>
    %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %16 = stablehlo.multiply %10, %cst_2 : tensor<8x8xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<8x8xf32>
    %18 = stablehlo.select %w13#1, %arg0, %17 : tensor<i1>, tensor<8x8xf32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %19 = stablehlo.add %arg4, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<2000> : tensor<i32>
    %20 = stablehlo.compare GE, %19, %c_4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.select %20, %c_5, %19 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.select %w13#1, %c_6, %21 : tensor<i1>, tensor<i32>
    %cst_7 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %23 = stablehlo.multiply %arg3, %cst_8 : tensor<f32>
    %24 = stablehlo.maximum %23, %cst_7 : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.multiply %arg3, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %26 = stablehlo.minimum %25, %cst_10 : tensor<f32>
    %27 = stablehlo.select %20, %26, %arg3 : tensor<i1>, tensor<f32>
    %28 = stablehlo.select %w13#1, %arg3, %27 : tensor<i1>, tensor<f32>
    %29 = stablehlo.select %w13#1, %24, %28 : tensor<i1>, tensor<f32>
    %30 = stablehlo.convert %w13#1 : (tensor<i1>) -> tensor<i32>
    %31 = stablehlo.add %arg5, %30 : tensor<i32>
    return %18, %3, %15, %29, %22, %31, %w13#1 : tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- forgotten-accumulator.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "main.0"}, %arg1: tensor<4x8xf32>, %arg2: tensor<4x8xf32>, %arg3: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg4: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg5: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "main.0"}, tensor<f32> {amp.role = "loss"}, tensor<f32>, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg1, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.subtract %0, %arg2 : tensor<4x8xf32>
    %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.reduce(%2 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %4 = stablehlo.multiply %cst_0, %arg3 : tensor<f32>
    %5 = stablehlo.broadcast_in_dim %4, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %6 = stablehlo.multiply %5, %1 : tensor<4x8xf32>
    %7 = stablehlo.dot_general %arg1, %6, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %8 = stablehlo.divide %cst_1, %arg3 : tensor<f32>
    %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %10 = stablehlo.multiply %7, %9 : tensor<8x8xf32>
    %11 = stablehlo.is_finite %10 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %12 = stablehlo.reduce(%11 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %fa = stablehlo.constant dense<false> : tensor<i1>
 %z0 = stablehlo.constant dense<0> : tensor<i32>
 %w13:2 = stablehlo.while(%ia = %z0, %acc = %fa) : tensor<i32>, tensor<i1>
 cond { %n = stablehlo.constant dense<3> : tensor<i32>
 %c1 = stablehlo.compare LT, %ia, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
 stablehlo.return %c1 : tensor<i1> } do {
 %n1 = stablehlo.not %12 : tensor<i1>
 %pq = stablehlo.compare LT, %ia, %z0 : (tensor<i32>, tensor<i32>) -> tensor<i1>
 %o = "stablehlo.if"(%pq) ({ %o1 = stablehlo.or %acc, %n1 : tensor<i1>
   stablehlo.return %o1 : tensor<i1> }, { %f2 = stablehlo.constant dense<false> : tensor<i1>
   stablehlo.return %f2 : tensor<i1> }) : (tensor<i1>) -> tensor<i1>
 %one = stablehlo.constant dense<1> : tensor<i32>
 %i2 = stablehlo.add %ia, %one : tensor<i32>
 stablehlo.return %i2, %o : tensor<i32>, tensor<i1> }

    %14 = stablehlo.multiply %10, %10 : tensor<8x8xf32>
    %15 = stablehlo.reduce(%14 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %16 = stablehlo.multiply %10, %cst_2 : tensor<8x8xf32>
    %17 = stablehlo.subtract %arg0, %16 : tensor<8x8xf32>
    %18 = stablehlo.select %w13#1, %arg0, %17 : tensor<i1>, tensor<8x8xf32>
    %c_3 = stablehlo.constant dense<1> : tensor<i32>
    %19 = stablehlo.add %arg4, %c_3 : tensor<i32>
    %c_4 = stablehlo.constant dense<2000> : tensor<i32>
    %20 = stablehlo.compare GE, %19, %c_4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_5 = stablehlo.constant dense<0> : tensor<i32>
    %21 = stablehlo.select %20, %c_5, %19 : tensor<i1>, tensor<i32>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %22 = stablehlo.select %w13#1, %c_6, %21 : tensor<i1>, tensor<i32>
    %cst_7 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_8 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %23 = stablehlo.multiply %arg3, %cst_8 : tensor<f32>
    %24 = stablehlo.maximum %23, %cst_7 : tensor<f32>
    %cst_9 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %25 = stablehlo.multiply %arg3, %cst_9 : tensor<f32>
    %cst_10 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %26 = stablehlo.minimum %25, %cst_10 : tensor<f32>
    %27 = stablehlo.select %20, %26, %arg3 : tensor<i1>, tensor<f32>
    %28 = stablehlo.select %w13#1, %arg3, %27 : tensor<i1>, tensor<f32>
    %29 = stablehlo.select %w13#1, %24, %28 : tensor<i1>, tensor<f32>
    %30 = stablehlo.convert %w13#1 : (tensor<i1>) -> tensor<i32>
    %31 = stablehlo.add %arg5, %30 : tensor<i32>
    return %18, %3, %15, %29, %22, %31, %w13#1 : tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- states.mlir
func.func @main(%w: tensor<8x8xf32>, %v: tensor<8xf32>, %m: tensor<8x8xf32>, %t: tensor<i32>, %x: tensor<4x8xf32>, %y: tensor<4x8xf32>, %p: tensor<i1>) -> (tensor<64xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<f32>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
  %b = stablehlo.broadcast_in_dim %v, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
  %h = stablehlo.add %0, %b : tensor<4x8xf32>
  %1 = stablehlo.subtract %h, %y : tensor<4x8xf32>
  %2 = stablehlo.multiply %1, %1 : tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %3 : tensor<f32>
  "stablehlo.if"(%p) ({
    stablehlo.custom_call @log(%loss) {has_side_effect = true} : (tensor<f32>) -> ()
    stablehlo.return
  }, {
    stablehlo.return
  }) : (tensor<i1>) -> ()
  %dbg = stablehlo.custom_call @debug(%loss) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %5 = stablehlo.multiply %4, %1 : tensor<4x8xf32>
  %dw = stablehlo.dot_general %x, %5, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
  %db = stablehlo.reduce(%5 init: %zero) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
  %g:2 = amp.gradients "main" %dw, %db : tensor<8x8xf32>, tensor<8xf32>
  %mu = stablehlo.constant dense<0.9> : tensor<8x8xf32>
  %m1 = stablehlo.multiply %m, %mu : tensor<8x8xf32>
  %m2 = stablehlo.add %m1, %g#0 : tensor<8x8xf32>
  %rate = stablehlo.constant dense<0.01> : tensor<8x8xf32>
  %6 = stablehlo.multiply %m2, %rate : tensor<8x8xf32>
  %7 = stablehlo.subtract %w, %6 : tensor<8x8xf32>
  %rb = stablehlo.constant dense<0.01> : tensor<8xf32>
  %8 = stablehlo.multiply %g#1, %rb : tensor<8xf32>
  %9 = stablehlo.subtract %v, %8 : tensor<8xf32>
  %c1 = stablehlo.constant dense<1> : tensor<i32>
  %t1 = stablehlo.add %t, %c1 : tensor<i32>
  %new:4 = amp.state "main" (%7, %9, %m2, %t1) else (%w, %v, %m, %t) names ["w", "v", "m", "t"] : tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>
  %flat = stablehlo.reshape %new#0 : (tensor<8x8xf32>) -> tensor<64xf32>
  return %flat, %new#1, %new#2, %new#3, %loss : tensor<64xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<f32>
}

//--- unguarded-reshape.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8xf32> {amp.state = "v"}, %arg2: tensor<8x8xf32> {amp.state = "m"}, %arg3: tensor<i32> {amp.state = "t"}, %arg4: tensor<4x8xf32>, %arg5: tensor<4x8xf32>, %arg6: tensor<i1>, %arg7: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg8: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg9: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<64xf32>, tensor<8xf32> {amp.state = "v"}, tensor<8x8xf32> {amp.state = "m"}, tensor<i32> {amp.state = "t"}, tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
    %3 = stablehlo.subtract %2, %arg5 : tensor<4x8xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    "stablehlo.if"(%arg6) ({
      stablehlo.custom_call @log(%5) {has_side_effect = true} : (tensor<f32>) -> ()
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i1>) -> ()
    %6 = stablehlo.custom_call @debug(%5) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.multiply %cst_0, %arg7 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %9 = stablehlo.multiply %8, %3 : tensor<4x8xf32>
    %10 = stablehlo.dot_general %arg4, %9, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.divide %cst_1, %arg7 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %14 = stablehlo.multiply %10, %13 : tensor<8x8xf32>
    %15 = stablehlo.is_finite %14 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %16 = stablehlo.reduce(%15 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %17 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %18 = stablehlo.multiply %11, %17 : tensor<8xf32>
    %19 = stablehlo.is_finite %18 : (tensor<8xf32>) -> tensor<8xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %20 = stablehlo.reduce(%19 init: %c_2) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
    %21 = stablehlo.and %16, %20 : tensor<i1>
    %22 = stablehlo.not %21 : tensor<i1>
    %cst_3 = stablehlo.constant dense<0.899999976> : tensor<8x8xf32>
    %23 = stablehlo.multiply %arg2, %cst_3 : tensor<8x8xf32>
    %24 = stablehlo.add %23, %14 : tensor<8x8xf32>
    %25 = stablehlo.select %22, %arg2, %24 : tensor<i1>, tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %26 = stablehlo.multiply %25, %cst_4 : tensor<8x8xf32>
    %27 = stablehlo.subtract %arg0, %26 : tensor<8x8xf32>
    %cst_5 = stablehlo.constant dense<0.00999999977> : tensor<8xf32>
    %28 = stablehlo.multiply %18, %cst_5 : tensor<8xf32>
    %29 = stablehlo.subtract %arg1, %28 : tensor<8xf32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %30 = stablehlo.add %arg3, %c_6 : tensor<i32>
    %31 = stablehlo.select %22, %arg0, %27 : tensor<i1>, tensor<8x8xf32>
    %32 = stablehlo.select %22, %arg1, %29 : tensor<i1>, tensor<8xf32>
    %33 = stablehlo.select %22, %arg3, %30 : tensor<i1>, tensor<i32>
    %34 = stablehlo.reshape %27 : (tensor<8x8xf32>) -> tensor<64xf32>
    %c_7 = stablehlo.constant dense<1> : tensor<i32>
    %35 = stablehlo.add %arg8, %c_7 : tensor<i32>
    %c_8 = stablehlo.constant dense<2000> : tensor<i32>
    %36 = stablehlo.compare GE, %35, %c_8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.select %36, %c_9, %35 : tensor<i1>, tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %38 = stablehlo.select %22, %c_10, %37 : tensor<i1>, tensor<i32>
    %cst_11 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_12 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %39 = stablehlo.multiply %arg7, %cst_12 : tensor<f32>
    %40 = stablehlo.maximum %39, %cst_11 : tensor<f32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %41 = stablehlo.multiply %arg7, %cst_13 : tensor<f32>
    %cst_14 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %42 = stablehlo.minimum %41, %cst_14 : tensor<f32>
    %43 = stablehlo.select %36, %42, %arg7 : tensor<i1>, tensor<f32>
    %44 = stablehlo.select %22, %arg7, %43 : tensor<i1>, tensor<f32>
    %45 = stablehlo.select %22, %40, %44 : tensor<i1>, tensor<f32>
    %46 = stablehlo.convert %22 : (tensor<i1>) -> tensor<i32>
    %47 = stablehlo.add %arg9, %46 : tensor<i32>
    return %34, %32, %25, %33, %5, %45, %38, %47, %22 : tensor<64xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- inverted-guard.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8xf32> {amp.state = "v"}, %arg2: tensor<8x8xf32> {amp.state = "m"}, %arg3: tensor<i32> {amp.state = "t"}, %arg4: tensor<4x8xf32>, %arg5: tensor<4x8xf32>, %arg6: tensor<i1>, %arg7: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg8: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg9: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<64xf32>, tensor<8xf32> {amp.state = "v"}, tensor<8x8xf32> {amp.state = "m"}, tensor<i32> {amp.state = "t"}, tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
    %3 = stablehlo.subtract %2, %arg5 : tensor<4x8xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    "stablehlo.if"(%arg6) ({
      stablehlo.custom_call @log(%5) {has_side_effect = true} : (tensor<f32>) -> ()
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i1>) -> ()
    %6 = stablehlo.custom_call @debug(%5) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = amp.scale %cst_0 by %arg7 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %9 = stablehlo.multiply %8, %3 : tensor<4x8xf32>
    %10 = stablehlo.dot_general %arg4, %9, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %unscaled:2, %found_inf = amp.unscale %10, %11 by %arg7 : tensor<8x8xf32>, tensor<8xf32>
    %cst_1 = stablehlo.constant dense<0.899999976> : tensor<8x8xf32>
    %12 = stablehlo.multiply %arg2, %cst_1 : tensor<8x8xf32>
    %13 = stablehlo.add %12, %unscaled#0 : tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %14 = stablehlo.multiply %13, %cst_2 : tensor<8x8xf32>
    %15 = stablehlo.subtract %arg0, %14 : tensor<8x8xf32>
    %cst_3 = stablehlo.constant dense<0.00999999977> : tensor<8xf32>
    %16 = stablehlo.multiply %unscaled#1, %cst_3 : tensor<8xf32>
    %17 = stablehlo.subtract %arg1, %16 : tensor<8xf32>
    %c = stablehlo.constant dense<1> : tensor<i32>
    %18 = stablehlo.add %arg3, %c : tensor<i32>
    %19:4 = amp.guard %found_inf, (%15, %17, %13, %18) else (%arg0, %arg1, %arg2, %arg3) : tensor<8x8xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>
    %nf = stablehlo.not %found_inf : tensor<i1>
 %gw = amp.guard %nf, (%15) else (%arg0) : tensor<8x8xf32>
 %20 = stablehlo.reshape %gw : (tensor<8x8xf32>) -> tensor<64xf32>
    %21:2 = amp.update_scale %arg7, %arg8 if %found_inf by <dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true> : tensor<f32>, tensor<i32>
    %22 = stablehlo.convert %found_inf : (tensor<i1>) -> tensor<i32>
    %23 = stablehlo.add %arg9, %22 : tensor<i32>
    return %20, %19#1, %19#2, %19#3, %5, %21#0, %21#1, %23, %found_inf : tensor<64xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- other-condition.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8xf32> {amp.state = "v"}, %arg2: tensor<8x8xf32> {amp.state = "m"}, %arg3: tensor<i32> {amp.state = "t"}, %arg4: tensor<4x8xf32>, %arg5: tensor<4x8xf32>, %arg6: tensor<i1>, %arg7: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg8: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg9: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<64xf32>, tensor<8xf32> {amp.state = "v"}, tensor<8x8xf32> {amp.state = "m"}, tensor<i32> {amp.state = "t"}, tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
    %3 = stablehlo.subtract %2, %arg5 : tensor<4x8xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %na = stablehlo.not %arg6 : tensor<i1>
 "stablehlo.if"(%na) ({
      stablehlo.custom_call @log(%5) {has_side_effect = true} : (tensor<f32>) -> ()
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i1>) -> ()
    %6 = stablehlo.custom_call @debug(%5) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.multiply %cst_0, %arg7 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %9 = stablehlo.multiply %8, %3 : tensor<4x8xf32>
    %10 = stablehlo.dot_general %arg4, %9, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.divide %cst_1, %arg7 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %14 = stablehlo.multiply %10, %13 : tensor<8x8xf32>
    %15 = stablehlo.is_finite %14 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %16 = stablehlo.reduce(%15 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %17 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %18 = stablehlo.multiply %11, %17 : tensor<8xf32>
    %19 = stablehlo.is_finite %18 : (tensor<8xf32>) -> tensor<8xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %20 = stablehlo.reduce(%19 init: %c_2) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
    %21 = stablehlo.and %16, %20 : tensor<i1>
    %22 = stablehlo.not %21 : tensor<i1>
    %cst_3 = stablehlo.constant dense<0.899999976> : tensor<8x8xf32>
    %23 = stablehlo.multiply %arg2, %cst_3 : tensor<8x8xf32>
    %24 = stablehlo.add %23, %14 : tensor<8x8xf32>
    %25 = stablehlo.select %22, %arg2, %24 : tensor<i1>, tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %26 = stablehlo.multiply %25, %cst_4 : tensor<8x8xf32>
    %27 = stablehlo.subtract %arg0, %26 : tensor<8x8xf32>
    %cst_5 = stablehlo.constant dense<0.00999999977> : tensor<8xf32>
    %28 = stablehlo.multiply %18, %cst_5 : tensor<8xf32>
    %29 = stablehlo.subtract %arg1, %28 : tensor<8xf32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %30 = stablehlo.add %arg3, %c_6 : tensor<i32>
    %31 = stablehlo.select %22, %arg0, %27 : tensor<i1>, tensor<8x8xf32>
    %32 = stablehlo.select %22, %arg1, %29 : tensor<i1>, tensor<8xf32>
    %33 = stablehlo.select %22, %arg3, %30 : tensor<i1>, tensor<i32>
    %34 = stablehlo.reshape %31 : (tensor<8x8xf32>) -> tensor<64xf32>
    %c_7 = stablehlo.constant dense<1> : tensor<i32>
    %35 = stablehlo.add %arg8, %c_7 : tensor<i32>
    %c_8 = stablehlo.constant dense<2000> : tensor<i32>
    %36 = stablehlo.compare GE, %35, %c_8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.select %36, %c_9, %35 : tensor<i1>, tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %38 = stablehlo.select %22, %c_10, %37 : tensor<i1>, tensor<i32>
    %cst_11 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_12 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %39 = stablehlo.multiply %arg7, %cst_12 : tensor<f32>
    %40 = stablehlo.maximum %39, %cst_11 : tensor<f32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %41 = stablehlo.multiply %arg7, %cst_13 : tensor<f32>
    %cst_14 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %42 = stablehlo.minimum %41, %cst_14 : tensor<f32>
    %43 = stablehlo.select %36, %42, %arg7 : tensor<i1>, tensor<f32>
    %44 = stablehlo.select %22, %arg7, %43 : tensor<i1>, tensor<f32>
    %45 = stablehlo.select %22, %40, %44 : tensor<i1>, tensor<f32>
    %46 = stablehlo.convert %22 : (tensor<i1>) -> tensor<i32>
    %47 = stablehlo.add %arg9, %46 : tensor<i32>
    return %34, %32, %25, %33, %5, %45, %38, %47, %22 : tensor<64xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- dropped-effect.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8xf32> {amp.state = "v"}, %arg2: tensor<8x8xf32> {amp.state = "m"}, %arg3: tensor<i32> {amp.state = "t"}, %arg4: tensor<4x8xf32>, %arg5: tensor<4x8xf32>, %arg6: tensor<i1>, %arg7: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg8: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg9: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<64xf32>, tensor<8xf32> {amp.state = "v"}, tensor<8x8xf32> {amp.state = "m"}, tensor<i32> {amp.state = "t"}, tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
    %3 = stablehlo.subtract %2, %arg5 : tensor<4x8xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    "stablehlo.if"(%arg6) ({
      stablehlo.custom_call @log(%5) {has_side_effect = true} : (tensor<f32>) -> ()
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i1>) -> ()
    
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.multiply %cst_0, %arg7 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %9 = stablehlo.multiply %8, %3 : tensor<4x8xf32>
    %10 = stablehlo.dot_general %arg4, %9, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.divide %cst_1, %arg7 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %14 = stablehlo.multiply %10, %13 : tensor<8x8xf32>
    %15 = stablehlo.is_finite %14 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %16 = stablehlo.reduce(%15 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %17 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %18 = stablehlo.multiply %11, %17 : tensor<8xf32>
    %19 = stablehlo.is_finite %18 : (tensor<8xf32>) -> tensor<8xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %20 = stablehlo.reduce(%19 init: %c_2) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
    %21 = stablehlo.and %16, %20 : tensor<i1>
    %22 = stablehlo.not %21 : tensor<i1>
    %cst_3 = stablehlo.constant dense<0.899999976> : tensor<8x8xf32>
    %23 = stablehlo.multiply %arg2, %cst_3 : tensor<8x8xf32>
    %24 = stablehlo.add %23, %14 : tensor<8x8xf32>
    %25 = stablehlo.select %22, %arg2, %24 : tensor<i1>, tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %26 = stablehlo.multiply %25, %cst_4 : tensor<8x8xf32>
    %27 = stablehlo.subtract %arg0, %26 : tensor<8x8xf32>
    %cst_5 = stablehlo.constant dense<0.00999999977> : tensor<8xf32>
    %28 = stablehlo.multiply %18, %cst_5 : tensor<8xf32>
    %29 = stablehlo.subtract %arg1, %28 : tensor<8xf32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %30 = stablehlo.add %arg3, %c_6 : tensor<i32>
    %31 = stablehlo.select %22, %arg0, %27 : tensor<i1>, tensor<8x8xf32>
    %32 = stablehlo.select %22, %arg1, %29 : tensor<i1>, tensor<8xf32>
    %33 = stablehlo.select %22, %arg3, %30 : tensor<i1>, tensor<i32>
    %34 = stablehlo.reshape %31 : (tensor<8x8xf32>) -> tensor<64xf32>
    %c_7 = stablehlo.constant dense<1> : tensor<i32>
    %35 = stablehlo.add %arg8, %c_7 : tensor<i32>
    %c_8 = stablehlo.constant dense<2000> : tensor<i32>
    %36 = stablehlo.compare GE, %35, %c_8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.select %36, %c_9, %35 : tensor<i1>, tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %38 = stablehlo.select %22, %c_10, %37 : tensor<i1>, tensor<i32>
    %cst_11 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_12 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %39 = stablehlo.multiply %arg7, %cst_12 : tensor<f32>
    %40 = stablehlo.maximum %39, %cst_11 : tensor<f32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %41 = stablehlo.multiply %arg7, %cst_13 : tensor<f32>
    %cst_14 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %42 = stablehlo.minimum %41, %cst_14 : tensor<f32>
    %43 = stablehlo.select %36, %42, %arg7 : tensor<i1>, tensor<f32>
    %44 = stablehlo.select %22, %arg7, %43 : tensor<i1>, tensor<f32>
    %45 = stablehlo.select %22, %40, %44 : tensor<i1>, tensor<f32>
    %46 = stablehlo.convert %22 : (tensor<i1>) -> tensor<i32>
    %47 = stablehlo.add %arg9, %46 : tensor<i32>
    return %34, %32, %25, %33, %5, %45, %38, %47, %22 : tensor<64xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- donated-data.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32>, %arg1: tensor<8xf32> {amp.state = "v"}, %arg2: tensor<8x8xf32> {amp.state = "m"}, %arg3: tensor<i32> {amp.state = "t"}, %arg4: tensor<4x8xf32> {jax.buffer_donor = true}, %arg5: tensor<4x8xf32>, %arg6: tensor<i1>, %arg7: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg8: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg9: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<64xf32>, tensor<8xf32> {amp.state = "v"}, tensor<8x8xf32> {amp.state = "m"}, tensor<i32> {amp.state = "t"}, tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.dot_general %arg4, %arg0, contracting_dims = [1] x [0] : (tensor<4x8xf32>, tensor<8x8xf32>) -> tensor<4x8xf32>
    %1 = stablehlo.broadcast_in_dim %arg1, dims = [1] : (tensor<8xf32>) -> tensor<4x8xf32>
    %2 = stablehlo.add %0, %1 : tensor<4x8xf32>
    %3 = stablehlo.subtract %2, %arg5 : tensor<4x8xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    "stablehlo.if"(%arg6) ({
      stablehlo.custom_call @log(%5) {has_side_effect = true} : (tensor<f32>) -> ()
      stablehlo.return 
    }, {
      stablehlo.return 
    }) : (tensor<i1>) -> ()
    %6 = stablehlo.custom_call @debug(%5) {has_side_effect = true} : (tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %7 = stablehlo.multiply %cst_0, %arg7 : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %9 = stablehlo.multiply %8, %3 : tensor<4x8xf32>
    %10 = stablehlo.dot_general %arg4, %9, contracting_dims = [0] x [0] : (tensor<4x8xf32>, tensor<4x8xf32>) -> tensor<8x8xf32>
    %11 = stablehlo.reduce(%9 init: %cst) applies stablehlo.add across dimensions = [0] : (tensor<4x8xf32>, tensor<f32>) -> tensor<8xf32>
    %cst_1 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %12 = stablehlo.divide %cst_1, %arg7 : tensor<f32>
    %13 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %14 = stablehlo.multiply %10, %13 : tensor<8x8xf32>
    %15 = stablehlo.is_finite %14 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %16 = stablehlo.reduce(%15 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %17 = stablehlo.broadcast_in_dim %12, dims = [] : (tensor<f32>) -> tensor<8xf32>
    %18 = stablehlo.multiply %11, %17 : tensor<8xf32>
    %19 = stablehlo.is_finite %18 : (tensor<8xf32>) -> tensor<8xi1>
    %c_2 = stablehlo.constant dense<true> : tensor<i1>
    %20 = stablehlo.reduce(%19 init: %c_2) applies stablehlo.and across dimensions = [0] : (tensor<8xi1>, tensor<i1>) -> tensor<i1>
    %21 = stablehlo.and %16, %20 : tensor<i1>
    %22 = stablehlo.not %21 : tensor<i1>
    %cst_3 = stablehlo.constant dense<0.899999976> : tensor<8x8xf32>
    %23 = stablehlo.multiply %arg2, %cst_3 : tensor<8x8xf32>
    %24 = stablehlo.add %23, %14 : tensor<8x8xf32>
    %25 = stablehlo.select %22, %arg2, %24 : tensor<i1>, tensor<8x8xf32>
    %cst_4 = stablehlo.constant dense<0.00999999977> : tensor<8x8xf32>
    %26 = stablehlo.multiply %25, %cst_4 : tensor<8x8xf32>
    %27 = stablehlo.subtract %arg0, %26 : tensor<8x8xf32>
    %cst_5 = stablehlo.constant dense<0.00999999977> : tensor<8xf32>
    %28 = stablehlo.multiply %18, %cst_5 : tensor<8xf32>
    %29 = stablehlo.subtract %arg1, %28 : tensor<8xf32>
    %c_6 = stablehlo.constant dense<1> : tensor<i32>
    %30 = stablehlo.add %arg3, %c_6 : tensor<i32>
    %31 = stablehlo.select %22, %arg0, %27 : tensor<i1>, tensor<8x8xf32>
    %32 = stablehlo.select %22, %arg1, %29 : tensor<i1>, tensor<8xf32>
    %33 = stablehlo.select %22, %arg3, %30 : tensor<i1>, tensor<i32>
    %34 = stablehlo.reshape %31 : (tensor<8x8xf32>) -> tensor<64xf32>
    %c_7 = stablehlo.constant dense<1> : tensor<i32>
    %35 = stablehlo.add %arg8, %c_7 : tensor<i32>
    %c_8 = stablehlo.constant dense<2000> : tensor<i32>
    %36 = stablehlo.compare GE, %35, %c_8 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_9 = stablehlo.constant dense<0> : tensor<i32>
    %37 = stablehlo.select %36, %c_9, %35 : tensor<i1>, tensor<i32>
    %c_10 = stablehlo.constant dense<0> : tensor<i32>
    %38 = stablehlo.select %22, %c_10, %37 : tensor<i1>, tensor<i32>
    %cst_11 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_12 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %39 = stablehlo.multiply %arg7, %cst_12 : tensor<f32>
    %40 = stablehlo.maximum %39, %cst_11 : tensor<f32>
    %cst_13 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %41 = stablehlo.multiply %arg7, %cst_13 : tensor<f32>
    %cst_14 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %42 = stablehlo.minimum %41, %cst_14 : tensor<f32>
    %43 = stablehlo.select %36, %42, %arg7 : tensor<i1>, tensor<f32>
    %44 = stablehlo.select %22, %arg7, %43 : tensor<i1>, tensor<f32>
    %45 = stablehlo.select %22, %40, %44 : tensor<i1>, tensor<f32>
    %46 = stablehlo.convert %22 : (tensor<i1>) -> tensor<i32>
    %47 = stablehlo.add %arg9, %46 : tensor<i32>
    return %34, %32, %25, %33, %5, %45, %38, %47, %22 : tensor<64xf32>, tensor<8xf32>, tensor<8x8xf32>, tensor<i32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}

//--- narrow.mlir
func.func @main(%w: tensor<8x8xf32>, %x: tensor<4x8xf16>, %y: tensor<4x8xf16>) -> (tensor<8x8xf32>, tensor<f32>) {
  %wh = stablehlo.convert %w : (tensor<8x8xf32>) -> tensor<8x8xf16>
  %0 = stablehlo.dot_general %x, %wh, contracting_dims = [1] x [0] : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
  %1 = stablehlo.subtract %0, %y : tensor<4x8xf16>
  %f1 = stablehlo.convert %1 : (tensor<4x8xf16>) -> tensor<4x8xf32>
  %2 = stablehlo.multiply %f1, %f1 : tensor<4x8xf32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %3 = stablehlo.reduce(%2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %3 : tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %4 = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
  %5 = stablehlo.multiply %4, %f1 : tensor<4x8xf32>
  %tiny = stablehlo.constant dense<1.0e-05> : tensor<4x8xf32>
  %6 = stablehlo.multiply %5, %tiny : tensor<4x8xf32>
  %7 = stablehlo.convert %6 : (tensor<4x8xf32>) -> tensor<4x8xf16>
  %dw = stablehlo.dot_general %x, %7, contracting_dims = [0] x [0] : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<8x8xf16>
  %df = stablehlo.convert %dw : (tensor<8x8xf16>) -> tensor<8x8xf32>
  %g = amp.gradients "main" %df : tensor<8x8xf32>
  %rate = stablehlo.constant dense<1000.0> : tensor<8x8xf32>
  %8 = stablehlo.multiply %g, %rate : tensor<8x8xf32>
  %9 = stablehlo.subtract %w, %8 : tensor<8x8xf32>
  %new = amp.state "main" (%9) else (%w) names ["w"] : tensor<8x8xf32>
  return %new, %loss : tensor<8x8xf32>, tensor<f32>
}

//--- rounded-gradient.mlir
module attributes {amp.applied = {scaling = "#amp.scaler<dynamic, min = 5.96046448e-08, max = 16777216.0, exact = true>", stages = ["scale"]}} {
  func.func @main(%arg0: tensor<8x8xf32> {amp.state = "w"}, %arg1: tensor<4x8xf16>, %arg2: tensor<4x8xf16>, %arg3: tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale"}, %arg4: tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker"}, %arg5: tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped"}) -> (tensor<8x8xf32> {amp.state = "w"}, tensor<f32> {amp.role = "loss"}, tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}, tensor<i1> {amp.role = "found_inf", jax.result_info = "scaler['main'].found_inf"}) {
    %0 = stablehlo.convert %arg0 : (tensor<8x8xf32>) -> tensor<8x8xf16>
    %1 = stablehlo.dot_general %arg1, %0, contracting_dims = [1] x [0] : (tensor<4x8xf16>, tensor<8x8xf16>) -> tensor<4x8xf16>
    %2 = stablehlo.subtract %1, %arg2 : tensor<4x8xf16>
    %3 = stablehlo.convert %2 : (tensor<4x8xf16>) -> tensor<4x8xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<4x8xf32>
    %cst = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %5 = stablehlo.reduce(%4 init: %cst) applies stablehlo.add across dimensions = [0, 1] : (tensor<4x8xf32>, tensor<f32>) -> tensor<f32>
    %cst_0 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %6 = stablehlo.multiply %cst_0, %arg3 : tensor<f32>
    %7 = stablehlo.broadcast_in_dim %6, dims = [] : (tensor<f32>) -> tensor<4x8xf32>
    %8 = stablehlo.multiply %7, %3 : tensor<4x8xf32>
    %cst_1 = stablehlo.constant dense<9.99999974E-6> : tensor<4x8xf32>
    %9 = stablehlo.multiply %8, %cst_1 : tensor<4x8xf32>
    %10 = stablehlo.convert %9 : (tensor<4x8xf32>) -> tensor<4x8xf16>
    %11 = stablehlo.dot_general %arg1, %10, contracting_dims = [0] x [0] : (tensor<4x8xf16>, tensor<4x8xf16>) -> tensor<8x8xf16>
    %12 = stablehlo.convert %11 : (tensor<8x8xf16>) -> tensor<8x8xf32>
    %cst_2 = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %13 = stablehlo.divide %cst_2, %arg3 : tensor<f32>
    %14 = stablehlo.broadcast_in_dim %13, dims = [] : (tensor<f32>) -> tensor<8x8xf32>
    %p15 = stablehlo.multiply %12, %14 : tensor<8x8xf32>
 %h15 = stablehlo.convert %p15 : (tensor<8x8xf32>) -> tensor<8x8xf16>
 %15 = stablehlo.convert %h15 : (tensor<8x8xf16>) -> tensor<8x8xf32>
    %16 = stablehlo.is_finite %15 : (tensor<8x8xf32>) -> tensor<8x8xi1>
    %c = stablehlo.constant dense<true> : tensor<i1>
    %17 = stablehlo.reduce(%16 init: %c) applies stablehlo.and across dimensions = [0, 1] : (tensor<8x8xi1>, tensor<i1>) -> tensor<i1>
    %18 = stablehlo.not %17 : tensor<i1>
    %cst_3 = stablehlo.constant dense<1.000000e+03> : tensor<8x8xf32>
    %19 = stablehlo.multiply %15, %cst_3 : tensor<8x8xf32>
    %20 = stablehlo.subtract %arg0, %19 : tensor<8x8xf32>
    %21 = stablehlo.select %18, %arg0, %20 : tensor<i1>, tensor<8x8xf32>
    %c_4 = stablehlo.constant dense<1> : tensor<i32>
    %22 = stablehlo.add %arg4, %c_4 : tensor<i32>
    %c_5 = stablehlo.constant dense<2000> : tensor<i32>
    %23 = stablehlo.compare GE, %22, %c_5 : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %c_6 = stablehlo.constant dense<0> : tensor<i32>
    %24 = stablehlo.select %23, %c_6, %22 : tensor<i1>, tensor<i32>
    %c_7 = stablehlo.constant dense<0> : tensor<i32>
    %25 = stablehlo.select %18, %c_7, %24 : tensor<i1>, tensor<i32>
    %cst_8 = stablehlo.constant dense<5.96046448E-8> : tensor<f32>
    %cst_9 = stablehlo.constant dense<5.000000e-01> : tensor<f32>
    %26 = stablehlo.multiply %arg3, %cst_9 : tensor<f32>
    %27 = stablehlo.maximum %26, %cst_8 : tensor<f32>
    %cst_10 = stablehlo.constant dense<2.000000e+00> : tensor<f32>
    %28 = stablehlo.multiply %arg3, %cst_10 : tensor<f32>
    %cst_11 = stablehlo.constant dense<0x4B800000> : tensor<f32>
    %29 = stablehlo.minimum %28, %cst_11 : tensor<f32>
    %30 = stablehlo.select %23, %29, %arg3 : tensor<i1>, tensor<f32>
    %31 = stablehlo.select %18, %arg3, %30 : tensor<i1>, tensor<f32>
    %32 = stablehlo.select %18, %27, %31 : tensor<i1>, tensor<f32>
    %33 = stablehlo.convert %18 : (tensor<i1>) -> tensor<i32>
    %34 = stablehlo.add %arg5, %33 : tensor<i32>
    return %21, %5, %32, %25, %34, %18 : tensor<8x8xf32>, tensor<f32>, tensor<f32>, tensor<i32>, tensor<i32>, tensor<i1>
  }
  func.func @main_init_scaler() -> (tensor<f32> {amp.role = "scale", amp.state = "scaler['main'].scale", jax.result_info = "scaler['main'].scale"}, tensor<i32> {amp.role = "growth_tracker", amp.state = "scaler['main'].growth_tracker", jax.result_info = "scaler['main'].growth_tracker"}, tensor<i32> {amp.role = "skipped", amp.state = "scaler['main'].skipped", jax.result_info = "scaler['main'].skipped"}) {
    %cst = stablehlo.constant dense<6.553600e+04> : tensor<f32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    return %cst, %c, %c_0 : tensor<f32>, tensor<i32>, tensor<i32>
  }
}
