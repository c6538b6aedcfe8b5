// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>

// CHECK-LABEL: func @collectives
func.func @collectives(%a: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x", "y"}, {}]>}, %b: tensor<8x8xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"x"}, {}]>}) {
  // CHECK: %{{.*}} = sdy.all_gather [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %0 = sdy.all_gather [{"y"}, {}] %a out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.all_gather [{}, {}] %{{.*}} out_sharding=<@mesh, [{"x", "y"}, {}]> {tag} : tensor<8x8xf32>
  %1 = sdy.all_gather [{}, {}] %a out_sharding=<@mesh, [{"x", "y"}, {}]> {tag} : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.all_slice [{}, {"y"}] %{{.*}} out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %2 = sdy.all_slice [{}, {"y"}] %b out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.all_to_all [{"x", "y"}: 0->1] %{{.*}} out_sharding=<@mesh, [{}, {"x", "y"}]> : tensor<8x8xf32>
  %3 = sdy.all_to_all [{"x", "y"}: 0->1] %a out_sharding=<@mesh, [{}, {"x", "y"}]> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.collective_permute %{{.*}} out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<8x8xf32>
  %4 = sdy.collective_permute %a out_sharding=<@mesh, [{"y", "x"}, {}]> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.all_reduce {"y":(1)2} %{{.*}} out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %5 = sdy.all_reduce {"y":(1)2} %b out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.all_reduce {} %{{.*}} out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  %6 = sdy.all_reduce {} %b out_sharding=<@mesh, [{"x"}, {}]> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.reduce_scatter [{}, {"y"}] %{{.*}} out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  %7 = sdy.reduce_scatter [{}, {"y"}] %b out_sharding=<@mesh, [{"x"}, {"y"}]> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.sharded_to_unreduced [{"y"}, {}] %{{.*}} out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  %8 = sdy.sharded_to_unreduced [{"y"}, {}] %a out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  // CHECK: %{{.*}} = sdy.replicated_to_unreduced {"y"} %{{.*}} out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  %9 = sdy.replicated_to_unreduced {"y"} %b out_sharding=<@mesh, [{"x"}, {}], unreduced={"y"}> : tensor<8x8xf32>
  return
}
