// RUN: split-file %s %t
// RUN: amp-opt %t/output.mlir --amp-verify=input=%t/input.mlir -split-input-file -verify-diagnostics
// RUN: sed 's/, io = f16//' %t/input.mlir > %t/keep.mlir
// RUN: not amp-opt %t/right.mlir --amp-verify=input=%t/keep.mlir 2>&1 | FileCheck %s
// RUN: amp-opt %t/right.mlir --amp-verify=input=%t/input.mlir

/// With `io` in the policy, all f32 in the signatures of public functions becomes
/// that type, and nothing else changes; without `io`, the signatures stay as they are.
// CHECK: expects argument #0 to be 'tensor<4xf32>', as in the input, but got 'tensor<4xf16>'

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = ["control", "transcendental"], io = f16>} {
  func.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
    %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0, %i : tensor<4xf32>, tensor<4xi32>
  }
  func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = stablehlo.exponential %x : tensor<4xf32>
    return %0 : tensor<4xf32>
  }
}

//--- right.mlir
func.func @main(%x: tensor<4xf16>, %i: tensor<4xi32>) -> (tensor<4xf16>, tensor<4xi32>) {
  %0 = amp.cast %x <unlisted> : tensor<4xf16> to tensor<4xf32>
  %1 = call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.cast %1 <unlisted> : tensor<4xf32> to tensor<4xf16>
  return %2, %i : tensor<4xf16>, tensor<4xi32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

//--- output.mlir
/// Only the argument.
// expected-error @+1 {{expects result #0 to be 'tensor<4xf16>', by the policy's io, but got 'tensor<4xf32>'}}
func.func @main(%x: tensor<4xf16>, %i: tensor<4xi32>) -> (tensor<4xf32>, tensor<4xi32>) {
  %0 = amp.cast %x <unlisted> : tensor<4xf16> to tensor<4xf32>
  %1 = call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  return %1, %i : tensor<4xf32>, tensor<4xi32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// Only the result.
// expected-error @+1 {{expects argument #0 to be 'tensor<4xf16>', by the policy's io, but got 'tensor<4xf32>'}}
func.func @main(%x: tensor<4xf32>, %i: tensor<4xi32>) -> (tensor<4xf16>, tensor<4xi32>) {
  %0 = call @f(%x) : (tensor<4xf32>) -> tensor<4xf32>
  %1 = amp.cast %0 <unlisted> : tensor<4xf32> to tensor<4xf16>
  return %1, %i : tensor<4xf16>, tensor<4xi32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// Another type.
// expected-error @+1 {{expects argument #0 to be 'tensor<4xf16>', by the policy's io, but got 'tensor<4xbf16>'}}
func.func @main(%x: tensor<4xbf16>, %i: tensor<4xi32>) -> (tensor<4xbf16>, tensor<4xi32>) {
  %0 = amp.cast %x <unlisted> : tensor<4xbf16> to tensor<4xf32>
  %1 = call @f(%0) : (tensor<4xf32>) -> tensor<4xf32>
  %2 = amp.cast %1 <unlisted> : tensor<4xf32> to tensor<4xbf16>
  return %2, %i : tensor<4xbf16>, tensor<4xi32>
}
func.func private @f(%x: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.exponential %x : tensor<4xf32>
  return %0 : tensor<4xf32>
}

// -----

/// Values that are f16 at the interface are f32 inside if the policy denies f16.
func.func @main(%x: tensor<4xf16>, %i: tensor<4xi32>) -> (tensor<4xf16>, tensor<4xi32>) {
  %0 = call @f(%x) : (tensor<4xf16>) -> tensor<4xf16>
  return %0, %i : tensor<4xf16>, tensor<4xi32>
}
// expected-error @+1 {{breaks "what the policy does not allow keeps its types"}}
func.func private @f(%x: tensor<4xf16>) -> tensor<4xf16> {
  %0 = stablehlo.exponential %x : tensor<4xf16>
  return %0 : tensor<4xf16>
}
