// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// A contraction of f32 operands whose result is f16 in the input has a price in both precisions of its operands.
// DEFINE: %{solve} = amp-opt %s -split-input-file --amp
// RUN: %{solve}=compute=f16 | FileCheck %s
// RUN: %{solve}="compute=f16 solver=exhaustive" | FileCheck %s
// RUN: %{solve}="compute=f16 solver=paint" -o /dev/null

/// The operands become f16: it saves arithmetic and memory.
// CHECK-LABEL: @lowers
// CHECK: dot_general {{.*}} : (tensor<2048x2048xf16>, tensor<2048x2048xf16>) -> tensor<2048x2048xf16>
// CHECK: dot_general {{.*}} : (tensor<2048x2048xf16>, tensor<2048x2048xf16>) -> tensor<2048x2048xf16>
func.func @lowers(%x: tensor<2048x2048xf32>, %w: tensor<2048x2048xf32>) -> tensor<2048x2048xf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf32>
  %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf16>
  return %1 : tensor<2048x2048xf16>
}

// -----

/// They stay f32 where casts cost more than they save,
// CHECK-LABEL: @casts_cost_more
// CHECK: dot_general {{.*}} : (tensor<1x1024xf32>, tensor<1024x1xf32>) -> tensor<1x1xf16>
func.func @casts_cost_more(%x: tensor<1x1024xf32>, %w: tensor<1024x1xf32>) -> tensor<1x1xf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<1x1024xf32>, tensor<1024x1xf32>) -> tensor<1x1xf16>
  return %0 : tensor<1x1xf16>
}

// -----

/// where the policy denies them,
// CHECK-LABEL: @denied
// CHECK: dot_general {{.*}} : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf16>
func.func @denied(%x: tensor<2048x2048xf32>, %w: tensor<2048x2048xf32>) -> tensor<2048x2048xf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] {amp.require = #amp.require<deny>} : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf16>
  return %0 : tensor<2048x2048xf16>
}

// -----

/// and where f16 does not hold them.
// CHECK-LABEL: @out_of_range
// CHECK: dot_general {{.*}} : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf16>
func.func @out_of_range(%w: tensor<2048x2048xf32>) -> tensor<2048x2048xf16> {
  %x = stablehlo.constant dense<1.0e6> : tensor<2048x2048xf32>
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<2048x2048xf32>, tensor<2048x2048xf32>) -> tensor<2048x2048xf16>
  return %0 : tensor<2048x2048xf16>
}

// -----

/// f16 data converted to f32 is what the published ResNet-50 ends with.
// CHECK-LABEL: @converted
// CHECK: dot_general {{.*}} : (tensor<16x2048xf16>, tensor<2048x1000xf16>) -> tensor<16x1000xf16>
func.func @converted(%x: tensor<16x2048xf16>, %w: tensor<2048x1000xf16>) -> tensor<16x1000xf16> {
  %0 = stablehlo.convert %x : (tensor<16x2048xf16>) -> tensor<16x2048xf32>
  %1 = stablehlo.convert %w : (tensor<2048x1000xf16>) -> tensor<2048x1000xf32>
  %2 = stablehlo.dot_general %0, %1, contracting_dims = [1] x [0] : (tensor<16x2048xf32>, tensor<2048x1000xf32>) -> tensor<16x1000xf16>
  return %2 : tensor<16x1000xf16>
}
