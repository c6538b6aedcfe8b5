# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random small programs for every row of the range analysis, in its variadic and body forms, on XLA's CPU.

Each form adds a few ops to a program. Every float that the program computes is compared with the range that
amp-analyze-ranges finds: infinities with the printed range, finite values with the exact ends and the smallest
magnitude. Inputs are the ends of declared ranges, zeros, ties, tiny numbers and, where nothing is declared, the largest.
"""
import collections
import json
import pathlib
import re
import subprocess
import sys

import numpy as np

import xla
from xla import ir

LIB = pathlib.Path(__file__).resolve().parents[2] / "lib"
# Rows that no program for XLA has: it takes static shapes, no more than one device, and no ops of earlier versions.
NOT_RUN = {
    "broadcast", "collective_broadcast", "dot", "dynamic_broadcast_in_dim", "dynamic_conv", "dynamic_gather", "dynamic_iota", "dynamic_pad",
    "dynamic_reshape", "einsum", "real_dynamic_slice", "set_dimension_size", "torch_index_select",
}  # fmt: skip
PROGRAMS, FORMS, RUNS = 26, 16, 2
SIZE = 6  # both dimensions of every value: axes are told apart by what they are, not by size
F, I, B = (f"tensor<{SIZE}x{SIZE}x{element}>" for element in ("f32", "i32", "i1"))
ROW, S = f"tensor<{SIZE}xf32>", "tensor<f32>"
LARGEST = float(np.finfo(np.float32).max)
ENDS = [(-2.0, 3.0), (0.0, 1.0), (1.0, 4.0), (-5.0, -0.5), (-1e-3, 1e-3), (0.0, 500.0), (-30.0, 30.0), (1e-8, 1e-6), (-1e20, 1e30),
        (0.0, 65000.0), (1.0, 1.0), (-0.9, 0.9), None]  # fmt: skip
INTS = ["i1", "i8", "ui8", "i16", "i32", "ui32"]
UNARY = ["abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one", "logistic", "negate",
         "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tanh"]  # fmt: skip
BINARY = ["add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"]
INTEGER = ["add", "and", "divide", "maximum", "minimum", "multiply", "or", "power", "remainder", "shift_right_logical", "subtract"]
INTEGER_UNARY = ["popcnt", "abs", "negate", "sign"]
FORM = []


def form(function):
    FORM.append(function)
    return function


class Program:
    turns = collections.Counter()

    def __init__(self, random):
        self.random = random
        self.lines, self.results, self.floats = [], [], []  # results: (line, name, type)
        self.ends = [ENDS[i] for i in random.integers(len(ENDS), size=4)]
        self.floats = [f"%a{i}" for i in range(4)]
        self.functions, self.form = [], ""

    def add(self, text, *types):
        name = f"%r{len(self.lines)}"
        self.lines.append(f"{name}{f':{len(types)}' if len(types) > 1 else ''} = {text}")
        names = [name] if len(types) == 1 else [f"{name}#{i}" for i in range(len(types))]
        for number, (one, type) in enumerate(zip(names, types)):
            if type.endswith("f32>"):
                self.results.append((len(self.lines) - 1, number, one, type, self.form))
            if type == F:
                self.floats.append(one)
        return names[0] if len(types) == 1 else names

    def one_of(self, *choices):
        return choices[self.random.integers(len(choices))]

    def next_of(self, choices):
        """Each of them in turn, over all programs."""
        self.turns[choices[0]] += 1
        return choices[self.turns[choices[0]] % len(choices)]

    def chance(self, part=0.5):
        return self.random.random() < part

    def value(self):
        """A recent value more often than an old one, and an argument now and then."""
        if self.chance(0.3):
            return self.floats[self.random.integers(4)]
        return self.floats[-1 - int(self.random.integers(len(self.floats)) * self.random.random())]

    def number(self, type=F, *choices):
        number = self.one_of(*(choices or (-1.0, 0.0, 0.5, 1.0, 2.0, -3.5, 1e-30, 1e-40, 9e4, -1e9, 1e30)))
        text = f"{number:e}" if isinstance(number, float) else number
        return self.add(f"stablehlo.constant dense<{text}> : {type}", type)

    def convert(self, value, source, target):
        return self.add(f"stablehlo.convert {value} : ({source}) -> {target}", target)

    def integer(self, type):
        """Of a bounded value, so that something is known of it."""
        value = self.value()
        if self.chance(0.7):
            low, high = sorted(self.random.choice([-300.0, -128.0, -1.0, 0.0, 1.0, 7.0, 255.0, 2e4], 2))
            low, high = (self.add(f"stablehlo.constant dense<{end}> : {F}", F) for end in (low, high))
            value = self.add(f"stablehlo.clamp {low}, {value}, {high} : {F}", F)
        return self.convert(value, F, type)

    def spread(self, row, dim=0):
        return self.add(f"stablehlo.broadcast_in_dim {row}, dims = [{dim}] : ({ROW}) -> {F}", F)

    def reduce(self, body, value, start, dim=1):
        init = self.number(S, start)
        return self.add(f"stablehlo.reduce({value} init: {init}) applies stablehlo.{body} across dimensions = [{dim}] : ({F}, {S}) -> {ROW}", ROW)

    def body(self, arguments, groups):
        """A body on pairs of scalars, and whether it needs one of them to be a neutral start."""
        left, right = arguments[:groups], arguments[groups:]
        if groups == 1:
            kind = self.one_of("add", "maximum", "minimum", "multiply", "constant", "captured", "left", "right", "select", "more")
            if kind in ("add", "maximum", "minimum", "multiply"):
                return f"%z = stablehlo.{kind} {left[0]}, {right[0]} : {S} stablehlo.return %z : {S}"
            if kind == "constant":
                return (f"%c = stablehlo.constant dense<7.0e4> : {S} %z = stablehlo.maximum {left[0]}, %c : {S} "
                        f"%y = stablehlo.maximum %z, {right[0]} : {S} stablehlo.return %y : {S}")  # fmt: skip
            if kind == "captured":
                return f"%z = stablehlo.minimum {left[0]}, %outer : {S} stablehlo.return %z : {S}"
            if kind == "more":
                return f"%z = stablehlo.add {left[0]}, {right[0]} : {S} %y = stablehlo.add %z, %outer : {S} stablehlo.return %y : {S}"
            if kind == "select":
                return (f"%c = stablehlo.compare GT, {left[0]}, {right[0]} : ({S}, {S}) -> tensor<i1> "
                        f"%z = stablehlo.select %c, {left[0]}, {right[0]} : tensor<i1>, {S} stablehlo.return %z : {S}")  # fmt: skip
            return f"stablehlo.return {left[0] if kind == 'left' else right[0]} : {S}"
        first, second = self.one_of(("%z", "%y"), ("%y", "%z"), ("%z", "%outer"), ("%z", "%w"), (left[1], right[0]))
        return (f"%c = stablehlo.compare GT, {left[0]}, {right[0]} : ({S}, {S}) -> tensor<i1> "
                f"%z = stablehlo.select %c, {left[0]}, {right[0]} : tensor<i1>, {S} "
                f"%y = stablehlo.select %c, {left[1]}, {right[1]} : tensor<i1>, {S} "
                f"%w = stablehlo.add {left[1]}, {right[1]} : {S} stablehlo.return {first}, {second} : {S}, {S}")  # fmt: skip

    def region(self, groups, body=None):
        arguments = [f"%b{i}" for i in range(2 * groups)]
        block = ", ".join(f"{a}: {S}" for a in arguments)
        return f"({{ ^b({block}): {body or self.body(arguments, groups)} }})".replace("%outer", self.outer())

    def outer(self):
        return self.number(S, -4.5, 8e4)

    def text(self, results):
        stated = [f" {{amp.range = #amp.range<{e[0]:.9e}, {e[1]:.9e}>}}" if e else "" for e in self.ends]
        arguments = ", ".join(f"%a{i}: {F}{said}" for i, said in enumerate(stated))
        lines = [f"func.func @main({arguments}) -> ({', '.join(r[3] for r in results)}) {{", *self.lines]
        lines += [f"return {', '.join(r[2] for r in results)} : {', '.join(r[3] for r in results)}", "}", *self.functions]
        return "\n".join(lines)


@form
def unary(p):
    for _ in range(2):
        p.add(f"stablehlo.{p.next_of(UNARY)} {p.value()} : {F}", F)


@form
def binary(p):
    a = p.value()
    b = p.one_of(p.value(), a, p.number())
    p.add(f"stablehlo.{p.next_of(BINARY)} {a}, {b} : {F}", F)


@form
def power(p):
    exponent = p.number(F, -2.0, -1.0, -0.5, 0.0, 0.5, 1.5, 2.0, 3.0)
    p.add(f"stablehlo.power {p.value()}, {exponent} : {F}", F)


@form
def integers(p):
    type = I.replace("i32", p.one_of(*INTS))
    op = p.next_of(INTEGER) if "i1>" not in type else p.one_of("add", "and", "maximum", "minimum", "multiply", "or")
    a, b = p.integer(type), p.integer(type)
    if p.chance(0.3) and "i1>" not in type:
        b = p.add(f"stablehlo.iota dim = 1 : {type}", type)
    c = p.add(f"stablehlo.{op} {a}, {b} : {type}", type)
    p.convert(c, type, F)
    if "i1>" not in type:
        p.convert(p.add(f"stablehlo.{p.next_of(INTEGER)} {b}, {a} : {type}", type), type, F)
    if "ui" not in type and "i1>" not in type:
        op = p.next_of(INTEGER_UNARY)
        p.convert(p.add(f"stablehlo.{op} {c} : {type}", type), type, F)


@form
def conversions(p):
    """From float to an integer or float type, on to another, and back."""
    value, source = p.value(), F
    for element in p.random.choice([*INTS, "f16", "bf16", "f64", "i64"], 2):
        target = I.replace("i32", element)
        value, source = p.convert(value, source, target), target
    p.convert(value, source, F)


@form
def reduced_precision(p):
    p.add(f"stablehlo.reduce_precision {p.value()}, format = e{p.one_of(2, 3, 5, 8, 11)}m{p.one_of(1, 2, 3, 7, 10, 30)} : {F}", F)


@form
def bits(p):
    whole, low, mask = p.integer(I), p.number(I, 0, 0x3F800000), p.number(I, 0x7FFFFF, 0x7FFFFFFF, -1)
    whole = p.add(f"stablehlo.and {whole}, {mask} : {I}", I)
    # Of an i16, XLA's CPU counts -48 leading zeros.
    p.convert(p.add(f"stablehlo.count_leading_zeros {whole} : {I}", I), I, F)
    p.add(f"stablehlo.bitcast_convert {p.add(f'stablehlo.or {whole}, {low} : {I}', I)} : ({I}) -> {F}", F)


@form
def clamp(p):
    type = p.one_of(F, S)
    p.add(f"stablehlo.clamp {p.number(type)}, {p.value()}, {p.number(type)} : ({type}, {F}, {type}) -> {F}", F)


@form
def choose(p):
    a, b, type = p.value(), p.value(), B
    test = p.add(f"stablehlo.compare {p.one_of('LT', 'EQ', 'GE')}, {a}, {p.value()} : ({F}, {F}) -> {B}", B)
    if p.chance(0.3):
        test = p.add(f"stablehlo.is_finite {a} : ({F}) -> {B}", B)
    p.convert(test, B, F)
    p.add(f"stablehlo.select {test}, {a}, {b} : {B}, {F}", F)


@form
def layout(p):
    a, b = p.value(), p.value()
    wide = "tensor<12x6xf32>"
    both = p.add(f"stablehlo.concatenate {a}, {b}, dim = 0 : ({F}, {F}) -> {wide}", wide)
    p.add(f"stablehlo.slice {both} [{p.one_of('0:12:2', '3:9', '6:12')}, 0:6] : ({wide}) -> {F}", F)
    turned = p.add(f"stablehlo.transpose {a}, dims = [1, 0] : ({F}) -> {F}", F)
    flat = p.add(f"stablehlo.reshape {turned} : ({F}) -> tensor<36xf32>", "tensor<36xf32>")
    back = p.add(f"stablehlo.reshape {flat} : (tensor<36xf32>) -> {F}", F)
    p.add(f"stablehlo.reverse {back}, dims = [0] : {F}", F)


@form
def tuples(p):
    both = p.add(f"stablehlo.tuple {p.value()}, {p.value()} : tuple<{F}, {F}>", "tuple")
    p.add(f"stablehlo.get_tuple_element {both}[{p.one_of(0, 1)}] : (tuple<{F}, {F}>) -> {F}", F)


@form
def padded(p):
    low, high, hole = p.one_of(-2, 0, 3), p.one_of(-1, 0, 2), p.one_of(0, 0, 1, 2)
    size = SIZE + (SIZE - 1) * hole + low + high
    type = f"tensor<{size}x{SIZE}xf32>"
    p.add(f"stablehlo.pad {p.value()}, {p.number(S)}, low = [{low}, 0], high = [{high}, 0], interior = [{hole}, 0] : ({F}, {S}) -> {type}", type)


@form
def indexed(p):
    """Positions that lie outside."""
    a, b = p.value(), p.value()
    i, j = (p.number("tensor<i32>", -3, 0, 4, 99) for _ in range(2))
    part = "tensor<2x6xf32>"
    cut = p.add(f"stablehlo.dynamic_slice {a}, {i}, {j}, sizes = [2, 6] : ({F}, tensor<i32>, tensor<i32>) -> {part}", part)
    p.add(f"stablehlo.dynamic_update_slice {b}, {cut}, {j}, {i} : ({F}, {part}, tensor<i32>, tensor<i32>) -> {F}", F)
    rows = p.add("stablehlo.constant dense<[[0], [99], [-5], [3], [3], [5]]> : tensor<6x1xi32>", "tensor<6x1xi32>")
    p.add(f'"stablehlo.gather"({a}, {rows}) {{dimension_numbers = #stablehlo.gather<offset_dims = [1], collapsed_slice_dims = [0], start_index_map = [0], '
          f"index_vector_dim = 1>, slice_sizes = array<i64: 1, 6>}} : ({F}, tensor<6x1xi32>) -> {F}", F)  # fmt: skip


@form
def counted(p):
    type = F.replace("f32", p.one_of("f32", "i32", "f16", "i8", "bf16"))
    place = p.add(f"stablehlo.iota dim = {p.one_of(0, 1)} : {type}", type)
    place = place if type == F else p.convert(place, type, F)
    shifted = p.add(f"stablehlo.add {place}, {p.number(F, 1.0, 1e-6, -2.0)} : {F}", F)
    p.add(f"stablehlo.divide {p.number()}, {shifted} : {F}", F)
    p.add(f"stablehlo.multiply {shifted}, {shifted} : {F}", F)


@form
def sorted_together(p):
    a, b = p.value(), p.value()
    p.add(f'"stablehlo.sort"({a}, {b}) ({{ ^b(%x: {S}, %y: {S}, %u: {S}, %v: {S}): %c = stablehlo.compare LT, %u, %v : ({S}, {S}) -> tensor<i1> '
          f"stablehlo.return %c : tensor<i1> }}) {{dimension = {p.one_of(0, 1)} : i64, is_stable = true}} : ({F}, {F}) -> ({F}, {F})", F, F)  # fmt: skip


@form
def reductions(p):
    groups, dim = p.one_of(1, 1, 2), p.one_of(0, 1)
    values = [p.value() for _ in range(groups)]
    if p.chance(0.15):  # nothing to reduce
        empty = f"tensor<{SIZE}x0xf32>"
        dim, values = 1, [p.add(f"stablehlo.slice {v} [0:{SIZE}, 0:0] : ({F}) -> {empty}", empty) for v in values]
    type = F if not (p.lines and p.lines[-1].endswith("x0xf32>")) else empty
    starts = [p.number(S, 0.0, 0.0, "0xFF800000", 1.0, -2.0, 5.0, 3e5) for _ in values]
    region = p.region(groups)
    operands = ", ".join([type] * groups + [S] * groups)
    p.add(f'"stablehlo.reduce"({", ".join(values + starts)}) {region} {{dimensions = array<i64: {dim}>}} : ({operands}) -> ({", ".join([ROW] * groups)})',
          *[ROW] * groups)  # fmt: skip


@form
def windows(p):
    groups = p.one_of(1, 1, 2)
    values, starts = [p.value() for _ in range(groups)], [p.number(S, 0.0, "0xFF800000", 1.0, -2.0, 7e4, -1e30) for _ in range(groups)]
    window, stride, base, holes = p.one_of(1, 2, 3), p.one_of(1, 2), p.one_of(1, 1, 2), p.one_of(1, 1, 3)
    low, high = p.one_of(-1, 0, 0, 1, 4), p.one_of(0, 0, 2, 5)
    size = (SIZE - 1) * base + 1 + low + high
    span = (window - 1) * holes + 1
    made = max(0, (size - span) // stride + 1)
    type = f"tensor<{made}x{SIZE}xf32>"
    p.add(f'"stablehlo.reduce_window"({", ".join(values + starts)}) {p.region(groups)} {{window_dimensions = array<i64: {window}, 1>, '
          f"window_strides = array<i64: {stride}, 1>, base_dilations = array<i64: {base}, 1>, window_dilations = array<i64: {holes}, 1>, "
          f"padding = dense<[[{low}, {high}], [0, 0]]> : tensor<2x2xi64>}} : ({', '.join([F] * groups + [S] * groups)}) -> ({', '.join([type] * groups)})",
          *[type] * groups)  # fmt: skip


@form
def scatters(p):
    rows = p.add(f"stablehlo.constant dense<[[0], [2], [0], [{p.one_of(0, 99)}]]> : tensor<4x1xi32>", "tensor<4x1xi32>")
    part, groups = "tensor<4x6xf32>", p.one_of(1, 1, 2)
    # XLA's CPU mixes the results up where two inputs are one value.
    into = [p.add(f"stablehlo.negate {p.value()} : {F}", F) for _ in range(groups)]
    updates = [p.add(f"stablehlo.slice {p.value()} [0:4, 0:6] : ({F}) -> {part}", part) for _ in range(groups)]
    p.add(f'"stablehlo.scatter"({", ".join([*into, rows, *updates])}) {p.region(groups)} {{scatter_dimension_numbers = #stablehlo.scatter<'
          "update_window_dims = [1], inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : "
          f"({', '.join([F] * groups + ['tensor<4x1xi32>'] + [part] * groups)}) -> ({', '.join([F] * groups)})", *[F] * groups)  # fmt: skip


@form
def scattered_windows(p):
    source = "tensor<5x6xf32>"
    part = p.add(f"stablehlo.slice {p.value()} [0:5, 0:6] : ({F}) -> {source}", source)
    choose = p.region(1, f"%c = stablehlo.compare GE, %b0, %b1 : ({S}, {S}) -> tensor<i1> stablehlo.return %c : tensor<i1>")
    combine = p.region(1, f"%z = stablehlo.{p.one_of('add', 'maximum')} %b0, %b1 : {S} stablehlo.return %z : {S}")
    p.add(f'"stablehlo.select_and_scatter"({p.value()}, {part}, {p.number(S, 0.0, 3.0)}) ({choose[1:-1]}, {combine[1:-1]}) '
          "{window_dimensions = array<i64: 2, 1>, window_strides = array<i64: 1, 1>, padding = dense<0> : tensor<2x2xi64>} : "
          f"({F}, {source}, {S}) -> {F}", F)  # fmt: skip


@form
def contractions(p):
    a, b = p.value(), p.value()
    p.add(f"stablehlo.dot_general {a}, {b}, contracting_dims = [{p.one_of(0, 1)}] x [{p.one_of(0, 1)}] : ({F}, {F}) -> {F}", F)
    image, kernel = "tensor<1x6x6x1xf32>", "tensor<2x3x1x1xf32>"
    x = p.add(f"stablehlo.reshape {a} : ({F}) -> {image}", image)
    cut = p.add(f"stablehlo.slice {b} [0:2, 0:3] : ({F}) -> tensor<2x3xf32>", "tensor<2x3xf32>")
    k = p.add(f"stablehlo.reshape {cut} : (tensor<2x3xf32>) -> {kernel}", kernel)
    low, high, hole, spread = p.one_of(0, 2), p.one_of(0, 1), p.one_of(1, 2), p.one_of(1, 2)
    rows, columns = 5 * hole + 1 + low + high - spread, 5 * hole + 1 + low + high - 2 * spread
    made = f"tensor<1x{rows}x{columns}x1xf32>"
    p.add(f"stablehlo.convolution({x}, {k}) dim_numbers = [b, 0, 1, f]x[0, 1, i, o]->[b, 0, 1, f], window = {{pad = [[{low}, {high}], [{low}, {high}]], "
          f"lhs_dilate = [{hole}, {hole}], rhs_dilate = [{spread}, {spread}]}} {{batch_group_count = 1 : i64, feature_group_count = 1 : i64}} : "
          f"({image}, {kernel}) -> {made}", made)  # fmt: skip


@form
def collectives(p):
    groups = "replica_groups = dense<0> : tensor<1x1xi64>"
    a, b = p.value(), p.value()
    kind = p.random.integers(4)
    if kind == 0:
        p.add(f'"stablehlo.all_gather"({a}, {b}) {{all_gather_dim = 0 : i64, {groups}}} : ({F}, {F}) -> ({F}, {F})', F, F)
    elif kind == 1:
        # XLA takes several operands for several devices alone.
        p.add(f'"stablehlo.all_to_all"({a}) {{split_dimension = 0 : i64, concat_dimension = 0 : i64, split_count = 1 : i64, {groups}}} : ({F}) -> {F}', F)
    elif kind == 2:
        pairs = p.one_of("dense<> : tensor<0x2xi64>", "dense<0> : tensor<1x2xi64>")
        p.add(f'"stablehlo.collective_permute"({a}) {{source_target_pairs = {pairs}}} : ({F}) -> {F}', F)
    else:
        body = p.region(1, f"%z = stablehlo.add %b0, %b1 : {S} stablehlo.return %z : {S}")
        p.add(f'"stablehlo.all_reduce"({a}, {b}) {body} {{{groups}}} : ({F}, {F}) -> ({F}, {F})', F, F)


@form
def draws(p):
    """Two draws are two values."""
    shape = p.add(f"stablehlo.constant dense<{SIZE}> : tensor<2xi64>", "tensor<2xi64>")
    low, high = p.number(S, -1.0, 0.0), p.number(S, 1.0, 2.0)
    first, second = (
        p.add(f"stablehlo.rng {low}, {high}, {shape}, distribution = {p.one_of('UNIFORM', 'NORMAL')} : ({S}, {S}, tensor<2xi64>) -> {F}", F)
        for _ in range(2)
    )
    p.add(f"stablehlo.subtract {first}, {second} : {F}", F)
    e, other = (p.add(f"stablehlo.exponential {x} : {F}", F) for x in (first, second))
    p.add(f"stablehlo.divide {e}, {p.spread(p.reduce('add', other, 0.0))} : {F}", F)


@form
def functions(p):
    """One function for two callers, and for the body of an op."""
    name = f"@f{len(p.functions)}"
    p.functions.append(f"func.func private {name}(%x: {F}) -> {F} {{\n%h = stablehlo.{p.one_of('sqrt', 'tanh', 'negate', 'log')} %x : {F}\nreturn %h : {F}\n}}")
    for _ in range(2):
        p.add(f"func.call {name}({p.value()}) : ({F}) -> {F}", F)


@form
def branches(p):
    index = p.number("tensor<i32>", -1, 0, 1, 2, 7)
    regions = ", ".join(f'({{ "stablehlo.return"({p.value()}) : ({F}) -> () }})'[1:-1] for _ in range(2))
    p.add(f'"stablehlo.case"({index}) ({regions}) : (tensor<i32>) -> {F}', F)


@form
def loops(p):
    """Counters, sums and products that a loop of known length carries."""
    # XLA's CPU runs no iteration if a step is larger than the distance to the end.
    turns, step = p.one_of((0, 1), (1, 1), (5, 1), (5, 3), (40, 1), (40, 3))
    zero, end, one = (p.number("tensor<i32>", n) for n in (p.one_of(0, -2), turns, step))
    factor, small = p.number(F, 0.5, 1.0, -1.0, 3.0), p.number(F, 1.0, 0.25)
    term = p.add(f"stablehlo.{p.one_of('tanh', 'abs', 'logistic')} {p.value()} : {F}", F)
    update = p.one_of(f"stablehlo.add %s, {term} : {F}", f"stablehlo.subtract %s, {small} : {F}", f"stablehlo.multiply %s, {factor} : {F}",
                      f"stablehlo.maximum %s, %k : {F}", f"stablehlo.add {term}, %s : {F}", f"stablehlo.add %k, %s : {F}")  # fmt: skip
    p.add(f"stablehlo.while(%i = {zero}, %s = {p.value()}, %w = {p.number(F, 1.0)}) : tensor<i32>, {F}, {F} cond {{ "
          f"%c = stablehlo.compare LT, %i, {end} : (tensor<i32>, tensor<i32>) -> tensor<i1> stablehlo.return %c : tensor<i1> }} do {{ "
          f"%n = stablehlo.add %i, {one} : tensor<i32> %f = stablehlo.convert %i : (tensor<i32>) -> {S} "
          f"%k = stablehlo.broadcast_in_dim %f, dims = [] : ({S}) -> {F} %t = {update} %q = stablehlo.multiply %k, %k : {F} "
          f"stablehlo.return %n, %t, %q : tensor<i32>, {F}, {F} }}", "tensor<i32>", F, F)  # fmt: skip


@form
def softmaxes(p):
    """Right ones, and ones with another shift, axis, initial value or spread."""
    x, wrong = p.value(), p.random.random() < 0.7
    faulty = p.random.integers(6) if wrong else -1
    dim = p.one_of(0, 1)
    largest = p.spread(p.reduce("maximum", x, "0xFF800000", 1 - dim if faulty == 0 else dim), dim if faulty == 1 else 1 - dim)
    shifted = p.add(f"stablehlo.subtract {x}, {largest} : {F}", F)
    e = p.add(f"stablehlo.exponential {shifted} : {F}", F)
    above = p.add(f"stablehlo.exponential {x} : {F}", F) if faulty == 2 else p.add(f"stablehlo.exponential {shifted} : {F}", F)
    total = p.reduce("add", e, -0.9999 if faulty == 3 else 0.0, 1 - dim if faulty == 4 else dim)
    if p.chance():
        ones = p.number(ROW, 1.0)
        share = p.spread(p.add(f"stablehlo.divide {ones}, {total} : {ROW}", ROW), dim if faulty == 5 else 1 - dim)
        return p.add(f"stablehlo.multiply {above}, {share} : {F}", F)
    p.add(f"stablehlo.divide {above}, {p.spread(total, dim if faulty == 5 else 1 - dim)} : {F}", F)


@form
def norms(p):
    """By the root of the mean square of the data, of other data, or along another axis."""
    x, dim = p.value(), p.one_of(0, 1)
    y = p.one_of(x, x, p.value())
    square = p.add(f"stablehlo.multiply {y}, {p.one_of(y, y, p.value())} : {F}", F)
    total = p.reduce("add", square, p.one_of(0.0, 0.0, -1.0), dim)
    mean = p.add(f"stablehlo.multiply {total}, {p.number(ROW, 1 / SIZE, 1.0, 1e-20)} : {ROW}", ROW)
    if p.chance(0.7):
        mean = p.add(f"stablehlo.add {mean}, {p.number(ROW, 1e-6, 1e-29, 1e-38)} : {ROW}", ROW)
    spread = p.one_of(1 - dim, 1 - dim, dim)
    if p.chance():
        return p.add(f"stablehlo.multiply {x}, {p.spread(p.add(f'stablehlo.rsqrt {mean} : {ROW}', ROW), spread)} : {F}", F)
    p.add(f"stablehlo.divide {x}, {p.spread(p.add(f'stablehlo.sqrt {mean} : {ROW}', ROW), spread)} : {F}", F)


@form
def barrier(p):
    p.add(f"stablehlo.optimization_barrier {p.value()}, {p.value()} : {F}, {F}", F, F)


@form
def parts(p):
    """Real and imaginary parts of complex arithmetic, and its absolute values."""
    type = F.replace("f32", "complex<f32>")
    a, b = (p.add(f"stablehlo.complex {p.value()}, {p.value()} : {type}", type) for _ in range(2))
    c = p.add(f"stablehlo.{p.one_of('add', 'multiply', 'negate', 'subtract')} {a}, {b} : {type}".replace(f"negate {a}, {b}", f"negate {a}"), type)
    for op in "real", "imag", "abs":
        p.add(f"stablehlo.{op} {c} : ({type}) -> {F}", F)


@form
def composed(p):
    """Ops without a row, whose results may be anything."""
    a = p.value()
    p.add(f"stablehlo.cholesky {a}, lower = true : {F}", F)
    p.add(f'"stablehlo.map"({a}) ({{ ^b(%x: {S}): %z = stablehlo.exponential %x : {S} stablehlo.return %z : {S} }}) {{dimensions = array<i64: 0, 1>}} : ({F}) -> {F}', F)


def drawn(random, ends):
    """Ends, zero and tiny numbers of both signs, ties and halves, among uniform numbers."""
    lo, hi = ends or (-LARGEST, LARGEST)
    special = [lo, hi, 0.0, -0.0, 1e-30, -1e-30, 1e-40, -1e-45, 1.1754944e-38, lo / 2, hi / 2, 0.5, 1.5, -2.5, 1.0, -1.0, 1e-6, 88.7, 104.0, 255.5, 65504.0]
    special = [x for x in special if lo <= x <= hi]
    scale = 10.0 ** random.integers(-3, 3) if ends is None else None
    values = random.uniform(lo, hi, (SIZE, SIZE)) if ends else random.normal(0, scale, (SIZE, SIZE))
    chosen = random.random((SIZE, SIZE)) < random.choice([0.1, 0.5, 1.0])
    values[chosen] = random.choice(special, int(chosen.sum()))
    if random.random() < 0.2:
        values[:] = random.choice(special)
    return np.clip(values, lo, hi).astype(np.float32)


def analyze(path, *options):
    return subprocess.run(["amp-opt", path, f"--amp-analyze-ranges={' '.join(options)}", "-o", "/dev/null"], capture_output=True, text=True)


def printed(path):
    """By line, the range of each float result."""
    run = analyze(path, "print=true")
    assert run.returncode == 0, run.stderr[:2000]
    ranges = {}
    for line, text in re.findall(r":(\d+):\d+: remark: [\w.]+: (.*)", run.stderr):
        found = [re.match(r"\[(\S+), (\S+)\]", one.strip()) for one in text.split(";")]
        ranges.setdefault(int(line) - 2, [(float(m[1]), float(m[2])) if m else (-np.inf, np.inf) for m in found])
    return ranges


def numbers_of_ops(text):
    """By line of the program, the number and name of its op in a walk."""
    numbers, count = [], 0

    def walk(op):
        nonlocal count
        count += 1
        for region in op.regions:
            for block in region:
                for inner in block:
                    walk(inner.operation)

    module = xla.parse(re.sub(r" \{amp\.range = #amp\.range<[^>]*>\}", "", text))
    with xla.CONTEXT:
        for op in ir.SymbolTable(module.operation)["main"].entry_block:
            numbers.append((count, op.operation.name))
            walk(op.operation)
    return module, numbers


def check(seed, scratch, uses):
    random = np.random.default_rng(seed)
    p = Program(random)
    for number in range(FORMS):
        one = FORM[(seed * FORMS + number) % len(FORM)]
        p.form = one.__name__
        one(p)
    results = [r for r in p.results]
    path = scratch / f"rows{seed}.mlir"
    path.write_text(p.text(results))
    uses.update(re.findall(r"(?<!#)\bstablehlo\.(\w+)", path.read_text()))
    ranges = printed(path)
    module, numbers = numbers_of_ops(path.read_text())
    run = xla.compiled(module, effort=0)
    wrong, values, known = [], 0, 0
    seen = {}
    for _ in range(RUNS):
        outputs = run(*(drawn(random, e) for e in p.ends))
        for result, found in zip(results, outputs):
            line, number = result[:2]
            of_op = ranges[line]
            floats = [r for r in results if r[0] == line]
            lo, hi = of_op[floats.index(result)]
            values, known = values + 1, known + (lo > -np.inf or hi < np.inf)
            found = found[~np.isnan(found)].astype(np.float64)
            if (found == np.inf).any() and hi < np.inf or (found == -np.inf).any() and lo > -np.inf:
                wrong.append(f"{result[4]}: {p.lines[line]}: infinite outside of [{lo}, {hi}]")
            finite = found[np.isfinite(found)]
            if finite.size:
                seen.setdefault((line, number), []).append(finite)
    record = scratch / "rows.json"
    entries = {}
    for (line, number), found in seen.items():
        found = np.concatenate(found)
        op, name = numbers[line]
        nonzero = np.abs(found[found != 0]).min() if found.any() else 0.0
        entries[line, number] = dict(function="main", op=op, name=name, result=number, least=found.min(), largest=found.max(), nonzero=nonzero)
    while True:
        record.write_text(json.dumps({"version": 1, "ranges": list(entries.values())}))
        judged = analyze(path, f"ranges={record}")
        if not judged.returncode:
            break
        message = judged.stderr.splitlines()[0]
        at = re.match(r".*?:(\d+):\d+: error", message)
        if not at:
            raise RuntimeError(message)
        line = int(at[1]) - 2
        form = next(r[4] for r in results if r[0] == line)
        wrong.append(f"{form}: {p.lines[line]}: {message}")
        entries = {key: entry for key, entry in entries.items() if key[0] != line}
    return wrong, values, known


def ranged_ops():
    """StableHLO's ops whose kind, or name, has a row of the range analysis."""
    ranges = (LIB / "Ranges" / "rows" / "Rows.cpp").read_text()
    kinds = set(re.findall(r"\{OpKind::(\w+)", ranges))
    ops = re.findall(r'\{"stablehlo\.(\w+)".*?OpKind::(\w+)\}', (LIB / "OpModel" / "rows" / "Stablehlo.cpp").read_text())
    return {op for op, kind in ops if kind in kinds} | set(re.findall(r'"stablehlo\.(\w+)"', ranges))


def main(scratch, first=0, programs=PROGRAMS):
    scratch = pathlib.Path(scratch)
    scratch.mkdir(parents=True, exist_ok=True)
    uses, values, known, wrong = collections.Counter(), 0, 0, []
    for seed in range(int(first), int(first) + int(programs)):
        faults, more, bounded = check(seed, scratch, uses)
        wrong += [f"seed {seed}: {fault}" for fault in faults]
        values, known = values + more, known + bounded
    print("\n".join(wrong))
    rows = ranged_ops()
    missing = sorted(rows - set(uses) - NOT_RUN)
    print(f"{values} values in {programs} programs of {len(FORM)} forms, {known} with a known end, {len(wrong)} outside of their range")
    print(f"rows without a program: {missing or 'none'}")
    return 1 if wrong or missing or known < values / 4 else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
