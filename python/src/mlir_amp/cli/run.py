# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`mlir-amp run STEP.mlir`: a module on arrays of a file, by amp-run or by XLA."""

import argparse
import pathlib
import re
import sys
import tempfile
from typing import Any

import numpy as np

from mlir_amp import tools
from mlir_amp.cli.busy import busy
from mlir_amp.errors import OptionError

# First values of what a step carries are functions of the module (docs/concepts/scaling.md).
ADDED = re.compile(r"func\.func.* @main_init_(scaler|shadows)\(")


def add_to(commands: Any) -> None:
    """The options of this command."""
    parser = commands.add_parser("run", help="run a module on arrays", description=__doc__)
    parser.add_argument("module", type=pathlib.Path, help="StableHLO, before or after optimize")
    parser.add_argument(
        "--inputs", type=pathlib.Path, required=True, help="NumPy file with in_0, in_1, ...; what optimize added may be left out"
    )
    parser.add_argument("--outputs", type=pathlib.Path, help="NumPy file for out_0, out_1, ... (default: print them, shortened)")
    parser.add_argument("--engine", choices=["amp", "xla"], default="amp", help="amp-run (default), or XLA through JAX")
    parser.add_argument("--target", choices=["cpu", "cuda"], help="with amp: this processor (default), or NVIDIA's GPU")
    parser.add_argument("--steps", type=int, help="with amp: train so often, feeding states back")
    parser.add_argument("--history", type=pathlib.Path, help="with amp: NumPy file for the scalar results of each step")
    parser.set_defaults(command=execute)


def execute(given: argparse.Namespace) -> None:
    """Runs the module once, or for some steps."""
    if given.engine == "xla":
        if given.steps or given.history or given.target:
            raise OptionError("--steps, --history and --target need --engine amp: with XLA, train from Python (mlir_amp.jax.jit)")
        return on_xla(given)
    with tempfile.TemporaryDirectory(prefix="amp-") as folder:
        inputs = completed(given.module, given.inputs, pathlib.Path(folder))
        options = {"inputs": inputs, "outputs": given.outputs, "steps": given.steps, "history": given.history}
        options["target"] = given.target
        command = "run" if given.steps is None and given.history is None else "train"
        arguments = [command, str(given.module), *(f"--{name}={value}" for name, value in options.items() if value is not None)]
        if given.steps and given.outputs and sys.stderr.isatty():  # then amp-run says how far it is
            return tools.watch("amp-run", arguments)
        with busy(f"amp-run {given.module}"):
            output = tools.run("amp-run", [*arguments, *([] if given.outputs else ["--print"])])
    sys.stdout.write(output.text)
    sys.stderr.write(output.messages)


def completed(module: pathlib.Path, inputs: pathlib.Path, folder: pathlib.Path) -> pathlib.Path:
    """The inputs, with the first values of what optimize added (scalers, shadows of weights), if they have only the step's own."""
    if not inputs.is_file() or not module.is_file() or not ADDED.search(text := module.read_text()):
        return inputs
    from mlir_amp.jax import stablehlo

    with np.load(inputs) as stored:
        values = carried(stablehlo.read(text), stored)
    np.savez(folder / "inputs.npz", **{f"in_{i}": np.asarray(value) for i, value in enumerate(values)})  # type: ignore[arg-type]
    return folder / "inputs.npz"


def carried(module: Any, stored: Any) -> list[Any]:
    """All arguments of a module, from a file that may lack those that optimize added."""
    from mlir_amp.jax.scaler import Layout

    names = [f"in_{i}" for i in range(len(module.inputs))]
    layout = Layout(module)
    if missing := [name for name in names[: layout.own_inputs] if name not in stored]:
        raise OptionError(f"the inputs have no {', '.join(missing)}: the module takes {layout.own_inputs} arguments")
    own = [stored[name] for name in names[: layout.own_inputs]]
    first = zip(names[layout.own_inputs :], layout.flat(layout.initial(own)), strict=True)
    return [*own, *(stored.get(name, value) for name, value in first)]


def on_xla(given: argparse.Namespace) -> None:
    """The same through JAX, on one device."""
    import jax

    from mlir_amp.jax import engines, stablehlo

    with busy(f"XLA {given.module}"), np.load(given.inputs) as stored:
        module = stablehlo.read(given.module.read_text())
        values = [engines.typed(value, slot) for value, slot in zip(carried(module, stored), module.inputs, strict=True)]
        results = jax.jit(engines.on_xla(module))(*values)
    named: dict[str, Any] = {f"out_{i}": np.asarray(result) for i, result in enumerate(results)}
    if given.outputs:
        np.savez(given.outputs, **named)
        return
    for name, result in named.items():
        print(f"{name}: {result.dtype}{list(result.shape)} {np.array2string(result.ravel(), threshold=6, precision=5)}")
