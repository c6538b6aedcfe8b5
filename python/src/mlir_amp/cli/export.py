# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir-amp export jax MODULE:STEP`: a step of a Python module as StableHLO text."""

import argparse
import importlib
import os
import pathlib
import re
import sys
from typing import Any

import numpy as np

from mlir_amp.cli.busy import busy
from mlir_amp.errors import AmpError, OptionError, TraceError

SHAPE = re.compile(r"(\w+)\[([\d,\s]*)\]")


def add_to(commands: Any) -> None:
    """The options of this command."""
    parser = commands.add_parser("export", help="write a step of a Python module as StableHLO", description=__doc__)
    parser.add_argument("framework", choices=["jax"], help="what the step is written in")
    parser.add_argument("step", metavar="MODULE:STEP", help="the function, such as mypkg.train:step")
    inputs = parser.add_mutually_exclusive_group(required=True)
    inputs.add_argument("--inputs", metavar="MODULE:NAME", help="its arguments: a tuple, or a function that returns one")
    inputs.add_argument("--shapes", metavar="TYPES", help='their types if all are arrays, such as "float32[32,64] int32[32]"')
    parser.add_argument("-o", "--output", type=pathlib.Path, help="file to write (default: standard output)")
    parser.add_argument(
        "--save", metavar="FILE.npz", type=pathlib.Path, help="write the arguments of --inputs too, for mlir-amp run"
    )
    parser.set_defaults(command=execute)


def execute(given: argparse.Namespace) -> None:
    """Writes the text, and the arguments if asked to."""
    import jax

    from mlir_amp.jax import tracing

    if given.save and given.shapes:
        raise OptionError("--save writes the values of --inputs; --shapes has none")
    with busy(f"tracing {given.step}"):
        step = load(given.step)
        args = arguments(given.inputs) if given.inputs else shapes(given.shapes)
        try:
            text = tracing.trace(jax.jit(step, keep_unused=True), args, {}, whole=True).text
        except AmpError:
            raise
        except Exception as error:  # the step's own
            raise TraceError(f"{given.step} raises {type(error).__name__}: {error}") from error
    if given.output:
        given.output.write_text(text)
    else:
        sys.stdout.write(text)
    if given.save:
        values: dict[str, Any] = {f"in_{i}": np.asarray(leaf) for i, leaf in enumerate(jax.tree.leaves(args))}
        np.savez(given.save, **values)


def load(name: str) -> Any:
    """The object that "package.module:name" names; the current folder is searched first, as python -m does."""
    module, _, attribute = name.partition(":")
    if not attribute:
        raise OptionError(f"expects MODULE:NAME, such as mypkg.train:step, but got '{name}'")
    if os.getcwd() not in sys.path:
        sys.path.insert(0, os.getcwd())
    try:
        found: Any = importlib.import_module(module)
        for part in attribute.split("."):
            found = getattr(found, part)
    except (ModuleNotFoundError, AttributeError) as error:
        raise OptionError(f"there is no '{name}': {error}") from error
    return found


def arguments(name: str) -> tuple[Any, ...]:
    """The arguments that a module keeps, or makes, under this name."""
    found = load(name)
    found = found() if callable(found) else found
    if not isinstance(found, tuple | list):
        raise OptionError(f"--inputs expects a tuple of arguments, but '{name}' gives a {type(found).__name__}")
    return tuple(found)


def shapes(text: str) -> tuple[Any, ...]:
    """The types that a text like "float32[2,3] int32[2]" lists."""
    import jax

    left = SHAPE.sub("", text).strip(" ,;")
    if left or not text.strip():
        raise OptionError(f"--shapes expects types such as float32[32,64] int32[32], but got '{left or text}'")
    try:
        return tuple(
            jax.ShapeDtypeStruct(tuple(int(n) for n in dims.split(",") if n.strip()), jax.numpy.dtype(dtype))
            for dtype, dims in SHAPE.findall(text)
        )
    except TypeError as error:
        raise OptionError(f"--shapes: {error}") from error
