// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s | FileCheck %s
// RUN: amp-opt --mlir-print-op-generic %s | amp-opt | FileCheck %s

sdy.mesh @mesh = <["x"=2, "y"=4]>
sdy.mesh @open = <[]>

// CHECK-LABEL: func @manual
func.func @manual(%a: tensor<8x8xf32>, %b: tensor<?xf32>) -> tensor<8x8xf32> {
  // CHECK:      %0 = sdy.manual_computation(%arg0) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%arg2: tensor<4x8xf32>) {
  // CHECK-NEXT:   sdy.return %arg2 : tensor<4x8xf32>
  // CHECK-NEXT: } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  %0 = sdy.manual_computation(%a) in_shardings=[<@mesh, [{"x", "y"}, {}]>] out_shardings=[<@mesh, [{"x"}, {?}]>] manual_axes={"x"} (%arg: tensor<4x8xf32>) {
    sdy.return %arg : tensor<4x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  /// Free axes inside may become manual in turn.
  // CHECK: sdy.manual_computation(%arg1, %0) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}, {"x"}]>] out_shardings=[<@open, [{?}, {}]>] manual_axes={"x"} (%arg2: tensor<?xf32>, %arg3: tensor<8x4xf32>) {
  // CHECK:   sdy.manual_computation(%arg3) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y"} (%arg4: tensor<2x4xf32>) {
  // CHECK: } {tag} : (tensor<?xf32>, tensor<8x8xf32>) -> tensor<8x4xf32>
  %1 = sdy.manual_computation(%b, %0) in_shardings=[<@mesh, [{"x"}]>, <@mesh, [{}, {"x"}]>] out_shardings=[<@open, [{?}, {}]>] manual_axes={"x"} (%arg: tensor<?xf32>, %arg_1: tensor<8x4xf32>) {
    %2 = sdy.manual_computation(%arg_1) in_shardings=[<@mesh, [{"y"}, {}]>] out_shardings=[<@mesh, [{"y"}, {}]>] manual_axes={"y"} (%inner: tensor<2x4xf32>) {
      sdy.return %inner : tensor<2x4xf32>
    } : (tensor<8x4xf32>) -> tensor<8x4xf32>
    sdy.return %2 : tensor<8x4xf32>
  } {tag} : (tensor<?xf32>, tensor<8x8xf32>) -> tensor<8x4xf32>
  // CHECK:      sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
  // CHECK-NEXT:   sdy.return {tag}
  // CHECK-NEXT: } : () -> ()
  sdy.manual_computation() in_shardings=[] out_shardings=[] manual_axes={} () {
    sdy.return {tag}
  } : () -> ()
  return %0 : tensor<8x8xf32>
}

// CHECK-LABEL: func @named
func.func @named(%a: tensor<8x8xf32>, %i: i32) {
  // CHECK:      %0:2 = sdy.named_computation<"both \22ways\22">(%arg0, %arg1) (%arg2: tensor<8x8xf32>, %arg3: i32) {
  // CHECK-NEXT:   sdy.return %arg2, %arg3 : tensor<8x8xf32>, i32
  // CHECK-NEXT: } {tag} : (tensor<8x8xf32>, i32) -> (tensor<8x8xf32>, i32)
  %0:2 = sdy.named_computation<"both \22ways\22">(%a, %i) (%arg: tensor<8x8xf32>, %arg_1: i32) {
    sdy.return %arg, %arg_1 : tensor<8x8xf32>, i32
  } {tag} : (tensor<8x8xf32>, i32) -> (tensor<8x8xf32>, i32)
  // CHECK: sdy.named_computation<"f">(%arg0) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>] (%arg2: tensor<8x8xf32>) {
  %1 = sdy.named_computation<"f">(%a) in_shardings=[<@mesh, [{"x"}, {}]>] out_shardings=[<@mesh, [{}, {"x"}]>] (%arg: tensor<8x8xf32>) {
    sdy.return %arg : tensor<8x8xf32>
  } : (tensor<8x8xf32>) -> tensor<8x8xf32>
  // CHECK: sdy.named_computation<"g">(%arg0) out_shardings=[] (%arg2: tensor<8x8xf32>) {
  sdy.named_computation<"g">(%a) out_shardings=[] (%arg: tensor<8x8xf32>) {
    sdy.return
  } : (tensor<8x8xf32>) -> ()
  return
}
