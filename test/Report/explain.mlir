// RUN: amp-opt %s --amp="compute=bf16 solver=paint" --amp-explain=subtract -o %t.out 2>&1 | FileCheck %s --check-prefix=PATH
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" | diff %t.out -
// RUN: amp-opt %s --amp="compute=bf16 solver=paint explain=^norm$" -o /dev/null 2>&1 | FileCheck %s --check-prefix=FUNCTION
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" --amp-explain='layer/(dot|act).*model.py:1[01]:' -o /dev/null 2>&1 | FileCheck %s --check-prefix=PLACE
// RUN: amp-opt %s --amp="compute=bf16 chip=sm_80" --amp-explain=tiny -o /dev/null 2>&1 | FileCheck %s --check-prefix=PRICE

/// The op that denied it, and the ops in between.
// PATH:      stablehlo.subtract at layer/norm/sub at model.py:22:5 in @norm: f32, because stablehlo.reduce is denied, and this op depends on it
// PATH-NEXT:   denied by stablehlo.reduce at layer/norm/sum at model.py:20:5 (reduction is on the deny list), through stablehlo.broadcast_in_dim at layer/norm/broadcast at model.py:21:5
// PATH-NEXT:   role: interior of a softmax
// PATH-NEXT:   operand: cast of bf16 to f32, of argument 0, because it is 16-bit, and its user is not: control is on the clear list

/// A function's ops are all that is said.
// FUNCTION-NOT: @main
// FUNCTION:     stablehlo.reduce at layer/norm/sum
// FUNCTION-NOT: @main

/// Scope, file and line; casts on either side.
// PLACE-NOT: model.py:2
// PLACE:      stablehlo.dot_general at layer/dot at model.py:10:5 in @main: bf16, because contraction is on the allow list
// PLACE-NEXT:   operand: cast of f32 to bf16, of argument 0, because its user is 16-bit: contraction is on the allow list
// PLACE-NEXT:   operand: cast of f32 to bf16, of argument 1,
/// Back through the call to who denied it.
// PLACE-NEXT: stablehlo.tanh at layer/act at model.py:11:5 in @main: f32, because stablehlo.reduce is denied, and this op depends on it
// PLACE-NEXT:   denied by stablehlo.reduce at layer/norm/sum {{.*}}, through stablehlo.broadcast_in_dim {{.*}}, stablehlo.subtract at layer/norm/sub at model.py:22:5
// PLACE-NEXT:   result: cast of f32 to bf16, of stablehlo.tanh

/// A product of 8x8 between ops that are f32 is not worth its casts: so much is lost by it.
// PRICE:      stablehlo.dot_general at tiny/dot at model.py:30:5 in @tiny: f32, because contraction may be 16-bit, but f32 is faster
// PRICE-NEXT:   if only this op read bf16, the program would take {{0.[0-9]*[1-9][0-9]*|[1-9][0-9.]+}} ns more on sm_80
module @step {
  func.func private @norm(%x: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %0 = stablehlo.reduce(%x init: %zero) applies stablehlo.add across dimensions = [1] : (tensor<8x8xf32>, tensor<f32>) -> tensor<8xf32> loc("layer/norm/sum"("model.py":20:5))
    %1 = stablehlo.broadcast_in_dim %0, dims = [0] : (tensor<8xf32>) -> tensor<8x8xf32> loc("layer/norm/broadcast"("model.py":21:5))
    %2 = stablehlo.subtract %x, %1 {amp.role = "softmax.interior"} : tensor<8x8xf32> loc("layer/norm/sub"("model.py":22:5))
    return %2 : tensor<8x8xf32>
  }
  func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("layer/dot"("model.py":10:5))
    %1 = call @norm(%0) : (tensor<8x8xf32>) -> tensor<8x8xf32>
    %2 = stablehlo.tanh %1 : tensor<8x8xf32> loc("layer/act"("model.py":11:5))
    %3 = stablehlo.dot_general %2, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32>
    return %3 : tensor<8x8xf32>
  }
  func.func @tiny(%x: tensor<8x8xf32>, %w: tensor<8x8xf32>) -> tensor<8x8xf32> {
    %0 = stablehlo.exponential %x : tensor<8x8xf32>
    %1 = stablehlo.dot_general %0, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x8xf32>) -> tensor<8x8xf32> loc("tiny/dot"("model.py":30:5))
    %2 = stablehlo.exponential %1 : tensor<8x8xf32>
    return %2 : tensor<8x8xf32>
  }
}
