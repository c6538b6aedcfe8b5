# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""scaling_rules.py TOOLS: one op at a time in the backward pass, scaled and not.

Each case computes %r from gradients %g and %h (8x8) and data %x, %y. Static scales of 2^100 and 2^-75 change no bit of the state or
of a result, although the square of either leaves the range of f32: integers, predicates and constants that are computed on the
way have no scale, and squares, roots and quotients of gradients are computed without it.
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import xla  # first: it sets how JAX starts

import numpy as np

T, M, I, P = "tensor<8x8xf32>", "tensor<8x8xi1>", "tensor<8x8xi32>", "tensor<f32>"
CASES = {}


def case(name, body, extra=""):
    CASES[name] = body, extra


def unary(name, op=None):
    case(name, f"%r = stablehlo.{op or name} %g : {T}")


def binary(op, a, b, name=None, before=""):
    case(name or f"{op}_{a}_{b}", f"{before}\n%r = stablehlo.{op} %{a}, %{b} : {T}")


POSITIVE = f"%a = stablehlo.abs %g : {T}"
MASK = f"""%c = stablehlo.constant dense<0.5> : {T}
    %p = stablehlo.compare GT, %g, %c : ({T}, {T}) -> {M}"""
TO_FLOAT = f"%m = stablehlo.convert %p : ({M}) -> {T}"
ZEROS = f"%z = stablehlo.constant dense<0.0> : {T}"
ADD = "^bb0(%u: tensor<f32>, %v: tensor<f32>):\n %w1 = stablehlo.{} %u, %v : tensor<f32>\n stablehlo.return %w1 : tensor<f32>"


def reduced(body="add", value="g", init="0.0", dims="1", then=True):
    spread = f"\n%r = stablehlo.broadcast_in_dim %s1, dims = [0] : (tensor<8xf32>) -> {T}" if then else ""
    return f"""%i0 = stablehlo.constant dense<{init}> : tensor<f32>
    %s1 = stablehlo.reduce(%{value} init: %i0) applies stablehlo.{body} across dimensions = [{dims}] : ({T}, tensor<f32>) -> tensor<8xf32>{spread}"""


for name in ("sign", "floor", "ceil", "round_nearest_afz", "round_nearest_even", "exponential", "exponential_minus_one", "tanh",
             "logistic", "sine", "cosine", "cbrt", "negate", "abs"):
    unary(name)
for name in ("sqrt", "rsqrt", "log", "log_plus_one"):
    case(name, f"{POSITIVE}\n%r = stablehlo.{name} %a : {T}")
case("sqrt_then_square", f"{POSITIVE}\n%q = stablehlo.sqrt %a : {T}\n%r = stablehlo.multiply %q, %q : {T}")
case("power", f"{POSITIVE}\n%e = stablehlo.constant dense<0.75> : {T}\n%r = stablehlo.power %a, %e : {T}")
case("power_of_power", f"{POSITIVE}\n%r = stablehlo.power %x2, %a : {T}")
for op in ("add", "subtract", "multiply", "divide", "maximum", "minimum", "remainder", "atan2"):
    for pair in ("gx", "xg", "gg", "gh"):
        binary(op, *pair)
binary("multiply", "m", "y", "mask_of_gradient", f"{MASK}\n{TO_FLOAT}")
binary("multiply", "m", "g", "mask_times_gradient", f"{MASK}\n{TO_FLOAT}")
case("mask_and_rest", f"""{MASK}\n{TO_FLOAT}
    %one = stablehlo.constant dense<1.0> : {T}
    %n = stablehlo.subtract %one, %m : {T}
    %k = stablehlo.multiply %g, %n : {T}
    %t = stablehlo.sign %g : {T}
    %l = stablehlo.multiply %t, %m : {T}
    %r = stablehlo.add %k, %l : {T}""")
