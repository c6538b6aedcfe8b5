# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""attention_gradient_numbers.py SCRATCH DRIVER numbers|planted|refused|skipped: the gradient of attention as two kernels, on a driver that runs their
PTX, against f64.

The bound is derived per element, and the separate kernels of this processor must keep it, too. Its terms, beside those of
attention_numbers.py, with g = dO V^T, t the row sum of P g, dS = P (g - t) times the derivative of the body:
  a probability errs relatively by r, that of the attention's exponentials, and by v (2.25 |x - m| + 10 |l|) + 2^-21 where it is
    exp(x - m - l), l the logarithm of the sum;
  g by a = v (E + 2) |dO| |V|, or by u |g| more where the program rounds gradients; t by sum P (r |g| + a) + v (N + 8) sum P |g|,
    or by the sum over features of |dO| times the error of the attention's result, rounded, and v (E + 2) |dO| |O|;
  dS by r |dS| + P (a + the error of t + 6 v (|g| + |t|)), and by u |dS| or f16's subnormal step where it is rounded;
  a dropout multiplies a and the errors of dV's factors, and adds 4 v, or 3.2 u where the program rounds it;
  where the sum divides behind the contraction, a by 2 u |dO| |V| more;
  dV, dQ and dK by the sums of these errors times |dO|, |K| and |Q|, and v (L + 8) of the sums of sizes over L terms.
