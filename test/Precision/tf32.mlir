// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --split-input-file --amp-attach-policy="compute=f16 f32=strict" --amp-assign-precision | FileCheck %s --check-prefixes=CHECK,STRICT
// RUN: amp-opt %s --split-input-file --amp-attach-policy="compute=f16 f32=tf32" --amp-assign-precision | FileCheck %s --check-prefixes=CHECK,TF32
// RUN: amp-opt %s --split-input-file --amp-attach-policy="compute=f16" --amp-assign-precision | FileCheck %s --check-prefixes=CHECK,KEEP

/// A 16-bit matmul has no f32 precision.
// CHECK-LABEL: @low
func.func @low(%a: tensor<4096x4096xf32>, %b: tensor<4096x4096xf32>) -> tensor<4096x4096xf32> {
  // CHECK: dot_general
  // CHECK-NOT: HIGHEST
  // CHECK-SAME: #amp.precision<[f16, f32]
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<4096x4096xf32>, tensor<4096x4096xf32>) -> tensor<4096x4096xf32>
  return %0 : tensor<4096x4096xf32>
}

// -----

/// A wish for f32 wants all of its digits.
// CHECK-LABEL: @denied
func.func @denied(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // STRICT: dot_general {{.*}} precision = [HIGHEST, HIGHEST]
  // TF32: dot_general {{.*}} precision = [HIGHEST, HIGHEST]
  // KEEP-NOT: HIGHEST
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {amp.require = #amp.require<deny>}
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

// -----

/// Too small to pay for casts: f32 by cost, which TF32 serves.
// CHECK-LABEL: @by_cost
func.func @by_cost(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // STRICT: dot_general {{.*}} precision = [HIGHEST, HIGHEST]
  // TF32-NOT: HIGHEST
  // KEEP-NOT: HIGHEST
  // CHECK: <cost
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %0 : tensor<8x8xf32>
}

// -----

/// f16 overflows, TF32 has the exponents of f32.
// CHECK-LABEL: @large
func.func @large(%a: tensor<512x512xf32> {amp.range = #amp.range<-1.0e6, 1.0e6>}, %b: tensor<512x512xf32>) -> tensor<512x512xf32> {
  // STRICT: dot_general {{.*}} precision = [HIGHEST, HIGHEST]
  // TF32-NOT: HIGHEST
  // KEEP-NOT: HIGHEST
  // CHECK: <range
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0]
    : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

// -----

/// Positions up to 4096 need 13 bits: TF32 has 11.
// CHECK-LABEL: @positions
func.func @positions(%b: tensor<4096x512xf32>) -> tensor<512xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4096xf32>
  // STRICT: dot_general {{.*}} precision = [HIGHEST, HIGHEST]
  // TF32: dot_general {{.*}} precision = [HIGHEST, HIGHEST]
  // KEEP-NOT: HIGHEST
  %0 = stablehlo.dot_general %i, %b, contracting_dims = [0] x [0]
    : (tensor<4096xf32>, tensor<4096x512xf32>) -> tensor<512xf32>
  return %0 : tensor<512xf32>
}

// -----

/// The program asks for more, or names an algorithm: that is its own affair.
// CHECK-LABEL: @own
func.func @own(%a: tensor<8x8xf32>, %b: tensor<8x8xf32>) -> tensor<8x8xf32> {
  // CHECK: dot_general {{.*}} precision = [DEFAULT, HIGHEST]
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0], precision = [DEFAULT, HIGHEST]
    : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: dot_general {{.*}} algorithm = <lhs_precision_type = f32
  // CHECK-NOT: HIGHEST
  %1 = stablehlo.dot_general %0, %b, contracting_dims = [1] x [0], algorithm = <lhs_precision_type = f32, rhs_precision_type = f32, accumulation_type = f32, lhs_component_count = 1, rhs_component_count = 1, num_primitive_operations = 1, allow_imprecise_accumulation = false>
    : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
  return %1 : tensor<8x8xf32>
}

// -----

/// A wish says which op may be cut, whatever the mode.
// CHECK-LABEL: @wished
func.func @wished(%a: tensor<64x64xf32>, %b: tensor<64x64xf32>) -> tensor<64x64xf32> {
  // CHECK: dot_general
  // CHECK-NOT: HIGHEST
  // CHECK-SAME: #amp.precision<[], <require, "tf32">>
  %0 = stablehlo.dot_general %a, %b, contracting_dims = [1] x [0] {amp.require = #amp.require<tf32>}
    : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}
