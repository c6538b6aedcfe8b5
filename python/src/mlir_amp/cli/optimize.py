# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir-amp optimize STEP.mlir`: amp-opt with names that a shell user can guess."""

import argparse
import pathlib
import sys
from typing import Any

from mlir_amp.cli.busy import busy
from mlir_amp.errors import OptionError
from mlir_amp.options import FORMATS, Options, format_of


def add_to(commands: Any) -> None:
    """The options of this command."""
    parser = commands.add_parser("optimize", help="mix the precision of a module", description=__doc__)
    parser.add_argument("module", type=pathlib.Path, help="StableHLO, as export writes it")
    parser.add_argument("--compute", required=True, help=f"the low precision: {', '.join(FORMATS)}")
    parser.add_argument("--policy", help="name of a preset, or a policy file")
    parser.add_argument("--loss-scale", metavar="HOW", help="dynamic, static:1024 or none")
    parser.add_argument("--scaler", help="how the scale moves: torch, apex, paddle, ...")
    parser.add_argument("--report", type=pathlib.Path, help="file for every decision and its reason (mlir-amp report shows it)")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="more options of amp-opt --amp")
    parser.add_argument("-o", "--output", type=pathlib.Path, help="file to write (default: standard output)")
    parser.set_defaults(command=execute)


def execute(given: argparse.Namespace) -> None:
    """Writes the rewritten module; what amp-opt says besides goes to standard error."""
    pairs = [option.partition("=") for option in given.option]
    for name, equals, _ in pairs:
        if not equals:
            raise OptionError(f"--option expects NAME=VALUE, but got '{name}'")
    extra = tuple((name, value) for name, _, value in pairs)
    options = Options(format_of(given.compute), given.policy, given.loss_scale, given.scaler, given.report, extra)
    with busy(f"amp-opt {given.module}"):
        text, messages = options.rewrite(given.module.read_text())
    sys.stderr.write(messages)
    if given.output:
        given.output.write_text(text)
    else:
        sys.stdout.write(text)