"""
import re
import sys
from dataclasses import dataclass

import numpy as np

from attention_numbers import CHIP, STEP, UNIT, V, Case, Runner, skipped, worst
from cpu_program import TYPES, tensor

TINY = 2.0**-126  # what is smaller may be 0


@dataclass
class GradientCase(Case):
    form: str = "probabilities"  # how the program writes the gradient of its softmax
    last: bool = False  # the result is computed behind its gradients

    def arguments(self):
        arrays = super().arguments()
        random = np.random.default_rng(self.n)
        return [*arrays, random.standard_normal(self.shape(self.out_dims)).astype(TYPES[self.kind])]

    @property
    def out_dims(self):
        return "bmhge" if self.transposed else "bhgme"

    def softmax_gradient(self, of):
        wide, rows = of("bhgmn"), of("bhgm")
        spread = lambda to, name: f"%{to} = stablehlo.broadcast_in_dim %{name}, dims = [0, 1, 2, 3] : ({rows}) -> {wide}"
        summed = lambda to, name: (f"%{to} = stablehlo.reduce(%{name} init: %zero) applies stablehlo.add across dimensions = [4] : "
                                   f"({wide}, tensor<f32>) -> {rows}")
        if self.form == "late":  # e (g - sum dO O' / l^2), g and dV of dO / l
            features = of("bhgme")
            over = lambda to, name: f"%{to} = stablehlo.broadcast_in_dim %{name}, dims = [0, 1, 2, 3] : ({rows}) -> {features}"
            return [
                f"%ll = stablehlo.multiply %sum, %sum : {rows}", f"%ones = stablehlo.constant dense<1.0> : {rows}",
                f"%il = stablehlo.divide %ones, %ll : {rows}", over("ils", "il"), f"%ul = stablehlo.multiply %up, %ils : {features}",
                f"%uo = stablehlo.multiply %ul, %o0 : {features}",
                f"%t = stablehlo.reduce(%uo init: %zero) applies stablehlo.add across dimensions = [4] : ({features}, tensor<f32>) -> {rows}",
                spread("ts", "t"), f"%gt = stablehlo.subtract %g, %ts : {wide}", f"%ds = stablehlo.multiply %gt, %e : {wide}"]
        p = "q" if self.safe else "p"
        if self.form == "probabilities":  # P (g - sum P g)
            return [f"%pg = stablehlo.multiply %{p}, %g : {wide}", summed("t", "pg"), spread("ts", "t"),
                    f"%gt = stablehlo.subtract %g, %ts : {wide}", f"%ds = stablehlo.multiply %gt, %{p} : {wide}"]
        if self.form == "products":  # P g + P (-sum P g)
            return [f"%pg = stablehlo.multiply %g, %{p} : {wide}", summed("t", "pg"), f"%nt = stablehlo.negate %t : {rows}",
                    spread("ts", "nt"), f"%pt = stablehlo.multiply %{p}, %ts : {wide}", f"%ds = stablehlo.add %pg, %pt : {wide}"]
        return [  # e (g / l - sum g e / l^2)
            f"%ll = stablehlo.multiply %sum, %sum : {rows}", f"%ones = stablehlo.constant dense<1.0> : {rows}",
            f"%il = stablehlo.divide %ones, %ll : {rows}", spread("ils", "il"), f"%gl = stablehlo.multiply %g, %ils : {wide}",
            f"%ge = stablehlo.multiply %gl, %e : {wide}", summed("t", "ge"), f"%nt = stablehlo.negate %t : {rows}", spread("ts", "nt"),
            spread("ls", "sum"), f"%gs = stablehlo.divide %g, %ls : {wide}", f"%gt = stablehlo.add %gs, %ts : {wide}",
            f"%ds = stablehlo.multiply %gt, %e : {wide}"]

    def text(self, arrays):
        of = lambda dims, kind="f32": "tensor<" + "x".join(map(str, self.shape(dims))) + f"x{kind}>"
        low, wide, do = self.kind, of("bhgmn"), f"%{len(arrays) - 1}"
        of_do = of(self.out_dims, low)
        batch, m, e = ([0, 2, 3], 1, 4) if self.transposed else ([0, 1, 2], 3, 4)
        score = low if self.rounded else "f32"
        lines = self.lines()
        if self.form == "late":
            weights, product = lines[-2:]
            order = "0, 2, 3, 1, 4" if self.transposed else "0, 1, 2, 3, 4"
            do, of_do, batch, m, e = "%dow", of("bhgme", low), [0, 1, 2], 3, 4
            lines[-2:] = [
                weights.replace("%p ", "%e "), product.replace("%o =", "%o0 =").rsplit("->", 1)[0] + f"-> {of('bhgme')}",
                f"%lo = stablehlo.broadcast_in_dim %sum, dims = [0, 1, 2, 3] : ({of('bhgm')}) -> {of('bhgme')}",
                f"%oq = stablehlo.divide %o0, %lo : {of('bhgme')}",
                f"%o = stablehlo.convert %oq : ({of('bhgme')}) -> {of('bhgme', self.result or low)}",
                f"%turned = stablehlo.transpose %{len(arrays) - 1}, dims = [{order}] : ({of(self.out_dims, low)}) -> {of('bhgme', low)}",
                f"%up = stablehlo.convert %turned : ({of('bhgme', low)}) -> {of('bhgme')}",
                f"%dol = stablehlo.divide %up, %lo : {of('bhgme')}", f"%dow = stablehlo.convert %dol : ({of('bhgme')}) -> {of('bhgme', low)}"]
        lines += [
            f"%dv = stablehlo.dot_general %w, {do}, batching_dims = [0, 1, 2] x {batch}, contracting_dims = [3] x [{m}] : "
            f"({of('bhgmn', low)}, {of_do}) -> {of('bhgne')}",
            f"%g0 = stablehlo.dot_general {do}, %v, batching_dims = {batch} x [0, 2, 3], contracting_dims = [{e}] x [4] : "
            f"({of_do}, {of('bnhge', low)}) -> {of('bhgmn', score)}",
            f"%{'g1' if self.dropout else 'g'} = stablehlo.convert %g0 : ({of('bhgmn', score)}) -> {wide}",
            *(self.dropped(of, "%g1", "g") if self.dropout else []),
            *self.softmax_gradient(of)]
        ds = "%ds"
        if self.causal:
            lines += [f"%none0 = stablehlo.constant dense<0.0> : {wide}",
                      f"%seen = stablehlo.select %sees, {ds}, %none0 : {of('bhgmn', 'i1')}, {wide}"]
            ds = "%seen"
        lines += [
            f"%scaled = stablehlo.multiply {ds}, %c : {wide}",
            f"%dw = stablehlo.convert %scaled : ({wide}) -> {of('bhgmn', low)}",
            f"%dq = stablehlo.dot_general %dw, %k, batching_dims = [0, 1, 2] x [0, 2, 3], contracting_dims = [4] x [1] : "
            f"({of('bhgmn', low)}, {of('bnhgd', low)}) -> {of('bhgmd')}",
            f"%dqt = stablehlo.transpose %dq, dims = [0, 3, 1, 2, 4] : ({of('bhgmd')}) -> {of('bmhgd')}",
            f"%dk = stablehlo.dot_general %dw, %0, batching_dims = [0, 1, 2] x [0, 2, 3], contracting_dims = [3] x [1] : "
            f"({of('bhgmn', low)}, {of('bmhgd', low)}) -> {of('bhgnd')}"]
        for name, dims in ("dk", "bhnd"), ("dv", "bhne"):
            lines.append(f"%{name}s = stablehlo.reduce(%{name} init: %zero) applies stablehlo.add across dimensions = [2] : "
                         f"({of(dims[:2] + 'g' + dims[2:])}, tensor<f32>) -> {of(dims)}")
        out = self.result or low
        for name, dims in ("dqt", "bmhgd"), ("dks", "bhnd"), ("dvs", "bhne"):
            lines.append(f"%{name}o = stablehlo.convert %{name} : ({of(dims)}) -> {of(dims, out)}")
        types = [of("bhgme", out), of("bmhgd", out), of("bhnd", out), of("bhne", out)]
        if self.last:
            lines.sort(key=lambda line: line.startswith("%o ="))
        signature = ", ".join(f"%{i}: {tensor(array)}" for i, array in enumerate(arrays))
        body, result = "\n  ".join(lines), ", ".join(types)
        return f"func.func @main({signature}) -> ({result}) {{\n  {body}\n  return %o, %dqto, %dkso, %dvso : {result}\n}}\n", types

    def reference(self, arrays):
        """The result and its gradients in f64, and the bounds."""
        q, k, v, *bias, do = [array.astype(np.float64) for array in [*arrays[:3 + bool(self.bias)], arrays[-1]]]
        out, bound = super().reference(arrays[:-1])
        if self.transposed:
            out, bound = (array.transpose(0, 2, 3, 1, 4) for array in (out, bound))
            do = do.transpose(0, 2, 3, 1, 4)
        u, step, scale = UNIT[self.kind], STEP[self.kind] + TINY, float(np.float32(self.d**-0.5))
        x, p, r = self.probabilities(q, k, *bias)
        m = x.max(-1, keepdims=True)
        l = np.log(np.exp(x - m).sum(-1, keepdims=True))
        r = r + np.where(p > 0, V * (2.25 * np.abs(x - m) + 10 * np.abs(l)), 0) + 2.0**-21
        g, a = (np.einsum("bhgme,bnhe->bhgmn", of(do), of(v)) for of in (lambda y: y, np.abs))
        rounded = 2 * u * a if self.form == "late" else 0  # exponentials and dO / l of the program
        a = V * (self.e + 2) * a + (u * np.abs(g) if self.rounded else 0) + rounded
        by, more = self.factors(arrays)
        g, a = np.where(by == 0, 0, g * by), np.abs(by) * (a + more * np.abs(g))
        dropped = np.where(by == 0, 0, p * by)
        t = (p * g).sum(-1, keepdims=True)
        by_keys = (p * (r * np.abs(g) + a)).sum(-1, keepdims=True) + V * (self.n + 8) * (p * np.abs(g)).sum(-1, keepdims=True)
        by_features = (np.abs(do) * (bound + V * (self.e + 2) * (np.abs(out) + bound))).sum(-1, keepdims=True)
        total = np.maximum(by_keys, by_features)  # of the separate program, and of the kernels
        ds = p * (g - t)
        error = r * np.abs(ds) + p * (1 + r) * (a + total + 6 * V * (np.abs(g) + np.abs(t)))
        if self.causal:
            seen = self.seen()
            ds, error = np.where(seen, ds, 0), np.where(seen, error, 0)
        ds, error = ds * scale, error * scale * (1 + 4 * V)
        error = error + u * (np.abs(ds) + error) + step
        weight = np.abs(dropped) * (r + more + u * (1 + r)) + step

        def product(dims, factor, errors, other, length):
            add = lambda left, right: np.einsum(dims, left, right)
            sizes = np.abs(factor)
            return add(factor, other), add(errors, np.abs(other)) + V * (length + 8) * add(sizes + errors, np.abs(other))

        pairs = [(out, bound), product("bhgmn,bnhd->bmhgd", ds, error, k, self.n),
                 product("bhgmn,bmhgd->bhnd", ds, error, q, self.m * self.group),
                 product("bhgmn,bhgme->bhne", dropped, weight, do, self.m * self.group)]
        low = self.result or self.kind
        return [(value, limit if i == 0 else limit * 1.01 + UNIT[low] * np.abs(value) + STEP[low] + TINY)
                for i, (value, limit) in enumerate(pairs)]


CASES = [
    GradientCase("lengths that fit no tile", 70, 90, 16, 8),
    GradientCase("causal, heads between", 100, 100, 64, 64, batch=2, kv=2, causal=True),
    GradientCase("causal by a finite mask, scores of bf16", 80, 80, 32, 32, causal=True, masked=-1e9, rounded=True, form="exponentials"),
    GradientCase("padding mask", 40, 70, 40, 40, "f16", batch=2, kv=2, bias="bn", masked=-1e9, form="products"),
    GradientCase("padding mask of -inf", 33, 66, 24, 16, batch=2, bias="bn", form="exponentials"),
    GradientCase("bias of heads, scores of f16", 65, 130, 128, 128, "f16", kv=2, bias="hmn", rounded=True, masked=0),
    GradientCase("grouped heads, causal", 50, 50, 32, 32, batch=2, kv=2, group=3, causal=True),
    GradientCase("odd sizes", 5, 7, 13, 5, causal=True),
    GradientCase("f32 results", 66, 64, 48, 20, "f16", result="f32", transposed=False),
    GradientCase("reciprocal sums", 20, 70, 100, 72, inverse=True, form="products"),
    GradientCase("rows that see nothing", 40, 70, 16, 16, bias="bmn", causal=True),
    GradientCase("rows that see nothing, as PyTorch masks them", 40, 70, 16, 16, bias="bmn", causal=True, safe=True),
    GradientCase("causal over tiles, heads of 128", 200, 200, 128, 128, kv=2, causal=True),
    GradientCase("large logits", 64, 128, 64, 64, size=300, causal=True, form="products"),
    GradientCase("causal over tiles", 200, 200, 16, 16, batch=2, causal=True),
    GradientCase("causal behind some keys", 100, 200, 16, 16, causal=True, shift=70),
    GradientCase("causal, one key short of a whole tile", 70, 140, 16, 16, causal=True, shift=62),
    GradientCase("causal but for the last keys", 200, 200, 16, 16, causal=True, shift=-70, masked=-1e9),
    GradientCase("keys before the query are hidden", 150, 200, 16, 16, causal=True, sees="LE"),
    GradientCase("causal over tiles, by a mask that is too small", 150, 200, 16, 16, causal=True, masked=-5),
    GradientCase("causal over tiles, one row sees nothing", 200, 150, 16, 16, "f16", causal=True, sees="GT"),
    GradientCase("causal over tiles, one row sees all alike", 200, 150, 16, 16, causal=True, sees="GT",
                 masked=np.finfo(np.float32).min),
    GradientCase("dropout", 70, 90, 32, 32, batch=2, dropout="select"),
    GradientCase("dropout by packed bits, causal", 100, 200, 64, 64, "f16", kv=2, group=2, causal=True, dropout="multiply", computed=True,
                 form="exponentials"),
    GradientCase("dropout shared by heads, in bf16", 50, 72, 16, 16, kv=2, dropout="rounded", keep="mn", computed=True, form="products"),
    GradientCase("dropout beside a padding mask", 33, 66, 40, 48, batch=2, bias="bn", dropout="multiply", keep="bmn"),
    GradientCase("dropout by bits of whole tiles", 128, 192, 64, 64, kv=2, causal=True, shift=70, dropout="multiply", computed=True,
                 form="products"),
    GradientCase("dropout, rows that see nothing, as PyTorch masks them", 40, 72, 16, 16, bias="bmn", causal=True, safe=True,
                 dropout="select", computed=True),
    GradientCase("dropout, rows that see nothing", 40, 72, 16, 16, bias="bmn", causal=True, dropout="select", computed=True),
    GradientCase("factors, one of them infinite, of the last key", 40, 70, 16, 16, dropout="factor"),
    GradientCase("the result is computed last", 33, 40, 16, 16, last=True),
    GradientCase("divided behind the contraction", 70, 90, 16, 16, kv=2, group=2, form="late"),
    GradientCase("divided behind the contraction, causal", 100, 100, 64, 64, "f16", kv=2, causal=True, form="late"),
    GradientCase("masked probabilities are zeroed", 70, 90, 16, 16, causal=True, sees="GT", dropout="seen"),
]
if CHIP == "90":
    CASES = [case for case in CASES if case.has_warpgroups]


def ratios(runner, program, types, wanted, *options):
    found = runner.run_all(program, types, *options)
    # sums over features of infinite results and their gradients are NaN where the program has infinities
    finite = lambda array: np.where(np.isinf(array), np.nan, array)
    return max(worst(finite(one), finite(value), bound) for one, (value, bound) in zip(found, wanted)), found


def numbers(runner):
    right = 0
    for case in CASES:
        arrays = case.arguments()
        text, types = case.text(arrays)
        with np.errstate(all="ignore"):
            wanted = case.reference(arrays)
        try:
            said = runner.lower(text, arrays)
            if "gradient of attention is fused" not in said or "attention stays" in said:
                raise RuntimeError(said)
            separate, _ = ratios(runner, runner.step, types, wanted)
            fused, first = ratios(runner, runner.kernels, types, wanted, "--target=cuda")
            _, second = ratios(runner, runner.kernels, types, wanted, "--target=cuda")
            same = all(np.array_equal(*both, equal_nan=True) for both in zip(first, second))
            is_right = fused <= 1 and separate <= 1 and same
            print(f"{case.name}: {fused:.3f} of the bound, separate {separate:.3f}{'' if is_right else ', WRONG'}")
        except RuntimeError as error:
            print(f"{case.name}: {error}")
            is_right = False
        right += is_right
    print(f"{right} of {len(CASES)} within their bounds")


MISTAKES = {
    "no mistake": (r"bar\.sync", "bar.sync"),
    "no barrier": (r"bar\.sync \\090;", ""),
    "too few copies waited for": (r"cp\.async\.wait_group \\090", r"cp.async.wait_group \\091"),
    "one statistic in the place of another": (r"_param_5\]", "_param_4]"),
    "fragments of summed columns not transposed": (r"\.x4\.trans", ".x4"),
}
WARPGROUP_MISTAKES = {
    "no mistake": (r"bar\.sync", "bar.sync"),
    "too few copies waited for": (r"cp\.async\.wait_group \\090", r"cp.async.wait_group \\091"),
    "statistics not copied": (r"cp\.async\.ca\.shared\.global [^;]*, 4(, [^;]*)?;", ""),
    "one statistic in the place of another": (r"(cp\.async\.ca\.shared\.global [^;]*)\+256(\], [^;]*, 4)", r"\1+512\2"),
    "no fence of copies": (r"fence\.proxy\.async\.shared::cta;", ""),
    "no fence of registers": (r"wgmma\.fence\.sync\.aligned;", ""),
    "products not waited for": (r"wgmma\.wait_group\.sync\.aligned 0;", ""),
    "columns not transposed": (", p, 1, 1, 1;", ", p, 1, 1, 0;"),
}


def planted(runner):
    case = CASES[0 if CHIP == "90" else 1]
    arrays = case.arguments()
    text, types = case.text(arrays)
    wanted = case.reference(arrays)
    runner.lower(text, arrays)
    lowered = runner.kernels.read_text()
    for name, (pattern, by) in (WARPGROUP_MISTAKES if CHIP == "90" else MISTAKES).items():
        kernels, places = re.split(r"(?=\.entry )", lowered), 0
        for i, kernel in enumerate(kernels):
            if kernel.startswith((".entry attention_queries", ".entry attention_keys")):
                kernels[i], found = re.subn(pattern, by, kernel)
                places += found
        if not places:
            sys.exit(f"{name}: no kernel has {pattern}")
        runner.kernels.write_text("".join(kernels))
        try:
            ratio, _ = ratios(runner, runner.kernels, types, wanted, "--target=cuda")
            print(f"{name}: {'agrees' if ratio <= 1 else 'wrong numbers'}")
        except RuntimeError as error:
            print(f"{name}: {error}")


REFUSED = {  # programs that are no gradient of the attention, or one that no kernel has a form for
    "the sum has another sign": ("stablehlo.subtract %g, %ts", "stablehlo.add %g, %ts"),
    "exponentials instead of probabilities": ("stablehlo.multiply %gt, %p", "stablehlo.multiply %gt, %e"),
    "sums over queries": (r"(%t = .*dimensions = )\[4\](.*\n.*%t, dims = )\[0, 1, 2, 3\]", r"\1[3]\2[0, 1, 2, 4]"),
    "gradients of other values": (r"(%g0 = .*%3, )%v", r"\1%k"),
    "probabilities times another gradient": (r"(%dv = .*%w, )%3", r"\1%0"),
    "keys' gradient without the scale": ("(%dk = .*)%dw,", r"%dl = stablehlo.convert %ds : (WIDE) -> LOW\n  \1%dl,"),
    "scores in the gradient": ("(%scaled = .*)%ds,", r"%more = stablehlo.multiply %ds, %s32 : WIDE\n  \1%more,"),
    "queries' gradient alone": ("(%dk = .*)%dw,", r"%dl = stablehlo.constant dense<1.0> : LOW\n  \1%dl,"),
    "probabilities are read": (
        "(.*%dqto = .*)%dqt ", r"  %few = stablehlo.slice %p [0:1, 0:1, 0:1, 0:24, 0:16] : (WIDE) -> HEADS\n"
        r"  %row = stablehlo.reshape %few : (HEADS) -> ROWS\n  %added = stablehlo.add %dqt, %row : ROWS\n\1%added "),
    "sums in f64": (
        r"%dv = .*\n", "%z = arith.constant dense<0.0> : LONG\n  %dd = linalg.generic {indexing_maps = ["
        "affine_map<(b, h, g, n, e, m) -> (b, h, g, m, n)>, affine_map<(b, h, g, n, e, m) -> (b, m, h, g, e)>, "
        "affine_map<(b, h, g, n, e, m) -> (b, h, g, n, e)>], iterator_types = ["
        '"parallel", "parallel", "parallel", "parallel", "parallel", "reduction"]} ins(%w, %3 : LOW, GIVEN) outs(%z : LONG) {\n'
        "  ^bb0(%in: bf16, %by: bf16, %to: f64):\n    %in64 = arith.extf %in : bf16 to f64\n    %by64 = arith.extf %by : bf16 to f64\n"
        "    %product = arith.mulf %in64, %by64 : f64\n    %next = arith.addf %to, %product : f64\n    linalg.yield %next : f64\n"
        "  } -> LONG\n  %dv = stablehlo.convert %dd : (LONG) -> HEADS\n"),
    "gradients in f64": ("%ds = stablehlo.multiply %gt, %p : .*", "%gt64 = stablehlo.convert %gt : (WIDE) -> FULL\n"
                         "  %p64 = stablehlo.convert %p : (WIDE) -> FULL\n  %ds64 = stablehlo.multiply %gt64, %p64 : FULL\n"
                         "  %ds = stablehlo.convert %ds64 : (FULL) -> WIDE"),
    "a dropout's gradient in f64": ("%g = .*", "%full = stablehlo.convert %g0 : (WIDE) -> FULL\n  %two = stablehlo.constant dense<2.0> : FULL\n"
                                    "  %twice = stablehlo.multiply %full, %two : FULL\n  %g = stablehlo.convert %twice : (FULL) -> WIDE"),
    "a factor that is computed late": (r"(.*%scaled = .*)%ds,", r"  %more = stablehlo.multiply %ds, %g : WIDE\n\1%more,"),
}


LATE = {  # the same, of a sum that divides behind the contraction
    "divided late": ("%dol", "%dol"),
    "a maximum with a gradient": (
        r"%scaled = (.*)%ds,", r"%zs = stablehlo.reduce(%ds init: %zero) applies stablehlo.add across dimensions = [4] : (WIDE, tensor<f32>) -> SUMS"
        "\n  %is = stablehlo.compare EQ, %x0, %maxs : (WIDE, WIDE) -> FLAGS\n  %flags = stablehlo.convert %is : (FLAGS) -> WIDE\n"
        "  %count = stablehlo.reduce(%flags init: %zero) applies stablehlo.add across dimensions = [4] : (WIDE, tensor<f32>) -> SUMS\n"
        "  %each = stablehlo.divide %zs, %count : SUMS\n  %eachs = stablehlo.broadcast_in_dim %each, dims = [0, 1, 2, 3] : (SUMS) -> WIDE\n"
        "  %given = stablehlo.multiply %eachs, %flags : WIDE\n  %all = stablehlo.subtract %ds, %given : WIDE\n  " r"%scaled = \1%all,"),
    "a sum of 0 over the number of other flags": (
        r"%scaled = (.*)%ds,", r"%zs = stablehlo.reduce(%ds init: %zero) applies stablehlo.add across dimensions = [4] : (WIDE, tensor<f32>) -> SUMS"
        "\n  %is = stablehlo.compare GT, %x0, %c : (WIDE, WIDE) -> FLAGS\n  %flags = stablehlo.convert %is : (FLAGS) -> WIDE\n"
        "  %count = stablehlo.reduce(%flags init: %zero) applies stablehlo.add across dimensions = [4] : (WIDE, tensor<f32>) -> SUMS\n"
        "  %each = stablehlo.divide %zs, %count : SUMS\n  %eachs = stablehlo.broadcast_in_dim %each, dims = [0, 1, 2, 3] : (SUMS) -> WIDE\n"
        "  %given = stablehlo.multiply %eachs, %flags : WIDE\n  %all = stablehlo.subtract %ds, %given : WIDE\n  " r"%scaled = \1%all,"),
    "a sum of 0 times numbers": (
        r"%scaled = (.*)%ds,", r"%zs = stablehlo.reduce(%ds init: %zero) applies stablehlo.add across dimensions = [4] : (WIDE, tensor<f32>) -> SUMS"
        "\n  %eachs = stablehlo.broadcast_in_dim %zs, dims = [0, 1, 2, 3] : (SUMS) -> WIDE\n"
        "  %given = stablehlo.multiply %eachs, %x0 : WIDE\n  %all = stablehlo.subtract %ds, %given : WIDE\n  " r"%scaled = \1%all,"),
    "late, the sum has another sign": ("stablehlo.subtract %g, %ts", "stablehlo.add %g, %ts"),
    "late, sums of other features": ("stablehlo.multiply %ul, %o0", "stablehlo.multiply %ul, %up"),
    "late, totals divided once": ("stablehlo.multiply %up, %ils", "stablehlo.divide %up, %lo"),
    "late, another divisor": ("stablehlo.divide %up, %lo", "stablehlo.multiply %up, %lo"),
    "late, values of another gradient": (r"(%dv = .*%w, )%dow", r"%an = stablehlo.convert %o0 : (HEADS) -> HALF\n  \1%an"),
}


DROPPED = {  # of probabilities and of their gradients
    "dropped": ("%rg", "%rg"),
    "dropped in another order": (
        r"%dg = stablehlo.divide %g1, %rg : (.*)\n(.*%zg = .*)\n(.*)%g = stablehlo.select %keep, %dg, %zg : (.*)",
        r"\2\n\3%dg = stablehlo.select %keep, %g1, %zg : \4\n  %g = stablehlo.divide %dg, %rg : \1"),
    "gradients of another rate": (r"%rg = stablehlo.constant dense<[0-9.]*>", "%rg = stablehlo.constant dense<0.5>"),
    "gradients where nothing is kept": ("%keep, %dg, %zg", "%keep, %zg, %dg"),
    "gradients of all": (r"%g = stablehlo.select %keep, %dg, %zg : FLAGS, (.*)", r"%g = stablehlo.add %dg, %zg : \1"),
}


def refused(runner):
    print_edited(runner, REFUSED)
    print_edited(runner, LATE, form="late")
    print_edited(runner, DROPPED, dropout="select")
    for case in (GradientCase("wide heads", 24, 24, 136, 16), GradientCase("unequal heads", 24, 24, 16, 128),
                 GradientCase("few queries of many keys", 24, 1024, 16, 16)):
        print_remark(runner, case.name, case.text(case.arguments())[0], case.arguments())


    case = GradientCase("late, f16 of f32", 24, 24, 16, 16, "f16", form="late")
    squared = case.text(case.arguments())[0].replace("%up,", "%square,")
    squared = re.sub(r"(\n  %dol = .*: (.*))", r"\n  %square = stablehlo.multiply %up, %up : \2\1", squared)
    print_remark(runner, case.name, squared, case.arguments())


def print_edited(runner, edits, **of):
    case = GradientCase("refused", 24, 24, 16, 16, **of)
    arrays = case.arguments()
    text, _ = case.text(arrays)
    names = {"WIDE": "1x1x1x24x24xf32", "LOW": "1x1x1x24x24xbf16", "HEADS": "1x1x1x24x16xf32", "ROWS": "1x24x1x1x16xf32",
             "SUMS": "1x1x1x24xf32", "FLAGS": "1x1x1x24x24xi1", "HALF": "1x1x1x24x16xbf16", "LONG": "1x1x1x24x16xf64", "FULL": "1x1x1x24x24xf64", "GIVEN": "1x24x1x1x16xbf16"}
    for name, (pattern, by) in edits.items():
        for type, dims in names.items():
            pattern, by = (part.replace(type, f"tensor<{dims}>") for part in (pattern, by))
        edited, places = re.subn(pattern, by, text)
        if not places:
            sys.exit(f"{name}: no line has {pattern}")
        print_remark(runner, name, edited, arrays)


def print_remark(runner, name, text, arrays):
    try:
        said = runner.lower(text, arrays)
    except RuntimeError as error:
        said = str(error)
    print(f"{name}: " + "; ".join(re.findall(r"(?:remark: gradient of attention|error:) .*", said)))


if __name__ == "__main__":
    causal = [case for case in CASES if case.causal and case.m > 64 and not case.bias]
    {"numbers": numbers, "planted": planted, "refused": refused, "skipped": lambda runner: skipped(runner, causal)}[sys.argv[3]](Runner(*sys.argv[1:3]))
