# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Walks over ONNX graphs and the graphs in their nodes (If, Loop, Scan), order of nodes, and names that do not shadow others."""

import graphlib
from collections.abc import Collection, Iterator
from typing import Any

import onnx

GRAPH, GRAPHS = onnx.AttributeProto.GRAPH, onnx.AttributeProto.GRAPHS


def subgraphs(node: Any) -> Iterator[Any]:
    """The graphs in the attributes of a node."""
    for attribute in node.attribute:
        if attribute.type == GRAPH:
            yield attribute.g
        elif attribute.type == GRAPHS:
            yield from attribute.graphs


def graphs(graph: Any) -> Iterator[Any]:
    """A graph, and all those inside it."""
    yield graph
    for node in graph.node:
        for inner in subgraphs(node):
            yield from graphs(inner)


def nodes(graph: Any) -> Iterator[Any]:
    """The nodes of a graph and of all graphs inside it."""
    for one in graphs(graph):
        yield from one.node


def tensors(graph: Any) -> Iterator[Any]:
    """The tensors that a graph and the graphs inside it store: weights, and attributes of nodes."""
    for one in graphs(graph):
        yield from one.initializer
        for sparse in one.sparse_initializer:
            yield from (sparse.values, sparse.indices)
    for node in nodes(graph):
        for attribute in node.attribute:
            yield from ([attribute.t] if attribute.HasField("t") else attribute.tensors)


def given(graph: Any) -> list[str]:
    """The values of a graph that no node makes: its inputs and weights."""
    weights = (*graph.initializer, *(sparse.values for sparse in graph.sparse_initializer))
    return [value.name for value in (*graph.input, *weights)]


def free_names(graph: Any) -> list[str]:
    """The values of the graphs around a graph that it reads."""
    made = set(given(graph))
    found: dict[str, None] = {}
    for node in graph.node:
        found |= dict.fromkeys(name for name in reads(node) if name and name not in made)
        made.update(node.output)
    return [*found, *(v.name for v in graph.output if v.name not in made and v.name not in found)]


def reads(node: Any) -> Iterator[str]:
    """The values that a node reads, those included that the graphs in its attributes capture."""
    yield from node.input
    for graph in subgraphs(node):
        yield from free_names(graph)


def copied(message: Any, skipped: Collection[str] = ()) -> Any:
    """A copy of a protocol buffer, without these fields."""
    copy = type(message)()
    for field, value in message.ListFields():
        if field.name in skipped:
            continue
        if hasattr(value, "extend"):
            getattr(copy, field.name).extend(value)
        elif hasattr(value, "CopyFrom"):
            getattr(copy, field.name).CopyFrom(value)
        else:
            setattr(copy, field.name, value)
    return copy


def described(weight: Any) -> Any:
    """A copy of a stored tensor without its data."""
    return onnx.TensorProto(
        name=weight.name, data_type=weight.data_type, dims=weight.dims,
        doc_string=weight.doc_string or None, metadata_props=weight.metadata_props,
    )  # fmt: skip


def sort(graph: Any, outer: frozenset[str] = frozenset()) -> None:
    """Puts each node behind those whose results it reads; graphs with a cycle stay as they are.

    `outer` are the values of the graphs around: a name of theirs is not that of a node further down.
    """
    known = {*outer, *given(graph)}
    made = {name: i for i, node in enumerate(graph.node) for name in node.output if name}
    visible = frozenset(known | made.keys())
    for node in graph.node:
        for inner in subgraphs(node):
            sort(inner, visible)
    behind: dict[int, set[int]] = {}
    is_sorted = True
    for i, node in enumerate(graph.node):
        behind[i] = {made[name] for name in reads(node) if name in made and name not in outer}
        is_sorted = is_sorted and max(behind[i], default=-1) < i
    if is_sorted:
        return
    try:
        ordered = [graph.node[i] for i in graphlib.TopologicalSorter(behind).static_order()]
    except graphlib.CycleError:
        return
    ordered = [copied(node) for node in ordered]
    del graph.node[:]
    graph.node.extend(ordered)


class Names:
    """The names of values and nodes in a graph and the graphs inside it."""

    def __init__(self, graph: Any) -> None:
        self._taken = {name for one in graphs(graph) for name in (*given(one), *(v.name for v in one.output))}
        for node in nodes(graph):
            self._taken.update((node.name, *node.input, *node.output))

    def free(self, name: str) -> str:
        """A name that the model does not have, from now on taken."""
        while name in self._taken:
            name += "_"
        self._taken.add(name)
        return name


def rename(graph: Any, names: Names, outer: dict[str, str] | None = None, around: frozenset[str] = frozenset()) -> None:
    """Gives values of the graphs inside `graph` another name where a graph around them has a value of that name.

    `outer` are the new names of visible values, `around` are the names in the graphs around, before the node and behind it.
    """
    seen: dict[str, str] = dict(outer or {})

    def define(name: str, own: dict[str, str]) -> str:
        if name not in own:
            own[name] = seen[name] = names.free(f"{name}_") if name in around else name
        return own[name]

    own: dict[str, str] = {}
    values = (*graph.input, *graph.initializer, *(sparse.values for sparse in graph.sparse_initializer))
    for value in values:
        value.name = define(value.name, own)
    inner_around = around.union(given(graph), (name for node in graph.node for name in node.output))
    for node in graph.node:
        _replace(node.input, seen)
        for inner in subgraphs(node):
            rename(inner, names, seen, inner_around)
        node.output[:] = [define(name, own) if name else "" for name in node.output]
    for value in (*graph.output, *graph.value_info):
        value.name = seen.get(value.name, value.name)
    for annotation in graph.quantization_annotation:
        annotation.tensor_name = seen.get(annotation.tensor_name, annotation.tensor_name)
        for entry in annotation.quant_parameter_tensor_names:
            entry.value = seen.get(entry.value, entry.value)


def _replace(found: Any, by: dict[str, str]) -> None:
    for i, name in enumerate(found):
        if by.get(name, name) != name:
            found[i] = by[name]
