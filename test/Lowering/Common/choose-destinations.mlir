// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-choose-destinations | FileCheck %s

#id = affine_map<(d0, d1) -> (d0, d1)>
#turned = affine_map<(d0, d1) -> (d1, d0)>
#row = affine_map<(d0, d1) -> (d0)>

/// Two sums upon one fill would make the second a copy of it.
// CHECK-LABEL: func @fill_of_two
func.func @fill_of_two(%a: tensor<8x16xf32>, %b: tensor<8x16xf32>) -> (tensor<8xf32>, tensor<8xf32>) {
  %zero = arith.constant 0.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %zeros = linalg.fill ins(%zero : f32) outs(%e : tensor<8xf32>) -> tensor<8xf32>
  // CHECK: %[[E0:.*]] = tensor.empty
  // CHECK: %[[FILL0:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E0]]
  // CHECK-NEXT: linalg.generic {{.*}} outs(%[[FILL0]]
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<8x16xf32>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.addf %o, %x : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  // CHECK: %[[E1:.*]] = tensor.empty
  // CHECK: %[[FILL1:.*]] = linalg.fill ins(%{{.*}}) outs(%[[E1]]
  // CHECK-NEXT: linalg.generic {{.*}} outs(%[[FILL1]]
  %u = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%b : tensor<8x16xf32>) outs(%zeros : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.addf %o, %x : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  return %s, %u : tensor<8xf32>, tensor<8xf32>
}

/// Arguments are not overwritten; a computed value with one user is.
// CHECK-LABEL: func @chain
// CHECK-SAME: %[[A:.*]]: tensor<8x8xf32>
func.func @chain(%a: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: %[[E:.*]] = tensor.empty
  %e = tensor.empty() : tensor<8x8xf32>
  // CHECK: %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<8x8xf32>) outs(%[[E]] :
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = math.exp %x : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[EXP]], %[[A]] : {{.*}}) outs(%[[EXP]] :
  %sum = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp, %a : tensor<8x8xf32>, tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %m = arith.addf %x, %y : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  return %sum : tensor<8x8xf32>
}

/// The last user of a value may overwrite it.
// CHECK-LABEL: func @last_reader
// CHECK-SAME: %[[A:.*]]: tensor<8x8xf32>, %[[SUMS:.*]]: tensor<8xf32>
func.func @last_reader(%a: tensor<8x8xf32>, %sums: tensor<8xf32>) -> (tensor<8xf32>, tensor<8x8xf32>) {
  %e = tensor.empty() : tensor<8x8xf32>
  // CHECK: %[[EXP:.*]] = linalg.generic {{.*}} ins(%[[A]] : tensor<8x8xf32>)
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = math.exp %x : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[EXP]] : {{.*}}) outs(%[[SUMS]] :
  %s = linalg.generic {indexing_maps = [#id, #row], iterator_types = ["parallel", "reduction"]}
      ins(%exp : tensor<8x8xf32>) outs(%sums : tensor<8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %t = arith.addf %o, %x : f32
    linalg.yield %t : f32
  } -> tensor<8xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[EXP]] : {{.*}}) outs(%[[EXP]] :
  %n = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.negf %x : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  return %s, %n : tensor<8xf32>, tensor<8x8xf32>
}

/// An operand that is read elsewhere, or in another order, is not written over.
// CHECK-LABEL: func @kept
func.func @kept(%a: tensor<8x8xf32>) -> (tensor<8x8xf32>, tensor<8x8xf32>) {
  // CHECK: %[[E:.*]] = tensor.empty
  %e = tensor.empty() : tensor<8x8xf32>
  // CHECK: %[[EXP:.*]] = linalg.generic {{.*}} outs(%[[E]] :
  %exp = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%a : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = math.exp %x : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  // CHECK: %[[SIN:.*]] = linalg.generic {{.*}} ins(%[[EXP]] {{.*}} outs(%[[E]] :
  %sin = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel", "parallel"]}
      ins(%exp : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = math.sin %x : f32
    linalg.yield %m : f32
  } -> tensor<8x8xf32>
  // CHECK: linalg.generic {{.*}} ins(%[[SIN]] {{.*}} outs(%[[E]] :
  %turned = linalg.generic {indexing_maps = [#turned, #id], iterator_types = ["parallel", "parallel"]}
      ins(%sin : tensor<8x8xf32>) outs(%e : tensor<8x8xf32>) {
  ^bb0(%x: f32, %o: f32):
    linalg.yield %x : f32
  } -> tensor<8x8xf32>
  return %exp, %turned : tensor<8x8xf32>, tensor<8x8xf32>
}
