// RUN: amp-opt %s --amp="compute=bf16 preset=default report=%t.json solver=paint" -o %t.out
// RUN: FileCheck %s < %t.json
// RUN: amp-opt %s --amp="compute=bf16 preset=default solver=paint" | diff %t.out -
// RUN: amp-opt %s --amp="compute=bf16 preset=default report=%t.again.json solver=paint" --mlir-disable-threading -o /dev/null && diff %t.json %t.again.json
// RUN: amp-opt %t.out --amp="compute=bf16 preset=default report=%t.applied.json solver=paint" -o /dev/null
// RUN: FileCheck %s --check-prefix=APPLIED < %t.applied.json

/// A row per op with its reason in words, a row per cast, and the totals of
/// both sides; asking for a report changes nothing in the result.
// CHECK: "version": 1,
// CHECK: "module": "step",
// CHECK: "compute": "bf16",
// CHECK: "applied_before": false,
// CHECK: "before": {
// CHECK: "flops": {
// CHECK-NEXT: "f32": 1280,
// CHECK: "after": {
// CHECK: "flops": {
// CHECK-NEXT: "bf16": 1024,
// CHECK-NEXT: "f32": 256,

/// Two calls; nothing of its return.
// CHECK-LABEL: "ops": [
// CHECK-NEXT: {"name":"stablehlo.exponential","location":"{{.*}}write-report.mlir:[[#]]:10","function":"once","times":2,"class":"transcendental","operands":["f32"],"results":["f32"],"inputs":[],"cast_inputs":[],"flops":128,"tf32":null,"safety":null,"reason":{"entry":"transcendental","kind":"deny","words":"transcendental is on the deny list"}}
// CHECK-NEXT: {"name":"stablehlo.dot_general","location":"products/first at step.py:1:10",{{.*}}"class":"contraction","operands":["bf16","bf16"],"results":["bf16"],"inputs":[{{[0-9, ]*}}],"cast_inputs":[{{[0-9, ]*}}],"flops":512,"tf32":null,"safety":"assumed","reason":{"entry":"contraction","kind":"allow","words":"contraction is on the allow list"}}
/// A loop runs as often as its condition says.
// CHECK: {"name":"stablehlo.while",
// CHECK-NEXT: {"name":"stablehlo.dot_general",{{.*}}"times":null,
/// f64 is nobody's decision.
// CHECK-NEXT: "operands":["f64","f64"],{{.*}}"reason":{"entry":null,"kind":"none","words":"holds no f32, so nothing was decided"}
// CHECK-LABEL: "casts": [
// CHECK-NEXT: {"from":"f32","to":"bf16",{{.*}}"function":"main","times":1,"bytes_read":256,"bytes_written":128,"of":"an argument","readers":["stablehlo.dot_general"],"carryable":false,"reason":{"entry":"contraction","kind":"allow","words":"its user is 16-bit: contraction is on the allow list"}}

// APPLIED: "compute": null,
// APPLIED-NEXT: "applied_before": true,
// APPLIED: "words":"decided when mixed precision was applied"
module @step {
  func.func private @once(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.exponential %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  func.func @main(%x: tensor<8x8xf32>, %w: tensor<8x4xf32>, %v: tensor<4x4xf32>, %d: tensor<64xf64>, %n: tensor<i32>) -> (tensor<4x4xf32>, tensor<64xf64>) {
    %0 = stablehlo.dot_general %x, %w, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32> loc("products/first"("step.py":1:10))
    %1 = call @once(%v) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = call @once(%1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3:2 = stablehlo.while(%i = %n, %y = %0) : tensor<i32>, tensor<8x4xf32>
    cond {
      %5 = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>
      stablehlo.return %5 : tensor<i1>
    } do {
      %5 = stablehlo.dot_general %x, %y, contracting_dims = [1] x [0] : (tensor<8x8xf32>, tensor<8x4xf32>) -> tensor<8x4xf32>
      stablehlo.return %i, %5 : tensor<i32>, tensor<8x4xf32>
    }
    %4 = stablehlo.add %d, %d : tensor<64xf64>
    return %2, %4 : tensor<4x4xf32>, tensor<64xf64>
  }
}
