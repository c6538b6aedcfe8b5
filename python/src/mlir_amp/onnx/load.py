# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A model of the user as the reader takes it: a copy without functions, in the opset asked for, in order, with unique names.

Large weights are inputs of that copy while ONNX's own passes run on it, since those hold 2 GiB at most.
"""

import pathlib
from typing import Any

import onnx
import onnx.inliner
import onnx.version_converter
from onnx.external_data_helper import load_external_data_for_tensor, uses_external_data

from mlir_amp.errors import AmpError, OptionError
from mlir_amp.onnx.graphs import Names, copied, graphs, nodes, rename, sort, tensors
from mlir_amp.onnx.types import DATA_FREE, HALF

OLDEST = 17
DROPPED = "quantization_annotation", "metadata_props"
"""Fields of a graph that onnx.version_converter drops."""


def load(model: Any, opset: int | None) -> Any:
    """A private copy of a model (or of the model in a file) that `Reader` reads; AmpError for one that it cannot read."""
    source = _opened(model)
    _check_opset(source)
    if opset is not None and opset < OLDEST:
        raise OptionError(f"opset expects at least {OLDEST}, but got {opset}")
    own = copied(source, ["graph"])
    own.graph.CopyFrom(copied(source.graph, ["initializer", "sparse_initializer"]))
    weights = _detach(source.graph, own.graph)
    _load_data(own)
    if own.functions:
        own = _inlined(own)
    sort(own.graph)
    _check(own)
    if opset is not None:
        own = _with_opset(own, opset)
        _check_opset(own)
    rename(own.graph, Names(own.graph))
    _attach(own.graph, source.graph, weights)
    _load_data(own)
    _check_f32(own)
    return own


def _opened(model: Any) -> Any:
    if isinstance(model, onnx.ModelProto):
        if not model.HasField("graph"):
            raise AmpError("expects an ONNX model, but got one without a graph")
        return model
    try:
        own = onnx.load(model)
    except FileNotFoundError as error:
        missing = pathlib.Path(error.filename or "")
        if pathlib.Path(model).exists():
            raise AmpError(f"{model}: expects the file '{missing.name}' with its weights, but there is none") from error
        raise
    except (ValueError, onnx.checker.ValidationError) as error:
        raise AmpError(f"{model}: expects the files with its weights, but got: {str(error).strip()}") from error
    except Exception as error:
        if type(error).__name__ != "DecodeError":
            raise
        raise AmpError(f"{model}: expects an ONNX model, but got a file that is none") from error
    if not own.HasField("graph"):
        found = "a file that is none" if pathlib.Path(model).stat().st_size else "an empty file"
        raise AmpError(f"{model}: expects an ONNX model, but got {found}")
    return own


def _detach(source: Any, own: Any) -> list[str]:
    """Copies small weights; the others become inputs at the end of the list, whose names are returned."""
    inputs = {value.name for value in own.input}
    detached = []
    for weight in source.initializer:
        if _is_small(weight):
            own.initializer.append(weight)
        elif weight.name not in inputs:
            own.input.append(onnx.helper.make_tensor_value_info(weight.name, weight.data_type, weight.dims))
            detached.append(weight.name)
    for sparse in source.sparse_initializer:
        if sparse.values.name not in inputs:
            own.input.append(onnx.helper.make_tensor_value_info(sparse.values.name, sparse.values.data_type, sparse.dims))
            detached.append(sparse.values.name)
    return detached


def _attach(own: Any, source: Any, detached: list[str]) -> None:
    """Puts the weights of `source` back; what a pass did to small ones stays."""
    names = set(detached)
    kept = [value for value in own.input if value.name not in names]
    del own.input[:]
    own.input.extend(kept)
    small = {weight.name: weight for weight in own.initializer}
    for weight in source.initializer:
        if not _is_small(weight):
            own.initializer.append(weight)
        elif weight.name in small and weight.HasField("doc_string"):
            small[weight.name].doc_string = weight.doc_string
    own.sparse_initializer.extend(source.sparse_initializer)


def _is_small(weight: Any) -> bool:
    return bool(weight.ByteSize() < DATA_FREE and not uses_external_data(weight))


def _load_data(model: Any) -> None:
    """Reads what onnx.load left in other files, as it does with load_external_data=False."""
    stored = (attribute.t for function in model.functions for node in function.node for attribute in node.attribute)
    for tensor in (*tensors(model.graph), *stored):
        if not uses_external_data(tensor):
            continue
        try:
            load_external_data_for_tensor(tensor, "")
        except (OSError, ValueError, onnx.checker.ValidationError) as error:
            file = next((entry.value for entry in tensor.external_data if entry.key == "location"), "")
            found = (
                f"got: {error}" if isinstance(error, ValueError) else "there is none here: onnx.load(path) loads it with the model"
            )
            raise AmpError(f"expects the data of tensor '{tensor.name}' in the file '{file}', but {found}") from error
        tensor.data_location = onnx.TensorProto.DEFAULT
        del tensor.external_data[:]


def version(imports: Any, domain: str = "") -> int | None:
    """The version of a domain that a model or function imports."""
    names = ("", "ai.onnx") if domain in ("", "ai.onnx") else (domain,)
    return next((o.version for o in imports if o.domain in names), None)


def _check_opset(model: Any) -> None:
    found = version(model.opset_import)
    if found is None or found < OLDEST:
        raise AmpError(
            f"expects an opset of at least {OLDEST}, but got {'none' if found is None else found}: "
            f"onnx.version_converter.convert_version(model, {OLDEST})"
        )


def _inlined(model: Any) -> Any:
    """The model with the bodies of its functions in its graph, in its own opset, and with the domains that the functions import."""
    default = version(model.opset_import)
    is_mixed = any(version(function.opset_import) not in (None, default) for function in model.functions)
    own = (_inlined_in_opset(model) if is_mixed else None) or _inlined_as_is(model)
    for entry in (entry for function in model.functions for entry in function.opset_import):
        if version(own.opset_import, entry.domain) is None:
            own.opset_import.append(entry)
    return own


def _inlined_as_is(model: Any) -> Any:
    """Functions of another opset stay functions."""
    try:
        return onnx.inliner.inline_local_functions(model)
    except Exception as error:
        raise AmpError(f"expects functions that onnx.inliner inlines, but got: {str(error).strip()}") from error


def _inlined_in_opset(model: Any) -> Any:
    """Functions of another opset are converted; None if one cannot be."""
    try:  # the converter asks for the types of values
        own = onnx.inliner.inline_local_functions(onnx.shape_inference.infer_shapes(model), convert_version=True)
    except Exception:
        return None
    del own.graph.value_info[:]
    own.graph.value_info.extend(model.graph.value_info)
    return own


def _check(model: Any) -> None:
    try:
        onnx.checker.check_model(model)
    except onnx.checker.ValidationError as error:
        raise AmpError(f"expects a model that onnx.checker accepts, but got {' '.join(str(error).split())}") from error


def _with_opset(model: Any, opset: int) -> Any:
    """The model in another opset, with the fields that onnx.version_converter drops."""
    try:
        own = onnx.version_converter.convert_version(model, opset)
    except Exception as error:
        raise AmpError(f"opset={opset} expects operators that onnx.version_converter converts, but got: {error}") from error
    own.training_info.extend(model.training_info)
    for field in DROPPED:
        if not getattr(own.graph, field):
            getattr(own.graph, field).extend(getattr(model.graph, field))
    known = {node.name: node for node in nodes(model.graph) if node.name}
    for node in nodes(own.graph):
        if node.name in known and not node.metadata_props:
            node.metadata_props.extend(known[node.name].metadata_props)
    return own


def _check_f32(model: Any) -> None:
    """AmpError for a model that has 16-bit weights, inputs or outputs. (The reader finds nodes that make such tensors.)"""
    for graph in graphs(model.graph):
        for weight in (*graph.initializer, *(sparse.values for sparse in graph.sparse_initializer)):
            if weight.data_type in HALF:
                raise AmpError(f"expects an f32 model, but got {HALF[weight.data_type]} in weight '{weight.name}'")
        for value in (*graph.input, *graph.output):
            if value.type.tensor_type.elem_type in HALF:
                raise AmpError(f"expects an f32 model, but got {HALF[value.type.tensor_type.elem_type]} in '{value.name}'")
