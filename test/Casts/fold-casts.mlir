// RUN: amp-opt %s --amp-fold-casts -verify-diagnostics | FileCheck %s

/// Scalar, splat and dense constants; ties go to even: 1 + 2^-11 lies halfway
/// between 1 and 1 + 2^-10, 1 + 3 * 2^-11 between 1 + 2^-10 and 1 + 2^-9.
// CHECK-LABEL: @rounded
func.func @rounded() -> (f16, tensor<4xf16>, tensor<3xf16>) {
  // CHECK-NOT: amp.cast
  // CHECK-DAG: arith.constant 9.997550e-02 : f16
  // CHECK-DAG: arith.constant dense<3.332520e-01> : tensor<4xf16>
  // CHECK-DAG: arith.constant dense<[1.000000e+00, 1.001950e+00, -0.000000e+00]> : tensor<3xf16>
  %0 = arith.constant 0.1 : f32
  %1 = arith.constant dense<0.33333333> : tensor<4xf32>
  %2 = arith.constant dense<[1.00048828125, 1.00146484375, -0.0]> : tensor<3xf32>
  %3 = amp.cast %0 <unlisted> : f32 to f16
  %4 = amp.cast %1 <unlisted> : tensor<4xf32> to tensor<4xf16>
  %5 = amp.cast %2 <unlisted> : tensor<3xf32> to tensor<3xf16>
  return %3, %4, %5 : f16, tensor<4xf16>, tensor<3xf16>
}

/// Rounded once: just above the tie between 1 and 1.0078125, and on it by way of
/// f16, from where it would go to the even 1.
// CHECK-LABEL: @once
func.func @once() -> bf16 {
  // CHECK: arith.constant 1.007810e+00 : bf16
  %0 = arith.constant 1.00390720367431640625 : f32
  %1 = amp.cast %0 <unlisted> : f32 to bf16
  return %1 : bf16
}

/// The wide constant stays for those that still read it.
// CHECK-LABEL: @both_types
func.func @both_types() -> (f32, bf16) {
  // CHECK-DAG: arith.constant 1.00390625 : f32
  // CHECK-DAG: arith.constant 1.000000e+00 : bf16
  %0 = arith.constant 1.00390625 : f32
  %1 = amp.cast %0 <unlisted> : f32 to bf16
  return %0, %1 : f32, bf16
}

/// Data of a resource is read, not assumed.
// CHECK-LABEL: @resource
func.func @resource() -> tensor<2xbf16> {
  // CHECK: arith.constant dense<[1.000000e+00, -2.000000e+00]> : tensor<2xbf16>
  %0 = arith.constant dense_resource<two> : tensor<2xf32>
  %1 = amp.cast %0 <unlisted> : tensor<2xf32> to tensor<2xbf16>
  return %1 : tensor<2xbf16>
}

/// Loss is reported, never hidden by saturation. Infinity and NaN of the input
/// are no loss.
// CHECK-LABEL: @loss
func.func @loss() -> tensor<5xf16> {
  // CHECK: dense<[0x7C00, 0xFC00, 0.000000e+00, 0x7C00, 0x7E00]> : tensor<5xf16>
  // expected-warning @+2 {{constant overflows 'f16': 2 finite value(s) became infinity}}
  // expected-warning @+1 {{constant underflows 'f16': 1 nonzero value(s) became zero}}
  %0 = arith.constant dense<[1.0e5, -65520.0, 1.0e-8, 0x7F800000, 0x7FC00000]> : tensor<5xf32>
  %1 = amp.cast %0 <unlisted> : tensor<5xf32> to tensor<5xf16>
  return %1 : tensor<5xf16>
}

/// The largest f16 and what still rounds to it.
// CHECK-LABEL: @no_loss
func.func @no_loss() -> tensor<3xf16> {
  // CHECK: dense<[6.550400e+04, 6.550400e+04, 5.960460e-08]> : tensor<3xf16>
  %0 = arith.constant dense<[65504.0, 65519.0, 4.0e-8]> : tensor<3xf32>
  %1 = amp.cast %0 <unlisted> : tensor<3xf32> to tensor<3xf16>
  return %1 : tensor<3xf16>
}

// CHECK-LABEL: @no_elements
func.func @no_elements() -> tensor<0xf16> {
  // CHECK: arith.constant dense<> : tensor<0xf16>
  %0 = arith.constant dense<> : tensor<0xf32>
  %1 = amp.cast %0 <unlisted> : tensor<0xf32> to tensor<0xf16>
  return %1 : tensor<0xf16>
}

// CHECK-LABEL: @negative_not_constant
func.func @negative_not_constant(%x: f32) -> f16 {
  // CHECK: amp.cast
  %0 = amp.cast %x <unlisted> : f32 to f16
  return %0 : f16
}

{-#
  dialect_resources: {
    builtin: {
      two: "0x040000000000803F000000C0"
    }
  }
#-}
