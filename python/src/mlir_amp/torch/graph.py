# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FX graphs of ATen ops in mixed precision: forward, backward, or both (AOTAutograd's joint graph).

    mm = aten.mm(x, w)     ==>     x16 = convert(x, bf16); w16 = convert(w, bf16); mm = aten.mm(x16, w16); ... convert(mm, f32)

amp-opt decides on the nodes themselves, in the dialect aten: a node has one decision, and the decision needs no way back. The graph
keeps the types of its inputs and outputs.
"""

import operator
import pathlib
from collections.abc import Collection
from typing import Any

from torch.fx import Graph, Node

from mlir_amp.errors import AmpError, OptionError
from mlir_amp.options import Options
from mlir_amp.torch.fx import name_of, place
from mlir_amp.torch.probe import not_computed, unguarded
from mlir_amp.torch.reading import Reading, Weights
from mlir_amp.torch.states import State, updates
from mlir_amp.torch.writing import Writer

NORMS = "native_group_norm", "native_group_norm_backward", "native_layer_norm", "native_layer_norm_backward"
"""Norms that PyTorch's kernels may compute of 16-bit data with f32 parameters alone."""
ROUNDS = 8
"""Limit of repeated runs of amp-opt for a graph that has nodes which PyTorch refuses in low precision."""


class Mixed:
    """Decisions on a graph, and what the report says."""

    def __init__(
        self, graph: Graph, options: Options, off: Collection[str] = (), probe: bool = True, weights: Weights | None = None,
        states: Collection[State] = (),
    ) -> None:  # fmt: skip
        self.graph, self.options, self.off = graph, options, tuple(off)
        _merge_items(graph)
        exact = updates(states)
        kept: set[Node] = set()
        mixed: set[Node] = set()
        for _ in range(ROUNDS):
            promotes = not options["policy"]  # a policy decides what may be low
            self.reading = Reading(graph, options.compute, self.off, kept | exact, mixed, weights or {}, promotes)
            decided = self.reading.module.decide(options)
            decision = decided.functions["main"]
            with unguarded(graph):
                refused = set(not_computed(decision, probe)) - kept
            if not refused:
                break
            kept |= {node for node in refused if node in mixed or name_of(node) not in NORMS}
            mixed |= {node for node in refused if name_of(node) in NORMS}
        else:
            raise AmpError(f"expects ops that PyTorch computes in {options.compute}, but got {sorted(map(str, refused))[0]}")
        self.decision, self.report, self.kept = decision, decided.report, kept

    def write(self) -> int:
        """Changes the graph; returns the number of casts."""
        with unguarded(self.graph):
            return Writer(self.graph, self.decision, self.options.compute).write()


def _merge_items(graph: Graph) -> None:
    """Leaves one getitem per result of a node."""
    items: dict[tuple[Any, Any], Node] = {}
    for node in list(graph.nodes):
        if node.target is operator.getitem and node.op == "call_function":
            first = items.setdefault((node.args[0], node.args[1]), node)
            if first is not node:
                node.replace_all_uses_with(first)
                graph.erase_node(node)


def check_off(off: Any) -> None:
    """OptionError unless `off` is a list of paths of modules."""
    is_list = isinstance(off, Collection) and not isinstance(off, str)
    if off is not None and not (is_list and all(isinstance(path, str) for path in off)):
        raise OptionError(f"off expects a list of paths of modules, but got {off!r}")


def check_report(report: Any) -> None:
    """OptionError for a report in a folder that does not exist."""
    if report is not None and not pathlib.Path(report).absolute().parent.is_dir():
        raise OptionError(f"report expects a file in a folder that exists, but got '{report}'")


def notes_on(mixed: Mixed) -> list[str]:
    """Notes for the user: ops that stay f32 because nothing describes them, and those that are 16-bit already."""
    names: dict[str, int] = {}
    for op in mixed.report["ops"]:
        if (
            op["class"] == "opaque"
            and "f32" in (*op["operands"], *op["results"])
            and not op["name"].endswith((".Absent", ".get_attr"))
        ):
            names[op["name"]] = names.get(op["name"], 0) + 1
    notes = [f"{name} ({count}) stays f32: no row describes it" for name, count in sorted(names.items())]
    refused: dict[str, int] = {}
    for node in mixed.kept:
        refused[name_of(node)] = refused.get(name_of(node), 0) + 1
    notes += [
        f"aten.{name} ({count}) stays f32: PyTorch does not compute it in {mixed.options.compute} here"
        for name, count in sorted(refused.items())
    ]
    notes += [f"off: no op here is in '{path}'" for path in mixed.reading.unused_off()]
    if mixed.reading.half:
        first = place(mixed.reading.half[0])
        notes.append(f"{len(mixed.reading.half)} ops are 16-bit already, as from torch.autocast, and stay as they are: {first}")
    return notes
