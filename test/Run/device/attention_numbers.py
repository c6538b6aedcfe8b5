# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attention_numbers.py SCRATCH DRIVER numbers|planted|skipped: attention as one kernel, on a driver that runs its PTX, against f64.

The bound is derived per element, and the separate kernels of this processor must keep it, too. Its terms, with u the unit roundoff of
the 16-bit type, v = 2^-24, P the exact probabilities, x the logits and m their maximum:
  a logit errs by d = v (D + ops) |q| |k| |scale| + v (ops + 1) (|x| + |bias|), or by u |score| more where the program rounds scores;
  an exponential by e = 2 d + 2.25 v |x - m| + 2^-22, times the tiles that rescale; a rounded one by u, or by f16's subnormal step;
  a multiple of a probability, by dropout, by 4 v more, or 3.2 u where the program rounds it;
  the quotient of sums by sum P (e + u) |v| + |o| sum P e + v (N + 8) sum P |v|; and the result is rounded once to its own type.
"""
import dataclasses
import os
import pathlib
import re
import subprocess
import sys
from dataclasses import dataclass

import numpy as np

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent))
from cpu_program import TYPES, retyped, tensor
from whole_steps import CHIP, TARGET

V = 2.0**-24
KEPT = 0.75  # share that dropout keeps
UNIT = {"bf16": 2.0**-8, "f16": 2.0**-11, "f32": V}
STEP = {"bf16": 0, "f16": 2.0**-25, "f32": 0}  # half of the smallest subnormal that counts
TILE = 32  # keys of the smallest tile


@dataclass
class Case:
    """Attention of `batch` x `kv` x `group` heads: query [B, M, KV, G, D], key [B, N, KV, D], value [B, N, KV, E]."""

    name: str
    m: int
    n: int
    d: int
    e: int
    kind: str = "bf16"
    batch: int = 1
    kv: int = 1
    group: int = 1
    causal: bool = False
    sees: str = "GE"  # how position of query + shift and of key compare
    shift: int = 0
    masked: float = -np.inf  # value of masked logits
    bias: str = ""  # dims of an additive f32 bias, of "bhmn"
    rounded: bool = False  # scores are of the 16-bit type
    inverse: bool = False  # times the reciprocal of the sum
    safe: bool = False  # rows of which all keys are masked have probabilities 0
    # select: 0 or P / 0.75; multiply: by 0 or 1 / 0.75; rounded: the latter in the 16-bit type; seen: 0 where masked; factor: by f32
    # numbers, of which one is infinite.
    dropout: str = ""
    keep: str = "bhgmn"  # dims of what dropout keeps
    computed: bool = False  # by a function of random numbers, not an argument
    result: str = ""  # type of the result, the operands' by default
    transposed: bool = True  # result [B, M, KV, G, E]
    size: float = 1  # of queries

    @property
    def has_warpgroups(self):
        """True if wgmma contracts on a chip that has it: lines of 128 bytes."""
        return all(size > 32 for size in (self.d, self.e))

    @property
    def sizes(self):
        return {"b": self.batch, "h": self.kv, "g": self.group, "m": self.m, "n": self.n}

    def shape(self, dims):
        return [self.sizes.get(dim, 0) or {"d": self.d, "e": self.e}[dim] for dim in dims]

    def arguments(self):
        random = np.random.default_rng(len(self.name) + self.m)
        draw = lambda dims: random.standard_normal(self.shape(dims)).astype(TYPES[self.kind])
        arrays = [(draw("bmhgd") * TYPES[self.kind](self.size)), draw("bnhd"), draw("bnhe")]
        if self.bias:
            bias = random.standard_normal(self.shape(self.bias)).astype(np.float32)
            arrays.append(np.where(random.random(bias.shape) < 0.3, np.float32(self.masked), bias))
        if self.has_mask:
            keep = random.random(self.shape(self.keep)) < KEPT
            arrays.append(np.where(keep, np.float32(1), np.float32(-2)) if self.computed else keep)
        if self.dropout == "factor":
            factors = random.standard_normal(self.shape("mn")).astype(np.float32)
            factors[1, -1] = np.inf
            arrays.append(factors)
        return arrays

    def dropped(self, of, p, name):
        """Lines that make `%name` of the wide value `p`, or of its gradient, and its type."""
        wide, flags, kind = of("bhgmn"), of("bhgmn", "i1"), self.kind if self.dropout == "rounded" else "f32"
        if self.dropout == "seen":
            return [f"%z{name} = stablehlo.constant dense<0.0> : {wide}", f"%{name} = stablehlo.select %sees, {p}, %z{name} : {flags}, {wide}"]
        if self.dropout == "factor":
            return [f"%f{name} = stablehlo.broadcast_in_dim %{3 + bool(self.bias)}, dims = [3, 4] : ({of('mn')}) -> {wide}",
                    f"%{name} = stablehlo.multiply {p}, %f{name} : {wide}"]
        to = of("bhgmn", kind)
        rate = [f"%r{name} = stablehlo.constant dense<{KEPT}> : {to}"]
        if self.dropout == "select":
            return [*rate, f"%d{name} = stablehlo.divide {p}, %r{name} : {wide}", f"%z{name} = stablehlo.constant dense<0.0> : {wide}",
                    f"%{name} = stablehlo.select %keep, %d{name}, %z{name} : {flags}, {wide}"]
        return [*rate, f"%l{name} = stablehlo.convert {p} : ({wide}) -> {to}", f"%k{name} = stablehlo.convert %keep : ({flags}) -> {to}",
                f"%m{name} = stablehlo.divide %k{name}, %r{name} : {to}", f"%n{name} = stablehlo.multiply %m{name}, %l{name} : {to}",
                f"%{name} = stablehlo.convert %n{name} : ({to}) -> {wide}"]

    @property
    def has_mask(self):
        return self.dropout in ("select", "multiply", "rounded")

    def factors(self, arrays):
        """The factors of dropout, and the relative error of a multiple."""
        if not self.dropout:
            return 1.0, 0.0
        if self.dropout == "seen":
            return self.seen().astype(np.float64), 0.0
        if self.dropout == "factor":
            return arrays[3 + bool(self.bias)].astype(np.float64), 4 * V
        keep = arrays[3 + bool(self.bias)] > 0
        by = keep.reshape([self.sizes[dim] if dim in self.keep else 1 for dim in "bhgmn"]) / KEPT
        return by, 4 * V + (3.2 * UNIT[self.kind] if self.dropout == "rounded" else 0)

    def lines(self):
        """From the operands to the result `%o`, by head."""
        of = lambda dims, kind="f32": "tensor<" + "x".join(map(str, self.shape(dims))) + f"x{kind}>"
        score, wide, rows = self.kind if self.rounded else "f32", of("bhgmn"), of("bhgm")
        out = self.result or self.kind
        lines = [
            f"%s = stablehlo.dot_general %0, %k, batching_dims = [0, 2, 3] x [0, 2, 3], contracting_dims = [4] x [4] : "
            f"({of('bmhgd', self.kind)}, {of('bnhgd', self.kind)}) -> {of('bhgmn', score)}",
            f"%s32 = stablehlo.convert %s : ({of('bhgmn', score)}) -> {wide}",
            f"%c = stablehlo.constant dense<{self.d**-0.5:.9e}> : {wide}",
            f"%x0 = stablehlo.multiply %s32, %c : {wide}",
            f"%inf = stablehlo.constant dense<0xFF800000> : tensor<f32>",
            f"%zero = stablehlo.constant dense<0.0> : tensor<f32>",
        ]
        for name, dims in ("k", "d"), ("v", "e"):  # each group of heads shares keys and values
            lines.insert(0, f"%{name} = stablehlo.broadcast_in_dim %{'0kv'.index(name)}, dims = [0, 1, 2, 4] : "
                            f"({of('bnh' + dims, self.kind)}) -> {of('bnhg' + dims, self.kind)}")
        logits = "%x0"
        if self.causal:
            lines += [
                f"%i = stablehlo.iota dim = 0 : {of('mn', 'i32')}",
                f"%j = stablehlo.iota dim = 1 : {of('mn', 'i32')}",
                f"%shift = stablehlo.constant dense<{self.shift}> : {of('mn', 'i32')}",
                f"%to = stablehlo.add %i, %shift : {of('mn', 'i32')}",
                f"%see = stablehlo.compare {self.sees}, %to, %j : ({of('mn', 'i32')}, {of('mn', 'i32')}) -> {of('mn', 'i1')}",
                f"%sees = stablehlo.broadcast_in_dim %see, dims = [3, 4] : ({of('mn', 'i1')}) -> {of('bhgmn', 'i1')}",
                f"%hidden = stablehlo.constant dense<{masked_text(self.masked)}> : {wide}",
                f"%x1 = stablehlo.select %sees, %x0, %hidden : {of('bhgmn', 'i1')}, {wide}",
            ]
            logits = "%x1"
        if self.bias:
            dims = ["bhgmn".index(dim) for dim in self.bias]
            lines += [
                f"%bias = stablehlo.broadcast_in_dim %3, dims = {dims} : ({of(self.bias)}) -> {wide}",
                f"%x2 = stablehlo.add {logits}, %bias : {wide}",
            ]
            logits = "%x2"
        spread = lambda name: (f"%{name}s = stablehlo.broadcast_in_dim %{name}, dims = [0, 1, 2, 3] : ({rows}) -> {wide}")
        lines += [
            f"%max = stablehlo.reduce({logits} init: %inf) applies stablehlo.maximum across dimensions = [4] : ({wide}, tensor<f32>) -> {rows}",
            spread("max"),
            f"%y = stablehlo.subtract {logits}, %maxs : {wide}",
            f"%e = stablehlo.exponential %y : {wide}",
            f"%sum = stablehlo.reduce(%e init: %zero) applies stablehlo.add across dimensions = [4] : ({wide}, tensor<f32>) -> {rows}",
        ]
        if self.inverse:
            lines += [f"%one = stablehlo.constant dense<1.0> : {rows}", f"%inv = stablehlo.divide %one, %sum : {rows}", spread("inv"),
                      f"%p = stablehlo.multiply %e, %invs : {wide}"]
        else:
            lines += [spread("sum"), f"%p = stablehlo.divide %e, %sums : {wide}"]
        weights = "%p"
        if self.safe:
            flags, weights = of("bhgmn", "i1"), "%q"
            lines += [
                f"%infs = stablehlo.constant dense<0xFF800000> : {wide}",
                f"%zeros = stablehlo.constant dense<0.0> : {wide}",
                "%false = stablehlo.constant dense<false> : tensor<i1>",
                f"%equal = stablehlo.compare EQ, {logits}, %infs, FLOAT : ({wide}, {wide}) -> {flags}",
                f"%differ = stablehlo.not %equal : {flags}",
                f"%any = stablehlo.reduce(%differ init: %false) applies stablehlo.or across dimensions = [4] : "
                f"({flags}, tensor<i1>) -> {of('bhgm', 'i1')}",
                f"%none = stablehlo.not %any : {of('bhgm', 'i1')}",
                f"%nones = stablehlo.broadcast_in_dim %none, dims = [0, 1, 2, 3] : ({of('bhgm', 'i1')}) -> {flags}",
                f"%q = stablehlo.select %nones, %zeros, %p : {flags}, {wide}",
            ]
        if self.has_mask:
            given, flags = f"%{3 + bool(self.bias)}", of(self.keep, "i1")
            if self.computed:
                dims = ", ".join(self.keep)
                same, loops = f"affine_map<({dims}) -> ({dims})>", ", ".join(['"parallel"'] * len(self.keep))
                lines.append(f"%empty = tensor.empty() : {flags}\n  %given = linalg.generic {{indexing_maps = [{same}, {same}], "
                             f"iterator_types = [{loops}]}} ins({given} : {of(self.keep)}) outs(%empty : {flags}) {{\n  ^bb0(%in: f32, %out: i1):\n"
                             "    %sine = math.sin %in : f32\n    %least = arith.constant 0.0 : f32\n"
                             f"    %is = arith.cmpf ogt, %sine, %least : f32\n    linalg.yield %is : i1\n  }} -> {flags}")
                given = "%given"
            dims = ["bhgmn".index(dim) for dim in self.keep]
            lines.append(f"%keep = stablehlo.broadcast_in_dim {given}, dims = {dims} : ({flags}) -> {of('bhgmn', 'i1')}")
        if self.dropout:
            lines += self.dropped(of, weights, "dropped")
            weights = "%dropped"
        lines += [
            f"%w = stablehlo.convert {weights} : ({wide}) -> {of('bhgmn', self.kind)}",
            f"%o = stablehlo.dot_general %w, %v, batching_dims = [0, 1, 2] x [0, 2, 3], contracting_dims = [4] x [1] : "
            f"({of('bhgmn', self.kind)}, {of('bnhge', self.kind)}) -> {of('bhgme', out)}",
        ]
        return lines

    def text(self, arrays):
        of = lambda dims, kind="f32": "tensor<" + "x".join(map(str, self.shape(dims))) + f"x{kind}>"
        lines, out = self.lines(), self.result or self.kind
        last, type = "%o", of("bhgme", out)
        if self.transposed:
            lines.append(f"%t = stablehlo.transpose %o, dims = [0, 3, 1, 2, 4] : ({type}) -> {of('bmhge', out)}")
            last, type = "%t", of("bmhge", out)
        signature = ", ".join(f"%{i}: {tensor(array)}" for i, array in enumerate(arrays))
        body = "\n  ".join(lines)
        return f"func.func @main({signature}) -> {type} {{\n  {body}\n  return {last} : {type}\n}}\n", type

    def seen(self):
        compare = {"GE": np.greater_equal, "GT": np.greater, "LE": np.less_equal}[self.sees]
        return compare(np.arange(self.m)[:, None] + self.shift, np.arange(self.n))

    def probabilities(self, q, k, *bias):
        """Logits, probabilities and their relative error, in f64."""
        u, scale = UNIT[self.kind], float(np.float32(self.d**-0.5))
        scores = np.einsum("bmhgd,bnhd->bhgmn", q, k)
        sizes = np.einsum("bmhgd,bnhd->bhgmn", np.abs(q), np.abs(k))
        if self.rounded:
            scores = scores.astype(np.float32).astype(TYPES[self.kind]).astype(np.float64)
        x = scores * scale
        error = V * (self.d + 4) * sizes * scale + (2.0 * u * np.abs(x) if self.rounded else 0)
        if self.causal:
            seen = self.seen()
            x, error = np.where(seen, x, self.masked), np.where(seen, error, 0)
        if bias:
            at = bias[0].reshape([self.sizes[dim] if dim in self.bias else 1 for dim in "bhgmn"])
            error = error + 3 * V * (np.abs(x) + np.abs(np.where(np.isfinite(at), at, 0)))
            x = x + at
        m = x.max(-1, keepdims=True)
        p = np.exp(x - m)
        if self.safe:
            p = np.where(m == -np.inf, 0, p)
        error = np.where(p > 0, error, 0)
        relative = np.expm1(2 * error.max(-1, keepdims=True)) + 2.25 * V * np.where(p > 0, np.abs(x - m), 0)
        relative = relative + (2.0**-22 + 8 * V) * (1 + self.n / TILE)
        p /= np.where(p.sum(-1, keepdims=True) == 0, 1, p.sum(-1, keepdims=True))
        return x, p, relative

    def reference(self, arrays):
        """The result in f64, and the bound."""
        q, k, v, *bias = [array.astype(np.float64) for array in arrays[:3 + bool(self.bias)]]
        u, step = UNIT[self.kind], STEP[self.kind]
        _, p, relative = self.probabilities(q, k, *bias)
        by, more = self.factors(arrays)
        exact = p
        p, u = np.where(by == 0, 0, p * by), u + more
        out = np.einsum("bhgmn,bnhe->bhgme", p, v)
        sum_of = lambda weights: np.einsum("bhgmn,bnhe->bhgme", weights, np.abs(v))
        bound = sum_of(np.abs(p) * (relative + u)) + np.abs(out) * (exact * relative).sum(-1, keepdims=True)
        bound += V * (self.n + 8) * sum_of(np.abs(p)) + step * np.abs(v).sum(1)[:, :, None, None, :]
        bound = bound * 1.01 + UNIT[self.result or self.kind] * np.abs(out) + STEP[self.result or self.kind]
        order = (0, 3, 1, 2, 4) if self.transposed else (0, 1, 2, 3, 4)
        return out.transpose(order), bound.transpose(order)


def masked_text(value):
    return "0xFF800000" if value == -np.inf else f"{value:.9e}"


CASES = [
    Case("lengths that fit no tile", 70, 90, 16, 8),
    Case("causal, heads between", 100, 100, 64, 64, batch=2, kv=2, causal=True),
    Case("causal by a finite mask, scores of bf16", 80, 80, 32, 32, causal=True, masked=-1e9, rounded=True),
    Case("padding mask", 40, 70, 40, 40, "f16", batch=2, kv=2, bias="bn", masked=-1e9),
    Case("padding mask of -inf", 33, 66, 24, 16, batch=2, bias="bn"),
    Case("bias of heads, scores of f16", 65, 130, 128, 128, "f16", kv=2, bias="hmn", rounded=True, masked=0),
    Case("grouped heads, causal", 50, 50, 32, 32, batch=2, kv=2, group=3, causal=True),
    Case("one query of many heads", 1, 150, 64, 64, "f16", batch=2, group=4, bias="bn"),
    Case("odd sizes", 5, 7, 13, 5, causal=True),
    Case("two keys", 3, 2, 2, 1, "f16", transposed=False),
    Case("wide heads", 20, 70, 200, 256, inverse=True),
    Case("causal over tiles, heads of 128", 200, 200, 128, 128, kv=2, causal=True),
    Case("heads of 16, blocks for each multiprocessor", 130, 70, 16, 12, kv=67),
    Case("f32 result", 66, 64, 48, 20, "f16", result="f32", transposed=False),
    Case("rows that see nothing", 40, 70, 16, 16, bias="bmn", causal=True),
    Case("rows that see nothing, as PyTorch masks them", 40, 70, 16, 16, bias="bmn", causal=True, safe=True),
    Case("large logits", 64, 128, 64, 64, size=300, causal=True),
    Case("causal over tiles", 200, 200, 16, 16, batch=2, causal=True),
    Case("causal behind some keys", 100, 200, 16, 16, causal=True, shift=70),
    Case("causal, one key short of a whole tile", 70, 140, 16, 16, causal=True, shift=62),
    Case("causal but for the last keys", 200, 200, 16, 16, causal=True, shift=-70, masked=-1e9),
    Case("keys before the query are hidden", 150, 200, 16, 16, causal=True, sees="LE"),
    Case("causal over tiles, by a mask that is too small", 150, 200, 16, 16, causal=True, masked=-5),
    Case("causal over tiles, one row sees nothing", 200, 150, 16, 16, "f16", causal=True, sees="GT"),
    Case("causal over tiles, one row sees all alike", 200, 150, 16, 16, causal=True, sees="GT", masked=np.finfo(np.float32).min),
    Case("dropout", 70, 90, 32, 32, batch=2, dropout="select"),
    Case("dropout by packed bits, causal", 100, 200, 64, 64, "f16", kv=2, group=2, causal=True, dropout="multiply", computed=True),
    Case("dropout shared by heads, in bf16", 50, 72, 16, 16, kv=2, dropout="rounded", keep="mn", computed=True),
    Case("dropout beside a padding mask", 33, 66, 40, 48, batch=2, bias="bn", dropout="multiply", keep="bmn"),
    Case("dropout by bits of whole tiles", 128, 192, 64, 64, kv=2, causal=True, shift=70, dropout="multiply", computed=True),
    Case("dropout, rows that see nothing, as PyTorch masks them", 40, 72, 16, 16, bias="bmn", causal=True, safe=True, dropout="select", computed=True),
    Case("dropout, rows that see nothing", 40, 72, 16, 16, bias="bmn", causal=True, dropout="select", computed=True),
    Case("factors, one of them infinite, of the last key", 40, 70, 16, 16, dropout="factor"),
    Case("masked probabilities are zeroed", 70, 90, 16, 16, causal=True, sees="GT", dropout="seen"),
]


def skipped(runner, cases):
    """Tiles behind a mask are left out with the same bits: a bias of zeros behind the mask hides it from the compiler."""
    for case in cases:
        open_case = dataclasses.replace(case, bias="mn")
        arrays = case.arguments()
        zeros = np.zeros((case.m, case.n), np.float32)
        found = []
        for one, of in (case, arrays), (open_case, [*arrays[:3], zeros, *arrays[3:]]):
            text, types = one.text(of)
            runner.lower(text, of)
            found.append(runner.run_all(runner.kernels, types if isinstance(types, list) else [types], "--target=cuda"))
        same = all(np.array_equal(*both, equal_nan=True) for both in zip(*found))
        print(f"{case.name}: {'the same bits' if same else 'WRONG'}")


class Runner:
    def __init__(self, scratch, driver):
        self.scratch = pathlib.Path(scratch)
        self.scratch.mkdir(parents=True, exist_ok=True)
        self.device = os.environ | {"LD_LIBRARY_PATH": driver, "FAKE_CUDA_CHIP": CHIP}
        self.inputs, self.outputs, self.step, self.kernels = (self.scratch / n for n in ("in.npz", "out.npz", "step.mlir", "kernels.mlir"))

    def call(self, *command, **how):
        run = subprocess.run(command, capture_output=True, text=True, timeout=300, **how)
        if run.returncode:
            raise RuntimeError(run.stderr.strip() or run.stdout.strip())
        return run

    def lower(self, text, arrays):
        self.step.write_text(text)
        np.savez(self.inputs, **{f"in_{i}": array for i, array in enumerate(arrays)})
        return self.call("amp-opt", self.step, f"--amp-to-gpu=chip={TARGET} attention=fused", "-o", self.kernels).stderr

    def run(self, program, type, *options):
        return self.run_all(program, [type], *options)[0]

    def run_all(self, program, types, *options):
        self.outputs.unlink(missing_ok=True)
        self.call("amp-run", program, f"--inputs={self.inputs}", f"--outputs={self.outputs}", *options, env=self.device)
        outputs = np.load(self.outputs)
        return [retyped(outputs[f"out_{i}"], type).astype(np.float64) for i, type in enumerate(types)]


def worst(found, wanted, bound):
    """The largest error over its bound; infinite where one alone is no number."""
    if not np.array_equal(np.isnan(found), np.isnan(wanted)):
        return np.inf
    with np.errstate(invalid="ignore", divide="ignore"):
        ratio = np.abs(found - wanted) / bound
    return np.nanmax(np.where(np.isnan(wanted) | (found == wanted), 0, ratio), initial=0)


def numbers(runner):
    right = 0
    for case in CASES:
        arrays = case.arguments()
        text, type = case.text(arrays)
        with np.errstate(all="ignore"):
            wanted, bound = case.reference(arrays)
        try:
            said = runner.lower(text, arrays)
            if "attention is fused" not in said:
                raise RuntimeError(said)
            separate = worst(runner.run(runner.step, type), wanted, bound)
            found = [runner.run(runner.kernels, type, "--target=cuda") for _ in range(2)]
            fused = worst(found[0], wanted, bound)
            same = np.array_equal(found[0], found[1], equal_nan=True)
            is_right = fused <= 1 and separate <= 1 and same
            print(f"{case.name}: {fused:.3f} of the bound, separate {separate:.3f}{'' if is_right else ', WRONG'}")
        except RuntimeError as error:
            print(f"{case.name}: {error}")
            is_right = False
        right += is_right
    print(f"{right} of {len(CASES)} within their bounds")


# On a chip with wgmma, of those that it contracts.
if CHIP == "90":
    CASES = [case for case in CASES if case.has_warpgroups]

MISTAKES = {
    "no mistake": (r"bar\.sync", "bar.sync"),
    "no barrier": (r"bar\.sync \\090;", ""),
    "too few copies waited for": (r"cp\.async\.wait_group \\090", r"cp.async.wait_group \\091"),
    "maxima of two of four threads": (r"(shfl\.sync\.bfly\.b32 [^;]*, )1(, 31)", r"\g<1>0\2"),
    "fragments of values not transposed": (r"\.x4\.trans", ".x4"),
}


PACKED_MISTAKES = {
    "bits of every second key": (r"(and\.b32 [^;]*, )7;", r"\g<1>6;"),
    "no bit of a byte but the first": (r"(and\.b32 [^;]*, )7;", r"\g<1>0;"),
}


WARPGROUP_MISTAKES = {
    "no mistake": (r"bar\.sync", "bar.sync"),
    "no fence of copies": (r"fence\.proxy\.async\.shared::cta;", ""),
    "no fence of registers": (r"wgmma\.fence\.sync\.aligned;", ""),
    "products not waited for": (r"wgmma\.wait_group\.sync\.aligned 0;", ""),
    "values not transposed": (", p, 1, 1, 1;", ", p, 1, 1, 0;"),
}


def planted(runner):
    packed = next(case for case in CASES if case.dropout and case.causal and case.computed)
    plain = next(case for case in CASES if case.name == "causal, heads between")
    mistakes_of = [(plain, MISTAKES), (packed, PACKED_MISTAKES)] if CHIP != "90" else [(plain, WARPGROUP_MISTAKES)]
    for case, mistakes in mistakes_of:
        arrays = case.arguments()
        text, type = case.text(arrays)
        wanted, bound = case.reference(arrays)
        runner.lower(text, arrays)
        lowered = runner.kernels.read_text()
        for name, (pattern, by) in mistakes.items():
            edited, places = re.subn(pattern, by, lowered)
            if not places:
                sys.exit(f"{name}: no kernel has {pattern}")
            runner.kernels.write_text(edited)
            try:
                ratio = worst(runner.run(runner.kernels, type, "--target=cuda"), wanted, bound)
                print(f"{name}: {'agrees' if ratio <= 1 else 'wrong numbers'}")
            except RuntimeError as error:
                print(f"{name}: {error}")


if __name__ == "__main__":
    causal = [case for case in CASES if case.causal and case.m > 64 and not case.bias]
    {"numbers": numbers, "planted": planted, "skipped": lambda runner: skipped(runner, causal)}[sys.argv[3]](Runner(*sys.argv[1:3]))
