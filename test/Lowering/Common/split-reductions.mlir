// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-split-reductions | FileCheck %s
// RUN: amp-opt %s --amp-split-reductions=device=true | FileCheck %s --check-prefix=DEVICE

#id = affine_map<(d0, d1) -> (d0, d1)>
#none = affine_map<(d0, d1) -> ()>

/// Truth is the same in any order: each row on its own, then the rows.
// CHECK-LABEL: func @all
// CHECK-SAME: (%[[A:.*]]: tensor<512x256xi1>, %[[INIT:.*]]: tensor<i1>)
func.func @all(%a: tensor<512x256xi1>, %init: tensor<i1>) -> tensor<i1> {
  // CHECK: %[[TRUE:.*]] = arith.constant true
  // CHECK: %[[START:.*]] = linalg.fill ins(%[[TRUE]] : i1) outs(%{{.*}} : tensor<512xi1>)
  // CHECK: %[[ROWS:.*]] = linalg.generic
  // CHECK-SAME: iterator_types = ["parallel", "reduction"]} ins(%[[A]] : tensor<512x256xi1>) outs(%[[START]] : tensor<512xi1>)
  // CHECK: %[[ALL:.*]] = linalg.generic
  // CHECK-SAME: iterator_types = ["reduction"]} ins(%[[ROWS]] : tensor<512xi1>) outs(%[[INIT]] : tensor<i1>)
  // CHECK: arith.andi
  // CHECK: return %[[ALL]]
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<512x256xi1>) outs(%init : tensor<i1>) {
  ^bb0(%x: i1, %o: i1):
    %m = arith.andi %o, %x : i1
    linalg.yield %m : i1
  } -> tensor<i1>
  return %0 : tensor<i1>
}

/// The only loop that can be shared is not the first; what feeds the sum stays
/// with it.
// CHECK-LABEL: func @count
func.func @count(%a: tensor<1x4096x64xf32>, %init: tensor<i32>) -> tensor<i32> {
  // CHECK: linalg.fill {{.*}} outs(%{{.*}} : tensor<4096xi32>)
  // CHECK: iterator_types = ["reduction", "parallel", "reduction"]
  // CHECK: arith.cmpf
  // CHECK: arith.addi
  // CHECK: iterator_types = ["reduction"]
  // CHECK-NOT: arith.cmpf
  // CHECK: arith.addi
  %zero = arith.constant 0.0 : f32
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> ()>], iterator_types = ["reduction", "reduction", "reduction"]}
      ins(%a : tensor<1x4096x64xf32>) outs(%init : tensor<i32>) {
  ^bb0(%x: f32, %o: i32):
    %c = arith.cmpf oeq, %x, %zero : f32
    %n = arith.extui %c : i1 to i32
    %m = arith.addi %o, %n : i32
    linalg.yield %m : i32
  } -> tensor<i32>
  return %0 : tensor<i32>
}

