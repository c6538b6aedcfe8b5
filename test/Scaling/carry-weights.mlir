// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-carry-weights -split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-carry-weights=weights=pure -split-input-file | FileCheck %s --check-prefix=PURE

/// The parameter that is cast gets a shadow; the one of the norm, which nobody casts, does not.

// CHECK: module attributes {amp.applied = {weights = "master"}}
// CHECK-LABEL: @step
// CHECK-SAME: %[[W:[^:]*]]: tensor<4xf32> {amp.state = "w", mhlo.sharding = "{x}"}
// CHECK-SAME: %[[B:[^:]*]]: tensor<4xf32> {amp.state = "b"}
// CHECK-SAME: %[[X:[^:]*]]: tensor<4xf32>
// CHECK-SAME: %[[LOW:[^:]*]]: tensor<4xbf16> {amp.role = "shadow", amp.state = "w.bf16", mhlo.sharding = "{x}"})
// CHECK-SAME: -> (tensor<4xf32> {amp.state = "w"}, tensor<4xf32> {amp.state = "b"}, tensor<4xbf16> {amp.role = "shadow", amp.state = "w.bf16", jax.result_info = "w.bf16"})
// CHECK: %[[XL:.*]] = stablehlo.convert %[[X]]
// CHECK: stablehlo.multiply %[[LOW]], %[[XL]]
// CHECK: %[[S:.*]]:2 = amp.state
// CHECK: %[[NEXT:.*]] = stablehlo.convert %[[S]]#0 : (tensor<4xf32>) -> tensor<4xbf16>
// CHECK: return %[[S]]#0, %[[S]]#1, %[[NEXT]]
// CHECK: func.func @step_init_shadows(%[[P:.*]]: tensor<4xf32> {amp.state = "w"}) -> (tensor<4xbf16> {amp.role = "shadow", {{.*}}})
// CHECK: %[[C:.*]] = stablehlo.convert %[[P]]
// CHECK: return %[[C]]

/// Outright low: read as f32 only where the update is made.
// PURE-LABEL: @step
// PURE-SAME: %[[W:[^:]*]]: tensor<4xbf16> {amp.state = "w", mhlo.sharding = "{x}"}
// PURE-SAME: %[[B:[^:]*]]: tensor<4xf32>
// PURE-SAME: -> (tensor<4xbf16> {amp.state = "w"}, tensor<4xf32> {amp.state = "b"})
// PURE: %[[WIDE:.*]] = stablehlo.convert %[[W]]
// PURE: stablehlo.multiply %[[W]],
// PURE: stablehlo.subtract %[[WIDE]]
// PURE: %[[S:.*]]:2 = amp.state
// PURE: %[[NEXT:.*]] = stablehlo.convert %[[S]]#0 : (tensor<4xf32>) -> tensor<4xbf16>
// PURE: return %[[NEXT]], %[[S]]#1
// PURE-NOT: init_shadows
func.func @step(%w: tensor<4xf32> {mhlo.sharding = "{x}"}, %b: tensor<4xf32>, %x: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0 = stablehlo.convert %w : (tensor<4xf32>) -> tensor<4xbf16>
  %1 = stablehlo.convert %x : (tensor<4xf32>) -> tensor<4xbf16>
  %2 = stablehlo.multiply %0, %1 : tensor<4xbf16>
  %3 = stablehlo.convert %2 : (tensor<4xbf16>) -> tensor<4xf32>
  %4 = stablehlo.subtract %w, %3 : tensor<4xf32>
  %5 = stablehlo.subtract %b, %3 : tensor<4xf32>
  %s:2 = amp.state "main" (%4, %5) else (%w, %b) names ["w", "b"] : tensor<4xf32>, tensor<4xf32>
  return %s#0, %s#1 : tensor<4xf32>, tensor<4xf32>
}

// -----

/// Inside of a loop that does not change it, and without marks.
// CHECK-LABEL: @loop
// CHECK-SAME: %[[LOW:[^:]*]]: tensor<f16> {amp.role = "shadow", amp.state = "w.f16"}
// CHECK: stablehlo.while
// CHECK: do {
// CHECK-NOT: stablehlo.convert %{{.*}} : (tensor<f32>) -> tensor<f16>
// CHECK: stablehlo.multiply %{{.*}}, %[[LOW]] : tensor<f16>
func.func @loop(%w: tensor<f32> {amp.state = "w"}, %x: tensor<f16>) -> (tensor<f32> {amp.state = "w"}) {
  %i = stablehlo.constant dense<0> : tensor<i32>
  %0:3 = stablehlo.while(%a = %i, %b = %w, %c = %x) : tensor<i32>, tensor<f32>, tensor<f16>
  cond {
    %n = stablehlo.constant dense<3> : tensor<i32>
    %1 = stablehlo.compare LT, %a, %n, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %1 : tensor<i1>
  } do {
    %1 = stablehlo.convert %b : (tensor<f32>) -> tensor<f16>
    %2 = stablehlo.multiply %c, %1 : tensor<f16>
    %one = stablehlo.constant dense<1> : tensor<i32>
    %4 = stablehlo.add %a, %one : tensor<i32>
    stablehlo.return %4, %b, %2 : tensor<i32>, tensor<f32>, tensor<f16>
  }
  %5 = stablehlo.convert %0#2 : (tensor<f16>) -> tensor<f32>
  %6 = stablehlo.subtract %w, %5 : tensor<f32>
  return %6 : tensor<f32>
}

