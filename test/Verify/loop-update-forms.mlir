// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: not amp-opt %t/rate-low.mlir --amp-verify=input=%t/rate.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/schedule-low.mlir --amp-verify=input=%t/schedule.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/skipped-low.mlir --amp-verify=input=%t/skipped.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/clipped-low.mlir --amp-verify=input=%t/clipped.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/decayed-low.mlir --amp-verify=input=%t/decayed.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/steps-low.mlir --amp-verify=input=%t/steps.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: not amp-opt %t/threshold-low.mlir --amp-verify=input=%t/threshold.mlir -o /dev/null 2>&1 | FileCheck %s
// RUN: amp-opt %t/layers-low.mlir --amp-verify=input=%t/layers.mlir -o /dev/null
// CHECK: error: 'stablehlo.while' op breaks "losses, updates, statistics and random numbers stay f32": expects f32 where a loop updates a value

/// Forms of updates whose weight a pass lowered; a residual with a learned
/// factor may be low.

//--- rate.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @rate(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>, %lr: tensor<f32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %rate = stablehlo.broadcast_in_dim %lr, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %minus = stablehlo.negate %rate : tensor<4x4xf32>
      %u = stablehlo.multiply %minus, %g : tensor<4x4xf32>
      %cn = stablehlo.add %w, %u : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
}

//--- rate-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @rate(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<f32>) -> tensor<4x4xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %5 = stablehlo.dot_general %1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %6 = stablehlo.dot_general %1, %5, contracting_dims = [0] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %7 = stablehlo.broadcast_in_dim %arg2, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %8 = stablehlo.negate %7 : tensor<4x4xf32>
      %9 = amp.cast %8 <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %10 = stablehlo.multiply %9, %6 : tensor<4x4xbf16>
      %11 = stablehlo.add %iterArg_2, %10 : tensor<4x4xbf16>
      stablehlo.return %4, %11 : tensor<i32>, tensor<4x4xbf16>
    }
    %3 = amp.cast %2#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}

//--- schedule.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @schedule(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %at = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
      %wave = stablehlo.cosine %at : tensor<f32>
      %rate = stablehlo.broadcast_in_dim %wave, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %u = stablehlo.multiply %rate, %g : tensor<4x4xf32>
      %cn = stablehlo.add %w, %u : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
}

//--- schedule-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @schedule(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %5 = stablehlo.dot_general %1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %6 = stablehlo.dot_general %1, %5, contracting_dims = [0] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %7 = stablehlo.convert %iterArg : (tensor<i32>) -> tensor<f32>
      %8 = stablehlo.cosine %7 : tensor<f32>
      %9 = stablehlo.broadcast_in_dim %8, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %10 = amp.cast %9 <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %11 = stablehlo.multiply %10, %6 : tensor<4x4xbf16>
      %12 = stablehlo.add %iterArg_2, %11 : tensor<4x4xbf16>
      stablehlo.return %4, %12 : tensor<i32>, tensor<4x4xbf16>
    }
    %3 = amp.cast %2#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}

//--- skipped.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @skipped(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.1> : tensor<4x4xf32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %made = stablehlo.subtract %w, %u : tensor<4x4xf32>
      %ok = stablehlo.is_finite %g : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %cn = stablehlo.select %ok, %made, %w : tensor<4x4xi1>, tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
}

//--- skipped-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @skipped(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %5 = stablehlo.dot_general %1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %6 = stablehlo.dot_general %1, %5, contracting_dims = [0] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %7 = amp.cast %6 <allow, "contraction"> : tensor<4x4xbf16> to tensor<4x4xf32>
      %cst = stablehlo.constant dense<1.000000e-01> : tensor<4x4xf32>
      %8 = amp.cast %cst <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %9 = stablehlo.multiply %6, %8 : tensor<4x4xbf16>
      %10 = stablehlo.subtract %iterArg_2, %9 : tensor<4x4xbf16>
      %11 = stablehlo.is_finite %7 : (tensor<4x4xf32>) -> tensor<4x4xi1>
      %12 = stablehlo.select %11, %10, %iterArg_2 : tensor<4x4xi1>, tensor<4x4xbf16>
      stablehlo.return %4, %12 : tensor<i32>, tensor<4x4xbf16>
    }
    %3 = amp.cast %2#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}

//--- clipped.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @clipped(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.1> : tensor<4x4xf32>
      %least = stablehlo.constant dense<-3.0> : tensor<f32>
      %most = stablehlo.constant dense<3.0> : tensor<f32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %made = stablehlo.subtract %w, %u : tensor<4x4xf32>
      %placed = stablehlo.custom_call @Sharding(%made) {mhlo.sharding = "{replicated}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %cn = stablehlo.clamp %least, %placed, %most : (tensor<f32>, tensor<4x4xf32>, tensor<f32>) -> tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
}

