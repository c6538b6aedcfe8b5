// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: split-file %s %t && cd %t
// RUN: amp-opt output.mlir --amp-verify=input=input.mlir -o /dev/null

/// A reduction of elements in [0, 2] whose body selects one of them, or yields
/// a constant, is a bounded angle.
// RUN: sed 's/return %m :/return %one :/; s/%0 init/%x init/' input.mlir > constant-in.mlir
// RUN: sed 's/return %m :/return %one :/; s/%0 init/%x init/' output.mlir | amp-opt --amp-verify=input=constant-in.mlir -o /dev/null

/// A body that adds leaves the bounds of its inputs.
// RUN: sed 's/return %m :/return %r :/' input.mlir > added-in.mlir
// RUN: sed 's/return %m :/return %r :/' output.mlir | not amp-opt --amp-verify=input=added-in.mlir 2>&1 | FileCheck %s
// CHECK: error: {{.*}}: expects f32 for an angle of unknown size

/// So do elements that have none.
// RUN: sed 's/%0 init/%x init/' input.mlir > open-in.mlir
// RUN: sed 's/%0 init/%x init/' output.mlir | not amp-opt --amp-verify=input=open-in.mlir 2>&1 | FileCheck %s

/// A single element may be returned without its body (StableHLO, reduce).
// RUN: sed 's/3x4/1x4/g' constant-in.mlir > single-in.mlir
// RUN: sed 's/return %m :/return %one :/; s/%0 init/%x init/; s/3x4/1x4/g' output.mlir | not amp-opt --amp-verify=input=single-in.mlir 2>&1 | FileCheck %s

/// Positions of top_k are below the size of the dimension: their products are
/// exact in bf16, and at 300 elements they are not.
// RUN: amp-opt positions.mlir --amp="compute=bf16 solver=paint verify" | FileCheck %s --check-prefix=LOW
// LOW: stablehlo.dot {{.*}} -> tensor<1x1xbf16>
// RUN: sed 's/x3xf32/x300xf32/' positions.mlir | amp-opt --amp="compute=bf16 solver=paint verify" | FileCheck %s --check-prefix=HIGH
// HIGH: stablehlo.dot {{.*}} -> tensor<1x1xf32>

//--- input.mlir
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["elementwise", "transcendental"], clear = ["layout", "contraction.result"]>} {
  func.func @main(%x: tensor<3x4xf32>, %w: tensor<4x4xf32>) -> tensor<4xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %two = stablehlo.constant dense<2.0> : tensor<f32>
    %0 = stablehlo.clamp %zero, %x, %two : (tensor<f32>, tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
    %1 = stablehlo.reduce(%0 init: %zero) across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
      reducer(%a: tensor<f32>, %b: tensor<f32>) {
        %one = stablehlo.constant dense<1.0> : tensor<f32>
        %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
        %m = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
        %t = stablehlo.add %a, %b : tensor<f32>
        %r = stablehlo.select %c, %a, %t : tensor<i1>, tensor<f32>
        stablehlo.return %m : tensor<f32>
      }
    %2 = stablehlo.cosine %1 : tensor<4xf32>
    %3 = stablehlo.dot %2, %w : (tensor<4xf32>, tensor<4x4xf32>) -> tensor<4xf32>
    return %3 : tensor<4xf32>
  }
}

//--- output.mlir
func.func @main(%x: tensor<3x4xf32>, %w: tensor<4x4xf32>) -> tensor<4xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %two = stablehlo.constant dense<2.0> : tensor<f32>
  %0 = stablehlo.clamp %zero, %x, %two : (tensor<f32>, tensor<3x4xf32>, tensor<f32>) -> tensor<3x4xf32>
  %1 = stablehlo.reduce(%0 init: %zero) across dimensions = [0] : (tensor<3x4xf32>, tensor<f32>) -> tensor<4xf32>
    reducer(%a: tensor<f32>, %b: tensor<f32>) {
      %one = stablehlo.constant dense<1.0> : tensor<f32>
      %c = stablehlo.compare LT, %a, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
      %m = stablehlo.select %c, %a, %b : tensor<i1>, tensor<f32>
      %t = stablehlo.add %a, %b : tensor<f32>
      %r = stablehlo.select %c, %a, %t : tensor<i1>, tensor<f32>
      stablehlo.return %m : tensor<f32>
    }
  %h = amp.cast %1 <unlisted> : tensor<4xf32> to tensor<4xbf16>
  %2 = stablehlo.cosine %h : tensor<4xbf16>
  %wh = amp.cast %w <unlisted> : tensor<4x4xf32> to tensor<4x4xbf16>
  %3 = stablehlo.dot %2, %wh : (tensor<4xbf16>, tensor<4x4xbf16>) -> tensor<4xf32>
  return %3 : tensor<4xf32>
}

//--- positions.mlir
func.func @main(%x: tensor<1x3xf32>, %w: tensor<1x1xf32>) -> tensor<1x1xf32> {
  %values, %positions = chlo.top_k(%x, k = 1) : tensor<1x3xf32> -> (tensor<1x1xf32>, tensor<1x1xi32>)
  %0 = stablehlo.convert %positions : (tensor<1x1xi32>) -> tensor<1x1xui8>
  %1 = stablehlo.convert %0 : (tensor<1x1xui8>) -> tensor<1x1xf32>
  %2 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<1x8xf32>
  %3 = stablehlo.broadcast_in_dim %1, dims = [0, 1] : (tensor<1x1xf32>) -> tensor<8x1xf32>
  %4 = stablehlo.dot %2, %3 : (tensor<1x8xf32>, tensor<8x1xf32>) -> tensor<1x1xf32>
  %5 = stablehlo.dot %4, %w : (tensor<1x1xf32>, tensor<1x1xf32>) -> tensor<1x1xf32>
  return %5 : tensor<1x1xf32>
}