case("select_by_gradient", f"{MASK}\n%r = stablehlo.select %p, %x, %y : {M}, {T}")
case("select_gradient_or_data", f"{MASK}\n%r = stablehlo.select %p, %g, %y : {M}, {T}")
case("select_of_comparison", f"%p = stablehlo.compare GT, %g, %h : ({T}, {T}) -> {M}\n%r = stablehlo.select %p, %g, %h : {M}, {T}")
case("clamp_by_data", f"%lo = stablehlo.constant dense<-0.5> : {T}\n%hi = stablehlo.constant dense<0.5> : {T}\n"
     f"%r = stablehlo.clamp %lo, %g, %hi : {T}")
case("clamp_between_gradients", f"%r = stablehlo.clamp %h, %x, %g : {T}")
case("clamp_by_zero", f"{ZEROS}\n%hi = stablehlo.constant dense<0x7F800000> : {T}\n%r = stablehlo.clamp %z, %g, %hi : {T}")
case("nan_skip", f"{ZEROS}\n%p = stablehlo.is_finite %g : ({T}) -> {M}\n%r = stablehlo.select %p, %g, %z : {M}, {T}")
case("count", f"""{MASK}
    %n = stablehlo.convert %p : ({M}) -> {I}
    %i0 = stablehlo.constant dense<0> : tensor<i32>
    %s1 = stablehlo.reduce(%n init: %i0) applies stablehlo.add across dimensions = [0, 1] : ({I}, tensor<i32>) -> tensor<i32>
    %f = stablehlo.convert %s1 : (tensor<i32>) -> {P}
    %b = stablehlo.broadcast_in_dim %f, dims = [] : ({P}) -> {T}
    %r = stablehlo.multiply %b, %y : {T}""")
case("convert_to_integer", f"%n = stablehlo.convert %g : ({T}) -> {I}\n%r = stablehlo.convert %n : ({I}) -> {T}")
case("bits", f"%n = stablehlo.bitcast_convert %g : ({T}) -> tensor<8x8xui32>\n"
     f"%r = stablehlo.bitcast_convert %n : (tensor<8x8xui32>) -> {T}")
case("sign_bit", f"%n = stablehlo.bitcast_convert %g : ({T}) -> tensor<8x8xui32>\n%k = stablehlo.constant dense<31> : tensor<8x8xui32>\n"
     f"%l = stablehlo.shift_right_logical %n, %k : tensor<8x8xui32>\n%r = stablehlo.convert %l : (tensor<8x8xui32>) -> {T}")
case("exponential_of_zero", f"{ZEROS}\n%e = stablehlo.exponential %z : {T}\n%r = stablehlo.add %g, %e : {T}")
case("power_of_zero", f"{ZEROS}\n%e = stablehlo.power %z, %z : {T}\n%r = stablehlo.add %g, %e : {T}")
case("cosine_of_zero_times", f"{ZEROS}\n%e = stablehlo.cosine %z : {T}\n%k = stablehlo.multiply %e, %x : {T}\n%r = stablehlo.add %g, %k : {T}")
case("sign_of_infinity", f"%z = stablehlo.constant dense<0x7F800000> : {T}\n%e = stablehlo.sign %z : {T}\n%r = stablehlo.add %g, %e : {T}")
case("one_over_infinity", f"%z = stablehlo.constant dense<0x7F800000> : {T}\n%e = stablehlo.divide %x, %z : {T}\n%r = stablehlo.add %g, %e : {T}")
case("integer_zero", f"%n = stablehlo.constant dense<0> : {I}\n%e = stablehlo.convert %n : ({I}) -> {T}\n%r = stablehlo.add %g, %e : {T}")
case("counts", f"%e = stablehlo.iota dim = 0 : {T}\n%r = stablehlo.add %g, %e : {T}")
case("pad_with_zero", f"%z = stablehlo.constant dense<0.0> : {P}\n%k = stablehlo.slice %g [0:7, 0:8] : ({T}) -> tensor<7x8xf32>\n"
     f"%r = stablehlo.pad %k, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<7x8xf32>, {P}) -> {T}")
case("pad_with_one", f"%z = stablehlo.constant dense<1.0> : {P}\n%k = stablehlo.slice %g [0:7, 0:8] : ({T}) -> tensor<7x8xf32>\n"
     f"%r = stablehlo.pad %k, %z, low = [1, 0], high = [0, 0], interior = [0, 0] : (tensor<7x8xf32>, {P}) -> {T}")
