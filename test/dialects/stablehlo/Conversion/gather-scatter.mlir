// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --stablehlo-to-linalg | FileCheck %s

// CHECK-DAG: #[[$START:.*]] = affine_map<(d0, d1) -> (d0, 0)>
// CHECK-DAG: #[[$FIRST:.*]] = affine_map<(d0, d1, d2, d3) -> (0, d0)>
// CHECK-DAG: #[[$SECOND:.*]] = affine_map<(d0, d1, d2, d3) -> (1, d0)>
// CHECK-DAG: #[[$UPDATE:.*]] = affine_map<(d0, d1, d2, d3) -> (d2, d0)>

/// A start is an operand of the op, clamped to where the slice fits.
// CHECK-LABEL: @gather_rows
// CHECK: linalg.generic {indexing_maps = [#[[$START]],
// CHECK: %[[LOW:.*]] = arith.maxsi
// CHECK: arith.minsi %[[LOW]], %c9
// CHECK: tensor.extract %arg0
func.func @gather_rows(%a: tensor<10x4xf32>, %i: tensor<3x1xi32>) -> tensor<3x4xf32> {
  %0 = "stablehlo.gather"(%a, %i) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 4>}> : (tensor<10x4xf32>, tensor<3x1xi32>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

/// Slice sizes that are a constant are those of a gather.
// CHECK-LABEL: @dynamic_gather
// CHECK: tensor.extract %arg0
func.func @dynamic_gather(%a: tensor<10x4xf32>, %i: tensor<3x1xui8>) -> tensor<3x4xf32> {
  %n = stablehlo.constant dense<[1, 4]> : tensor<2xi64>
  %0 = "stablehlo.dynamic_gather"(%a, %i, %n) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>}> : (tensor<10x4xf32>, tensor<3x1xui8>, tensor<2xi64>) -> tensor<3x4xf32>
  return %0 : tensor<3x4xf32>
}

/// The results are carried through the loops, so that they can stay in place;
/// a row outside is skipped as a whole.
// CHECK-LABEL: @scatter_rows
// CHECK: scf.for {{.*}} iter_args(%{{.*}} = %arg0)
// CHECK: %[[INSIDE:.*]] = arith.cmpi ult
// CHECK: scf.if
// CHECK: scf.for
// CHECK: arith.addf
// CHECK: tensor.insert
func.func @scatter_rows(%a: tensor<10x4xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) -> tensor<10x4xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<10x4xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10x4xf32>
  return %0 : tensor<10x4xf32>
}

/// Of a window that is partly outside, the loop runs over what is inside.
// CHECK-LABEL: @scatter_window
// CHECK: scf.for
// CHECK: %[[FROM:.*]] = arith.index_cast
// CHECK: %[[TO:.*]] = arith.index_cast
// CHECK: scf.for %{{.*}} = %[[FROM]] to %[[TO]]
func.func @scatter_window(%a: tensor<10xf32>, %i: tensor<3x1xi32>, %u: tensor<3x4xf32>) -> tensor<10xf32> {
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    stablehlo.return %y : tensor<f32>
  }) : (tensor<10xf32>, tensor<3x1xi32>, tensor<3x4xf32>) -> tensor<10xf32>
  return %0 : tensor<10xf32>
}

/// One update for each batch, and the vector says where: elements compare their
/// place with it, in any order, and what has been zero is not written before.
// CHECK-LABEL: @one_hot
// CHECK-NOT: scf.for
// CHECK: linalg.generic {indexing_maps = [#[[$FIRST]], #[[$SECOND]], #{{.*}}, #[[$UPDATE]],
// CHECK-SAME: ["parallel", "parallel", "parallel", "parallel"]
// CHECK-NEXT: ^bb0(%[[I:.*]]: i32, %[[J:.*]]: i32, %[[OLD:.*]]: f32, %[[U:.*]]: f32, %{{.*}}: f32):
// CHECK: linalg.index 1
// CHECK: arith.extsi %[[I]]
// CHECK: arith.cmpi eq
// CHECK: linalg.index 3
// CHECK: arith.extsi %[[J]]
// CHECK: arith.cmpi eq
// CHECK: %[[HERE:.*]] = arith.andi
// CHECK: %[[NEXT:.*]] = arith.addf %[[OLD]], %[[U]]
// CHECK: arith.select %[[HERE]], %[[NEXT]], %[[OLD]]
func.func @one_hot(%i: tensor<2x3xi32>, %u: tensor<5x3xf32>) -> tensor<3x10x5x4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %a = stablehlo.broadcast_in_dim %zero, dims = [] : (tensor<f32>) -> tensor<3x10x5x4xf32>
  %0 = "stablehlo.scatter"(%a, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [1, 3], input_batching_dims = [0], scatter_indices_batching_dims = [1], scatter_dims_to_operand_dims = [1, 3], index_vector_dim = 0>}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>):
    %t = stablehlo.add %x, %y : tensor<f32>
    stablehlo.return %t : tensor<f32>
  }) : (tensor<3x10x5x4xf32>, tensor<2x3xi32>, tensor<5x3xf32>) -> tensor<3x10x5x4xf32>
  return %0 : tensor<3x10x5x4xf32>
}

/// Updates of one batch may meet; what is not a fill is updated where it is;
/// of a window that is smaller, some elements get nothing: loops.
// CHECK-LABEL: @not_one_hot
// CHECK-COUNT-3: tensor.insert
func.func @not_one_hot(%x: tensor<3x10xf32>, %many: tensor<3x2x1xi32>, %i: tensor<3x1xi32>, %u: tensor<3x2xf32>, %v: tensor<3xf32>) -> (tensor<3x10xf32>, tensor<3x10xf32>, tensor<3x10xf32>) {
  %a = stablehlo.constant dense<0.0> : tensor<3x10xf32>
  %0 = "stablehlo.scatter"(%a, %many, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 2>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<3x10xf32>, tensor<3x2x1xi32>, tensor<3x2xf32>) -> tensor<3x10xf32>
  %1 = "stablehlo.scatter"(%x, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [1], input_batching_dims = [0], scatter_indices_batching_dims = [0], scatter_dims_to_operand_dims = [1], index_vector_dim = 1>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<3x10xf32>, tensor<3x1xi32>, tensor<3xf32>) -> tensor<3x10xf32>
  %row = stablehlo.constant dense<[1]> : tensor<1xi32>
  %narrow = stablehlo.slice %u [0:3, 0:1] : (tensor<3x2xf32>) -> tensor<3x1xf32>
  %2 = "stablehlo.scatter"(%a, %row, %narrow) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0, 1], scatter_dims_to_operand_dims = [1]>}> ({
  ^bb0(%p: tensor<f32>, %q: tensor<f32>):
    stablehlo.return %q : tensor<f32>
  }) : (tensor<3x10xf32>, tensor<1xi32>, tensor<3x1xf32>) -> tensor<3x10xf32>
  return %0, %1, %2 : tensor<3x10xf32>, tensor<3x10xf32>, tensor<3x10xf32>
}
