# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""From a Python step and the types of its arguments to StableHLO text."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import jax
from jax import export

from mlir_amp.errors import DonationError, TraceError
from mlir_amp.jax import constants, stablehlo
from mlir_amp.jax.places import place_of, shortened

# Errors of JAX for functions that depend on values, and for results that are no arrays.
REFUSED = (jax.errors.JAXTypeError, jax.errors.JAXIndexError, jax.errors.UnexpectedTracerError, jax.errors.KeyReuseError)

CALLBACK = re.compile(r"callback|debug_print")

# Words of JAX, in errors without a class of their own, for an argument that is neither an array nor static.
NO_ARRAY = re.compile(r"as an abstract array|valid JAX type|[Nn]on-hashable static arguments")


class Traced(NamedTuple):
    """An exported step: its text, with places in the source; how its results are put together; the mesh it names, if any.

    Large constants are not in the text but in `asides` (`mlir_amp.jax.constants`).
    """

    text: str
    out_tree: Any
    out_avals: Sequence[Any]
    devices: int
    mesh: jax.sharding.Mesh | None
    asides: constants.Asides


def trace(jitted: Any, args: tuple[Any, ...], kwargs: dict[str, Any], whole: bool = False) -> Traced:
    """Exports a jitted function for arguments of these types (`jax.ShapeDtypeStruct`; static arguments as they are).

    `whole` leaves every constant in the text.
    """
    try:
        traced = jitted.trace(*args, **kwargs)
        equations = list(_equations(traced.jaxpr))
        _check_closed(traced)
        _check_callbacks(equations)
        exported = export.export(jitted)(*args, **kwargs)
    except REFUSED as error:
        raise _refused("JAX cannot trace the step", error) from error
    except TypeError as error:
        if "valid JAX type" not in str(error):
            raise
        raise _refused("the step returns what is no array", error) from error
    mesh = next(_meshes(equations), None) if exported.nr_devices > 1 else None
    artifact = exported.mlir_module_serialized
    text, asides = (exported.mlir_module(), {}) if whole or len(artifact) < constants.LARGE else stablehlo.write(artifact)
    return Traced(text, exported.out_tree, exported.out_avals, exported.nr_devices, mesh, asides)


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


def _refused(what: str, error: Exception) -> TraceError:
    """Our error for one of JAX's, which keeps of its traceback what is the user's."""
    said = str(error).strip().split("\n\n")[0].split("\nSee https")[0]
    refused = TraceError(f"{what}{place_of(error.__traceback__)}: {said}")
    error.__traceback__ = shortened(error.__traceback__)
    return refused


def _check_closed(traced: Any) -> None:
    """Values that a step captures from a function that is being traced are known only during that trace."""
    variables = traced.jaxpr.jaxpr.invars
    count = len(variables) - len(jax.tree.leaves(traced.args_info))
    if count:
        types = ", ".join(variable.aval.str_short() for variable in variables[:count])
        raise TraceError(
            f"a step takes what it reads of a function that is traced round it as arguments, but it reads {types} besides"
        )


def _check_callbacks(equations: Sequence[Any]) -> None:
    found = next((equation for equation in equations if CALLBACK.search(equation.primitive.name)), None)
    if found is not None:
        place = place_of(found.source_info.traceback and found.source_info.traceback.as_python_traceback())
        raise TraceError(f"a step that calls back into Python ({found.primitive.name}{place}) cannot be rewritten")


def _equations(jaxpr: Any) -> Iterator[Any]:
    """Those of a traced step, and of what is inside them, however deep."""
    for equation in getattr(jaxpr, "jaxpr", jaxpr).eqns:
        yield equation
        for part in _parts(equation):
            if hasattr(part, "eqns") or hasattr(part, "jaxpr"):
                yield from _equations(part)


def _parts(equation: Any) -> Iterator[Any]:
    for value in equation.params.values():
        yield from value if isinstance(value, tuple | list) else (value,)


def _meshes(equations: Sequence[Any]) -> Iterator[jax.sharding.Mesh]:
    """The meshes that a traced step names, in shard_map or in sharding constraints."""
    for part in (part for equation in equations for part in _parts(equation)):
        if isinstance(mesh := getattr(part, "mesh", part), jax.sharding.Mesh):
            yield mesh
