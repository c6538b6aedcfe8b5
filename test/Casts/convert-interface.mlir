// RUN: amp-opt %s -split-input-file --amp-convert-interface -verify-diagnostics | FileCheck %s

module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, io = f16>} {
  /// Behind the arguments and before the results; what was cast to f16 anyway is
  /// read as it comes, and what was cast back is returned as it is.
  // CHECK-LABEL: func.func @main(
  // CHECK-SAME: %[[X:.*]]: tensor<4xf16> {jax.arg_info = "x"}, %[[I:.*]]: tensor<4xi32>, %[[D:.*]]: f64)
  // CHECK-SAME: -> (tensor<4xf16> {jax.result_info = "y"}, tensor<4xf16>, tensor<4xf16>, tensor<4xi32>, f64)
  func.func @main(%x: tensor<4xf32> {jax.arg_info = "x"}, %i: tensor<4xi32>, %d: f64) -> (tensor<4xf32> {jax.result_info = "y"}, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, f64) {
    // CHECK-NEXT: %[[BACK:.*]] = amp.cast %[[X]] <require, "io"> : tensor<4xf16> to tensor<4xf32>
    %0 = amp.cast %x <allow, "a"> : tensor<4xf32> to tensor<4xf16>
    // CHECK-NEXT: %[[LOW:.*]] = stablehlo.tanh %[[X]] : tensor<4xf16>
    %1 = stablehlo.tanh %0 : tensor<4xf16>
    %2 = amp.cast %1 <allow, "a"> : tensor<4xf16> to tensor<4xf32>
    // CHECK-NEXT: %[[HIGH:.*]] = stablehlo.exponential %[[BACK]] : tensor<4xf32>
    // CHECK-NEXT: %[[CAST:.*]] = amp.cast %[[HIGH]] <require, "io"> : tensor<4xf32> to tensor<4xf16>
    %3 = stablehlo.exponential %x : tensor<4xf32>
    /// One cast serves all.
    // CHECK-NEXT: stablehlo.tanh %[[CAST]]
    %4 = amp.cast %3 <allow, "a"> : tensor<4xf32> to tensor<4xf16>
    %5 = stablehlo.tanh %4 : tensor<4xf16>
    // CHECK-NEXT: return %[[LOW]], %[[CAST]], %[[X]], %[[I]], %[[D]]
    return %2, %3, %x, %i, %d : tensor<4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<4xi32>, f64
  }

  /// Scalars; and blocks that return one by one.
  // CHECK-LABEL: @blocks(
  // CHECK-SAME: %{{.*}}: i1, %[[X:.*]]: f16, %[[Y:.*]]: f16) -> f16
  func.func @blocks(%p: i1, %x: f32, %y: f32) -> f32 {
    cf.cond_br %p, ^bb1, ^bb2
  ^bb1:
    // CHECK: return %[[X]] : f16
    return %x : f32
  ^bb2:
    // CHECK: return %[[Y]] : f16
    return %y : f32
  }

  /// Nobody outside sees these.
  // CHECK: func.func private @negative_private(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
  func.func private @negative_private(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
  // CHECK: func.func @negative_buffer(%{{.*}}: memref<4xf32>)
  func.func @negative_buffer(%x: memref<4xf32>) {
    return
  }
}

// -----

// CHECK-LABEL: module @negative_keep
module @negative_keep attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32>} {
  // CHECK: @main(%{{.*}}: tensor<4xf32>) -> tensor<4xf32>
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}

// -----

module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, io = bf16>} {
  func.func @main(%x: tensor<4xf32>) -> tensor<4xf32> {
    %0 = call @twice(%x) : (tensor<4xf32>) -> tensor<4xf32>
    return %0 : tensor<4xf32>
  }
  // expected-error @+1 {{expects a public function that the module does not call itself, so that io can be 'bf16'}}
  func.func @twice(%x: tensor<4xf32>) -> tensor<4xf32> {
    return %x : tensor<4xf32>
  }
}
