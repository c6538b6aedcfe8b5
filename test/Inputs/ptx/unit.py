# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Unit functions as MLIR, with the same in numpy: a product written as for einsum, and
what follows it.
"""
import dataclasses
import math

import ml_dtypes
import numpy as np

TYPES = {"bf16": ml_dtypes.bfloat16, "f16": np.float16, "f32": np.float32, "i1": np.bool_}
UNIT = {"bf16": 2.0**-8, "f16": 2.0**-10, "f32": 2.0**-23, "i1": 0}  # twice the rounding error


@dataclasses.dataclass
class After:
    """An elementwise op on the product: `inputs` and `outputs` are (type, dims),
    dims being letters of the product's result; an output may be an input, too."""

    body: str
    inputs: list
    outputs: list
    apply: object  # (sum in f32, inputs) -> outputs
    steep: float = 1  # how much an output may move if the sum moves by one


def memref(sizes, kind):
    return f"memref<{''.join(f'{s}x' for s in sizes)}{kind}>"


def affine(dims, results):
    return f"affine_map<({', '.join(dims)}) -> ({', '.join(results)})>"


@dataclasses.dataclass
class Unit:
    """`product` as "mk,kn->mn"; a factor's dim may be a sum, such as (x+i)."""

    product: str
    sizes: dict
    kind: str
    after: After | None = None

    def __post_init__(self):
        factors, self.result = self.product.split("->")
        self.factors = [self.dims(f) for f in factors.split(",")]
        self.depth = [d for d in self.sizes if d not in self.result]

    @staticmethod
    def dims(text):
        found = []
        while text:
            end = text.index(")") + 1 if text[0] == "(" else 1
            found.append(text[:end].strip("()"))
            text = text[end:]
        return found

    def extent(self, dim):
        return sum(self.sizes[d] - 1 for d in dim.split("+")) + 1

    def shapes(self):
        """Of all arguments: (shape, type)."""
        shapes = [([self.extent(d) for d in f], self.kind) for f in self.factors]
        if not self.after:
            return shapes + [([self.sizes[d] for d in self.result], "f32")]
        after = self.after.inputs + [o for o in self.after.outputs if not isinstance(o, int)]
        return shapes + [([self.sizes[d] for d in dims], kind) for kind, dims in after]

    def mlir(self):
        shapes = [memref(*s) for s in self.shapes()]
        names = [f"%v{i}" for i in range(len(shapes))]
        loops = list(self.result) + self.depth
        out = memref([self.sizes[d] for d in self.result], "f32")
        maps = [affine(loops, f) for f in self.factors] + [affine(loops, self.result)]
        kinds = ", ".join(['"parallel"'] * len(self.result) + ['"reduction"'] * len(self.depth))
        wide = self.kind != "f32"
        text = f"func.func private @unit({', '.join(f'{n}: {s}' for n, s in zip(names, shapes))}) attributes {{amp.unit = \"contraction\"}} {{\n"
        text += "  %zero = arith.constant 0.0 : f32\n"
        if self.after:
            text += f"  %sum = memref.alloc() : {out}\n"
        target = "%sum" if self.after else names[-1]
        text += f"  linalg.fill ins(%zero : f32) outs({target} : {out})\n"
        text += f"  linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}} ins(%v0, %v1 : {shapes[0]}, {shapes[1]}) outs({target} : {out}) {{\n"
        text += f"  ^bb0(%a: {self.kind}, %b: {self.kind}, %out: f32):\n"
        for name in "ab" if wide else "":
            text += f"    %{name}w = arith.extf %{name} : {self.kind} to f32\n"
        text += f"    %p = arith.mulf %a{'w' * wide}, %b{'w' * wide} : f32\n    %s = arith.addf %out, %p : f32\n    linalg.yield %s : f32\n  }}\n"
        text += self.mlir_after(names, shapes, out) + "  return\n}\n"
        signature = f"({', '.join(shapes)}) -> ()"
        text += f"func.func @main({', '.join(f'{n}: {s}' for n, s in zip(names, shapes))}) {{\n  call @unit({', '.join(names)}) : {signature}\n  return\n}}\n"
        return text

    def mlir_after(self, names, shapes, out):
        if not self.after:
            return ""
        after, loops = self.after, list(self.result)
        new = iter(range(2 + len(after.inputs), len(names)))
        ins = list(range(2, 2 + len(after.inputs)))
        outs = [2 + o if isinstance(o, int) else next(new) for o in after.outputs]
        described = dict(zip(ins, after.inputs)) | {o: d for o, d in zip(outs, after.outputs) if not isinstance(d, int)}
        maps = [affine(loops, loops)] + [affine(loops, described[i][1]) for i in ins + outs]
        kinds = ", ".join(['"parallel"'] * len(loops))
        listed = lambda indices: (", ".join(names[i] for i in indices), ", ".join(shapes[i] for i in indices))
        in_names, in_shapes = listed(ins)
        text = f"  linalg.generic {{indexing_maps = [{', '.join(maps)}], iterator_types = [{kinds}]}} ins(%sum{', ' * bool(ins)}{in_names} : {out}{', ' * bool(ins)}{in_shapes})"
        out_names, out_shapes = listed(outs)
        text += f" outs({out_names} : {out_shapes}) {{\n  ^bb0(%s: f32"
        for i, index in enumerate(ins + outs):
            text += f", %x{i}: {described[index][0]}"
        return text + "):\n" + after.body + "\n  }\n"

    def arrays(self, seed=0):
        random = np.random.default_rng(seed)
        return [random.standard_normal(shape).astype(TYPES[kind]) if kind != "i1" else np.zeros(shape, np.bool_) for shape, kind in self.shapes()]

    def factor(self, array, dims):
        """As an array with one axis per loop: sums of loops are windows."""
        values = array.astype(np.float64)
        if self.kind == "f32":
            bits = (array.view(np.uint32) + np.uint32(0x1000)) & np.uint32(0xFFFFE000)
            values = bits.view(np.float32).astype(np.float64)
        letters = ""
        for axis, dim in enumerate(dims):
            parts = dim.split("+")
            at = len(letters)
            if len(parts) == 2:
                index = np.add.outer(np.arange(self.sizes[parts[0]]), np.arange(self.sizes[parts[1]]))
                values = np.take(values, index, axis=at)
            letters += "".join(parts)
        return values, letters

    def expected(self, arrays):
        """The expected arguments after the launch, and their largest error."""
        (a, la), (b, lb) = (self.factor(x, d) for x, d in zip(arrays, self.factors))
        terms = math.prod(self.sizes[d] for d in self.depth)
        spec = f"{la},{lb}->{self.result}"
        total = np.einsum(spec, a, b, optimize=True)
        bound = np.einsum(spec, np.abs(a), np.abs(b), optimize=True) * (terms + 2) * 2.0**-24
        if not self.after:
            return {2: (total, bound)}
        after = self.after
        spread = [self.spread(x, dims) for x, (_, dims) in zip(arrays[2:], after.inputs)]
        results, new = {}, iter(range(2 + len(after.inputs), len(arrays)))
        for value, output in zip(after.apply(total.astype(np.float32), spread), after.outputs):
            kind, dims = after.inputs[output] if isinstance(output, int) else output
            index = 2 + output if isinstance(output, int) else next(new)
            off = bound * after.steep + 3 * UNIT[kind] * np.abs(value.astype(np.float64))
            order = [self.result.index(d) for d in dims]
            results[index] = (value.astype(np.float64).transpose(order), off.transpose(order))
        return results

    def spread(self, array, dims):
        """Along all loops of the result."""
        order = sorted(range(len(dims)), key=lambda i: self.result.index(dims[i]))
        moved = array.transpose(order)
        kept = [d in dims for d in self.result]
        return np.broadcast_to(moved.reshape([self.sizes[d] if k else 1 for d, k in zip(self.result, kept)]), [self.sizes[d] for d in self.result])
