# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Decisions back into an ONNX graph.

    x -> Cast -> MatMul -> Cast -> y     one Cast per tensor, where the tensor is made; weights are converted in the file

Nodes keep their order and their names. Of a tensor in two types, the f32 one keeps the name.
"""

import collections
from collections.abc import Iterator
from typing import Any

import ml_dtypes
import numpy as np
import onnx

from mlir_amp.nodes import Decision, Step, Version
from mlir_amp.onnx.graphs import Names, given, reads
from mlir_amp.onnx.read import Constant, Scope

NUMBERS = {"f32": onnx.TensorProto.FLOAT, "f16": onnx.TensorProto.FLOAT16, "bf16": onnx.TensorProto.BFLOAT16}
DTYPES = {"f16": np.float16, "bf16": ml_dtypes.bfloat16}


LowNames = collections.ChainMap[Any, Any]
"""Names of the low versions of values: of one graph, then of those around it."""


class Writer:
    """Writes the decisions of a model into its graphs, and counts what changes."""

    def __init__(self, decisions: dict[str, Decision], low: str, training: set[str]) -> None:
        self.low, self.training = low, training
        self.casts = self.lowered = self.weights = self.flushed = 0
        self._decisions = decisions
        self._low_weights: dict[tuple[int, str], str] = {}

    def write(self, root: Scope) -> None:
        """Changes a graph and those inside it."""
        self.names = Names(root.graph)
        self.graph(root, collections.ChainMap()).write()

    def graph(self, scope: Scope, outer: LowNames) -> "_Graph":
        """The changes of one graph; `outer` are the low versions of values of graphs around it."""
        return _Graph(self, scope, self._decisions[scope.function.name], outer)

    def weight(self, value: str, constant: Constant) -> str:
        """The name of a weight in the low format, which its graph gets at the first use."""
        key = id(constant.graph), value
        if key not in self._low_weights:
            with np.errstate(over="ignore"):
                low = constant.array.astype(DTYPES[self.low])
            self.flushed += int(np.count_nonzero(constant.array) - np.count_nonzero(low))
            self.weights += 1
            self._low_weights[key] = self.names.free(f"{value}_{self.low}")
            made = onnx.numpy_helper.from_array(low, self._low_weights[key])
            if constant.weight:
                if constant.weight.HasField("doc_string"):
                    made.doc_string = constant.weight.doc_string
                made.metadata_props.extend(constant.weight.metadata_props)
            constant.graph.initializer.append(made)
        return self._low_weights[key]

    def has_weight(self, value: str, graph: Any) -> bool:
        """True for a weight of a graph that has a low version."""
        return (id(graph), value) in self._low_weights


class _Graph:
    """The changes of one graph."""

    def __init__(self, writer: Writer, scope: Scope, decision: Decision, outer: LowNames) -> None:
        self.writer, self.scope, self.steps, self.low = writer, scope, decision.steps, writer.low
        versions = {v for step in self.steps for v in (*step.operands, *step.results) if v} | set(decision.returned)
        wide = {v.value for v in versions if v.element == "f32"}
        lows = [v.value for step in self.steps for v in step.results if v.element == self.low and v.value not in scope.constants]
        self.names = outer.new_child()
        self.wanted = [value for value in lows if value in scope.captured and value not in outer]
        for value in lows:
            if value not in scope.captured:
                self.names[value] = self._low_name(value) if value in wide else value
        self.children = [writer.graph(child, self.names) for child in scope.children]
        # Casts of captured values are where the value is: a loop would repeat them, and each branch would have its own.
        self.hoisted: set[Any] = set()
        for value in (value for child in self.children for value in child.wanted):
            if value in scope.captured:
                self.wanted.append(value)
            elif value not in self.names:
                self.names[value] = self._low_name(value)
                self.hoisted.add(value)

    def _low_name(self, value: Any) -> str:
        return self.writer.names.free(f"{value}_{self.low}")

    def write(self) -> None:
        """Replaces the nodes of the graph, after those of the graphs inside."""
        for child in self.children:
            child.write()
        graph = self.scope.graph
        constants = [node for node in graph.node if node.op_type == "Constant" and node.output[0] in self.scope.constants]
        nodes = list(self._nodes({v.name for v in graph.output}))
        nodes = [*constants, *nodes]
        del graph.node[:]
        read = {name for node in nodes for name in reads(node)} | {v.name for v in graph.output}
        graph.node.extend(node for node in nodes if node.op_type != "Constant" or node.output[0] in read or node not in constants)
        self._drop_weights(read)
        for info in graph.value_info:
            if self.names.get(info.name) == info.name:
                info.type.tensor_type.elem_type = NUMBERS[self.low]

    def _nodes(self, read: set[str]) -> Iterator[Any]:
        """The nodes in order, without casts whose result has no user: graphs inside may take a low version."""
        first = [(True, self._cast(name, self.low)) for name in given(self.scope.graph) if name in self.hoisted]
        made = [*first, *(node for step in self.steps for node in self._step(step))]
        kept: list[Any] = []
        for is_cast, node in reversed(made):
            if is_cast and node.output[0] not in read:
                continue
            self.writer.casts += is_cast
            read.update(reads(node))
            kept.append(node)
        yield from reversed(kept)

    def _step(self, step: Step) -> Iterator[tuple[bool, Any]]:
        if step.operands and step.node is None:
            (operand,), (result,) = step.operands, step.results
            if operand and result.value not in self.scope.constants and result.value not in self.scope.captured:
                yield True, self._cast(operand.value, result.element)
        elif step.node is not None:
            made = onnx.NodeProto()
            made.CopyFrom(step.node)
            del made.input[:], made.output[:]
            made.input.extend([self._name(version) for version in step.operands][: len(step.node.input)])
            made.output.extend([self._name(version) for version in step.results])
            self.writer.lowered += any(v and v.element == self.low for v in (*step.operands, *step.results))
            yield False, made
            yield from ((True, self._cast(v.value, self.low)) for v in step.results if v.value in self.hoisted)

    def _cast(self, value: Any, element: str) -> Any:
        """A cast of the other version of a value to an element type."""
        versions = Version(value, "f32" if element == self.low else self.low), Version(value, element)
        operand, result = map(self._name, versions)
        return onnx.helper.make_node(
            "Cast", [operand], [result], self.writer.names.free(f"{value}_to_{element}"), to=NUMBERS[element]
        )

    def _name(self, version: Version | None) -> str:
        """The name of a version of a value."""
        if version is None or not isinstance(version.value, str):
            return ""
        if version.element != self.low:
            return version.value
        if version.value in self.scope.constants:
            return self.writer.weight(version.value, self.scope.constants[version.value])
        return str(self.names[version.value])

    def _drop_weights(self, read: set[str]) -> None:
        """Erases f32 weights whose low versions replaced all their uses, except those that other parts of the file name."""
        graph = self.scope.graph
        annotated = {e.value for a in graph.quantization_annotation for e in a.quant_parameter_tensor_names}
        annotated.update(annotation.tensor_name for annotation in graph.quantization_annotation)
        kept = read | annotated | self.writer.training | {v.name for v in graph.input}
        for i in reversed(range(len(graph.initializer))):
            name = graph.initializer[i].name
            if name not in kept and self.writer.has_weight(name, graph):
                del graph.initializer[i]
