// RUN: amp-opt %s --amp-assign-precision=solver=paint --amp-place-casts | FileCheck %s

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, allow = ["contraction"]>} {
  /// One cast per value, behind its definition, for all users; no decision is
  /// left over.
  // CHECK-LABEL: @shared
  // CHECK-NOT: amp.precision
  // CHECK-DAG: %[[A:.*]] = amp.cast %arg0 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xf16>
  // CHECK-DAG: %[[B:.*]] = amp.cast %arg1 <allow, "contraction"> : tensor<4x4xf32> to tensor<4x4xf16>
  // CHECK: %[[FIRST:.*]] = linalg.matmul ins(%[[A]], %[[B]] : tensor<4x4xf16>, tensor<4x4xf16>) outs(%arg2 : tensor<4x4xf32>)
  // CHECK-NEXT: %[[C:.*]] = amp.cast %[[FIRST]]
  // CHECK-NEXT: linalg.matmul ins(%[[C]], %[[B]] : tensor<4x4xf16>, tensor<4x4xf16>) outs(%arg2 : tensor<4x4xf32>)
  // CHECK-NOT: amp.cast
  func.func @shared(%a: tensor<4x4xf32>, %b: tensor<4x4xf32>, %init: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = linalg.matmul ins(%a, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = linalg.matmul ins(%0, %b : tensor<4x4xf32>, tensor<4x4xf32>) outs(%init : tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }

  /// The body of a generic op widens what it reads, so it still sums in f32.
  // CHECK-LABEL: @generic
  // CHECK: ^bb0(%[[IN:.*]]: f16, %[[IN2:.*]]: f16, %[[OUT:.*]]: f32):
  // CHECK-NEXT: %[[X:.*]] = arith.extf %[[IN]] : f16 to f32
  // CHECK-NEXT: %[[Y:.*]] = arith.extf %[[IN2]] : f16 to f32
  // CHECK-NEXT: arith.mulf %[[X]], %[[Y]] : f32
  func.func @generic(%a: tensor<4x8xf32>, %b: tensor<8xf32>, %init: tensor<4xf32>) -> tensor<4xf32> {
    %0 = linalg.generic {indexing_maps = [affine_map<(m, k) -> (m, k)>, affine_map<(m, k) -> (k)>, affine_map<(m, k) -> (m)>], iterator_types = ["parallel", "reduction"]} ins(%a, %b : tensor<4x8xf32>, tensor<8xf32>) outs(%init : tensor<4xf32>) {
    ^bb0(%x: f32, %y: f32, %sum: f32):
      %product = arith.mulf %x, %y : f32
      %next = arith.addf %sum, %product : f32
      linalg.yield %next : f32
    } -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }

  /// A result that becomes 16-bit goes back to f32 for whoever read f32.
  // CHECK-LABEL: @low_result
  // CHECK: %[[LOW:.*]] = tosa.conv2d {{.*}}acc_type = f32{{.*}} -> tensor<1x6x6x16xf16>
  // CHECK-NEXT: %[[BACK:.*]] = amp.cast %[[LOW]] {{.*}} : tensor<1x6x6x16xf16> to tensor<1x6x6x16xf32>
  // CHECK-NEXT: tosa.exp %[[BACK]]
  // CHECK-NEXT: return %{{.*}}, %[[BACK]]
  func.func @low_result(%x: tensor<1x8x8x4xf32>, %w: tensor<16x3x3x4xf32>, %b: tensor<16xf32>, %z: tensor<1xf32>) -> (tensor<1x6x6x16xf32>, tensor<1x6x6x16xf32>) {
    %0 = tosa.conv2d %x, %w, %b, %z, %z {acc_type = f32, pad = array<i64: 0, 0, 0, 0>, stride = array<i64: 1, 1>, dilation = array<i64: 1, 1>} : (tensor<1x8x8x4xf32>, tensor<16x3x3x4xf32>, tensor<16xf32>, tensor<1xf32>, tensor<1xf32>) -> tensor<1x6x6x16xf32>
    %1 = tosa.exp %0 : (tensor<1x6x6x16xf32>) -> tensor<1x6x6x16xf32>
    return %1, %0 : tensor<1x6x6x16xf32>, tensor<1x6x6x16xf32>
  }
}
