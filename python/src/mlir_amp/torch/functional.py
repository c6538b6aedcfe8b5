# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A PyTorch model as a function of JAX arrays, with its buffers, and dropout drawn from a key that the step carries."""

import traceback
from collections.abc import Callable, Collection, Iterable
from typing import Any

import jax
import torch
import torchax.tensor

from mlir_amp.errors import AmpError, TraceError
from mlir_amp.jax.places import OTHERS
from mlir_amp.torch.autograd import check_hooks, custom_functions
from mlir_amp.torch.environment import environment
from mlir_amp.torch.names import scoped

Arrays = dict[str, Any]
LIBRARIES = (*OTHERS, *(str(p.__path__[0]) for p in (torch, torchax)))
"""Folders of sources that are not the user's."""


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
        check_hooks(self.model)
        with (
            scoped(self.model, "model", self.kept) as paths,
            custom_functions(env, lambda: _refusing(paths.innermost)),
            env.override_property(prng=key),
            env,
        ):
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


def _refusing(module: str) -> Callable[[Exception], TraceError]:
    """Maps an exception of a gradient to one that names the module and the line that are being traced now."""
    place = _user_line(traceback.extract_stack())
    return lambda error: TraceError(f"module '{module or 'loss'}'{place}: {str(error).strip().split(chr(10))[0]}")


def refused_batch(index: int, error: Exception) -> TraceError:
    """The exception for an argument of a step: names the line of the call."""
    return TraceError(f"module 'model'{_user_line(traceback.extract_stack())}: argument {index} {error}")


def _user_line(frames: Iterable[traceback.FrameSummary]) -> str:
    """The innermost frame that is the user's, as " at train.py:12 (its line)"; "" if there is none."""
    users = [frame for frame in frames if not frame.filename.startswith(LIBRARIES)]
    return f" at {users[-1].filename}:{users[-1].lineno} ({users[-1].line})" if users else ""
