# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""`convert`: an ONNX model in mixed precision, with the signature that it had."""

import collections
import dataclasses
import os
import pathlib
import re
from collections.abc import Iterator
from typing import Any

import onnx
import onnx.inliner
import onnx.version_converter
from onnx.external_data_helper import load_external_data_for_tensor, uses_external_data

from mlir_amp.errors import AmpError, OptionError
from mlir_amp.onnx.read import Reader
from mlir_amp.onnx.types import HALF
from mlir_amp.onnx.write import Writer
from mlir_amp.options import Options

OLDEST = 17
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
        """Writes the model, with its weights in a file of their own if one file cannot hold them, and checks it."""
        path = pathlib.Path(path)
        large = sum(w.ByteSize() for w in self.model.graph.initializer) > LARGEST
        onnx.save(self.model, path, save_as_external_data=large, location=f"{path.name}.data" if large else None)
        check(path)


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
    own = _loaded(model)
    _check_opset(own)
    if own.functions:
        own = onnx.inliner.inline_local_functions(own)
    _load_data(own)
    if opset is not None:
        own = _with_opset(own, opset)
    _check_f32(own)
    reader = Reader(own, options.compute, keep)
    decided = reader.module.decide(options)
    writer = Writer(decided.functions, options.compute)
    writer.write(reader.root)
    own.producer_name, own.producer_version = "mlir-amp", _version()
    nodes = sum(1 for _ in _nodes(own.graph)) - writer.casts
    notes = tuple(_notes(reader, writer, decided.report))
    return Converted(own, decided.report, notes, writer.lowered, nodes, writer.casts, writer.weights)


def check(path: pathlib.Path) -> None:
    """Raises AmpError if ONNX's checker refuses a file."""
    try:
        onnx.checker.check_model(str(path), full_check=True)
    except (onnx.checker.ValidationError, onnx.shape_inference.InferenceError) as error:
        raise AmpError(f"{path}: expects a model that onnx.checker accepts, but got {str(error).strip()}") from error


def _loaded(model: Any) -> Any:
    if isinstance(model, onnx.ModelProto):
        if not model.HasField("graph"):
            raise AmpError("expects an ONNX model, but got one without a graph")
        own = onnx.ModelProto()
        own.CopyFrom(model)
        return own
    try:
        own = onnx.load(model)
    except FileNotFoundError as error:
        missing = pathlib.Path(error.filename or "")
        if pathlib.Path(model).exists():
            raise AmpError(f"{model}: expects the file '{missing.name}' with its weights, but there is none") from error
        raise
    except onnx.checker.ValidationError as error:
        raise AmpError(f"{model}: expects the files with its weights, but got: {str(error).strip()}") from error
    except Exception as error:
        if type(error).__name__ != "DecodeError":
            raise
        raise AmpError(f"{model}: expects an ONNX model, but got a file that is none") from error
    if not own.HasField("graph"):
        found = "a file that is none" if pathlib.Path(model).stat().st_size else "an empty file"
        raise AmpError(f"{model}: expects an ONNX model, but got {found}")
    return own


def _load_data(model: Any) -> None:
    """Reads what onnx.load left in other files, as it does with load_external_data=False."""
    for tensor in _tensors(model.graph):
        if not uses_external_data(tensor):
            continue
        try:
            load_external_data_for_tensor(tensor, "")
        except (OSError, onnx.checker.ValidationError) as error:
            file = next((entry.value for entry in tensor.external_data if entry.key == "location"), "")
            raise AmpError(
                f"expects the data of tensor '{tensor.name}' in the file '{file}', but there is none here: "
                "onnx.load(path) loads it with the model"
            ) from error
        tensor.data_location = onnx.TensorProto.DEFAULT
        del tensor.external_data[:]


def _check_opset(model: Any) -> None:
    version = next((o.version for o in model.opset_import if o.domain in ("", "ai.onnx")), None)
    if version is None or version < OLDEST:
        found = "none" if version is None else version
        raise AmpError(
            f"expects an opset of at least {OLDEST}, but got {found}: onnx.version_converter.convert_version(model, {OLDEST})"
        )


def _with_opset(model: Any, opset: int) -> Any:
    try:
        return onnx.version_converter.convert_version(model, opset)
    except Exception as error:
        raise AmpError(f"opset={opset} expects operators that onnx.version_converter converts, but got: {error}") from error


def _check_f32(model: Any) -> None:
    """AmpError for a model that has 16-bit weights, inputs or outputs. (The reader finds nodes that make such tensors.)"""
    for graph in _graphs(model.graph):
        for weight in (*graph.initializer, *(sparse.values for sparse in graph.sparse_initializer)):
            if weight.data_type in HALF:
                raise AmpError(f"expects an f32 model, but got {HALF[weight.data_type]} in weight '{weight.name}'")
        for value in (*graph.input, *graph.output):
            if value.type.tensor_type.elem_type in HALF:
                raise AmpError(f"expects an f32 model, but got {HALF[value.type.tensor_type.elem_type]} in '{value.name}'")


def _check_expression(keep: str) -> None:
    try:
        re.compile(keep)
    except re.error as error:
        raise OptionError(f"keep expects a regular expression, but got '{keep}': {error}") from error


def _graphs(graph: Any) -> Iterator[Any]:
    yield graph
    for node in graph.node:
        for attribute in node.attribute:
            for inner in [attribute.g] if attribute.HasField("g") else [*attribute.graphs]:
                yield from _graphs(inner)


def _tensors(graph: Any) -> Iterator[Any]:
    for one in _graphs(graph):
        yield from one.initializer
        for sparse in one.sparse_initializer:
            yield from (sparse.values, sparse.indices)
    for node in _nodes(graph):
        for attribute in node.attribute:
            yield from ([attribute.t] if attribute.HasField("t") else attribute.tensors)


def _nodes(graph: Any) -> Iterator[Any]:
    for one in _graphs(graph):
        yield from one.node


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
