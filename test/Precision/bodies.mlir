// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=default" --amp-assign-precision=solver=paint --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp-attach-policy="compute=f16 preset=default" --amp-assign-precision=solver=mincut --mlir-print-local-scope | FileCheck %s
// RUN: amp-opt %s --amp="compute=f16" --mlir-print-op-generic | FileCheck %s --check-prefix=BODY
// RUN: amp-opt %s --amp="compute=f16 solver=paint" --mlir-print-op-generic | FileCheck %s --check-prefix=BODY

/// An op and its body have one type. The op is low only if all that is in the
/// body may be.

/// Exponentials are denied, also in the body of a map.
// CHECK-LABEL: @negative_map_denied
// CHECK: "stablehlo.map"
// CHECK: amp.precision = #amp.precision<[], <body, "holds 'stablehlo.exponential', denied by 'transcendental'">>
// BODY-LABEL: sym_name = "negative_map_denied"
// BODY: "stablehlo.exponential"({{.*}}) : (tensor<f32>) -> tensor<f32>
func.func @negative_map_denied(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = stablehlo.exponential %a : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// Ops on the infer list may be low in a body, too.
// CHECK-LABEL: @map_permitted
// CHECK: "stablehlo.map"
// CHECK: amp.precision = #amp.precision<[f16], <infer, "elementwise">>
// BODY-LABEL: sym_name = "map_permitted"
// BODY: "stablehlo.tanh"({{.*}}) : (tensor<f16>) -> tensor<f16>
func.func @map_permitted(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.constant dense<0.5> : tensor<f32>
    %n = stablehlo.multiply %a, %c : tensor<f32>
    %m = stablehlo.tanh %n : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// 1e-30 is zero in f16, whatever else the constant holds.
// CHECK-LABEL: @negative_map_constant_vanishes
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.constant': becomes zero">>
func.func @negative_map_constant_vanishes(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.constant dense<1.0e-30> : tensor<f32>
    %m = stablehlo.maximum %a, %c : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// Captures of a body are cast to the type of the body.
// CHECK-LABEL: @negative_map_captures_constant
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.minimum': constant overflows">>
func.func @negative_map_captures_constant(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %c = stablehlo.constant dense<1.0e5> : tensor<f32>
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = stablehlo.minimum %a, %c : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// A value between operand and result leaves the range of f16, although neither does.
// CHECK-LABEL: @negative_map_intermediate
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.multiply': {{reaches|may reach|is bounded by}} 9.0e+04">>
func.func @negative_map_intermediate(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %s = stablehlo.logistic %h : tensor<512x512xf32>
  %r = "stablehlo.map"(%s) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %c = stablehlo.constant dense<300.0> : tensor<f32>
    %k = stablehlo.constant dense<0.00390625> : tensor<f32>
    %m = stablehlo.multiply %a, %c : tensor<f32>
    %n = stablehlo.multiply %m, %c : tensor<f32>
    %o = stablehlo.multiply %n, %k : tensor<f32>
    stablehlo.return %o : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// The bits of an f32 are no bits of an f16.
// CHECK-LABEL: @negative_map_bits
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.bitcast_convert', whose types are fixed">>
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.reduce_precision', whose types are fixed">>
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.convert', whose types are fixed">>
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'chlo.next_after', whose types are fixed">>
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.is_finite', whose types are fixed">>
func.func @negative_map_bits(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %0 = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %one = stablehlo.constant dense<1> : tensor<i32>
    %i = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<i32>
    %j = stablehlo.add %i, %one : tensor<i32>
    %m = stablehlo.bitcast_convert %j : (tensor<i32>) -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %d0 = stablehlo.dot %0, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = "stablehlo.map"(%d0) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = stablehlo.reduce_precision %a, format = e5m7 : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %d1 = stablehlo.dot %1, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %2 = "stablehlo.map"(%d1) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %i = stablehlo.convert %a : (tensor<f32>) -> tensor<i32>
    %m = stablehlo.convert %i : (tensor<i32>) -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %d2 = stablehlo.dot %2, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %3 = "stablehlo.map"(%d2) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = chlo.next_after %a, %a : tensor<f32>, tensor<f32> -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %d3 = stablehlo.dot %3, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %4 = "stablehlo.map"(%d3) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %z = stablehlo.constant dense<0.0> : tensor<f32>
    %f = stablehlo.is_finite %a : (tensor<f32>) -> tensor<i1>
    %m = stablehlo.select %f, %a, %z : tensor<i1>, tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %d4 = stablehlo.dot %4, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %d4 : tensor<512x512xf32>
}

/// Regions in a body are part of it.
// CHECK-LABEL: @negative_map_nested
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.log', denied by 'transcendental'">>
func.func @negative_map_nested(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %p = stablehlo.compare GT, %a, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %m = "stablehlo.if"(%p) ({
      %l = stablehlo.log %a : tensor<f32>
      stablehlo.return %l : tensor<f32>
    }, {
      stablehlo.return %a : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// The same without what is denied.
// CHECK-LABEL: @map_nested
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[f16], <infer, "elementwise">>
// BODY-LABEL: sym_name = "map_nested"
// BODY: "stablehlo.if"
// BODY: (tensor<i1>) -> tensor<f16>
func.func @map_nested(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %z = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %p = stablehlo.compare GT, %a, %z : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %m = "stablehlo.if"(%p) ({
      %l = stablehlo.tanh %a : tensor<f32>
      stablehlo.return %l : tensor<f32>
    }, {
      stablehlo.return %a : tensor<f32>
    }) : (tensor<i1>) -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// Operands of other types: f64 fixes the types of all, integers are turned into floats inside.
// CHECK-LABEL: @negative_map_operands
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <given, "operands">>
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.convert', whose types are fixed">>
func.func @negative_map_operands(%x: tensor<512x512xf32>, %y: tensor<512x512xf64>, %i: tensor<512x512xi32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %0 = "stablehlo.map"(%h, %y) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f64>):
    %m = stablehlo.negate %a : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<512x512xf64>) -> tensor<512x512xf32>
  %d = stablehlo.dot %0, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = "stablehlo.map"(%d, %i) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<i32>):
    %f = stablehlo.convert %b : (tensor<i32>) -> tensor<f32>
    %m = stablehlo.multiply %a, %f : tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<512x512xi32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %1, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// The comparator that JAX prints moves NaN and zeros together: it may be low. One that looks at bits may not.
// CHECK-LABEL: @sort
// CHECK: "stablehlo.sort"
// CHECK: #amp.precision<[f16], <clear, "select">>
// CHECK: "stablehlo.sort"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.bitcast_convert', whose types are fixed">>
func.func @sort(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %0 = "stablehlo.sort"(%h) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %za = stablehlo.compare EQ, %a, %zero : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %a0 = stablehlo.select %za, %zero, %a : tensor<i1>, tensor<f32>
    %na = stablehlo.compare NE, %a, %a : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %a1 = stablehlo.select %na, %nan, %a0 : tensor<i1>, tensor<f32>
    %c = stablehlo.compare LT, %a1, %b, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %d = stablehlo.dot %0, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = "stablehlo.sort"(%d) <{dimension = 1 : i64, is_stable = true}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %ai = stablehlo.bitcast_convert %a : (tensor<f32>) -> tensor<i32>
    %bi = stablehlo.bitcast_convert %b : (tensor<f32>) -> tensor<i32>
    %c = stablehlo.compare GT, %ai, %bi : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %c : tensor<i1>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %1, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// A maximum is a selection, also of a constant: 1e5 is infinite in f16.
// CHECK-LABEL: @negative_reduce_constant
// CHECK: stablehlo.reduce
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.constant': overflows">>
// CHECK: "stablehlo.reduce_window"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.constant': overflows">>
func.func @negative_reduce_constant(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %f = "stablehlo.reduce"(%h, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<1.0e5> : tensor<f32>
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %n = stablehlo.minimum %m, %c : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<f32>) -> tensor<512xf32>
  %r = stablehlo.broadcast_in_dim %f, dims = [0] : (tensor<512xf32>) -> tensor<512x512xf32>
  %d = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %w = "stablehlo.reduce_window"(%d, %zero) <{window_dimensions = array<i64: 1, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %c = stablehlo.constant dense<1.0e5> : tensor<f32>
    %m = stablehlo.maximum %a, %b : tensor<f32>
    %n = stablehlo.minimum %m, %c : tensor<f32>
    stablehlo.return %n : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<f32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %w, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// A scatter that overwrites may be low; one whose body rounds or looks at bits may not.
// CHECK-LABEL: @scatter
// CHECK: "stablehlo.scatter"
// CHECK: #amp.precision<[f16], <clear, "gather_scatter">>
// CHECK: "stablehlo.scatter"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.bitcast_convert', whose types are fixed">>
func.func @scatter(%x: tensor<512x512xf32>, %i: tensor<1xi32>) -> tensor<512x512xf32> {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %u = stablehlo.slice %h [0:1, 0:512] : (tensor<512x512xf32>) -> tensor<1x512xf32>
  %v = stablehlo.reshape %u : (tensor<1x512xf32>) -> tensor<512xf32>
  %0 = "stablehlo.scatter"(%h, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    stablehlo.return %b : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<1xi32>, tensor<512xf32>) -> tensor<512x512xf32>
  %d = stablehlo.dot %0, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %1 = "stablehlo.scatter"(%d, %i, %v) <{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [0], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 0>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %bi = stablehlo.bitcast_convert %b : (tensor<f32>) -> tensor<i32>
    %bf = stablehlo.bitcast_convert %bi : (tensor<i32>) -> tensor<f32>
    stablehlo.return %bf : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<1xi32>, tensor<512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %1, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}

/// A body keeps the types of the function that it calls; other calls of it have a copy.
// CHECK-LABEL: @negative_map_calls
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'func.call', whose function keeps its types">>
// BODY-LABEL: sym_name = "negative_map_calls"
// BODY: "func.call"({{.*}}) <{callee = @[[INNER:.*]]}> : (tensor<f32>) -> tensor<f32>
// BODY: "func.func"() <{function_type = (tensor<f32>) -> tensor<f32>, sym_name = "[[INNER]]"
// BODY: "stablehlo.tanh"({{.*}}) : (tensor<f32>) -> tensor<f32>
func.func @negative_map_calls(%x: tensor<512x512xf32>) -> (tensor<512x512xf32>, tensor<f32>) {
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.map"(%h) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>):
    %m = func.call @f(%a) : (tensor<f32>) -> tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %s = stablehlo.slice %o [0:1, 0:1] : (tensor<512x512xf32>) -> tensor<1x1xf32>
  %t = stablehlo.reshape %s : (tensor<1x1xf32>) -> tensor<f32>
  %u = func.call @f(%t) : (tensor<f32>) -> tensor<f32>
  %v = stablehlo.dot %o, %o : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %v, %u : tensor<512x512xf32>, tensor<f32>
}
func.func private @f(%x: tensor<f32>) -> tensor<f32> {
  %0 = stablehlo.tanh %x : tensor<f32>
  return %0 : tensor<f32>
}

/// A random value that a body compares keeps its bits.
// CHECK-LABEL: @negative_map_compares_random
// CHECK: "stablehlo.map"
// CHECK: #amp.precision<[], <body, "holds 'stablehlo.compare', which compares random values">>
func.func @negative_map_compares_random(%x: tensor<512x512xf32>) -> tensor<512x512xf32> {
  %lo = stablehlo.constant dense<0.0> : tensor<f32>
  %hi = stablehlo.constant dense<1.0> : tensor<f32>
  %n = stablehlo.constant dense<512> : tensor<2xi64>
  %u = stablehlo.rng %lo, %hi, %n, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<2xi64>) -> tensor<512x512xf32>
  %h = stablehlo.dot %x, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %r = "stablehlo.map"(%h, %u) <{dimensions = array<i64: 0, 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %half = stablehlo.constant dense<0.5> : tensor<f32>
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %p = stablehlo.compare LT, %b, %half : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %m = stablehlo.select %p, %a, %zero : tensor<i1>, tensor<f32>
    stablehlo.return %m : tensor<f32>
  }) : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  %o = stablehlo.dot %r, %x : (tensor<512x512xf32>, tensor<512x512xf32>) -> tensor<512x512xf32>
  return %o : tensor<512x512xf32>
}
