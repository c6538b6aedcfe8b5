# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Bounds of the error of a mixed step against the float64 reference, with their derivation.

A mixed step differs from the original in one thing: operands of contractions are rounded to a format
of unit roundoff u (f16: 2^-11, bf16: 2^-8; smallest subnormal 2 eta), products are summed in float32.
Four programs made from the same graph with jaxlib's bindings, never with amp-opt, bound the outcome y:

  W   float64 throughout
  P   as W, each contraction operand x perturbed by +-max(u|x|, eta), the largest error of a rounding,
      unless x is representable. The sign is a hash of the bits of x: equal values have equal errors,
      as in a rounding. Jittering the inputs in their last bits (1e-12, without effect on results) draws
      new signs
  R   as W, each contraction operand rounded to nearest even
  S   as R in float32, inputs jittered by a few ulps: samples float32's own noise, and how it tips
      roundings that are nearly ties (which is rare, so the jitter is larger than the noise)

With rho(A, B) the root mean square of |a - b|_2 over draws a of A, per result tensor:

  rounding  |y - R|   <= T rho(S, R) + T 2^-24 |R|                 the last: results are float32 too
  accuracy  |y - f64| <= T rho(P, W) + that + |W - f64|            f64: JAX's own float64 step

First order: an error is a sum of independent J_k e_k with |e_k| <= u|x_k| and mean zero. Signs at
the largest magnitude give it the largest variance, rho^2, and by Hoeffding's inequality
P(|error| > T rho) <= 2 exp(-T^2 / 2), which is 3e-8 for T = 6. The accuracy bound therefore says that the
step is as accurate as its formats allow. The rounding bound is far smaller (roundings must agree except near
ties), so a wrong rounding mode, a missing cast or a 16-bit sum breaks it: faults.py shows that.
The last term of the accuracy bound covers constants that the text holds only in float32.

Where more than the operands of contractions is 16-bit, R, P and S are made from the mixed step itself, and round
(or perturb) wherever its text says that a value becomes 16-bit: each such op rounds once. XLA may take another last
bit in 16-bit arithmetic (x / 36 as x * (1 / 36)), so there S is perturbed before it is rounded. Values of 16 bits do
not carry the jitter of the inputs: more `salts` draw other signs for them, which tip what few signs leave alone (Adam's
first step, whose size is that of the learning rate whatever the gradient's, where that is nearly 0). What they then
bound is what was written; that it was written where the policy allows is for amp-verify to say.
"""
import jax.numpy as jnp
import numpy as np
from jax import lax

import rewrite
import xla

T, DRAWS = 6, 24
FORMATS = {"f16": (jnp.float16, 2.0**-11, 2.0**-25), "bf16": (jnp.bfloat16, 2.0**-8, 2.0**-134)}


def compiled(module):
    return xla.compiled(module, effort=0)


def perturbed(precision, salt=0):
    dtype, u, eta = FORMATS[precision]

    def function(x):
        bits = lax.bitcast_convert_type(x, jnp.uint64) ^ jnp.uint64(salt)
        for shift in (33, 29, 32):
            bits = (bits ^ (bits >> jnp.uint64(shift))) * jnp.uint64(0x9E3779B97F4A7C15)
        error = lax.max(jnp.abs(x) * u, jnp.full_like(x, eta))
        moved = x + lax.select(bits >> jnp.uint64(63) == 0, error, -error)
        return lax.select(x.astype(dtype).astype(x.dtype) == x, x, moved)

    return function


def rounded(precision):
    return lambda x: x.astype(FORMATS[precision][0]).astype(x.dtype)


def last_bit(precision, salt=0):
    return lambda x: rounded(precision)(perturbed(precision, salt)(x.astype(jnp.float64) * (1 + 1e-12))).astype(x.dtype)


def few_ulps(x):
    """float32 as another library may give it: off by 2^-22 of itself, up or down by a hash of its bits. Nothing that 16 bits of a program show."""
    if x.dtype != jnp.float32:
        return x
    bits = lax.bitcast_convert_type(x, jnp.uint32) * jnp.uint32(0x9E3779B9)
    return x * lax.select(bits >> jnp.uint32(31) == 0, jnp.full_like(x, 1 + 2.0**-22), jnp.full_like(x, 1 - 2.0**-22))


def norms(results):
    return np.array([np.linalg.norm(r.astype(np.float64).ravel()) for r in results])


def distances(results, others):
    return norms(a.astype(np.float64) - b.astype(np.float64) for a, b in zip(results, others, strict=True))


def rms(rows):
    return np.sqrt(np.mean(np.square(list(rows)), axis=0))


def widened(inputs):
    return [a.astype(np.float64) if a.dtype == np.float32 else a for a in inputs]


class Draws:
    """Results of a program for inputs that are off by up to a part of `size`."""

    def __init__(self):
        self.random = np.random.default_rng(0)

    def __call__(self, program, arguments, size):
        def jitter(a):
            return (a * (1 + self.random.uniform(-size, size, a.shape))).astype(a.dtype) if a.dtype.kind == "f" else a
        return [program(*map(jitter, arguments)) for _ in range(DRAWS)]


def share_of_noise(text, inputs, reference, results):
    """The largest share that a result uses of what a step in float32 may be off: as for S above, nothing rounded to 16 bits."""
    exact = compiled(rewrite.widened(text))(*widened(inputs))
    reference = exact if reference is None else reference
    singles = Draws()(compiled(xla.parse(text)), inputs, 2.0**-22)
    bound = T * rms(distances(s, exact) for s in singles) + T * 2.0**-24 * norms(exact) + distances(exact, reference)
    return share(distances(results, reference), bound)


class Bounds:
    """The bounds of one graph in one format; `inputs` are the float32 arguments of `main`.

    `mixed` is the text of the mixed step, needed if more than the operands of contractions is 16-bit. Not on XLA, S also
    samples what another library's exponentials and the like may tip.
    """

    def __init__(self, text, precision, inputs, reference=None, mixed=None, on_xla=True, salts=1):
        wide = rewrite.widened(text)

        def program(function, element, arithmetic=None):
            if mixed:
                return compiled(rewrite.emulated(mixed, function(precision), precision, element,
                                                 arithmetic,
                                                 None if on_xla or element == "f64" else few_ulps))
            return compiled(rewrite.touched(wide if element == "f64" else xla.parse(text), function(precision)))

        doubles, draws = widened(inputs), Draws()
        exact = compiled(wide)(*doubles)
        self.reference = exact if reference is None else reference
        self.correct = program(rounded, "f64")(*doubles)
        perturbations = draws(program(perturbed, "f64"), doubles, 1e-12)
        singles = [single for salt in range(salts)
                   for single in draws(program(rounded, "f32", last_bit(precision, salt)), inputs, 2.0**-22)]
        self.rounding = T * rms(distances(s, self.correct) for s in singles) + T * 2.0**-24 * norms(self.correct)
        self.accuracy = (T * rms(distances(p, exact) for p in perturbations)
                         + self.rounding + distances(exact, self.reference))

    def used(self, results):
        """The largest share of the two bounds that any result uses: (accuracy, rounding); above 1 is a failure."""
        return tuple(share(distances(results, wanted), bound) for wanted, bound in
                     ((self.reference, self.accuracy), (self.correct, self.rounding)))


def share(errors, bounds):
    """The largest error / bound; 0 / 0 is 0, and what is not a number is infinitely far off."""
    with np.errstate(divide="ignore", invalid="ignore"):
        ratios = np.where(errors == 0, 0, errors / bounds)
    return float(np.nan_to_num(ratios, nan=np.inf).max(initial=0))
