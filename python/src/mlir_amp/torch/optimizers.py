# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Optimizers as functions of JAX arrays: those of optax as they are, SGD, Adam and AdamW of torch.optim by their own rules.

A torch optimizer keeps its `param_groups`: their numbers (learning rates, momenta, ...) are arguments of the step, so schedulers of
torch.optim.lr_scheduler work, and its `state` is filled in when its `state_dict()` is called.
"""

import math
from collections.abc import Sequence
from typing import Any, Protocol

import jax
import jax.numpy as jnp
import numpy as np
import torch

from mlir_amp.errors import OptionError
from mlir_amp.torch.environment import numpy_of, tensor_of
from mlir_amp.torch.functional import Arrays

COLUMNS = ("lr", "weight_decay", "momentum", "dampening", "beta1", "beta2", "eps",
           "log_beta1", "log_beta2", "rest1", "rest2")  # fmt: skip
"""Columns of the table of numbers; one row per group of parameters."""
READ = "weight_decay", "momentum", "dampening", "eps", "nesterov", "amsgrad", "maximize", "decoupled_weight_decay"
"""Keys of a group that a step reads besides its learning rate and betas."""
SUPPORTED = {torch.optim.SGD: "sgd", torch.optim.Adam: "adam", torch.optim.AdamW: "adamw"}


class Optimizer(Protocol):
    """An optimizer of a step: its form is static, its numbers and its state are arrays."""

    form: Any
    numbers: Any

    def initial(self, weights: Arrays) -> Any: ...  # noqa: D102
    def kinds(self, state: Any) -> Any: ...  # noqa: D102
    def update(self, form: Any, numbers: Any, grads: Arrays, state: Any, weights: Arrays, used: set[str]) -> tuple[Arrays, Any]: ...  # noqa: D102
    def read_groups(self) -> bool: ...  # noqa: D102


class Optax:
    """An optimizer of optax, whose schedules are in its state."""

    form = None
    numbers = ()

    def __init__(self, transformation: Any) -> None:
        self._transformation = transformation

    def initial(self, weights: Arrays) -> Any:
        """The first state."""
        return self._transformation.init(weights)

    def kinds(self, state: Any) -> Any:
        """Integers count."""
        return jax.tree.map(lambda a: "counter" if jnp.issubdtype(a.dtype, jnp.integer) else "moment", state)

    def read_groups(self) -> bool:
        """True: it has no groups of parameters."""
        return True

    def update(
        self, form: Any, numbers: Any, grads: Arrays, state: Any, weights: Arrays, used: set[str]
    ) -> tuple[Arrays, Any]:  # fmt: skip
        """New weights and state."""
        updates, state = self._transformation.update(grads, state, weights)
        return jax.tree.map(jnp.add, weights, updates), state


class Torch:
    """An optimizer of torch.optim, by the rules of its documentation."""

    def __init__(self, optimizer: Any, names: dict[int, str]) -> None:
        self.optimizer = optimizer
        self.kind = next((name for kind, name in SUPPORTED.items() if type(optimizer) is kind), None)
        if self.kind is None:
            raise OptionError(f"optimizer expects one of optax, SGD, Adam or AdamW, but got {type(optimizer).__name__}")
        self.parameters: list[list[tuple[str, Any]]] = []
        for group in optimizer.param_groups:
            if unknown := [tuple(p.shape) for p in group["params"] if p.requires_grad and id(p) not in names]:
                raise OptionError(f"optimizer expects parameters of the model, but got one of shape {unknown[0]} besides")
            if isinstance(group["lr"], torch.Tensor) and group["lr"].ndim:
                raise OptionError("optimizer expects a scalar learning rate")
            self.parameters.append([(names[id(p)], p) for p in group["params"] if id(p) in names])
        self._moments = _moments(optimizer.param_groups)
        self.behind: dict[str, int] = {}
        """Steps that were made before a parameter had gradients."""
        self._behind: list[Any] = [()] * len(self._moments)
        self._used: set[str] | None = None
        self.form: Any = None
        """The key of the program: rules that depend on Python values."""
        self.numbers: Any = None
        """The table of numbers, f32[groups, COLUMNS]; the same array while nothing changes."""
        self._seen: Any = None
        self.read_groups()

    def read_groups(self) -> bool:
        """Reads form and numbers. False if there are other groups, parameters or moments than this object was made for."""
        groups, seen = self.optimizer.param_groups, []
        for group in groups:  # float(): schedulers fill numbers that are tensors, or in lists, in place.
            betas = map(float, group.get("betas", ()))
            seen.append((len(group["params"]), float(group["lr"]), *map(group.get, READ), *betas))
        if seen == self._seen:
            return True
        if _moments(groups) != self._moments:
            return False
        self._seen = seen
        self.numbers = _numbers(groups)
        self.form = tuple([
            (group["weight_decay"] != 0, group.get("momentum", 0) != 0, group.get("nesterov"), group.get("amsgrad"),
             group.get("maximize"), group.get("decoupled_weight_decay"), behind)
            for group, behind in zip(groups, self._behind, strict=True)
        ])  # fmt: skip
        return True

    def initial(self, weights: Arrays) -> Any:
        """The first state, or that of an optimizer that has made steps."""
        roles = ("exp_avg", "exp_avg_sq", "max_exp_avg_sq") if self.kind != "sgd" else ("momentum_buffer",)
        moments: dict[str, Arrays] = {}
        steps: dict[str, int] = {}
        for (_, moves, _, amsgrad, *_), parameters in zip(self.form, self.parameters, strict=True):
            for name, p in parameters:
                known = self.optimizer.state.get(p, {})
                steps[name] = int(known.get("step", 1 if known.get("momentum_buffer") is not None else 0))
                for role in roles:
                    if (role != "max_exp_avg_sq" or amsgrad) and (role != "momentum_buffer" or moves):
                        was = known.get(role)
                        value = jnp.zeros(p.shape, jnp.float32) if was is None else jnp.array(numpy_of(was))
                        moments.setdefault(role, {})[name] = value
        most = max(steps.values(), default=0)
        self.set_behind({name: most - made for name, made in steps.items() if made != most})
        return {"step": jnp.int32(most), **moments}

    def set_behind(self, behind: dict[str, int]) -> None:
        """Says which parameters have made fewer steps than the others."""
        self.behind = behind
        counts = [tuple(behind.get(name, 0) for name, _ in parameters) for parameters in self.parameters]
        self._behind = [group if any(group) else () for group in counts]
        self._seen = None
        self.read_groups()

    def kinds(self, state: Any) -> Any:
        """The number of steps counts; the rest are moments."""
        return {name: "counter" if name == "step" else "moment" for name in state}

    def write_back(self, state: Any) -> None:
        """Fills in the state of the torch optimizer."""
        steps = int(state["step"])
        for parameters in self.parameters:
            for name, p in parameters if steps else ():
                if self._used is not None and name not in self._used:
                    continue
                entry = {
                    role: tensor_of(values[name]).clone() for role, values in state.items() if role != "step" and name in values
                }
                if self.kind != "sgd":
                    entry["step"] = torch.tensor(float(steps - self.behind.get(name, 0)))
                self.optimizer.state[p] = {**self.optimizer.state.get(p, {}), **entry}  # a moment that is off stays

    def update(
        self, form: Any, numbers: Any, grads: Arrays, state: Any, weights: Arrays, used: set[str]
    ) -> tuple[Arrays, Any]:  # fmt: skip
        """New weights and state. Parameters without gradient stay, as in torch.optim, whatever their weight decay."""
        self._used = set(used)
        new_weights, new_state = dict(weights), {role: dict(v) if isinstance(v, dict) else v + 1 for role, v in state.items()}
        rule = _sgd if self.kind == "sgd" else _adam
        for i, parameters in enumerate(self.parameters):
            n = dict(zip(COLUMNS, (numbers[i, c] for c in range(len(COLUMNS))), strict=True))
            for j, (name, _) in enumerate(parameters):
                if name not in used:
                    continue
                g = -grads[name] if form[i][4] else grads[name]
                made = state["step"] - form[i][6][j] if form[i][6] else state["step"]
                new_weights[name] = rule(form[i], n, name, weights[name], g, state, new_state, str(self.kind), made)
        return new_weights, new_state


def _moments(groups: Any) -> Any:
    """Sizes of groups, with the moments that their parameters have."""
    return [(len(group["params"]), group.get("momentum", 0) != 0, bool(group.get("amsgrad"))) for group in groups]


def _numbers(groups: Any) -> Any:
    rows = []
    for group in groups:
        betas = [float(beta) for beta in group.get("betas", (0, 0))]
        given = group["lr"], group["weight_decay"], group.get("momentum", 0), group.get("dampening", 0), *betas, group.get("eps", 0)
        # In f64, as torch.optim has them: f32 would lose the digits of 1 - 0.999.
        derived = [math.log(b) if b else -math.inf for b in betas] + [1 - b for b in betas]
        rows.append([float(x) for x in given] + derived)
    return jax.device_put(np.array(rows, np.float32))


def _sgd(form: Any, n: Any, name: str, w: Any, g: Any, old: Any, new: Any, kind: str, made: Any) -> Any:
    decays, moves, nesterov, *_ = form
    g = g + n["weight_decay"] * w if decays else g
    if moves:
        buffer = old["momentum_buffer"][name]
        buffer = jnp.where(made == 0, g, n["momentum"] * buffer + (1 - n["dampening"]) * g)
        new["momentum_buffer"][name] = buffer
        g = g + n["momentum"] * buffer if nesterov else buffer
    return w - n["lr"] * g


def _adam(form: Any, n: Any, name: str, w: Any, g: Any, old: Any, new: Any, kind: str, made: Any) -> Any:
    decays, _, _, amsgrad, _, decoupled, _ = form
    if decays and (decoupled or kind == "adamw"):
        w = w * (1 - n["lr"] * n["weight_decay"])
    elif decays:
        g = g + n["weight_decay"] * w
    step = (made + 1).astype(jnp.float32)
    first = old["exp_avg"][name] + (g - old["exp_avg"][name]) * n["rest1"]
    second = n["beta2"] * old["exp_avg_sq"][name] + n["rest2"] * g * g
    new["exp_avg"][name], new["exp_avg_sq"][name] = first, second
    if amsgrad:
        second = new["max_exp_avg_sq"][name] = jnp.maximum(old["max_exp_avg_sq"][name], second)
    # 1 - beta^step without cancellation.
    bias1, bias2 = -jnp.expm1(step * n["log_beta1"]), -jnp.expm1(step * n["log_beta2"])
    return w - n["lr"] / bias1 * first / (jnp.sqrt(second) / jnp.sqrt(bias2) + n["eps"])


def optimizer_of(given: Any, named: Sequence[tuple[str, Any]]) -> Optimizer:
    """The optimizer of a step from what the user gave."""
    if isinstance(given, torch.optim.Optimizer):
        return Torch(given, {id(p): name for name, p in named if p.requires_grad})
    if callable(getattr(given, "init", None)) and callable(getattr(given, "update", None)):
        return Optax(given)
    raise OptionError(f"optimizer expects one of optax or torch.optim, but got {given!r}")