for op, init in (("add", "0.0"), ("add", "1.0"), ("maximum", "0xFF800000"), ("maximum", "0.25"), ("minimum", "0.0"), ("multiply", "1.0")):
    case(f"reduce_{op}_{init}", reduced(op, init=init))
case("reduce_pairs", f"""%i0 = stablehlo.constant dense<0xFF800000> : {P}
    %i1 = stablehlo.constant dense<0> : tensor<i32>
    %n = stablehlo.iota dim = 1 : {I}
    %q:2 = stablehlo.reduce(%g init: %i0), (%n init: %i1) across dimensions = [1] : ({T}, {I}, {P}, tensor<i32>) -> (tensor<8xf32>, tensor<8xi32>)
      reducer(%u: {P}, %v: {P}) (%k: tensor<i32>, %l: tensor<i32>) {{
      %p = stablehlo.compare GT, %u, %v : ({P}, {P}) -> tensor<i1>
      %a1 = stablehlo.select %p, %u, %v : tensor<i1>, {P}
      %a2 = stablehlo.select %p, %k, %l : tensor<i1>, tensor<i32>
      stablehlo.return %a1, %a2 : {P}, tensor<i32>
    }}
    %f = stablehlo.convert %q#1 : (tensor<8xi32>) -> tensor<8xf32>
    %t = stablehlo.add %f, %q#0 : tensor<8xf32>
    %r = stablehlo.broadcast_in_dim %t, dims = [0] : (tensor<8xf32>) -> {T}""")
case("map_square", f"""%r = "stablehlo.map"(%g) ({{
    ^bb0(%u: {P}):
      %v = stablehlo.multiply %u, %u : {P}
      stablehlo.return %v : {P}
    }}) {{dimensions = array<i64: 0, 1>}} : ({T}) -> {T}""")


def sorted_by(operands, types, body):
    return f'''%q:{operands.count("%")} = "stablehlo.sort"({operands}) <{{dimension = 1 : i64, is_stable = true}}> ({{
    {body}
    }}) : ({types}) -> ({types})'''


BY_FIRST = "%p1 = stablehlo.compare LT, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>\n stablehlo.return %p1 : tensor<i1>"
BY_BITS = """%k1 = stablehlo.bitcast_convert %u : (tensor<f32>) -> tensor<ui32>
    %k2 = stablehlo.constant dense<7> : tensor<ui32>
    %k3 = stablehlo.remainder %k1, %k2 : tensor<ui32>
    %k4 = stablehlo.bitcast_convert %v : (tensor<f32>) -> tensor<ui32>
    %k5 = stablehlo.remainder %k4, %k2 : tensor<ui32>
    %p1 = stablehlo.compare LT, %k3, %k5 : (tensor<ui32>, tensor<ui32>) -> tensor<i1>
    stablehlo.return %p1 : tensor<i1>"""
BY_BOUND = """%k1 = stablehlo.constant dense<0.5> : tensor<f32>
    %k2 = stablehlo.minimum %u, %k1 : tensor<f32>
    %k3 = stablehlo.minimum %v, %k1 : tensor<f32>
    %p1 = stablehlo.compare LT, %k2, %k3 : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %p1 : tensor<i1>"""
ONE = "^bb0(%u: tensor<f32>, %v: tensor<f32>):\n"
TWO = "^bb0(%u: tensor<f32>, %v: tensor<f32>, %k: {0}, %l: {0}):\n"
case("sort_quantile", sorted_by("%g, %h", f"{T}, {T}", TWO.format("tensor<f32>") + BY_FIRST) + f"\n%r = stablehlo.add %q#0, %q#1 : {T}")
case("sort_with_data", sorted_by("%g, %x", f"{T}, {T}", TWO.format("tensor<f32>") + BY_FIRST) + f"\n%r = stablehlo.add %q#0, %q#1 : {T}")
case("sort_data_with_gradient", sorted_by("%x, %g", f"{T}, {T}", TWO.format("tensor<f32>") + BY_FIRST) + f"\n%r = stablehlo.add %q#0, %q#1 : {T}")
case("sort_places", f"%n = stablehlo.iota dim = 1 : {I}\n" + sorted_by("%g, %n", f"{T}, {I}", TWO.format("tensor<i32>") + BY_FIRST)
     + f"\n%f = stablehlo.convert %q#1 : ({I}) -> {T}\n%r = stablehlo.multiply %f, %g : {T}")
