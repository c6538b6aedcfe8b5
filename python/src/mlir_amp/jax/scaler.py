# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""State that a step carries besides the user's own, as a pytree of dictionaries.

    {GROUP: {"scale": f32[], "skipped": i32[], ..., "found_inf": bool[]}}    with loss_scale, for each group of marks ("main")
    {"shadow": {"['w'].bf16": bf16[like w]}}                                 with weights="master"
    {"weights": {"['w']": i8[like w], "['w'].chi": f32[like w], ...}}        with weights="threshold:BITS" (`mlir_amp.jax.weights`)
    {"debug": {"first_overflow": i32[], "overflow_counts": i32[ops, 3]}}     with debug="overflow"

A step reads all but "found_inf" (whether it was skipped) and "debug", which it only returns. "skipped" counts skipped steps; what
a kind of scaler needs besides has its role as its name ("growth_tracker"). A static scale carries nothing but "found_inf".
Roles are those that amp-opt writes as `amp.role` behind the user's own arguments and results.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np
from jax.sharding import NamedSharding, PartitionSpec

from mlir_amp.errors import AmpError, NoScaler, ScalerError
from mlir_amp.jax.stablehlo import Module, Slot
from mlir_amp.jax.weights import ROLES, WEIGHTS, as_words, from_words, parameters_of

Scaler = dict[str, dict[str, Any]]
NAME = re.compile(r"scaler\['(?P<group>.*)'\]\.(?P<role>\w+)")
FOUND_INF, SHADOW, DEBUG = "found_inf", "shadow", "debug"
FIRST, COUNTS = "first_overflow", "overflow_counts"
NONE = {FOUND_INF: False, FIRST: -1}


class Overflow(NamedTuple):
    """Result of debug="overflow" for a step: its first op whose results overflowed although its operands were finite.

    `op` has its place in the source; `infinite` and `nan` are how many of its results are so; `broken` of `ops` ops made any.
    """

    op: str
    infinite: int
    nan: int
    broken: int
    ops: int


class Shadow(NamedTuple):
    """A 16-bit copy of a parameter: its name, and which of the step's own arguments and results the parameter is."""

    name: str
    argument: int
    result: int
    dtype: Any


class Layout:
    """The last arguments and results of the module that are carried, by their positions in the pytree."""

    def __init__(self, module: Module) -> None:
        self.own_inputs, self.own_outputs = (sum(not slot.role for slot in slots) for slots in (module.inputs, module.outputs))
        self.inputs = [_place(slot) for slot in module.inputs[self.own_inputs :]]
        self.outputs = [_place(slot) for slot in module.outputs[self.own_outputs :]]
        self.parameters = parameters_of(module)
        places = [*self.outputs, *((WEIGHTS, parameter.name) for parameter in self.parameters)]
        self.groups = {group: sorted(role for of, role in places if of == group) for group, _ in places}
        self._dtypes = [slot.dtype for slot in module.inputs[self.own_inputs :]]
        self.ops = next((slot.ops for slot in module.outputs if slot.ops), ())
        scalars = dict(zip([place for place in self.inputs if place[0] not in (SHADOW, WEIGHTS)], module.initial, strict=True))
        slots = dict(zip(self.outputs, module.outputs[self.own_outputs :], strict=True))
        self._first = {
            place: scalars.get(place, np.full(s.shape, NONE.get(place[1], 0), s.dtype))
            for place, s in slots.items()
            if place[0] != WEIGHTS
        }
        self.shadows = [_shadow(name, slots[group, name], module) for group, name in self.inputs if group == SHADOW]

    def initial(self, own: Sequence[Any]) -> Scaler:
        """The state that the first step reads; `own` are its own arguments, flat, as arrays."""
        made: Scaler = {}
        whole = _whole_on_mesh(own)
        for (group, role), value in self._first.items():
            made.setdefault(group, {})[role] = value if whole is None else jax.device_put(value, whole)
        for shadow in self.shadows:
            made[SHADOW][shadow.name] = shadow_of(own[shadow.argument], shadow)
        return made

    def flat(self, scaler: Scaler) -> list[Any]:
        """The arguments behind the user's; ScalerError if the pytree lacks any. States of other programs may be in it too."""
        if not is_scaler(scaler) or self._lacking(scaler):
            given = {group: sorted(roles) for group, roles in scaler.items()} if is_scaler(scaler) else scaler
            raise ScalerError(f"expects a scaler with {self.groups}, but got {given}")
        states = (scaler[group][role] for group, role in self.inputs)
        return [_typed(state, dtype) for state, dtype in zip(states, self._dtypes, strict=True)]

    def split(self, results: Sequence[Any]) -> tuple[Sequence[Any], Scaler]:
        """The user's own results, and what the next step reads."""
        scaler: Scaler = {}
        for (group, role), value in zip(self.outputs, results[self.own_outputs :], strict=True):
            scaler.setdefault(group, {})[role] = as_words(value)
        return results[: self.own_outputs], scaler

    def lacks_parts(self, scaler: Scaler) -> bool:
        """True if states are missing that can start anew: whole groups, or all states of parameters."""
        lacking = self._lacking(scaler)
        parts = {self._part(*place) for place in lacking}
        places = [(group, role) for group, roles in self.groups.items() for role in roles]
        return bool(lacking) and all(place in lacking for place in places if self._part(*place) in parts)

    def _lacking(self, scaler: Scaler) -> set[tuple[str, str]]:
        return {(group, role) for group, roles in self.groups.items() for role in roles if role not in scaler.get(group, ())}

    def _part(self, group: str, role: str) -> tuple[str, str]:
        """The states that start anew together: those of a group, those of a parameter that is carried as integers."""
        names = {parameter.name for parameter in self.parameters} if group == WEIGHTS else set()
        return group, next((name for name in (role, role.rpartition(".")[0]) if name in names), "")

    def with_shadows(self, scaler: Scaler, weights: dict[str, Any], own: Sequence[Any]) -> Scaler:
        """The scaler with shadows of the weights among `own`: those that it has, if these are the `weights` that they belong to."""
        old = scaler.get(SHADOW, {})
        made = {
            s.name: old[s.name] if s.name in old and weights.get(s.name) is own[s.argument] else shadow_of(own[s.argument], s)
            for s in self.shadows
        }
        return {group: roles for group, roles in scaler.items() if group != SHADOW} | ({SHADOW: made} if made else {})


