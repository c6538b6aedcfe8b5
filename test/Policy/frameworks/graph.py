# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Builds one StableHLO function, op by op, in MLIR's generic form."""
import re
import subprocess
import sys
from typing import NamedTuple

SQUARE = (4, 4)


class Value(NamedTuple):
    name: str
    shape: tuple
    element: str = "f32"

    @property
    def type(self):
        if self.element.startswith("!"):
            return self.element
        return f"tensor<{''.join(f'{size}x' for size in self.shape)}{self.element}>"


class Graph:
    def __init__(self):
        self.lines = []      # [text before the attributes, attributes, text after them]
        self.functions = ""  # private ones, as text
        self.bias, self.scale = Value("%bias", SQUARE), Value("%scale", (4,))

    def op(self, name, *operands, shape=None, element="f32", props="", body="", attrs="", second=""):
        """One op, with one result, or a `second` of that type; `shape` is that of the first operand unless given."""
        number = len(self.lines)
        result = Value(f"%{number}", operands[0].shape if shape is None else shape, element)
        listed = [attrs] * bool(attrs)
        self.lines.append([
            f"%{number}{':2' * bool(second)} = \"{name}\"({', '.join(value.name for value in operands)})"
            f"{f' <{{{props}}}>' if props else ''}{f' ({{{body}}})' if body else ''} ", listed,
            f" : ({', '.join(value.type for value in operands)}) -> {f'({result.type}, {second})' if second else result.type}"])
        return result._replace(name=f"%{number}#0") if second else result

    def __getattr__(self, name):
        """g.add(a, b) is stablehlo.add; g.chlo_erf(a) is chlo.erf."""
        full = name.replace("chlo_", "chlo.") if name.startswith("chlo_") else "stablehlo." + name
        return lambda *operands, **more: self.op(full, *operands, **more)

    def constant(self, value, shape=SQUARE):
        return self.op("stablehlo.constant", shape=shape,
                       props=f"value = dense<{value}> : {Value('', shape).type}")

    def spread(self, value, dims=(0,), shape=SQUARE):
        return self.op("stablehlo.broadcast_in_dim", value, shape=shape,
                       props=f"broadcast_dimensions = array<i64{': ' * bool(dims)}{', '.join(map(str, dims))}>")

    def body(self, kind):
        return (f"\n^bb0(%l: tensor<f32>, %r: tensor<f32>):\n  %s = stablehlo.{kind} %l, %r : tensor<f32>\n"
                "  stablehlo.return %s : tensor<f32>\n")

    def reduce(self, kind, value, dim=1):
        """Over one dimension of two or more."""
        start = self.constant("0xFF800000" if kind == "maximum" else "0.0", shape=())
        return self.op("stablehlo.reduce", value, start, shape=value.shape[:dim] + value.shape[dim + 1:],
                       body=self.body(kind), props=f"dimensions = array<i64: {dim}>")

    def window(self, kind, value, size, before=0):
        """Over windows of the last dimension."""
        start = self.constant("0xFF800000" if kind == "maximum" else "0.0", shape=())
        rest = value.shape[:-1]
        each = ", ".join(["1"] * len(rest) + [str(size)])
        pad = ", ".join(["[0, 0]"] * len(rest) + [f"[{before}, 0]"])
        return self.op("stablehlo.reduce_window", value, start, shape=rest + (value.shape[-1] + before - size + 1,),
                       body=self.body(kind),
                       props=f"window_dimensions = array<i64: {each}>, padding = dense<[{pad}]> : "
                             f"tensor<{len(value.shape)}x2xi64>")

    def compare(self, a, b, direction="GT"):
        return self.op("stablehlo.compare", a, b, element="i1",
                       props=f"comparison_direction = #stablehlo<comparison_direction {direction}>")

    def square(self, value):
        return self.multiply(value, value)

    def composite(self, name, attributes, value):
        """One that only takes the magnitude, which is marked as what is asked about."""
        self.functions = (f"func.func private @magnitude(%x: {value.type}) -> {value.type} {{\n"
                          f"  %0 = \"stablehlo.abs\"(%x) {{tested}} : ({value.type}) -> {value.type}\n"
                          f"  func.return %0 : {value.type}\n}}\n")
        return self.op("stablehlo.composite", value, props=f"name = \"{name}\", decomposition = @magnitude, "
                       f"composite_attributes = {{{attributes}}}")

    def mark(self, value, note):
        """Adds a unit attribute to the op that makes `value`."""
        self.lines[int(value.name[1:].partition("#")[0])][1].append(note)

    def text(self):
        return "\n".join(f"  {before}{{{', '.join(attrs)}}}{after}" for before, attrs, after in self.lines)


def program(build, operands):
    """`build` on what a product makes ("f16"), a denied op ("f32") or the function is given ("argument"); its result
    goes to a tanh, and on to a product."""
    graph = Graph()
    x = Value("%x", SQUARE)
    made = {"f16": graph.dot(x, x)}
    made["f32"] = graph.negate(made["f16"], attrs="amp.require = #amp.require<deny>")
    made["argument"] = graph.bias
    tested = build(graph, *(made[operand] for operand in operands))
    if not graph.functions:
        graph.mark(tested, "tested")
    reader = graph.tanh(tested, attrs="reader")
    count = 1
    for size in tested.shape:
        count *= size
    row = graph.reshape(reader, shape=(count,))
    end = graph.op("stablehlo.dot", row, row, shape=())
    return (f"func.func @main(%x: {x.type}, %bias: {x.type}, %scale: tensor<4xf32>) -> {end.type} {{\n{graph.text()}\n"
            f"  func.return {end.name} : {end.type}\n}}\n{graph.functions}")


def decide(amp_opt, preset, programs):
    """The types of the tested op and of its reader, per program."""
    run = subprocess.run([amp_opt, "--split-input-file", "--amp-recognize",
                          f"--amp-attach-policy=preset={preset} compute=f16",
                          "--amp-assign-precision=solver=paint", "--mlir-print-op-generic", "--mlir-print-local-scope"],
                         input="\n// -----\n".join(programs), capture_output=True, text=True)
    if run.returncode or run.stderr:
        sys.exit(run.stderr[:2000] or "amp-opt failed")
    for text in run.stdout.split("\n// -----\n"):
        yield tuple("f16" if "f16" in slots else "f32" for note in ("tested", "reader")
                    for slots in re.findall(rf"amp.precision<\[([^]]*)\][^\n]*\b{note}}}", text))
