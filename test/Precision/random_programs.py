# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""random_programs.py COUNT: small random programs for the solvers, one module each, split by // -----.

Every program mixes what makes an assignment hard: values that many ops read,
in both precisions; wishes; declared ranges; a function that is called more than
once; a loop that carries a value; a maximum and the comparison with it; sums,
which lists deny; constants; results.
Sizes are such that casts sometimes pay and sometimes do not.
"""
import random
import sys

UNARY = "tanh", "abs", "negate", "exponential", "sqrt"
BINARY = "add", "subtract", "multiply", "maximum"
WISHES = "allow", "infer", "clear", "deny", "force"


class Program:
    def __init__(self, rng):
        self.rng = rng
        self.size = rng.choice([8, 64, 512, 2048])
        self.type = f"tensor<{self.size}x{self.size}xf32>"
        self.lines = []
        self.values = []
        self.functions = []
        self.count = 0

    def value(self):
        # The newest values more often: programs get deep as well as wide.
        return self.rng.choice(self.values[-4:] if self.rng.random() < 0.6 else self.values)

    def wish(self):
        if self.rng.random() < 0.75:
            return ""
        return f" {{amp.require = #amp.require<{self.rng.choice(WISHES)}>}}"

    def name(self):
        self.count += 1
        return f"%v{self.count}"

    def add(self, text):
        name = self.name()
        self.lines.append(f"{name} = {text}")
        self.values.append(name)

    def dot(self):
        self.add(f"stablehlo.dot_general {self.value()}, {self.value()}, contracting_dims = [1] x [0]{self.wish()} : ({self.type}, {self.type}) -> {self.type}")

    def unary(self):
        self.add(f"stablehlo.{self.rng.choice(UNARY)} {self.value()}{self.wish()} : {self.type}")

    def binary(self):
        self.add(f"stablehlo.{self.rng.choice(BINARY)} {self.value()}, {self.value()}{self.wish()} : {self.type}")

    def move(self):
        self.add(f"stablehlo.transpose {self.value()}, dims = [1, 0]{self.wish()} : ({self.type}) -> {self.type}")

    def constant(self):
        self.add(f"stablehlo.constant dense<0.5> : {self.type}")

    def maximum(self):
        """The largest of each row, and which elements are as large."""
        of, row = self.value(), f"tensor<{self.size}xf32>"
        least, top, wide, equal = self.name(), self.name(), self.name(), self.name()
        self.lines += [
            f"{least} = stablehlo.constant dense<0xFF800000> : tensor<f32>",
            f"{top} = stablehlo.reduce({of} init: {least}) applies stablehlo.maximum across dimensions = [1] : ({self.type}, tensor<f32>) -> {row}",
            f"{wide} = stablehlo.broadcast_in_dim {top}, dims = [0] : ({row}) -> {self.type}",
            f"{equal} = stablehlo.compare EQ, {of}, {wide}, FLOAT : ({self.type}, {self.type}) -> {self.type.replace('f32', 'i1')}",
        ]
        self.add(f"stablehlo.select {equal}, {self.value()}, {self.value()} : {self.type.replace('f32', 'i1')}, {self.type}")

    def sum(self):
        """Of each row, for each element, and what follows it: denied over a path, but where it fits."""
        of, row = self.value(), f"tensor<{self.size}xf32>"
        zero, total = self.name(), self.name()
        self.lines += [
            f"{zero} = stablehlo.constant dense<0.0> : tensor<f32>",
            f"{total} = stablehlo.reduce({of} init: {zero}) applies stablehlo.add across dimensions = [1] : ({self.type}, tensor<f32>) -> {row}",
        ]
        self.add(f"stablehlo.broadcast_in_dim {total}, dims = [0] : ({row}) -> {self.type}")
        spread = self.values[-1]
        follower = self.rng.choice([f"tanh {spread}", f"multiply {spread}, {spread}"])
        self.add(f"stablehlo.{follower} : {self.type}")
        self.add(f"stablehlo.dot_general {self.values[-1]}, {self.value()}, contracting_dims = [1] x [0] : ({self.type}, {self.type}) -> {self.type}")

    def loop(self):
        start, turns, outside = self.name(), self.rng.randint(1, 4), self.value()
        self.count += 1
        self.lines += [
            f"{start} = stablehlo.constant dense<0> : tensor<i32>",
            f"%v{self.count}:2 = stablehlo.while(%i = {start}, %x = {self.value()}) : tensor<i32>, {self.type}",
            f"cond {{ %n = stablehlo.constant dense<{turns}> : tensor<i32>",
            "  %c = stablehlo.compare LT, %i, %n : (tensor<i32>, tensor<i32>) -> tensor<i1>",
            "  stablehlo.return %c : tensor<i1> }",
            "do { %one = stablehlo.constant dense<1> : tensor<i32>",
            "  %j = stablehlo.add %i, %one : tensor<i32>",
            f"  %y = stablehlo.dot_general %x, {outside}, contracting_dims = [1] x [0] : ({self.type}, {self.type}) -> {self.type}",
            f"  stablehlo.return %j, %y : tensor<i32>, {self.type} }}",
        ]
        self.values.append(f"%v{self.count}#1")

    def call(self):
        if not self.functions or self.rng.random() < 0.5:
            name = f"@f{len(self.functions)}"
            self.functions.append(
                f"func.func private {name}(%a: {self.type}) -> {self.type} {{\n"
                f"  %0 = stablehlo.{self.rng.choice(UNARY)} %a : {self.type}\n  return %0 : {self.type}\n}}"
            )
        else:
            name = f"@f{self.rng.randrange(len(self.functions))}"
        self.add(f"func.call {name}({self.value()}) : ({self.type}) -> {self.type}")

    def print(self):
        arguments = self.rng.randint(1, 3)
        self.values = [f"%arg{i}" for i in range(arguments)]
        kinds = [self.dot, self.unary, self.binary, self.move, self.constant, self.maximum, self.sum, self.loop, self.call]
        for kind in self.rng.choices(kinds, [5, 3, 3, 1, 1, 1, 2, 1, 1], k=self.rng.randint(2, 7)):
            kind()
        results = self.rng.sample(self.values[arguments:], 1 + (len(self.values) > arguments + 2))
        body = "\n  ".join(self.lines)
        declared = self.rng.choices(["", " {amp.range = #amp.range<-1.0, 1.0>}"], k=arguments)
        print(f"func.func @main({', '.join(f'%arg{i}: {self.type}{range_}' for i, range_ in enumerate(declared))}) -> ({', '.join([self.type] * len(results))}) {{")
        print(f"  {body}\n  return {', '.join(results)} : {', '.join([self.type] * len(results))}\n}}")
        print("\n".join(self.functions))


for number in range(int(sys.argv[1])):
    if number:
        print("// -----")
    Program(random.Random(number)).print()
