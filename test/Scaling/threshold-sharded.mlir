// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-threshold-weights -split-input-file | FileCheck %s
// RUN: not amp-opt %s --amp-threshold-weights=weights=threshold:4,device=pcm 2>&1 | FileCheck %s --check-prefix=DEVICE
// DEVICE: error: expects parameters without a sharding for device=pcm, but state "w" has 'mhlo.sharding'

/// The accumulator lies where its parameter does; the scale of the tensor has no dimension to split.
// CHECK-LABEL: @sharded
// CHECK-SAME: tensor<4x4xi8> {amp.state = "w", mhlo.sharding = "{x}"}
// CHECK-SAME: tensor<4x4xf32> {amp.role = "accumulator", amp.state = "w.chi", mhlo.sharding = "{x}"}, %{{[^:]*}}: tensor<f32> {amp.role = "epsilon", amp.state = "w.epsilon"})
func.func @sharded(%w: tensor<4x4xf32> {mhlo.sharding = "{x}"}, %x: tensor<2x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2x4xf32>, tensor<4x4xf32>) -> tensor<2x4xf32>
  %1 = stablehlo.dot_general %x, %0, contracting_dims = [0] x [0] : (tensor<2x4xf32>, tensor<2x4xf32>) -> tensor<4x4xf32>
  %g = amp.gradients "main" %1 : tensor<4x4xf32>
  %2 = stablehlo.subtract %w, %g : tensor<4x4xf32>
  %s = amp.state "main" (%2) else (%w) names ["w"] : tensor<4x4xf32>
  return %s : tensor<4x4xf32>
}
