# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Positions in the user's source: frames that are neither JAX's nor ours."""

import functools
import pathlib
import traceback
import types
import warnings
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import jax

from mlir_amp.errors import AmpError, AmpWarning
from mlir_amp.tools import warnings_in

P = ParamSpec("P")
R = TypeVar("R")

OTHERS = (str(pathlib.Path(__file__).parents[1]), str(pathlib.Path(jax.__file__).parent), "<frozen")


SAID: dict[str | tuple[str, type[Warning], int], int] = {}
"""Warnings that were given, which Python does not repeat unless it is told to."""


def place_of(found: types.TracebackType | None) -> str:
    """The innermost such frame, as " at train.py:12 (its line)"; "" if there is none."""
    frames = [frame for frame in traceback.extract_tb(found) if not frame.filename.startswith(OTHERS)]
    return f" at {frames[-1].filename}:{frames[-1].lineno} ({frames[-1].line})" if frames else ""


def shortened(found: types.TracebackType | None) -> types.TracebackType | None:
    """The traceback with these frames alone."""
    if found is None:
        return None
    inner = shortened(found.tb_next)
    if found.tb_frame.f_code.co_filename.startswith(OTHERS):
        return inner
    return types.TracebackType(inner, found.tb_frame, found.tb_lasti, found.tb_lineno)


def brief(function: Callable[P, R]) -> Callable[P, R]:
    """The function without frames of JAX and of ours in tracebacks, unless JAX is told to leave its own there."""

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except Exception as error:
            users = shortened(error.__traceback__)
            if jax.config.values["jax_traceback_filtering"] != "off" and (users or isinstance(error, AmpError)):
                error.__traceback__ = users
            raise

    return called


def warn(messages: str) -> None:
    """Python warnings for those among what a tool said, at the line of source that they name."""
    for what, place in warnings_in(messages):
        if place is None:
            warnings.warn(what, AmpWarning, stacklevel=2)
        else:
            path, line = place.split(":")[:2]
            warnings.warn_explicit(what, AmpWarning, path, int(line), registry=SAID)
