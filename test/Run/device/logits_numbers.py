# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""logits_numbers.py SCRATCH DRIVER numbers|heads|planted|refused: cross-entropy whose logits no kernel stores, or stores in 16 bits, on a driver
that runs its PTX, against f64.

The bound is derived per element, and the kernels that store the logits must keep it, too. Its terms, with v = 2^-24, u the unit
roundoff of the 16-bit type, P the exact probabilities, x the logits, m their maximum, K products and N logits:
  a logit errs by d = v (K + 4) (|a| |w| + |bias|);
  an exponential relatively by e = d + 3 v |x - m| + 2^-20, one of the row's parts, their weight included;
  the sum by E = sum P e + v (N + 16), its logarithm plus m by E + 4 v (|log| + |m| + 1), and a loss by d of the label more;
  the gradient (P - label) g by g P (e + E + 8 v) + 4 v g, and by u of itself where it is rounded; what is below 2^-126 may be 0.
Logits of 16 bits err by u |x| more. With targets q, sum over n of q (log P) errs by that of each term and by 2 v (N + 16) of the sum of sizes; z
times the squared logarithm of the sum, L, by 2 z |L| of L's error.
"""
import re
import sys
from dataclasses import dataclass

import jax
import jax.numpy as jnp
import numpy as np

from attention_numbers import STEP, UNIT, V, Runner, worst
from cpu_program import TYPES

LOW = {"bf16": jnp.bfloat16, "f16": jnp.float16}


@dataclass
class Case:
    """Logits [*rows, n] of `k` products each, of which the first `counted` count."""

    name: str
    rows: tuple
    n: int
    k: int
    kind: str = "bf16"
    counted: int = 0
    bias: bool = False
    plain: bool = False  # log_softmax's shift, which may be infinite
    gradient: bool = True
    size: float = 1
    special: tuple = ()  # values of the bias in the first rows' first columns
    form: str = ""  # of the loss
    rounded: bool = False  # logits of 16 bits

    def arguments(self):
        random = np.random.default_rng(self.n + self.k)
        draw = lambda *shape: random.standard_normal(shape).astype(TYPES[self.kind])
        labels = random.integers(-self.n // 4 if self.form == "ignored labels" else 0, self.counted or self.n, self.rows)
        arrays = [draw(*self.rows, self.k) * TYPES[self.kind](self.size), draw(self.k, self.n), labels.astype(np.int32)]
        if self.bias:
            bias = random.standard_normal(self.n).astype(np.float32)
            bias[:len(self.special)] = self.special
            arrays.append(bias)
        return arrays

    def step(self, a, w, labels, *bias):
        result = LOW[self.kind] if self.rounded else jnp.float32
        x = jax.lax.dot_general(a, w, (((a.ndim - 1,), (0,)), ((), ())), preferred_element_type=result).astype(jnp.float32)
        x = x + bias[0] if bias else x
        if not self.gradient:
            return self.loss(x, labels)
        loss, gradient = jax.value_and_grad(self.loss)(x, labels)
        return loss, gradient.astype(LOW[self.kind])

    def head(self, x, labels):
        """As optax and flax write it."""
        log = jax.nn.log_softmax(x)
        hot = jax.nn.one_hot(labels, self.n)
        if self.form == "one-hot labels":
            return -(log * hot).sum(-1)
        if self.form == "smoothed labels":
            return -(log * (hot * (1 - SMOOTHING) + SMOOTHING / self.n)).sum(-1)
        if self.form == "a logarithm of the softmax":
            return -jnp.take_along_axis(log, labels[..., None], -1, mode="clip")[..., 0]
        total = jax.nn.logsumexp(x, -1)
        each = total - jnp.take_along_axis(x, jnp.maximum(labels, 0)[..., None], -1, mode="clip")[..., 0]
        return {"plain": each, "ignored labels": each * (labels >= 0), "z-loss": each + Z * total**2}[self.form]

    def loss(self, x, labels):
        if self.form:
            return self.head(x, labels).sum()
        if self.counted:
            x = jnp.where(jnp.arange(self.n) < self.counted, x, -jnp.inf)
        if self.plain:
            m = jax.lax.stop_gradient(x.max(-1, keepdims=True))
            total = jnp.log(jnp.exp(x - m).sum(-1)) + m[..., 0]
        else:
            total = jax.nn.logsumexp(x, -1)
        return (total - jnp.take_along_axis(x, labels[..., None], -1, mode="clip")[..., 0]).sum()

    def text(self, arrays):
        return jax.jit(self.step, keep_unused=True).lower(*arrays).as_text()

    @property
    def types(self):
        rows = "x".join(map(str, self.rows))
        return ["tensor<f32>"] + ([f"tensor<{rows}x{self.n}x{self.kind}>"] if self.gradient else [])

    def reference(self, arrays):
        """The loss and its gradient in f64, and the bounds."""
        a, w, labels, *bias = [array.astype(np.float64) for array in arrays]
        labels = labels.astype(int)[..., None]
        add = bias[0] if bias else 0
        x, d = a @ w + add, V * (self.k + 4) * (np.abs(a) @ np.abs(w) + np.abs(add))
        d = d + (UNIT[self.kind] * np.abs(x) if self.rounded else 0)
        if self.counted:
            x = np.where(np.arange(self.n) < self.counted, x, -np.inf)
        m = x.max(-1, keepdims=True)
        p = np.exp(x - m)
        total = p.sum(-1, keepdims=True)
        p = p / total
        e = np.where(p > 0, d + 3 * V * np.abs(x - m) + 2.0**-20, 0)
        E = (p * e).sum(-1, keepdims=True) + V * (self.n + 16)
        logarithm = np.log(total)
        if self.form:
            return self.head_reference(x, d, m, p, e, E, logarithm, labels)
        label = np.take_along_axis(x, labels, -1)
        loss = logarithm + m - label
        error = E + 4 * V * (np.abs(logarithm) + np.abs(m) + 1) + np.take_along_axis(d, labels, -1) + V * np.abs(label)
        pairs = [(loss.sum(), error.sum() + V * loss.size * np.abs(loss).sum())]
        if self.gradient:
            gradient = p - (np.arange(self.n) == labels)
            error = p * (e + E + 8 * V) + 4 * V + 2.0**-126
            pairs.append((gradient, error * (1 + UNIT[self.kind]) + UNIT[self.kind] * np.abs(gradient) + STEP[self.kind]))
        return pairs


    def head_reference(self, x, d, m, p, e, E, logarithm, labels):
        hot, weight, z = np.arange(self.n) == labels, np.ones_like(m), 0
        q = (hot * (1 - SMOOTHING) + SMOOTHING / self.n if self.form == "smoothed labels" else hot).astype(np.float64)
        if self.form == "ignored labels":
            weight = (labels >= 0).astype(np.float64)
            q = (np.arange(self.n) == np.maximum(labels, 0)).astype(np.float64)
        if self.form == "z-loss":
            z = Z
        total = logarithm + m
        wrong = E + 4 * V * (np.abs(logarithm) + np.abs(m) + 1)  # of the total
        loss = weight * ((q * (total - x)).sum(-1, keepdims=True) + z * total**2)
        sizes = (q * (np.abs(x) + np.abs(m) + np.abs(logarithm) + 1)).sum(-1, keepdims=True)
        error = wrong * (1 + 2 * z * np.abs(total)) + (q * d).sum(-1, keepdims=True) + 2 * V * (self.n + 16) * sizes + 8 * V * np.abs(loss)
        more = 1 + 2 * z * total
        gradient = weight * (p * more - q)
        off = p * (e + E + V * (self.n + 24)) * np.abs(more) + 2 * z * p * wrong + 4 * V + 2.0**-126
        return [(loss.sum(), error.sum() + V * loss.size * np.abs(loss).sum()),
                (gradient, off * (1 + UNIT[self.kind]) + UNIT[self.kind] * np.abs(gradient) + STEP[self.kind])]


SMOOTHING, Z = 0.1, 0.01
FORMS = ("plain", "one-hot labels", "smoothed labels", "a logarithm of the softmax", "ignored labels", "z-loss")
HEADS = [Case(f"{form}, {kind}{'' if k < 1000 else ', many products'}", (64,), 512, k, kind, form=form, rounded=True)
         for form in FORMS for kind, k in (("bf16", 32), ("bf16", 1024), ("f16", 32))]


def heads(runner):
    """No kernel stores logits of 16 bits, or their gradient, in f32: temporaries are fewer bytes."""
    right = 0
    for case in HEADS:
        arrays = case.arguments()
        wanted = case.reference(arrays)
        try:
            said = runner.lower(case.text(arrays), arrays)
            temporaries = int(re.search(r"temporaries = (\d+)", runner.kernels.read_text())[1])
            separate, _ = ratios(runner, runner.step, case, wanted)
            found, _ = ratios(runner, runner.kernels, case, wanted, "--target=cuda")
            logits = 4 * case.rows[0] * case.n
            is_right = found <= 1 and separate <= 1 and temporaries < logits
            how = "not stored" if "logits are not stored" in said else "16 bits" if temporaries < logits else "32 bits"
            print(f"{case.name}: {how}, {found:.3f} of the bound, on this processor {separate:.3f}{'' if is_right else ', WRONG'}")
        except RuntimeError as error:
            print(f"{case.name}: {error}")
            is_right = False
        right += is_right
    print(f"{right} of {len(HEADS)} within their bounds")


CASES = [
    Case("two segments of a tile", (64,), 128, 32),
    Case("columns that end within a tile", (2, 64), 320, 48),
    Case("columns that do not count", (64,), 256, 32, counted=200),
    Case("a part none of which counts", (64,), 256, 32, counted=130, size=40),
    Case("f16, a bias", (3, 64), 192, 64, "f16", bias=True),
    Case("a plain shift", (128,), 256, 32, plain=True),
    Case("parts whose maxima lie far apart", (64,), 256, 64, size=300),
    Case("a loss without gradient", (64,), 640, 32, gradient=False),
    Case("logits of -inf", (64,), 192, 32, bias=True, special=(-np.inf,) * 100),
    Case("logits of -inf, a plain shift", (64,), 192, 32, bias=True, special=(-np.inf,) * 128, plain=True),
    Case("a NaN", (64,), 192, 32, bias=True, special=(np.nan,)),
    Case("an infinite logit", (64,), 192, 32, bias=True, special=(0, np.inf), plain=True),
]


def ratios(runner, program, case, wanted, *options):
    found = runner.run_all(program, case.types, *options)
    return max(worst(one, *both) for one, both in zip(found, wanted)), found


def numbers(runner):
    right = 0
    for case in CASES:
        arrays = case.arguments()
        with np.errstate(all="ignore"):
            wanted = case.reference(arrays)
        try:
            said = runner.lower(case.text(arrays), arrays)
            if "logits are not stored" not in said or stored(runner, case):
                raise RuntimeError(f"stored: {said}")
            separate, _ = ratios(runner, runner.step, case, wanted)
            fused, first = ratios(runner, runner.kernels, case, wanted, "--target=cuda")
            _, second = ratios(runner, runner.kernels, case, wanted, "--target=cuda")
            same = all(np.array_equal(*both, equal_nan=True) for both in zip(first, second))
            is_right = fused <= 1 and separate <= 1 and same
            print(f"{case.name}: {fused:.3f} of the bound, separate {separate:.3f}{'' if is_right else ', WRONG'}")
        except RuntimeError as error:
            print(f"{case.name}: {error}")
            is_right = False
        right += is_right
    print(f"{right} of {len(CASES)} within their bounds")


def stored(runner, case):
    """Kernels of rows as long as the logits read them from memory."""
    parts = "|".join(f"{case.n // length}x{length}" for length in (64, 128))
    return re.findall(rf"\.entry rows_\w*x(?:{case.n}|{parts})_f32", runner.kernels.read_text())


MISTAKES = {
    "no mistake": (r"bar\.sync", "bar.sync"),
    "maxima and sums of two of four threads": (r"(shfl\.sync\.bfly\.b32 [^;]*, )1(, 31)", r"\g<1>0\2"),
    "maxima of less than all": (r"max\.NaN\.f32 (\S+), (\S+), \S+;", r"mov.b32 \1, \2;"),
}


def planted(runner):
    case = CASES[2]
    arrays = case.arguments()
    wanted = case.reference(arrays)
    runner.lower(case.text(arrays), arrays)
    lowered = runner.kernels.read_text()
    for name, (pattern, by) in MISTAKES.items():
        kernels = re.split(r"(?=\.entry )", lowered)
        places = 0
        for i, kernel in enumerate(kernels):
            if kernel.startswith(".entry matmul_64x256"):
                kernels[i], here = re.subn(pattern, by, kernel)
                places += here
        if not places:
            sys.exit(f"{name}: no kernel has {pattern}")
        runner.kernels.write_text("".join(kernels))
        try:
            ratio, _ = ratios(runner, runner.kernels, case, wanted, "--target=cuda")
            print(f"{name}: {'agrees' if ratio <= 1 else 'wrong numbers'}")
        except RuntimeError as error:
            print(f"{name}: {error}")


class Refused(Case):
    """Programs that need the logits in memory, or that are no softmax's."""

    def step(self, a, w, labels, *bias):
        x = jax.lax.dot_general(a, w, (((a.ndim - 1,), (0,)), ((), ())), preferred_element_type=jnp.float32)
        form = self.name
        if form == "a convolution along the row":
            x = jax.lax.conv_general_dilated(w[None], jnp.stack([a] * 3, -1), (1,), "SAME", preferred_element_type=jnp.float32)[0]
        m = x.max(-1, keepdims=True)
        if form == "a maximum of at least 0":
            m = jax.lax.reduce(x, np.float32(0), jax.lax.max, (1,))[:, None]
        if form == "another shift":
            m = x.mean(-1, keepdims=True)
        if form == "a sum of more elements than the maximum is of":
            m = jnp.where(jnp.arange(self.n) < 100, x, -jnp.inf).max(-1, keepdims=True)
        e = jnp.exp(x - m)
        if form == "the maximum's row is another one":
            e = jnp.exp(x - m[::-1])
        squared = e * e if form == "a sum of squares" else e
        if form == "sums and exponentials of other elements":
            squared = jnp.where(jnp.arange(self.n) < 100, e, 0)
            m = jnp.where(jnp.arange(self.n) < 90, x, -jnp.inf).max(-1, keepdims=True)
            squared = jnp.where(jnp.arange(self.n) < 100, jnp.exp(x - m), 0)
        total = squared.sum(-1, keepdims=True)
        p = e / total
        more = {"logits are returned": [x], "another product reads the logits": [x.T @ x], "a reader of other rows": [p[::-1] * x]}
        result = p if form == "a gradient of f32" else p.astype(LOW[self.kind])
        return jnp.log(total).sum(), result, *more.get(form, [])


