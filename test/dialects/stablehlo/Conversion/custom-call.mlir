// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

/// An expectation is an assertion over all elements.
// CHECK-LABEL: @expect_eq
// CHECK: %[[ALL:.*]] = linalg.generic {{.*}}iterator_types = ["reduction"]}
// CHECK: arith.cmpi eq
// CHECK: %[[OK:.*]] = tensor.extract %[[ALL]][]
// CHECK: cf.assert %[[OK]], "expect_eq: values differ"
func.func @expect_eq(%a: tensor<4xi32>, %b: tensor<4xi32>) {
  stablehlo.custom_call @check.expect_eq(%a, %b) {has_side_effect = true} : (tensor<4xi32>, tensor<4xi32>) -> ()
  return
}

/// Distances are counted in steps of the format; attributes may say how many.
// CHECK-LABEL: @expect_close
// CHECK: arith.bitcast %{{.*}} : f16 to i16
// CHECK: arith.cmpi ule
// CHECK: cf.assert %{{.*}}, "expect_close: values differ by more than 3 ulp"
// CHECK: cf.assert %{{.*}}, "expect_close: values differ by more than 1 ulp"
func.func @expect_close(%a: tensor<4xf16>) {
  stablehlo.custom_call @check.expect_close(%a, %a) {has_side_effect = true} : (tensor<4xf16>, tensor<4xf16>) -> ()
  stablehlo.custom_call @check.expect_close(%a, %a) {has_side_effect = true, max_ulp_difference = 1 : ui64} : (tensor<4xf16>, tensor<4xf16>) -> ()
  return
}

/// Both parts of a complex number count.
// CHECK-LABEL: @expect_almost_eq
// CHECK-DAG: complex.re
// CHECK-DAG: complex.im
// CHECK: cf.assert %{{.*}}, "expect_almost_eq: values differ by more than 0.001000"
func.func @expect_almost_eq(%a: tensor<complex<f32>>) {
  stablehlo.custom_call @check.expect_almost_eq(%a, %a) {has_side_effect = true} : (tensor<complex<f32>>, tensor<complex<f32>>) -> ()
  return
}

/// Custom calls of older exporters become the ops that they name.
// CHECK-LABEL: @older_names
// CHECK: math.erf
// CHECK: scf.for
func.func @older_names(%a: tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>) {
  %0 = stablehlo.custom_call @mhlo.erf(%a) {mhlo.attributes = {}, mhlo.version = 1 : i64} : (tensor<8xf32>) -> tensor<8xf32>
  %1:2 = stablehlo.custom_call @mhlo.topk(%0) {mhlo.attributes = {k = 2 : i64, largest = true}} : (tensor<8xf32>) -> (tensor<2xf32>, tensor<2xi32>)
  return %1#0, %1#1 : tensor<2xf32>, tensor<2xi32>
}
