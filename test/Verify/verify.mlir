// RUN: amp-opt %s --amp-record-input --amp-attach-policy="compute=bf16 preset=default" --amp-assign-precision=solver=paint --amp-place-casts --amp-fold-casts --amp-verify --amp-lower-to-native --amp-verify | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16 preset=default solver=paint" -o %t
// RUN: amp-opt %t --amp-verify=input=%s | diff %t -
// RUN: amp-opt %t --amp="compute=bf16 preset=default solver=paint" | diff %t -
// RUN: not amp-opt %s --amp-verify 2>&1 | FileCheck %s --check-prefix=NO-RECORD
// RUN: not amp-opt %s --amp-verify=input=%t.none 2>&1 | FileCheck %s --check-prefix=NO-FILE

/// After placing and after native lowering, with the record and with the file.
/// The program's own converts stay, and are no casts of ours, although they do
/// what a cast does.

// NO-RECORD: error: expects a record of the input; run amp-record-input first, or name the input's file
// NO-FILE: error: cannot read the input '{{.*}}none' to compare with

// CHECK-LABEL: @main
func.func @main(%x: tensor<4x4xf32>) -> (tensor<4x4xf32>, tensor<4x4xbf16>) {
  // CHECK-COUNT-2: stablehlo.convert %arg0 : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %0 = stablehlo.convert %x : (tensor<4x4xf32>) -> tensor<4x4xbf16>
  %1 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
  return %1, %0 : tensor<4x4xf32>, tensor<4x4xbf16>
}

// CHECK-LABEL: @resource
func.func @resource() -> tensor<2xf32> {
  %0 = stablehlo.constant dense_resource<two> : tensor<2xf32>
  return %0 : tensor<2xf32>
}

{-#
  dialect_resources: {
    builtin: {
      two: "0x040000000000803F000000C0"
    }
  }
#-}
