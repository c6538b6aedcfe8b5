# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Random programs of many ops: their ranges (amp-analyze-ranges) against what amp-run computes.

What comes out is compared with the ranges that are printed, infinities too; what is recorded on the way with the
exact ends and the smallest magnitude, by amp-analyze-ranges itself.
"""
import pathlib
import re
import subprocess
import sys

import numpy as np

import cpu_program

PROGRAMS, OPS, RUNS = 40, 30, 2
SHAPE = (4, 8)
T, ROW, INTS, BITS = "tensor<4x8xf32>", "tensor<4xf32>", "tensor<4x8xi32>", "tensor<4x8xi1>"
# Ends of declared inputs: signs, zero, large and tiny numbers.
ENDS = [(-2.0, 3.0), (0.0, 1.0), (1.0, 4.0), (-5.0, -0.5), (-1e-3, 1e-3), (0.0, 500.0), (-30.0, 30.0), (1e-8, 1e-6),
        (1e20, 1e30)]
UNARY = ["abs", "cbrt", "ceil", "cosine", "exponential", "exponential_minus_one", "floor", "log", "log_plus_one",
         "logistic", "negate", "round_nearest_afz", "round_nearest_even", "rsqrt", "sign", "sine", "sqrt", "tanh"]
CHLO = ["acos", "acosh", "asin", "asinh", "atan", "cosh", "erf", "erfc", "sinh", "square"]
BINARY = ["add", "atan2", "divide", "maximum", "minimum", "multiply", "power", "remainder", "subtract"]
# Error of numbers that print with four digits: half of the last one.
PRINTED = 1e-3


class Program:
    def __init__(self, random):
        self.random = random
        self.ops, self.known = [], ["%0", "%1", "%2"]

    def add(self, text, type=T):
        self.ops.append((text, type))
        name = f"%r{len(self.ops) - 1}"
        if type == T:
            self.known.append(name)
        return name

    def pick(self):
        """A recent value more often than an old one."""
        return self.known[-1 - int(self.random.integers(len(self.known)) * self.random.random())]

    def reduce(self, body, value, start):
        init = self.add(f"stablehlo.constant dense<{start}> : tensor<f32>", "tensor<f32>")
        return self.add(f"stablehlo.reduce({value} init: {init}) applies stablehlo.{body} across dimensions = [1] : "
                        f"({T}, tensor<f32>) -> {ROW}", ROW)

    def spread(self, row):
        return self.add(f"stablehlo.broadcast_in_dim {row}, dims = [0] : ({ROW}) -> {T}")

    def move(self, a, b):
        """Padded, cut, written over, turned round."""
        scalar = self.add("stablehlo.constant dense<-3.5> : tensor<f32>", "tensor<f32>")
        wide = self.add(f"stablehlo.pad {a}, {scalar}, low = [0, 1], high = [0, 0], interior = [0, 0] : "
                        f"({T}, tensor<f32>) -> tensor<4x9xf32>", "tensor<4x9xf32>")
        cut = self.add(f"stablehlo.slice {wide} [0:4, 0:8] : (tensor<4x9xf32>) -> {T}")
        part = self.add(f"stablehlo.slice {b} [0:2, 0:8] : ({T}) -> tensor<2x8xf32>", "tensor<2x8xf32>")
        zero = self.add("stablehlo.constant dense<0> : tensor<i32>", "tensor<i32>")
        written = self.add(f"stablehlo.dynamic_update_slice {cut}, {part}, {zero}, {zero} : "
                           f"({T}, tensor<2x8xf32>, tensor<i32>, tensor<i32>) -> {T}")
        self.add(f"stablehlo.reverse {written}, dims = [1] : {T}")

    def window(self, a):
        """Over three neighbours, what lies outside being the start."""
        body, start = [("add", 0.0), ("maximum", "0xFF800000"), ("minimum", "0x7F800000")][self.random.integers(3)]
        init = self.add(f"stablehlo.constant dense<{start}> : tensor<f32>", "tensor<f32>")
        self.add(f'"stablehlo.reduce_window"({a}, {init}) ({{ ^b(%x: tensor<f32>, %y: tensor<f32>): '
                 f"%z = stablehlo.{body} %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }}) "
                 "{window_dimensions = array<i64: 1, 3>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>} : "
                 f"({T}, tensor<f32>) -> {T}")

    def count(self, a):
        """Integers, their bits, and the f32 that random bits are made to."""
        low, high = (self.add(f"stablehlo.constant dense<{end}> : {T}") for end in (-300.0, 2e4))
        held = self.add(f"stablehlo.clamp {low}, {a}, {high} : {T}")
        whole = self.add(f"stablehlo.convert {held} : ({T}) -> {INTS}", INTS)
        place = self.add(f"stablehlo.iota dim = 1 : {INTS}", INTS)
        mask = self.add(f"stablehlo.constant dense<{self.random.choice([7, 255, 1000])}> : {INTS}", INTS)
        for op in self.random.permutation(["and", "or", "shift_right_logical", "add", "multiply", "subtract"])[:3]:
            other = place if op == "shift_right_logical" else mask
            whole = self.add(f"stablehlo.{op} {whole}, {other} : {INTS}", INTS)
        self.add(f"stablehlo.convert {whole} : ({INTS}) -> {T}")
        nine, one = (self.add(f"stablehlo.constant dense<{n}> : {INTS}", INTS) for n in (9, 0x3F800000))
        bits = self.add(f"stablehlo.shift_right_logical {whole}, {nine} : {INTS}", INTS)
        bits = self.add(f"stablehlo.or {bits}, {one} : {INTS}", INTS)
        self.add(f"stablehlo.bitcast_convert {bits} : ({INTS}) -> {T}")

    def scatter(self, a, b):
        """Rows of b are added to some of a, twice to the first."""
        rows = self.add("stablehlo.constant dense<[[0], [2], [0]]> : tensor<3x1xi32>", "tensor<3x1xi32>")
        part = self.add(f"stablehlo.slice {b} [0:3, 0:8] : ({T}) -> tensor<3x8xf32>", "tensor<3x8xf32>")
        self.add(f'"stablehlo.scatter"({a}, {rows}, {part}) ({{ ^b(%x: tensor<f32>, %y: tensor<f32>): '
                 "%z = stablehlo.add %x, %y : tensor<f32> stablehlo.return %z : tensor<f32> }) "
                 "{scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [1], inserted_window_dims = [0], "
                 "scatter_dims_to_operand_dims = [0], index_vector_dim = 1>} : "
                 f"({T}, tensor<3x1xi32>, tensor<3x8xf32>) -> {T}")

    def branch(self, a, b):
        """By an element of a."""
        first = self.add(f"stablehlo.slice {a} [0:1, 0:1] : ({T}) -> tensor<1x1xf32>", "tensor<1x1xf32>")
        number = self.add(f"stablehlo.reshape {first} : (tensor<1x1xf32>) -> tensor<f32>", "tensor<f32>")
        half = self.add("stablehlo.constant dense<0.5> : tensor<f32>", "tensor<f32>")
        test = self.add(f"stablehlo.compare LT, {number}, {half} : (tensor<f32>, tensor<f32>) -> tensor<i1>", "tensor<i1>")
        self.add(f'"stablehlo.if"({test}) ({{ %n = stablehlo.negate {a} : {T} "stablehlo.return"(%n) : ({T}) -> () }}, '
                 f'{{ "stablehlo.return"({b}) : ({T}) -> () }}) : (tensor<i1>) -> {T}')

    def grow(self):
        """One more op, or the few of a composite."""
        kind, a, b, c = self.random.integers(20), self.pick(), self.pick(), self.pick()
        if kind < 3:
            self.add(f"stablehlo.{self.random.choice(UNARY)} {a} : {T}")
        elif kind == 3:
            self.add(f"chlo.{self.random.choice(CHLO)} {a} : {T} -> {T}")
        elif kind < 8:
            self.add(f"stablehlo.{self.random.choice(BINARY)} {a}, {b} : {T}")
        elif kind == 8:
            low, high = sorted(self.random.choice([-7.5, -1.0, 0.0, 0.25, 6.0, 1e5], 2))
            low, high = (self.add(f"stablehlo.constant dense<{end}> : {T}") for end in (low, high))
            self.add(f"stablehlo.clamp {low}, {a}, {high} : {T}")
        elif kind == 9:
            test = self.add(f"stablehlo.compare LT, {a}, {b} : ({T}, {T}) -> {BITS}", BITS)
            self.add(f"stablehlo.select {test}, {b}, {c} : {BITS}, {T}")
            self.add(f"stablehlo.convert {test} : ({BITS}) -> {T}")
        elif kind == 10:
            body, start = [("add", 0.0), ("maximum", "0xFF800000"), ("minimum", "0x7F800000"), ("multiply", 1.0)][
                self.random.integers(4)]
            self.spread(self.reduce(body, a, start))
        elif kind == 11:
            across = self.add(f"stablehlo.transpose {b}, dims = [1, 0] : ({T}) -> tensor<8x4xf32>", "tensor<8x4xf32>")
            square = self.add(f"stablehlo.dot_general {a}, {across}, contracting_dims = [1] x [0] : "
                              f"({T}, tensor<8x4xf32>) -> tensor<4x4xf32>", "tensor<4x4xf32>")
            self.add(f"stablehlo.concatenate {square}, {square}, dim = 1 : (tensor<4x4xf32>, tensor<4x4xf32>) -> {T}")
        elif kind == 12:
            largest = self.spread(self.reduce("maximum", a, "0xFF800000"))
            below = self.add(f"stablehlo.subtract {a}, {largest} : {T}")
            e = self.add(f"stablehlo.exponential {below} : {T}")
            self.add(f"stablehlo.divide {e}, {self.spread(self.reduce('add', e, 0.0))} : {T}")
        elif kind == 13:
            self.move(a, b)
        elif kind == 14:
            self.window(a)
        elif kind == 15:
            self.count(a)
        elif kind == 16:
            self.scatter(a, b)
        elif kind == 17:
            self.branch(a, b)
        elif kind == 18:
            exponent = self.add(f"stablehlo.constant dense<{self.random.choice([-2.0, -1.0, 0.5, 2.0, 3.0])}> : {T}")
            self.add(f"stablehlo.power {a}, {exponent} : {T}")
        else:
            square = self.add(f"stablehlo.multiply {a}, {a} : {T}")
            eighth = self.add(f"stablehlo.constant dense<0.125> : {ROW}", ROW)
            mean = self.add(f"stablehlo.multiply {self.reduce('add', square, 0.0)}, {eighth} : {ROW}", ROW)
            if self.random.integers(2):
                epsilon = self.add(f"stablehlo.constant dense<1.0e-6> : {ROW}", ROW)
                mean = self.add(f"stablehlo.add {mean}, {epsilon} : {ROW}", ROW)
            root = self.add(f"stablehlo.rsqrt {mean} : {ROW}", ROW)
            self.add(f"stablehlo.multiply {a}, {self.spread(root)} : {T}")


def every():
    """Each op by itself, on what is declared."""
    program = Program(None)
    for op in UNARY:
        program.add(f"stablehlo.{op} %0 : {T}")
    for op in CHLO:
        program.add(f"chlo.{op} %0 : {T} -> {T}")
    for op in BINARY:
        program.add(f"stablehlo.{op} %0, %1 : {T}")
    whole = program.add(f"stablehlo.convert %0 : ({T}) -> {INTS}", INTS)
    program.add(f"stablehlo.convert {whole} : ({INTS}) -> {T}")
    return program


def grown(random):
    program = Program(random)
    while len(program.ops) < OPS:
        program.grow()
    return program, [ENDS[i] for i in random.integers(len(ENDS), size=3)]


def find_ranges(program, ends, scratch):
    """The printed range of each op; none where it makes no float."""
    arguments = ", ".join(f"%{i}: {T} {{amp.range = #amp.range<{lo:.9e}, {hi:.9e}>}}" for i, (lo, hi) in enumerate(ends))
    lines = [f"func.func @main({arguments}) {{"]
    lines += [f"  %r{i} = {text}" for i, (text, _) in enumerate(program.ops)] + ["  return", "}", ""]
    path = scratch / "ranges.mlir"
    path.write_text("\n".join(lines))
    printed = subprocess.run(["amp-opt", path, "--amp-analyze-ranges=print=true", "-o", "/dev/null"], check=True,
                             capture_output=True, text=True).stderr
    ranges = {}
    for line, text in re.findall(r"ranges\.mlir:(\d+):\d+: remark: \S+ (.*)", printed):
        found = re.match(r"\[(\S+), (\S+)\]", text)
        # Ops inside an op follow it.
        ranges.setdefault(int(line) - 2, (float(found[1]), float(found[2])) if found else (-np.inf, np.inf))
    return ranges


def draw(random, lo, hi):
    """Both ends, zero if it lies between them, and what lies near it, among uniform numbers."""
    special = [x for x in (lo, hi, 0.0, 1e-30, -1e-30, lo / 2, hi / 2) if lo <= x <= hi]
    values = random.uniform(lo, hi, SHAPE)
    chosen = random.random(SHAPE) < random.choice([0.3, 1.0])
    values[chosen] = random.choice(special, int(chosen.sum()))
    return np.clip(values, lo, hi).astype(np.float32)


def main(scratch):
    values = known = wrong = 0
    scratch = pathlib.Path(scratch)
    scratch.mkdir(parents=True, exist_ok=True)
    for seed in range(PROGRAMS + len(ENDS)):
        random = np.random.default_rng(seed)
        program, ends = grown(random) if seed < PROGRAMS else (every(), [ENDS[seed - PROGRAMS]] * 3)
        ranges = find_ranges(program, ends, scratch)
        for _ in range(RUNS):
            inputs = [draw(random, *end) for end in ends]
            record = scratch / "ranges.json"
            results = cpu_program.run(program.ops, inputs, scratch, [f"--record-ranges={record}"])
            judged = subprocess.run(["amp-opt", scratch / "ranges.mlir", f"--amp-analyze-ranges=ranges={record}", "-o",
                                     "/dev/null"], capture_output=True, text=True)
            if judged.returncode:
                wrong += 1
                print(f"seed {seed}: {judged.stderr.splitlines()[0]}")
            for number, found in enumerate(results):
                if number not in ranges:
                    continue
                lo, hi = ranges[number]
                numbers = found[~np.isnan(found)].astype(np.float64)
                values += 1
                known += lo > -np.inf or hi < np.inf
                outside = (numbers < lo - PRINTED * abs(lo)) | (numbers > hi + PRINTED * abs(hi))
                if outside.any():
                    wrong += 1
                    print(f"seed {seed}: %r{number} = {program.ops[number][0]}: {numbers[outside][:4]} is outside of "
                          f"[{lo}, {hi}]")
    print(f"{values} values in {PROGRAMS} programs, {known} with a known end, {wrong} outside of their range")
    assert known > values / 3, "too little is known for the test to say anything"
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
