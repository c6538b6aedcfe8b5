// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-align-shapes="remarks bytes=100" --split-input-file --verify-diagnostics -o %t && FileCheck %s < %t
// RUN: amp-opt %s --amp-align-shapes=bytes=100 --split-input-file | amp-opt --amp-align-shapes=bytes=100 --split-input-file | FileCheck %s
// RUN: amp-opt %s --amp-align-shapes --split-input-file | FileCheck %s --check-prefix=LIMITED

/// The cost of padding a vocabulary whose size allows no aligned loads.
// expected-remark @+1 {{alignment on sm_90: 1 of 1 dimensions padded, 1 pads, 1 slices, 0 masks, 97.43 % more bytes}}
module {
// CHECK-LABEL: func.func @vocabulary
// CHECK: stablehlo.dot_general {{.*}} -> tensor<8192x33728xbf16>
func.func @vocabulary(%x: tensor<8192x1024xbf16>, %w: tensor<1024x33708xbf16>) -> tensor<8192x33708xbf16> {
  // expected-remark @+1 {{pads 33708 to 33728: 1 products save}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8192x1024xbf16>, tensor<1024x33708xbf16>) -> tensor<8192x33708xbf16>
  return %0 : tensor<8192x33708xbf16>
}
}

// -----

/// Less work than one kernel takes to start.
// expected-remark @+1 {{alignment on sm_90: 0 of 1 dimensions padded, 0 pads, 0 slices, 0 masks, 0.00 % more bytes}}
module {
// CHECK-LABEL: func.func @negative_small
// CHECK-NOT: stablehlo.pad
func.func @negative_small(%x: tensor<64x77xbf16>, %w: tensor<77x64xbf16>) -> tensor<64x64xbf16> {
  // expected-remark @+1 {{keeps 77: 1 products save}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x77xbf16>, tensor<77x64xbf16>) -> tensor<64x64xbf16>
  return %0 : tensor<64x64xbf16>
}
}

// -----

// expected-remark @+1 {{keeps all shapes: the program is split over devices}}
module attributes {mhlo.num_partitions = 8 : i32} {
  // CHECK-LABEL: func.func @negative_split
  // CHECK-NOT: stablehlo.pad
  func.func @negative_split(%x: tensor<8192x1001xbf16>, %w: tensor<1001x8192xbf16>) -> tensor<8192x8192xbf16> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8192x1001xbf16>, tensor<1001x8192xbf16>) -> tensor<8192x8192xbf16>
    return %0 : tensor<8192x8192xbf16>
  }
}

// -----

/// It would save time, but double what is written.
// CHECK-LABEL: func.func @negative_bytes
// LIMITED-LABEL: func.func @negative_bytes
// LIMITED-NOT: stablehlo.pad
// expected-remark @+1 {{alignment on sm_90: 1 of 1 dimensions padded}}
module {
func.func @negative_bytes(%x: tensor<8192x1024xbf16>, %w: tensor<1024x33708xbf16>) -> tensor<8192x33708xbf16> {
  // expected-remark @+1 {{pads 33708 to 33728: 1 products save}}
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8192x1024xbf16>, tensor<1024x33708xbf16>) -> tensor<8192x33708xbf16>
  return %0 : tensor<8192x33708xbf16>
}
}
