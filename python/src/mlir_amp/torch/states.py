# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Buffers that a graph changes: their new values, and the nodes between the old and the new ones, which stay f32.

An average that moves by 0.001 of a difference would not move in 16 bits.
"""

from collections.abc import Callable, Iterable

import torch
from torch.fx import Graph, Node
from torch.utils import _pytree

from mlir_amp.torch.fx import ATEN, name_of
from mlir_amp.torch.sizes import is_contraction

State = tuple[Node, Node]
"""The placeholder of an old value, and the node of the new one."""


def states_of(graph: Graph) -> list[State]:
    """The inputs that a graph of AOTAutograd changes, which are its first results, or which it copies to."""
    copies = [node.args[:2] for node in graph.find_nodes(op="call_function", target=ATEN.copy_.default)]
    context = torch._guards.TracingContext.try_get()
    metadata = getattr(context, "fw_metadata", None)
    changed = getattr(metadata, "mutated_inp_runtime_indices", ())
    placeholders = graph.find_nodes(op="placeholder")
    (output,) = graph.find_nodes(op="output")
    returned = _pytree.tree_leaves(output.args)
    pairs = [*copies, *((placeholders[i], new) for i, new in zip(changed, returned, strict=False) if i < len(placeholders))]
    return [(old, new) for old, new in pairs if isinstance(new, Node) and old.op == "placeholder"]


def updates(states: Iterable[State]) -> set[Node]:
    """The nodes that compute new values from old ones without a contraction."""
    found: set[Node] = set()
    for old, new in states:
        makers = _reach(new, lambda node: node.all_input_nodes)
        found |= {node for node in _reach(old, lambda node: node.users) if node in makers}
    return found


def _reach(start: Node, after: Callable[[Node], Iterable[Node]]) -> set[Node]:
    """The ops behind (or before) a node, itself included, up to contractions."""
    found: set[Node] = set()
    work = [start]
    while work:
        node = work.pop()
        if node in found or (node.op == "call_function" and is_contraction(name_of(node))):
            continue
        if node.op == "call_function":
            found.add(node)
        if node.op == "call_function" or node is start:
            work += after(node)
    return found
