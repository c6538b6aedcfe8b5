# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The command line `mlir-amp`: a step of a Python module as StableHLO, in mixed precision, run, and explained."""

import argparse
import sys
from collections.abc import Sequence

from rich.console import Console

from mlir_amp import __version__
from mlir_amp.cli import export, onnx, optimize, report, run
from mlir_amp.errors import AmpError

EXAMPLE = """
  mlir-amp export jax mypkg.train:step --inputs mypkg.train:example -o step.mlir --save in.npz
  mlir-amp optimize step.mlir --compute bf16 --report report.json -o fast.mlir
  mlir-amp run fast.mlir --inputs in.npz --outputs out.npz
  mlir-amp report report.json
  mlir-amp onnx model.onnx --compute bf16 -o model.bf16.onnx
"""
COMMANDS = (export, optimize, run, report, onnx)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command; returns the exit code: 0, or 1 with one line that says what is wrong. 2 without a command."""
    parser = argparse.ArgumentParser(
        prog="mlir-amp", description=__doc__, epilog=f"for example:{EXAMPLE}", formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--version", action="version", version=f"mlir-amp {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    for command in COMMANDS:
        command.add_to(commands)
    if not (sys.argv[1:] if arguments is None else arguments):
        parser.print_help(sys.stderr)
        return 2
    given = parser.parse_args(arguments)
    try:
        given.command(given)
    except (AmpError, OSError) as error:
        what = f"{error.filename}: {error.strerror}" if isinstance(error, OSError) and error.filename else error
        Console(stderr=True).print(f"mlir-amp: {what}", markup=False, highlight=False, soft_wrap=True)
        return 1
    return 0