case("sort_by_bits", sorted_by("%g, %h", f"{T}, {T}", TWO.format("tensor<f32>") + BY_BITS) + f"\n%r = stablehlo.add %q#0, %q#1 : {T}")
case("sort_by_bound", sorted_by("%g, %h", f"{T}, {T}", TWO.format("tensor<f32>") + BY_BOUND) + f"\n%r = stablehlo.add %q#0, %q#1 : {T}")
case("gather_at_computed_places", f"""%n = stablehlo.convert %a8 : (tensor<8xf32>) -> tensor<8xi32>
    %k = stablehlo.reshape %n : (tensor<8xi32>) -> tensor<8x1xi32>
    %r = "stablehlo.gather"(%x, %k) <{{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], index_vector_dim = 1>, slice_sizes = array<i64: 1, 8>}}> : ({T}, tensor<8x1xi32>) -> {T}""")


def scattered(body, into="g", updates="h"):
    return f"""%k = stablehlo.iota dim = 0 : tensor<8x1xi32>
    %r = "stablehlo.scatter"(%{into}, %k, %{updates}) <{{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>}}> ({{
    {ADD.format(body)}
    }}) : ({T}, tensor<8x1xi32>, {T}) -> {T}"""


case("scatter_add", scattered("add"))
case("scatter_multiply", scattered("multiply"))
case("scatter_into_data", scattered("add", into="x"))
case("scatter_multiply_data", scattered("multiply", updates="x"))
case("update_slice", f"%n = stablehlo.constant dense<0> : tensor<i32>\n%k = stablehlo.slice %x [0:4, 0:8] : ({T}) -> tensor<4x8xf32>\n"
     f"%r = stablehlo.dynamic_update_slice %g, %k, %n, %n : ({T}, tensor<4x8xf32>, tensor<i32>, tensor<i32>) -> {T}")


def windowed(body, init):
    return f"""%i0 = stablehlo.constant dense<{init}> : {P}
    %r = "stablehlo.reduce_window"(%g, %i0) <{{window_dimensions = array<i64: 1, 8>, padding = dense<[[0, 0], [7, 0]]> : tensor<2x2xi64>}}> ({{
    {ADD.format(body)}
    }}) : ({T}, {P}) -> {T}"""


case("cumulative_sum", windowed("add", "0.0"))
case("cumulative_sum_from_one", windowed("add", "1.0"))
case("cumulative_product", windowed("multiply", "1.0"))
case("cumulative_maximum", windowed("maximum", "0xFF800000"))


def select_and_scatter(operand, source, init, bound=False):
    choose = "%p1 = stablehlo.compare GE, %u, %v : (tensor<f32>, tensor<f32>) -> tensor<i1>"
    if bound:
        choose = "%k1 = stablehlo.constant dense<0.5> : tensor<f32>\n%k2 = stablehlo.minimum %u, %k1 : tensor<f32>\n" + choose.replace("%u,", "%k2,")
    return f"""%i0 = stablehlo.constant dense<{init}> : {P}
    %k = stablehlo.slice %{source} [0:8, 0:4] : ({T}) -> tensor<8x4xf32>
    %r = "stablehlo.select_and_scatter"(%{operand}, %k, %i0) <{{window_dimensions = array<i64: 1, 2>, window_strides = array<i64: 1, 2>}}> ({{
    ^bb0(%u: {P}, %v: {P}):
      {choose}
      stablehlo.return %p1 : tensor<i1>
    }}, {{
    {ADD.format("add")}
    }}) : ({T}, tensor<8x4xf32>, {P}) -> {T}"""


