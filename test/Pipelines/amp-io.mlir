// RUN: amp-opt %s --amp="compute=f16 io=f16 solver=paint" > %t.mlir
// RUN: FileCheck %s --input-file=%t.mlir
// RUN: amp-opt %t.mlir --amp="compute=f16 io=f16 solver=paint" | diff %t.mlir -
// RUN: not amp-opt %t.mlir --amp="compute=f16 solver=paint" 2>&1 | FileCheck %s --check-prefix=OTHER
// RUN: amp-opt %s --amp="compute=f16 io=keep solver=paint" | FileCheck %s --check-prefix=KEEP
// RUN: amp-run %t.mlir --generate --print | FileCheck %s --check-prefix=TYPE

/// The interface on request: f16 in and out, with no cast where f16 is what is
/// read or made anyway; the same again changes nothing, and it runs.
// CHECK: func.func @main(%[[X:.*]]: tensor<4x4xf16>, %[[W:.*]]: tensor<4x4xf16>) -> tensor<4x4xf16>
// CHECK-NEXT: %[[P:.*]] = stablehlo.dot %[[X]], %[[W]] : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
// CHECK: stablehlo.convert %{{.*}} : (tensor<4x4xf32>) -> tensor<4x4xf16>
// KEEP: @main(%{{.*}}: tensor<4x4xf32>, %{{.*}}: tensor<4x4xf32>) -> tensor<4x4xf32>
// OTHER: error: expects a module that no other policy was applied to
// TYPE: out_0: float16 (4, 4)
func.func @main(%x: tensor<4x4xf32>, %w: tensor<4x4xf32>) -> tensor<4x4xf32> {
  %0 = stablehlo.dot %x, %w : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  %1 = stablehlo.exponential %0 : tensor<4x4xf32>
  return %1 : tensor<4x4xf32>
}
