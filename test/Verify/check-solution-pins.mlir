// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
/// Each reason for f32 has its pin, and the checker accepts every one of them.
// DEFINE: %{solve} = amp-opt %s -split-input-file --amp
// RUN: %{solve}=compute=f16 -o /dev/null
// RUN: %{solve}="compute=bf16 preset=contractions" -o /dev/null
// RUN: %{solve}="compute=f16 preset=contractions" --mlir-print-ir-before=amp-check-solution --mlir-disable-threading -o /dev/null 2>&1 | FileCheck %s
/// A rule pins nothing outside of the part that is off.
// RUN: amp-opt %s -split-input-file --amp="compute=f16 preset=contractions" --mlir-print-ir-before=amp-check-solution --mlir-disable-threading --mlir-print-debuginfo --mlir-print-local-scope -o /dev/null 2>%t
// RUN: sed -n '/^module @scope /,/^} /p' %t | sed 's/pins = array<i8: 2, 1, 0/pins = array<i8: 2, 1, 2/' | not amp-opt --amp-check-solution -o /dev/null 2>&1 | FileCheck %s --check-prefix=OUTSIDE
// OUTSIDE: 'stablehlo.dot_general' op is pinned to f32 by a rule in slot 0, but the policy has no rule

/// Off by a scope, without a rule or a composite.
// CHECK: module @scope {{.*}}flow_pins = array<i8: 2, 1, 0, 1>
module @scope {
  func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32> loc("jit(f)/amp.off/dot")
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  }
}

// -----

/// The function around is denied; an op's own wish is found on the op.
// CHECK: module @around {{.*}}flow_pins = array<i8: 2, 1, 1, 1>
module @around {
  func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> attributes {amp.require = #amp.require<deny>} {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = stablehlo.dot_general %0, %x, contracting_dims = [1] x [0] {amp.require = #amp.require<deny>} : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  }
}

// -----

/// One of two calls is denied.
// CHECK: module @calls
module @calls {
  func.func @main(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = call @f(%x) {amp.require = #amp.require<deny>} : (tensor<64x64xf32>) -> tensor<64x64xf32>
    %1 = call @f(%0) : (tensor<64x64xf32>) -> tensor<64x64xf32>
    return %1 : tensor<64x64xf32>
  }
  func.func private @f(%x: tensor<64x64xf32>) -> tensor<64x64xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<64x64xf32>, tensor<64x64xf32>) -> tensor<64x64xf32>
    return %0 : tensor<64x64xf32>
  }
}
