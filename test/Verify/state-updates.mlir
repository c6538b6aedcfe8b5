// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: not amp-opt %t/select-low.mlir --amp-verify=input=%t/select.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/mask-low.mlir --amp-verify=input=%t/mask.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/average-low.mlir --amp-verify=input=%t/average.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/root-low.mlir --amp-verify=input=%t/root.mlir -o /dev/null 2>&1 | FileCheck %s --check-prefix=ROOT
// ROOT: breaks "losses, updates, statistics and random numbers stay f32": expects f32 for a function of states alone
// CHECK: breaks "losses, updates, statistics and random numbers stay f32": expects f32 from the old to the new value of a state

/// Weights that an update reads clipped or masked, a moving average of
/// activations, and powers of a preconditioner, lowered.

//--- select.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %lo = stablehlo.constant dense<-1.0> : tensor<4x4xf32>
  %pp = stablehlo.compare GT, %w, %lo : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
  %wf = stablehlo.select %pp, %w, %lo : tensor<4x4xi1>, tensor<4x4xf32>
  %y = stablehlo.dot_general %x, %wf, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %lr = stablehlo.constant dense<0.001> : tensor<4x4xf32>
  %n = stablehlo.multiply %g, %lr : tensor<4x4xf32>
  %next0 = stablehlo.subtract %wf, %n : tensor<4x4xf32>
  %next = stablehlo.reshape %next0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %state = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %state, %loss : tensor<4x4xf32>, tensor<f32>
}
}

//--- select-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
    %0 = amp.cast %arg1 <clear, "select"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<8x4xf32> to tensor<8x4xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<-1.000000e+00> : tensor<4x4xf32>
    %2 = amp.cast %cst_1 <clear, "select"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %3 = stablehlo.compare GT, %arg1, %cst_1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xi1>
    %4 = stablehlo.select %3, %0, %2 : tensor<4x4xi1>, tensor<4x4xbf16>
    %5 = amp.cast %4 <clear, "select"> : tensor<4x4xbf16> to tensor<4x4xf32>
    %6 = stablehlo.dot_general %1, %4, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<8x4xf32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %9 = amp.loss "main" %8 : tensor<f32>
    %10 = amp.seed "main" %cst : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %12 = stablehlo.multiply %11, %6 : tensor<8x4xf32>
    %13 = amp.cast %12 <allow, "contraction"> : tensor<8x4xf32> to tensor<8x4xbf16>
    %14 = stablehlo.dot_general %1, %13, contracting_dims = [0] x [0] : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
    %15 = amp.gradients "main" %14 : tensor<4x4xf32>
    %cst_2 = stablehlo.constant dense<1.000000e-03> : tensor<4x4xf32>
    %16 = stablehlo.multiply %15, %cst_2 : tensor<4x4xf32>
    %17 = stablehlo.subtract %5, %16 : tensor<4x4xf32>
    %18 = stablehlo.reshape %17 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %19 = amp.state "main" (%18) else (%arg1) names ["w"] : tensor<4x4xf32>
    return %19, %9 : tensor<4x4xf32>, tensor<f32>
  }
}

//--- mask.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %mk = stablehlo.constant dense<[[true,true,false,true],[true,false,true,true],[false,true,true,true],[true,true,true,false]]> : tensor<4x4xi1>
  %zs = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
  %wf = stablehlo.select %mk, %w, %zs : tensor<4x4xi1>, tensor<4x4xf32>
  %y = stablehlo.dot_general %x, %wf, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %lr = stablehlo.constant dense<0.001> : tensor<4x4xf32>
  %n = stablehlo.multiply %g, %lr : tensor<4x4xf32>
  %next0 = stablehlo.subtract %wf, %n : tensor<4x4xf32>
  %next = stablehlo.reshape %next0 : (tensor<4x4xf32>) -> tensor<4x4xf32>
  %state = amp.state "main" (%next) else (%w) names ["w"] : tensor<4x4xf32>
  return %state, %loss : tensor<4x4xf32>, tensor<f32>
}
}

