// RUN: amp-opt %s --amp-place-casts | FileCheck %s
// RUN: amp-opt %s --amp-place-casts | amp-opt | FileCheck %s
// RUN: amp-opt %s --amp-place-casts --mlir-print-op-generic | FileCheck %s --check-prefix=GENERIC

/// The body of a retyped op follows the types of its operands and results.

#id = affine_map<(i) -> (i)>

/// A body of our own is not ours to narrow: it computes as before.
// CHECK-LABEL: @generic(
// CHECK: linalg.generic
// CHECK: ^bb0(%[[X:.*]]: f16, %{{.*}}: f16):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK-NEXT: %[[E:.*]] = math.exp %[[WIDE]] : f32
// CHECK-NEXT: %[[NARROW:.*]] = arith.truncf %[[E]] : f32 to f16
// CHECK-NEXT: linalg.yield %[[NARROW]] : f16
func.func @generic(%v: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>) attrs = {amp.precision = #amp.precision<[f16], <unlisted>>} {
  ^bb0(%x: f32, %out: f32):
    %e = math.exp %x : f32
    linalg.yield %e : f32
  } -> tensor<4xf32>
  return {amp.precision = #amp.precision<[], <unlisted>>} %0 : tensor<4xf32>
}

/// A body that only moves a value needs no cast.
// CHECK-LABEL: @moved
// CHECK: ^bb0(%[[X:.*]]: f16, %{{.*}}: f16):
// CHECK-NEXT: linalg.yield %[[X]] : f16
func.func @moved(%v: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>) attrs = {amp.precision = #amp.precision<[f16], <unlisted>>} {
  ^bb0(%x: f32, %out: f32):
    linalg.yield %x : f32
  } -> tensor<4xf32>
  return {amp.precision = #amp.precision<[], <unlisted>>} %0 : tensor<4xf32>
}

/// An argument that is computed with and also yielded as it is needs no cast on its way out.
// CHECK-LABEL: @both(
// CHECK: ^bb0(%[[X:.*]]: f16, %{{.*}}: f16, %{{.*}}: f16):
// CHECK-NEXT: %[[WIDE:.*]] = arith.extf %[[X]] : f16 to f32
// CHECK-NEXT: %[[E:.*]] = math.exp %[[WIDE]] : f32
// CHECK-NEXT: %[[NARROW:.*]] = arith.truncf %[[E]] : f32 to f16
// CHECK-NEXT: linalg.yield %[[NARROW]], %[[X]] : f16, f16
func.func @both(%v: tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf32>) {
  %0:2 = linalg.generic {indexing_maps = [#id, #id, #id], iterator_types = ["parallel"]} ins(%v : tensor<4xf32>) outs(%v, %v : tensor<4xf32>, tensor<4xf32>) attrs = {amp.precision = #amp.precision<[f16], <unlisted>>} {
  ^bb0(%x: f32, %a: f32, %b: f32):
    %e = math.exp %x : f32
    linalg.yield %e, %x : f32, f32
  } -> (tensor<4xf32>, tensor<4xf32>)
  return {amp.precision = #amp.precision<[], <unlisted>>} %0#0, %0#1 : tensor<4xf32>, tensor<4xf32>
}

/// The text of a named op does not show its body: it is the one that the text
/// stands for.
// CHECK-LABEL: @named(
// GENERIC: "math.exp"(%{{.*}}) <{{.*}}> : (f16) -> f16
// CHECK: linalg.exp ins(%{{.*}} : tensor<4xf16>) outs(%{{.*}} : tensor<4xf16>) -> tensor<4xf16>
func.func @named(%v: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.exp {amp.precision = #amp.precision<[f16], <unlisted>>} ins(%v : tensor<4xf32>) outs(%v : tensor<4xf32>) -> tensor<4xf32>
  return {amp.precision = #amp.precision<[], <unlisted>>} %0 : tensor<4xf32>
}

// CHECK-LABEL: @pad
// CHECK: %[[NARROW:.*]] = arith.truncf %{{.*}} : f32 to f16
// CHECK-NEXT: tensor.yield %[[NARROW]] : f16
// CHECK-NEXT: } : tensor<4xf16> to tensor<6xf16>
func.func @pad(%v: tensor<4xf32>, %zero: f32) -> tensor<6xf32> {
  %0 = tensor.pad %v low[1] high[1] {
  ^bb0(%i: index):
    tensor.yield %zero : f32
  } {amp.precision = #amp.precision<[f16], <unlisted>>} : tensor<4xf32> to tensor<6xf32>
  return {amp.precision = #amp.precision<[], <unlisted>>} %0 : tensor<6xf32>
}

/// 0.1 as f16, the maximum of f32 as the infinity of f16.
// CHECK-LABEL: @clamp
// CHECK: tosa.clamp %{{.*}} {max_val = 0x7C00 : f16, min_val = 9.997550e-02 : f16} : (tensor<4xf16>) -> tensor<4xf16>
func.func @clamp(%v: tensor<4xf32>) -> tensor<4xf32> {
  %0 = tosa.clamp %v {amp.precision = #amp.precision<[f16], <unlisted>>, max_val = 3.40282347E+38 : f32, min_val = 0.1 : f32} : (tensor<4xf32>) -> tensor<4xf32>
  return {amp.precision = #amp.precision<[], <unlisted>>} %0 : tensor<4xf32>
}
