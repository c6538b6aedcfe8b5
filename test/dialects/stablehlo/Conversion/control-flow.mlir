// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

// CHECK-LABEL: @while
// CHECK: scf.while (%[[I:.*]] = %arg0, %[[X:.*]] = %arg1) : (tensor<i32>, tensor<4xf32>)
// CHECK: %[[MORE:.*]] = tensor.extract
// CHECK: scf.condition(%[[MORE]]) %[[I]], %[[X]]
// CHECK: scf.yield %{{.*}}, %{{.*}} : tensor<i32>, tensor<4xf32>
func.func @while(%i0: tensor<ui32>, %x0: tensor<4xf32>) -> (tensor<ui32>, tensor<4xf32>) {
  %n = stablehlo.constant dense<10> : tensor<ui32>
  %0:2 = stablehlo.while(%i = %i0, %x = %x0) : tensor<ui32>, tensor<4xf32>
  cond {
    %c = stablehlo.compare LT, %i, %n : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  } do {
    %y = stablehlo.add %x, %x : tensor<4xf32>
    %j = stablehlo.add %i, %n : tensor<ui32>
    stablehlo.return %j, %y : tensor<ui32>, tensor<4xf32>
  }
  return %0#0, %0#1 : tensor<ui32>, tensor<4xf32>
}

// CHECK-LABEL: @if
// CHECK: %[[P:.*]] = tensor.extract %arg0[]
// CHECK: scf.if %[[P]]
// CHECK: scf.yield %arg1
// CHECK: scf.yield %arg2
func.func @if(%p: tensor<i1>, %a: tensor<ui8>, %b: tensor<ui8>) -> tensor<ui8> {
  %0 = "stablehlo.if"(%p) ({
    stablehlo.return %a : tensor<ui8>
  }, {
    stablehlo.return %b : tensor<ui8>
  }) : (tensor<i1>) -> tensor<ui8>
  return %0 : tensor<ui8>
}

/// An index outside takes the last branch.
// CHECK-LABEL: @case
// CHECK: %[[I:.*]] = tensor.extract %arg0
// CHECK: %[[P:.*]] = arith.cmpi eq, %[[I]], %{{.*}} : i32
// CHECK: scf.if %[[P]]
// CHECK: scf.yield %arg1
// CHECK: } else {
// CHECK: %[[Q:.*]] = arith.cmpi eq, %[[I]], %{{.*}} : i32
// CHECK: %[[R:.*]] = scf.if %[[Q]]
// CHECK: scf.yield %arg2
// CHECK: } else {
// CHECK: scf.yield %arg3
// CHECK: scf.yield %[[R]]
func.func @case(%i: tensor<i32>, %a: tensor<f32>, %b: tensor<f32>, %c: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<f32>
  }, {
    stablehlo.return %b : tensor<f32>
  }, {
    stablehlo.return %c : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

/// One branch is always taken.
// CHECK-LABEL: @only_case
// CHECK-NOT: scf
// CHECK: return %arg1
func.func @only_case(%i: tensor<i32>, %a: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.case"(%i) ({
    stablehlo.return %a : tensor<f32>
  }) : (tensor<i32>) -> tensor<f32>
  return %0 : tensor<f32>
}

/// A composite means its decomposition; so a mark is an identity.
// CHECK-LABEL: @marked
// CHECK: call @amp.loss(%arg0) : (tensor<f32>) -> tensor<f32>
func.func @marked(%a: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.composite "amp.loss" %a {composite_attributes = {group = "main"}, decomposition = @amp.loss, version = 1 : i32} : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
}
func.func private @amp.loss(%a: tensor<f32>) -> tensor<f32> {
  return %a : tensor<f32>
}

/// Ops that only constrain placement or order compute nothing.
// CHECK-LABEL: @identities
// CHECK-NEXT: return %arg0, %arg1
func.func @identities(%a: tensor<4xf32>, %b: tensor<i32>) -> (tensor<4xf32>, tensor<i32>) {
  %0:2 = stablehlo.optimization_barrier %a, %b : tensor<4xf32>, tensor<i32>
  %1 = stablehlo.tuple %0#0, %0#1 : tuple<tensor<4xf32>, tensor<i32>>
  %2 = stablehlo.get_tuple_element %1[0] : (tuple<tensor<4xf32>, tensor<i32>>) -> tensor<4xf32>
  %3 = stablehlo.custom_call @Sharding(%2) : (tensor<4xf32>) -> tensor<4xf32>
  return %3, %0#1 : tensor<4xf32>, tensor<i32>
}