case("select_and_scatter", select_and_scatter("x", "g", "0.0"))
case("select_and_scatter_by_gradient", select_and_scatter("g", "x", "0.0"))
case("select_and_scatter_by_bound", select_and_scatter("g", "h", "0.0", bound=True))
case("select_and_scatter_from_one", select_and_scatter("x", "g", "1.0"))
case("rng", f"%k = stablehlo.constant dense<8> : tensor<2xi64>\n%l = stablehlo.reshape %one1 : (tensor<1x1xf32>) -> {P}\n"
     f"%n = stablehlo.rng %l, %l, %k, distribution = UNIFORM : ({P}, {P}, tensor<2xi64>) -> {T}\n%r = stablehlo.multiply %n, %x : {T}")
DOT = "stablehlo.dot_general %{}, %{}, contracting_dims = [1] x [0] : (" + f"{T}, {T}) -> {T}"
for a, b in ("gx", "xg", "gg", "gh"):
    case(f"dot_{a}_{b}", "%r = " + DOT.format(a, b))
case("solve_for_gradient", f"""%r = "stablehlo.triangular_solve"(%x, %g) <{{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : ({T}, {T}) -> {T}""")
case("solve_by_gradient", f"""%r = "stablehlo.triangular_solve"(%g, %x) <{{left_side = true, lower = true, unit_diagonal = true, transpose_a = #stablehlo<transpose NO_TRANSPOSE>}}> : ({T}, {T}) -> {T}""")
case("cholesky", "%t = stablehlo.transpose %g, dims = [1, 0] : (" + f"{T}) -> {T}\n%k = " + DOT.format("g", "t") + f"\n%e = stablehlo.constant dense<8.0> : {T}"
     f"\n%n0 = stablehlo.iota dim = 0 : {I}\n%n1 = stablehlo.iota dim = 1 : {I}\n%p = stablehlo.compare EQ, %n0, %n1 : ({I}, {I}) -> {M}\n{ZEROS}"
     f"\n%d0 = stablehlo.select %p, %e, %z : {M}, {T}\n%l = stablehlo.add %k, %d0 : {T}\n"
     f"%r = stablehlo.cholesky %l, lower = true : {T}")
case("complex_square", f"%k = stablehlo.complex %g, %h : tensor<8x8xcomplex<f32>>\n%l = stablehlo.multiply %k, %k : tensor<8x8xcomplex<f32>>\n"
     f"%r = stablehlo.real %l : (tensor<8x8xcomplex<f32>>) -> {T}")
case("complex_magnitude", f"%k = stablehlo.complex %g, %h : tensor<8x8xcomplex<f32>>\n%r = stablehlo.abs %k : (tensor<8x8xcomplex<f32>>) -> {T}")
case("rounded_to_bf16", f"%k = stablehlo.convert %g : ({T}) -> tensor<8x8xbf16>\n%r = stablehlo.convert %k : (tensor<8x8xbf16>) -> {T}")
case("reduce_precision", f"%r = stablehlo.reduce_precision %g, format = e8m7 : {T}")
case("tuple", f"%k = stablehlo.tuple %g, %x : tuple<{T}, {T}>\n%r = stablehlo.get_tuple_element %k[0] : (tuple<{T}, {T}>) -> {T}")


def looped(body, init, condition=""):
    return f"""%n = stablehlo.constant dense<0> : tensor<i32>
    %q:2 = stablehlo.while(%k = %n, %c1 = %{init}) : tensor<i32>, {T}
    cond {{
      %l = stablehlo.constant dense<3> : tensor<i32>
      %p0 = stablehlo.compare LT, %k, %l : (tensor<i32>, tensor<i32>) -> tensor<i1>
      {condition or "stablehlo.return %p0 : tensor<i1>"}
    }} do {{
      %o = stablehlo.constant dense<1> : tensor<i32>
      %k1 = stablehlo.add %k, %o : tensor<i32>
      {body}
      stablehlo.return %k1, %c2 : tensor<i32>, {T}
    }}
    %r = stablehlo.add %q#1, %g : {T}"""


