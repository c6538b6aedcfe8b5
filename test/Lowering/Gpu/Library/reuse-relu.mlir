// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-reuse-relu | FileCheck %s

#id = affine_map<(d0) -> (d0)>

/// The operand of relu is read for its sign alone, which its result has, too.
// CHECK-LABEL: @sign_of_the_result
// CHECK-SAME:  %[[X:[^:]*]]: tensor<8xf16>
// CHECK:       %[[H:.*]] = linalg.generic {{.*}} ins(%[[X]]
// CHECK:       arith.maximumf
// CHECK:       linalg.generic {{.*}} ins(%[[H]], %{{.*}} : tensor<8xf16>, tensor<8xf16>)
func.func @sign_of_the_result(%x: tensor<8xf16>, %d: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>) {
  %zero = arith.constant 0.0 : f16
  %to = tensor.empty() : tensor<8xf16>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%to : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.maximumf %in, %zero : f16
    linalg.yield %0 : f16
  } -> tensor<8xf16>
  %g = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%x, %d : tensor<8xf16>, tensor<8xf16>) outs(%to : tensor<8xf16>) {
  ^bb0(%in: f16, %in_d: f16, %out: f16):
    %0 = arith.cmpf olt, %zero, %in : f16
    %1 = arith.select %0, %in_d, %zero : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16>
  return %h, %g : tensor<8xf16>, tensor<8xf16>
}

/// A value that is read itself, too, is kept anyway.
// CHECK-LABEL: @negative_read_itself
// CHECK-SAME:  %[[X:[^:]*]]: tensor<8xf16>
// CHECK:       arith.maximumf
// CHECK:       linalg.generic {{.*}} ins(%[[X]] : tensor<8xf16>)
func.func @negative_read_itself(%x: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xf16>) {
  %zero = arith.constant 0.0 : f16
  %to = tensor.empty() : tensor<8xf16>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%to : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.maximumf %zero, %in : f16
    linalg.yield %0 : f16
  } -> tensor<8xf16>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%to : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.cmpf ogt, %in, %zero : f16
    %1 = arith.select %0, %in, %zero : f16
    linalg.yield %1 : f16
  } -> tensor<8xf16>
  return %h, %g : tensor<8xf16>, tensor<8xf16>
}

/// At zero, x >= 0 is true of both x and max(x, 0) for x = 0, but not below.
// CHECK-LABEL: @negative_or_equal
// CHECK-SAME:  %[[X:[^:]*]]: tensor<8xf16>
// CHECK:       arith.maximumf
// CHECK:       linalg.generic {{.*}} ins(%[[X]] : tensor<8xf16>)
func.func @negative_or_equal(%x: tensor<8xf16>) -> (tensor<8xf16>, tensor<8xi1>) {
  %zero = arith.constant 0.0 : f16
  %to = tensor.empty() : tensor<8xf16>
  %bits = tensor.empty() : tensor<8xi1>
  %h = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%to : tensor<8xf16>) {
  ^bb0(%in: f16, %out: f16):
    %0 = arith.maximumf %in, %zero : f16
    linalg.yield %0 : f16
  } -> tensor<8xf16>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : tensor<8xf16>) outs(%bits : tensor<8xi1>) {
  ^bb0(%in: f16, %out: i1):
    %0 = arith.cmpf oge, %in, %zero : f16
    linalg.yield %0 : i1
  } -> tensor<8xi1>
  return %h, %g : tensor<8xf16>, tensor<8xi1>
}
