// RUN: amp-opt %s --canonicalize | FileCheck %s

/// bf16 -> f32 -> bf16 changes no value.
// CHECK-LABEL: @widen_then_narrow
func.func @widen_then_narrow(%x: tensor<2xbf16>) -> tensor<2xbf16> {
  // CHECK-NEXT: return %arg0
  %0 = amp.cast %x <unlisted> : tensor<2xbf16> to tensor<2xf32>
  %1 = amp.cast %0 <unlisted> : tensor<2xf32> to tensor<2xbf16>
  return %1 : tensor<2xbf16>
}

/// f32 -> f16 -> f32 rounds.
// CHECK-LABEL: @negative_narrow_then_widen
func.func @negative_narrow_then_widen(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK-COUNT-2: amp.cast
  %0 = amp.cast %x <unlisted> : tensor<2xf32> to tensor<2xf16>
  %1 = amp.cast %0 <unlisted> : tensor<2xf16> to tensor<2xf32>
  return %1 : tensor<2xf32>
}

/// Neither of f16 and bf16 holds the other.
// CHECK-LABEL: @negative_through_the_other_16_bits
func.func @negative_through_the_other_16_bits(%x: tensor<2xf16>) -> tensor<2xf16> {
  // CHECK-COUNT-2: amp.cast
  %0 = amp.cast %x <unlisted> : tensor<2xf16> to tensor<2xbf16>
  %1 = amp.cast %0 <unlisted> : tensor<2xbf16> to tensor<2xf16>
  return %1 : tensor<2xf16>
}

/// Conversions of the user are not folded.
// CHECK-LABEL: @negative_user_casts
func.func @negative_user_casts(%x: tensor<2xf32>) -> tensor<2xf32> {
  // CHECK: arith.truncf
  // CHECK: arith.extf
  %0 = arith.truncf %x : tensor<2xf32> to tensor<2xf16>
  %1 = arith.extf %0 : tensor<2xf16> to tensor<2xf32>
  return %1 : tensor<2xf32>
}