case("loop_of_squares", looped(f"%c2 = stablehlo.multiply %c1, %c1 : {T}", "g"))
case("loop_sums", f"{ZEROS}\n" + looped(f"%c2 = stablehlo.add %c1, %g : {T}", "z"))
case("loop_becomes_data", looped(f"%c2 = stablehlo.add %c1, %x : {T}", "g"))
case("loop_exponential_of_zero", f"{ZEROS}\n" + looped(f"%c2 = stablehlo.exponential %c1 : {T}", "z"))
case("loop_by_threshold", looped(f"%c2 = stablehlo.add %c1, %c1 : {T}", "g", f"""%s0 = stablehlo.slice %c1 [0:1, 0:1] : ({T}) -> tensor<1x1xf32>
      %s1 = stablehlo.reshape %s0 : (tensor<1x1xf32>) -> {P}
      %s2 = stablehlo.constant dense<1.5> : {P}
      %p1 = stablehlo.compare LT, %s1, %s2 : ({P}, {P}) -> tensor<i1>
      %p2 = stablehlo.and %p0, %p1 : tensor<i1>
      stablehlo.return %p2 : tensor<i1>"""))
BRANCH = f"""%s1 = stablehlo.slice %g [0:1, 0:1] : ({T}) -> tensor<1x1xf32>
    %s2 = stablehlo.reshape %s1 : (tensor<1x1xf32>) -> {P}
    %s3 = stablehlo.constant dense<0.1> : {P}
    %p = stablehlo.compare GT, %s2, %s3 : ({P}, {P}) -> tensor<i1>"""
IF = '%r = "stablehlo.if"(%p) ({{ stablehlo.return %{} : {} }}, {{ stablehlo.return %{} : {} }}) : (tensor<i1>) -> {}'
for a, b in ("gh", "gx", "xg", "gz"):
    case(f"if_{a}_{b}", f"{BRANCH}\n{ZEROS}\n{IF.format(a, T, b, T, T)}")
case("case_index", f"""{BRANCH}\n%n = stablehlo.convert %p : (tensor<i1>) -> tensor<i32>
    %r = "stablehlo.case"(%n) ({{ stablehlo.return %g : {T} }}, {{ %u = stablehlo.multiply %g, %g : {T}\n stablehlo.return %u : {T} }}) : (tensor<i32>) -> {T}""")
case("barrier", f"%q:2 = stablehlo.optimization_barrier %g, %x : {T}, {T}\n%r = stablehlo.add %q#0, %q#1 : {T}")
case("call_of_norm", f"%s1 = func.call @norm(%g) : ({T}) -> {P}\n%b = stablehlo.broadcast_in_dim %s1, dims = [] : ({P}) -> {T}\n"
     f"%r = stablehlo.divide %g, %b : {T}", f"""func.func private @norm(%a: {T}) -> {P} {{
    %0 = stablehlo.multiply %a, %a : {T}
    %z = stablehlo.constant dense<0.0> : {P}
    %1 = stablehlo.reduce(%0 init: %z) applies stablehlo.add across dimensions = [0, 1] : ({T}, {P}) -> {P}
    %2 = stablehlo.sqrt %1 : {P}
    return %2 : {P}
  }}""")
case("second_order", f"%twice = stablehlo.add %seed1, %seed1 : {P}\n%seed2 = amp.seed \"main\" %twice : {P}\n%b2 = stablehlo.broadcast_in_dim %seed2, dims = [] : ({P}) -> {T}\n"
     f"%r = stablehlo.multiply %b2, %g : {T}")
case("marked_before_and_behind", f"""%r0 = amp.gradients "main" %g : {T}
    %q = stablehlo.multiply %g, %g : {T}
    %r = stablehlo.minimum %q, %x : {T}""")

SCALES = f"static:{2.0**100:.0f}", f"static:{2.0**-75}"
# XLA rewrites roots (the square of a root is its operand); amp-run computes the text.
ON_CPU = "rsqrt", "sqrt_then_square"
BATCH = 30  # cases per compilation
MODULE = """func.func @main(%w: {T}, %x: {T}, %y: {T}, %d: {T}) -> ({T}, {T}, {T}) {{
    %seed0 = stablehlo.constant dense<1.0> : {P}
    %seed1 = amp.seed "main" %seed0 : {P}
    %b0 = stablehlo.broadcast_in_dim %seed1, dims = [] : ({P}) -> {T}
    %g = stablehlo.multiply %b0, %d : {T}
    %h = stablehlo.multiply %g, %y : {T}
    %x2 = stablehlo.multiply %x, %x : {T}
    %one1 = stablehlo.slice %g [0:1, 0:1] : ({T}) -> tensor<1x1xf32>
    %a9 = stablehlo.slice %g [0:1, 0:8] : ({T}) -> tensor<1x8xf32>
    %a8 = stablehlo.reshape %a9 : (tensor<1x8xf32>) -> tensor<8xf32>
    {body}
    %marked = amp.gradients "main" %r : {T}
    %new = stablehlo.subtract %w, %marked : {T}
    %state = amp.state "main" (%new) else (%w) : {T}
    return %state, %marked, %r : {T}, {T}, {T}
  }}
  {extra}
"""


