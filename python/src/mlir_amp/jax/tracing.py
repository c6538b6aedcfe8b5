# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a Python step and the types of its arguments to StableHLO text."""

import re
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import jax
from jax import export

from mlir_amp.errors import DonationError, TraceError

# What JAX raises for functions that depend on values, and for results that are no arrays.
REFUSED = (jax.errors.JAXTypeError, jax.errors.JAXIndexError, jax.errors.UnexpectedTracerError, jax.errors.KeyReuseError)


# What it says, in errors of no class of their own, when an argument is neither an array nor a static one.
NO_ARRAY = re.compile(r"as an abstract array|valid JAX type|[Nn]on-hashable static arguments")


class Traced(NamedTuple):
    """An exported step: its text, with places in the source; how its results are put together; the mesh it names, if any."""

    text: str
    out_tree: Any
    out_avals: Sequence[Any]
    devices: int
    mesh: jax.sharding.Mesh | None


def trace(jitted: Any, args: tuple[Any, ...], kwargs: dict[str, Any]) -> Traced:
    """Exports a jitted function for arguments of these types (`jax.ShapeDtypeStruct`; static arguments as they are)."""
    try:
        exported = export.export(jitted)(*args, **kwargs)
    except REFUSED as error:
        raise TraceError(f"JAX cannot trace the step{_user_place(error)}: {_first_lines(error)}") from error
    except TypeError as error:
        if "valid JAX type" not in str(error):
            raise
        raise TraceError(f"the step returns what is no array{_user_place(error)}: {_first_lines(error)}") from error
    except (NotImplementedError, ValueError) as error:
        if "host_callbacks" not in str(error) and "compatibility guarantees" not in str(error):
            raise
        raise TraceError(f"a step that calls back into Python cannot be rewritten: {_first_lines(error)}") from error
    mesh = next(_meshes(jitted.trace(*args, **kwargs).jaxpr), None) if exported.nr_devices > 1 else None
    return Traced(exported.mlir_module(), exported.out_tree, exported.out_avals, exported.nr_devices, mesh)


def check_donation(donated: Sequence[tuple[str, Any]], outputs: Sequence[Any]) -> None:
    """Every donated (name, type) needs a result of its own of the same shape and type."""
    free = Counter((a.shape, a.dtype) for a in outputs)
    for name, aval in donated:
        if not free[aval.shape, aval.dtype]:
            returned = ", ".join(f"{a.dtype}{list(a.shape)}" for a in outputs) or "nothing"
            raise DonationError(
                f"donated argument {name} of type {aval.dtype}{list(aval.shape)} expects a result of that type, one for each such "
                f"argument, but the step returns {returned}"
            )
        free[aval.shape, aval.dtype] -= 1


def _user_place(error: BaseException) -> str:
    """Where in the user's source it happened."""
    ours = (__file__.rsplit("/", 1)[0], jax.__file__.rsplit("/", 1)[0])
    frames = [f for f in traceback.extract_tb(error.__traceback__) if not f.filename.startswith(ours) and f.filename[0] != "<"]
    return f" at {frames[-1].filename}:{frames[-1].lineno} ({frames[-1].line})" if frames else ""


def _first_lines(error: BaseException) -> str:
    return str(error).strip().split("\n\n")[0].split("\nSee https")[0]


def _meshes(jaxpr: Any) -> Iterator[jax.sharding.Mesh]:
    """The meshes that a traced step names, in shard_map or in sharding constraints, however deep."""
    for equation in getattr(jaxpr, "jaxpr", jaxpr).eqns:
        for value in equation.params.values():
            for part in value if isinstance(value, tuple | list) else (value,):
                part = getattr(part, "mesh", part)
                if isinstance(part, jax.sharding.Mesh):
                    yield part
                elif hasattr(part, "eqns") or hasattr(part, "jaxpr"):
                    yield from _meshes(part)
