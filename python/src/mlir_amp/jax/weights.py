# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Weights that the rewritten step carries as integers (weights="threshold:BITS").

    {"weights": {"['w']": i8[like w], "['w'].chi": f32[like w], "['w'].epsilon": f32[], "['w'].moved": i32[]}}

The step still takes and returns f32 weights: the products of integers and epsilon, which are exact. The module reads the integers.
"""

import functools
from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import numpy as np

from mlir_amp.errors import ScalerError
from mlir_amp.jax import engines
from mlir_amp.jax.stablehlo import Module

WEIGHTS = "weights"
ACCUMULATOR, MOVED = "accumulator", "moved"
ROLES = (ACCUMULATOR, MOVED, "epsilon", "device")
INIT, READ = "init_weights", "read_weights"

States = dict[str, Any]


class Parameter(NamedTuple):
    """A parameter by name, and its position among the step's own arguments and results."""

    name: str
    argument: int
    result: int


def parameters_of(module: Module) -> list[Parameter]:
    """The parameters that a module carries as integers; none without weights="threshold:BITS"."""
    inputs, outputs = [slot.state for slot in module.inputs], [slot.state for slot in module.outputs]
    names = [slot.name.removesuffix(".chi") for slot in module.inputs if slot.role == ACCUMULATOR]
    return [Parameter(name, inputs.index(name), outputs.index(name)) for name in names]


def as_words(value: Any) -> Any:
    """A 64-bit key as pairs of 32 bits, which JAX saves and restores whole without jax_enable_x64: u64[n] as u32[n, 2]."""
    with jax.enable_x64(True):
        return jax.lax.bitcast_convert_type(value, np.uint32) if value.dtype == np.uint64 else value


def from_words(value: Any, dtype: np.dtype[Any]) -> Any:
    """The state of this type that `as_words` made this of."""
    with jax.enable_x64(True):
        return jax.lax.bitcast_convert_type(value, np.uint64) if dtype == np.uint64 else value


class Weights:
    """Conversions between f32 weights and the states of one program."""

    def __init__(self, module: Module, devices: int, mesh: Any) -> None:
        self.parameters = parameters_of(module)
        self._functions = module.functions
        self._devices, self._mesh = devices, mesh

    def _compiled(self, name: str) -> Any:
        return jax.jit(lambda *flat: engines.on_xla(self._functions[name], self._devices, self._mesh)(*flat))

    @functools.cached_property
    def _init(self) -> Any:
        return self._compiled(INIT)

    @functools.cached_property
    def _read(self) -> Any:
        return self._compiled(READ)

    def initial(self, own: Sequence[Any]) -> States:
        """The first states of f32 weights: integers, empty accumulators but for the rounding, scales."""
        given = [own[parameter.argument] for parameter in self.parameters]
        for parameter, weight in zip(self.parameters, given, strict=True):
            if not hasattr(weight, "__array__") and not hasattr(weight, "astype"):
                raise ScalerError(f"the integers of {parameter.name} are computed from its value, but got {weight}")
        names = [slot.name for slot in self._functions[INIT].outputs]
        states = dict(zip(names, map(as_words, self._init(*given)), strict=True))
        return states | {f"{p.name}.{MOVED}": np.int32(0) for p in self.parameters}

    def read(self, states: States) -> list[Any]:
        """The f32 weights that the next step reads, in the order of `parameters`."""
        return list(self._read(*[from_words(states[slot.name], slot.dtype) for slot in self._functions[READ].inputs]))

    def put_in(self, own: Sequence[Any], states: States) -> list[Any]:
        """The arguments with integers in the place of f32 weights."""
        arguments = list(own)
        for parameter in self.parameters:
            arguments[parameter.argument] = states[parameter.name]
        return arguments

    def take_out(self, results: Sequence[Any], states: States) -> tuple[list[Any], States]:
        """The results with f32 weights in the place of integers; the states with the integers."""
        states = states | {p.name: results[p.result] for p in self.parameters}
        own = list(results)
        for parameter, weight in zip(self.parameters, self.read(states), strict=True):
            own[parameter.result] = weight
        return own, states

    def check(self, states: States, returned: dict[str, Any], own: Sequence[Any]) -> None:
        """Refuses weights that the states do not stand for. `returned` are those of the last step."""
        needed = {slot.name for slot in self._functions[READ].inputs}
        if not needed <= states.keys() or all(returned.get(p.name) is own[p.argument] for p in self.parameters):
            return  # a scaler without all states starts anew, or is refused as a whole
        for parameter, weight in zip(self.parameters, self.read(states), strict=True):
            if returned.get(parameter.name) is own[parameter.argument]:
                continue
            given = np.asarray(own[parameter.argument])
            if not np.allclose(given, np.asarray(weight), rtol=1e-6, atol=0, equal_nan=True):
                raise ScalerError(
                    f"expects the value of {parameter.name} that belongs to scaler['{WEIGHTS}'] (the last step returned it), "
                    f"but got another one; remove '{WEIGHTS}' from the scaler to start anew from these weights"
                )
