// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp="compute=bf16 solver=paint" -o %t

/// Lists, rules and user constraints on ops in a body.
module attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
    allow = ["contraction", "reduction", "collective", "stablehlo.sort", "elementwise", "gather_scatter"],
    clear = ["contraction.result", "layout", "control", "stablehlo.maximum"],
    deny = ["stablehlo.divide"], force = [#amp.when<"stablehlo.map", {forced}>],
    rules = [#amp.rule<deny, location = "here", op = "elementwise">,
             #amp.rule<deny, label = "few", max_elements = 4, op = "stablehlo.negate">,
             #amp.rule<deny, argument = "^#1$", op = "stablehlo.subtract">]>} {
  /// By the name of an op, although its class is allowed.
  // CHECK-LABEL: @negative_name
  // CHECK: stablehlo.reduce
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.divide', denied by 'stablehlo.divide'">>
  func.func @negative_name(%x: tensor<16x16xf32>, %z: tensor<f32>) -> tensor<16xf32> {
    %h = stablehlo.dot %x, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %0 = "stablehlo.reduce"(%h, %z) <{dimensions = array<i64: 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.divide %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>, tensor<f32>) -> tensor<16xf32>
    %o = stablehlo.dot %0, %x : (tensor<16xf32>, tensor<16x16xf32>) -> tensor<16xf32>
    return %o : tensor<16xf32>
  }

  /// By a rule that names a place, by a wish, by a scope where AMP is off.
  // CHECK-LABEL: @negative_rules
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.add', denied by the rule 'deny location=here op=elementwise'">>
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.add', denied by 'amp.require'">>
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.add', denied by 'amp.off'">>
  func.func @negative_rules(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %h = stablehlo.dot %x, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %0 = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.add %a, %a : tensor<f32> loc("here")
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d0 = stablehlo.dot %0, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "stablehlo.map"(%d0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.add %a, %a {amp.require = #amp.require<deny>} : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d1 = stablehlo.dot %1, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %2 = "stablehlo.map"(%d1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.add %a, %a : tensor<f32> loc("jit(f)/amp.off/add")
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d2 = stablehlo.dot %2, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return %d2 : tensor<16x16xf32>
  }

  /// An op in a body counts the elements of the op around it.
  // CHECK-LABEL: @elements
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[f16], <allow, "elementwise">>
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.negate', denied by the rule 'deny few'">>
  func.func @elements(%x: tensor<16x16xf32>, %y: tensor<2x2xf32>) -> (tensor<16x16xf32>, tensor<2x2xf32>) {
    %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.negate %a : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d0 = stablehlo.dot %0, %0 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "stablehlo.map"(%y) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.negate %a : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<2x2xf32>) -> tensor<2x2xf32>
    %d1 = stablehlo.dot %1, %1 : (tensor<2x2xf32>, tensor<2x2xf32>) -> tensor<2x2xf32>
    return %d0, %d1 : tensor<16x16xf32>, tensor<2x2xf32>
  }

  /// A rule about an argument holds for ops that capture it.
  // CHECK-LABEL: @negative_argument
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.subtract', denied by the rule 'deny argument=^#1$ op=stablehlo.subtract'">>
  func.func @negative_argument(%x: tensor<16x16xf32>, %y: tensor<f32>) -> tensor<16x16xf32> {
    %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.subtract %a, %y : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d0 = stablehlo.dot %0, %0 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return %d0 : tensor<16x16xf32>
  }

  /// A list that names the op speaks for its body; one of a class does not speak for ops that no list names.
  // CHECK-LABEL: @unlisted
  // CHECK: "stablehlo.sort"
  // CHECK: #amp.precision<[f16], <allow, "stablehlo.sort">>
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.sine', which no list names">>
  func.func @unlisted(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %h = stablehlo.dot %x, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %0 = "stablehlo.sort"(%h) <{dimension = 1 : i64, is_stable = true}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare LT, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d = stablehlo.dot %0, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "stablehlo.map"(%d) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.sine %a : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %o = stablehlo.dot %1, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return %o : tensor<16x16xf32>
  }

  /// Force overrides lists and ranges, but changes no types that cannot change, and nothing that the user denies inside.
  // CHECK-LABEL: @forced
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[f16], <force, "stablehlo.map {forced}">>
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.bitcast_convert', whose types are fixed">>
  // CHECK: "stablehlo.map"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.negate', denied by 'amp.require'">>
  func.func @forced(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %0 = "stablehlo.map"(%x) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.divide %a, %a : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {forced} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "stablehlo.map"(%0) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %i = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<i32>
      %m = stablehlo.bitcast_convert %i : (tensor<i32>) -> tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {forced} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %2 = "stablehlo.map"(%1) <{dimensions = array<i64: 0, 1>}> ({
    ^bb0(%a: tensor<f32>):
      %m = stablehlo.negate %a {amp.require = #amp.require<deny>} : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) {forced} : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %o = stablehlo.dot %2, %2 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return %o : tensor<16x16xf32>
  }

  /// Sums over windows and devices.
  // CHECK-LABEL: @negative_collectives
  // CHECK: "stablehlo.all_reduce"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.divide', denied by 'stablehlo.divide'">>
  // CHECK: "stablehlo.all_reduce"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.constant': overflows">>
  // CHECK: "stablehlo.reduce_scatter"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.constant': becomes zero">>
  // CHECK: "stablehlo.all_reduce"
  // CHECK: #amp.precision<[f16], <allow, "collective">>
  func.func @negative_collectives(%x: tensor<16x16xf32>) -> tensor<16x16xf32> {
    %0 = "stablehlo.all_reduce"(%x) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.divide %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d0 = stablehlo.dot %0, %0 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "stablehlo.all_reduce"(%d0) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.constant dense<-1.0e+05> : tensor<f32>
      %n = stablehlo.maximum %a, %c : tensor<f32>
      %m = stablehlo.add %n, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d1 = stablehlo.dot %1, %1 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %2 = "stablehlo.reduce_scatter"(%d1) <{scatter_dimension = 0 : i64, replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.constant dense<1.0e-12> : tensor<f32>
      %n = stablehlo.add %a, %c : tensor<f32>
      %m = stablehlo.add %n, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d2 = stablehlo.dot %2, %2 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %3 = "stablehlo.all_reduce"(%d2) <{replica_groups = dense<0> : tensor<1x1xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>) -> tensor<16x16xf32>
    %d3 = stablehlo.dot %3, %3 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return %d3 : tensor<16x16xf32>
  }

  /// The select body and the scatter body of a window.
  // CHECK-LABEL: @select_and_scatter
  // CHECK: "stablehlo.select_and_scatter"
  // CHECK: #amp.precision<[f16], <allow, "reduction">>
  // CHECK: "stablehlo.select_and_scatter"
  // CHECK: #amp.precision<[], <body, "holds 'stablehlo.constant': overflows">>
  func.func @select_and_scatter(%x: tensor<16x16xf32>, %z: tensor<f32>) -> tensor<16x16xf32> {
    %h = stablehlo.dot %x, %x : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %0 = "stablehlo.select_and_scatter"(%h, %h, %z) <{window_dimensions = array<i64: 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %c = stablehlo.compare GE, %a, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>, tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
    %d = stablehlo.dot %0, %0 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    %1 = "stablehlo.select_and_scatter"(%d, %d, %z) <{window_dimensions = array<i64: 1, 1>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %k = stablehlo.constant dense<1.0e+30> : tensor<f32>
      %n = stablehlo.add %a, %k : tensor<f32>
      %c = stablehlo.compare GE, %n, %b : (tensor<f32>, tensor<f32>) -> tensor<i1>
      stablehlo.return %c : tensor<i1>
    }, {
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %m = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %m : tensor<f32>
    }) : (tensor<16x16xf32>, tensor<16x16xf32>, tensor<f32>) -> tensor<16x16xf32>
    %o = stablehlo.dot %1, %1 : (tensor<16x16xf32>, tensor<16x16xf32>) -> tensor<16x16xf32>
    return %o : tensor<16x16xf32>
  }
}