//--- clipped-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @clipped(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %5 = stablehlo.dot_general %1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %6 = stablehlo.dot_general %1, %5, contracting_dims = [0] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %cst = stablehlo.constant dense<1.000000e-01> : tensor<4x4xf32>
      %7 = amp.cast %cst <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %cst_3 = stablehlo.constant dense<-3.000000e+00> : tensor<f32>
      %8 = amp.cast %cst_3 <clear, "select"> : tensor<f32> to tensor<bf16>
      %cst_4 = stablehlo.constant dense<3.000000e+00> : tensor<f32>
      %9 = amp.cast %cst_4 <clear, "select"> : tensor<f32> to tensor<bf16>
      %10 = stablehlo.multiply %6, %7 : tensor<4x4xbf16>
      %11 = stablehlo.subtract %iterArg_2, %10 : tensor<4x4xbf16>
      %12 = amp.cast %11 <infer, "elementwise"> : tensor<4x4xbf16> to tensor<4x4xf32>
      %13 = stablehlo.custom_call @Sharding(%12) {mhlo.sharding = "{replicated}"} : (tensor<4x4xf32>) -> tensor<4x4xf32>
      %14 = amp.cast %13 <clear, "select"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %15 = stablehlo.clamp %8, %14, %9 : (tensor<bf16>, tensor<4x4xbf16>, tensor<bf16>) -> tensor<4x4xbf16>
      stablehlo.return %4, %15 : tensor<i32>, tensor<4x4xbf16>
    }
    %3 = amp.cast %2#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}

//--- decayed.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @decayed(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.1> : tensor<4x4xf32>
      %decay = stablehlo.constant dense<0.999> : tensor<4x4xf32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %made = stablehlo.subtract %w, %u : tensor<4x4xf32>
      %cn = stablehlo.multiply %made, %decay : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
}

//--- decayed-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @decayed(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %5 = stablehlo.dot_general %1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %6 = stablehlo.dot_general %1, %5, contracting_dims = [0] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %cst = stablehlo.constant dense<1.000000e-01> : tensor<4x4xf32>
      %7 = amp.cast %cst <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %cst_3 = stablehlo.constant dense<9.990000e-01> : tensor<4x4xf32>
      %8 = amp.cast %cst_3 <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %9 = stablehlo.multiply %6, %7 : tensor<4x4xbf16>
      %10 = stablehlo.subtract %iterArg_2, %9 : tensor<4x4xbf16>
      %11 = stablehlo.multiply %10, %8 : tensor<4x4xbf16>
      stablehlo.return %4, %11 : tensor<i32>, tensor<4x4xbf16>
    }
    %3 = amp.cast %2#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}

//--- layers.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @layers(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>, %alphas: tensor<100xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.dynamic_slice %alphas, %i, sizes = [1] : (tensor<100xf32>, tensor<i32>) -> tensor<1xf32>
      %alpha = stablehlo.reshape %one : (tensor<1xf32>) -> tensor<f32>
      %factor = stablehlo.broadcast_in_dim %alpha, dims = [] : (tensor<f32>) -> tensor<4x4xf32>
      %u = stablehlo.multiply %factor, %g : tensor<4x4xf32>
      %cn = stablehlo.add %w, %u : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
}

//--- layers-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @layers(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>, %arg2: tensor<100xf32>) -> tensor<4x4xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %2 = amp.cast %arg2 <clear, "layout"> : tensor<100xf32> to tensor<100xbf16>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %3:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %5 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %6 = stablehlo.dot_general %1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %7 = stablehlo.dot_general %1, %6, contracting_dims = [0] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %c_3 = stablehlo.constant dense<0> : tensor<i32>
      %8 = stablehlo.dynamic_slice %2, %iterArg, sizes = [1] : (tensor<100xbf16>, tensor<i32>) -> tensor<1xbf16>
      %9 = stablehlo.reshape %8 : (tensor<1xbf16>) -> tensor<bf16>
      %10 = stablehlo.broadcast_in_dim %9, dims = [] : (tensor<bf16>) -> tensor<4x4xbf16>
      %11 = stablehlo.multiply %10, %7 : tensor<4x4xbf16>
      %12 = stablehlo.add %iterArg_2, %11 : tensor<4x4xbf16>
      stablehlo.return %5, %12 : tensor<i32>, tensor<4x4xbf16>
    }
    %4 = amp.cast %3#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
}

//--- steps.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @steps(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.125> : tensor<4x4xf32>
      %v = stablehlo.tanh %y : tensor<4x4xf32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %a = stablehlo.multiply %v, %lr : tensor<4x4xf32>
      %s = stablehlo.add %w, %u : tensor<4x4xf32>
      %cn = stablehlo.add %s, %a : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
}

