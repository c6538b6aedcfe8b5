// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp="compute=f16 loss-scale=dynamic scaler=torch" -o %t 2>&1
// RUN: FileCheck %s < %t
// RUN: amp-opt %t --amp="compute=f16 loss-scale=dynamic scaler=torch" | cmp - %t
// RUN: amp-opt %t --amp="compute=f16" | cmp - %t
// RUN: not amp-opt %t --amp="compute=f16 loss-scale=static:8" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: amp-opt %s --amp="compute=f16" -o %t.none 2>&1 | FileCheck %s --check-prefix=WARN
// RUN: FileCheck %s --check-prefix=NONE < %t.none
// RUN: amp-opt %s --amp="compute=f16 loss-scale=none" | cmp - %t.none
// RUN: amp-opt %t.none --amp="compute=f16" | cmp - %t.none
// RUN: amp-opt %s --amp="compute=bf16" 2>&1 | FileCheck %s --check-prefix=BF16
// RUN: amp-opt %s --amp="compute=f16 loss-scale=static:1024 summary" 2>&1 | FileCheck %s --check-prefix=SUMMARY
// RUN: not amp-opt %s --amp="compute=f16 loss-scale=static:1000 exact-scale" 2>&1 | FileCheck %s --check-prefix=EXACT

/// The whole way, from marks to ops of StableHLO: contractions are f16, the scaler is at the end of the signature.
/// The same again changes nothing, another scaler is refused.

// CHECK: amp.applied = {policy = "{{.*}}", scaling = "#amp.scaler<dynamic>", stages = ["assign", "place", "fold", "scale"]}
// CHECK-LABEL: @main
// CHECK-SAME: %[[SCALE:[^:]*]]: tensor<f32> {amp.role = "scale"
// CHECK-NOT: amp.scale
// CHECK: stablehlo.multiply %{{.*}}, %[[SCALE]] : tensor<f32>
// CHECK: stablehlo.dot_general {{.*}} (tensor<256x256xf16>, tensor<256x256xf16>)
// CHECK-NOT: "amp.
// CHECK: @main_init_scaler
// CHECK-NOT: @amp.

// OTHER: error: expects a step that is not scaled yet, but it was scaled by #amp.scaler<dynamic>

/// Without a scale, f16 is warned of, and the marks go; their pairs stay.
// WARN: amp-scaling.mlir:[[#]]:[[#]]: warning: a backward pass in f16 loses gradients below 6e-8; loss-scale=dynamic keeps them

// NONE: module attributes
// NONE: @main(%{{[^ ]*}}: tensor<256x256xf32> {amp.state = "w"}, %{{[^ ]*}}: tensor<256x256xf32>) -> (tensor<256x256xf32> {amp.state = "w"}, tensor<f32> {amp.role = "loss"})
// NONE-NOT: "amp.
// NONE-NOT: @amp.

// BF16-NOT: warning

// SUMMARY: remark: loss scaling: 1 seeds scaled, 1 gradients unscaled, 1 states guarded

// EXACT: error: {{.*}}1000
func.func @main(%w: tensor<256x256xf32>, %x: tensor<256x256xf32>) -> (tensor<256x256xf32>, tensor<f32>) {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %y = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %y2 = stablehlo.dot_general %y, %w, contracting_dims = [1] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %sum = stablehlo.reduce(%y2 init: %zero) applies stablehlo.add across dimensions = [0, 1] : (tensor<256x256xf32>, tensor<f32>) -> tensor<f32>
  %loss = stablehlo.composite "amp.loss" %sum {decomposition = @amp.loss} : (tensor<f32>) -> tensor<f32>
  %one = stablehlo.constant dense<1.0> : tensor<f32>
  %seed = stablehlo.composite "amp.seed" %one {decomposition = @amp.seed} : (tensor<f32>) -> tensor<f32>
  %b = stablehlo.broadcast_in_dim %seed, dims = [] : (tensor<f32>) -> tensor<256x256xf32>
  %d = stablehlo.dot_general %b, %w, contracting_dims = [1] x [1] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %g0 = stablehlo.dot_general %x, %d, contracting_dims = [0] x [0] : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  %g = stablehlo.composite "amp.gradients" %g0 {decomposition = @amp.gradients} : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %w1 = stablehlo.subtract %w, %g : tensor<256x256xf32>
  %s = stablehlo.composite "amp.state" %w1, %w {composite_attributes = {names = ["w"]}, decomposition = @amp.state} : (tensor<256x256xf32>, tensor<256x256xf32>) -> tensor<256x256xf32>
  return %s, %loss : tensor<256x256xf32>, tensor<f32>
}
func.func private @amp.loss(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @amp.seed(%x: tensor<f32>) -> tensor<f32> {
  return %x : tensor<f32>
}
func.func private @amp.gradients(%x: tensor<256x256xf32>) -> tensor<256x256xf32> {
  return %x : tensor<256x256xf32>
}
func.func private @amp.state(%x: tensor<256x256xf32>, %y: tensor<256x256xf32>) -> tensor<256x256xf32> {
  return %x : tensor<256x256xf32>
}
