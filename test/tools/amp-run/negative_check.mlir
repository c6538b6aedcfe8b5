// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Programs of different signatures compute nothing that could be compared.
// RUN: not amp-run check %s %S/check.mlir --generate 2>&1 | FileCheck %s
// CHECK: check.mlir:{{.*}}: error: expects the signature of the other program, '(tensor<2xf32>) -> tensor<2xf32>', but it is '() -> tensor<f32>'
func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {
  %y = stablehlo.add %x, %x : tensor<2xf32>
  return %y : tensor<2xf32>
}
