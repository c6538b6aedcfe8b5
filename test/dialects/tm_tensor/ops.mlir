// RUN: amp-opt %s --verify-roundtrip | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16 solver=paint" | FileCheck %s --check-prefixes=CHECK,AMP

/// Ops that torch-mlir leaves between linalg ops. All are opaque: operands, results and bodies stay f32 between f16 ops.
// CHECK-LABEL: @scatter(
// AMP: linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
// CHECK: tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%{{.*}}, %{{.*}} : tensor<3x8xf32>, tensor<3x1xi32>) outs(%{{.*}} : tensor<8x8xf32>) {
// CHECK-NEXT: ^bb0(%{{.*}}: f32, %{{.*}}: f32):
// CHECK-NEXT: arith.addf %{{.*}} : f32
// CHECK-NEXT: tm_tensor.yield %{{.*}} : f32
// CHECK-NEXT: } -> tensor<8x8xf32>
// AMP: linalg.matmul ins(%{{.*}} : tensor<8x8xf16>, tensor<8x8xf16>)
func.func @scatter(%x: tensor<8x8xf32>, %updates: tensor<3x8xf32>, %at: tensor<3x1xi32>, %zero: tensor<8x8xf32>) -> tensor<8x8xf32> {
  %0 = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1 = tm_tensor.scatter {dimension_map = array<i64: 0>} unique_indices(false) ins(%updates, %at : tensor<3x8xf32>, tensor<3x1xi32>) outs(%0 : tensor<8x8xf32>) {
  ^bb0(%new: f32, %old: f32):
    %2 = arith.addf %new, %old : f32
    tm_tensor.yield %2 : f32
  } -> tensor<8x8xf32>
  %3 = linalg.matmul ins(%1, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  return %3 : tensor<8x8xf32>
}

// CHECK-LABEL: @scan(
// CHECK: tm_tensor.scan dimension(0) inclusive(true) ins(%{{.*}} : tensor<8x8xf32>) outs(%{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8xf32>) {
// CHECK: } -> tensor<8x8xf32>, tensor<8xf32>
func.func @scan(%x: tensor<8x8xf32>, %zero: tensor<8x8xf32>, %sum: tensor<8xf32>) -> (tensor<8x8xf32>, tensor<8xf32>) {
  %0 = linalg.matmul ins(%x, %x : tensor<8x8xf32>, tensor<8x8xf32>) outs(%zero : tensor<8x8xf32>) -> tensor<8x8xf32>
  %1:2 = tm_tensor.scan dimension(0) inclusive(true) ins(%0 : tensor<8x8xf32>) outs(%zero, %sum : tensor<8x8xf32>, tensor<8xf32>) {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.addf %a, %b : f32
    tm_tensor.yield %2 : f32
  } -> tensor<8x8xf32>, tensor<8xf32>
  return %1#0, %1#1 : tensor<8x8xf32>, tensor<8xf32>
}

// CHECK-LABEL: @order(
// CHECK: tm_tensor.sort dimension(1) outs(%{{.*}}, %{{.*}} : tensor<8x8xf32>, tensor<8x8xi64>) {
// CHECK: tm_tensor.topk dimension(1) ins(%{{.*}} : tensor<8x8xf32>) outs(%{{.*}}, %{{.*}} : tensor<8x2xf32>, tensor<8x2xi64>) {
func.func @order(%x: tensor<8x8xf32>, %at: tensor<8x8xi64>, %top: tensor<8x2xf32>, %topAt: tensor<8x2xi64>) -> (tensor<8x8xf32>, tensor<8x2xf32>) {
  %0:2 = tm_tensor.sort dimension(1) outs(%x, %at : tensor<8x8xf32>, tensor<8x8xi64>) {
  ^bb0(%a: f32, %b: f32, %i: i64, %j: i64):
    %2 = arith.cmpf oge, %a, %b : f32
    tm_tensor.yield %2 : i1
  } -> tensor<8x8xf32>, tensor<8x8xi64>
  %1:2 = tm_tensor.topk dimension(1) ins(%x : tensor<8x8xf32>) outs(%top, %topAt : tensor<8x2xf32>, tensor<8x2xi64>) {
  ^bb0(%a: f32, %b: f32):
    %2 = arith.cmpf ogt, %a, %b : f32
    tm_tensor.yield %2 : i1
  } -> tensor<8x2xf32>, tensor<8x2xi64>
  return %0#0, %1#0 : tensor<8x8xf32>, tensor<8x2xf32>
}

// CHECK-LABEL: @attention(
// CHECK: tm_tensor.attention ins(%{{.*}}, %{{.*}}, %{{.*}}, %{{.*}} : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x8xf32>) outs(%{{.*}} : tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
func.func @attention(%q: tensor<2x8x4xf32>, %k: tensor<2x8x4xf32>, %v: tensor<2x8x4xf32>, %mask: tensor<2x8x8xf32>, %out: tensor<2x8x4xf32>) -> tensor<2x8x4xf32> {
  %0 = tm_tensor.attention ins(%q, %k, %v, %mask : tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x4xf32>, tensor<2x8x8xf32>) outs(%out: tensor<2x8x4xf32>) -> tensor<2x8x4xf32>
  return %0 : tensor<2x8x4xf32>
}
