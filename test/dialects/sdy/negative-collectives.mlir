// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s -verify-diagnostics -split-input-file

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_gather_sharding(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{'sdy.all_gather' op expects a sharding of rank 2, but got}}
  %0 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@mesh, [{"x"}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_gather_axis(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects axes of the mesh #sdy.mesh<["x"=2, "y"=4]>, but got "z"}}
  %0 = sdy.all_gather [{"z"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_slice_dimensions(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects axes for each of 2 dimensions, but got 1}}
  %0 = sdy.all_slice [{"x"}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_scatter_axis(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects axes of the mesh #sdy.mesh<["x"=2, "y"=4]>, but got "z"}}
  %0 = sdy.reduce_scatter [{"z"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_sharded_to_unreduced_dimensions(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects axes for each of 2 dimensions, but got 0}}
  %0 = sdy.sharded_to_unreduced [] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_reduce_axis(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects axes of the mesh #sdy.mesh<["x"=2, "y"=4]>, but got "z"}}
  %0 = sdy.all_reduce {"z"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_replicated_to_unreduced_axis(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects axes of the mesh #sdy.mesh<["x"=2, "y"=4]>, but got "z"}}
  %0 = sdy.replicated_to_unreduced {"z"} %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_permute_mesh(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects a mesh of this module, but got @other}}
  %0 = sdy.collective_permute %a out_sharding=<@other, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_all_to_all_nothing(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects axes that move, but got none}}
  %0 = sdy.all_to_all [] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}

// -----

sdy.mesh @mesh = <["x"=2, "y"=4]>
func.func @negative_all_to_all_dimension(%a: tensor<8x8xf32>) {
  // expected-error @+1 {{expects dimensions in [0, 2), but got 5}}
  %0 = sdy.all_to_all [{"y"}: 0->5] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  return
}
