# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""torchax's environment for a training step: PyTorch's ops on JAX arrays.

Changed here: `torch.no_grad()`, writes, `data`, tensors of the CPU that a model captures and random numbers are as in PyTorch, or
are refused; the ops of `ops.py` replace those of torchax.
"""

import weakref
from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
import torch
import torchax.device_module
import torchax.tensor
import torchax.view
from torch.utils import _pytree as pytree
from torchax.ops import ops_registry

from mlir_amp.torch import ops

# If an accelerator is available, torch.compile asks it for its stream, and torchax's device "jax" has none.
torchax.device_module.is_available = lambda: False

VIEWS = {
    "adjoint", "detach", "diagonal", "expand", "expand_as", "flatten", "imag", "mH", "movedim", "mT", "narrow", "permute",
    "ravel", "real", "reshape", "select", "split", "squeeze", "swapaxes", "swapdims", "T", "t", "transpose", "unbind",
    "unflatten", "unsqueeze", "view", "view_as",
}  # fmt: skip
"""Functions whose results share memory with their operand, or may. torchax makes copies for some of them."""
RECURRENT = (
    torch.gru, torch.gru_cell, torch.lstm, torch.lstm_cell, torch.rnn_relu, torch.rnn_relu_cell, torch.rnn_tanh, torch.rnn_tanh_cell
)  # fmt: skip
"""Functions that write into parts of tensors of their own, which nothing else reads."""
UNWRITTEN = "requires_grad_", "share_memory_"
"""Functions with such a name that write nothing."""


class _Data(torchax.view.ViewInfo):
    """The view of a tensor as its `data`: reads and writes have no gradient."""

    def transform_tensor(self, jax_array: Any) -> Any:
        return jax.lax.stop_gradient(jax_array)

    def update_tensor(self, new_value: Any, jax_array: Any) -> Any:
        return _unrecorded(jax_array, new_value)

    def calculate_output_shape(self, source: Any) -> Any:
        return source.shape


def _set_data(tensor: Any, value: Any) -> None:
    tensor._elem = _unrecorded(tensor._elem, _array(value))


def _unrecorded(old: Any, new: Any) -> Any:
    """Elements that were written without gradient."""
    new = jax.lax.stop_gradient(new)
    return _written(old, new) if (new.shape, new.dtype) == (old.shape, old.dtype) else new


def _amended(tensor: Any) -> None:
    """Methods of torchax's tensors that do not come by `Environment.dispatch`, as PyTorch has them."""
    write = tensor.__setitem__

    def __setitem__(self: Any, key: Any, value: Any) -> None:
        check_written(self)
        write(self, key, value)

    def copying(name: str) -> Callable[..., Any]:
        method = getattr(tensor, name)

        def copy(self: Any, *args: Any, **kwargs: Any) -> Any:
            made = method(self, *args, **kwargs)
            _share(made, self)
            return made

        return copy

    tensor.__setitem__ = __setitem__
    tensor.detach, tensor.flatten = copying("detach"), copying("flatten")
    tensor.data = property(lambda self: torchax.tensor.View(self, _Data(), self._env), _set_data)
    tensor.type_as = lambda self, other: self.to(other.dtype)  # torchax's changes its operand


_amended(torchax.tensor.Tensor)

BFLOAT16 = jnp.dtype(jnp.bfloat16)
OWN = torchax.tensor.Tensor, torchax.tensor.View
MOVES = torch.Tensor.to, torch.ops.aten._to_copy.default
"""Functions to which a device may be given by its name."""
DRAWS = torch.rand, torch.randn, torch.randint
"""Constructors of random tensors, which draw from the key of the step."""
FILLED = torch.empty, torch.full, torch.ones, torch.zeros
"""Constructors of tensors that programs write into."""


