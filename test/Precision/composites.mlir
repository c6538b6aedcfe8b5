// RUN: amp-opt %s -split-input-file --amp-attach-policy --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s -split-input-file --amp=solver=paint | FileCheck %s --check-prefix=OUT

/// A composite that a list names is a call of its decomposition, with a function
/// of its own where another use of it differs; name, version and attributes
/// stay.
// CHECK-NOT: amp.listed
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
    allow = ["contraction", "my.low"], infer = ["stablehlo.add", "my.follow"], clear = ["contraction.result", "control"],
    deny = ["my.exact", "stablehlo.exponential"]>} {
  // CHECK-LABEL: @main
  // OUT-LABEL: @main
  func.func @main(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    // OUT: %[[DOT:.*]] = stablehlo.dot_general {{.*}} -> tensor<4x4xf16>
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: stablehlo.composite "my.low" %[[DOT]] {composite_attributes = {axis = 1 : i64}, decomposition = @[[LOW:.*]], version = 2 : i32} : (tensor<4x4xf16>) -> tensor<4x4xf16>
    %1 = stablehlo.composite "my.low" %0 {composite_attributes = {axis = 1 : i64}, decomposition = @body, version = 2 : i32} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: stablehlo.composite "my.exact" %{{.*}} {decomposition = @[[EXACT:.*]]} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %2 = stablehlo.composite "my.exact" %1 {decomposition = @body} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %3 = stablehlo.dot_general %2, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: stablehlo.composite "my.follow" %{{.*}} {decomposition = @{{.*}}} : (tensor<4x4xf16>) -> tensor<4x4xf16>
    %4 = stablehlo.composite "my.follow" %3 {decomposition = @body} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: stablehlo.dot_general {{.*}} -> tensor<4x4xf32>
    %5 = stablehlo.dot_general %4, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %5 : tensor<4x4xf32>
  }
  // CHECK: func.func private @body({{.*}}<[f16, f16], <allow, "my.low">>
  // CHECK: stablehlo.add {{.*}}<[f16], <infer, "stablehlo.add">>
  // CHECK: func.func private @body_{{.*}}<[], <deny, "my.exact">>
  // CHECK: stablehlo.add {{.*}}<[], <deny, "my.exact">>
  func.func private @body(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.add %x, %x : tensor<4x4xf32>
    return %0 : tensor<4x4xf32>
  }
}

// -----

/// A composite that nobody names keeps its types, and so do marks, whatever
/// rules say; a rule or a wish names one too.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
    allow = ["contraction"], infer = ["stablehlo.add"], clear = ["contraction.result", "control"],
    rules = [#amp.rule<force, op = "my.ruled">, #amp.rule<force, function = "marks">]>} {
  // OUT-LABEL: @negative_unknown
  func.func @negative_unknown(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    %0 = stablehlo.dot_general %x, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: stablehlo.composite "my.unknown" %{{.*}} {decomposition = @unknown} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %1 = stablehlo.composite "my.unknown" %0 {decomposition = @unknown} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: stablehlo.composite "my.ruled" %{{.*}} {decomposition = @ruled} : (tensor<4x4xf16>) -> tensor<4x4xf16>
    %2 = stablehlo.composite "my.ruled" %1 {decomposition = @ruled} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    // OUT: stablehlo.composite "my.wished" %{{.*}} {decomposition = @wished} : (tensor<4x4xf16>) -> tensor<4x4xf16>
    %3 = stablehlo.composite "my.wished" %2 {amp.require = #amp.require<allow>, decomposition = @wished} : (tensor<4x4xf32>) -> tensor<4x4xf32>
    %4 = stablehlo.dot_general %3, %x, contracting_dims = [1] x [0] : (tensor<4x4xf32>, tensor<4x4xf32>) -> tensor<4x4xf32>
    return %4 : tensor<4x4xf32>
  }
  // CHECK-LABEL: @negative_marks
  // OUT-LABEL: @negative_marks
  // OUT-SAME: (tensor<f32> {amp.role = "loss"})
  func.func @negative_marks(%x: tensor<f32>) -> tensor<f32> {
    // CHECK: stablehlo.composite "amp.loss" %{{.*}} {amp.precision = #amp.precision<[], <given, "kind of op">>,
    %0 = stablehlo.composite "amp.loss" %x {decomposition = @loss} : (tensor<f32>) -> tensor<f32>
    return %0 : tensor<f32>
  }
  func.func private @unknown(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
  func.func private @ruled(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
  func.func private @wished(%x: tensor<4x4xf32>) -> tensor<4x4xf32> {
    return %x : tensor<4x4xf32>
  }
  func.func private @loss(%x: tensor<f32>) -> tensor<f32> {
    return %x : tensor<f32>
  }
}
