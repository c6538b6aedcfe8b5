// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-print-step-time -o /dev/null 2>&1 | FileCheck %s

/// One block on each of 132 multiprocessors, whose products by wgmma take
/// 1,000 us at the peak rate. Instructions that take 20 % of this time are
/// hidden: 95 % of the cycles remain. Those that take as long as the products
/// wait for them: 55 %. At 55 %, in the middle between 25 and 85 %, it is 75 %.
/// 278.05 MB that a block stores behind its products take 125 us more; stores
/// of a persistent block overlap with the products of its next tile.
/// Each launch takes 0.75 us more.
// CHECK:      waited {{.*}} 1818.9 tensor
// CHECK-NEXT: between {{.*}} 1334.1 tensor
// CHECK-NEXT: stores {{.*}} 1178.4 tensor
// CHECK-DAG:  hidden {{.*}} 1053.4 tensor
// CHECK-DAG:  persistent {{.*}} 1053.4 tensor
module attributes {amp.launches = {hidden = array<i64: 1, 0, 0, 946176000000>, between = array<i64: 1, 0, 0, 946176000000>, waited = array<i64: 1, 0, 0, 946176000000>,
    stores = array<i64: 1, 0, 278050000, 946176000000>, persistent = array<i64: 1, 0, 278050000, 946176000000>}} {
  gpu.binary @kernels {work = {
    hidden = {barrier_in_loop = 1.0 : f64, flops_wgmma = 946176000000.0 : f64, issued = 184800000.0 : f64, launch = array<i64: 132, 1, 1, 256, 0>},
    between = {barrier_in_loop = 1.0 : f64, flops_wgmma = 946176000000.0 : f64, issued = 508200000.0 : f64, launch = array<i64: 132, 1, 1, 256, 0>},
    waited = {barrier_in_loop = 1.0 : f64, flops_wgmma = 946176000000.0 : f64, issued = 924000000.0 : f64, launch = array<i64: 132, 1, 1, 256, 0>},
    stores = {barrier_in_loop = 1.0 : f64, flops_wgmma = 946176000000.0 : f64, issued = 184800000.0 : f64, written = 278050000.0 : f64, registers = 168.0 : f64, launch = array<i64: 132, 1, 1, 256, 0>},
    persistent = {barrier_in_loop = 1.0 : f64, persistent = 1.0 : f64, flops_wgmma = 946176000000.0 : f64, issued = 184800000.0 : f64, written = 278050000.0 : f64, registers = 168.0 : f64, launch = array<i64: 132, 1, 1, 256, 0>}}} [#gpu.object<#nvvm.target<chip = "sm_90a">, assembly = "">]
}
