# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`step`: a whole training step of a PyTorch model in mixed precision.

    loss = loss_fn(model, x, y); loss.backward(); optimizer.step()     ==>     loss = step(x, y)

Forward and backward pass, clipping, optimizer and batch statistics are one program, which `mlir_amp.jax.jit` rewrites.
"""

import pathlib
import sys
from collections.abc import Callable, Collection
from typing import Any, Unpack

import jax
import jax.numpy as jnp
import numpy as np
import torch

import mlir_amp.jax as amp
from mlir_amp.errors import AmpError, OptionError, TraceError
from mlir_amp.jax import tracing
from mlir_amp.jax.step import Step as JaxStep
from mlir_amp.options import Wishes
from mlir_amp.torch.batches import argument
from mlir_amp.torch.environment import numpy_of, tensor_of
from mlir_amp.torch.functional import Function
from mlir_amp.torch.lines import refused
from mlir_amp.torch.live import Buffers, Sleepers, watch
from mlir_amp.torch.optimizers import Torch, optimizer_of

State = dict[str, Any]


def step(
    model: Any,
    loss_fn: Callable[..., Any],
    optimizer: Any,
    *,
    clip_norm: float | None = None,
    clip_value: float | None = None,
    accumulate: int = 1,
    off: Collection[str] = (),
    seed: int | None = None,
    engine: str = "xla",
    **options: Unpack[Wishes],
) -> "Step":
    """A training step of a model: calling it with a batch updates the model and returns the loss.

    model           a torch.nn.Module with f32 parameters on the CPU; XLA runs the step on the devices that JAX has
    loss_fn         called as loss_fn(model, *batch), returns a scalar; or a criterion such as torch.nn.CrossEntropyLoss(), which is
                    called as criterion(model(*batch[:-1]), batch[-1])
    optimizer       of optax, or torch.optim's SGD, Adam or AdamW. Schedulers change a torch optimizer's learning rate as usual
    clip_norm       gradients are scaled down to this norm, as torch.nn.utils.clip_grad_norm_ does
    clip_value      gradients are clamped to this magnitude, as torch.nn.utils.clip_grad_value_ does
    accumulate      number of micro-batches that a batch is divided into, along the first dimension; their gradients are averaged,
                    as are losses and other floats that loss_fn returns; its integers are added, and its tensors concatenated
                    along the first dimension
    off             paths of modules that stay f32 ("model.layer2.0.conv1")
    seed            of dropout; torch.initial_seed() unless given
    other options   those of mlir_amp.jax.jit: compute, loss_scale, weights, policy, ...

    Raises subclasses of `mlir_amp.AmpError`, which name module and line.
    """
    while (dynamo := sys.modules.get("torch._dynamo.eval_frame")) and isinstance(model, dynamo.OptimizedModule):
        model = model._orig_mod
    if not isinstance(model, torch.nn.Module):
        raise OptionError(f"model expects a torch.nn.Module, but got {model!r}")
    if not callable(loss_fn):
        raise OptionError(f"loss_fn expects a function or a module, but got {loss_fn!r}")
    if accumulate < 1:
        raise OptionError(f"accumulate expects at least 1, but got {accumulate}")
    known = {f"model.{path}" if path else "model" for path, _ in model.named_modules()}
    if unknown := sorted(set(off) - known):
        raise OptionError(f"off expects paths of modules such as '{max(known)}', but got '{unknown[0]}'")
    return Step(model, loss_fn, optimizer, (clip_norm, clip_value), accumulate, tuple(off), seed, engine, options)


class Step:
    """A training step of a PyTorch model; `step` makes it."""

    def __init__(
        self, model: Any, loss_fn: Callable[..., Any], optimizer: Any, clips: tuple[float | None, float | None],
        accumulate: int, off: Collection[str], seed: int | None, engine: str, options: Any,
    ) -> None:  # fmt: skip
        _check_tensors(model)
        self.model = model
        self._given = optimizer
        self._named = list(model.named_parameters())
        self._trained = _trained(self._named)
        self._optimizer = optimizer_of(optimizer, self._named)
        self._used: set[str] = set()
        self._loss = Function(model, loss_fn, off)
        self._clips, self._accumulate = clips, accumulate
        self._modules = _dictionaries(model)
        self._version = 0  # of the modules
        self._is_outdated = False
        self._buffers = Buffers(model)
        watch(self)
        self._places: list[list[tuple[str, int]]] = []
        # The bits of a key: arrays of keys cost 10 us in every call.
        self._carried = jax.random.key_data(jax.random.key(torch.initial_seed() % 2**63 if seed is None else seed)), None
        self._state: State | None = None
        self._sleepers: Sleepers | None = None
        self.jax: JaxStep = amp.jit(self._train, static_argnums=2, donate_argnums=0, engine=engine, **options)
        if isinstance(self._optimizer, Torch):
            optimizer.register_state_dict_pre_hook(lambda _: self._fill_optimizer())
            optimizer.register_load_state_dict_post_hook(lambda _: self._forget_optimizer())

    def __call__(self, *batch: Any) -> Any:
        """Trains on one batch of tensors; returns the loss as a tensor, with what else the loss function returns."""
        state = self._ready()
        optimizer = self._optimizer
        state, result = self.jax(state, *self._settings(), *[argument(x, i) for i, x in enumerate(batch)])
        self._state = state
        if isinstance(optimizer, Torch):
            optimizer.optimizer._opt_called = True
        assert self._sleepers
        self._sleepers.sleep()
        return jax.tree.map(tensor_of, result) if isinstance(result, tuple) else tensor_of(result)

    @property
    def scale(self) -> float:
        """The loss scale of the next step."""
        return float(self.jax.scale)

    @property
    def skipped(self) -> int:
        """The number of steps that were skipped so far, because gradients overflowed."""
        return int(self.jax.skipped)

    @property
    def moved(self) -> dict[str, int]:
        """With `weights="threshold:BITS"`, the number of integers that the last step changed, by parameter."""
        return {name.split("'")[-2]: int(count) for name, count in self.jax.moved.items()}

    def sync(self) -> None:
        """Copies the weights into the model. Every use of its tensors from Python does that by itself."""
        if self._sleepers:
            self._sleepers.wake()

    def state_dict(self) -> dict[str, Any]:
        """All that training goes on from: model, optimizer, random key and loss scale, as NumPy arrays."""
        saved: dict[str, Any] = jax.tree.map(np.array, {"state": self._ready(), "scaler": self.jax.scaler or {}})
        return saved | {"behind": dict(getattr(self._optimizer, "behind", {}))}

    def load_state_dict(self, saved: dict[str, Any]) -> None:
        """Goes on from a `state_dict()`."""
        wanted: Any = jax.tree.structure(self._ready())
        if wanted != jax.tree.structure(saved["state"]):
            raise OptionError("load_state_dict expects the state of a step of the same model and optimizer")
        self._state = jax.tree.map(jnp.array, saved["state"])
        self.jax.scaler = saved["scaler"] or None
        if isinstance(self._optimizer, Torch):
            self._optimizer.set_behind(dict(saved.get("behind", {})))
        assert self._sleepers
        self._sleepers.sleep()

    def export(self, path: Any, *batch: Any, rewritten: bool = False) -> None:
        """Writes the step for such a batch as StableHLO: as amp-opt reads it, or as it writes it.

        Locations are the paths of modules, and lines of the source.
        """
        state = self._ready()
        args = state, *self._settings(), *[argument(x, i) for i, x in enumerate(batch)]
        text = self.jax.program(*args).text if rewritten else tracing.trace(self.jax._plain, args, {}, whole=True).text
        pathlib.Path(path).write_text(text)

    def _settings(self) -> tuple[Any, Any]:
        """Numbers of the optimizer, and the static argument of the next step."""
        modes = tuple([module["training"] for module in self._modules])
        return self._optimizer.numbers, (self._optimizer.form, modes, self._version)

    def _ready(self) -> State:
        """The state for the next step: read from the model, if its tensors were used since the last one."""
        if self._is_outdated or self._buffers.are_replaced() or not self._optimizer.read_groups():
            self.sync()
        if self._sleepers is None or not self._sleepers.asleep:
            self._read_model()
        assert self._state is not None
        return self._state

    def _read_model(self) -> None:
        _check_tensors(self.model)
        if self._is_outdated:
            self._modules = _dictionaries(self.model)
            self._version, self._is_outdated = self._version + 1, False
        self._refresh()
        self._buffers = Buffers(self.model)
        buffers = [(name, b) for name, b in self.model.named_buffers() if b is not None]
        trained = [(name, p) for name, p in self._named if p.requires_grad]
        fixed = [(name, p) for name, p in self._named if not p.requires_grad] + buffers
        tensors = [t for _, t in trained + fixed]
        names = [name for name, _ in trained], [name for name, _ in fixed]
        arrays = [jnp.array(numpy_of(t)) for t in tensors]
        weights, others = dict(zip(names[0], arrays, strict=False)), dict(zip(names[1], arrays[len(names[0]) :], strict=True))
        key, optimizer = self._carried if self._state is None else (self._state["key"], self._state["optimizer"])
        if optimizer is None:
            optimizer = self._optimizer.initial(weights)
        self._state = {"weights": weights, "buffers": others, "optimizer": optimizer, "key": key}
        places = [[(name, id(t)) for name, t in part] for part in (trained, fixed)]
        if self._sleepers is None or self._places != places:
            self._places = places
            self._sleepers = Sleepers(tensors, lambda: self._values(names))

    def outdate(self, module: Any) -> None:
        """Reads the model again before the next step, if a module of it gets another submodule or parameter."""
        self._is_outdated |= any(known is module.__dict__ for known in self._modules)

    def _refresh(self) -> None:
        """Goes on with other parameters: some were frozen, unfrozen or replaced, or the optimizer has a new group."""
        named = list(self.model.named_parameters())
        if (trained := _trained(named)) == self._trained and self._optimizer.read_groups():
            return
        if self._state is not None:
            if not isinstance(self._optimizer, Torch):
                raise OptionError("a step with an optimizer of optax expects the parameters that it began with: freeze them before")
            self._fill_optimizer()
            self._carried, self._state = (self._state["key"], None), None
        self._named, self._trained = named, trained
        self._optimizer = optimizer_of(self._given, named)

    def _values(self, names: tuple[list[str], list[str]]) -> list[Any]:
        assert self._state is not None
        return [tensor_of(self._state[part][name]) for part, of in zip(("weights", "buffers"), names, strict=True) for name in of]

    def _fill_optimizer(self) -> None:
        if self._state is not None and isinstance(self._optimizer, Torch):
            self._optimizer.write_back(self._state["optimizer"])

    def _forget_optimizer(self) -> None:
        if self._state is not None:
            self.sync()
            self._carried, self._state = (self._state["key"], None), None

    def _train(self, state: State, numbers: Any, form: Any, *batch: Any) -> tuple[State, Any]:
        """The whole step as a function, which JAX traces."""
        weights = state["weights"]
        key, drawn = jax.random.split(jax.random.wrap_key_data(state["key"]))
        result, grads, buffers = self._differentiated(weights, state["buffers"], drawn, batch)
        grads = _clipped(grads, *self._clips)
        with jax.named_scope("optimizer"):
            weights, optimizer = self._optimizer.update(form[0], numbers, grads, state["optimizer"], weights, self._used)
        new = {"weights": weights, "buffers": buffers, "optimizer": optimizer, "key": jax.random.key_data(key)}
        kinds = {"weights": "parameter", "buffers": "statistic", "optimizer": self._optimizer.kinds(optimizer), "key": "key"}
        return amp.state(new, state, kind=kinds), result

    def _differentiated(self, weights: Any, buffers: Any, key: Any, batch: Any) -> tuple[Any, Any, Any]:
        self._used.clear()

        def loss(weights: Any, buffers: Any, key: Any, batch: Any) -> tuple[Any, Any]:
            weights = {name: _noted(name, self._used)(w) for name, w in weights.items()}
            result, buffers = self._loss(weights, buffers, key, batch)
            value, *others = result if isinstance(result, tuple | list) else (result,)
            if getattr(value, "shape", None) != ():
                raise TraceError(f"loss_fn expects to return a scalar, but got {getattr(value, 'shape', value)}")
            return value.astype(jnp.float32), (tuple(others), buffers)

        gradient = _located(amp.value_and_grad(loss, has_aux=True))
        if self._accumulate == 1:
            (value, (others, buffers)), grads = gradient(weights, buffers, key, batch)
            return (value, *others) if others else value, grads, buffers
        count = self._accumulate
        if odd := [x.shape for x in jax.tree.leaves(batch) if not x.ndim or x.shape[0] % count]:
            raise TraceError(f"accumulate={count} expects batches divisible by it, but got {list(odd[0])}")

        def one(carried: Any, part: Any) -> tuple[Any, Any]:
            total, buffers = carried
            (value, (others, buffers)), grads = gradient(weights, buffers, part[0], part[1])
            return (jax.tree.map(jnp.add, total, (value, grads)), buffers), others

        parts = jax.random.split(key, count), jax.tree.map(lambda x: x.reshape(count, -1, *x.shape[1:]), batch)
        nothing = jnp.float32(0), jax.tree.map(jnp.zeros_like, weights)
        (total, buffers), others = jax.lax.scan(one, (nothing, buffers), parts)
        value, grads = jax.tree.map(lambda a: a / count, total)
        return (value, *jax.tree.map(_whole, others)) if others else value, grads, buffers


def _whole(parts: Any) -> Any:
    """A result of the loss function for the whole batch, from those of its micro-batches."""
    if parts.ndim > 1:
        return parts.reshape(-1, *parts.shape[2:])
    return jnp.mean(parts) if jnp.issubdtype(parts.dtype, jnp.inexact) else jnp.sum(parts)


def _dictionaries(model: Any) -> list[dict[str, Any]]:
    """Attributes of the modules that have a training or evaluation mode of their own: a compiled module has not."""
    return [module.__dict__ for module in model.modules() if "training" in module.__dict__]


def _trained(named: Any) -> list[tuple[str, int]]:
    """The parameters with gradients, by name and identity."""
    return [(name, id(p)) for name, p in named if p.requires_grad]


def _noted(name: str, used: set[str]) -> Any:
    """The identity, which adds a name to a set while its gradient is traced: not for a parameter without one."""

    def backward(_: None, grad: Any) -> tuple[Any]:
        used.add(name)
        return (grad,)

    function = jax.custom_vjp(lambda w: w)
    function.defvjp(lambda w: (w, None), backward)
    return function


def _located(gradient: Callable[..., Any]) -> Callable[..., Any]:
    """A gradient whose exceptions are AmpErrors: those of ops that JAX does not differentiate come behind the model's own."""

    def located(*args: Any) -> Any:
        try:
            return gradient(*args)
        except AmpError:
            raise
        except Exception as error:
            raise refused(error, "model") from error

    return located


