# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Engines that execute a rewritten module: XLA through JAX, or libAmp. An engine is a function of flat arrays."""

import dataclasses
import functools
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax.custom_batching import custom_vmap
from jax.extend import mlir as jax_mlir
from jax.extend.core import Primitive
from jax.extend.mlir import ir
from jax.interpreters import mlir
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from mlir_amp import native
from mlir_amp.errors import ScalerError, TraceError
from mlir_amp.jax.stablehlo import Module, Slot

Flat = Callable[..., Sequence[Any]]


class Code:
    """A module as a parameter of a primitive: the same only as itself."""

    def __init__(self, module: Module) -> None:
        self.module = module


def _lowered(ctx: Any, *operands: Any, code: Code) -> Sequence[Any]:
    """The module's functions beside those of the whole, and a call of its `main`."""
    into = ctx.module_context.module
    name = mlir.merge_mlir_modules(into, "amp_step", jax_mlir.deserialize_portable_artifact(code.module.artifact, into.context))
    types = [mlir.aval_to_ir_type(ctx.module_context, aval) for aval in ctx.avals_out]
    callee: dict[str, Any] = {"callee": ir.FlatSymbolRefAttr.get(name)}
    return list(ir.Operation.create("func.call", results=types, operands=operands, attributes=callee).results)


step_p = Primitive("amp_step")
step_p.multiple_results = True


def _run_alone(*flat: Any, code: Any) -> Any:
    with jax.disable_jit(False):  # which is true inside of jax.disable_jit()
        return jax.jit(functools.partial(step_p.bind, code=code))(*flat)


step_p.def_impl(_run_alone)
step_p.def_abstract_eval(lambda *_, code: [jax.core.ShapedArray(slot.shape, slot.dtype) for slot in code.module.outputs])
mlir.register_lowering(step_p, _lowered)


def on_xla(module: Module, devices: int = 1, mesh: Mesh | None = None) -> Flat:
    """A function to be called while JAX traces: XLA then compiles the module as a part of the whole."""
    return _outermost(_on_devices(module, devices, mesh) if devices > 1 else _on_one(module))


def _on_one(module: Module) -> Flat:
    """As a primitive, whose results are committed to no device: JAX compiles a step again for what it got from it otherwise."""
    code = Code(module)
    return lambda *flat: step_p.bind(*flat, code=code)


def _on_devices(module: Module, devices: int, mesh: Mesh | None) -> Flat:
    """As an export, which knows of devices.

    JAX exports a stand-in of the same signature, so that it fills in all that belongs to an export; then its code is replaced.
    """
    inputs = [jax.ShapeDtypeStruct(slot.shape, slot.dtype) for slot in module.inputs]

    def stand_in(*_: Any) -> tuple[Any, ...]:
        return tuple(jnp.zeros(slot.shape, slot.dtype) for slot in module.outputs)

    template = export.export(jax.jit(stand_in, keep_unused=True))(*inputs)
    exported = dataclasses.replace(template, mlir_module_serialized=module.artifact, nr_devices=devices)

    def call(*flat: Any) -> Sequence[Any]:
        if mesh is not None:
            flat = tuple(_on_mesh(x, mesh) for x in flat)
        results: Sequence[Any] = exported.call(*flat)
        return results

    return call


def _outermost(call: Flat) -> Flat:
    """The same, refusing what has to happen before a step is rewritten. (JAX would differentiate the stand-in.)"""

    def differentiated(primals: Any, tangents: Any) -> Any:
        raise TraceError(
            "a step in mixed precision has no derivative: give amp.jit the whole step, with amp.value_and_grad (or amp.grad) inside"
        )

    def batched(size: int, which: Any, *flat: Any) -> Any:
        raise TraceError(
            "a step in mixed precision cannot be batched: in place of jax.vmap(amp.jit(step)) write amp.jit(jax.vmap(step))"
        )

    once = jax.custom_jvp(call)
    once.defjvp(differentiated)
    whole = custom_vmap(once)
    whole.def_vmap(batched)
    flat: Flat = whole
    return flat


def _on_mesh(x: Any, mesh: Mesh) -> Any:
    """Tells JAX which devices are meant, and leaves the partitioner free."""
    free = PartitionSpec(*[PartitionSpec.UNCONSTRAINED] * x.ndim)
    return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, free))


def on_this_machine(text: str, module: Module) -> Flat:
    """A function of concrete arrays: the module as libAmp compiles it, each op rounded as it is written.

    What a step carries besides its own results stays with NumPy, which costs the next call less.
    """
    program = native.Program(text)

    def call(*flat: Any) -> Sequence[Any]:
        arguments = [native.aligned(_checked(np.asarray(x), slot)) for x, slot in zip(flat, module.inputs, strict=True)]
        results = [native.empty(slot.shape, slot.dtype) for slot in module.outputs]
        program.run(arguments, results)
        # JAX shares the memory.
        return [result if slot.role else jnp.asarray(result) for result, slot in zip(results, module.outputs, strict=True)]

    return call


def _checked(array: Any, slot: Slot) -> Any:
    if (array.shape, array.dtype) != (slot.shape, slot.dtype):
        raise ScalerError(f"expects {slot.name} as {slot.dtype}{list(slot.shape)}, but got {array.dtype}{list(array.shape)}")
    return array


def typed(array: Any, slot: Slot) -> Any:
    """NumPy reads types that are not its own, such as bf16, as raw bytes."""
    return array.view(slot.dtype) if array.dtype.kind == "V" and array.dtype != slot.dtype else array
