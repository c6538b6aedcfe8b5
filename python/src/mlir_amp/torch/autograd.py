# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Gradients that a model defines itself: `torch.autograd.Function` as `jax.custom_vjp`, and hooks, which are refused.

y = Round.apply(x)     ==>     y = custom_vjp(Round.forward)(x), whose gradient is Round.backward
"""

import contextlib
from collections.abc import Iterator
from typing import Any

import jax
import torch
import torchax.tensor
from torch.utils import _pytree as pytree
from torch.utils.checkpoint import CheckpointFunction

from mlir_amp.errors import OptionError

# `Function.apply`, which programs keep under names of their own, calls the `apply` of this base class.
BASE = torch.autograd.function._SingleLevelFunction
OWN = torchax.tensor.Tensor, torchax.tensor.View


class Context:
    """The argument `ctx` of forward and backward."""

    def __init__(self, needs_input_grad: tuple[bool, ...]) -> None:
        self.saved_tensors: tuple[Any, ...] = ()
        self.needs_input_grad = needs_input_grad

    def save_for_backward(self, *tensors: Any) -> None:
        """Keeps tensors for backward."""
        self.saved_tensors = tensors

    def mark_dirty(self, *_: Any) -> None:
        """ValueError: a function of JAX changes no argument."""
        raise ValueError("expects autograd functions that change no argument, but got mark_dirty")

    def mark_non_differentiable(self, *tensors: Any) -> None:
        """Integers have no gradient; backward ignores those of others, as in PyTorch."""

    def save_for_forward(self, *_: Any) -> None:
        """Forward-mode gradients are not taken."""

    def set_materialize_grads(self, _: bool) -> None:
        """Gradients that are zero are tensors of zeros."""


class _Call:
    """One call of a custom function. JAX traces backward later than forward; `_form` is what the context has beside tensors."""

    def __init__(self, function: Any, env: Any, args: Any) -> None:
        self._function, self._env, self._args = function, env, args
        self.places = [i for i, arg in enumerate(args) if isinstance(arg, torch.Tensor)]
        self._form: Any = None
        self.outputs: Any = None

    def forward(self, *arrays: Any) -> tuple[list[Any], list[Any]]:
        """The tensors that forward returns, and those that its context keeps."""
        args = list(self._args)
        for i, array in zip(self.places, arrays, strict=True):
            args[i] = torchax.tensor.Tensor(array, self._env)
        context = Context(tuple(isinstance(a, torch.Tensor) and (a.is_floating_point() or a.is_complex()) for a in args))
        with torch.no_grad():
            if self._function.setup_context is BASE.setup_context:
                made = self._function.forward(context, *args)
            else:
                made = self._function.forward(*args)
                self._function.setup_context(context, tuple(args), made)
        kept, self._form = self._parted(vars(context))
        results, self.outputs = self._parted(made)
        return results, kept

    def backward(self, kept: list[Any], grads: list[Any]) -> tuple[Any, ...]:
        """The gradients of the arguments that are tensors."""
        context = Context(())
        vars(context).update(self._joined(kept, self._form))
        listed = [None if g.dtype == jax.dtypes.float0 else g for g in grads]
        given = self._joined(listed, self.outputs)
        given = given if isinstance(given, tuple | list) else (given,)
        with torch.no_grad(), self._env:
            found = self._function.backward(context, *given)
        found = found if isinstance(found, tuple | list) else (found,)
        if len(found) < len(self._args):
            raise ValueError(f"{self._function.__name__}.backward expects {len(self._args)} gradients, but got {len(found)}")
        return tuple(None if found[i] is None else self._env.t2j_iso(found[i]) for i in self.places)

    def _parted(self, tree: Any) -> tuple[list[Any], Any]:
        """The arrays of a tree, and the tree with their numbers in place of them."""
        leaves, form = pytree.tree_flatten(tree)
        arrays = [self._env.t2j_iso(x) for x in leaves if isinstance(x, torch.Tensor)]
        return arrays, (form, [None if isinstance(x, torch.Tensor) else (x,) for x in leaves])

    def _joined(self, arrays: Any, parts: Any) -> Any:
        form, leaves = parts
        rest = iter(arrays)
        tensors = [self._env.j2t_iso(next(rest)) if leaf is None else leaf[0] for leaf in leaves]
        return pytree.tree_unflatten(tensors, form)


@contextlib.contextmanager
def custom_functions(env: Any, refusing: Any) -> Iterator[None]:
    """Differentiates custom functions of tensors of `env` by their backward. `refusing()`, at a call, maps exceptions to others."""

    def apply(cls: Any, *args: Any, **kwargs: Any) -> Any:
        if not any(isinstance(arg, OWN) for arg in args):
            return super(BASE, cls).apply(*args, **kwargs)
        if cls is CheckpointFunction:
            function, _, *rest = args
            return function(*rest)
        call, refused = _Call(cls, env, args), refusing()

        def backward(kept: list[Any], grads: list[Any]) -> tuple[Any, ...]:
            try:
                return call.backward(kept, grads)
            except Exception as error:
                raise refused(error) from error

        function = jax.custom_vjp(lambda *arrays: call.forward(*arrays)[0])
        function.defvjp(call.forward, backward)
        results = function(*env.t2j_iso([args[i] for i in call.places]))
        if not torch.is_grad_enabled():
            results = jax.lax.stop_gradient(results)
        return call._joined(results, call.outputs)

    BASE.apply = classmethod(apply)
    try:
        yield
    finally:
        del BASE.apply


def check_hooks(model: Any) -> None:
    """OptionError for hooks on gradients, which no function of JAX calls."""
    for path, module in model.named_modules():
        if module._backward_hooks or module._backward_pre_hooks:
            _refuse(path, "backward hooks of modules")
        for name, parameter in module._parameters.items():
            if parameter is not None and (parameter._backward_hooks or parameter._post_accumulate_grad_hooks):
                _refuse(path, f"hooks of '{name}'")


def _refuse(path: str, found: str) -> None:
    raise OptionError(f"module '{'.'.join(filter(None, ('model', path)))}' expects no hooks on gradients, but got {found}")
