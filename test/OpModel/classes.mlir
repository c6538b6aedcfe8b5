// RUN: amp-opt %s -verify-diagnostics=only-expected --amp-print-op-model=ops=true -o /dev/null

/// A sum rounds; a maximum returns what it is given.
func.func @reduce(%x: tensor<8x4xf32>, %init: tensor<f32>) {
  // expected-remark @+1 {{reduction, 1 slots: 0 0 -> 0}}
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  // expected-remark @+1 {{select, 1 slots: 0 0 -> 0}}
  %1 = stablehlo.reduce(%x init: %init) applies stablehlo.maximum across dimensions = [0] : (tensor<8x4xf32>, tensor<f32>) -> tensor<4xf32>
  return
}

/// Integers in an op without floats are added, not merely chosen.
func.func @reduce_integers(%x: tensor<8x4xi32>, %init: tensor<i32>) {
  // expected-remark @+1 {{reduction, 1 slots}}
  %0 = stablehlo.reduce(%x init: %init) applies stablehlo.add across dimensions = [0] : (tensor<8x4xi32>, tensor<i32>) -> tensor<4xi32>
  return
}

/// Position of the maximum, as JAX writes it: compares and selects only.
func.func @argmax(%x: tensor<8xf32>, %i: tensor<8xi32>, %low: tensor<f32>, %zero: tensor<i32>) {
  // expected-remark @+1 {{select, 1 slots: 0 0 0 0 -> 0 0}}
  %0:2 = stablehlo.reduce(%x init: %low), (%i init: %zero) across dimensions = [0] : (tensor<8xf32>, tensor<8xi32>, tensor<f32>, tensor<i32>) -> (tensor<f32>, tensor<i32>)
   reducer(%a: tensor<f32>, %b: tensor<f32>) (%ia: tensor<i32>, %ib: tensor<i32>) {
    %greater = stablehlo.compare GT, %a, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %value = stablehlo.select %greater, %a, %b : tensor<i1>, tensor<f32>
    %index = stablehlo.select %greater, %ia, %ib : tensor<i1>, tensor<i32>
    stablehlo.return %value, %index : tensor<f32>, tensor<i32>
  }
  return
}

/// A scatter moves values, unless its body adds them up.
func.func @scatter(%x: tensor<8xf32>, %i: tensor<2x1xi32>, %u: tensor<2xf32>) {
  // expected-remark @+1 {{gather_scatter, 1 slots: 0 0 0 -> 0}}
  %0 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  // expected-remark @+1 {{reduction, 1 slots: 0 0 0 -> 0}}
  %1 = "stablehlo.scatter"(%x, %i, %u) <{scatter_dimension_numbers = #stablehlo.scatter<inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %sum = stablehlo.add %a, %b : tensor<f32>
    stablehlo.return %sum : tensor<f32>
  }) : (tensor<8xf32>, tensor<2x1xi32>, tensor<2xf32>) -> tensor<8xf32>
  return
}

/// One slot for each carried value, result, or value behind a barrier.
func.func @positions(%x: tensor<f32>, %y: tensor<f32>, %p: tensor<i1>) {
  // expected-remark @+1 {{control, 2 slots: 0 1 -> 0 1}}
  %0:2 = stablehlo.while(%a = %x, %b = %y) : tensor<f32>, tensor<f32>
   cond {
    stablehlo.return %p : tensor<i1>
  } do {
    stablehlo.return %b, %a : tensor<f32>, tensor<f32>
  }
  // expected-remark @+1 {{control, 1 slots: . -> 0}}
  %1 = "stablehlo.if"(%p) ({
    stablehlo.return %x : tensor<f32>
  }, {
    stablehlo.return %y : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  // expected-remark @+1 {{layout, 2 slots: 0 1 -> 0 1}}
  %2:2 = stablehlo.optimization_barrier %x, %y : tensor<f32>, tensor<f32>
  return
}

/// Positions and indices have no slot.
func.func @integers(%x: tensor<8xf32>, %u: tensor<2xf32>, %i: tensor<i32>) {
  // expected-remark @+1 {{layout, 1 slots: 0 . -> 0}}
  %0 = stablehlo.dynamic_slice %x, %i, sizes = [2] : (tensor<8xf32>, tensor<i32>) -> tensor<2xf32>
  // expected-remark @+1 {{layout, 1 slots: 0 0 . -> 0}}
  %1 = stablehlo.dynamic_update_slice %x, %u, %i : (tensor<8xf32>, tensor<2xf32>, tensor<i32>) -> tensor<8xf32>
  // expected-remark @+1 {{select, 1 slots: 0 -> 0 .}}
  %values, %indices = chlo.top_k(%x, k = 2) : tensor<8xf32> -> (tensor<2xf32>, tensor<2xi32>)
  return
}

func.func @unknown(%m: memref<4xf32>) {
  // expected-remark @+1 {{no row}}
  memref.dealloc %m : memref<4xf32>
  return
}

/// The magnitude of a complex number has the type of its parts.
func.func @complex(%z: tensor<4xcomplex<f32>>) {
  // expected-remark @+1 {{elementwise, 1 slots: 0 -> .}}
  %0 = stablehlo.abs %z : (tensor<4xcomplex<f32>>) -> tensor<4xf32>
  return
}

/// A quantized kernel names f32, so its product keeps its types.
func.func @hybrid_product(%x: tensor<8x4xf32>, %k: tensor<4x2x!quant.uniform<i8:f32, 1.0>>) {
  // expected-remark @+1 {{no row}}
  %0 = stablehlo.dot_general %x, %k, contracting_dims = [1] x [0] : (tensor<8x4xf32>, tensor<4x2x!quant.uniform<i8:f32, 1.0>>) -> tensor<8x2xf32>
  return
}
