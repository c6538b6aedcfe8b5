# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""An ONNX model as a module of the dialect onnx: a function per graph.

    If(c) {then_branch = A, else_branch = B}     ==>     @main: "onnx.If"(%c, values that A and B capture), and functions of A and B

The results of subgraphs are part of their signatures, so they stay f32; the nodes inside are decided like others.
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
import onnx

from mlir_amp.errors import AmpError
from mlir_amp.nodes import Function, Module, tensor
from mlir_amp.onnx.constants import Constants
from mlir_amp.onnx.graphs import free_names, subgraphs
from mlir_amp.onnx.sizes import attribute, contraction
from mlir_amp.onnx.types import ELEMENTS, Schemas, Types, infer

SCATTERS = "ScatterElements", "ScatterND"


class Constant(NamedTuple):
    """An f32 tensor of the file: its elements, the graph that has it, and the weight that it is, if it is one."""

    array: Any
    graph: Any
    weight: Any = None


class Scope:
    """A graph with its function, its types, its f32 tensors, those of the graphs around it, and bounds of constant results."""

    def __init__(
        self, graph: Any, function: Function, types: Types, constants: dict[str, Constant], known: Constants, captured: set[str]
    ) -> None:
        self.graph, self.function, self.types, self.constants = graph, function, types, constants
        self.known, self.captured = known, captured
        self.children: list[Scope] = []


class Reader:
    """Reads one model; afterwards `root` is the scope of the main graph, and `notes` says which nodes stay f32 and why.

    AmpError for a node that makes a 16-bit tensor already.
    """

    def __init__(self, model: Any, low: str, keep: str | None) -> None:
        self.module = Module("onnx")
        self.notes: dict[tuple[str, str], int] = {}
        self._opsets, self._low, self._keep = list(model.opset_import), low, re.compile(keep) if keep else None
        self._schemas = Schemas(self._opsets, low)
        self.root = self._graph(model.graph, "main", {}, None)

    def _graph(self, graph: Any, name: str, captured: dict[str, Any], around: Scope | None) -> Scope:
        outer = around.constants if around else {}
        types = infer(graph, self._opsets, captured)
        function = self.module.function(name)
        inputs = {value.name for value in graph.input}
        constants = outer | {
            w.name: Constant(onnx.numpy_helper.to_array(w), graph, w)
            for w in graph.initializer
            if types.is_f32(w.name) and w.name not in inputs
        }
        constants |= {name: Constant(array, graph) for name, array in _constant_nodes(graph)}
        known = Constants(graph, self._opsets, around.known if around else None)
        scope = Scope(graph, function, types, constants, known, set(captured))
        for value in (*(v.name for v in graph.input), *captured):
            if value not in outer and not function.has(value):
                function.argument(value, types.mlir(value), known.bounds.get(value))
        for node in graph.node:
            known.read(node, types)
            self._node(node, scope)
        results = [value.name for value in graph.output]
        for value in results:
            self._read(value, scope)
        function.returns(results)
        return scope

    def _read(self, value: str, scope: Scope) -> str | None:
        """Defines a weight at its first use; None for an absent operand."""
        if not value:
            return None
        if not scope.function.has(value):
            if (constant := scope.constants.get(value)) is not None:
                scope.function.constant(value, tensor("f32", constant.array.shape), constant.array)
            else:  # a weight of another type, or a sparse one
                result = value, scope.types.mlir(value)
                scope.function.node(None, "Weight", [], [result], location=value, bounds=scope.known.bounds.get(value))
        return value

    def _node(self, node: Any, scope: Scope) -> None:
        if node.op_type == "Constant" and node.output[0] in scope.constants:
            return
        for name in node.output:
            if half := scope.types.half(name):
                raise AmpError(f"expects an f32 model, but got {half} from node '{label(node)}'")
        read = [self._read(value, scope) for value in node.input]
        inner = list(subgraphs(node))
        captured = sorted({name for graph in inner for name in free_names(graph)} - set(node.input))
        read += [self._read(value, scope) for value in captured]
        results = [(name or (id(node), i), scope.types.mlir(name)) for i, name in enumerate(node.output)]
        shapes = [scope.types.shape(name) for name in node.input], [scope.types.shape(name) for name in node.output]
        scope.function.node(
            node, operator(node), read, results, location=label(node),
            sizes=contraction(node, *shapes), keep=self._stays(node, scope),
            bounds=scope.known.bounds.get(next(iter(node.output), "")),
        )  # fmt: skip
        for graph in inner:
            name = f"main_{len(self.module.functions)}"
            types = {v: self._proto(v, scope) for v in free_names(graph)}
            scope.children.append(self._graph(graph, name, types, scope))

    def _proto(self, value: str, scope: Scope) -> Any:
        """The type of a captured value."""
        element = next((number for number, e in ELEMENTS.items() if scope.types.mlir(value).endswith((f"x{e}>", f"<{e}>"))), 0)
        shape = scope.types.shape(value)
        return onnx.helper.make_tensor_type_proto(element, shape) if element else onnx.TypeProto()

    def _stays(self, node: Any, scope: Scope) -> bool:
        """True for a node that is f32 whatever amp-opt would decide; the reason becomes a note."""
        values = [name for name in (*node.input, *node.output) if name]
        if not any(scope.types.is_f32(name) for name in values):
            return False
        if self._keep and (self._keep.search(node.name) or self._keep.fullmatch(node.op_type)):
            return self._note(node, "named by --keep")
        if any(scope.types.is_unknown(name) for name in values):
            return self._note(node, "a type that inference does not find")
        if self._low == "f16" and node.op_type == "Mul" and node.input[0] == node.input[1]:
            return self._note(node, "a square, which leaves the range of f16 above 255")
        if node.op_type in SCATTERS and attribute(node, "reduction", b"none") != b"none":
            return self._note(node, "sums or products of many elements")
        if not any(True for _ in subgraphs(node)) and self._schemas.refuses(node, scope.types):
            known = node.domain in ("", "ai.onnx") and onnx.defs.has(node.op_type)
            return self._note(node, f"no {self._low} in the model's opset" if known else "an operator of another domain")
        return False

    def _note(self, node: Any, reason: str) -> bool:
        self.notes[operator(node), reason] = self.notes.get((operator(node), reason), 0) + 1
        return True


def label(node: Any) -> str:
    """The name of a node, or of what it makes."""
    return str(node.name or next((name for name in node.output if name), node.op_type))


def operator(node: Any) -> str:
    """The name of an op in the dialect: operators of other domains have their domain in it, Max and Min not of two values "_n"."""
    if node.domain not in ("", "ai.onnx"):
        return f"{node.domain}.{node.op_type}"
    return f"{node.op_type}_n" if node.op_type in ("Max", "Min") and len(node.input) != 2 else str(node.op_type)


def _constant_nodes(graph: Any) -> Iterator[tuple[str, Any]]:
    for node in graph.node:
        if node.op_type == "Constant" and node.domain in ("", "ai.onnx"):
            if len(node.attribute) != 1:
                raise AmpError(f"expects one value of the Constant '{label(node)}', but got {len(node.attribute)}")
            (value,) = node.attribute
            if value.name == "value" and value.t.data_type == onnx.TensorProto.FLOAT:
                yield node.output[0], onnx.numpy_helper.to_array(value.t)
            elif value.name == "value_float":
                yield node.output[0], np.array(value.f, np.float32)
            elif value.name == "value_floats":
                yield node.output[0], np.array(value.floats, np.float32)