def is_scaler(given: Any) -> bool:
    """True for a dictionary of dictionaries."""
    return isinstance(given, dict) and all(isinstance(roles, dict) for roles in given.values())


def merged(scaler: Scaler, others: Scaler) -> Scaler:
    """A scaler with the states of both; those of `others` where both have one."""
    return scaler | {group: scaler.get(group, {}) | roles for group, roles in others.items()}


def _typed(value: Any, dtype: np.dtype[Any]) -> Any:
    """A state as the module takes it, which may have been saved as a number of Python."""
    return from_words(value, dtype) if hasattr(value, "dtype") else np.asarray(value, dtype)


def _whole_on_mesh(own: Sequence[Any]) -> NamedSharding | None:
    """The sharding of a step on many devices for its scalers. With another one at first, JAX would compile the step again."""
    placed = (leaf.sharding for leaf in own if isinstance(leaf, jax.Array) and not isinstance(leaf, jax.core.Tracer))
    meshes = (sharding.mesh for sharding in placed if isinstance(sharding, NamedSharding) and sharding.num_devices > 1)
    mesh = next(meshes, None)
    return None if mesh is None else NamedSharding(mesh, PartitionSpec())


def shadow_of(parameter: Any, shadow: Shadow) -> Any:
    """The 16-bit copy of a parameter, where the parameter lies; ScalerError for a type without values."""
    if not hasattr(parameter, "__array__") and not hasattr(parameter, "astype"):
        raise ScalerError(f"the shadow {shadow.name} is made of its parameter's value, but got {parameter}")
    return jnp.asarray(parameter).astype(shadow.dtype)


def one(scaler: Scaler | None, role: str) -> Any:
    """The value of this role: of the only group, or of each by its name."""
    if not scaler:
        raise NoScaler(f"there is no {role} before the first step, nor without loss_scale")
    found = {group: roles[role] for group, roles in scaler.items() if role in roles}
    if not found:
        raise NoScaler(f"this scaler has no {role}: a static one carries nothing from step to step")
    return next(iter(found.values())) if len(found) == 1 else found


def overflow_in(scaler: Scaler | None, ops: Sequence[str]) -> Overflow | None:
    """The op that overflowed first in the step that returned this, which has these ops; None if none did."""
    if not scaler or DEBUG not in scaler:
        raise NoScaler('nothing is known of overflows before the first step, nor without debug="overflow"')
    first, counts = (np.asarray(scaler[DEBUG][role]) for role in (FIRST, COUNTS))
    if first < 0:
        return None
    infinite, nan, _ = counts[first].tolist()
    return Overflow(ops[int(first)], infinite, nan, int(counts[:, :2].any(1).sum()), len(ops))


def _place(slot: Slot) -> tuple[str, str]:
    if slot.role == SHADOW:
        return SHADOW, slot.name
    if slot.role in ROLES:
        return WEIGHTS, slot.name
    if slot.role in (FIRST, COUNTS):
        return DEBUG, slot.role
    found = NAME.fullmatch(slot.name)
    if not found:
        raise AmpError(f"amp-opt appended '{slot.name}' of role '{slot.role}', which is nothing that is carried")
    return found["group"], found["role"]


def _shadow(name: str, slot: Slot, module: Module) -> Shadow:
    parameter = name.rpartition(".")[0]
    places = [[s.state for s in slots].index(parameter) for slots in (module.inputs, module.outputs)]
    return Shadow(name, places[0], places[1], slot.dtype)