/// A sum of floats has an order.
// CHECK-LABEL: func @negative_floats
func.func @negative_floats(%a: tensor<512x256xf32>, %init: tensor<f32>) -> tensor<f32> {
  // CHECK: iterator_types = ["reduction", "reduction"]
  // CHECK-NOT: linalg.generic
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<512x256xf32>) outs(%init : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.addf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

/// Too small for two cores.
// CHECK-LABEL: func @negative_small
func.func @negative_small(%a: tensor<16x256xi1>, %init: tensor<i1>) -> tensor<i1> {
  // CHECK: iterator_types = ["reduction", "reduction"]
  // CHECK-NOT: linalg.generic
  %0 = linalg.generic {indexing_maps = [#id, #none], iterator_types = ["reduction", "reduction"]}
      ins(%a : tensor<16x256xi1>) outs(%init : tensor<i1>) {
  ^bb0(%x: i1, %o: i1):
    %m = arith.andi %o, %x : i1
    linalg.yield %m : i1
  } -> tensor<i1>
  return %0 : tensor<i1>
}

/// For a device: floats too, and few results, which stay where they are; not
/// products, nor results that are many.
// CHECK-LABEL: func @few
// CHECK-COUNT-3: linalg.generic
// CHECK-NOT: linalg.generic
// DEVICE-LABEL: func @negative_floats
// DEVICE: iterator_types = ["parallel", "reduction"]
// DEVICE: iterator_types = ["reduction"]
// DEVICE-LABEL: func @few
// DEVICE-SAME: (%[[A:.*]]: tensor<64x4096x16xf32>, %[[INIT:.*]]: tensor<16xf32>,
// DEVICE: %[[START:.*]] = linalg.fill {{.*}} outs(%{{.*}} : tensor<16x64xf32>)
// DEVICE: %[[PARTS:.*]] = linalg.generic {indexing_maps = [#[[$A:.*]], #[[$B:.*]]], iterator_types = ["parallel", "reduction", "parallel"]} ins(%[[A]] : {{.*}}) outs(%[[START]]
// DEVICE: %[[R:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "reduction"]} ins(%[[PARTS]] : tensor<16x64xf32>) outs(%[[INIT]] : tensor<16xf32>)
// DEVICE: linalg.generic {{.*}} iterator_types = ["reduction", "reduction", "parallel"]
// DEVICE: linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction", "reduction"]
// DEVICE-NOT: linalg.generic
// DEVICE: return %[[R]]
func.func @few(%a: tensor<64x4096x16xf32>, %init: tensor<16xf32>, %wide: tensor<64x16x65536xf32>, %many: tensor<65536xf32>, %b: tensor<16x64x4096xf32>, %products: tensor<16x16xf32>) -> (tensor<16xf32>, tensor<65536xf32>, tensor<16x16xf32>) {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%a : tensor<64x4096x16xf32>) outs(%init : tensor<16xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.addf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<16xf32>
  %1 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2) -> (d0, d1, d2)>, affine_map<(d0, d1, d2) -> (d2)>], iterator_types = ["reduction", "reduction", "parallel"]}
      ins(%wide : tensor<64x16x65536xf32>) outs(%many : tensor<65536xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.addf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<65536xf32>
  %2 = linalg.generic {indexing_maps = [affine_map<(d0, d1, d2, d3) -> (d0, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d1, d2, d3)>, affine_map<(d0, d1, d2, d3) -> (d0, d1)>], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%b, %b : tensor<16x64x4096xf32>, tensor<16x64x4096xf32>) outs(%products : tensor<16x16xf32>) {
  ^bb0(%x: f32, %y: f32, %o: f32):
    %p = arith.mulf %x, %y : f32
    %m = arith.addf %o, %p : f32
    linalg.yield %m : f32
  } -> tensor<16x16xf32>
  return %0, %1, %2 : tensor<16xf32>, tensor<65536xf32>, tensor<16x16xf32>
}

/// For a device: one loop is made two, and what is left goes first.
// DEVICE-LABEL: func @one_loop
// DEVICE-SAME: (%[[A:.*]]: tensor<1000003xf32>, %[[INIT:.*]]: tensor<f32>)
// DEVICE-DAG: %[[MAIN:.*]] = tensor.extract_slice %[[A]][0] [999424] [1]
// DEVICE-DAG: %[[NEST:.*]] = tensor.expand_shape %[[MAIN]] {{.*}} into tensor<128x7808xf32>
// DEVICE-DAG: %[[LEFT:.*]] = tensor.extract_slice %[[A]][999424] [579] [1]
// DEVICE: %[[REST:.*]] = linalg.generic {{.*}} ins(%[[LEFT]] : tensor<579xf32>) outs(%[[INIT]] : tensor<f32>)
// DEVICE: %[[ROWS:.*]] = linalg.generic {{.*}}["parallel", "reduction"]} ins(%[[NEST]] : tensor<128x7808xf32>)
// DEVICE: linalg.generic {{.*}} ins(%[[ROWS]] : tensor<128xf32>) outs(%[[REST]] : tensor<f32>)
// CHECK-LABEL: func @one_loop
// CHECK: iterator_types = ["reduction"]
// CHECK-NOT: linalg.generic
func.func @one_loop(%a: tensor<1000003xf32>, %init: tensor<f32>) -> tensor<f32> {
  %0 = linalg.generic {indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> ()>], iterator_types = ["reduction"]}
      ins(%a : tensor<1000003xf32>) outs(%init : tensor<f32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.addf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<f32>
  return %0 : tensor<f32>
}

/// Enough rows keep a device busy.
// DEVICE-LABEL: func @negative_rows
// CHECK-LABEL: func @negative_rows
// DEVICE: linalg.generic
// DEVICE-NOT: linalg.generic
func.func @negative_rows(%a: tensor<64x100000xf32>, %init: tensor<64xf32>) -> tensor<64xf32> {
  %0 = linalg.generic {indexing_maps = [#id, affine_map<(d0, d1) -> (d0)>], iterator_types = ["parallel", "reduction"]}
      ins(%a : tensor<64x100000xf32>) outs(%init : tensor<64xf32>) {
  ^bb0(%x: f32, %o: f32):
    %m = arith.addf %o, %x : f32
    linalg.yield %m : f32
  } -> tensor<64xf32>
  return %0 : tensor<64xf32>
}
