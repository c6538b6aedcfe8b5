// RUN: amp-opt %s -split-input-file --amp-attach-policy --mlir-print-local-scope | FileCheck %s

/// Each condition of a rule, alone.
module @conditions attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [
    #amp.rule<deny, scope = "layer_3/">,
    #amp.rule<infer, location = "model.py:12:">,
    #amp.rule<clear, function = "^head">,
    #amp.rule<force, argument = "kernel">,
    #amp.rule<allow, role = "softmax">,
    #amp.rule<deny, label = "marked", attributes = {note = "keep"}>,
    #amp.rule<infer, op = "math.sin">,
    #amp.rule<clear, op = "elementwise">,
    #amp.rule<deny, op = "contraction.result">]>} {
  // CHECK-LABEL: @places
  func.func @places(%x: f32) {
    // CHECK: math.exp {{.*}}amp.listed = #amp.listed<deny, <rule, "deny scope=layer_3/">>
    %0 = math.exp %x : f32 loc("jit(step)/transpose(jvp(Net))/layer_3/exp")
    /// Only the outermost name is the scope.
    // CHECK: math.exp %{{[a-z0-9]+}} : f32
    %1 = math.exp %x : f32 loc("jit(step)/exp"("layer_3/inner"))
    // CHECK: math.exp {{.*}}<infer, <rule, "infer location=model.py:12:">>
    %2 = math.exp %x : f32 loc("jit(step)/exp"(callsite("f"("model.py":12:3) at "main.py":1:1)))
    // CHECK: math.exp {{.*}}<infer, <rule, "infer location=model.py:12:">>
    %3 = math.exp %x : f32 loc(fused["a.py":1:1, "model.py":12:9])
    return
  }

  /// The signature of a function follows the same rules as its ops.
  // CHECK: func.func @heads({{.*}}amp.listed = #amp.listed<clear, <rule, "clear function=^head">>
  func.func @heads(%x: f32) {
    // CHECK: math.exp {{.*}}<clear, <rule, "clear function=^head">>
    %0 = math.exp %x : f32
    return
  }

  // CHECK-LABEL: @what
  func.func @what(%x: f32, %i: i32, %t: tensor<2x2xf32>) {
    // CHECK: math.exp {{.*}}<allow, <rule, "allow role=softmax">>, amp.role = "softmax.interior"
    %0 = math.exp %x {amp.role = "softmax.interior"} : f32
    // CHECK: math.exp {{.*}}{amp.role = "softmax.output"}
    %1 = math.exp %x {amp.role = "softmax.output"} : f32
    // CHECK: math.exp {{.*}}<deny, <rule, "deny marked">>
    %2 = math.exp %x {note = "keep"} : f32
    // CHECK: math.exp {{.*}}{note = "drop"}
    %3 = math.exp %x {note = "drop"} : f32
    // CHECK: math.sin {{.*}}<infer, <rule, "infer op=math.sin">>
    %4 = math.sin %x : f32
    // CHECK: arith.addf {{.*}}<clear, <rule, "clear op=elementwise">>
    %5 = arith.addf %x, %x : f32
    // CHECK: arith.addi %{{[a-z0-9]+}}, %{{[a-z0-9]+}} : i32
    %6 = arith.addi %i, %i : i32
    // CHECK: linalg.matmul {amp.listed_result = #amp.listed<deny, <rule, "deny op=contraction.result">>}
    %7 = linalg.matmul ins(%t, %t : tensor<2x2xf32>, tensor<2x2xf32>) outs(%t : tensor<2x2xf32>) -> tensor<2x2xf32>
    return
  }

  /// Arguments by location or attribute, through calls and loops.
  // CHECK-LABEL: @arguments
  func.func @arguments(%x: f32, %w: f32 loc("params['kernel']"), %k: f32 {jax.arg_info = "params.kernel"}, %n: index) {
    // CHECK: math.exp {{.*}}<force, <rule, "force argument=kernel">>
    %0 = math.exp %w : f32
    // CHECK: math.exp {{.*}}<force, <rule, "force argument=kernel">>
    %1 = math.exp %k : f32
    // CHECK: math.exp %{{[a-z0-9]+}} : f32
    %2 = math.exp %x : f32
    // CHECK: scf.for
    %3 = scf.for %i = %n to %n step %n iter_args(%carried = %w) -> f32 {
      // CHECK: math.exp {{.*}}<force, <rule, "force argument=kernel">>
      %4 = math.exp %carried : f32
      scf.yield %carried : f32
    }
    // CHECK: call @callee(%{{.*}}) : (f32) -> ()
    call @callee(%3) : (f32) -> ()
    return
  }
  // CHECK: func.func private @callee({{.*}}f32) {
  func.func private @callee(%p: f32) {
    // CHECK: math.exp {{.*}}<force, <rule, "force argument=kernel">>
    %0 = math.exp %p : f32
    return
  }
}

