# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Ranges of values that are the same in each run: what nodes compute from constants alone, which amp-opt does not evaluate.

Cast(int64 [[0, -1000000000]]) to f32     ==>     "onnx.Cast"(...) {amp.range = #amp.range<-1.0e+09, 0.0>}
"""

import math
import re
from typing import Any

import numpy as np
import onnx
from onnx.reference import ReferenceEvaluator

from mlir_amp.nodes import Bounds
from mlir_amp.onnx.graphs import subgraphs
from mlir_amp.onnx.sizes import RULES, attribute
from mlir_amp.onnx.types import Types

LARGEST = 2**22
"""Elements of operands and results up to which a node is evaluated. (Cast is, at any size: it costs no more than the file.)"""
KEPT = 2**18
"""Elements of results that nodes behind may read."""
RANDOM = re.compile("Random|Bernoulli|Multinomial|Dropout")


class Constants:
    """The constants of one graph and of those around it, and the bounds of results that are constant."""

    def __init__(self, graph: Any, opsets: Any, outer: "Constants | None") -> None:
        inputs = {value.name for value in graph.input}
        self._opsets = {"" if entry.domain == "ai.onnx" else entry.domain: entry.version for entry in opsets}
        self._known: dict[str, Any] = dict(outer._known) if outer else {}
        self._known |= {weight.name: weight for weight in graph.initializer if weight.name not in inputs}
        self.bounds: dict[str, Bounds] = dict(outer.bounds) if outer else {}
        self.bounds |= {s.values.name: bounds for s in graph.sparse_initializer if (bounds := _bounds(_array(s.values), 0))}

    def read(self, node: Any, types: Types) -> None:
        """Evaluates a node if its operands are constants and it costs little."""
        name = node.output[0] if len(node.output) == 1 else ""
        if not name or node.domain not in ("", "ai.onnx"):
            return
        if node.op_type == "ConstantOfShape" and (bounds := _bounds(_array(attribute(node, "value", None)))):
            self.bounds[name] = bounds
        if node.op_type == "Constant" and (value := attribute(node, "value", None)) is not None:
            self._known[name] = value
        elif self._is_cheap(node, types) and (found := self._evaluated(node)) is not None:
            if bounds := _bounds(found):
                self.bounds[name] = bounds
            if found.size <= KEPT:
                self._known[name] = found

    def _is_cheap(self, node: Any, types: Types) -> bool:
        operands = [name for name in node.input if name]
        if not all(name in self._known for name in operands) or not (operands or node.op_type == "Constant"):
            return False
        if node.op_type in RULES or RANDOM.match(node.op_type) or any(True for _ in subgraphs(node)):
            return False
        shapes = [types.shape(node.output[0]), *(_shape(self._known[name]) for name in operands)]
        sizes = [math.prod(shape) if shape is not None and None not in shape else math.inf for shape in shapes]  # type: ignore[arg-type]
        return node.op_type == "Cast" or max(sizes) <= LARGEST

    def _evaluated(self, node: Any) -> Any:
        try:
            with np.errstate(all="ignore"):
                feeds = {name: _array(self._known[name]) for name in node.input if name}
                return np.asarray(ReferenceEvaluator(node, opsets=self._opsets).run(None, feeds)[0])
        except Exception:  # an operator, or a use of one, that the evaluator does not know
            return None


def _array(known: Any) -> Any:
    """The elements of a stored tensor (f32 zero for None), or of an array."""
    if known is None:
        return np.zeros(1, np.float32)
    return onnx.numpy_helper.to_array(known) if isinstance(known, onnx.TensorProto) else known


def _shape(known: Any) -> tuple[int, ...]:
    return tuple(known.dims if isinstance(known, onnx.TensorProto) else known.shape)


def _bounds(array: Any, *others: float) -> Bounds | None:
    """The bounds of elements; None for those that are no finite numbers."""
    if array.dtype.kind not in "iuf" or not array.size:
        return None
    array = np.append(array, others) if others else array
    if not np.isfinite(array).all():
        return None
    sizes = np.abs(array[array != 0].astype(np.float64))
    return float(array.min()), float(array.max()), float(sizes.min(initial=math.inf))
