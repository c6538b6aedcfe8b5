// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Tensors of nothing, of very much, and of nobody knows how much, on their way to a device.
// DEFINE: %{entry} =
// DEFINE: %{run} = amp-run trace %s --entry=%{entry}

/// Nothing is launched for nothing, and a sum of nothing is zero.
// REDEFINE: %{entry} = zero
// RUN: %{run} | FileCheck %s --check-prefix=ZERO
// ZERO:      memory: arguments 0, results 0, temporaries 0, constants 0, together 0 bytes
// ZERO-NEXT: run 1:
// ZERO-NEXT:   = nothing
func.func @zero(%x: tensor<0x4xf32>) -> tensor<0x4xf32> {
  %0 = stablehlo.add %x, %x : tensor<0x4xf32>
  return %0 : tensor<0x4xf32>
}
// REDEFINE: %{entry} = zero_sums
// RUN: %{run} | FileCheck %s --check-prefix=SUMS
// SUMS:      memory: arguments 0, results 16384,
// SUMS:        launch fill_64x64_f32 grid 4 block 256 (result 0)
// SUMS-NEXT:   = 1 launch
func.func @zero_sums(%x: tensor<64x0xbf16>, %y: tensor<0x64xbf16>) -> tensor<64x64xf32> {
  %0 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<64x0xbf16>, tensor<0x64xbf16>) -> tensor<64x64xf32>
  return %0 : tensor<64x64xf32>
}

/// Over 2^32 elements are counted in 64 bits.
// REDEFINE: %{entry} = large
// RUN: %{run} | FileCheck %s --check-prefix=LARGE
// LARGE: launch addf_8000000000_f32 grid 7812500 block 256 (arg 0, result 0)
func.func @large(%x: tensor<8000000000xf32>) -> tensor<8000000000xf32> {
  %0 = stablehlo.add %x, %x : tensor<8000000000xf32>
  return %0 : tensor<8000000000xf32>
}

/// A step that exceeds the memory is an error before anything runs.
// REDEFINE: %{entry} = huge
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=HUGE
// HUGE: extents.mlir:[[#@LINE+1]]:1: error: a step takes 4800000000000 bytes, but a trace of calls has 1099511627776 free
func.func @huge(%x: tensor<300000000000x2xf32>) -> tensor<300000000000x2xf32> {
  %0 = stablehlo.add %x, %x : tensor<300000000000x2xf32>
  return %0 : tensor<300000000000x2xf32>
}
// RUN: mkdir -p %t && c++ -std=c++17 -shared -fPIC %S/../../Run/device/Inputs/fake/libcuda.cpp -o %t/libcuda.so.1
// RUN: env LD_LIBRARY_PATH=%t not amp-run %s --target=cuda --entry=over --generate 2>&1 | FileCheck %s --check-prefix=OVER
// OVER: extents.mlir:[[#@LINE+1]]:1: error: a step takes 4294967296 bytes, but Fake GPU, sm_90, 1.0 GiB has 1073741824 free
func.func @over() -> tensor<1073741824xf32> {
  %0 = stablehlo.iota dim = 0 : tensor<1073741824xf32>
  return %0 : tensor<1073741824xf32>
}

// REDEFINE: %{entry} = dynamic
// RUN: not %{run} 2>&1 | FileCheck %s --check-prefix=DYNAMIC
// DYNAMIC: extents.mlir:[[#@LINE+1]]:1: error: expects tensors of static shape and of numbers to run 'dynamic', but argument 0 is 'tensor<?xf32>'
func.func @dynamic(%x: tensor<?xf32>) -> tensor<?xf32> {
  %0 = stablehlo.add %x, %x : tensor<?xf32>
  return %0 : tensor<?xf32>
}
