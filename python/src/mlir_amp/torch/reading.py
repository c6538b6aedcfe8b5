# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""FX graphs of ATen ops as modules of the dialect aten."""

import operator
from collections.abc import Collection, Sequence
from typing import Any

import numpy as np
import torch
from torch.fx import Graph, Node

from mlir_amp.nodes import DYNAMIC, UNKNOWN, Module, product
from mlir_amp.torch.fx import (
    ATEN,
    CONVERT,
    DTYPES,
    EXACT,
    FLOATS,
    HALF,
    fill_of,
    is_beyond,
    module_of,
    name_of,
    operands_of,
    place,
    results_of,
    sizes_of,
    type_of,
)
from mlir_amp.torch.sizes import contraction

Weights = dict[str, Any]
"""Tensors that placeholders have in every call, which are converted once."""
STREAMS = "add", "embedding", "sub"
"""Ops of residual streams. They stay f32 unless contractions alone compute their operands, as PyTorch's promotion has it."""
SCALINGS = "div", "mul", "where"
"""Ops that are streams in f16, which may not hold their f32 operands."""
DECIDING = (
    "adaptive_max_pool2d", "argmax", "argmin", "max", "max_pool2d_with_indices", "min",
    "prims._low_memory_max_pool_with_offsets", "sort", "topk",
)  # fmt: skip
"""Ops whose indices are others where elements are equal in 16 bits."""
RESHAPES = tuple(op for op in EXACT if op not in (ATEN.neg.default, ATEN.select.int, ATEN.slice.Tensor))
"""Views of all elements of a tensor."""


class Reading:
    """A graph as a module of the dialect aten."""

    def __init__(
        self, graph: Graph, low: str, off: Sequence[str], kept: Collection[Node], mixed: Collection[Node], weights: Weights,
        promotes: bool,
    ) -> None:  # fmt: skip
        self.module = Module("aten")
        self._main = self.module.function("main")
        self._low, self._off, self._kept, self._mixed, self._weights = low, off, kept, mixed, weights
        self._promotes = promotes and low == "bf16"
        self._streams = STREAMS if low == "bf16" else (*STREAMS, *SCALINGS)
        self._used_off: set[str] = set()
        self.half: list[Node] = []
        self._promoted: set[Any] = set()  # values that are 16-bit by PyTorch's promotion, if contractions alone are low
        self._gradients: set[Any] = set()
        for node in graph.nodes:
            self._add(node)

    def _add(self, node: Node) -> None:
        if node.op == "output":
            self._main.returns([n for n in node.all_input_nodes if self._main.has(n)])
        elif node.op == "placeholder":
            if node.name in self._weights:
                self._main.constant(node, type_of(node.meta["val"]), self._weights[node.name].detach().numpy())
            elif isinstance(node.meta.get("val"), torch.Tensor):
                self._main.argument(node, type_of(node.meta["val"]))
            if node.name.startswith("tangents"):
                self._gradients.add(node)
        elif node.op == "call_function" and node.target is not operator.getitem:
            self._call(node)
        elif node.op == "get_attr" and isinstance(node.meta.get("val"), torch.Tensor):
            self._main.node(node, "get_attr", [], [(node, type_of(node.meta["val"]))], location=place(node))

    def _call(self, node: Node) -> None:
        results = results_of(node)
        if results is None:
            return
        if is_beyond(node, DTYPES[self._low]) and None not in sizes_of(node.meta["val"]):
            return self._fill(node)
        operands = [n if n is not None and self._main.has(n) else None for n in operands_of(node)]
        values = [n.meta["val"] for n in operands if n is not None]
        if node.target is not CONVERT and any(v.dtype in HALF for v in values):
            self.half.append(node)
        name = f"{name_of(node)}_mixed" if node in self._mixed else name_of(node)
        shapes = [sizes_of(v) for v in values]
        first = next((v for _, v in results if v is not None), None)
        size = None if first is None else contraction(name, node, shapes, sizes_of(first))
        if any(n in self._gradients for n in operands):
            self._gradients.update(value for value, _ in results)
        scaled = _scaled(name, operands) if self._promotes else operands
        # Norms have f32 parameters beside 16-bit data. A gradient has the type of its value, whatever scales it.
        data = operands[:1] if "norm" in name else scaled if node in self._gradients else operands
        is_promoted = _is_promoted(data, self._promoted)
        if size is not None or is_promoted:
            self._promoted.update(value for value, _ in results)
        self._main.node(
            node, name, operands, [(value, UNKNOWN if v is None else type_of(v)) for value, v in results], location=place(node),
            sizes=size, keep=self._stays(node, operands) or (_decides(node, results) and not is_promoted),
            allow=is_promoted and len(scaled) < len(operands),
        )  # fmt: skip

    def unused_off(self) -> list[str]:
        """The paths that no op is in."""
        return [path for path in self._off if path not in self._used_off]

    def _fill(self, node: Node) -> None:
        """Adds a tensor of one number, whose range amp-opt then knows."""
        value, number = node.meta["val"], fill_of(node)
        node.kwargs = {**node.kwargs, "dtype": value.dtype}  # whatever type the tensor has that it is like
        self._main.constant(node, type_of(value), np.full(min(product(sizes_of(value)), 64), number, np.float32))

    def _stays(self, node: Node, operands: Sequence[Node | None]) -> bool:
        """True for a node that is f32 whatever amp-opt would decide."""
        path = module_of(node)
        off = [p for p in self._off if path == p or path.startswith(p + ".")]
        self._used_off.update(off)
        if off or node in self._kept:
            return True
        if name_of(node) in self._streams and node not in self._promoted:
            return True
        if _are_scalars(node, operands):
            return True
        square = (
            name_of(node) in ("mul", "square") and len(set(operands)) == 1 and len(operands) == (2 if name_of(node) == "mul" else 1)
        )
        return self._low == "f16" and square


