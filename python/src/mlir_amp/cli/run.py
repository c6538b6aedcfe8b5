# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir-amp run STEP.mlir`: a module on arrays of a file, by amp-run or by XLA."""

import argparse
import pathlib
import sys
from typing import Any

import numpy as np

from mlir_amp import tools
from mlir_amp.cli.busy import busy
from mlir_amp.errors import OptionError


def add_to(commands: Any) -> None:
    """The options of this command."""
    parser = commands.add_parser("run", help="run a module on arrays", description=__doc__)
    parser.add_argument("module", type=pathlib.Path, help="StableHLO, before or after optimize")
    parser.add_argument("--inputs", type=pathlib.Path, required=True, help="NumPy file with in_0, in_1, ...")
    parser.add_argument("--outputs", type=pathlib.Path, help="NumPy file for out_0, out_1, ... (default: print them, shortened)")
    parser.add_argument("--engine", choices=["amp", "xla"], default="amp", help="amp-run (default), or XLA through JAX")
    parser.add_argument("--steps", type=int, help="with amp: train so often, feeding states back")
    parser.add_argument("--history", type=pathlib.Path, help="with amp: NumPy file for the scalar results of each step")
    parser.set_defaults(command=execute)


def execute(given: argparse.Namespace) -> None:
    """Runs the module once, or for some steps."""
    if given.engine == "xla":
        if given.steps or given.history:
            raise OptionError("--steps and --history need --engine amp: with XLA, train from Python (mlir_amp.jax.jit)")
        return on_xla(given)
    options = {"inputs": given.inputs, "outputs": given.outputs, "steps": given.steps, "history": given.history}
    flags = [f"--{name}={value}" for name, value in options.items() if value is not None]
    with busy(f"amp-run {given.module}"):
        output = tools.run("amp-run", [str(given.module), *flags, *([] if given.outputs else ["--print"])])
    sys.stdout.write(output.text)
    sys.stderr.write(output.messages)


def on_xla(given: argparse.Namespace) -> None:
    """The same through JAX, on one device."""
    import jax

    from mlir_amp.jax import engines, stablehlo

    with busy(f"XLA {given.module}"), np.load(given.inputs) as stored:
        module = stablehlo.read(given.module.read_text())
        missing = [name for i in range(len(module.inputs)) if (name := f"in_{i}") not in stored]
        if missing:
            raise OptionError(f"{given.inputs} has no {', '.join(missing)}: the module takes {len(module.inputs)} arguments")
        values = [engines.typed(stored[f"in_{i}"], slot) for i, slot in enumerate(module.inputs)]
        results = jax.jit(engines.on_xla(module))(*values)
    named: dict[str, Any] = {f"out_{i}": np.asarray(result) for i, result in enumerate(results)}
    if given.outputs:
        np.savez(given.outputs, **named)
        return
    for name, result in named.items():
        print(f"{name}: {result.dtype}{list(result.shape)} {np.array2string(result.ravel(), threshold=6, precision=5)}")
