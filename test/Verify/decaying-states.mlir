// RUN: split-file %s %t
// RUN: not amp-opt %t/low.mlir --amp-verify=input=%t/input.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/rotation.low.mlir --amp-verify=input=%t/rotation.mlir -o /dev/null 2>&1 | FileCheck %s
// CHECK: breaks "losses, updates, statistics and random numbers stay f32": expects f32 for the decay of a state

/// A linear recurrence whose decay is rounded to bf16.

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh", "stablehlo.logistic"], clear = ["select", "layout", "control", "contraction.result"]>} {
func.func @recurrence(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %p: tensor<64xf32>) -> tensor<64x64xf32> {
  %one = stablehlo.constant dense<1.0> : tensor<64x64xf32>
  %0 = stablehlo.logistic %p : tensor<64xf32>
  %a = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %b = stablehlo.subtract %one, %a : tensor<64x64xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i9 = stablehlo.constant dense<100> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %h = %x) : tensor<i32>, tensor<64x64xf32>
    cond {
      %t = stablehlo.compare LT, %i, %i9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %t : tensor<i1>
    } do {
      %k = stablehlo.add %i, %i1 : tensor<i32>
      %u = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
      %1 = stablehlo.multiply %a, %h : tensor<64x64xf32>
      %2 = stablehlo.multiply %b, %u : tensor<64x64xf32>
      %3 = stablehlo.add %1, %2 : tensor<64x64xf32>
      stablehlo.return %k, %3 : tensor<i32>, tensor<64x64xf32>
    }
  %y = stablehlo.dot_general %r#1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
}

//--- low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh", "stablehlo.logistic"], clear = ["select", "layout", "control", "contraction.result"]>} {
  func.func @recurrence(%arg0: tensor<64x64xf32>, %arg1: tensor<64x64xf32>, %arg2: tensor<64xf32>) -> tensor<64x64xf32> {
    %0 = amp.cast %arg0 <clear, "control"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %1 = amp.cast %arg1 <allow, "contraction"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %cst = stablehlo.constant dense<1.000000e+00> : tensor<64x64xf32>
    %2 = stablehlo.logistic %arg2 : tensor<64xf32>
    %3 = amp.cast %2 <clear, "layout"> : tensor<64xf32> to tensor<64xbf16>
    %4 = stablehlo.broadcast_in_dim %3, dims = [1] : (tensor<64xbf16>) -> tensor<64x64xbf16>
    %5 = amp.cast %4 <clear, "layout"> : tensor<64x64xbf16> to tensor<64x64xf32>
    %6 = stablehlo.subtract %cst, %5 : tensor<64x64xf32>
    %7 = amp.cast %6 <infer, "elementwise"> : tensor<64x64xf32> to tensor<64x64xbf16>
    %c = stablehlo.constant dense<0> : tensor<i32>
    %c_0 = stablehlo.constant dense<1> : tensor<i32>
    %c_1 = stablehlo.constant dense<100> : tensor<i32>
    %8:2 = stablehlo.while(%iterArg = %c, %iterArg_2 = %0) : tensor<i32>, tensor<64x64xbf16>
    cond {
      %10 = stablehlo.compare LT, %iterArg, %c_1 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %10 : tensor<i1>
    } do {
      %10 = stablehlo.add %iterArg, %c_0 : tensor<i32>
      %11 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xbf16>
      %12 = stablehlo.multiply %4, %iterArg_2 : tensor<64x64xbf16>
      %13 = stablehlo.multiply %7, %11 : tensor<64x64xbf16>
      %14 = stablehlo.add %12, %13 : tensor<64x64xbf16>
      stablehlo.return %10, %14 : tensor<i32>, tensor<64x64xbf16>
    }
    %9 = stablehlo.dot_general %8#1, %1, contracting_dims = [1] x [0] : (tensor<64x64xbf16>, tensor<64x64xbf16>) -> tensor<64x64xf32>
    return %9 : tensor<64x64xf32>
  }
}

/// A factor, rounded before the loop, by which one part of a complex state adds to the other.

//--- rotation.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh", "stablehlo.logistic"], clear = ["select", "layout", "control", "contraction.result"]>} {
func.func @rotation(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %t: tensor<64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.cosine %t : tensor<64xf32>
  %1 = stablehlo.sine %t : tensor<64xf32>
  %c = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %half = stablehlo.constant dense<0.5> : tensor<64xf32>
  %scaled = stablehlo.multiply %1, %half : tensor<64xf32>
  %s = stablehlo.broadcast_in_dim %scaled, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i9 = stablehlo.constant dense<100> : tensor<i32>
  %u = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r:3 = stablehlo.while(%i = %i0, %a = %u, %b = %u) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %i9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %k = stablehlo.add %i, %i1 : tensor<i32>
      %ca = stablehlo.multiply %c, %a : tensor<64x64xf32>
      %sb = stablehlo.multiply %s, %b : tensor<64x64xf32>
      %d = stablehlo.subtract %ca, %sb : tensor<64x64xf32>
      %sa = stablehlo.multiply %s, %a : tensor<64x64xf32>
      %cb = stablehlo.multiply %c, %b : tensor<64x64xf32>
      %e = stablehlo.add %sa, %cb : tensor<64x64xf32>
      stablehlo.return %k, %d, %e : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
  %y = stablehlo.dot_general %r#1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
}

//--- rotation.low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh", "stablehlo.logistic"], clear = ["select", "layout", "control", "contraction.result"]>} {
func.func @rotation(%x: tensor<64x64xf32>, %w: tensor<64x64xf32>, %t: tensor<64xf32>) -> tensor<64x64xf32> {
  %0 = stablehlo.cosine %t : tensor<64xf32>
  %1 = stablehlo.sine %t : tensor<64xf32>
  %c = stablehlo.broadcast_in_dim %0, dims = [1] : (tensor<64xf32>) -> tensor<64x64xf32>
  %low = amp.cast %1 <infer, "elementwise"> : tensor<64xf32> to tensor<64xbf16>
  %half = stablehlo.constant dense<0.5> : tensor<64xbf16>
  %scaled = stablehlo.multiply %low, %half : tensor<64xbf16>
  %moved = stablehlo.broadcast_in_dim %scaled, dims = [1] : (tensor<64xbf16>) -> tensor<64x64xbf16>
  %s = amp.cast %moved <clear, "layout"> : tensor<64x64xbf16> to tensor<64x64xf32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %i9 = stablehlo.constant dense<100> : tensor<i32>
  %u = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  %r:3 = stablehlo.while(%i = %i0, %a = %u, %b = %u) : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    cond {
      %p = stablehlo.compare LT, %i, %i9 : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %k = stablehlo.add %i, %i1 : tensor<i32>
      %ca = stablehlo.multiply %c, %a : tensor<64x64xf32>
      %sb = stablehlo.multiply %s, %b : tensor<64x64xf32>
      %d = stablehlo.subtract %ca, %sb : tensor<64x64xf32>
      %sa = stablehlo.multiply %s, %a : tensor<64x64xf32>
      %cb = stablehlo.multiply %c, %b : tensor<64x64xf32>
      %e = stablehlo.add %sa, %cb : tensor<64x64xf32>
      stablehlo.return %k, %d, %e : tensor<i32>, tensor<64x64xf32>, tensor<64x64xf32>
    }
  %y = stablehlo.dot_general %r#1, %w, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %y : tensor<64x64xf32>
}
}