//--- steps-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @steps(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %5 = stablehlo.dot_general %1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %6 = stablehlo.dot_general %1, %5, contracting_dims = [0] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %cst = stablehlo.constant dense<1.250000e-01> : tensor<4x4xf32>
      %7 = amp.cast %cst <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %8 = stablehlo.tanh %5 : tensor<4x4xbf16>
      %9 = stablehlo.multiply %6, %7 : tensor<4x4xbf16>
      %10 = stablehlo.multiply %8, %7 : tensor<4x4xbf16>
      %11 = stablehlo.add %iterArg_2, %9 : tensor<4x4xbf16>
      %12 = stablehlo.add %11, %10 : tensor<4x4xbf16>
      stablehlo.return %4, %12 : tensor<i32>, tensor<4x4xbf16>
    }
    %3 = amp.cast %2#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}

//--- threshold.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
func.func @threshold(%x: tensor<4x4xf32>, %w0: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %n = stablehlo.constant dense<100> : tensor<i32>
  %i0 = stablehlo.constant dense<0> : tensor<i32>
  %i1 = stablehlo.constant dense<1> : tensor<i32>
  %r:2 = stablehlo.while(%i = %i0, %w = %w0) : tensor<i32>, tensor<4x4xf32>
    cond {
      %p = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %p : tensor<i1>
    } do {
      %in = stablehlo.add %i, %i1 : tensor<i32>
      %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %g = stablehlo.dot_general %x, %y, contracting_dims = [0] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %lr = stablehlo.constant dense<0.125> : tensor<4x4xf32>
      %t = stablehlo.constant dense<1.0e-3> : tensor<4x4xf32>
      %zero = stablehlo.constant dense<0.0> : tensor<4x4xf32>
      %u = stablehlo.multiply %g, %lr : tensor<4x4xf32>
      %z = stablehlo.add %w, %u : tensor<4x4xf32>
      %s = stablehlo.sign %z : tensor<4x4xf32>
      %a = stablehlo.abs %z : tensor<4x4xf32>
      %l = stablehlo.subtract %a, %t : tensor<4x4xf32>
      %m = stablehlo.maximum %l, %zero : tensor<4x4xf32>
      %cn = stablehlo.multiply %s, %m : tensor<4x4xf32>
      stablehlo.return %in, %cn : tensor<i32>, tensor<4x4xf32>
    }
  return %r#1 : tensor<4x4xf32>
}
}

//--- threshold-low.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "stablehlo.tanh"], clear = ["select", "layout", "control", "contraction.result", "gather_scatter"]>} {
  func.func @threshold(%arg0: tensor<4x4xf32>, %arg1: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = amp.cast %arg1 <clear, "control"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %1 = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xbf16>
    %c = stablehlo.constant dense<100> : tensor<i32>
    %c_0 = stablehlo.constant dense<0> : tensor<i32>
    %c_1 = stablehlo.constant dense<1> : tensor<i32>
    %2:2 = stablehlo.while(%iterArg = %c_0, %iterArg_2 = %0) : tensor<i32>, tensor<4x4xbf16>
    cond {
      %4 = stablehlo.compare LT, %iterArg, %c : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %4 : tensor<i1>
    } do {
      %4 = stablehlo.add %iterArg, %c_1 : tensor<i32>
      %5 = stablehlo.dot_general %1, %iterArg_2, contracting_dims = [1] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %6 = stablehlo.dot_general %1, %5, contracting_dims = [0] x [0] : (tensor<4x4xbf16>, tensor<4x4xbf16>) -> tensor<4x4xbf16>
      %cst = stablehlo.constant dense<1.250000e-01> : tensor<4x4xf32>
      %7 = amp.cast %cst <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %cst_3 = stablehlo.constant dense<1.000000e-03> : tensor<4x4xf32>
      %8 = amp.cast %cst_3 <infer, "elementwise"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %cst_4 = stablehlo.constant dense<0.000000e+00> : tensor<4x4xf32>
      %9 = amp.cast %cst_4 <clear, "select"> : tensor<4x4xf32> to tensor<4x4xbf16>
      %10 = stablehlo.multiply %6, %7 : tensor<4x4xbf16>
      %11 = stablehlo.add %iterArg_2, %10 : tensor<4x4xbf16>
      %12 = stablehlo.sign %11 : tensor<4x4xbf16>
      %13 = stablehlo.abs %11 : tensor<4x4xbf16>
      %14 = stablehlo.subtract %13, %8 : tensor<4x4xbf16>
      %15 = stablehlo.maximum %14, %9 : tensor<4x4xbf16>
      %16 = stablehlo.multiply %12, %15 : tensor<4x4xbf16>
      stablehlo.return %4, %16 : tensor<i32>, tensor<4x4xbf16>
    }
    %3 = amp.cast %2#1 <clear, "control"> : tensor<4x4xbf16> to tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
}
