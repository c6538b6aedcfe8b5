// RUN: amp-opt %s --amp-attach-policy --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp="solver=paint" -verify-diagnostics | FileCheck %s --check-prefix=OUT

/// All ops inside a region with AMP off are denied, including calls.
// OUT-NOT: amp.listed
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
    allow = ["contraction"], infer = ["elementwise"], clear = ["contraction.result", "control"]>} {
  /// A composite "amp.off", as jax.lax.composite prints it: f32 goes in and out,
  /// and @shared is f32 where this part of the program calls it.
  // OUT-LABEL: @composite
  // CHECK-LABEL: @composite
  func.func @composite(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // OUT: %[[LOW:.*]] = stablehlo.dot {{.*}} -> tensor<4x4xf16>
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: call @shared{{.*}}(%[[LOW]]) : (tensor<4x4xf16>) -> tensor<4x4xf32>
    %1 = call @shared(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: stablehlo.composite "amp.off" {{.*}}amp.listed = #amp.listed<deny, <deny, "amp.off">>
    // OUT: stablehlo.composite "amp.off" {{.*}} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.composite "amp.off" %1 {decomposition = @off} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf16>
    %3 = stablehlo.dot %2, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %3 : tensor<4x4xf32>
  }
  // CHECK-LABEL: func.func private @off({{.*}}amp.listed = #amp.listed<deny, <deny, "amp.off">>
  // OUT-LABEL: func.func private @off(
  func.func private @off(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: stablehlo.dot {{.*}}#amp.listed<deny, <deny, "amp.off">>
    // OUT: %[[F32:.*]] = stablehlo.dot {{.*}} -> tensor<4x4xf32>
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: call @shared({{.*}}#amp.listed<deny, <deny, "amp.off">>
    // OUT: call @shared{{.*}}(%[[F32]]) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = call @shared(%0) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // CHECK: call @inner(
    // OUT: call @inner({{.*}}) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = call @inner(%1) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    return %2 : tensor<4x4xf32>
  }
  // CHECK-LABEL: func.func private @shared({{.*}}) -> tensor<4x4xf32> {
  func.func private @shared(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: stablehlo.add %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : tensor
    %0 = stablehlo.add %x, %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
  /// Only what is off calls it.
  // CHECK-LABEL: func.func private @inner(
  // OUT-LABEL: func.func private @inner(
  func.func private @inner(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // CHECK: stablehlo.dot {{.*}}#amp.listed<deny, <deny, "amp.off">>
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    /// A wish of an op's own wins.
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf16>, tensor<4x4xf16>) -> tensor<4x4xf32>
    %1 = stablehlo.dot %0, %0 {amp.require = #amp.require<allow>} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %1 : tensor<4x4xf32>
  }

  /// A function.
  // CHECK-LABEL: @function
  // OUT-LABEL: @function
  func.func @function(%x: tensor<4x4xf32>) -> tensor<4x4xf32> attributes {amp.require = #amp.require<deny>} {
    // CHECK: stablehlo.dot {{.*}}#amp.listed<deny, <require, "deny">>
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }

  /// A scope, and what autodiff made of it.
  // OUT-LABEL: @scopes
  func.func @scopes(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>)
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(g)/jvp(amp.off)/dot_general")
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>)
    %1 = stablehlo.dot %0, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc(fused["jit(g)/transpose(jvp(amp.off))/dot_general"("g.py":1:1), "f.py":1:1])
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf16>, tensor<4x4xf16>)
    %2 = stablehlo.dot %1, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32> loc("jit(g)/amp.offset/dot_general")
    return %2 : tensor<4x4xf32>
  }

  /// A branch, a call; and no more than these.
  // OUT-LABEL: @regions
  func.func @regions(%x: tensor<4x4xf32>, %p: tensor<i1>) -> tensor<4x4xf32> {
    %0 = "stablehlo.if"(%p) ({
      // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      %2 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
      stablehlo.return %2 : tensor<4x4xf32>
    }, {
      stablehlo.return %x : tensor<4x4xf32>
    }) {amp.require = #amp.require<deny>} : (tensor<i1>) -> tensor<4x4xf32>
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf16>, tensor<4x4xf16>)
    %1 = stablehlo.dot %0, %0 : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: call @called({{.*}}) : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = call @called(%1) {amp.require = #amp.require<deny>} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.dot %3, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
  // OUT-LABEL: func.func private @called(
  func.func private @called(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // OUT: stablehlo.dot {{.*}} : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    %0 = stablehlo.dot %x, %x : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}