//--- mask-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<f32>) {
    %0 = amp.cast %arg1 <clear, "select"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<8x4xf32> to tensor<8x4xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %2 = amp.cast %cst_0 <clear, "layout"> : tensor<f32> to tensor<bf16>
    %c = stablehlo.constant dense<[[true, true, false, true], [true, false, true, true], [false, true, true, true], [true, true, true, false]]> : tensor<4x4xi1>
    %3 = stablehlo.broadcast_in_dim %2, dims = [] : (tensor<bf16>) -> tensor<4x4xbf16>
    %4 = stablehlo.select %c, %0, %3 : tensor<4x4xi1>, tensor<4x4xbf16>
    %5 = amp.cast %4 <clear, "select"> : tensor<4x4xbf16> to tensor<4x4xf32>
    %6 = stablehlo.dot_general %1, %4, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xf32>
    %7 = stablehlo.multiply %6, %6 : tensor<8x4xf32>
    %8 = stablehlo.reduce(%7 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %9 = amp.loss "main" %8 : tensor<f32>
    %10 = amp.seed "main" %cst : tensor<f32>
    %11 = stablehlo.broadcast_in_dim %10, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %12 = stablehlo.multiply %11, %6 : tensor<8x4xf32>
    %13 = amp.cast %12 <allow, "contraction"> : tensor<8x4xf32> to tensor<8x4xbf16>
    %14 = stablehlo.dot_general %1, %13, contracting_dims = [0] x [0] : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
    %15 = amp.gradients "main" %14 : tensor<4x4xf32>
    %cst_1 = stablehlo.constant dense<1.000000e-03> : tensor<4x4xf32>
    %16 = stablehlo.multiply %15, %cst_1 : tensor<4x4xf32>
    %17 = stablehlo.subtract %5, %16 : tensor<4x4xf32>
    %18 = stablehlo.reshape %17 : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %19 = amp.state "main" (%18) else (%arg1) names ["w"] : tensor<4x4xf32>
    return %19, %9 : tensor<4x4xf32>, tensor<f32>
  }
}

//--- average.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %e: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %ka = stablehlo.constant dense<0.99609375> : tensor<4x4xf32>
  %kb = stablehlo.constant dense<0.00390625> : tensor<4x4xf32>
  %c = stablehlo.dot_general %x, %x, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %e1 = stablehlo.multiply %e, %ka : tensor<4x4xf32>
  %e2 = stablehlo.multiply %c, %kb : tensor<4x4xf32>
  %en = stablehlo.add %e1, %e2 : tensor<4x4xf32>
  %y0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %y = stablehlo.reshape %y0 : (tensor<8x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %e_2 = stablehlo.dot_general %en, %en, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %gg = stablehlo.dot_general %e_2, %g, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %lr = stablehlo.constant dense<0.001> : tensor<4x4xf32>
  %gl = stablehlo.multiply %gg, %lr : tensor<4x4xf32>
  %wn = stablehlo.subtract %w, %gl : tensor<4x4xf32>
  %st:2 = amp.state "main" (%wn, %en) else (%w, %e) names ["w", "e"] : tensor<4x4xf32>, tensor<4x4xf32>
  return %st#0, %st#1, %loss : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
}
}

//--- average-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) {
    %0 = amp.cast %arg0 <allow, "contraction"> : tensor<8x4xf32> to tensor<8x4xbf16>
    %1 = amp.cast %arg1 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %cst_1 = stablehlo.constant dense<0.99609375> : tensor<4x4xf32>
    %cst_2 = stablehlo.constant dense<3.906250e-03> : tensor<4x4xf32>
    %2 = amp.cast %cst_2 <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %3 = stablehlo.dot_general %0, %0, contracting_dims = [0] x [0] : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xbf16>
    %4 = stablehlo.multiply %arg2, %cst_1 : tensor<4x4xf32>
    %5 = amp.cast %4 <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %6 = stablehlo.multiply %3, %2 : tensor<4x4xbf16>
    %7 = stablehlo.add %5, %6 : tensor<4x4xbf16>
    %8 = amp.cast %7 <infer, "elementwise"> : tensor<4x4xbf16> to tensor<4x4xf32>
    %9 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xf32>
    %10 = stablehlo.reshape %9 : (tensor<8x4xf32>) -> tensor<8x4xf32>
    %11 = stablehlo.multiply %10, %10 : tensor<8x4xf32>
    %12 = stablehlo.reduce(%11 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %13 = amp.loss "main" %12 : tensor<f32>
    %14 = amp.seed "main" %cst : tensor<f32>
    %15 = stablehlo.broadcast_in_dim %14, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %16 = stablehlo.multiply %15, %10 : tensor<8x4xf32>
    %17 = amp.cast %16 <allow, "contraction"> : tensor<8x4xf32> to tensor<8x4xbf16>
    %18 = stablehlo.dot_general %0, %17, contracting_dims = [0] x [0] : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
    %19 = amp.gradients "main" %18 : tensor<4x4xf32>
    %20 = stablehlo.dot_general %7, %7, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xf32>
    %21 = stablehlo.dot_general %20, %19, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %cst_3 = stablehlo.constant dense<1.000000e-03> : tensor<4x4xf32>
    %22 = stablehlo.multiply %21, %cst_3 : tensor<4x4xf32>
    %23 = stablehlo.subtract %arg1, %22 : tensor<4x4xf32>
    %24:2 = amp.state "main" (%23, %8) else (%arg1, %arg2) names ["w", "e"] : tensor<4x4xf32>, tensor<4x4xf32>
    return %24#0, %24#1, %13 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
  }
}

