// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t
// RUN: amp-opt %t/columns.mlir --amp-to-gpu="chip=h200 summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: amp-opt %t/rows.mlir --amp-to-gpu="chip=h200 summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: amp-opt %t/exact.mlir --amp-to-gpu="chip=h200 summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=EXACT
// RUN: amp-opt %t/widened.mlir --amp-to-gpu="chip=h200 summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=WIDENED
// RUN: amp-opt %t/few.mlir --amp-to-gpu="chip=h200 summary=true" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FEW

/// The next token's products read each weight once: 117 MB at 83 % of 4800 GB/s
/// take 29.5 us, whichever dimension is summed.
// VECTOR: sum_{{[0-9]+}}_bf16 {{.*}} 30.2 bytes

//--- columns.mlir
func.func @main(%x: tensor<4096xbf16>, %w: tensor<4096x14336xbf16>) -> tensor<14336xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [0] x [0] : (tensor<4096xbf16>, tensor<4096x14336xbf16>) -> tensor<14336xbf16>
  return %0 : tensor<14336xbf16>
}

//--- rows.mlir
func.func @main(%x: tensor<4096xbf16>, %w: tensor<14336x4096xbf16>) -> tensor<14336xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [0] x [1] : (tensor<4096xbf16>, tensor<14336x4096xbf16>) -> tensor<14336xbf16>
  return %0 : tensor<14336xbf16>
}

/// 32,768 results in all digits of f32: threads share a sum.
// EXACT: sum_128x512_f32 {{.*}} 6.6 latency

//--- exact.mlir
func.func @main(%x: tensor<128x512xf32>, %w: tensor<512x256xf32>) -> tensor<128x256xf32> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0], precision = [HIGHEST, HIGHEST] : (tensor<128x512xf32>, tensor<512x256xf32>) -> tensor<128x256xf32>
  return %0 : tensor<128x256xf32>
}

/// A factor that is widened beside one of f32 is stored: tensor cores multiply
/// factors of one type.
// WIDENED: matmul_512x512x512_tf32

//--- widened.mlir
func.func @main(%x: tensor<512x512xbf16>, %w: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %wide = stablehlo.convert %x : (tensor<512x512xbf16>) -> tensor<512x512xf32>
  %0 = stablehlo.dot_general %wide, %w, contracting_dims = [1] x [0] : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %0 : tensor<512x512xf32>
}

/// 12 tiles of results would take 18 us for their sums of 3,072 products.
// FEW: matmul_{{[0-9]+}}x7x768x{{[0-9]+}}_bf16
// FEW: total {{.*}} {{[0-4]\.[0-9]}}{{$}}

//--- few.mlir
func.func @main(%x: tensor<7x3072xbf16>, %w: tensor<3072x768xbf16>) -> tensor<7x768xbf16> {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<7x3072xbf16>, tensor<3072x768xbf16>) -> tensor<7x768xbf16>
  return %0 : tensor<7x768xbf16>
}
