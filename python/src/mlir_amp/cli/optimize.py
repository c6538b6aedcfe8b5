# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir-amp optimize STEP.mlir`: amp-opt with names that a shell user can guess."""

import argparse
import pathlib
import sys
from typing import Any

from mlir_amp.cli.busy import busy
from mlir_amp.options import FLAGS, FORMATS, HELP, Options


def add_to(commands: Any) -> None:
    """The options of this command."""
    parser = commands.add_parser("optimize", help="mix the precision of a module", description=__doc__)
    parser.add_argument("module", type=pathlib.Path, help="StableHLO, as export writes it")
    parser.add_argument("--compute", required=True, help=f"the low precision: {', '.join(FORMATS)}")
    for name, text in HELP.items():
        flag: dict[str, Any] = {"action": argparse.BooleanOptionalAction} if name in FLAGS else {"metavar": name.upper()}
        parser.add_argument(f"--{name.replace('_', '-')}", help=text.replace("%", "%%"), **flag)
    parser.add_argument("-o", "--output", type=pathlib.Path, help="file to write (default: standard output)")
    parser.set_defaults(command=execute)


def execute(given: argparse.Namespace) -> None:
    """Writes the rewritten module; what amp-opt says besides goes to standard error."""
    options = Options.of({"compute": given.compute, **{name: getattr(given, name) for name in HELP}})  # type: ignore[typeddict-item]
    with busy(f"amp-opt {given.module}"):
        text, messages = options.rewrite(given.module.read_text())
    sys.stderr.write(messages)
    if given.output:
        given.output.write_text(text)
    else:
        sys.stdout.write(text)
