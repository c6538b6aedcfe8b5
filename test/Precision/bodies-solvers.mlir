// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=exhaustive --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=mincut --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy=compute=f16 --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=torch-cuda" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefix=TORCH
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=tf" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s --check-prefix=TF
// RUN: amp-opt %s --amp="compute=f16 preset=contractions" | FileCheck %s --check-prefix=CONTRACTIONS

/// Every solver and preset keeps a body that holds what must stay f32.
// CONTRACTIONS-NOT: tensor<f16>
func.func @bodies(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  // CHECK: "stablehlo.sort"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.exponential', denied by 'transcendental'">>
  // TORCH: "stablehlo.sort"
  // TORCH: #amp.precision<[], <body, "holds 'stablehlo.exponential', denied by
  // TF: "stablehlo.sort"
  // TF: #amp.precision<[], <body, "holds 'stablehlo.exponential', denied by 'stablehlo.exponential'">>
  %0 = "stablehlo.sort"(%h) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %e = stablehlo.exponential %a : tensor<f32>
    %f = stablehlo.exponential %b : tensor<f32>
    %c = stablehlo.compare GT, %e, %f : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = stablehlo.dot %0, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  // CHECK: stablehlo.reduce
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.constant': overflows">>
  // TORCH: stablehlo.reduce
  // TORCH: #amp.precision<[], <body, "holds 'stablehlo.constant': overflows">>
  // TF: stablehlo.reduce
  // TF: #amp.precision<[], <body, "holds 'stablehlo.constant': overflows">>
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %2 = "stablehlo.reduce"(%1, %z) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %k = stablehlo.constant dense<1.0e5> : tensor<f32>
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %n = stablehlo.minimum %m, %k : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %3 = stablehlo.broadcast_in_dim %2, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %4 = stablehlo.dot %3, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %4 : tensor<512x512xf32>
}
