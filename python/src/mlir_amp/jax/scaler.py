# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a step with loss scaling carries besides the user's own state, as a pytree: {group: {role: array without dimensions}}.

Roles are those that amp-opt writes as `amp.role` behind the user's own arguments and results: "scale", "skipped" (how many steps
were) and what the kind of scaler needs besides, such as "growth_tracker". "found_inf" says whether the last step was skipped; a
step returns it and does not read it. A static scale carries nothing but that.
"""

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from mlir_amp.errors import AmpError, ScalerError
from mlir_amp.jax.stablehlo import Module, Slot

Scaler = dict[str, dict[str, Any]]
NAME = re.compile(r"scaler\['(?P<group>.*)'\]\.(?P<role>\w+)")
FOUND_INF = "found_inf"


class Layout:
    """Which of the module's last arguments and results are scalers', by group and role."""

    def __init__(self, module: Module, own_inputs: int, own_outputs: int) -> None:
        self.inputs = [_place(slot) for slot in module.inputs[own_inputs:]]
        self.outputs = [_place(slot) for slot in module.outputs[own_outputs:]]
        self.own_outputs = own_outputs
        carried = dict(zip(self.inputs, module.initial, strict=True))
        self.initial: Scaler = {}
        for group, role in self.outputs:
            value = np.zeros((), bool) if role == FOUND_INF else carried[group, role]
            self.initial.setdefault(group, {})[role] = value

    def flat(self, scaler: Scaler) -> list[Any]:
        """The arguments behind the user's; ScalerError if the pytree is none of this step."""
        if not isinstance(scaler, dict) or {g: set(roles) for g, roles in scaler.items()} != {
            g: set(roles) for g, roles in self.initial.items()
        }:
            raise ScalerError(f"expects a scaler like {self.initial}, but got {scaler}")
        return [scaler[group][role] for group, role in self.inputs]

    def split(self, results: Sequence[Any]) -> tuple[Sequence[Any], Scaler]:
        """The user's own results, and the scaler for the next step."""
        scaler: Scaler = {}
        for (group, role), value in zip(self.outputs, results[self.own_outputs :], strict=True):
            scaler.setdefault(group, {})[role] = value
        return results[: self.own_outputs], scaler


def one(scaler: Scaler | None, role: str) -> Any:
    """The value of this role: of the only group, or of each by its name."""
    if scaler is None:
        raise ScalerError(f"there is no {role} before the first step, nor without loss_scale")
    found = {group: roles[role] for group, roles in scaler.items() if role in roles}
    if not found:
        raise ScalerError(f"this scaler has no {role}: a static one carries nothing from step to step")
    return next(iter(found.values())) if len(found) == 1 else found


def _place(slot: Slot) -> tuple[str, str]:
    found = NAME.fullmatch(slot.name)
    if not found:
        raise AmpError(f"amp-opt appended '{slot.name}' of role '{slot.role}', which is nothing of a scaler")
    return found["group"], found["role"]
