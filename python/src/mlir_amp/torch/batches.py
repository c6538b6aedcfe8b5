# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Batches of tensors as arguments of JAX, and back.

BatchEncoding({"x": tensor})   ==>   Pairs(BatchEncoding, {"x": array}), a pytree   ==>   BatchEncoding({"x": torchax tensor})
"""

import collections
from collections.abc import Mapping
from typing import Any

import jax
import numpy as np
import torch
import torchax.tensor

from mlir_amp.torch.environment import check_device, numpy_of
from mlir_amp.torch.lines import refused_batch

LARGEST = 2**31 - 1
"""Largest integer of the step, in which integers have 32 bits."""
INT64 = np.dtype(np.int64)
TREES = dict, collections.OrderedDict, collections.defaultdict, list, tuple
"""Containers that JAX knows; subclasses of dict, list and tuple are leaves for it, except named tuples."""


class Pairs:
    """Mapping of a class that JAX does not know."""

    def __init__(self, kind: type, items: dict[Any, Any]) -> None:
        self.kind, self.items = kind, items


def _flattened(pairs: Pairs) -> Any:
    return [(jax.tree_util.DictKey(name), value) for name, value in pairs.items.items()], (pairs.kind, tuple(pairs.items))


jax.tree_util.register_pytree_with_keys(
    Pairs, _flattened, lambda form, values: Pairs(form[0], dict(zip(form[1], values, strict=True)))
)


def argument(x: Any, index: int) -> Any:
    """Argument `index` of a step for JAX: tensors become arrays, and containers keep their form."""
    if isinstance(x, torch.Tensor):
        try:  # The frequent case is one call of PyTorch.
            if (array := x.numpy()).dtype is not INT64:
                return array
        except (RuntimeError, TypeError):  # it has a gradient, is elsewhere, or bfloat16
            pass
        if not x.is_cpu:
            try:
                check_device(x.device)
            except ValueError as error:
                raise refused_batch(index, error) from None
        if x.dtype == torch.int64 and x.numel() and (x.max() > LARGEST or x.min() < -LARGEST):
            raise refused_batch(index, ValueError("expects integers of 32 bits, but got larger ones"))
        return numpy_of(x)
    if type(x) in TREES or (isinstance(x, tuple) and hasattr(x, "_fields")):
        return jax.tree.map(lambda leaf: argument(leaf, index), x, is_leaf=lambda node: node is not x)
    if isinstance(x, Mapping):
        pairs = Pairs(type(x), {name: argument(value, index) for name, value in x.items()})
        try:
            _made(pairs)
        except Exception as error:
            said = f"expects mappings whose class takes a dictionary, but got {type(x).__name__}: {error}"
            raise refused_batch(index, ValueError(said)) from error
        return pairs
    return [argument(part, index) for part in x] if isinstance(x, list | tuple) else x


def tensors_of(batch: Any, env: Any) -> Any:
    """Arguments of a step as tensors of `env`, in the containers that the step was called with."""
    if isinstance(batch, Pairs):
        return _made(Pairs(batch.kind, {name: tensors_of(value, env) for name, value in batch.items.items()}))
    return jax.tree.map(
        lambda leaf: tensors_of(leaf, env) if isinstance(leaf, Pairs) else torchax.tensor.Tensor(leaf, env),
        batch,
        is_leaf=lambda node: isinstance(node, Pairs),
    )


def _made(pairs: Pairs) -> Any:
    made: Any = pairs.kind(pairs.items)
    if made.keys() != pairs.items.keys():
        raise ValueError(f"it has the keys {list(made)}")
    return made
