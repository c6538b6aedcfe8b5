# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`convert`: an ONNX model in mixed precision, with the signature that it had."""

import collections
import dataclasses
import os
import pathlib
import re
import tempfile
from collections.abc import Iterator
from typing import Any

import onnx

from mlir_amp.errors import AmpError, OptionError
from mlir_amp.onnx.graphs import copied, described, free_names, nodes
from mlir_amp.onnx.load import load
from mlir_amp.onnx.read import Reader
from mlir_amp.onnx.types import DATA_FREE
from mlir_amp.onnx.write import Writer
from mlir_amp.options import Options

OWN = "onnx.Absent", "onnx.Weight"
"""Ops that are no nodes of the model."""
LARGEST = 2**31 - 2**20
"""Bytes of a file of protocol buffers."""


@dataclasses.dataclass(frozen=True)
class Converted:
    """A converted model, amp-opt's report, and counts: nodes in low precision, all nodes, casts, converted weights."""

    model: Any
    report: Any
    notes: tuple[str, ...]
    low_nodes: int
    nodes: int
    casts: int
    weights: int

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes the model, with its weights in a file of their own if one file cannot hold them.

        AmpError if onnx.checker refuses it; a file that was there before stays then.
        """
        path = pathlib.Path(path)
        check_folder(path)
        large = sum(w.ByteSize() for w in self.model.graph.initializer) > LARGEST
        with tempfile.TemporaryDirectory(prefix=".amp-", dir=path.parent) as folder:
            made, data = pathlib.Path(folder) / path.name, pathlib.Path(folder) / f"{path.name}.data"
            onnx.save(_with_data_in(data, self.model) if large else self.model, made)
            try:
                onnx.checker.check_model(str(made), full_check=True)
            except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
                raise AmpError(
                    f"{path}: expects a model that onnx.checker accepts, but got {' '.join(str(error).split())}"
                ) from error
            for file in [data, made] if large else [made]:
                os.replace(file, path.parent / file.name)


def convert(
    model: Any, *, compute: Any = "bfloat16", keep: str | None = None, opset: int | None = None, policy: Any = None,
    chip: str | None = None, solver: Any = None,
) -> Converted:  # fmt: skip
    """Converts a model.

    model    an onnx.ModelProto (which stays as it is), or the path of a file
    compute  "bfloat16" or "float16"
    keep     regular expression: nodes whose name has a match, or whose operator matches as a whole, stay f32
    opset    converts the model to this version of the operators first; bfloat16 reaches Conv with 22
    policy, chip, solver
             as for mlir_amp.jax.jit

    Raises subclasses of AmpError, which name node or tensor.
    """
    options = Options.of({"compute": compute, "policy": policy, "chip": chip, "solver": solver})
    if keep is not None:
        _check_expression(keep)
    if options.compute == "f32":
        raise OptionError("compute expects float16 or bfloat16, but got float32")
    own = load(model, opset)
    reader = Reader(own, options.compute, keep)
    decided = reader.module.decide(options)
    writer = Writer(decided.functions, options.compute, _training_names(own))
    writer.write(reader.root)
    own.producer_name, own.producer_version = "mlir-amp", _version()
    count = sum(1 for _ in nodes(own.graph)) - writer.casts
    notes = tuple(_notes(reader, writer, decided.report))
    return Converted(own, decided.report, notes, writer.lowered, count, writer.casts, writer.weights)


def check_folder(path: pathlib.Path) -> None:
    """Raises OptionError for a file whose folder does not exist."""
    if not path.parent.is_dir():
        raise OptionError(f"expects a file in a folder that exists, but got {path}")


def _with_data_in(file: pathlib.Path, model: Any) -> Any:
    """A copy of the model that has the data of large weights in this file."""
    own = copied(model, ["graph"])
    own.graph.CopyFrom(copied(model.graph, ["initializer"]))
    with file.open("wb") as data:
        for weight in model.graph.initializer:
            raw = weight.raw_data
            if len(raw) < DATA_FREE:
                own.graph.initializer.append(weight)
                continue
            stored = described(weight)
            stored.data_location = onnx.TensorProto.EXTERNAL
            for key, value in (("location", file.name), ("offset", data.tell()), ("length", len(raw))):
                stored.external_data.add(key=key, value=str(value))
            own.graph.initializer.append(stored)
            data.write(raw)
    return own


def _training_names(model: Any) -> set[str]:
    """The values that the training information of a model names."""
    found: set[str] = set()
    for info in model.training_info:
        for entry in (*info.initialization_binding, *info.update_binding):
            found.update((entry.key, entry.value))
        found.update(name for graph in (info.algorithm, info.initialization) for name in free_names(graph))
    return found


def _check_expression(keep: str) -> None:
    try:
        re.compile(keep)
    except re.error as error:
        raise OptionError(f"keep expects a regular expression, but got '{keep}': {error}") from error


def _notes(reader: Reader, writer: Writer, report: Any) -> Iterator[str]:
    for (name, reason), count in sorted(reader.notes.items()):
        yield f"{name} ({count}) stays f32: {reason}"
    opaque = [op["name"] for op in report["ops"] if op["class"] == "opaque" and op["name"] not in OWN]
    noted = {name for name, _ in reader.notes}
    for name, count in sorted(collections.Counter(opaque).items()):
        if (plain := name.removeprefix("onnx.")) not in noted:
            yield f"{plain} ({count}) stays f32: no row describes it, or its row keeps its types"
    if writer.flushed:
        yield f"{writer.flushed} weight(s) became zero"


def _version() -> str:
    from mlir_amp import __version__

    return __version__
