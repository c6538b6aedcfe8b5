// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: jax
/// Arguments are drawn by what the program does with them, through calls, moves and bodies of linalg ops.
// RUN: amp-run %s --generate --save-inputs=%t.npz
// RUN: %venv_python %S/Inputs/roles.py %t.npz

// RUN: not amp-run %s --save-inputs=%t.npz --inputs=%t.npz 2>&1 | FileCheck %s
// CHECK: error: --save-inputs writes what is made up: expects --generate
#id = affine_map<(d0, d1) -> (d0, d1)>
#column = affine_map<(d0, d1) -> (d1)>
func.func @main(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>, %variance: tensor<256xf32>, %gain: tensor<256xf32>, %inBody: tensor<256xf32>,
                %mask: tensor<64x256xi32>, %position: tensor<4x64xi32>, %sorted: tensor<64x1xi32>, %count: tensor<f32>, %divisor: tensor<f32>,
                %label: tensor<64xi32>, %decayed: tensor<256xf32>)
    -> (tensor<64x256xf32>, tensor<4x64xf32>, tensor<64x256xf32>, tensor<f32>, tensor<64x256xf32>, tensor<256xf32>) {
  %one = stablehlo.constant dense<1.0> : tensor<64x256xf32>
  %zero = stablehlo.constant dense<0> : tensor<64x256xi32>
  %beta = stablehlo.constant dense<0.9> : tensor<f32>
  %frequency = stablehlo.constant dense<0.01> : tensor<4x64xf32>
  %half = stablehlo.constant dense<0.5> : tensor<256xf32>

  /// A weight through a transposition and a call, by the depth of its product.
  %turned = stablehlo.transpose %w, dims = [1, 0] : (tensor<256x256xf32>) -> tensor<256x256xf32>
  %product = call @product(%x, %turned) : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>

  /// A variance under an inverse root, a factor of each channel, and both again in a body.
  %root = stablehlo.rsqrt %variance : tensor<256xf32>
  %scale = stablehlo.multiply %root, %gain : tensor<256xf32>
  %scales = stablehlo.broadcast_in_dim %scale, dims = [1] : (tensor<256xf32>) -> tensor<64x256xf32>
  %scaled = stablehlo.multiply %product, %scales : tensor<64x256xf32>
  %empty = tensor.empty() : tensor<64x256xf32>
  %normal = linalg.generic {indexing_maps = [#id, #column, #id], iterator_types = ["parallel", "parallel"]} ins(%scaled, %inBody : tensor<64x256xf32>, tensor<256xf32>) outs(%empty : tensor<64x256xf32>) {
  ^bb0(%in: f32, %v: f32, %out: f32):
    %r = math.rsqrt %v : f32
    %y = arith.mulf %in, %r : f32
    linalg.yield %y : f32
  } -> tensor<64x256xf32>

  /// Integers that are compared with 0 are truth values; what angles are computed from are positions; sorted indices increase.
  %is = stablehlo.compare NE, %mask, %zero : (tensor<64x256xi32>, tensor<64x256xi32>) -> tensor<64x256xi1>
  %masked = stablehlo.select %is, %normal, %one : tensor<64x256xi1>, tensor<64x256xf32>
  %p = stablehlo.convert %position : (tensor<4x64xi32>) -> tensor<4x64xf32>
  %angle = stablehlo.multiply %p, %frequency : tensor<4x64xf32>
  %sine = stablehlo.sine %angle : tensor<4x64xf32>
  %rows = "stablehlo.gather"(%masked, %sorted) <{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, indices_are_sorted = true, slice_sizes = array<i64: 1, 256>}> : (tensor<64x256xf32>, tensor<64x1xi32>) -> tensor<64x256xf32>

  /// 1 - beta^count divides: a count from 1. A divisor is not near zero.
  %power = stablehlo.power %beta, %count : tensor<f32>
  %quotient = stablehlo.divide %power, %divisor : tensor<f32>
  %classes = stablehlo.iota dim = 1 : tensor<64x256xi32>
  %labels = stablehlo.broadcast_in_dim %label, dims = [0] : (tensor<64xi32>) -> tensor<64x256xi32>
  %hot = stablehlo.compare EQ, %labels, %classes : (tensor<64x256xi32>, tensor<64x256xi32>) -> tensor<64x256xi1>
  %hots = stablehlo.convert %hot : (tensor<64x256xi1>) -> tensor<64x256xf32>

  /// The factor of a constant is no gain.
  %decay = stablehlo.multiply %decayed, %half : tensor<256xf32>
  return %rows, %sine, %masked, %quotient, %hots, %decay : tensor<64x256xf32>, tensor<4x64xf32>, tensor<64x256xf32>, tensor<f32>, tensor<64x256xf32>, tensor<256xf32>
}
func.func private @product(%x: tensor<64x256xf32>, %w: tensor<256x256xf32>) -> tensor<64x256xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x256xf32>, tensor<256x256xf32>) -> tensor<64x256xf32>
  return %0 : tensor<64x256xf32>
}