def outputs(tools, text, option):
    scaling = [f"--amp-scale-loss=loss-scale={option}", "--amp-lower-training"]
    passes = scaling if option == "none" else ["--amp-record-step", *scaling, "--amp-check-scaling"]
    done = subprocess.run([tools / "amp-opt", "-", "-split-input-file", *passes], input=text, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{option}: {done.stderr[:2000]}")
    return done.stdout.split("// -----")


def on_cpu(tools, module, inputs):
    with tempfile.TemporaryDirectory() as folder:
        step, given, made = (pathlib.Path(folder, name) for name in ("step.mlir", "in.npz", "out.npz"))
        step.write_text(module)
        np.savez(given, **{f"in_{i}": array for i, array in enumerate(inputs)})
        subprocess.run([tools / "amp-run", step, f"--inputs={given}", f"--outputs={made}"], check=True)
        results = np.load(made)
        return [results[f"out_{i}"] for i in range(3)]


def together(modules):
    """One module whose main calls the main of each of these: one compilation instead of many."""
    inputs = ", ".join(f"%{i}: {T}" for i in range(4))
    functions, calls, results = [], [], []
    for number, module in enumerate(modules):
        text = module[module.index("func.func") : module.rindex("}")]
        count = 4 if "found_inf" in text else 3
        functions.append(re.sub(r"func\.func (?=@main)", "func.func private ", text).replace("@", f"@case{number}_"))
        types = ", ".join([T] * 3 + ["tensor<i1>"] * (count - 3))
        calls.append(f"%r{number}:{count} = call @case{number}_main(%0, %1, %2, %3) : ({T}, {T}, {T}, {T}) -> ({types})")
        results += [f"%r{number}#{i}" for i in range(3)]
    types = ", ".join([T] * len(results))
    main = "\n".join([f"func.func @main({inputs}) -> ({types}) {{", *calls, f"return {', '.join(results)} : {types}\n}}"])
    return "\n".join(["module {", main, *functions, "}"])


def on_xla(modules, inputs):
    for start in range(0, len(modules), BATCH):
        some = modules[start : start + BATCH]
        results = xla.compiled(xla.parse(together(some)), effort=0)(*inputs)
        yield from (results[3 * i : 3 * i + 3] for i in range(len(some)))


def check(tools, names):
    names = sorted(names, key=lambda name: name in ON_CPU)
    text = "// -----\n".join(MODULE.format(T=T, P=P, body=CASES[n][0], extra=CASES[n][1]) for n in names)
    random = np.random.default_rng(0)
    inputs = [random.standard_normal((8, 8), np.float32) for _ in range(4)]
    plain, wrong = {}, []
    for option in "none", *SCALES:
        modules = outputs(tools, text, option)
        run = [*on_xla([m for n, m in zip(names, modules, strict=True) if n not in ON_CPU], inputs)]
        run += [on_cpu(tools, m, inputs) for n, m in zip(names, modules) if n in ON_CPU]
        for name, results in zip(names, run, strict=True):
            expected = plain.setdefault(name, results)
            if any(np.asarray(a).tobytes() != np.asarray(b).tobytes() for a, b in zip(results, expected)):
                wrong.append(f"{name} ({option})")
    print(f"{len(names)} cases")
    return f"results are not those of the step without a scale: {', '.join(wrong)}" if wrong else 0


def main(tools, *only):
    return check(pathlib.Path(tools), only or list(CASES))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