def _decides(node: Node, results: Sequence[tuple[Any, Any]]) -> bool:
    """True if something reads positions that a node chooses by the size of elements."""
    read = [v for value, v in results if isinstance(value, Node) and value.users and v is not None]
    return name_of(node) in DECIDING and any(not v.dtype.is_floating_point for v in read)


def _are_scalars(node: Node, operands: Sequence[Node | None]) -> bool:
    """True if an op reads and makes tensors without dimensions alone: 16 bits save nothing there, and casts cost."""
    values = [n.meta["val"] for n in (node, *operands) if n is not None]
    return all(isinstance(v, torch.Tensor) and v.ndim == 0 for v in values)


def _scaled(name: str, operands: Sequence[Node | None]) -> Sequence[Node | None]:
    """The operands of a product or quotient without one that is broadcast: a statistic, or a table of constants.

    Its 16-bit copy is small, and is rounded as much as the data is. Parameters are none: rounding them would lose updates.
    """
    if name not in ("div", "mul") or len(operands) != 2 or None in operands:
        return operands
    counts = [product(sizes_of(_shown(n, RESHAPES).meta["val"])) for n in operands if n]
    if DYNAMIC in counts:
        return operands
    return [
        n
        for n, count in zip(operands, counts, strict=True)
        if n and (count == max(counts) or _shown(n, EXACT).op != "call_function")
    ]


def _shown(node: Node, views: Collection[Any]) -> Node:
    """The tensor that views show."""
    while node.target in views:
        node = node.args[0]
    return node


def _is_promoted(operands: Sequence[Node | None], promoted: Collection[Any]) -> bool:
    """True if all tensors of floats with dimensions that an op reads are promoted ones."""
    read = [n for n in operands if n is not None and n.meta["val"].dtype in FLOATS and n.meta["val"].ndim]
    return bool(read) and all(n in promoted for n in read)