// -----

/// In a manual computation the shadow lies where its parameter does.
// CHECK-LABEL: @manual
// CHECK: sdy.manual_computation(%{{.*}}, %{{.*}}, %[[LOW:.*]]) in_shardings=[<@mesh, [{}]>, <@mesh, [{"x"}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%{{.*}}, %{{.*}}, %[[IN:.*]]: tensor<2xbf16>)
// CHECK: stablehlo.multiply %[[IN]], %[[IN]]
sdy.mesh @mesh = <["x"=2]>
func.func @manual(%y: tensor<2xf32>, %w: tensor<4xf32> {amp.state = "w"}) -> (tensor<4xf32> {amp.state = "w"}) {
  %0 = sdy.manual_computation(%y, %w) in_shardings=[<@mesh, [{}]>, <@mesh, [{"x"}]>] out_shardings=[<@mesh, [{"x"}]>] manual_axes={"x"} (%a: tensor<2xf32>, %b: tensor<2xf32>) {
    %1 = stablehlo.convert %b : (tensor<2xf32>) -> tensor<2xbf16>
    %2 = stablehlo.multiply %1, %1 : tensor<2xbf16>
    %3 = stablehlo.convert %2 : (tensor<2xbf16>) -> tensor<2xf32>
    sdy.return %3 : tensor<2xf32>
  } : (tensor<2xf32>, tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// A shadow per format; outright low is the first of them alone.
// CHECK-LABEL: @two_formats
// CHECK-SAME: tensor<f16> {amp.role = "shadow", amp.state = "w.f16"}, %{{[^:]*}}: tensor<bf16> {amp.role = "shadow", amp.state = "w.bf16"}
// PURE-LABEL: @two_formats
// PURE-SAME: %[[W:[^:]*]]: tensor<f16> {amp.state = "w"}
// PURE: %[[WIDE:.*]] = stablehlo.convert %[[W]] : (tensor<f16>) -> tensor<f32>
// PURE: %[[B:.*]] = stablehlo.convert %[[WIDE]] : (tensor<f32>) -> tensor<bf16>
// PURE: return %{{.*}}, %[[W]], %[[B]]
func.func @two_formats(%w: tensor<f32> {amp.state = "w"}) -> (tensor<f32> {amp.state = "w"}, tensor<f16>, tensor<bf16>) {
  %0 = stablehlo.convert %w : (tensor<f32>) -> tensor<f16>
  %1 = stablehlo.convert %w : (tensor<f32>) -> tensor<bf16>
  %2 = stablehlo.add %w, %w : tensor<f32>
  return %2, %0, %1 : tensor<f32>, tensor<f16>, tensor<bf16>
}

// -----

/// Marks in a function that is called, and a parameter that is known by names alone.
// CHECK-LABEL: @called
// CHECK-SAME: tensor<bf16> {amp.role = "shadow", amp.state = "w.bf16"}
func.func @called(%w: tensor<f32>) -> (tensor<f32>, tensor<bf16>) {
  %0 = stablehlo.convert %w : (tensor<f32>) -> tensor<bf16>
  %1 = call @update(%w) : (tensor<f32>) -> tensor<f32>
  return %1, %0 : tensor<f32>, tensor<bf16>
}
func.func private @update(%w: tensor<f32>) -> tensor<f32> {
  %s = amp.state "main" (%w) else (%w) names ["w"] : tensor<f32>
  return %s : tensor<f32>
}

// -----

// CHECK-LABEL: @by_names
// CHECK-SAME: tensor<bf16> {amp.role = "shadow", amp.state = "p['w'].bf16"}
func.func @by_names(%w: tensor<f32> loc("p['w']")) -> (tensor<f32> {jax.result_info = "result[0]['w']"}, tensor<bf16> {jax.result_info = "result[1]"}) {
  %0 = stablehlo.convert %w : (tensor<f32>) -> tensor<bf16>
  return %w, %0 : tensor<f32>, tensor<bf16>
}
