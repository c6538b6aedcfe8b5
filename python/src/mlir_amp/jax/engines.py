# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What executes a rewritten module: XLA through JAX, or amp-run. An engine is a function of flat arrays."""

import dataclasses
import pathlib
import tempfile
from collections.abc import Callable, Sequence
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import export
from jax.sharding import Mesh, NamedSharding, PartitionSpec

from mlir_amp import tools
from mlir_amp.jax.stablehlo import Module, Slot

Flat = Callable[..., Sequence[Any]]


def on_xla(module: Module, devices: int = 1, mesh: Mesh | None = None) -> Flat:
    """A function to be called while JAX traces: XLA then compiles the module as a part of the whole.

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


def _on_mesh(x: Any, mesh: Mesh) -> Any:
    """Tells JAX which devices are meant, and leaves the partitioner free."""
    free = PartitionSpec(*[PartitionSpec.UNCONSTRAINED] * x.ndim)
    return jax.lax.with_sharding_constraint(x, NamedSharding(mesh, free))


def on_amp_run(text: str, outputs: Sequence[Slot]) -> Flat:
    """A function of concrete arrays that compiles and runs the module with amp-run, each time that it is called."""

    def call(*flat: Any) -> Sequence[Any]:
        with tempfile.TemporaryDirectory(prefix="amp-") as name:
            folder = pathlib.Path(name)
            (folder / "step.mlir").write_text(text)
            named: dict[str, Any] = {f"in_{i}": np.asarray(x) for i, x in enumerate(flat)}
            np.savez(folder / "in.npz", **named)
            tools.run("amp-run", [f"{folder}/step.mlir", f"--inputs={folder}/in.npz", f"--outputs={folder}/out.npz"])
            with np.load(folder / "out.npz") as results:
                return [jnp.asarray(typed(results[f"out_{i}"], slot)) for i, slot in enumerate(outputs)]

    return call


def typed(array: Any, slot: Slot) -> Any:
    """NumPy reads types that are not its own, such as bf16, as raw bytes."""
    return array.view(slot.dtype).reshape(slot.shape) if array.dtype != slot.dtype else array
