# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A rewritten step for one set of shapes."""

import functools
from collections.abc import Sequence
from typing import Any

import jax

from mlir_amp.jax import engines, stablehlo
from mlir_amp.jax.places import warn
from mlir_amp.jax.scaler import Layout, Scaler, merged
from mlir_amp.jax.tracing import Traced
from mlir_amp.jax.weights import WEIGHTS, Weights


class Program:
    """`before` and `text` are the modules, as StableHLO text; `messages` is what amp-opt had to say.

    Constants of a megabyte and more have names there in place of their data (`mlir_amp.jax.constants`).
    """

    def __init__(self, traced: Traced, text: str, messages: str) -> None:
        self.traced, self.before, self.text, self.messages = traced, traced.text, text, messages

    @functools.cached_property
    def module(self) -> stablehlo.Module:
        """The signature and the artifact of `text`."""
        module = stablehlo.read(self.text, asides=self.traced.asides)
        warn("\n".join(module.messages))
        return module

    @functools.cached_property
    def layout(self) -> Layout:
        """The positions in the signature of the values that the step carries."""
        return Layout(self.module)

    @functools.cached_property
    def weights(self) -> Weights:
        """Conversions of the weights that the module carries as integers."""
        return Weights(self.module, self.traced.devices, self.traced.mesh)

    def initial(self, own: Sequence[Any]) -> Scaler:
        """The state that the first step reads besides its own arguments `own`, flat, as arrays."""
        made = self.layout.initial(own)
        return made | {WEIGHTS: self.weights.initial(own)} if self.layout.parameters else made

    @functools.cached_property
    def native(self) -> engines.Flat:
        """The module compiled for this machine (engine="amp")."""
        text = stablehlo.whole(self.text, self.traced.asides) if self.traced.asides else self.text
        return engines.on_this_machine(text, self.module)

    def takes(self, types: Sequence[Any], traced: Sequence[Any]) -> bool:
        """True if it was traced with arguments of these types, or if the module has 16-bit arguments in their place."""
        slots = [(slot.shape, slot.dtype, False) for slot in self.module.inputs[: len(traced)]]
        return all(x == was or (x == slot and x[1] != was[1]) for x, slot, was in zip(types, slots, traced, strict=True))

    def call(self, engine: engines.Flat, leaves: Sequence[Any], scaler: Scaler) -> tuple[Any, Scaler]:
        """Runs on the step's own arguments, and what it carries; returns the step's results, and what it carries then.

        What other programs of the step carry (a static argument may change which losses it has) is returned as it is.
        """
        appended = self.layout.flat(scaler)
        if self.layout.parameters:
            leaves = self.weights.put_in(leaves, scaler[WEIGHTS])
        own = [_typed(leaf, slot) for leaf, slot in zip(leaves, self.module.inputs, strict=False)]
        results, carried = self.layout.split(engine(*own, *appended))
        if self.layout.parameters:
            results, carried[WEIGHTS] = self.weights.take_out(results, carried[WEIGHTS])
        typed = [_as_traced(x, aval) for x, aval in zip(results, self.traced.out_avals, strict=True)]
        return self.traced.out_tree.unflatten(typed), merged(scaler, carried)


def _typed(leaf: Any, slot: stablehlo.Slot) -> Any:
    """As the module takes it: a random key as the integers that it is made of, weights perhaps in 16 bits."""
    array = leaf if isinstance(leaf, jax.Array) else jax.numpy.asarray(leaf)
    if array.dtype == slot.dtype:
        return array
    return jax.random.key_data(array) if _is_key(array) else array.astype(slot.dtype)


def _as_traced(result: Any, aval: Any) -> Any:
    """As the step returns it: a random key again, or weakly typed (a counter from Python's 0), so that the next call is alike."""
    if _is_key(aval):
        return jax.random.wrap_key_data(result, impl=aval.dtype._impl)
    if not aval.weak_type or result.dtype != aval.dtype:
        return result
    return jax.lax.convert_element_type_p.bind(result, new_dtype=aval.dtype, weak_type=True, sharding=None)


def _is_key(leaf: Any) -> bool:
    return bool(jax.numpy.issubdtype(leaf.dtype, jax.dtypes.prng_key))
