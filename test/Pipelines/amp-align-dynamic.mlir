// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// In --amp; the report says which were rounded up, and what stays.
// RUN: amp-opt %s --amp="compute=bf16 align=profitable dynamic=round-up report=%t.json" | FileCheck %s
// RUN: %python -c "import json; [print(r['from'], r['to'], r['multiple'], r['products'], r['pads'], r['why']) for r in json.load(open('%t.json'))['alignment']['dimensions']]" | FileCheck %s --check-prefix=ROWS
// ROWS: None None 8 1 2 asked for by dynamic=round-up
// ROWS-NEXT: None None None 1 0 the arguments of its function do not tell their sizes

// CHECK-LABEL: func.func @main
// CHECK: stablehlo.dynamic_pad {{.*}}xbf16>
// CHECK: stablehlo.dot_general {{.*}} (tensor<64x?xbf16>, tensor<?x128xbf16>)
func.func @main(%x: tensor<64x?xbf16>, %w: tensor<?x128xbf16>) -> (tensor<64x128xbf16>, tensor<64x64xbf16>) {
  %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<64x?xbf16>, tensor<?x128xbf16>) -> tensor<64x128xbf16>
  %1 = stablehlo.custom_call @some(%x) : (tensor<64x?xbf16>) -> tensor<64x?xbf16>
  %2 = stablehlo.dot_general %1, %1, contracting_dims = [1] x [1] : (tensor<64x?xbf16>, tensor<64x?xbf16>) -> tensor<64x64xbf16>
  return %0, %2 : tensor<64x128xbf16>, tensor<64x64xbf16>
}