// -----

/// The most specific rule wins, wherever it stands: a place over what an op is,
/// an attribute over a name, a name over a class; and any rule over a list.
module @ranks attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
  deny = [#amp.when<"math.exp", {note = "a"}>],
  rules = [
    #amp.rule<deny, function = "ranks">,
    #amp.rule<allow, op = "transcendental">,
    #amp.rule<infer, op = "math.exp">,
    #amp.rule<clear, attributes = {note = "b"}>,
    #amp.rule<force, op = "math.exp", function = "ranks">]>} {
  // CHECK-LABEL: @ranks(
  func.func @ranks(%x: f32) {
    // CHECK: math.exp {{.*}}"force function=ranks op=math.exp"
    %0 = math.exp %x {note = "b"} : f32
    // CHECK: math.sin {{.*}}"deny function=ranks"
    %1 = math.sin %x : f32
    return
  }
  // CHECK-LABEL: @others
  func.func @others(%x: f32) {
    // CHECK: math.exp {{.*}}"clear attributes={note = \22b\22}"
    %0 = math.exp %x {note = "b"} : f32
    // CHECK: math.exp {{.*}}"infer op=math.exp"
    %1 = math.exp %x {note = "a"} : f32
    // CHECK: math.sin {{.*}}"allow op=transcendental"
    %2 = math.sin %x : f32
    return
  }
}

// -----

/// Entries with conditions: more attributes win, an op name over its class.
module @entries attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
  allow = [#amp.when<"elementwise", {a = 1}>],
  infer = [#amp.when<"arith.addf", {a = 1, b = 2}>, #amp.when<"stablehlo.reduce", {dimensions = array<i64: 0>}>],
  deny = ["arith.addf", #amp.when<"arith.addf", {a = 1}>]>} {
  // CHECK-LABEL: @entries(
  func.func @entries(%x: f32, %t: tensor<2x2xf32>, %init: tensor<f32>) {
    // CHECK: arith.addf {{.*}}#amp.listed<deny, <deny, "arith.addf {a = 1 : i64}">>
    %0 = arith.addf %x, %x {a = 1} : f32
    // CHECK: arith.addf {{.*}}#amp.listed<infer, <infer, "arith.addf {a = 1 : i64, b = 2 : i64}">>
    %1 = arith.addf %x, %x {a = 1, b = 2} : f32
    // CHECK: arith.mulf {{.*}}#amp.listed<allow, <allow, "elementwise {a = 1 : i64}">>
    %2 = arith.mulf %x, %x {a = 1} : f32
    /// The op's own attributes count too.
    // CHECK: stablehlo.reduce{{.*}}"stablehlo.reduce {dimensions = array<i64: 0>}"
    %3 = stablehlo.reduce(%t init: %init) applies stablehlo.add across dimensions = [0] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    // CHECK: stablehlo.reduce{{.*}}dimensions = [1] : (
    %4 = stablehlo.reduce(%t init: %init) applies stablehlo.add across dimensions = [1] : (tensor<2x2xf32>, tensor<f32>) -> tensor<2xf32>
    return
  }
}

// -----

/// An entry's dictionary need only be part of the op's.
module @parts attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
  deny = [#amp.when<"math.exp", {options = {kind = "elu"}}>]>} {
  // CHECK-LABEL: @parts(
  func.func @parts(%x: f32) {
    // CHECK: math.exp {{.*}}#amp.listed<deny
    %0 = math.exp %x {options = {kind = "elu", slope = 1 : i64}} : f32
    // CHECK: math.exp %{{[a-z0-9]+}} {options = {kind = "gelu"}} : f32
    %1 = math.exp %x {options = {kind = "gelu"}} : f32
    // CHECK: math.exp %{{[a-z0-9]+}} {options = "elu"} : f32
    %2 = math.exp %x {options = "elu"} : f32
    return
  }
}

// -----

/// Entries by role: a part of a group before the group, which means what must
/// be exact in it, before the names.
module @groups attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32,
  clear = ["group.softmax.interior"], deny = ["group.softmax"], infer = ["math.exp"]>} {
  // CHECK-LABEL: @groups(
  func.func @groups(%x: f32) {
    // CHECK: math.exp {{.*}}#amp.listed<deny, <deny, "group.softmax">>
    %0 = math.exp %x {amp.role = "softmax.statistic"} : f32
    // CHECK: math.exp {{.*}}#amp.listed<clear, <clear, "group.softmax.interior">>
    %1 = math.exp %x {amp.role = "softmax.interior"} : f32
    // CHECK: math.exp %{{[a-z0-9]+}} {amp.role = "softmax.output"} : f32
    %2 = math.exp %x {amp.role = "softmax.output"} : f32
    return
  }
}

// -----

/// By size: of the largest tensor of floats, where all sizes are known. Both
/// bounds beat one.
module @elements attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [
    #amp.rule<deny, max_elements = 8>,
    #amp.rule<allow, min_elements = 2, max_elements = 4>,
    #amp.rule<infer, min_elements = 100>]>} {
  // CHECK-LABEL: @sizes
  func.func @sizes(%scalar: f32, %four: tensor<4xf32>, %eight: tensor<8xf32>, %nine: tensor<9xf32>, %large: tensor<10x10xf32>, %dynamic: tensor<?xf32>, %dims: tensor<1xi32>) {
    // CHECK: math.exp {{.*}}"deny max_elements=8"
    %0 = math.exp %scalar : f32
    // CHECK: math.exp {{.*}}"allow min_elements=2 max_elements=4"
    %1 = math.exp %four : tensor<4xf32>
    // CHECK: math.exp {{.*}}"deny max_elements=8"
    %2 = math.exp %eight : tensor<8xf32>
    // CHECK: math.exp %{{[a-z0-9]+}} : tensor<9xf32>
    %3 = math.exp %nine : tensor<9xf32>
    // CHECK: math.exp {{.*}}"infer min_elements=100"
    %4 = math.exp %large : tensor<10x10xf32>
    // CHECK: math.exp %{{[a-z0-9]+}} : tensor<?xf32>
    %5 = math.exp %dynamic : tensor<?xf32>
    /// The shape is not what is counted.
    // CHECK: tensor.reshape {{.*}}"deny max_elements=8"
    %6 = tensor.reshape %eight(%dims) : (tensor<8xf32>, tensor<1xi32>) -> tensor<8xf32>
    return
  }
}

// -----

/// An argument by its number, in public functions only.
module @numbers attributes {amp.policy = #amp.policy<compute = f16, accumulate = f32, rules = [
    #amp.rule<deny, argument = "^#1$">]>} {
  // CHECK-LABEL: @second
  func.func @second(%a: f32, %b: f32) {
    // CHECK: math.exp %{{[a-z0-9]+}} : f32
    %0 = math.exp %a : f32
    // CHECK: math.exp {{.*}}"deny argument=^#1$"
    %1 = math.exp %b : f32
    return
  }
  // CHECK-LABEL: @negative_private
  func.func private @negative_private(%a: f32, %b: f32) {
    // CHECK: math.exp %{{[a-z0-9]+}} : f32
    %0 = math.exp %b : f32
    return
  }
}