def _clipped(grads: Any, norm: float | None, limit: float | None) -> Any:
    if limit is not None:
        grads = jax.tree.map(lambda g: jnp.clip(g, -limit, limit), grads)
    if norm is not None:
        total = jnp.sqrt(sum(jnp.sum(g * g) for g in jax.tree.leaves(grads)))
        factor = jnp.minimum(norm / (total + 1e-6), 1.0)
        grads = jax.tree.map(lambda g: g * factor, grads)
    return grads


def _check_tensors(model: Any) -> None:
    """OptionError, with module and line, for parameters that are not f32 on the CPU, and for TorchScript."""
    for path, module in model.named_modules():
        full = ".".join(filter(None, ("model", path)))
        if isinstance(module, torch.jit.ScriptModule):
            raise OptionError(
                f"module '{full}' expects Python code, but got TorchScript: pass the module that was scripted or traced"
            )
        for name, tensor in [*module._parameters.items(), *module._buffers.items()]:
            if tensor is None:
                continue
            is_number = tensor.is_floating_point() or tensor.is_complex()
            if torch.nn.parameter.is_lazy(tensor):
                what = "expects a shape, but got a parameter without one: call the model once"
            elif name in module._parameters and is_number and tensor.dtype != torch.float32:
                what = f"expects f32 parameters, but got {tensor.dtype}"
            elif tensor.device.type != "cpu":
                what = f"expects the CPU, but got '{tensor.device}'"
            else:
                continue
            raise OptionError(f"module '{full}'{place_of(module)}: '{name}' {what}")


def place_of(module: Any) -> str:
    """The file and line that define the class of a module."""
    import inspect

    try:
        return f" at {inspect.getsourcefile(type(module))}:{inspect.getsourcelines(type(module).forward)[1]}"
    except (OSError, TypeError):
        return ""