//--- root.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @main(%x: tensor<8x4xf32>, %w: tensor<4x4xf32>, %p: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) {
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x4xf32>) -> tensor<8x4xf32>
  %q = stablehlo.multiply %y, %y : tensor<8x4xf32>
  %sum = stablehlo.reduce(%q init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
  %loss = amp.loss "main" %sum : tensor<f32>
  %seed = amp.seed "main" %one : tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
  %dy = stablehlo.multiply %b, %y : tensor<8x4xf32>
  %d = stablehlo.dot_general %x, %dy, contracting_dims = [0] x [0] : (tensor<8x4xf32>, tensor<8x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %d : tensor<4x4xf32>
  %pn = stablehlo.add %p, %g : tensor<4x4xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i4 = stablehlo.constant dense<4> : tensor<i32>
  %root:2 = stablehlo.while(%i = %i0, %r = %p) : tensor<i32>, tensor<4x4xf32>
    cond {
      %c = stablehlo.compare LT, %i, %i4 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    } do {
      %k = stablehlo.add %i, %i1 : tensor<i32>
      %s = stablehlo.dot_general %r, %p, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      stablehlo.return %k, %s : tensor<i32>, tensor<4x4xf32>
    }
  %gg = stablehlo.dot_general %root#1, %g, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %wn = stablehlo.subtract %w, %gg : tensor<4x4xf32>
  %st:2 = amp.state "main" (%wn, %pn) else (%w, %p) names ["w", "p"] : tensor<4x4xf32>, tensor<4x4xf32>
  return %st#0, %st#1, %loss : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
}
}

//--- root-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @main(%arg0: tensor<8x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>) {
    %0 = amp.cast %arg0 <allow, "contraction"> : tensor<8x4xf32> to tensor<8x4xbf16>
    %1 = amp.cast %arg1 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %2 = amp.cast %arg2 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<f32>
    %cst_0 = stablehlo.constant dense<0.000000e+00> : tensor<f32>
    %3 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<8x4xbf16>, tensor<4x4xbf16>) -> tensor<8x4xf32>
    %4 = stablehlo.multiply %3, %3 : tensor<8x4xf32>
    %5 = stablehlo.reduce(%4 init: %cst_0) applies stablehlo.add across dimensions = [0, 1] : (tensor<8x4xf32>, tensor<f32>) -> tensor<f32>
    %6 = amp.loss "main" %5 : tensor<f32>
    %7 = amp.seed "main" %cst : tensor<f32>
    %8 = stablehlo.broadcast_in_dim %7, dims = [] : (tensor<f32>) -> tensor<8x4xf32>
    %9 = stablehlo.multiply %8, %3 : tensor<8x4xf32>
    %10 = amp.cast %9 <allow, "contraction"> : tensor<8x4xf32> to tensor<8x4xbf16>
    %11 = stablehlo.dot_general %0, %10, contracting_dims = [0] x [0] : (tensor<8x4xbf16>, tensor<8x4xbf16>) -> tensor<4x4xf32>
    %12 = amp.gradients "main" %11 : tensor<4x4xf32>
    %13 = stablehlo.add %arg2, %12 : tensor<4x4xf32>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %c_2 = stablehlo.constant dense<4> : tensor<i32>
    %14:2 = stablehlo.while(%iterArg = %c, %iterArg_3 = %2) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %19 = stablehlo.compare LT, %iterArg, %c_2 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %19 : tensor<i1>
    } do {
      %19 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %20 = stablehlo.dot_general %iterArg_3, %2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      stablehlo.return %19, %20 : tensor<i32>, tensor<4x4xbf16>
    }
    %15 = amp.cast %14#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    %16 = stablehlo.dot_general %15, %12, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %17 = stablehlo.subtract %arg1, %16 : tensor<4x4xf32>
    %18:2 = amp.state "main" (%17, %13) else (%arg1, %arg2) names ["w", "p"] : tensor<4x4xf32>, tensor<4x4xf32>
    return %18#0, %18#1, %6 : tensor<4x4xf32>, tensor<4x4xf32>, tensor<f32>
  }
}
