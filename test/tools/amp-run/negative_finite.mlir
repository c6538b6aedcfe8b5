// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: jax
// RUN: split-file %s %t
/// A NaN equals a NaN, which proves nothing: refused of generated inputs, a
/// warning of others.
// RUN: not amp-run check %t/nan.mlir %t/nan.mlir --generate 2>&1 | FileCheck %s
// CHECK: error: expects a finite reference, but got 8 of 8 elements of out_0 infinite or NaN, which prove nothing: name inputs that occur with --inputs
// RUN: %venv_python -c "import numpy as np; np.savez('%t.npz', in_0=np.ones(8, np.float32))"
// RUN: amp-run check %t/nan.mlir %t/nan.mlir --inputs=%t.npz 2>&1 | FileCheck %s --check-prefix=WARNING
// WARNING: warning: expects a finite reference, but got 8 of 8 elements of out_0 infinite or NaN, which prove nothing{{$}}

/// An infinity where the reference is finite is a difference, though no op of
/// both programs shows it.
// RUN: not amp-run check %t/finite.mlir %t/infinite.mlir --inputs=%t.npz | FileCheck %s --check-prefix=INFINITE
// INFINITE: element [0] is inf instead of 2
// INFINITE: {{[0-9]+}} values of ops compared, 0 off by more than

//--- nan.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.multiply %x, %x : tensor<8xf32>
  %1 = stablehlo.negate %0 : tensor<8xf32>
  %2 = stablehlo.sqrt %1 : tensor<8xf32>
  return %2 : tensor<8xf32>
}
//--- finite.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  return %0 : tensor<8xf32>
}
//--- infinite.mlir
func.func @main(%x: tensor<8xf32>) -> tensor<8xf32> {
  %0 = stablehlo.add %x, %x : tensor<8xf32>
  %inf = stablehlo.constant dense<0x7F800000> : tensor<8xf32>
  %1 = stablehlo.maximum %0, %inf : tensor<8xf32>
  return %1 : tensor<8xf32>
}
