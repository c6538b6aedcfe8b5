// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-join-bits | FileCheck %s

#all = affine_map<(d0) -> (d0)>
#none = affine_map<(d0) -> ()>

/// Words that are read twice, a number for all, a slice of a constant, and a scalar that is computed before.
// CHECK-LABEL: func.func @rounds
// CHECK-SAME:    %[[KEY:.*]]: tensor<i32>
// CHECK:         %[[R:.*]] = linalg.generic {{.*}} ins(%[[KEY]] : tensor<i32>) outs(%{{.*}} : tensor<64xi1>)
// CHECK-COUNT-8:   arith.xori
// CHECK:           arith.cmpi ult
// CHECK-NEXT:      linalg.yield %{{.*}} : i1
// CHECK-NOT:     linalg.generic
// CHECK:         return %[[R]]
func.func @rounds(%key: tensor<i32>) -> tensor<64xi1> {
  %table = arith.constant dense<[3, 5]> : tensor<2xi32>
  %turn = tensor.extract_slice %table[1] [1] [1] : tensor<2xi32> to tensor<i32>
  %e = tensor.empty() : tensor<64xi32>
  %e0 = tensor.empty() : tensor<i32>
  %e1 = tensor.empty() : tensor<64xi1>
  %next = linalg.generic {indexing_maps = [affine_map<() -> ()>, affine_map<() -> ()>], iterator_types = []} ins(%key : tensor<i32>) outs(%e0 : tensor<i32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %in : i32
    linalg.yield %s : i32
  } -> tensor<i32>
  %x0 = linalg.generic {indexing_maps = [#none, #all], iterator_types = ["parallel"]} ins(%key : tensor<i32>) outs(%e : tensor<64xi32>) {
  ^bb0(%in: i32, %out: i32):
    %i = linalg.index 0 : index
    %c = arith.index_cast %i : index to i32
    %s = arith.addi %c, %in : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %x1 = linalg.generic {indexing_maps = [#all, #all, #none, #all], iterator_types = ["parallel"]} ins(%x0, %x0, %turn : tensor<64xi32>, tensor<64xi32>, tensor<i32>) outs(%e : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %t: i32, %out: i32):
    %r = arith.shli %a, %t : i32
    %s = arith.xori %r, %b : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %x2 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%x0, %x1 : tensor<64xi32>, tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.xori %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %x3 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%x1, %x2 : tensor<64xi32>, tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.xori %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %x4 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%x2, %x3 : tensor<64xi32>, tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.xori %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %x5 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%x3, %x4 : tensor<64xi32>, tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.xori %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %x6 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%x4, %x5 : tensor<64xi32>, tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.xori %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %x7 = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%x5, %x6 : tensor<64xi32>, tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %out: i32):
    %s = arith.xori %a, %b : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %x8 = linalg.generic {indexing_maps = [#all, #all, #none, #all], iterator_types = ["parallel"]} ins(%x6, %x7, %next : tensor<64xi32>, tensor<64xi32>, tensor<i32>) outs(%e : tensor<64xi32>) {
  ^bb0(%a: i32, %b: i32, %k: i32, %out: i32):
    %r = arith.addi %a, %k : i32
    %s = arith.xori %r, %b : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %m = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%x7, %x8 : tensor<64xi32>, tensor<64xi32>) outs(%e1 : tensor<64xi1>) {
  ^bb0(%a: i32, %b: i32, %out: i1):
    %s = arith.cmpi ult, %a, %b : i32
    linalg.yield %s : i1
  } -> tensor<64xi1>
  return %m : tensor<64xi1>
}

/// A word that is read again and also returned, and few words, stay.
// CHECK-LABEL: func.func @few
// CHECK-COUNT-3: linalg.generic
// CHECK:         return
func.func @few(%x: tensor<64xi32>) -> (tensor<64xi32>, tensor<64xi32>) {
  %e = tensor.empty() : tensor<64xi32>
  %a = linalg.generic {indexing_maps = [#all, #all], iterator_types = ["parallel"]} ins(%x : tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%in: i32, %out: i32):
    %s = arith.addi %in, %in : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %b = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%a, %x : tensor<64xi32>, tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%in: i32, %y: i32, %out: i32):
    %s = arith.xori %in, %y : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  %c = linalg.generic {indexing_maps = [#all, #all, #all], iterator_types = ["parallel"]} ins(%a, %b : tensor<64xi32>, tensor<64xi32>) outs(%e : tensor<64xi32>) {
  ^bb0(%in: i32, %y: i32, %out: i32):
    %s = arith.xori %in, %y : i32
    linalg.yield %s : i32
  } -> tensor<64xi32>
  return %b, %c : tensor<64xi32>, tensor<64xi32>
}
