# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A PyTorch model as a function of JAX arrays, with its buffers, and dropout drawn from a key that the step carries."""

import contextlib
import sys
from collections.abc import Callable, Collection
from typing import Any

import torch
import torchax.tensor

from mlir_amp.errors import AmpError
from mlir_amp.torch.autograd import check_hooks, custom_functions
from mlir_amp.torch.batches import tensors_of
from mlir_amp.torch.environment import environment
from mlir_amp.torch.lines import refused, refusing
from mlir_amp.torch.names import scoped

Arrays = dict[str, Any]


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
        arguments = tensors_of(batch, env)
        check_hooks(self.model)
        with (
            scoped(self.model, "model", self.kept) as paths,
            custom_functions(env, lambda: refusing(paths.innermost)),
            env.override_property(prng=key),
            _uncompiled(),
            env,
        ):
            try:
                result = torch.func.functional_call(self._whole, tensors, tuple(arguments), tie_weights=True)
            except AmpError:
                raise
            except Exception as error:
                raise refused(error, paths.innermost) from error
        return env.t2j_iso(result), {name: tensors[f"model.{name}"].jax() for name in buffers}


def _uncompiled() -> contextlib.AbstractContextManager[Any]:
    """Context manager in which modules and functions of torch.compile run as they were written."""
    return torch.compiler.set_stance("force_eager") if "torch._dynamo" in sys.modules else contextlib.nullcontext()
