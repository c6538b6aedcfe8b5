# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Programs that a naive choice of 16 bits breaks, and what they are measured by.

The oracle is the program itself in float64 on XLA, made with jaxlib's bindings. A case passes if each result is off by at
most BOUND of its largest element, is finite where the oracle is, and equal where it is an integer.
"""
import dataclasses
import typing
import zlib

import xla  # first: it sets how JAX starts

import jax
import numpy as np

import bounds
import rewrite

BOUND = 2e-2
ALL = []


@dataclasses.dataclass(frozen=True)
class Case:
    what: str
    name: str
    module: str
    text: str
    inputs: tuple
    naive: typing.Callable

    def oracle(self):
        return xla.compiled(rewrite.widened(self.text))(*bounds.widened(self.inputs))


def retyped(text, precision):
    """Every f32 becomes 16-bit, the constants and the signature too."""
    return rewrite.retyped(xla.parse(text), {"f32": precision})


def only(name):
    """A naive lowering in which ops of one name alone round what they make."""

    def lowered(text, precision):
        module = xla.parse(text)
        call = rewrite.caller(module, bounds.rounded(precision), "rounding")
        with xla.CONTEXT, rewrite.ir.Location.unknown():
            for op in rewrite.operations(module):
                if op.name == name and rewrite.is_float(op.results[0]):
                    rewrite.pass_through(op.results[0], call)
        return module

    return lowered


def case(what, naive=retyped, x64=False):
    """Registers the step that the function makes, with its inputs, as JAX prints it.

    Products ask for full precision, so that 16 bits are worth their casts even to a solver that knows tf32.
    """

    def register(make):
        step, inputs = make()
        with jax.enable_x64(x64), jax.default_matmul_precision("highest"):
            text = jax.jit(step, keep_unused=True).lower(*inputs).as_text()
        ALL.append(Case(what, make.__name__, make.__module__, text, inputs, naive))
        return make

    return register


def normal(*shape, scale=1.0):
    random = np.random.default_rng(zlib.crc32(repr((shape, scale)).encode()))
    return (random.standard_normal(shape) * scale).astype(np.float32)


def error(results, oracle):
    """The largest of all results."""
    return max(error_of(*pair) for pair in zip(results, oracle, strict=True))


def error_of(found, wanted):
    found, wanted = np.atleast_1d(found), np.atleast_1d(wanted)
    if wanted.dtype.kind != "f":
        return 0.0 if np.array_equal(found, wanted) else np.inf
    found, finite = found.astype(np.float64), np.isfinite(wanted)
    if not np.isfinite(found[finite]).all() or not np.array_equal(found[~finite], wanted[~finite], equal_nan=True):
        return np.inf
    return float(np.abs(found - wanted)[finite].max() / np.abs(wanted[finite]).max())