class Environment(torchax.tensor.Environment):
    """torchax's environment, which follows `torch.no_grad()` and takes tensors of the CPU as constants."""

    in_recurrent = False
    """True while a function of RECURRENT runs."""

    def dispatch(self, func: Any, types: Any, args: Any, kwargs: Any) -> Any:
        """Runs one op. Beside values of the step, tensors of the CPU are constants."""
        kwargs = kwargs or {}
        leaves = pytree.tree_leaves((args, kwargs))
        for leaf in leaves:
            if isinstance(leaf, torch.Tensor) and not isinstance(leaf, OWN):
                check_device(leaf.device)
            elif isinstance(leaf, str) and func in MOVES:
                check_device(torch.device(leaf))
        own = [x for x in leaves if isinstance(x, OWN)]
        check_op(func, args, kwargs)
        is_random = func in DRAWS or torch.Tag.nondeterministic_seeded in getattr(func, "tags", ())
        if func in (*DRAWS, *FILLED):
            check_device(torch.device(kwargs.get("device") or "cpu"))
            kwargs = {**kwargs, "device": "jax"}
        if own or is_random:
            args, kwargs = pytree.tree_map_only(torch.Tensor, self._constant, (args, kwargs))
        roots = {id(root): (root, root._elem) for root in map(_root, own)}
        result = self._recurrent(func, args, kwargs) if func in RECURRENT else super().dispatch(func, types, args, kwargs)
        name = getattr(func, "__name__", "").partition(".")[0]
        self._check_writes(name, args, kwargs, roots)
        for root, elem in roots.values():
            if root._elem is not elem:
                check_written(root)
                root._elem = root._elem if torch.is_grad_enabled() else _unrecorded(elem, root._elem)
        for made in pytree.tree_leaves(result):
            if is_random and isinstance(made, torch.Tensor) and not isinstance(made, OWN):
                raise ValueError(f"expects random numbers by the key of the step, but got {func}")
            if type(made) is torchax.tensor.Tensor and id(made) not in roots:
                if name in VIEWS and own and not self.in_recurrent:
                    _share(made, _root(own[0]))
                made._elem = made._elem if torch.is_grad_enabled() else jax.lax.stop_gradient(made._elem)
        return result

    def _recurrent(self, func: Any, args: Any, kwargs: Any) -> Any:
        """Runs a function of RECURRENT by its ops."""
        outer, self.in_recurrent = self.in_recurrent, True
        try:
            return func(*args, **kwargs)
        finally:
            self.in_recurrent = outer

    def _check_writes(self, name: str, args: Any, kwargs: Any, before: dict[int, tuple[Any, Any]]) -> None:
        """ValueError for an op that wrote into the copy of a constant, or should have written and did not."""
        for x in pytree.tree_leaves((args, kwargs)):
            if isinstance(x, torchax.tensor.Tensor) and getattr(x, "_constant", x._elem) is not x._elem:
                hint = "torch.zeros(..., device=x.device)"
                raise ValueError(f"expects writes into tensors of the step, but got one into a tensor of the CPU: {hint}")
        if name.endswith("_") and not name.endswith("__") and name not in UNWRITTEN and args and isinstance(args[0], OWN):
            root = _root(args[0])
            if id(root) in before and before[id(root)][1] is root._elem:
                raise ValueError(f"expects ops that torchax converts, but got {name}, which it computes without writing")

    def _constant(self, tensor: Any) -> Any:
        if isinstance(tensor, OWN):
            return tensor
        made = torchax.tensor.Tensor(_array(tensor), self)
        made._constant = made._elem
        return made

    def t2j_iso(self, tensors: Any) -> Any:
        """JAX arrays of tensors."""
        return pytree.tree_map_only(torch.Tensor, _array, tensors)


def _share(made: Any, base: Any) -> None:
    """Notes that a tensor shares memory with another; the views that one op makes do not overlap."""
    if not hasattr(base, "_aliases"):
        base._aliases = [weakref.ref(base)]
    made._aliases = [*base._aliases, weakref.ref(made)]
    base._aliases.append(weakref.ref(made))


def check_op(func: Any, args: Any, kwargs: Any) -> None:
    """ValueError for ops that torchax would compute, but otherwise than PyTorch."""
    if kwargs.get("generator") is not None:
        raise ValueError("expects random numbers by the key of the step, but got a torch.Generator")
    if func is torch.nn.functional.embedding and ((len(args) > 5 and args[5]) or kwargs.get("scale_grad_by_freq")):
        raise ValueError("expects an embedding without scale_grad_by_freq")
    if func is torch.Tensor.fill_diagonal_:
        raise ValueError("expects ops that torchax converts, but got fill_diagonal_")


def check_written(tensor: Any) -> None:
    """ValueError for a write into a tensor if another one, which is alive, shares its memory in PyTorch, but not in torchax."""
    if any(alias() is not None and alias() is not tensor for alias in getattr(tensor, "_aliases", ())):
        raise ValueError(
            "expects writes into tensors or their slices, but got one into a view of another kind, or into what it shows"
        )


def check_device(device: Any) -> None:
    """ValueError for another device than the CPU. (In operators, Python hides a TypeError.)"""
    if device.type not in ("cpu", "jax"):
        raise ValueError(f"expects tensors of the CPU, but got '{device}'")


def _array(tensor: Any) -> Any:
    if isinstance(tensor, OWN):
        return tensor.jax()
    with torch._C.DisableTorchFunction(), torch.utils._mode_utils.no_dispatch():
        return jnp.asarray(numpy_of(tensor))


def _root(tensor: Any) -> Any:
    """The tensor whose elements a view shows."""
    while isinstance(tensor, torchax.tensor.View):
        tensor = tensor.parent
    return tensor


@jax.custom_jvp
def _written(old: Any, new: Any) -> Any:
    """The elements `new` with the gradient of `old`: autograd's rule for writing under `torch.no_grad()`."""
    return new


@_written.defjvp
def _(primals: Any, tangents: Any) -> Any:
    return primals[1], tangents[0]


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
    if scalar.dtype not in (BFLOAT16, np.float32):
        return torch.from_numpy(scalar.copy())
    try:
        tensor, memory = _scalars.pop()
    except IndexError:
        with torch.inference_mode(False):
            made = [(torch.from_numpy(memory), memory) for memory in [np.empty((), np.float32) for _ in range(32)]]
        tensor, memory = made.pop()
        _scalars.extend(made)
    memory[()] = scalar
    return tensor


_scalars: list[tuple[Any, Any]] = []
"""Tensors f32[] for losses, each with the array that shares its memory: 32 at once cost 4 us less a step than one after each."""


def environment() -> Environment:
    """A new environment with the ops of this module."""
    made = Environment()
    for function, implementation in ops.OWN.items():
        made._ops[function] = ops_registry.Operator(function, implementation, False, True, True, False)
    return made
