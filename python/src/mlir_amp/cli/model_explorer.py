# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""A report as files of Google's Model Explorer: the graph of each function, and node data that colours it by precision.

The graph file is a list of graphs (`Graph` of model_explorer.graph_builder), the node data file maps graphs to results by node
(`ModelNodeData` of model_explorer.node_data_builder). The number of an op's row in the report is the identifier of its node.
"""

import json
import pathlib
from typing import Any

from mlir_amp.cli.page import precision, scope

Row = dict[str, Any]
COLORS = {"low": "#8ec1e8", "mixed": "#c4a3de", "f32": "#f3bd7a", "other": "#d5dae0"}
"""Background per precision; those of the HTML page, lighter, because Model Explorer writes black letters on them."""


def write(report: Row, graph: pathlib.Path | None, node_data: pathlib.Path | None) -> None:
    """Writes the files that are asked for."""
    if graph:
        graph.write_text(json.dumps(graphs(report)))
    if node_data:
        node_data.write_text(json.dumps(precisions(report)))


def graphs(report: Row) -> list[Row]:
    """One graph per function, in the order of the report."""
    functions: dict[str, list[Row]] = {}
    for i, op in enumerate(report["ops"]):
        sources = [source for source in op["inputs"] if report["ops"][source]["function"] == op["function"]]
        functions.setdefault(op["function"], []).append(_node(i, op, sources))
    return [{"id": name, "nodes": nodes} for name, nodes in functions.items()]


def _node(number: int, op: Row, sources: list[int]) -> Row:
    types = f"{', '.join(op['operands'])} → {', '.join(op['results'])}"
    shown = {"types": types, "reason": op["reason"]["words"], "class": op["class"], "location": op["location"]}
    cast = set(op["cast_inputs"])
    if cast:
        shown["inputs through a cast"] = ", ".join(map(str, sorted(cast)))
    if op["flops"] is not None:
        shown["flops"] = f"{op['flops'] * (op['times'] or 1):,}"
    return {
        "id": str(number),
        "label": op["name"],
        "namespace": "/".join(part.replace("/", "_") for part in scope(op)[1:]),
        "attrs": [{"key": key, "value": value} for key, value in shown.items()],
        "incomingEdges": [
            {"sourceNodeId": str(source), "sourceNodeOutputId": "0", "targetNodeInputId": str(i)}
            for i, source in enumerate(sources)
        ],
    }


def precisions(report: Row) -> Row:
    """Node data: per graph and node, the precision by its name and colour."""
    low = report["compute"]
    names = {"low": low or "16 bits", "mixed": f"{low or '16 bits'} and f32", "f32": "f32", "other": "no float"}
    # Names have no minimum or sum; groups show how many ops have each.
    tables = dict.fromkeys(
        ("hideInAggregatedStatsTable", "showExpandedSummaryOnGroupNode", "showLabelCountColumnsInChildrenStatsTable"), True
    )
    data: Row = {}
    for i, op in enumerate(report["ops"]):
        kind = precision(op, low)
        results = data.setdefault(op["function"], {"name": "precision", **tables, "results": {}})["results"]
        results[str(i)] = {"value": names[kind], "bgColor": COLORS[kind], "textColor": "black"}
    return data
