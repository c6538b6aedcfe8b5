// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-count-loops --canonicalize | FileCheck %s

/// The counter is the host's: a slice at it needs nothing from the device.
// CHECK-LABEL: @counted
// CHECK-SAME: %[[A:.*]]: tensor<6xf32>
// CHECK: scf.for %[[I:.*]] = %c0{{.*}} to %c6{{.*}} step %c1{{.*}} iter_args(%[[S:.*]] = %
// CHECK-NOT: linalg.generic
// CHECK: tensor.extract %[[A]][%[[I]]]
#map = affine_map<() -> ()>
func.func @counted(%a: tensor<6xf32>, %s: tensor<f32>) -> (tensor<i32>, tensor<f32>) {
  %zero = arith.constant dense<0> : tensor<i32>
  %six = arith.constant dense<6> : tensor<i32>
  %one = arith.constant dense<1> : tensor<i32>
  %r:2 = scf.while (%i = %zero, %x = %s) : (tensor<i32>, tensor<f32>) -> (tensor<i32>, tensor<f32>) {
    %e = tensor.empty() : tensor<i1>
    %c = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%i, %six : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
    ^bb0(%in: i32, %end: i32, %out: i1):
      %1 = arith.cmpi slt, %in, %end : i32
      linalg.yield %1 : i1
    } -> tensor<i1>
    %go = tensor.extract %c[] : tensor<i1>
    scf.condition(%go) %i, %x : tensor<i32>, tensor<f32>
  } do {
  ^bb0(%i: tensor<i32>, %x: tensor<f32>):
    %n = tensor.extract %i[] : tensor<i32>
    %at = arith.index_cast %n : i32 to index
    %v = tensor.extract %a[%at] : tensor<6xf32>
    %y = tensor.insert %v into %x[] : tensor<f32>
    %e = tensor.empty() : tensor<i32>
    %next = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%i, %one : tensor<i32>, tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%in: i32, %step: i32, %out: i32):
      %1 = arith.addi %in, %step : i32
      linalg.yield %1 : i32
    } -> tensor<i32>
    scf.yield %next, %y : tensor<i32>, tensor<f32>
  }
  return %r#0, %r#1 : tensor<i32>, tensor<f32>
}

/// The trip count depends on data.
// CHECK-LABEL: @negative_data
// CHECK: scf.while
func.func @negative_data(%begin: tensor<i32>) -> tensor<i32> {
  %six = arith.constant dense<6> : tensor<i32>
  %r = scf.while (%i = %begin) : (tensor<i32>) -> tensor<i32> {
    %e = tensor.empty() : tensor<i1>
    %c = linalg.generic {indexing_maps = [#map, #map, #map], iterator_types = []} ins(%i, %six : tensor<i32>, tensor<i32>) outs(%e : tensor<i1>) {
    ^bb0(%in: i32, %end: i32, %out: i1):
      %1 = arith.cmpi slt, %in, %end : i32
      linalg.yield %1 : i1
    } -> tensor<i1>
    %go = tensor.extract %c[] : tensor<i1>
    scf.condition(%go) %i : tensor<i32>
  } do {
  ^bb0(%i: tensor<i32>):
    %e = tensor.empty() : tensor<i32>
    %next = linalg.generic {indexing_maps = [#map, #map], iterator_types = []} ins(%i : tensor<i32>) outs(%e : tensor<i32>) {
    ^bb0(%in: i32, %out: i32):
      %1 = arith.addi %in, %in : i32
      linalg.yield %1 : i32
    } -> tensor<i32>
    scf.yield %next : tensor<i32>
  }
  return %r : tensor<i32>
}
