# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A PyTorch model as a function of JAX arrays: torchax's ops, with what a training step needs besides.

Changed here: batch norm updates its statistics, group norm is no loop, `torch.no_grad()` and tensors of the CPU that a model
captures are respected, and each call draws dropout from a key that the step carries.
"""

import traceback
from collections.abc import Callable, Collection, Iterable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch
import torchax.device_module
import torchax.tensor
from torch.utils import _pytree as pytree
from torchax.ops import ops_registry

from mlir_amp.errors import AmpError, TraceError
from mlir_amp.jax.places import OTHERS
from mlir_amp.torch.names import scoped

# If an accelerator is available, torch.compile asks it for its stream, and torchax's device "jax" has none.
torchax.device_module.is_available = lambda: False

Arrays = dict[str, Any]
BFLOAT16 = jnp.dtype(jnp.bfloat16)
OWN = torchax.tensor.Tensor, torchax.tensor.View
MOVES = torch.Tensor.to, torch.ops.aten._to_copy.default
"""Functions to which a device may be given by its name."""
LIBRARIES = (*OTHERS, *(str(p.__path__[0]) for p in (torch, torchax)))
"""Folders of sources that are not the user's."""


class Environment(torchax.tensor.Environment):
    """torchax's environment, which follows `torch.no_grad()` and takes tensors of the CPU as constants."""

    def dispatch(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Runs one op. Beside values of the step, tensors of the CPU are constants."""
        leaves = pytree.tree_leaves((args, kwargs))
        for leaf in leaves:
            if isinstance(leaf, torch.Tensor) and not isinstance(leaf, OWN):
                check_device(leaf.device)
            elif isinstance(leaf, str) and func in MOVES:
                check_device(torch.device(leaf))
        if any(isinstance(x, OWN) for x in leaves) and any(isinstance(x, torch.Tensor) and not isinstance(x, OWN) for x in leaves):
            args, kwargs = pytree.tree_map_only(torch.Tensor, self._constant, (args, kwargs))
        result = super().dispatch(func, types, args, kwargs)
        return result if torch.is_grad_enabled() else pytree.tree_map_only(torchax.tensor.Tensor, _stopped, result)

    def _constant(self, tensor: Any) -> Any:
        return tensor if isinstance(tensor, OWN) else torchax.tensor.Tensor(_array(tensor), self)

    def t2j_iso(self, tensors: Any) -> Any:
        """JAX arrays of tensors."""
        return pytree.tree_map_only(torch.Tensor, _array, tensors)


def check_device(device: Any) -> None:
    """ValueError for another device than the CPU. (In operators, Python hides a TypeError.)"""
    if device.type not in ("cpu", "jax"):
        raise ValueError(f"expects tensors of the CPU, but got '{device}'")


def _array(tensor: Any) -> Any:
    if isinstance(tensor, OWN):
        return tensor.jax()
    with torch._C.DisableTorchFunction(), torch.utils._mode_utils.no_dispatch():
        return jnp.asarray(numpy_of(tensor))


def _stopped(tensor: Any) -> Any:
    tensor._elem = jax.lax.stop_gradient(tensor._elem)
    return tensor


def numpy_of(tensor: Any) -> Any:
    """A tensor of the CPU as a NumPy array, which shares its memory."""
    if tensor.requires_grad:
        tensor = tensor.detach()
    if tensor.dtype == torch.bfloat16:
        return tensor.view(torch.int16).numpy().view(jnp.bfloat16)
    return tensor.numpy()


def tensor_of(array: Any) -> Any:
    """A JAX array as a tensor of the CPU, which may share its memory."""
    if array.ndim:
        return torch.from_dlpack(array)
    scalar = np.asarray(array)  # DLPack costs 15 us more
    return torch.from_numpy(scalar.astype(np.float32) if scalar.dtype == BFLOAT16 else scalar.copy())


def _batch_norm(
    input: Any, running_mean: Any, running_var: Any, weight: Any = None, bias: Any = None, training: bool = False,
    momentum: float = 0.1, eps: float = 1e-5, env: Any = None,
) -> Any:  # fmt: skip
    """torch.nn.functional.batch_norm, with new statistics in place of the old ones."""
    x = env.t2j_iso(input)
    axes = (0, *range(2, x.ndim))
    wide = tuple(-1 if i == 1 else 1 for i in range(x.ndim))
    if training:
        if (count := x.size // x.shape[1]) < 2:
            raise ValueError(f"expects more than 1 value per channel in training, but got {list(x.shape)}")
        mean, var = jnp.mean(x, axes), jnp.var(x, axes)
        for running, value in ((running_mean, mean), (running_var, var * (count / (count - 1)))):
            if running is not None:
                running._elem = jax.lax.stop_gradient((1 - momentum) * running._elem + momentum * value)
    else:
        mean, var = env.t2j_iso((running_mean, running_var))
    y = (x - mean.reshape(wide)) * jax.lax.rsqrt(var.reshape(wide) + eps)
    y = y if weight is None else y * env.t2j_iso(weight).reshape(wide)
    return env.j2t_iso(y if bias is None else y + env.t2j_iso(bias).reshape(wide))


def _group_norm(input: Any, num_groups: int, weight: Any = None, bias: Any = None, eps: float = 1e-5, env: Any = None) -> Any:
    """torch.nn.functional.group_norm. (torchax puts it into a loop of one iteration, in which amp-opt recognizes no norm.)"""
    x = env.t2j_iso(input)
    count, channels, *sizes = x.shape
    if channels % num_groups:
        raise ValueError(f"expects channels that {num_groups} groups divide, but got {list(x.shape)}")
    parts = x.reshape(count, num_groups, channels // num_groups, *sizes)
    axes = tuple(range(2, parts.ndim))
    mean, var = jnp.mean(parts, axes, keepdims=True), jnp.var(parts, axes, keepdims=True)
    y = ((parts - mean) * jax.lax.rsqrt(var + eps)).reshape(x.shape)
    wide = tuple(-1 if i == 1 else 1 for i in range(x.ndim))
    y = y if weight is None else y * env.t2j_iso(weight).reshape(wide)
    return env.j2t_iso(y if bias is None else y + env.t2j_iso(bias).reshape(wide))


OPS = {
    torch.nn.functional.batch_norm: _batch_norm,
    torch.batch_norm: _batch_norm,
    torch.nn.functional.group_norm: _group_norm,
}
"""Functions of PyTorch that are computed otherwise than by torchax."""


def environment() -> Environment:
    """A new environment with the ops of this module."""
    made = Environment()
    for function, implementation in OPS.items():
        made._ops[function] = ops_registry.Operator(function, implementation, False, True, True, False)
    return made


class _Loss(torch.nn.Module):
    """The model inside its loss, so that its parameters have the names "model.…"."""

    def __init__(self, model: Any, loss: Callable[..., Any]) -> None:
        super().__init__()
        self.model = model
        self.loss = [loss]  # a list hides its parameters, if it has any

    def forward(self, *batch: Any) -> Any:
        (loss,) = self.loss
        if isinstance(loss, torch.nn.Module):
            return loss(self.model(*batch[:-1]), batch[-1])
        return loss(self.model, *batch)


class Function:
    """A model with its loss as a pure function of parameters, buffers, a random key and a batch."""

    def __init__(self, model: Any, loss: Callable[..., Any], kept: Collection[str]) -> None:
        self.model, self.kept = model, kept
        self._whole, self._env = _Loss(model, loss), environment()

    def __call__(self, weights: Arrays, buffers: Arrays, key: Any, batch: Any) -> tuple[Any, Any]:
        """The loss (or what the loss function returns), and the new buffers."""
        env = self._env
        tensors = {f"model.{name}": torchax.tensor.Tensor(a, env) for name, a in (weights | buffers).items()}
        arguments = jax.tree.map(lambda a: torchax.tensor.Tensor(a, env), batch)
        with scoped(self.model, "model", self.kept) as paths, env.override_property(prng=key), env:
            try:
                result = torch.func.functional_call(self._whole, tensors, tuple(arguments), tie_weights=True)
            except AmpError:
                raise
            except Exception as error:
                raise refused(error, paths.innermost) from error
        return env.t2j_iso(result), {name: tensors[f"model.{name}"].jax() for name in buffers}


def refused(error: Exception, module: str) -> TraceError:
    """The exception for a model that cannot be traced: names module and line."""
    place = _user_line(traceback.extract_tb(error.__traceback__))
    said = str(error).strip().split("\n")[0] or type(error).__name__
    if isinstance(error, jax.errors.ConcretizationTypeError | jax.errors.TracerArrayConversionError):
        said = f"expects control flow that no value of a tensor decides, but got {said}"
    elif isinstance(error, jax.errors.NonConcreteBooleanIndexError):
        said = f"expects shapes that no value of a tensor decides, but got {said}"
    elif isinstance(error, AssertionError) and "torchax environment" in said:  # from Tensor.__torch_dispatch__
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        said = f"expects ops that torchax converts, but got {frame.f_locals.get('func')}"
    return TraceError(f"module '{module or 'loss'}'{place}: {said}")


def refused_batch(index: int, error: Exception) -> TraceError:
    """The exception for an argument of a step: names the line of the call."""
    return TraceError(f"module 'model'{_user_line(traceback.extract_stack())}: argument {index} {error}")


def _user_line(frames: Iterable[traceback.FrameSummary]) -> str:
    """The innermost frame that is the user's, as " at train.py:12 (its line)"; "" if there is none."""
    users = [frame for frame in frames if not frame.filename.startswith(LIBRARIES)]
    return f" at {users[-1].filename}:{users[-1].lineno} ({users[-1].line})" if users else ""
