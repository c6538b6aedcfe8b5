# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir-amp onnx MODEL.onnx`: an ONNX model in mixed precision, with the inputs and outputs that it had."""

import argparse
import json
import pathlib
from typing import Any

from rich.console import Console

from mlir_amp.cli.busy import busy
from mlir_amp.options import HELP

SHARED = "policy", "chip", "solver"


def add_to(commands: Any) -> None:
    """The options of this command."""
    parser = commands.add_parser("onnx", help="mix the precision of an ONNX model", description=__doc__)
    parser.add_argument("model", type=pathlib.Path, help="an ONNX file of opset 17 or later")
    parser.add_argument("--compute", required=True, help="the low precision: f16 or bf16")
    parser.add_argument("--keep", metavar="REGEX", help="nodes whose name has a match, or whose operator is one, stay f32")
    parser.add_argument("--opset", type=int, help="convert to this version of the operators first (bf16 reaches Conv with 22)")
    parser.add_argument("--report", type=pathlib.Path, metavar="FILE", help=HELP["report"])
    for name in SHARED:
        parser.add_argument(f"--{name}", help=HELP[name])
    parser.add_argument("-o", "--output", type=pathlib.Path, required=True, help="file to write")
    parser.set_defaults(command=execute)


def execute(given: argparse.Namespace) -> None:
    """Writes the converted model, and prints counts and notes on standard error."""
    from mlir_amp.onnx import check_folder, convert

    for path in filter(None, (given.output, given.report)):
        check_folder(path)
    with busy(f"amp-opt {given.model}"):
        shared = {name: getattr(given, name) for name in SHARED}
        converted = convert(given.model, compute=given.compute, keep=given.keep, opset=given.opset, **shared)
        converted.save(given.output)
    if given.report:
        given.report.write_text(json.dumps(converted.report))
    console = Console(stderr=True)
    counts = f"{converted.low_nodes} of {converted.nodes} nodes in {given.compute}, {converted.casts} casts"
    counts += f", {converted.weights} weights converted"
    for line in (counts, *(f"note: {note}" for note in converted.notes)):
        console.print(line, markup=False, highlight=False, soft_wrap=True)