REFUSED = [
    Refused("none of these", (64,), 128, 32),
    Refused("none of these, products that take longer than their bytes", (64,), 128, 2048),
    Refused("logits are returned", (64,), 128, 32),
    Refused("a gradient of f32", (64,), 128, 32),
    Refused("another shift", (64,), 128, 32),
    Refused("the maximum's row is another one", (64,), 128, 32),
    Refused("a sum of squares", (64,), 128, 32),
    Refused("sums and exponentials of other elements", (64,), 128, 32),
    Refused("a sum of more elements than the maximum is of", (64,), 128, 32),
    Refused("another product reads the logits", (64,), 128, 32),
    Refused("a reader of other rows", (64,), 128, 32),
    Refused("a maximum of at least 0", (64,), 128, 32),
    Refused("a convolution along the row", (64,), 128, 32),
    Refused("rows that fill no tile", (40,), 128, 32),
    Refused("columns that fill no part", (64,), 120, 32),
    Refused("columns of one part", (64,), 64, 32),
]


def refused(runner):
    for case in REFUSED:
        arrays = case.arguments()
        said = runner.lower(case.text(arrays), arrays)
        found = [runner.run_all(program, case.types, *options)
                 for program, options in ((runner.step, []), (runner.kernels, ["--target=cuda"]))]
        same = all(np.allclose(*both, rtol=2.0**-7, atol=2.0**-7) for both in zip(*found))
        print(f"{case.name}: {'not stored' if 'not stored' in said else 'stored'}{'' if same else ', WRONG'}")


if __name__ == "__main__":
    {"numbers": numbers, "heads": heads, "planted": planted, "refused": refused}[sys.argv[3]](Runner(*sys.argv[1:3]))
