// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-note-signatures | FileCheck %s
// RUN: amp-opt %s --amp-to-gpu="chip=sm_80" | FileCheck %s --check-prefix=LOWERED

/// A random key stays unsigned to those who call the step.
// CHECK: func.func public @main{{.*}} attributes {amp.arguments = [tensor<2xui32>, tensor<4xf32>], amp.results = [tensor<2xui32>]}
// LOWERED: llvm.func @main({{.*}}) attributes {amp.arguments = [tensor<2xui32>, tensor<4xf32>], {{.*}}amp.results = [tensor<2xui32>]}
func.func public @main(%key: tensor<2xui32>, %x: tensor<4xf32>) -> tensor<2xui32> {
  %0 = stablehlo.add %key, %key : tensor<2xui32>
  return %0 : tensor<2xui32>
}

// CHECK: func.func @signed(%{{.*}}: tensor<2xi32>) -> tensor<2xi32> {
func.func @signed(%x: tensor<2xi32>) -> tensor<2xi32> {
  return %x : tensor<2xi32>
}
