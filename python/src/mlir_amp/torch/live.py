# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Tensors of a model whose current values are elsewhere, and return at the first use.

    step(batch)                   the new weights are JAX arrays; the tensors of the model change their class
    model.layer.weight.sum()      that class's `__torch_function__` copies all weights back, and restores the class

PyTorch reads some tensors without asking their class (`torch.tensor(weight)`, `torch.func.grad`, functions of TorchScript): until
their values return, tensors hold NaN, so that what is computed from them is seen to be wrong.
The class keeps the values alive, so a model outlives its step. Views of a sleeping tensor would be stale: tensors whose memory
another object shares do not sleep, and the values are copied into them after every step.
"""

import collections
import functools
import operator
import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any

import torch
from torch.utils import _pytree as pytree


def _class_of(kind: type, owner: "Sleepers") -> type:
    """A subclass of `kind` that wakes `owner` at every use."""

    def __torch_function__(cls: type, func: Any, types: Any, args: Any = (), kwargs: Any = None) -> Any:
        owner.wake()
        for stray in pytree.tree_leaves((args, kwargs)):  # a copy of a sleeping tensor
            if type(stray) is cls:
                stray.__class__ = kind
        return func(*args, **(kwargs or {}))

    def waking(name: str) -> Callable[..., Any]:
        def method(self: Any, *args: Any) -> Any:
            self.is_leaf  # noqa: B018 a use, so that the copy has the class of a woken tensor
            return getattr(self, name)(*args)

        return method

    copies = {name: waking(name) for name in ("__deepcopy__", "__reduce_ex__")}
    function: dict[str, Any] = {"__torch_function__": classmethod(__torch_function__)}
    return type(kind.__name__, (kind,), {**function, **copies, "__module__": kind.__module__})


_watchers: "weakref.WeakSet[Any]" = weakref.WeakSet()


def watch(watcher: Any) -> None:
    """Calls `watcher.outdate(module)` when any module gets a submodule, a parameter or another buffer, while the watcher lives."""
    _register()
    _watchers.add(watcher)


@functools.cache
def _register() -> None:
    torch.nn.modules.module.register_module_module_registration_hook(_registered)
    torch.nn.modules.module.register_module_parameter_registration_hook(_registered)
    torch.nn.modules.module.register_module_buffer_registration_hook(_buffer_registered)


def _registered(module: Any, _: str, __: Any) -> None:
    for watcher in list(_watchers):
        watcher.outdate(module)


def _buffer_registered(module: Any, name: str, _: Any) -> None:
    if name not in module._buffers:  # `Buffers` sees those that are replaced
        _registered(module, name, None)


class Buffers:
    """The buffers that a model had when this object was made."""

    def __init__(self, model: torch.nn.Module) -> None:
        buffers = [(module._buffers, name) for module in model.modules() for name in module._buffers]
        self._owners, self._names = [owner for owner, _ in buffers], [name for _, name in buffers]
        self._tensors = [owner[name] for owner, name in buffers]

    def are_replaced(self) -> bool:
        """True if a module has another tensor as one of these buffers."""
        return any(map(operator.is_not, map(dict.get, self._owners, self._names), self._tensors))


def _are_aliased(tensors: Sequence[Any]) -> bool:
    """True if an object besides these tensors shows the memory of one: a view, an array of NumPy, TorchScript, another process."""
    storages = [tensor.untyped_storage() for tensor in tensors]
    owners = collections.Counter(storage._cdata for storage in storages)
    return any(
        tensor._use_count() > 1 or storage.is_shared() or torch._C._storage_Use_Count(storage._cdata) > owners[storage._cdata] + 1
        for tensor, storage in zip(tensors, storages, strict=True)
    )


class Sleepers:
    """Tensors that sleep while their values are elsewhere. `values` fetches these, one for each tensor."""

    def __init__(self, tensors: Sequence[Any], values: Callable[[], Sequence[Any]]) -> None:
        self.asleep = False
        self._lock = threading.RLock()
        self._tensors, self._values = list(tensors), values
        self._kinds = [type(tensor) for tensor in tensors]
        made = {kind: _class_of(kind, self) for kind in set(self._kinds)}
        self._sleeping = [made[kind] for kind in self._kinds]

    def sleep(self) -> None:
        """Until the next use of one of the tensors. If their memory has aliases, the values are copied now instead."""
        if self.asleep:
            return
        if _are_aliased(self._tensors):
            self._copy()
            return
        self.asleep = True  # first: what is interrupted here ends with `wake`
        for tensor, kind in zip(self._tensors, self._sleeping, strict=True):
            if tensor.is_floating_point():
                tensor.data.fill_(torch.nan)
            tensor.__class__ = kind

    def wake(self) -> None:
        """Copies the values into the tensors, whose memory stays the same. After an exception they are asleep as before."""
        with self._lock:  # Another thread waits here for the values.
            if not self.asleep:
                return
            with torch._C.DisableTorchFunctionSubclass(), torch._C._DisableFuncTorch():  # not inside of torch.func's transforms
                self._copy()
            for tensor, kind in zip(self._tensors, self._kinds, strict=True):
                tensor.__class__ = kind
            self.asleep = False

    def _copy(self) -> None:
        with torch.no_grad():
            for tensor, value in zip(self._tensors, self._values(), strict=True):
                tensor.copy_(value)
