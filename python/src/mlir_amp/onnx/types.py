# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Types of the values of an ONNX graph, and the types that an operator of an opset takes."""

from collections.abc import Iterator
from typing import Any

import onnx
from onnx import TensorProto

from mlir_amp.contractions import Shape
from mlir_amp.errors import AmpError
from mlir_amp.nodes import UNKNOWN, tensor
from mlir_amp.onnx.graphs import copied, described, graphs

ELEMENTS = {
    TensorProto.FLOAT: "f32", TensorProto.DOUBLE: "f64", TensorProto.FLOAT16: "f16", TensorProto.BFLOAT16: "bf16",
    TensorProto.BOOL: "i1",
    TensorProto.INT8: "i8", TensorProto.INT16: "i16", TensorProto.INT32: "i32", TensorProto.INT64: "i64",
    TensorProto.UINT8: "ui8", TensorProto.UINT16: "ui16", TensorProto.UINT32: "ui32", TensorProto.UINT64: "ui64",
}  # fmt: skip
HALF = {TensorProto.FLOAT16: "float16", TensorProto.BFLOAT16: "bfloat16"}
SCHEMA = {"f16": "tensor(float16)", "bf16": "tensor(bfloat16)"}
PLAIN = "tensor(float)"
DATA_FREE = 1024
"""Bytes from which on the data of a weight is left out of ONNX's passes, which copy the model."""


class Types:
    """Type and shape of each value of one graph."""

    def __init__(self, graph: Any) -> None:
        self._types: dict[str, tuple[str, Shape]] = {}
        for value in (*graph.input, *graph.value_info, *graph.output):
            self._types[value.name] = _read(value.type)
        for weight in graph.initializer:
            self._types[weight.name] = ELEMENTS.get(weight.data_type, UNKNOWN), tuple(weight.dims)

    def mlir(self, name: str) -> str:
        """The type as MLIR writes it."""
        element, shape = self._types.get(name, (UNKNOWN, None))
        return UNKNOWN if element == UNKNOWN else tensor(element, shape)

    def shape(self, name: str) -> Shape:
        """The shape; None if its rank is unknown."""
        return self._types.get(name, (UNKNOWN, None))[1]

    def is_f32(self, name: str) -> bool:
        """True for tensors of f32."""
        return self._types.get(name, (UNKNOWN, None))[0] == "f32"

    def half(self, name: str) -> str | None:
        """The 16-bit type of a tensor, by ONNX's name; None for others."""
        element = self._types.get(name, (UNKNOWN, None))[0]
        return next((known for number, known in HALF.items() if ELEMENTS[number] == element), None)

    def is_unknown(self, name: str) -> bool:
        """True for values whose type inference did not find, sequences and strings."""
        return self._types.get(name, (UNKNOWN, None))[0] == UNKNOWN


def _read(type: Any) -> tuple[str, Shape]:
    if not type.HasField("tensor_type"):
        return UNKNOWN, None
    found = type.tensor_type
    shape = tuple(d.dim_value if _is_known(d) else None for d in found.shape.dim) if found.HasField("shape") else None
    return ELEMENTS.get(found.elem_type, UNKNOWN), shape


def _is_known(dimension: Any) -> bool:
    return bool(dimension.HasField("dim_value") and dimension.dim_value >= 0)


def infer(graph: Any, opsets: Any, captured: dict[str, Any]) -> Types:
    """Types of a graph by ONNX's inference; `captured` are the types of values of graphs around it."""
    bare = copied(graph, ["initializer"])
    for weight in graph.initializer:
        bare.initializer.append(weight if weight.ByteSize() < DATA_FREE else described(weight))
    for name, type in captured.items():
        bare.input.append(onnx.ValueInfoProto(name=name, type=type))
    for one in graphs(bare):
        _forget_negative(one)
    try:
        inferred = onnx.shape_inference.infer_shapes(
            onnx.ModelProto(ir_version=10, opset_import=opsets, graph=bare), data_prop=True
        )
    except onnx.shape_inference.InferenceError as error:
        raise AmpError(f"expects types that onnx.shape_inference accepts, but got {' '.join(str(error).split())}") from error
    return Types(inferred.graph)


def _forget_negative(graph: Any) -> None:
    """Makes negative sizes unknown, which some exporters write for a size that is known at run time only."""
    for value in (*graph.input, *graph.output, *graph.value_info):
        for dimension in value.type.tensor_type.shape.dim if value.type.HasField("tensor_type") else ():
            if dimension.HasField("dim_value") and dimension.dim_value < 0:
                dimension.ClearField("dim_value")


class Schemas:
    """The operators of a model's opsets."""

    def __init__(self, opsets: Any, low: str) -> None:
        self._opset = next(o.version for o in opsets if o.domain in ("", "ai.onnx"))
        self._low = SCHEMA[low]

    def refuses(self, node: Any, types: Types) -> bool:
        """True if the operator does not take the low format where the node has f32."""
        if node.domain not in ("", "ai.onnx"):
            return True
        try:
            schema = onnx.defs.get_schema(node.op_type, self._opset, "")
        except onnx.defs.SchemaError:
            return True
        allowed = {c.type_param_str: set(c.allowed_type_strs) for c in schema.type_constraints}
        for names, formal in ((node.input, schema.inputs), (node.output, schema.outputs)):
            for name, parameter in _paired(names, formal):
                # An operand that is written tensor(float) in the schema stays f32 by its row.
                if types.is_f32(name) and self._low not in allowed.get(parameter.type_str, {self._low}):
                    return True
        return False


def _paired(names: Any, formal: Any) -> Iterator[tuple[str, Any]]:
    """Names with their formal parameters, of which the last may stand for any number."""
    for i, name in enumerate(names):
        if name:
            yield name, formal[min(i, len(formal) - 1)]
