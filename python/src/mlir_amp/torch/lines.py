# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Exceptions of a trace, with the module and the user's line."""

import traceback
from collections.abc import Callable, Iterable

import jax
import numpy as np
import opt_einsum  # type: ignore[import-untyped]
import torch
import torchax

from mlir_amp.errors import TraceError
from mlir_amp.jax.places import OTHERS

LIBRARIES = (*OTHERS, *(str(p.__path__[0]) for p in (np, opt_einsum, torch, torchax)))
"""Folders of sources that are not the user's."""


def refused(error: Exception, module: str) -> TraceError:
    """The exception for a model that cannot be traced: names module and line."""
    place = _line(traceback.extract_tb(error.__traceback__))
    said = str(error).strip().split("\n")[0] or type(error).__name__
    if isinstance(error, jax.errors.ConcretizationTypeError | jax.errors.TracerArrayConversionError):
        said = f"expects control flow that no value of a tensor decides, but got {said}"
    elif isinstance(error, jax.errors.NonConcreteBooleanIndexError):
        said = f"expects shapes that no value of a tensor decides, but got {said}"
    elif isinstance(error, AssertionError) and "torchax environment" in said:  # from Tensor.__torch_dispatch__
        *_, (frame, _) = traceback.walk_tb(error.__traceback__)
        said = f"expects ops that torchax converts, but got {frame.f_locals.get('func')}"
    return TraceError(f"module '{module or 'loss'}'{place}: {said}")


def refusing(module: str) -> Callable[[Exception], TraceError]:
    """Maps an exception of a gradient to one that names the module and the line that are being traced now."""
    place = _line(traceback.extract_stack())
    return lambda error: TraceError(f"module '{module or 'loss'}'{place}: {str(error).strip().split(chr(10))[0]}")


def refused_batch(index: int, error: Exception) -> TraceError:
    """The exception for an argument of a step: names the line of the call."""
    return TraceError(f"module 'model'{_line(traceback.extract_stack())}: argument {index} {error}")


def _line(frames: Iterable[traceback.FrameSummary]) -> str:
    """The innermost frame that is the user's, as " at train.py:12 (its line)"; "" if there is none."""
    users = [frame for frame in frames if not frame.filename.startswith(LIBRARIES)]
    return f" at {users[-1].filename}:{users[-1].lineno} ({users[-1].line})" if users else ""
