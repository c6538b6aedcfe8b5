// RUN: amp-opt %s | amp-opt | FileCheck %s
// RUN: amp-opt %s --mlir-print-op-generic | amp-opt | FileCheck %s

/// Every form of the dialect survives printing and parsing.

// CHECK: module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32, allow = ["contraction"], infer = ["stablehlo.add"], clear = ["stablehlo.reshape"], deny = ["tosa.conv2d"]>}
module attributes {amp.policy = #amp.policy<compute = bf16, accumulate = f32,
    allow = ["contraction"], infer = ["stablehlo.add"],
    clear = ["stablehlo.reshape"], deny = ["tosa.conv2d"]>} {
  // CHECK-LABEL: @casts
  func.func @casts(%tensor: tensor<2x?xf32>, %scalar: f64, %vector: vector<4xf32>, %any: tensor<*xf16>) {
    // CHECK: amp.cast %{{.*}} <allow, "contraction"> : tensor<2x?xf32> to tensor<2x?xbf16>
    %0 = amp.cast %tensor <allow, "contraction"> : tensor<2x?xf32> to tensor<2x?xbf16>
    // CHECK: amp.cast %{{.*}} <unlisted> : f64 to f16
    %1 = amp.cast %scalar <unlisted> : f64 to f16
    // CHECK: amp.cast %{{.*}} <deny, "math.exp"> {note = "kept"} : vector<4xf32> to vector<4xf16>
    %2 = amp.cast %vector <deny, "math.exp"> {note = "kept"} : vector<4xf32> to vector<4xf16>
    // CHECK: amp.cast %{{.*}} <given, "operands"> : tensor<*xf16> to tensor<*xf32>
    %3 = amp.cast %any <given, "operands"> : tensor<*xf16> to tensor<*xf32>
    return
  }

  // CHECK-LABEL: @decisions
  func.func @decisions(%x: f32) {
    // CHECK: amp.precision = #amp.precision<[f16, f32], <allow, "contraction">>
    %0 = math.exp %x {amp.precision = #amp.precision<[f16, f32], <allow, "contraction">>} : f32
    // CHECK: amp.precision = #amp.precision<[], <unlisted>>
    %1 = math.exp %x {amp.precision = #amp.precision<[], <unlisted>>} : f32
    return
  }
}

/// Conditions and rules, and what they come to on ops.
// CHECK: module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, deny = [#amp.when<"stablehlo.reduce", {dimensions = array<i64: 0>}>], force = ["linalg.matmul"], rules = [#amp.rule<deny, argument = "embedding">, #amp.rule<force, label = "head", scope = "/head/", location = "model.py", function = "^main$", role = "softmax.interior", attributes = {note}, min_elements = 2, max_elements = 64, op = "contraction">], io = f16>}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
    force = ["linalg.matmul"],
    deny = [#amp.when<"stablehlo.reduce", {dimensions = array<i64: 0>}>],
    rules = [#amp.rule<deny, argument = "embedding">,
             #amp.rule<force, op = "contraction", function = "^main$",
                       scope = "/head/", location = "model.py",
                       role = "softmax.interior", attributes = {note},
                       max_elements = 64, min_elements = 2, label = "head">],
    io = f16>} {
  // CHECK-LABEL: @wishes
  func.func @wishes(%x: f32) {
    // CHECK: amp.require = #amp.require<deny>
    %0 = math.exp %x {amp.require = #amp.require<deny>} : f32
    // CHECK: amp.listed = #amp.listed<infer, <rule, "infer op=math.exp">>, amp.role = "softmax.interior"
    %1 = math.exp %x {amp.listed = #amp.listed<infer, <rule, "infer op=math.exp">>, amp.role = "softmax.interior"} : f32
    return
  }
}

/// A policy needs no lists.
// CHECK: module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32>}
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32>} {}

// CHECK: module attributes {amp.applied = {policy = "00", stages = []}}
module attributes {amp.applied = {policy = "00", stages = []}} {}
